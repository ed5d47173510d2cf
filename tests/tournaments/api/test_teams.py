"""Teams, their line-ups and boards for programs."""

import pytest

from tests.tournaments.api.conftest import code
from tests.tournaments.scene import NOW, make_user
from tests.tournaments.team_scene import team_scene
from tournaments import services
from tournaments.models import Entry
from tournaments.selectors.pages.events import event_rows

pytestmark = pytest.mark.django_db


def test_a_team_is_entered_ordered_and_led(api):
    scene = team_scene((), start=False)
    client, event = api(scene.owner), f"/api/v1/events/{scene.event.slug}"
    assert client.get(f"{event}/").json()["team_size"] == 5
    captain = make_user("boss").player
    answer = client.put(f"{event}/overall-captains/", {"country": "FR", "player": captain.slug}, format="json")
    assert answer.status_code == 204
    made = client.post(f"{event}/teams/", {"country": "FR"}, format="json").json()
    assert (made["name"], made["players"], made["matches"]) == ("FRA A", [], [])
    team = f"/api/v1/teams/{made['id']}"
    players = [client.post(f"{team}/players/", {"name": f"New One {n}"}, format="json").json() for n in range(3)]
    assert [player["link"] is not None for player in players] == [True] * 3
    order = [player["id"] for player in reversed(players)]
    assert [
        p["entry"] for p in client.put(f"{team}/order/", {"players": order}, format="json").json()["players"]
    ] == order
    named = client.put(f"{team}/captains/", {"captain": captain.slug}, format="json").json()
    assert (named["captain"], named["deputy"]) == (captain.slug, None)
    assert client.delete(f"{team}/players/{order[0]}/").status_code == 204
    assert [row["name"] for row in api().get(f"{event}/teams/").json()] == ["FRA A"]
    assert code(client.post(f"{event}/entries/", {"name": "Alone"}, format="json")) == "for_teams"
    assert api().get(f"{event}/entries/").json()["results"][0]["player"] is None
    assert code(client.get(f"/api/v1/teams/{order[1]}/")) == "team_not_found"
    other = client.post(f"{event}/teams/", {"country": "FR"}, format="json").json()
    moved = client.patch(f"{team}/players/{order[1]}/", {"team": other["id"]}, format="json").json()
    assert [p["entry"] for p in moved["players"]] == [order[1]]
    # what counts is teams, wherever it is told
    for told in (client.get(f"{event}/").json(), client.get("/api/v1/events/").json()["results"][0]):
        assert (told["entries"], told["entries_all"]) == (2, 2)
    assert event_rows([scene.event])[0].entries == 2


def test_line_ups_are_sent_and_boards_opened_and_changed(api):
    scene = team_scene(("FR", "GB"))
    client, match = api(scene.owner), scene.match("FRA A", "GBR A")
    url, left = f"/api/v1/matches/{match.pk}", scene.teams["FRA A"]
    order = [player.pk for player in scene.players["FRA A"][:5]]
    assert code(client.put(f"{url}/line-ups/{left.pk}/", {"players": order[:4]}, format="json")) == "line_up_length"
    sent = client.put(f"{url}/line-ups/{left.pk}/", {"players": order}, format="json").json()
    assert (sent["kind"], sent["players"], sent["fixed_at"]) == ("sent", order, None)
    assert client.get(f"{url}/boards/").json()["left"]["order"] == order
    hidden = api().get(f"{url}/boards/").json()
    assert (hidden["left"]["order"], hidden["left"]["has_sent"], hidden["is_open"]) == (None, True, False)
    deadline = f"/api/v1/events/{scene.event.slug}/stages/1/rounds/1/line-ups/"
    assert client.put(deadline, {"deadline": "2027-06-01T20:00:00Z"}, format="json").json()["matches"] == 1
    opened = client.post(f"{url}/boards/").json()
    assert (opened["is_open"], [board["left"]["id"] for board in opened["boards"]]) == (True, order)
    board = opened["boards"][0]["match"]
    tiles = {"tiles": {"left": 20, "right": 10}}
    result = client.post(f"/api/v1/matches/{board}/games/1/result/", tiles, format="json")
    assert result.status_code in (200, 201), result.json()
    assert client.get(f"{url}/boards/").json()["tp"] == {"left": 162, "right": 38}
    substitute = scene.players["FRA A"][5].pk
    seat = {"team": left.pk, "player": substitute, "reason": "ill"}
    changed = client.put(f"{url}/boards/2/", seat, format="json").json()
    assert changed["boards"][1]["left"]["id"] == substitute
    assert code(client.put(f"{url}/boards/1/", seat, format="json")) == "already_seated"
    assert client.get(f"/api/v1/teams/{left.pk}/").json()["matches"][0]["tp"] == [162, 38]
    assert code(client.get(f"/api/v1/matches/{board}/boards/")) == "not_a_team_match"
    assert Entry.objects.filter(event=scene.event).count() == 2
    services.withdraw_entry(actor=scene.owner, now=NOW, entry_id=left.pk, digest=_digest(scene, left))


def _digest(scene, team) -> str:
    return services.plan_exit(actor=scene.owner, now=NOW, entry_id=team.pk).plan.digest
