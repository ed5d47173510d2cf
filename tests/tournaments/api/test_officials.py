"""Roles, invitations and switches for programs."""

import pytest

from players.actors import account_actor
from tests.tournaments.api.conftest import code
from tests.tournaments.scene import make_scene, make_user

pytestmark = pytest.mark.django_db


def test_roles_invitations_and_switches(api):
    scene = make_scene(2)
    owner, base = api(scene.owner), f"/api/v1/events/{scene.event.slug}/"
    guest = account_actor(make_user("guest", player=False))
    made = owner.post(base + "role-invitations/", {"role": "arbiter"}, format="json")
    assert (made.status_code, made.json()["uses"]) == (201, 1)
    token = made.json()["link"].rstrip("/").rpartition("/")[2]
    assert owner.get(base + "role-invitations/").json()[0]["link"] is None
    assert code(api(guest).get(base + "officials/")) == "not_organiser"
    took = api(guest).post("/api/v1/role-invitations/accept/", {"token": token}, format="json")
    assert took.json() == {"user": "guest", "player": None, "role": "arbiter"}
    changed = owner.put(base + "officials/guest/", {"role": "check_in"}, format="json")
    assert (changed.json()["role"], len(owner.get(base + "officials/").json())) == ("check_in", 2)
    assert code(owner.put(base + "officials/nobody/", {"role": "arbiter"}, format="json")) == "account_not_found"
    assert code(owner.delete(base + "officials/owner/")) == "last_owner"
    assert owner.delete(base + "officials/guest/").status_code == 204
    other = owner.post(base + "role-invitations/", {"role": "organiser", "days": 1}, format="json").json()["id"]
    assert owner.delete(f"{base}role-invitations/{other}/").status_code == 204
    seen = owner.get(base)["ETag"]
    held = owner.post(base + "audience/", {"results_released": False}, format="json", headers={"if-match": seen})
    assert (held.status_code, held.json()["results_released"], held.json()["listed"]) == (200, False, True)
    again = owner.post(base + "audience/", {"listed": False}, format="json", headers={"if-match": seen})
    assert (again.status_code, code(again)) == (412, "stale_version")
    assert code(api(guest).post(base + "audience/", {"listed": False}, format="json")) == "not_organiser"
    assert code(api().get(base + "ratings/")) == "results_not_released"
