"""A world team championship from entries to medallists (`docs/regulations.md` 6)."""

import pytest

from tantrix_site.errors import Conflict
from tests.tournaments.scene import LEFT_WINS, LEVEL, NOW, RIGHT_WINS
from tests.tournaments.team_scene import TeamScene, team_scene
from tournaments import services
from tournaments.formats.fold import fold
from tournaments.formats.progression import Progression, SeedOrder
from tournaments.formats.standings import standings
from tournaments.models import Decision, DecisionKind, Draw, Entry, Match, MatchState
from tournaments.selectors.rated_games import rated_pairings
from tournaments.selectors.stages import current_stage, load
from tournaments.services import Ruling, StagePlan

pytestmark = pytest.mark.django_db

# six countries, nine teams, strongest first
NINE = ("FR", "GB", "DE", "HU", "GB", "AU", "DE", "US", "FR")
PLANS = [
    StagePlan("groups", settings={"groups": 3, "games": 2, "formation": "lot"}),
    StagePlan(
        "knockout", settings={"games": [2], "third_place": True}, rule=Progression(first=2, order=SeedOrder.RANK)
    ),
]


def by_strength(scene: TeamScene, match: Match) -> tuple[int, int]:
    """The side of the stronger team, and of the other."""
    order = list(scene.teams)
    left, right = scene.sides(match)
    return (0, 1) if order.index(str(left)) < order.index(str(right)) else (1, 0)


def rule(scene: TeamScene, match: Match, left: float, right: float) -> None:
    """Totals as they were published."""
    ruling = Ruling(DecisionKind.ADJUDICATED, tp=(round(10 * left), round(10 * right)))
    services.decide_match(**scene.act(match_id=match.pk, ruling=ruling, reason="as published"))


