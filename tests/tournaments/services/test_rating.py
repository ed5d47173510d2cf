"""Finished events are rated; corrected, opened again, or taken out they are rated anew."""

from collections.abc import Callable
from dataclasses import replace
from datetime import date

import pytest

from ratings.models import EventSubmission, RatedEvent, Rating, RatingBatch
from ratings.services import Pairing, apply_waiting, check_ratings
from tantrix_site.errors import Conflict
from tests.kept import kept
from tests.ratings.scene import make_players, results, send
from tests.tournaments.scene import LEFT_WINS, NOW, RIGHT_WINS, Scene, later, make_scene, quick_scene
from tournaments import services
from tournaments.formats.progression import Progression
from tournaments.models import DecisionKind, Event
from tournaments.selectors.rated_games import rated_pairings, rating_changes, source_of
from tournaments.services import Correction, EventDetails, GameFigures, Ruling, StagePlan

pytestmark = pytest.mark.django_db


def ids(scene: Scene) -> list[int]:
    return [entry.player_id for entry in scene.entries]


def told(scene: Scene) -> set[tuple[int, int, int, tuple[int, int]]]:
    """The rated pairings by seeds."""
    seed = {player: n for n, player in enumerate(ids(scene), start=1)}
    return {(seed[p.left], seed[p.right], p.games, p.tp) for p in rated_pairings(scene.event)}


def rule(scene: Scene, number: int, **ruling: object) -> None:
    services.decide_match(
        actor=scene.owner, now=NOW, match_id=scene.match(number).pk, ruling=Ruling(**ruling), reason="ruled"
    )


def finish(scene: Scene, at=NOW) -> None:
    services.finish_event(actor=scene.owner, now=at, event_id=scene.event.pk)
    rate()


def rate() -> None:
    services.rate_due_events(now=NOW)
    apply_waiting(now=NOW)


@kept
def finished() -> Scene:
    """One match, which its left side won, in an event that is over and rated."""
    scene = make_scene(2)
    scene.enter(1)
    finish(scene)
    return scene


@pytest.mark.parametrize(
    ("ruling", "counted"),
    [
        ({"kind": DecisionKind.WALKOVER, "side": 1}, set()),
        ({"kind": DecisionKind.DEFAULT, "side": 1}, set()),
        ({"kind": DecisionKind.DOUBLE_DEFAULT}, set()),
        ({"kind": DecisionKind.RETIRED, "side": 1}, {(1, 4, 1, (200, 0))}),
        ({"kind": DecisionKind.ADJUDICATED, "tp": (350, 250)}, {(1, 4, 3, (350, 250))}),
        # no whole number of games: what was played counts
        ({"kind": DecisionKind.ADJUDICATED, "tp": (350, 200)}, {(1, 4, 1, (200, 0))}),
    ],
)
def test_what_counts_of_a_match_stopped_after_its_first_game(ruling, counted):
    scene = make_scene(4, games_by_round=(3,))
    scene.enter(1)
    rule(scene, 1, **ruling)
    assert told(scene) == counted


def test_byes_are_not_rated_and_deciders_neither():
    scene = make_scene(3)
    assert told(scene) == set()
    scene.enter(2, GameFigures(tiles=(15, 15)))
    scene.enter(2, RIGHT_WINS, game=2)
    assert [p.games for p in rated_pairings(scene.event)] == [1]
    assert {p.tp for p in rated_pairings(scene.event)} == {(100, 100)}


def test_games_played_before_somebody_left_stay_rated():
    scene = make_scene(4, games_by_round=(3,))
    scene.enter(1)
    leaving = {"actor": scene.owner, "now": NOW, "entry_id": scene.entries[3].pk}
    plan = services.plan_exit(**leaving).plan
    services.withdraw_entry(**leaving, reason="ill", digest=plan.digest)
    assert told(scene) == {(1, 4, 1, (200, 0))}


