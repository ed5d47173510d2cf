"""Orders of teams: who may send them, when they are fixed, who may step in (`docs/regulations.md` 6.1)."""

from dataclasses import replace
from datetime import timedelta

import pytest

from tantrix_site.errors import Conflict, InvalidInput, NotPermitted
from tests.tournaments.scene import LEFT_WINS, NOW, later
from tests.tournaments.team_scene import TeamScene, team_scene
from tournaments import services
from tournaments.models import LineUp, LineUpKind, Match, MatchState
from tournaments.selectors.team_matches import boards_of_match

pytestmark = pytest.mark.django_db


@pytest.fixture
def scene() -> TeamScene:
    return team_scene(("FR", "GB"))


def pks(entries) -> list[int]:
    return [entry.pk for entry in entries]


def captain_of(scene: TeamScene, name: str):
    """The second player leads the team, by the private link."""
    entry = scene.players[name][1]
    services.name_captains(**scene.act(team_id=scene.teams[name].pk, captain_id=entry.player_id))
    return scene.actor(entry)


def test_an_order_is_secret_until_both_are_there(scene):
    match = scene.match("FRA A", "GBR A")
    french, british = captain_of(scene, "FRA A"), captain_of(scene, "GBR A")
    order = list(reversed(pks(scene.players["FRA A"][:5])))
    sent = {"now": NOW, "match_id": match.pk}
    services.send_line_up(actor=french, team_id=scene.teams["FRA A"].pk, players=order, **sent)
    seen = {viewer: boards_of_match(match, viewer=actor) for viewer, actor in (("own", french), ("other", british))}
    assert [line.own_order for line in seen["own"].sides if line.own_order] == [tuple(order)]
    assert [line.own_order for line in seen["other"].sides] == [None, None]
    assert not seen["other"].is_open
    elsewhere = replace(french, entry_id=scene.players["GBR A"][0].pk + 10_000)
    for stranger in (british, elsewhere):
        with pytest.raises(NotPermitted):
            services.send_line_up(actor=stranger, team_id=scene.teams["FRA A"].pk, players=order, **sent)
    # it may still be changed; the same again changes nothing
    order[0], order[1] = order[1], order[0]
    first = services.send_line_up(actor=french, team_id=scene.teams["FRA A"].pk, players=order, **sent)
    again = services.send_line_up(actor=french, team_id=scene.teams["FRA A"].pk, players=order, **sent)
    assert first.pk == again.pk
    theirs = pks(scene.players["GBR A"][:5])
    services.send_line_up(actor=british, team_id=scene.teams["GBR A"].pk, players=theirs, **sent)
    assert [entry.pk for entry in scene.seated(match, 1)] == [order[0], theirs[0]]
    assert scene.board(match, 1).state == MatchState.OPEN
    with pytest.raises(Conflict) as refused:
        services.send_line_up(actor=french, team_id=scene.teams["FRA A"].pk, players=order, **sent)
    assert refused.value.code == "line_up_fixed"
    scene.check()


def test_at_the_deadline_who_sent_nothing_plays_in_the_last_order(scene):
    match = scene.match("FRA A", "GBR A")
    act = {"event_id": scene.event.pk, "round_number": 1}
    assert services.set_line_up_deadline(**scene.act(**act, deadline=later(days=1))) == 1
    assert services.set_deadline(**scene.act(**act, deadline=later(days=9))) == 1
    assert scene.board(match, 5).deadline == later(days=9)
    order = list(reversed(pks(scene.players["FRA A"][:5])))
    services.send_line_up(**scene.act(match_id=match.pk, team_id=scene.teams["FRA A"].pk, players=order))
    assert services.open_due_boards(now=NOW) == 0
    with pytest.raises(Conflict) as late:
        services.send_line_up(
            actor=scene.owner, now=later(days=1), match_id=match.pk, team_id=scene.teams["GBR A"].pk, players=order
        )
    assert late.value.code == "line_up_fixed"
    assert services.open_due_boards(now=later(days=1)) == 1
    assert services.open_due_boards(now=later(days=2)) == 0
    kinds = dict(LineUp.objects.filter(match=match).values_list("team__name", "kind"))
    assert kinds == {"FRA A": LineUpKind.SENT, "GBR A": LineUpKind.DEFAULT}
    assert [entry.pk for entry in scene.seated(match, 5)] == [order[4], scene.players["GBR A"][4].pk]


