"""Two at the same moment: the database decides, in whatever order they come."""

import pytest

from games.services import submit_record, verify_record
from ratings.models import CasualGame
from ratings.services import CasualResult, confirm_offer, offer_game
from tantrix_site.errors import Conflict
from tests.tournaments.scene import LEFT_WINS, NOW, RIGHT_WINS, later, make_event, make_owner, make_scene, record_bytes
from tests.tournaments.together import codes, together
from tournaments import services
from tournaments.formats.warnings import Times
from tournaments.models import Decision, Draw, Entry, GameResult, Match, OfferEnding, Report, Slot
from tournaments.selectors.arranging_rules import Arranging
from tournaments.selectors.stages import cache_faults
from tournaments.services import Correction, NewPerson

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize("theirs", [LEFT_WINS, RIGHT_WINS], ids=["alike", "different"])
def test_both_players_report(theirs):
    scene = make_scene(4)
    answers = together(lambda: scene.report(1, 1), lambda: scene.report(1, 4, theirs))
    assert codes(answers) == []
    expected = "confirmed" if theirs == LEFT_WINS else "disputed"
    assert list(Report.objects.values_list("state", flat=True)) == [expected, expected]
    assert GameResult.objects.count() == (1 if theirs == LEFT_WINS else 0)
    scene.check_cache()


def test_two_confirmations_by_time_and_by_hand():
    scene = make_scene(4)
    report = scene.report(1, 1)
    together(
        lambda: services.confirm_game(actor=scene.player(4), now=later(hours=48), report_id=report.pk),
        lambda: services.confirm_game(actor=scene.player(4), now=later(hours=48), report_id=report.pk),
        lambda: services.confirm_due_reports(now=later(hours=48)),
        lambda: services.confirm_due_reports(now=later(hours=48)),
    )
    assert GameResult.objects.count() == Decision.objects.count() == 1
    scene.check_cache()


def test_confirmed_and_disputed():
    scene = make_scene(4)
    report = scene.report(1, 1)
    answers = together(
        lambda: services.confirm_game(actor=scene.player(4), now=NOW, report_id=report.pk),
        lambda: services.withdraw_report(actor=scene.player(1), now=NOW, report_id=report.pk),
    )
    report.refresh_from_db()
    assert codes(answers) == ["report_closed"]
    assert GameResult.objects.count() == (1 if report.state == "confirmed" else 0)


def test_two_organisers_correct():
    scene = make_scene(4, played=True)
    planned = services.plan_correction(
        actor=scene.owner, match_id=scene.match(1).pk, correction=Correction(games={1: RIGHT_WINS})
    )

    def correct():
        return services.correct_result(
            actor=scene.owner, now=NOW, match_id=scene.match(1).pk, correction=Correction(games={1: RIGHT_WINS}),
            reason="Sheet misread", digest=planned.plan.digest,
        )  # fmt: skip

    answers = together(correct, correct)
    assert codes(answers) == ["no_change"]
    assert list(Decision.objects.filter(match__number=1).order_by("version").values_list("version", "current")) == [
        (1, False), (2, True),
    ]  # fmt: skip
    scene.check_cache()


def test_two_organisers_enter_different_results():
    scene = make_scene(4)
    answers = together(lambda: scene.enter(1, LEFT_WINS), lambda: scene.enter(1, RIGHT_WINS))
    assert codes(answers) == ["game_decided"]
    assert GameResult.objects.count() == 1
    scene.check_cache()


def test_two_draws():
    scene = make_scene(5, start=False)

    def draw():
        return services.make_draw(actor=scene.owner, now=NOW, event_id=scene.event.pk)

    assert codes(together(draw, draw)) == []
    assert list(Draw.objects.order_by("number").values_list("number", "current")) == [(1, False), (2, True)]
    assert (Match.objects.count(), Slot.objects.count()) == (7, 14)
    scene.check_cache()


def test_a_draw_and_the_start():
    scene = make_scene(4, start=False)
    arguments = {"actor": scene.owner, "now": NOW, "event_id": scene.event.pk}
    services.make_draw(**arguments)
    answers = together(lambda: services.start_event(**arguments), lambda: services.make_draw(**arguments))
    assert codes(answers) in ([], ["event_started"])
    assert scene.reload().state == "running"
    scene.check_cache()


def test_the_last_place_is_given_once():
    owner = make_owner()
    event = make_event(owner, capacity=2)
    services.add_entry(actor=owner, now=NOW, event_id=event.pk, person=NewPerson("First"))
    answers = together(
        *(
            lambda name=name: services.add_entry(actor=owner, now=NOW, event_id=event.pk, person=NewPerson(name))
            for name in ("Second", "Third", "Fourth")
        )
    )
    assert codes(answers) == ["event_full", "event_full"]
    assert Entry.objects.filter(event=event, state="accepted").count() == 2


def test_the_same_game_for_two_matches():
    scene = make_scene(4)
    reports = []
    for seed, match in ((1, 1), (3, 2)):
        report = services.attach_record(
            actor=scene.player(seed), now=NOW, match_id=scene.match(match).pk, number=1,
            data=record_bytes(7, colours=["red", "blue"]), left_colour="red",
        )  # fmt: skip
        reports.append(report)
    verify_record(record_pk=reports[0].submission.record_id, now=NOW)
    together(
        lambda: services.settle_report(now=NOW, report_id=reports[0].pk),
        lambda: services.settle_report(now=NOW, report_id=reports[1].pk),
    )
    assert sorted(Report.objects.values_list("state", flat=True)) == ["conflict", "open"]


