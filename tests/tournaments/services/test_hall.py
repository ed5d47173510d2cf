"""The day in the hall: tables, the clock, rows stored once, results looked at by a second person."""

from datetime import timedelta

import pytest

from tantrix_site.errors import DomainError
from tests.tournaments.scene import NOW, add_arbiter, make_scene
from tournaments import services
from tournaments.formats.hall import number_tables
from tournaments.models import GameResult, Match
from tournaments.selectors.hall import usual_minutes
from tournaments.selectors.pages.clock import load_clock
from tournaments.services import GameFigures, StagePlan

pytestmark = pytest.mark.django_db

SWISS = [StagePlan("swiss", settings={"rounds": 3})]
FIGURES = GameFigures((20, 10))


def refused(act, **sent) -> str:
    with pytest.raises(DomainError) as error:
        act(**sent)
    return error.value.code


def test_tables_follow_one_another_past_fixed_ones():
    assert number_tables([(1, 2), (3, 4), (5, 6)], {}) == (1, 2, 3)
    assert number_tables([(1, 2), (3, 4), (5, 6)], {6: 1}) == (2, 3, 1)
    assert number_tables([(1, 2), (3, 4), (5, 6)], {4: 9, 3: 2}, first=2) == (3, 2, 4)  # two who meet: the lower one
    assert number_tables([(1, 2), (3, 4), (5, 6)], {5: 7}, {0: 7, 1: 3}) == (1, 3, 7)  # a fixed table goes before


def test_tables_by_hand_and_fixed_ones():
    scene = make_scene(6, stages=SWISS)
    act = {"actor": scene.owner, "now": NOW}
    services.set_fixed_table(**act, entry_id=scene.entry(6).pk, table=1)
    assert refused(services.set_fixed_table, **act, entry_id=scene.entry(1).pk, table=1) == "table_taken"
    scene.pair()
    matches = list(Match.objects.filter(event=scene.event).order_by("position"))
    where = {slot.occupant_id: match.hall for match in matches for slot in match.slots.all()}
    assert where[scene.entry(6).pk] == 1
    assert sorted(match.hall for match in matches) == [1, 2, 3]
    one, two, _three = matches
    event = {**act, "event_id": scene.event.pk}
    with pytest.raises(DomainError) as twice:
        services.set_hall_tables(**event, tables={one.number: two.hall})
    assert (twice.value.code, twice.value.field) == ("table_twice", f"tables.{one.number}")
    services.set_hall_tables(**event, tables={one.number: two.hall, two.number: one.hall})  # they change places
    assert Match.objects.get(pk=one.pk).hall == two.hall
    assert refused(services.set_hall_tables, **event, tables={one.number: 0}) == "bad_table"
    assert refused(services.set_hall_tables, **event, tables={99: 5}) == "unknown_match"
    arbiter = {**event, "actor": add_arbiter(scene)}
    assert refused(services.set_hall_tables, **arbiter, tables={one.number: 5}) == "not_organiser"
    scene.enter(one.number)
    services.number_hall_tables(**event, first=11)  # what is played out keeps its table
    assert sorted(m.hall for m in Match.objects.filter(event=scene.event, state="open")) == [1, 11]


def test_the_clock_is_instants():
    scene = make_scene(4)
    act = {"actor": add_arbiter(scene), "event_id": scene.event.pk}
    assert usual_minutes(scene.event) == 30  # 15 minutes for each of two
    clock = services.start_clock(**act, now=NOW, round_number=1)
    assert clock.ends_at == NOW + timedelta(minutes=30)
    assert refused(services.start_clock, **act, now=NOW, expected_version=0) == "stale_version"
    assert refused(services.resume_clock, **act, now=NOW) == "clock_runs"
    services.pause_clock(**act, now=NOW + timedelta(minutes=10), expected_version=clock.version)
    view = load_clock(scene.event, NOW + timedelta(hours=5))
    assert (view.state, view.seconds, view.text) == ("paused", 1200, "The clock of round 1 stands with 20:00 left")
    services.resume_clock(**act, now=NOW + timedelta(minutes=20))
    services.adjust_clock(**act, now=NOW + timedelta(minutes=25), minutes=5)
    view = load_clock(scene.event, NOW + timedelta(minutes=25))
    assert (view.state, view.seconds, view.text) == ("running", 1200, "Round 1 ends 12:45")
    over = load_clock(scene.event, NOW + timedelta(hours=1))
    assert (over.state, over.seconds) == ("over", 0)
    services.adjust_clock(**act, now=NOW + timedelta(hours=1), minutes=2)  # two minutes from now
    assert load_clock(scene.event, NOW + timedelta(hours=1)).seconds == 120
    for minutes in (0, 1441):
        assert refused(services.start_clock, **act, now=NOW, minutes=minutes) == "bad_minutes"
    assert refused(services.pause_clock, actor=scene.player(1), now=NOW, event_id=scene.event.pk) == "not_arbiter"
    services.remove_clock(**act, now=NOW)
    assert load_clock(scene.event, NOW) is None
    assert refused(services.pause_clock, **act, now=NOW) == "no_clock"


def test_a_row_sent_twice_is_stored_once():
    scene = make_scene(2, games_by_round=(3,))
    row = {"actor": scene.owner, "now": NOW, "match_id": scene.match(1).pk, "number": 1,
           "expected_version": scene.match(1).version}  # fmt: skip
    first = services.enter_row(**row, figures=FIGURES, key="k1")
    assert services.enter_row(**row, figures=FIGURES, key="k1").pk == first.pk
    assert refused(services.enter_row, **row, figures=GameFigures((9, 8)), key="k1") == "idempotency_key_reused"
    other = {**row, "actor": add_arbiter(scene)}
    assert refused(services.enter_row, **other, figures=GameFigures((9, 8)), key="k1") == "stale_version"
    assert GameResult.objects.count() == 1


def test_a_second_person_says_right_or_not():
    scene = make_scene(4)
    arbiter = add_arbiter(scene)
    first, second = scene.enter(1), scene.enter(2)
    act = {"now": NOW, "result_id": first.pk, "accepted": True}
    assert refused(services.check_result, actor=scene.owner, **act) == "own_typing"
    assert refused(services.check_result, actor=scene.player(1), **act) == "not_arbiter"
    services.check_result(actor=arbiter, **act)
    assert services.check_result(actor=arbiter, **act).accepted
    assert refused(services.check_result, actor=arbiter, **{**act, "accepted": False}) == "checked_already"
    services.check_result(actor=arbiter, now=NOW, result_id=second.pk, accepted=False, reason="12, not 10")
    second.refresh_from_db()
    assert (second.current, second.check_row.reason) == (True, "12, not 10")  # it changes no result
    assert refused(services.check_result, actor=arbiter, now=NOW, result_id=0, accepted=True) == "result_not_found"
    assert refused(services.set_checking, actor=arbiter, now=NOW, event_id=scene.event.pk, on=True) == "not_organiser"