def test_a_substitute_steps_in_before_the_board_is_played(scene):
    match = scene.match("FRA A", "GBR A")
    team, players = scene.teams["FRA A"], scene.players["FRA A"]
    act = {"match_id": match.pk, "team_id": team.pk}
    with pytest.raises(Conflict, match="not fixed"):
        services.put_at_board(**scene.act(**act, board=1, player_id=players[5].pk))
    scene.open(match)
    scene.enter(match, 1, LEFT_WINS)
    with pytest.raises(Conflict) as played:
        services.put_at_board(**scene.act(**act, board=1, player_id=players[5].pk))
    assert played.value.code == "board_played"
    services.put_at_board(**scene.act(**act, board=3, player_id=players[5].pk, reason="ill"))
    assert scene.seated(match, 3)[0] == players[5]
    with pytest.raises(InvalidInput) as seated:
        services.put_at_board(**scene.act(**act, board=4, player_id=players[5].pk))
    assert seated.value.code == "already_seated"
    # two boards given up: 60 of the 200 TP are the opponent's, and three still sit there
    for board in (4, 5):
        services.put_at_board(**scene.act(**act, board=board, player_id=None))
    with pytest.raises(InvalidInput) as few:
        services.put_at_board(**scene.act(**act, board=2, player_id=None))
    assert few.value.code == "too_few_players"
    shown = boards_of_match(match)
    assert shown.tp == (200, 600)
    assert [(line.is_empty, line.score.tp) for line in shown.boards[3:]] == [((True, False), (0, 300))] * 2
    # the empty boards decide together with two more, and nobody sits down there afterwards
    scene.win(match, 1, boards=(2, 3))
    assert (match.state, boards_of_match(match).tp) == (MatchState.DECIDED, (200, 1400))
    with pytest.raises(Conflict) as late:
        services.put_at_board(**scene.act(**act, board=4, player_id=players[3].pk))
    assert late.value.code == "match_decided"
    first = shown.substitutions[0]
    assert (first.board, first.absent, first.name) == (3, players[2].name, players[5].name)
    scene.check()


def test_games_are_played_on_boards_only_and_by_those_who_sit_there(scene):
    match = scene.match("FRA A", "GBR A")
    with pytest.raises(Conflict) as refused:
        services.enter_result(**scene.act(match_id=match.pk, number=1, figures=LEFT_WINS))
    assert refused.value.code == "played_on_boards"
    waiting = scene.board(match, 1)
    with pytest.raises(Conflict) as closed:
        services.enter_result(**scene.act(match_id=waiting.pk, number=1, figures=LEFT_WINS))
    assert closed.value.code == "match_waiting"
    scene.open(match)
    ours, theirs = scene.players["FRA A"], scene.players["GBR A"]
    board = {"now": NOW, "match_id": waiting.pk, "number": 1, "figures": LEFT_WINS}
    with pytest.raises(NotPermitted):
        services.report_game(actor=scene.actor(ours[1]), **board)
    report = services.report_game(actor=scene.actor(ours[0]), **board)
    services.confirm_game(actor=scene.actor(theirs[0]), now=NOW + timedelta(hours=1), report_id=report.pk)
    assert boards_of_match(match).tp == (200, 0)
    leaving = scene.act(entry_id=scene.teams["GBR A"].pk)
    with pytest.raises(Conflict) as plan:
        services.withdraw_entry(**leaving)
    services.withdraw_entry(**leaving, digest=plan.value.extra["digest"])
    match.refresh_from_db()
    assert match.state == MatchState.WALKOVER
    with pytest.raises(Conflict) as over:
        services.enter_result(**scene.act(match_id=waiting.pk, number=2, figures=LEFT_WINS))
    assert over.value.code == "match_decided"
    assert Match.objects.filter(event=scene.event).count() == 1
