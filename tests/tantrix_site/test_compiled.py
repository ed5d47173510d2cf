"""Queries whose text is made once say the same as Django's own, whatever they are asked about."""

from datetime import timedelta

import pytest
from django.db import connection, transaction
from django.db.models import Exists, F, Model, OuterRef
from django.test.utils import CaptureQueriesContext

from players.models import ActionLog
from tantrix_site.compiled import Compiled, CompiledObjects, CompiledUpdate, give, insert, insert_new
from tests.tournaments.scene import NOW, make_event, make_owner, make_scene
from tournaments.models import Draw, Entry, Event, EventOrganiser, Match, Slot, Stage

pytestmark = pytest.mark.django_db


def _rows(owner: int, least: int):
    """Two gaps, one of them in a query within; a date, a choice, a list, a constant with a percent sign."""
    own = EventOrganiser.objects.filter(user=owner, role="owner").values("event")
    found = Event.objects.filter(pk__in=own, capacity__gte=least).exclude(name="100 %")
    return found.order_by("pk").values_list("pk", "name", "created_at", "state", "games_by_round", "listed")


def test_it_finds_what_django_finds_with_one_query_for_each_value():
    compiled = Compiled(_rows)
    owners = [make_owner("ann"), make_owner("bob")]
    events = [make_event(owner, name=f"Cup {n}", capacity=2**n) for n, owner in enumerate(owners * 3, start=2)]
    Event.objects.filter(pk=events[0].pk).update(created_at=NOW - timedelta(days=400), games_by_round=[1, 3])
    Event.objects.filter(pk=events[1].pk).update(name="100 %")
    for owner in owners:
        for least in (4, 32):
            with CaptureQueriesContext(connection) as queries:
                found = compiled(owner.user.pk, least)
            assert len(queries) == 1
            assert found == list(_rows(owner.user.pk, least)) != []
    assert compiled(0, 4) == []


def test_each_connection_sees_what_its_transaction_wrote():
    stages_of = Compiled(lambda event: Stage.objects.filter(event=event).values_list("number"))
    event = make_event()
    assert stages_of(event.pk) == [(1,)]
    Stage.objects.filter(event=event).update(number=2)
    assert stages_of(event.pk) == [(2,)]


def test_a_value_that_stands_nowhere_is_a_mistake():
    with pytest.raises(ValueError, match="stands nowhere"):
        Compiled(lambda stage, _other: Draw.objects.filter(stage=stage).values_list("pk"))(1, 2)


def test_lists_and_words_of_any_length():
    named = Compiled(lambda numbers, names: Event.objects.filter(pk__in=numbers, name__in=names).values_list("name"))
    owner = make_owner()
    events = [make_event(owner, name=f"Cup {n}") for n in range(10)]
    numbers, names = tuple(event.pk for event in events), tuple(event.name for event in events)
    for count in (1, 3, 9, 3, 2):
        assert sorted(named(numbers, names[:count])) == sorted((name,) for name in names[:count])
        assert sorted(named(numbers[1 : 1 + count], names)) == sorted((name,) for name in names[1 : 1 + count])
    # a text for each power of two, not for each length
    assert len(named._texts._known) == 7
    with CaptureQueriesContext(connection) as queries:
        assert named((), names) == []
    assert len(queries) == 0


def test_objects_are_those_that_django_makes():
    officials = CompiledObjects(
        lambda event, role: EventOrganiser.objects.filter(event=event, role=role).select_related("event", "user")
    )
    owner = make_owner()
    for name in ("Cup", "Open"):
        event = make_event(owner, name=name)
        found = officials.one(event.pk, "owner")
        with CaptureQueriesContext(connection) as queries:
            assert (found.event, found.event.name, found.user) == (event, event.name, owner.user)
        assert len(queries) == 0
        assert vars(found.event).keys() == vars(Event.objects.get(pk=event.pk)).keys()
        assert not found._state.adding
        found.save(force_update=True)
    assert officials(event.pk, "arbiter") == []
    assert officials.one(event.pk, "arbiter") is None


def test_a_change_reaches_the_rows_asked_for_and_no_others():
    raised = CompiledUpdate(
        lambda events, name: (Event.objects.filter(pk__in=events), {"name": name, "version": F("version") + 1})
    )
    owner = make_owner()
    one, two, three = (make_event(owner, name=f"Cup {n}") for n in (1, 2, 3))
    assert raised((one.pk, two.pk), "Open") == 2
    assert raised((two.pk,), "Masters") == 1
    assert raised((), "Nobody's") == 0
    names = Event.objects.order_by("pk").values_list("name", "version")
    assert list(names) == [("Open", one.version + 1), ("Masters", two.version + 2), ("Cup 3", three.version)]


