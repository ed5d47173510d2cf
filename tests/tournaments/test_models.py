"""What the database itself refuses, whoever asks."""

import pytest
from django.db import IntegrityError, connection, transaction

from tests.kept import kept
from tests.tournaments.scene import NOW, make_scene
from tournaments.formats import facts
from tournaments.formats.fold import MatchState as CoreMatchState
from tournaments.models import (
    Decision,
    DecisionKind,
    Draw,
    Entry,
    Event,
    Exit,
    ExitKind,
    GameResult,
    Match,
    MatchState,
    Report,
    Slot,
    TimePenalty,
    VoidCause,
)

pytestmark = pytest.mark.django_db

FACT = {"at": NOW, "via": "account"}


@pytest.fixture
@kept
def scene():
    scene = make_scene(4)
    scene.enter(1)
    return scene


@pytest.fixture
def refused():
    def refused(act, *, by):
        with pytest.raises(IntegrityError, match=by), transaction.atomic():
            act()

    return refused


def pair(scene, number=1):
    left, right = scene.match(number).slots.order_by("side")
    return {"match": scene.match(number), "left": left.occupant, "right": right.occupant, **FACT}


def result_of(scene, match, **more):
    figures = {"raw_left": 200, "raw_right": 0, "tp_left": 200, "tp_right": 0, "signature": "organiser"}
    return GameResult(**{**pair(scene, match), **figures, **more})


def test_one_current_decision_and_no_version_twice(scene, refused):
    refused(
        lambda: Decision.objects.create(**pair(scene), version=2, kind="played", winner_side=0),
        by="decision_one_current",
    )
    refused(
        lambda: Decision.objects.create(**pair(scene), version=1, current=False, kind="played", winner_side=0),
        by="decision_version",
    )


@pytest.mark.parametrize(
    ("fields", "by"),
    [
        ({"kind": "played"}, "decision_winner"),
        ({"kind": "played", "tp_left": 110, "tp_right": 90}, "decision_winner"),
        ({"kind": "played", "winner_side": 2}, "decision_winner"),
        ({"kind": "double_default", "winner_side": 0}, "decision_winner"),
        ({"kind": "void"}, "decision_void_cause"),
        ({"kind": "walkover", "winner_side": 0, "void_cause": "exit"}, "decision_void_cause"),
    ],
)
def test_a_decision_has_the_winner_and_the_cause_of_its_kind(scene, refused, fields, by):
    refused(lambda: Decision.objects.create(**pair(scene, 2), version=1, **fields), by=by)


def test_one_current_result_a_game_and_one_place_a_game(scene, refused):
    refused(lambda: result_of(scene, 1, number=1, version=2).save(), by="result_one_current")
    GameResult.objects.update(game_key="k")
    refused(lambda: result_of(scene, 2, number=1, version=1, game_key="k").save(), by="result_game_once")
    GameResult.objects.update(current=False, ended="cleared")
    result_of(scene, 2, number=1, version=1, game_key="k").save()


@pytest.mark.parametrize(
    ("fields", "by"),
    [({"tp_left": 201}, "result_tp"), ({"current": False}, "result_ended"), ({"ended": "cleared"}, "result_ended")],
)
def test_a_result_stays_within_bounds(scene, refused, fields, by):
    row = result_of(scene, 2, number=1, version=1)
    for name, value in fields.items():
        setattr(row, name, value)
    refused(row.save, by=by)


@pytest.mark.parametrize(
    "fields",
    [
        {"source": "seed"},
        {"source": "seed", "source_seed": 1, "source_match_id": "self"},
        {"source": "winner"},
        {"source": "winner", "source_match_id": "self", "source_seed": 1},
        {"source": "bye", "source_seed": 1},
        {"source": "entry"},
        {"source": "other"},
    ],
)
def test_a_slot_has_exactly_one_source(scene, refused, fields):
    match = scene.match(3)
    values = {key: match.pk if value == "self" else value for key, value in fields.items()}
    Slot.objects.filter(match=match, side=0).delete()
    refused(lambda: Slot.objects.create(match=match, side=0, **values), by="slot_one_source")