def test_groups_and_the_knockout_after_them_count_together():
    stages = [StagePlan("groups"), StagePlan("knockout", rule=Progression(first=2))]
    scene = make_scene(4, stages=stages, played=True)
    assert sum(p.games for p in rated_pairings(scene.event)) == 6
    services.close_stage(actor=scene.owner, now=NOW, event_id=scene.event.pk, stage_number=1)
    services.make_draw(actor=scene.owner, now=NOW, event_id=scene.event.pk, stage_number=2)
    scene.play_all()
    # the two first of the group meet once more
    assert sum(p.games for p in rated_pairings(scene.event)) == 7


def test_provisional_while_it_runs_and_final_when_it_closes():
    scene = make_scene(4)
    scene.enter(1)
    provisional = rating_changes(scene.event)
    assert set(provisional) == {ids(scene)[0], ids(scene)[3]}
    assert not Rating.objects.exists()
    scene.play_all()
    as_shown = rating_changes(scene.reload())
    finish(scene)
    assert rating_changes(scene.reload()) == as_shown
    event = RatedEvent.objects.get()
    assert (event.source, event.path, event.closes_on) == (
        source_of(scene.event), f"/events/{scene.event.slug}/", date(2026, 5, 1),
    )  # fmt: skip
    assert services.rate_due_events(now=NOW) == 0


def test_a_correction_of_a_finished_event_is_planned_and_then_rated():
    scene = finished()
    flip = Correction(games={1: RIGHT_WINS})
    act = {"actor": scene.owner, "match_id": scene.match(1).pk, "correction": flip}
    digest = services.plan_correction(**act).plan.digest
    before = Event.objects.get()
    plan = services.plan_rating_change(**act, now=later(days=700), digest=digest)
    assert plan is not None
    assert (Event.objects.get().version, scene.match(1).winner_id) == (before.version, scene.entries[0].pk)
    late = {"now": later(days=700), "reason": "the sheet was misread", "digest": digest}
    with pytest.raises(Conflict) as unseen:
        services.correct_result(**act, **late)
    assert unseen.value.code == "ratings_move"
    services.correct_result(**act, **late, rating_digest=plan.digest)
    rate()
    assert {row.player_id: row.rating for row in Rating.objects.all()} == {
        move.player: move.after.rating for move in plan.moves
    }
    last = EventSubmission.objects.order_by("-pk")[0]
    assert (last.reason, last.user, last.batch.number) == ("the sheet was misread", scene.owner.user, 2)
    assert RatedEvent.objects.get().closes_on == date(2026, 5, 1)
    assert check_ratings().is_right


def test_what_was_seen_of_ratings_holds_only_while_the_ledger_is_the_same():
    scene = finished()
    act = {"actor": scene.owner, "match_id": scene.match(1).pk, "correction": Correction(games={1: RIGHT_WINS})}
    act |= {"now": later(days=1), "digest": services.plan_correction(**act).plan.digest}
    seen = services.plan_rating_change(**act)
    send(results(9000, [Pairing(*ids(scene), 5, (600, 400))], closes_on=date(2026, 4, 1)))
    with pytest.raises(Conflict) as outdated:
        services.correct_result(**act, reason="misread", rating_digest=seen.digest)
    assert outdated.value.code == "ratings_changed"
    assert scene.match(1).winner_id == scene.entries[0].pk
    services.correct_result(**act, reason="misread", rating_digest=services.plan_rating_change(**act).digest)
    rate()
    # 50 to 8 tiles are the same 20 points: nothing to be seen
    same = act | {"correction": Correction(games={1: GameFigures(tiles=(8, 50))})}
    services.correct_result(**same, reason="misread again")