def test_nine_teams_from_the_draw_to_the_medals():
    scene = team_scene(NINE, plans=PLANS)
    groups = Draw.objects.get(stage__event=scene.event, stage__number=1, current=True).detail["groups"]
    names = list(scene.teams)
    assert names == ["FRA A", "GBR A", "GER A", "HUN A", "GBR B", "AUS A", "GER B", "USA A", "FRA B"]
    assert sorted(seed for seeds in groups.values() for seed in seeds) == list(range(1, 10))
    for seeds in groups.values():
        assert len({names[seed - 1][:3] for seed in seeds}) == 3  # never two teams of one country
        assert [(seed - 1) // 3 for seed in seeds] == [0, 1, 2]  # one of each band

    played, *others = Match.objects.filter(event=scene.event, stage__number=1).order_by("number")
    play_a_group_match(scene, played)
    for match in others:
        rule(scene, match, *((133.4, 66.6) if by_strength(scene, match)[0] == 0 else (66.6, 133.4)))
    scene.check()
    services.close_stage(**scene.act(event_id=scene.event.pk, stage_number=1))

    services.make_draw(**scene.act(event_id=scene.event.pk, stage_number=2, lot=3))
    knockout = Match.objects.filter(event=scene.event, stage__number=2)
    assert knockout.filter(state=MatchState.BYE).count() == 2  # six teams in a draw of eight
    quarters = knockout.filter(round=1, state=MatchState.OPEN).order_by("number")
    level, early = quarters
    assert (level.games, scene.board(level, 1).games) == (10, 2)
    play_a_level_match(scene, level)
    end_a_match_early(scene, early)
    for match in knockout.filter(round=2, label=""):
        scene.win(match, by_strength(scene, match)[0], boards=(1, 2, 3))
    for match in knockout.filter(round=3).order_by("-position"):
        scene.win(match, by_strength(scene, match)[0], boards=(1, 2, 3))
    services.finish_event(**scene.act(event_id=scene.event.pk))
    scene.check()
    medals = Entry.objects.filter(event=scene.event, place__lte=4).order_by("place").values_list("name", "place")
    assert [place for _name, place in medals] == [1, 2, 3, 4]
    assert medals[0][0] == "FRA A"
    # games of boards are rated, those of teams and of rulings on teams are not
    pairings = rated_pairings(scene.event)
    persons = {entry.player_id for entries in scene.players.values() for entry in entries}
    assert {player for p in pairings for player in (p.left, p.right)} <= persons
    assert (
        sum(p.games for p in pairings)
        == Match.every.filter(event=scene.event).exclude(board=None).filter(results__current=True).count()
    )


def test_swiss_rounds_of_teams_with_a_bye_and_a_pairing_that_stands_once_a_board_was_played():
    plans = [StagePlan("swiss", settings={"rounds": 3, "games": 2})]
    scene = team_scene(("FR", "GB", "DE"), plans=plans, team_size=3)
    act = scene.act(event_id=scene.event.pk)
    services.propose_pairing(**act)
    services.publish_pairing(**act)
    match = Match.objects.get(event=scene.event, state=MatchState.OPEN)
    scene.open(match)
    scene.enter(match, 1, LEFT_WINS)
    with pytest.raises(Conflict) as played:
        services.unpublish_round(**act, reason="another pairing")
    assert played.value.code == "round_played"
    scene.enter(match, 1, LEFT_WINS, first=2)
    scene.win(match, 0, boards=(2, 3))
    services.propose_pairing(**act)
    services.publish_pairing(**act)
    loaded = load(current_stage(scene.event), scene.event)
    assert loaded is not None
    rows = standings(fold(loaded.structure, loaded.facts), loaded.structure.table("S"))
    # a bye is worth 12.0 for each of the six games; the loser of the first round has the one of the second
    assert [(row.totals.tp, row.totals.games) for row in rows] == [(1200, 6), (720, 6), (720, 12)]
    scene.check()


def play_a_group_match(scene: TeamScene, match: Match) -> None:
    """Board 2 has a substitute, board 4 is empty on the right, board 5 ends in a dispute."""
    left, right = (scene.teams[str(name)] for name in scene.sides(match))
    ours, theirs = scene.players[left.name], scene.players[right.name]
    assert scene.seated(match, 1) == [None, None]
    services.send_line_up(**scene.act(match_id=match.pk, team_id=left.pk, players=[p.pk for p in ours[:5]]))
    order = [theirs[0].pk, theirs[1].pk, theirs[2].pk, None, theirs[4].pk]
    services.send_line_up(**scene.act(match_id=match.pk, team_id=right.pk, players=order))
    services.put_at_board(**scene.act(match_id=match.pk, team_id=left.pk, board=2, player_id=ours[5].pk, reason="ill"))
    assert scene.seated(match, 2) == [ours[5], theirs[1]]
    assert scene.seated(match, 4) == [ours[3], None]
    for board in (1, 2, 3):
        scene.enter(match, board, LEFT_WINS, RIGHT_WINS)
    last = scene.board(match, 5)
    scene.enter(match, 5, LEVEL)
    report = services.report_game(actor=scene.actor(ours[4]), now=NOW, match_id=last.pk, number=2, figures=LEFT_WINS)
    services.dispute_game(actor=scene.actor(theirs[4]), now=NOW, report_id=report.pk, figures=LEVEL)
    match.refresh_from_db()
    assert match.state == MatchState.OPEN
    services.accept_report(**scene.act(report_id=report.pk))
    match.refresh_from_db()
    decision = Decision.objects.get(match=match, current=True)
    # three boards level at 20:20, the empty one 30:0, the disputed one 10 + 20
    assert (decision.tp_left, decision.tp_right) == (600 + 300 + 300, 600 + 0 + 100)
    assert match.winner == left


def play_a_level_match(scene: TeamScene, match: Match) -> None:
    """100:100 and two boards each: board 1 decides."""
    scene.open(match)
    for board, games in enumerate(
        ((RIGHT_WINS, LEVEL), (LEFT_WINS, LEVEL), (RIGHT_WINS, LEVEL), (LEFT_WINS, LEVEL)), 1
    ):
        scene.enter(match, board, *games)
    match.refresh_from_db()
    assert match.state == MatchState.OPEN
    scene.enter(match, 5, LEVEL, LEVEL)
    match.refresh_from_db()
    decision = Decision.objects.get(match=match, current=True)
    assert (decision.tp_left, decision.tp_right, decision.winner_side) == (1000, 1000, 1)
    assert match.winner is not None
    assert match.winner.name == scene.sides(match)[1]


def end_a_match_early(scene: TeamScene, match: Match) -> None:
    """Out of reach after three boards; the others may be played and are rated, but change no winner."""
    side = by_strength(scene, match)[0]
    scene.win(match, side, boards=(1, 2, 3))
    assert match.state == MatchState.DECIDED
    winner = match.winner
    scene.enter(match, 4, *(RIGHT_WINS, RIGHT_WINS) if side == 0 else (LEFT_WINS, LEFT_WINS))
    match.refresh_from_db()
    decision = Decision.objects.get(match=match, current=True)
    assert (match.winner, sorted((decision.tp_left, decision.tp_right))) == (winner, [400, 1200])