def test_a_new_object_is_stored_as_by_saving_it():
    owner = make_owner()

    def act(number: int) -> ActionLog:
        return ActionLog(
            at=NOW, user=owner.user, via="account", action="tried", target_type="x", target_id=number,
            data={"what": ["a", None, 1]},
        )  # fmt: skip

    saved, ours, other = act(1), act(1), act(2)
    saved.save()
    insert(ours)
    insert(other)
    assert saved.pk < ours.pk < other.pk
    assert not ours._state.adding
    columns = [field.attname for field in ActionLog._meta.concrete_fields if not field.primary_key]
    one, two, three = ActionLog.objects.filter(pk__gte=saved.pk).order_by("pk").values_list(*columns)
    assert one == two != three


def test_several_are_stored_but_for_those_that_are_there():
    event = make_event()
    others = [make_owner(name).user for name in ("ann", "bob")]
    insert_new([EventOrganiser(event=event, user=others[0], role="arbiter")])
    again = EventOrganiser(event=event, user=others[0], role="organiser")
    insert_new([again, EventOrganiser(event=event, user=others[1], role="check_in")])
    insert_new([])
    roles = EventOrganiser.objects.filter(event=event).order_by("pk").values_list("user__username", "role")
    assert list(roles) == [("owner", "owner"), ("ann", "arbiter"), ("bob", "check_in")]


def test_distinct_rows_in_an_order_that_they_do_not_tell():
    scene = make_scene(4)
    found = Slot.objects.filter(match__event=scene.event).distinct().order_by("match__number", "-side")
    sides = Compiled(lambda event: found.filter(match__event=event).values_list("source", "occupant"))
    assert sides(scene.event.pk) == list(found.values_list("source", "occupant")) != []


def _facts(row: Model | None) -> dict[str, object]:
    return {name: value for name, value in row.__dict__.items() if name != "_state"} if row is not None else {}


def _whole(slot: Slot) -> list[dict[str, object]]:
    player = slot.occupant.player if slot.occupant is not None else None
    return [_facts(slot), _facts(slot.occupant), _facts(player), _facts(slot.source_match)]


def _slots(matches: list[int]):
    first = Match.every.filter(pk=OuterRef("match"), number=1)
    found = Slot.objects.filter(match__in=matches).select_related("occupant__player", "source_match")
    return found.annotate(is_first=Exists(first)).order_by("match", "side")


def test_objects_are_those_that_django_makes_with_what_belongs_to_them():
    scene = make_scene(3)
    compiled = CompiledObjects(_slots)
    pks = list(scene.event.matches.values_list("pk", flat=True))
    for _time in (1, 2):
        with CaptureQueriesContext(connection) as queries:
            found = compiled(pks)
            read = [_whole(slot) for slot in found]
        assert len(queries) == 1
        assert read == [_whole(slot) for slot in _slots(pks)]
        assert {slot.is_first for slot in found} == {slot.occupant is None for slot in found} == {True, False}
    found[0].save()  # known to be a row that is there
    assert Slot.objects.count() == len(found)


def test_columns_left_out_are_read_when_they_are_asked_for():
    scene = make_scene(2)
    event = CompiledObjects(lambda slug: Event.objects.filter(slug=slug).only("name")).one(scene.event.slug)
    assert event is not None
    with CaptureQueriesContext(connection) as queries:
        assert (event.name, event.state) == (scene.event.name, "running")
    assert len(queries) == 1
    assert CompiledObjects(lambda pk: Entry.every.filter(pk=pk)).one(0) is None


@pytest.mark.django_db(transaction=True)
def test_rows_are_locked_in_a_transaction_only():
    event = make_event()
    locked = CompiledObjects(lambda pk: Event.objects.select_for_update().filter(pk=pk))
    for _time in (1, 2):
        with transaction.atomic(), CaptureQueriesContext(connection) as queries:
            assert locked.one(event.pk) == event
        assert "FOR UPDATE" in queries[0]["sql"]
        with pytest.raises(transaction.TransactionManagementError):
            locked.one(event.pk)


def test_what_was_given_is_not_asked_for_again():
    scene = make_scene(2)
    match, slots = scene.match(1), list(Slot.objects.order_by("-side"))
    with CaptureQueriesContext(connection) as queries:
        give(match, "slots", slots)
        assert list(match.slots.all()) == slots
    assert not queries
    assert [slot.side for slot in match.slots.order_by("side")] == [0, 1]
