"""Queries whose text is made once say the same as Django's own, whatever they are asked about."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tantrix_site.compiled import Compiled
from tests.tournaments.scene import NOW, make_event, make_owner
from tournaments.models import Draw, Event, EventOrganiser, Stage

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
