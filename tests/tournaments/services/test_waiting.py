"""Capacity, the waiting list, and who is promoted when."""

from dataclasses import replace
from datetime import timedelta

import pytest

from players.actors import account_actor
from players.models import ActionLog
from tantrix_site.errors import Conflict, NotPermitted
from tests.tournaments.scene import NOW, PLAIN, make_event, make_owner, make_user
from tournaments import services
from tournaments.models import Entry, WaitingPlace
from tournaments.services import EntryTerms, NewPerson

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner():
    return make_owner()


@pytest.fixture
def event(owner):
    """Room for two, and a waiting list."""
    event = make_event(owner, capacity=2, self_entry=True)
    services.set_entry_rules(actor=owner, now=NOW, event_id=event.pk, terms=EntryTerms(waiting_list=True))
    services.publish_event(actor=owner, now=NOW, event_id=event.pk)
    return event


@pytest.fixture
def enter(owner, event):
    def enter(name):
        return services.add_entry(actor=owner, now=NOW, event_id=event.pk, person=NewPerson(name)).entry

    return enter


def states(event):
    return dict(Entry.objects.filter(event=event).values_list("name", "state"))


def queue(event):
    places = WaitingPlace.objects.filter(event=event, ended_at=None).order_by("number")
    return list(places.values_list("entry__name", flat=True))


def withdraw(owner, entry):
    planned = services.plan_exit(actor=owner, now=NOW, entry_id=entry.pk)
    digest = None if planned is None else planned.plan.digest
    services.withdraw_entry(actor=owner, now=NOW, entry_id=entry.pk, digest=digest)


def test_without_a_list_a_full_event_is_full(owner):
    event = make_event(owner, capacity=2)
    for name in ("A", "B"):
        services.add_entry(actor=owner, now=NOW, event_id=event.pk, person=NewPerson(name))
    with pytest.raises(Conflict) as error:
        services.add_entry(actor=owner, now=NOW, event_id=event.pk, person=NewPerson("C"))
    assert error.value.code == "event_full"


def test_the_order_is_that_of_entering_and_who_comes_back_is_last(owner, event, enter):
    a, _b, c, _d, _e = [enter(name) for name in "ABCDE"]
    assert queue(event) == ["C", "D", "E"]
    withdraw(owner, c)
    services.add_entry(actor=owner, now=NOW, event_id=event.pk, player_id=c.player_id)
    assert queue(event) == ["D", "E", "C"]
    withdraw(owner, a)
    assert queue(event) == ["E", "C"]
    assert states(event) == {"A": "withdrawn", "B": "accepted", "C": "waiting", "D": "accepted", "E": "waiting"}
    services.revoke_exit(actor=owner, now=NOW, entry_id=a.pk, reason="a mistake")
    assert queue(event) == ["E", "C", "A"]


def test_each_promotion_is_one_fact_and_one_line_of_the_log(owner, event, enter):
    a, b, c = [enter(name) for name in "ABC"]
    withdraw(owner, a)
    withdraw(owner, b)
    facts = WaitingPlace.objects.filter(entry=c)
    assert list(facts.values_list("number", "end", "ended_at")) == [(1, "promoted", NOW)]
    assert ActionLog.objects.filter(action="entry.promoted", target_id=c.pk).count() == 1


def test_a_removed_entry_and_more_places_let_others_in(owner, event, enter):
    a = enter("A")
    for name in "BCDE":
        enter(name)
    services.remove_entry(actor=owner, now=NOW, event_id=event.pk, entry_id=a.pk)
    assert queue(event) == ["D", "E"]
    services.update_event(actor=owner, now=NOW, event_id=event.pk, details=replace(PLAIN, capacity=3, self_entry=True))
    assert queue(event) == ["E"]


def test_after_the_draw_who_waits_is_an_alternate(owner, event, enter):
    a, _b, c = [enter(name) for name in "ABC"]
    services.make_draw(actor=owner, now=NOW, event_id=event.pk)
    withdraw(owner, a)
    assert queue(event) == ["C"]
    services.replace_entrant(actor=owner, now=NOW, event_id=event.pk, leaving_id=a.pk, alternate_id=c.pk)
    assert queue(event) == []
    assert states(event) == {"A": "withdrawn", "B": "accepted", "C": "accepted"}


def test_a_draw_that_is_discarded_lets_others_in(owner, event, enter):
    a, _b, _c = [enter(name) for name in "ABC"]
    services.make_draw(actor=owner, now=NOW, event_id=event.pk)
    withdraw(owner, a)
    services.discard_draw(actor=owner, now=NOW, event_id=event.pk)
    assert queue(event) == []


def test_the_list_stays_while_somebody_waits(owner, event, enter):
    for name in "ABC":
        enter(name)
    with pytest.raises(Conflict) as error:
        services.set_entry_rules(actor=owner, now=NOW, event_id=event.pk, terms=EntryTerms())
    assert error.value.code == "others_wait"


def test_a_withdrawal_can_be_undone_for_half_an_hour_by_the_player(owner, event):
    users = [account_actor(make_user(name)) for name in ("a", "b", "c")]
    mine, _theirs, last = [services.enter_oneself(actor=user, now=NOW, event_id=event.pk).entry for user in users]
    services.withdraw_entry(actor=users[2], now=NOW, entry_id=last.pk)
    with pytest.raises(NotPermitted):
        services.undo_withdrawal(actor=users[1], now=NOW, entry_id=last.pk)
    with pytest.raises(Conflict) as error:
        services.undo_withdrawal(actor=users[2], now=NOW + timedelta(minutes=31), entry_id=last.pk)
    assert error.value.code == "undo_over"
    services.withdraw_entry(actor=users[0], now=NOW, entry_id=mine.pk)
    undone = services.undo_withdrawal(actor=users[0], now=NOW + timedelta(minutes=30), entry_id=mine.pk)
    # nobody waited meanwhile, so that the place was still there
    assert undone.state == "accepted"
    services.withdraw_entry(actor=owner, now=NOW, entry_id=mine.pk)
    with pytest.raises(Conflict) as error:
        services.undo_withdrawal(actor=users[0], now=NOW, entry_id=mine.pk)
    assert error.value.code == "undo_over"