def test_games_are_not_brought_back_into_a_finished_event_past_the_plan_of_its_ratings():
    scene = make_scene(4, games_by_round=(1, 2))
    for number in (1, 2):
        scene.enter(number)
    scene.enter(3)  # the first of two games
    act = {"actor": scene.owner, "match_id": scene.match(1).pk}
    for figures in (RIGHT_WINS, LEFT_WINS):
        correction = Correction(games={1: figures})
        digest = services.plan_correction(**act, correction=correction).plan.digest
        services.correct_result(**act, now=NOW, correction=correction, reason="misread", digest=digest)
    gone = {"actor": scene.owner, "now": later(hours=1), "entry_id": scene.entries[2].pk}
    services.withdraw_entry(**gone, digest=services.plan_exit(**gone).plan.digest)
    finish(scene, later(hours=2))
    counted = told(scene)
    back = {"actor": scene.owner, "now": later(hours=3), "match_id": scene.match(3).pk, "reason": "they had played"}
    with pytest.raises(Conflict) as unseen:
        services.reinstate_match(**back)
    assert (unseen.value.code, told(scene)) == ("event_finished", counted)

    again = {"actor": scene.owner, "event_id": scene.event.pk}
    services.reopen_event(**again, now=later(hours=4), reason="they had played")
    services.reinstate_match(**back)
    assert told(scene) == counted | {(1, 3, 1, (200, 0))}
    with pytest.raises(Conflict) as moved:
        services.finish_event(**again, now=later(hours=5))
    assert moved.value.code == "ratings_move"


def test_there_is_no_plan_before_an_event_is_rated():
    scene = make_scene(4)
    scene.enter(1)
    flip = Correction(games={1: RIGHT_WINS})
    act = {"actor": scene.owner, "match_id": scene.match(1).pk, "correction": flip, "now": NOW}
    assert services.plan_rating_change(**act, digest=None) is None


def test_opened_again_it_counts_as_before_until_it_closes():
    scene = finished()
    was = {row.player_id: row.rating for row in Rating.objects.all()}
    services.reopen_event(actor=scene.owner, now=later(days=700), event_id=scene.event.pk, reason="a protest")
    rate()
    assert RatedEvent.objects.get().state == "provisional"
    flip = {"match_id": scene.match(1).pk, "correction": Correction(games={1: RIGHT_WINS})}
    services.correct_result(actor=scene.owner, now=later(days=700), reason="protest upheld", **flip)
    rate()
    assert {row.player_id: row.rating for row in Rating.objects.all()} == was
    act = {"actor": scene.owner, "now": later(days=701), "event_id": scene.event.pk}
    assert refused(lambda: services.finish_event(**act)) == "ratings_move"
    assert refused(lambda: services.finish_event(**act, rating_digest="x")) == "ratings_changed"
    plan = services.plan_finish_ratings(**act)
    assert plan is not None
    assert scene.reload().state == "running"
    services.finish_event(**act, rating_digest=plan.digest)
    rate()
    event = RatedEvent.objects.get()
    assert (event.state, event.closes_on) == ("final", date(2026, 5, 1))
    now = {row.player_id: row.rating for row in Rating.objects.all()}
    assert now == {move.player: move.after.rating for move in plan.moves} != was


def refused(act: Callable[[], object]) -> str:
    with pytest.raises(Conflict) as refusal:
        act()
    return refusal.value.code


def test_opened_and_closed_again_without_a_change_nothing_has_to_be_seen():
    scene = finished()
    services.reopen_event(actor=scene.owner, now=later(days=1), event_id=scene.event.pk, reason="a protest")
    act = {"actor": scene.owner, "now": later(days=2), "event_id": scene.event.pk}
    assert services.plan_finish_ratings(**act) is None
    finish(scene, later(days=2))
    assert RatedEvent.objects.get().state == "final"