def test_a_slot_exists_once_and_a_match_feeds_one(scene, refused):
    match = scene.match(3)
    refused(lambda: Slot.objects.create(match=match, side=0, source="bye"), by="slot_side")
    refused(lambda: Slot.objects.create(match=match, side=2, source="bye"), by="slot_two_sides")
    Slot.objects.filter(match=match, side=1).delete()
    refused(
        lambda: Slot.objects.create(match=match, side=1, source="winner", source_match=scene.match(1)),
        by="slot_fed_once",
    )
    refused(
        lambda: Slot.objects.filter(match=match, side=0).update(is_bye=True, occupant=scene.entries[0]),
        by="slot_bye_or_entry",
    )


def test_numbers_places_and_draws_are_unique(scene, refused):
    stage = scene.match(1).stage
    common = {"stage": stage, "event": scene.event, "games": 1}
    refused(lambda: Match.objects.create(**common, number=1, round=9, position=0), by="match_number")
    refused(lambda: Match.objects.create(**common, number=9, round=1, position=0), by="match_position")
    refused(lambda: Match.objects.create(**{**common, "games": 0}, number=9, round=9, position=0), by="match_games")
    drawn = {"stage": stage, "mode": "strict", "seeded": 4, "separation": "none", "entrants": [], "countries": [],
             "lines": [], **FACT}  # fmt: skip
    refused(lambda: Draw.objects.create(number=2, **drawn), by="draw_one_current")
    refused(lambda: Draw.objects.create(number=1, current=False, **drawn), by="draw_number")


def test_a_player_enters_once_and_a_seed_is_given_once(scene, refused):
    first = scene.entries[0]
    values = {"event": scene.event, "name": "x", "name_key": "x", "created_at": NOW}
    refused(lambda: Entry.objects.create(player=first.player, **values), by="entry_player_once")
    refused(lambda: Entry.objects.filter(pk=scene.entries[1].pk).update(seed=1), by="entry_seed_once")


def test_one_exit_in_force(scene, refused):
    Exit.objects.create(entry=scene.entries[0], kind="withdrawn", revoked_at=NOW, **FACT)
    Exit.objects.create(entry=scene.entries[0], kind="withdrawn", **FACT)
    refused(lambda: Exit.objects.create(entry=scene.entries[0], kind="disqualified", **FACT), by="exit_one_in_force")


def test_one_live_report_a_side_and_one_penalty_in_force(scene, refused):
    Report.objects.create(**pair(scene, 2), number=1, side=0, state="open")
    refused(lambda: Report.objects.create(**pair(scene, 2), number=1, side=0, state="disputed"), by="report_one_live")
    Report.objects.create(**pair(scene, 2), number=1, side=0, state="withdrawn")
    Report.objects.create(**pair(scene, 2), number=1, side=1, state="open")
    TimePenalty.objects.create(**pair(scene), number=1, side=0, tenths=10, state="claimed")
    refused(
        lambda: TimePenalty.objects.create(**pair(scene), number=1, side=0, tenths=10, state="ruled"),
        by="penalty_one_in_force",
    )


def test_an_event_keeps_its_bounds(scene, refused):
    refused(lambda: Event.objects.filter(pk=scene.event.pk).update(capacity=1025), by="event_capacity")
    refused(lambda: Event.objects.filter(pk=scene.event.pk).update(state="lost"), by="event_state")
    refused(
        lambda: Event.objects.filter(pk=scene.event.pk).update(starts_on="2026-05-02", ends_on="2026-05-01"),
        by="event_dates_in_order",
    )


@pytest.mark.parametrize(
    ("stored", "core"),
    [
        (DecisionKind, facts.DecisionKind),
        (VoidCause, facts.CauseKind),
        (ExitKind, facts.ExitKind),
        (MatchState, CoreMatchState),
    ],
)
def test_stored_words_are_those_of_the_core(stored, core):
    assert set(stored.values) == {str(value) for value in core}


def test_the_sides_of_a_match_are_read_left_before_right_whichever_was_written_last():
    match = make_scene(4).match(1)
    with connection.cursor() as cursor:  # an index might happen to give the right order
        cursor.execute("SET LOCAL enable_indexscan = off; SET LOCAL enable_bitmapscan = off")
    for side in (1, 0, 1, 0):
        Slot.objects.filter(match=match, side=side).update(is_bye=False)
        assert [slot.side for slot in Match.objects.prefetch_related("slots").get(pk=match.pk).slots.all()] == [0, 1]
