"""Two enter, leave and check in at the same moment: no place is given twice and nobody is promoted twice."""

import pytest

from players.actors import account_actor
from players.models import ActionLog
from tests.tournaments.scene import NOW, make_event, make_owner, make_user
from tests.tournaments.together import codes, together
from tournaments import services
from tournaments.models import Entry, WaitingPlace
from tournaments.services import EntryTerms

pytestmark = pytest.mark.django_db(transaction=True)


def test_the_last_place_and_one_promotion():
    owner = make_owner()
    event = make_event(owner, capacity=2, self_entry=True)
    services.set_entry_rules(actor=owner, now=NOW, event_id=event.pk, terms=EntryTerms(waiting_list=True))
    services.publish_event(actor=owner, now=NOW, event_id=event.pk)
    users = [account_actor(make_user(name)) for name in "abcd"]

    def enter(user):
        return lambda: services.enter_oneself(actor=user, now=NOW, event_id=event.pk)

    assert codes(together(*[enter(user) for user in users])) == []
    accepted = list(Entry.objects.filter(state="accepted"))
    waiting = WaitingPlace.objects.filter(ended_at=None)
    assert (len(accepted), sorted(waiting.values_list("number", flat=True))) == (2, [1, 2])

    def leave(entry):
        return lambda: services.withdraw_entry(actor=owner, now=NOW, entry_id=entry.pk)

    # the same entry twice: one place comes free, and one is promoted
    answers = together(leave(accepted[0]), leave(accepted[0]))
    assert codes(answers) == ["entry_left"]
    assert list(WaitingPlace.objects.order_by("number").values_list("end", flat=True)) == ["promoted", ""]
    assert ActionLog.objects.filter(action="entry.promoted").count() == 1
    assert Entry.objects.filter(state="accepted").count() == 2
