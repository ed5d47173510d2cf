"""What the two players say, and what becomes of it."""

import pytest

from players.actors import SYSTEM, Actor, account_actor
from players.models import ActionLog
from tantrix_site.errors import Conflict, DomainError, InvalidInput, NotFound, NotPermitted, StaleVersion
from tests.tournaments.scene import LEFT_WINS, LEVEL, NOW, RIGHT_WINS, add_arbiter, later, make_scene, make_user
from tournaments import services
from tournaments.models import Decision, GameResult, Match, Report, ReportState, Signature
from tournaments.models.report import LIVE_STATES, REPORT_TRANSITIONS
from tournaments.services import GameFigures, NewPerson
from tournaments.services.signing import move_report

pytestmark = pytest.mark.django_db


@pytest.fixture
def scene():
    return make_scene(4)


def states(scene):
    return list(Report.objects.filter(match__event=scene.event).order_by("pk").values_list("state", flat=True))


def test_a_report_decides_nothing_until_the_opponent_confirms(scene):
    report = scene.report(1, 1)
    assert (report.state, report.side, report.confirm_by) == ("open", 0, later(hours=48))
    assert (scene.match(1).state, GameResult.objects.count()) == ("open", 0)

    services.confirm_game(actor=scene.player(4), now=later(hours=1), report_id=report.pk)
    result = GameResult.objects.get()
    assert (result.signature, result.tp_left, result.tp_right, result.report) == ("opponent", 200, 0, report)
    assert (scene.match(1).state, scene.winner(1), scene.sides(3)) == ("decided", 1, ("1", None))
    scene.check_cache()


def test_everything_that_happens_is_in_the_log_and_raises_the_versions(scene):
    event, match = scene.reload().version, scene.match(1).version
    report = scene.report(1, 1)
    assert (scene.reload().version, scene.match(1).version) == (event + 1, match + 1)
    services.confirm_game(actor=scene.player(4), now=NOW, report_id=report.pk)
    assert scene.reload().version > event + 1
    acts = ActionLog.objects.filter(target_type="tournaments.match", target_id=scene.match(1).pk).order_by("pk")
    assert [act.action for act in acts] == ["report.sent", "report.confirmed", "game.recorded", "match.decided"]
    assert [act.user for act in acts][:2] == [scene.player(1).user, scene.player(4).user]


def test_reports_alike_by_both_are_confirmed_at_once(scene):
    scene.report(1, 1)
    second = scene.report(1, 4)
    assert second.state == "confirmed"
    assert GameResult.objects.get().signature == "agreement"
    assert states(scene) == ["confirmed", "confirmed"]
    assert scene.winner(1) == 1


def test_different_reports_are_a_dispute_that_no_time_ends(scene):
    scene.report(1, 1)
    scene.report(1, 4, RIGHT_WINS)
    assert states(scene) == ["disputed", "disputed"]
    assert services.confirm_due_reports(now=later(days=30)) == 0
    assert scene.match(1).state == "open"


def test_giving_in_ends_a_dispute(scene):
    first = scene.report(1, 1)
    scene.report(1, 4, RIGHT_WINS)
    services.confirm_game(actor=scene.player(4), now=NOW, report_id=first.pk)
    assert states(scene) == ["confirmed", "superseded"]
    assert scene.winner(1) == 1


def test_correcting_ones_own_report_ends_a_dispute(scene):
    scene.report(1, 1)
    scene.report(1, 4, RIGHT_WINS)
    scene.report(1, 4, LEFT_WINS)
    assert states(scene) == ["confirmed", "superseded", "confirmed"]


def test_taking_back_one_of_two_leaves_the_other_to_confirm(scene):
    scene.report(1, 1)
    second = scene.report(1, 4, RIGHT_WINS)
    services.withdraw_report(actor=scene.player(4), now=later(hours=5), report_id=second.pk)
    assert states(scene) == ["open", "withdrawn"]
    assert Report.objects.first().confirm_by == later(hours=53)


