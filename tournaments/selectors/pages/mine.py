"""What waits for one person: matches to play, results to confirm."""

from django.contrib.auth.models import AnonymousUser
from django.db.models import Exists, OuterRef, QuerySet

from players.models import User
from tournaments.models import Event, Report, ReportState, Slot
from tournaments.selectors.pages.matches import Mine, matches_of


def slots_of(user: User | AnonymousUser) -> QuerySet[Slot]:
    """The places in matches where the account's player stands."""
    return Slot.objects.filter(occupant__player__user=user) if user.is_authenticated else Slot.objects.none()


def mine_in(user: User | AnonymousUser, event: Event) -> tuple[Mine, ...]:
    """The open and waiting matches of the account's player in one event."""
    return matches_of(slots_of(user).filter(match__event=event))


def results_to_confirm(user: User) -> int:
    """How many games reported by opponents wait for this person's answer; one query."""
    own = Slot.objects.filter(match=OuterRef("match"), occupant__player__user=user).exclude(side=OuterRef("side"))
    waiting = Report.objects.filter(Exists(own), state=ReportState.OPEN, side__isnull=False)
    return waiting.values("match", "number").distinct().count()
