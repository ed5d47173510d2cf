"""Checking in, and taking out who did not."""

from datetime import timedelta

import pytest

from players.actors import account_actor
from tantrix_site.errors import Conflict, NotPermitted
from tests.tournaments.scene import NOW, make_event, make_owner, make_user
from tournaments import services
from tournaments.models import CheckIn, Entry
from tournaments.services import EntryTerms

pytestmark = pytest.mark.django_db
OPENS, CLOSES = NOW + timedelta(hours=1), NOW + timedelta(hours=2)


@pytest.fixture
def owner():
    return make_owner()


@pytest.fixture
def event(owner):
    event = make_event(owner, capacity=2, self_entry=True)
    services.set_entry_rules(
        actor=owner, now=NOW, event_id=event.pk,
        terms=EntryTerms(waiting_list=True, check_in_opens_at=OPENS, check_in_closes_at=CLOSES),
    )  # fmt: skip
    services.publish_event(actor=owner, now=NOW, event_id=event.pk)
    return event


@pytest.fixture
def people(event):
    """Two who take part and two who wait."""
    users = [account_actor(make_user(name)) for name in "abcd"]
    return [(user, services.enter_oneself(actor=user, now=NOW, event_id=event.pk).entry) for user in users]


def code(act, **kwargs):
    with pytest.raises((Conflict, NotPermitted)) as error:
        act(**kwargs)
    return error.value.code


def test_players_within_the_period_and_organisers_until_the_draw(owner, event, people):
    (ana, entry), (ben, _other) = people[:2]
    assert code(services.check_in, actor=ana, now=OPENS - timedelta(seconds=1), entry_id=entry.pk) == "check_in_closed"
    assert code(services.check_in, actor=ben, now=OPENS, entry_id=entry.pk) == "not_your_entry"
    assert services.check_in(actor=ana, now=OPENS, entry_id=entry.pk)
    assert not services.check_in(actor=ana, now=OPENS, entry_id=entry.pk)
    assert code(services.check_in, actor=ana, now=CLOSES, entry_id=entry.pk, present=False) == "check_in_closed"
    assert services.check_in(actor=owner, now=CLOSES, entry_id=entry.pk, present=False)
    assert CheckIn.objects.filter(revoked_at=None).count() == 0
    services.make_draw(actor=owner, now=CLOSES, event_id=event.pk)
    assert code(services.check_in, actor=owner, now=CLOSES, entry_id=entry.pk) == "entries_drawn"


def test_the_missing_go_and_those_who_wait_and_are_there_come_in(owner, event, people):
    (ana, here), (_ben, missing), (_cid, absent), (dan, waits) = people
    services.check_in(actor=ana, now=OPENS, entry_id=here.pk)
    services.check_in(actor=dan, now=OPENS, entry_id=waits.pk)
    act = {"actor": owner, "event_id": event.pk}
    assert code(services.remove_missing, **act, now=OPENS, seen=[missing.pk]) == "check_in_open"
    assert code(services.remove_missing, **act, now=CLOSES, seen=[]) == "plan_changed"
    assert services.remove_missing(**act, now=CLOSES, seen=[missing.pk]) == [missing]
    states = dict(Entry.objects.values_list("pk", "state"))
    assert states == {
        here.pk: "accepted", missing.pk: "withdrawn", absent.pk: "waiting", waits.pk: "accepted",
    }  # fmt: skip
    assert code(services.remove_missing, **act, now=CLOSES, seen=[]) == "nobody_missing"


def test_an_event_without_a_check_in(owner):
    event = make_event(owner, self_entry=True)
    services.publish_event(actor=owner, now=NOW, event_id=event.pk)
    ana = account_actor(make_user("ana"))
    entry = services.enter_oneself(actor=ana, now=NOW, event_id=event.pk).entry
    assert code(services.check_in, actor=ana, now=NOW, entry_id=entry.pk) == "no_check_in"
    assert code(services.remove_missing, actor=owner, now=NOW, event_id=event.pk, seen=[]) == "no_check_in"
