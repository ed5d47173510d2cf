"""Opening the boards of a whole round, by page, by program and as a service (`docs/regulations.md` 6.1)."""

import re

import pytest
from django.test import Client

from players.actors import account_actor
from tantrix_site.errors import InvalidInput, NotPermitted
from tests.tournaments.api.conftest import code
from tests.tournaments.scene import NOW, make_user
from tests.tournaments.team_scene import team_scene
from tournaments import services
from tournaments.models import LineUp, LineUpKind, MatchState, OrganiserRole
from tournaments.selectors.round_line_ups import open_team_matches, round_line_ups

pytestmark = pytest.mark.django_db


def test_all_boards_of_a_round_open_at_once(django_assert_num_queries):
    scene = team_scene(("FR", "GB", "DE", "HU"))
    event = scene.event
    french, other = scene.teams["FRA A"], scene.players["FRA A"]
    match = scene.match("FRA A")
    order = [entry.pk for entry in reversed(other[:5])]
    services.send_line_up(**scene.act(match_id=match.pk, team_id=french.pk, players=order))
    with django_assert_num_queries(6):
        rows = round_line_ups(event, open_team_matches(event, stage=1, round_number=1))
    sides = {side.team.name: side for row in rows for side in row.sides}
    # what was sent is not told, only that it was
    assert (sides["FRA A"].is_sent, sides["FRA A"].plays) == (True, ())
    assert [entry.pk for entry in sides["HUN A"].plays] == [e.pk for e in scene.players["HUN A"][:5]]

    api, page = f"/api/v1/events/{event.slug}/stages/1/rounds/1/boards/", f"/organise/{event.slug}/orders/"
    stranger = make_user("stranger")
    with pytest.raises(NotPermitted):
        services.open_round_boards(actor=scene.actor(other[0]), now=NOW, event_id=event.pk, round_number=1)
    with pytest.raises(InvalidInput):
        services.open_round_boards(**scene.act(event_id=event.pk, round_number=9))
    client = Client()
    client.force_login(stranger)
    assert [client.get(url).status_code for url in (api, page)] == [403, 403]
    assert code(client.post(api, {}, content_type="application/json")) == "not_organiser"

    client.force_login(scene.owner.user)
    found = client.get(api).json()
    assert [(row["is_open"], row["left"]["has_sent"], row["right"]["has_sent"]) for row in found].count(
        (False, False, False)
    ) == 1
    shown = re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", client.get(page).content.decode()))
    assert "3 orders are missing" in shown
    assert "open the boards of 2 matches" in shown
    key = re.search(r'name="round" value="([^"]+)"', client.get(page).content.decode())[1]
    answer = client.post(page, {"round": key}, follow=True)
    assert "The boards of 2 matches are open." in answer.content.decode()
    assert "All boards of this round are open." in answer.content.decode()
    assert client.post(page, {"round": "9--9"}).status_code == 404
    assert [row["is_open"] for row in client.post(api, {}, content_type="application/json").json()] == [True, True]
    assert services.open_round_boards(**scene.act(event_id=event.pk, round_number=1)) == ()
    kinds = LineUp.objects.filter(current=True).values_list("kind", flat=True)
    assert sorted(kinds) == sorted([LineUpKind.SENT, *[LineUpKind.DEFAULT] * 3])
    assert scene.seated(match, 1)[scene.sides(match).index("FRA A")] == other[4]
    assert scene.board(match, 5).state == MatchState.OPEN
    scene.check()


def test_a_match_of_the_own_team_is_left_to_somebody_else():
    scene = team_scene(("FR", "GB", "DE", "HU"))
    leader = make_user("leader")
    services.name_captains(**scene.act(team_id=scene.teams["FRA A"].pk, captain_id=leader.player.pk))
    services.add_organiser(**scene.act(event_id=scene.event.pk, user=leader, role=OrganiserRole.ORGANISER))
    opened = services.open_round_boards(
        actor=account_actor(leader), now=NOW, event_id=scene.event.pk, round_number=1
    )  # fmt: skip
    assert ["FRA A" in scene.sides(match) for match in opened] == [False]
    rows = round_line_ups(scene.event, open_team_matches(scene.event, stage=1, round_number=1))
    assert sorted(row.is_open for row in rows) == [False, True]