def test_nobody_objected_in_time(scene):
    scene.report(1, 1)
    assert services.confirm_due_reports(now=later(hours=47, minutes=59)) == 0
    assert services.confirm_due_reports(now=later(hours=48)) == 1
    assert services.confirm_due_reports(now=later(hours=49)) == 0
    result = GameResult.objects.get()
    assert (result.signature, result.via, result.user) == (Signature.TIME, "system", None)
    assert scene.winner(1) == 1


def test_confirming_twice_changes_nothing(scene):
    report = scene.report(1, 1)
    for _ in range(2):
        after = services.confirm_game(actor=scene.player(4), now=NOW, report_id=report.pk)
    assert after.state == "confirmed"
    assert GameResult.objects.count() == Decision.objects.count() == 1


def test_nobody_confirms_a_report_of_ones_own(scene):
    report = scene.report(1, 1)
    with pytest.raises(NotPermitted) as error:
        services.confirm_game(actor=scene.player(1), now=NOW, report_id=report.pk)
    assert error.value.code == "own_report"


def test_others_have_no_say(scene):
    report = scene.report(1, 1)
    stranger = account_actor(make_user("stranger"))
    link_of_another = Actor(via="link", entry_id=scene.entries[1].pk, player=scene.entries[3].player)
    for actor in (scene.player(2), stranger, scene.owner, link_of_another, SYSTEM):
        for act in (services.confirm_game, services.dispute_game):
            with pytest.raises(NotPermitted):
                act(actor=actor, now=NOW, report_id=report.pk)
        with pytest.raises(NotPermitted):
            services.withdraw_report(actor=actor, now=NOW, report_id=report.pk)
        with pytest.raises(NotPermitted):
            services.report_game(actor=actor, now=NOW, match_id=scene.match(1).pk, number=1, figures=LEFT_WINS)
    assert states(scene) == ["open"]


def test_a_private_link_reports_confirms_and_nothing_more():
    scene = make_scene(1, start=False)
    arguments = {"actor": scene.owner, "now": NOW, "event_id": scene.event.pk}
    entered = services.add_entry(**arguments, person=NewPerson("Linked"))
    link = Actor(via="link", entry_id=entered.entry.pk, player=entered.entry.player)
    services.make_draw(**arguments)
    services.start_event(**arguments)
    match = Match.objects.get(event=scene.event)
    report = services.report_game(actor=link, now=NOW, match_id=match.pk, number=1, figures=LEFT_WINS)
    assert (report.side, report.via) == (1, "link")
    services.withdraw_report(actor=link, now=NOW, report_id=report.pk)
    theirs = services.report_game(actor=scene.player(1), now=NOW, match_id=match.pk, number=1, figures=LEFT_WINS)
    services.confirm_game(actor=link, now=NOW, report_id=theirs.pk)
    assert scene.winner(1) == 1
    with pytest.raises(NotPermitted):
        services.enter_result(actor=link, now=NOW, match_id=match.pk, number=1, figures=LEFT_WINS)


def test_disputing_with_figures_and_with_words_alone(scene):
    first = scene.report(1, 1)
    with pytest.raises(InvalidInput) as error:
        services.dispute_game(actor=scene.player(4), now=NOW, report_id=first.pk)
    assert error.value.field == "reason"
    after = services.dispute_game(actor=scene.player(4), now=NOW, report_id=first.pk, figures=RIGHT_WINS)
    assert after.state == "disputed"
    assert states(scene) == ["disputed", "disputed"]

    second = scene.report(2, 2)
    after = services.dispute_game(actor=scene.player(3), now=NOW, report_id=second.pk, reason="We never played.")
    assert (after.state, after.confirm_by) == ("disputed", None)


def test_a_dispute_that_says_the_same_confirms(scene):
    report = scene.report(1, 1)
    after = services.dispute_game(actor=scene.player(4), now=NOW, report_id=report.pk, figures=LEFT_WINS)
    assert after.state == "confirmed"


