"""Programs see what finishing, or unrating, does to ratings that were final, and agree to just that."""

import pytest

from tests.tournaments.views.test_finishing import opened_again_and_corrected

pytestmark = pytest.mark.django_db


def test_programs_see_and_agree(api) -> None:
    scene = opened_again_and_corrected()
    client, base = api(scene.owner), f"/api/v1/events/{scene.event.slug}/"
    assert client.post(f"{base}plan/", {"place": "Budapest"}).json() == {"ratings": None}
    unrated = client.post(f"{base}plan/", {"rated": False}).json()["ratings"]
    assert {move["rating_after"] for move in unrated["moves"]} == {None}
    answer = client.patch(base, {"rated": False})
    assert (answer.status_code, answer.json()["errors"][0]["code"]) == (409, "ratings_move")
    plan = client.post(f"{base}finish/plan/").json()["ratings"]
    assert [event["name"] for event in plan["events"]] == ["Spring Cup"]
    answer = client.post(f"{base}finish/", {"rating_digest": unrated["digest"]})
    assert (answer.status_code, answer.json()["errors"][0]["code"]) == (409, "ratings_changed")
    assert client.post(f"{base}finish/", {"rating_digest": plan["digest"]}).json()["state"] == "finished"
    assert api(scene.player(1)).post(f"{base}finish/plan/").status_code == 403