def test_the_same_game_in_two_events_counts_once():
    scenes = [make_scene(2)]
    owner = scenes[0].owner
    other = make_event(owner, name="Autumn Cup")
    services.publish_event(actor=owner, now=NOW, event_id=other.pk)
    for actor in scenes[0].players:
        services.add_entry(actor=owner, now=NOW, event_id=other.pk, player_id=actor.player.pk)
    services.make_draw(actor=owner, now=NOW, event_id=other.pk)
    services.start_event(actor=owner, now=NOW, event_id=other.pk)
    matches = [scenes[0].match(1), Match.objects.get(event=other)]
    data = record_bytes(7, colours=["red", "blue"])
    reports = [
        services.attach_record(
            actor=owner, now=NOW, match_id=match.pk, number=1, data=data, left_colour="red",
        )
        for match in matches
    ]  # fmt: skip
    verify_record(record_pk=reports[0].submission.record_id, now=NOW)
    answers = together(*(lambda pk=report.pk: services.settle_report(now=NOW, report_id=pk) for report in reports))
    assert codes(answers) in ([], ["game_counted"])
    assert GameResult.objects.filter(current=True).count() == 1
    # whoever came second is shown in conflict at the next sweep
    services.sweep_reports(now=NOW)
    assert sorted(Report.objects.values_list("state", flat=True)) == ["confirmed", "conflict"]
    assert cache_faults([scenes[0].reload(), other]) == []


def test_a_game_counts_in_an_event_or_as_a_casual_one():
    scene = make_scene(2)
    data = record_bytes(7, colours=["red", "blue"])
    left, right = scene.players
    sent = submit_record(actor=left, data=data, now=NOW)
    verify_record(record_pk=sent.record_id, now=NOW)
    game = offer_game(
        actor=left, now=NOW, opponent=right.player, result=CasualResult(None, sent.public_id, "red")
    )  # fmt: skip
    report = services.attach_record(
        actor=scene.owner, now=NOW, match_id=scene.match(1).pk, number=1, data=data + b"\n", left_colour="red"
    )
    verify_record(record_pk=report.submission.record_id, now=NOW)
    answers = together(
        lambda: confirm_offer(actor=right, now=NOW, game_id=game.pk),
        lambda: services.settle_report(now=NOW, report_id=report.pk),
    )
    services.sweep_reports(now=NOW)
    report.refresh_from_db()
    counted = GameResult.objects.filter(current=True).count(), CasualGame.objects.filter(state="confirmed").count()
    assert counted in ((1, 0), (0, 1)), answers
    assert report.state == ("confirmed" if counted[0] else "conflict")


def test_results_of_two_matches_that_feed_one():
    scene = make_scene(4)
    assert codes(together(lambda: scene.enter(1), lambda: scene.enter(2))) == []
    assert (scene.sides(3), scene.match(3).state) == (("1", "3"), "open")
    scene.check_cache()


def test_a_withdrawal_and_the_result_of_the_same_match():
    scene = make_scene(4)
    planned = services.plan_exit(actor=scene.player(4), now=NOW, entry_id=scene.entries[3].pk)

    def withdraw():
        return services.withdraw_entry(
            actor=scene.player(4), now=NOW, entry_id=scene.entries[3].pk, digest=planned.plan.digest
        )

    answers = together(withdraw, lambda: scene.enter(1))
    assert len(codes(answers)) <= 1
    assert scene.winner(1) == 1
    scene.check_cache()


def test_a_refusal_leaves_nothing_behind():
    scene = make_scene(4, played=True)
    before = list(Decision.objects.values()), list(GameResult.objects.values()), scene.reload().version
    with pytest.raises(Conflict):
        services.correct_result(
            actor=scene.owner, now=NOW, match_id=scene.match(1).pk, correction=Correction(games={1: RIGHT_WINS}),
            reason="Sheet misread",
        )  # fmt: skip
    assert before == (list(Decision.objects.values()), list(GameResult.objects.values()), scene.reload().version)


def test_two_accept_and_one_time_is_agreed():
    scene = make_scene(4)
    match = scene.match(1).pk
    mine = services.offer_time(actor=scene.player(1), now=NOW, match_id=match, starts_at=later(days=1))
    theirs = services.offer_time(actor=scene.player(4), now=NOW, match_id=match, starts_at=later(days=2))
    answers = together(
        lambda: services.accept_time(actor=scene.player(4), now=later(hours=1), offer_id=mine.pk),
        lambda: services.accept_time(actor=scene.player(1), now=later(hours=1), offer_id=theirs.pk),
    )
    assert codes(answers) == ["offer_closed"]
    assert sorted(OfferEnding.objects.values_list("kind", flat=True)) == ["accepted", "replaced"]


def test_a_double_click_offers_once():
    scene = make_scene(4)

    def offer():
        return services.offer_time(actor=scene.player(1), now=NOW, match_id=scene.match(1).pk, starts_at=later(days=1))

    assert codes(together(offer, offer)) == ["offered_already"]
    services.set_deadline(actor=scene.owner, now=NOW, event_id=scene.event.pk, round_number=1, deadline=later(days=2))
    services.set_arranging(
        actor=scene.owner, now=NOW, event_id=scene.event.pk, rules=Arranging(0, Times(48, 12, 0, 24))
    )
    sweep = lambda: services.send_deadline_notices(now=later(hours=1))  # noqa: E731
    assert sum(together(sweep, sweep)) == 2