@pytest.mark.parametrize("end", [ReportState.WITHDRAWN, ReportState.CONFIRMED, ReportState.REFUSED])
def test_what_was_answered_is_answered(scene, end):
    report = scene.report(1, 1)
    Report.objects.filter(pk=report.pk).update(state=end)
    arguments = {"now": NOW, "report_id": report.pk}
    with pytest.raises(Conflict) as error:
        services.withdraw_report(actor=scene.player(1), **arguments)
    assert error.value.code == "report_closed"
    with pytest.raises(Conflict):
        services.dispute_game(actor=scene.player(4), reason="no", **arguments)
    with pytest.raises(Conflict):
        services.accept_report(actor=scene.owner, reason="ok", **arguments)
    with pytest.raises(Conflict):
        services.refuse_report(actor=scene.owner, reason="no", **arguments)


def test_an_arbiter_accepts_one_of_two_or_neither(scene):
    arbiter = add_arbiter(scene)
    scene.report(1, 1)
    theirs = scene.report(1, 4, RIGHT_WINS)
    services.accept_report(actor=arbiter, now=NOW, report_id=theirs.pk, reason="Saw the sheet")
    assert (GameResult.objects.get().signature, scene.winner(1)) == ("arbiter", 4)
    assert states(scene) == ["superseded", "confirmed"]

    mine = scene.report(2, 2)
    services.refuse_report(actor=arbiter, now=NOW, report_id=mine.pk, reason="A practice game")
    mine.refresh_from_db()
    assert (mine.state, mine.close_reason, scene.match(2).state) == ("refused", "A practice game", "open")


def test_an_arbiter_does_not_rule_on_its_own_match(scene):
    services.add_organiser(
        actor=scene.owner, now=NOW, event_id=scene.event.pk, user=scene.player(1).user, role="arbiter"
    )
    report = scene.report(1, 4)
    for act in (services.accept_report, services.refuse_report):
        with pytest.raises(NotPermitted) as error:
            act(actor=scene.player(1), now=NOW, report_id=report.pk, reason="mine")
        assert error.value.code == "own_match"


def test_players_cannot_rule(scene):
    report = scene.report(1, 1)
    for act in (services.accept_report, services.refuse_report):
        with pytest.raises(NotPermitted):
            act(actor=scene.player(4), now=NOW, report_id=report.pk, reason="x")


@pytest.mark.parametrize(
    ("number", "figures", "code"),
    [
        (0, LEFT_WINS, "bad_game_number"),
        (-1, LEFT_WINS, "bad_game_number"),
        (2, LEFT_WINS, "game_not_due"),
        (99, LEFT_WINS, "game_not_due"),
        (1, GameFigures(tiles=(-1, 3)), "bad_tiles"),
        (1, GameFigures(tiles=(3, 85)), "bad_tiles"),
        (1, GameFigures(tiles=(3, 4), colours=("red", "red")), "bad_colours"),
        (1, GameFigures(tiles=(3, 4), colours=("pink", "")), "bad_colours"),
        (1, GameFigures(tiles=(3, 4), seconds=(-1, None)), "bad_time"),
    ],
)
def test_reports_that_cannot_be(scene, number, figures, code):
    with pytest.raises(DomainError) as error:
        scene.report(1, 1, figures, game=number)
    assert error.value.code == code
    assert Report.objects.count() == 0


def test_matches_in_which_nothing_can_be_reported():
    scene = make_scene(3)

    def refusal(number, seed):
        with pytest.raises(DomainError) as error:
            scene.report(number, seed)
        return error.value.code

    assert refusal(1, 1) == "match_bye"
    assert refusal(3, 1) == "match_waiting"
    scene.enter(2)
    assert refusal(2, 2) == "game_decided"
    scene.enter(3)
    services.finish_event(actor=scene.owner, now=NOW, event_id=scene.event.pk)
    assert refusal(3, 1) == "event_finished"


def test_a_match_that_has_not_started_and_one_that_does_not_exist():
    scene = make_scene(2, start=False)
    services.make_draw(actor=scene.owner, now=NOW, event_id=scene.event.pk)
    with pytest.raises(Conflict) as error:
        scene.report(1, 1)
    assert error.value.code == "event_not_started"
    with pytest.raises(NotFound):
        services.report_game(actor=scene.player(1), now=NOW, match_id=999_999, number=1, figures=LEFT_WINS)
    with pytest.raises(NotFound):
        services.confirm_game(actor=scene.player(1), now=NOW, report_id=999_999)