def test_an_event_before_others_of_its_players_closes_only_once_seen():
    scene = make_scene(2, ends_on=date(2026, 4, 26))
    scene.enter(1)
    act = {"actor": scene.owner, "now": NOW, "event_id": scene.event.pk}
    send(results(9000, [Pairing(*make_players(2), 5, (600, 400))], closes_on=date(2026, 4, 30)))
    assert services.plan_finish_ratings(**act) is None
    mine = ids(scene)
    send(results(9001, [Pairing(*mine, 5, (600, 400))], closes_on=date(2026, 4, 30)))
    assert refused(lambda: services.finish_event(**act)) == "ratings_move"
    plan = services.plan_finish_ratings(**act)
    assert {event.name for event in plan.events} == {"Spring Cup", "Cup 9001"}
    services.finish_event(**act, rating_digest=plan.digest)
    rate()
    assert {row.player_id: row.rating for row in Rating.objects.filter(player__in=mine)} == {
        move.player: move.after.rating for move in plan.moves
    }
    assert check_ratings().is_right


def test_the_sweep_goes_on_while_an_event_waits_for_its_organiser():
    """What is sent was agreed to; an event that is open counts as it did."""
    scene = finished()
    services.reopen_event(actor=scene.owner, now=later(days=1), event_id=scene.event.pk, reason="a protest")
    flip = {"match_id": scene.match(1).pk, "correction": Correction(games={1: RIGHT_WINS})}
    services.correct_result(actor=scene.owner, now=later(days=1), reason="upheld", **flip)
    refused(lambda: services.finish_event(actor=scene.owner, now=later(days=2), event_id=scene.event.pk))
    other = quick_scene(2, name="other")
    other.enter(1)
    finish(other, later(days=2))
    assert [event.state for event in RatedEvent.objects.order_by("number")] == ["provisional", "final"]


def change(scene: Scene, *, seen: bool = False, **values: object) -> None:
    act = {"actor": scene.owner, "now": NOW, "event_id": scene.event.pk}
    act |= {"details": replace(EventDetails.of(scene.reload()), **values)}
    plan = services.plan_update_ratings(**act) if seen else None
    services.update_event(**act, rating_digest=None if plan is None else plan.digest)


def test_unrated_events_leave_no_trace_and_may_be_rated_later():
    scene = make_scene(2, rated=False)
    scene.enter(1)
    finish(scene)
    assert not EventSubmission.objects.exists()
    assert rating_changes(scene.reload()) == {}
    change(scene, rated=True)
    rate()
    assert Rating.objects.exists()
    # what would move ratings is not done in passing
    for field, value in (("rated", False), ("ends_on", date(2020, 1, 1)), ("time_zone", "Pacific/Kiritimati")):
        with pytest.raises(Conflict) as locked:
            change(scene, **{field: value})
        assert (locked.value.code, locked.value.field) == ("settings_locked", field)
    change(scene, place="Budapest")
    services.reopen_event(actor=scene.owner, now=NOW, event_id=scene.event.pk, reason="it was for practice")
    assert refused(lambda: change(scene, rated=False)) == "ratings_move"
    change(scene, rated=False, seen=True)
    rate()
    assert not Rating.objects.exists()
    assert RatedEvent.objects.get().state == "withdrawn"
    send(results(9000, [Pairing(*ids(scene), 5, (600, 400))], closes_on=date(2026, 6, 1)))
    # rated once more, it comes before another
    assert refused(lambda: change(scene, rated=True)) == "ratings_move"
    change(scene, rated=True, seen=True)
    rate()
    assert RatedEvent.objects.get(source=source_of(scene.event)).state == "provisional"


def test_the_announced_last_day_is_the_closing_date():
    scene = make_scene(2, starts_on=date(2026, 4, 20), ends_on=date(2026, 4, 26))
    scene.enter(1, LEFT_WINS)
    finish(scene)
    assert RatedEvent.objects.get().closes_on == date(2026, 4, 26)
    assert RatingBatch.objects.get().submissions.get().user == scene.owner.user


def test_pairings_name_players_not_entries():
    scene = make_scene(2)
    scene.enter(1)
    assert rated_pairings(scene.event) == (Pairing(ids(scene)[0], ids(scene)[1], 1, (200, 0)),)
