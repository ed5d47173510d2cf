"""`/players/<slug>/claim/`."""

import pytest
from django.test import Client

from players.actors import account_actor
from players.models import Player, ProfileClaim, User
from players.services import request_claim, update_profile

pytestmark = pytest.mark.django_db


def test_signed_in_only(client: Client, guest: Player) -> None:
    assert client.get(f"/players/{guest.slug}/claim/").status_code == 302
    assert client.post(f"/players/{guest.slug}/claim/").status_code == 302
    assert not ProfileClaim.objects.exists()


def test_asking_and_withdrawing(as_anna: Client, guest: Player) -> None:
    url = f"/players/{guest.slug}/claim/"
    assert as_anna.get(url).status_code == 200
    for _twice in range(2):
        response = as_anna.post(url, {"message": "Oslo <b>2025</b>"})
        assert (response.status_code, response.headers["Location"]) == (303, "/me/settings/")
    claim = ProfileClaim.objects.get()
    page = as_anna.get("/me/settings/").content.decode()
    assert "Guest Player: waiting for an organiser" in page
    assert as_anna.post(f"/me/claims/{claim.pk}/withdraw/").status_code == 303
    claim.refresh_from_db()
    assert claim.state == "withdrawn"
    assert as_anna.post(f"/me/claims/{claim.pk}/withdraw/").status_code == 409


def test_not_yours(as_boris: Client, anna: User, guest: Player, now) -> None:
    claim = request_claim(actor=account_actor(anna), player=guest, now=now)
    assert as_boris.post(f"/me/claims/{claim.pk}/withdraw/").status_code == 404
    assert b"Guest Player" not in as_boris.get("/me/settings/").content


def test_a_profile_with_an_account(as_boris: Client, as_anna: Client, anna: User) -> None:
    url = f"/players/{anna.player.slug}/claim/"
    assert b"belongs to an account" in as_boris.get(url).content
    assert b"yours already" in as_anna.get(url).content
    refused = as_boris.post(url, {})
    assert refused.status_code == 409
    assert not ProfileClaim.objects.exists()


def test_a_former_address_leads_on(as_anna: Client, organiser: User, guest: Player, now) -> None:
    update_profile(actor=account_actor(organiser), player=guest, now=now, changes={"name": "Other Name"})
    assert as_anna.get("/players/guest-player/claim/").headers["Location"] == "/players/other-name/claim/"
    assert as_anna.post("/players/guest-player/claim/", {}).status_code == 303


def test_unknown(as_anna: Client) -> None:
    assert as_anna.get("/players/nobody/claim/").status_code == 404
    assert as_anna.post("/me/claims/999/withdraw/").status_code == 404


def test_a_message_that_is_too_long(as_anna: Client, guest: Player) -> None:
    response = as_anna.post(f"/players/{guest.slug}/claim/", {"message": "x" * 501})
    assert response.status_code == 409
    assert list(response.context["form"].errors) == ["message"]