def test_all_games_of_a_match_in_one_report_all_or_none():
    scene = make_scene(2, games_by_round=(3,))
    arguments = {"now": NOW, "match_id": scene.match(1).pk}
    games = {1: LEFT_WINS, 2: RIGHT_WINS, 3: LEVEL}
    with pytest.raises(DomainError) as error:
        services.report_games(actor=scene.player(1), games={**games, 3: GameFigures(tiles=(1, 99))}, **arguments)
    assert error.value.field == "games.3.tiles_right"
    assert Report.objects.count() == 0
    assert len(services.report_games(actor=scene.player(1), games=games, **arguments)) == 3
    services.report_games(actor=scene.player(2), games={1: LEFT_WINS, 2: LEVEL}, **arguments)
    assert states(scene) == ["confirmed", "disputed", "open", "confirmed", "disputed"]


def test_games_after_the_decision_are_counted_and_change_no_winner():
    scene = make_scene(2, games_by_round=(4,))
    for game in (1, 2, 3):
        scene.enter(1, game=game)
    assert (scene.match(1).state, scene.winner(1)) == ("decided", 1)
    report = scene.report(1, 1, RIGHT_WINS, game=4)
    services.confirm_game(actor=scene.player(2), now=NOW, report_id=report.pk)
    decision = Decision.objects.get(current=True)
    assert (decision.version, decision.tp_left, decision.tp_right, scene.winner(1)) == (2, 600, 200, 1)
    with pytest.raises(DomainError) as error:
        scene.report(1, 1, game=5)
    assert error.value.code == "bad_game_number"
    scene.check_cache()


def test_level_after_the_last_game_more_tiles_then_a_decider():
    scene = make_scene(2, games_by_round=(2,))
    scene.enter(1, GameFigures(tiles=(20, 11)), game=1)
    scene.enter(1, GameFigures(tiles=(10, 19)), game=2)
    assert scene.match(1).state == "open"
    with pytest.raises(DomainError):
        scene.report(1, 1, game=4)
    scene.enter(1, GameFigures(tiles=(5, 5)), game=3)
    scene.enter(1, GameFigures(tiles=(5, 6)), game=4)
    assert (scene.match(1).state, scene.winner(1)) == ("decided", 2)
    assert list(GameResult.objects.order_by("number").values_list("decider", flat=True)) == [False, False, True, True]
    assert Decision.objects.get().tp_left == 200


def test_extra_games_follow_a_lead_that_is_too_small():
    scene = make_scene(2, games_by_round=(1,), lead_threshold=100, extra_games=1)
    scene.enter(1, GameFigures(tiles=(11, 10)))
    assert scene.match(1).state == "open"
    scene.enter(1, GameFigures(tiles=(10, 11)), game=2)
    assert scene.match(1).state == "open"
    scene.enter(1, GameFigures(tiles=(3, 2)), game=3)
    assert scene.winner(1) == 1


def test_a_walkover_sets_reports_aside(scene):
    scene.report(1, 1)
    plan = services.plan_exit(actor=scene.player(4), now=NOW, entry_id=scene.entries[3].pk)
    services.withdraw_entry(actor=scene.player(4), now=NOW, entry_id=scene.entries[3].pk, digest=plan.plan.digest)
    assert states(scene) == ["superseded"]
    with pytest.raises(Conflict) as error:
        scene.report(1, 1)
    assert error.value.code == "match_decided"


def test_a_stale_version_is_refused(scene):
    with pytest.raises(StaleVersion):
        scene.report(1, 1, expected_version=99)
    report = scene.report(1, 1, expected_version=scene.match(1).version)
    with pytest.raises(StaleVersion):
        services.confirm_game(actor=scene.player(4), now=NOW, report_id=report.pk, expected_version=1)


@pytest.mark.parametrize("before", ReportState)
@pytest.mark.parametrize("after", ReportState)
def test_every_change_of_state_is_in_the_table(before, after):
    report = Report(state=before)
    if after in REPORT_TRANSITIONS[before]:
        move_report(report, after)
        assert report.state == after
    else:
        with pytest.raises(RuntimeError):
            move_report(report, after)
    assert bool(REPORT_TRANSITIONS[before]) == (before in LIVE_STATES)
