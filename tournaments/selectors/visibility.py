"""Which events somebody may see: the one place for pages and API alike."""

from django.contrib.auth.models import AnonymousUser
from django.db.models import QuerySet

from players.models import User
from tournaments import permissions
from tournaments.models import Event, EventState


def listed_events() -> QuerySet[Event]:
    """Those that the pages of players, teams and countries tell everybody of."""
    return Event.objects.exclude(state=EventState.DRAFT)


def events_visible_to(user: User | AnonymousUser) -> QuerySet[Event]:
    """Public events, and the drafts one has a role in; site staff see all."""
    events = Event.objects.all()
    if permissions.is_site_staff(user):
        return events
    visible = events.exclude(state=EventState.DRAFT)
    if user.is_authenticated:
        visible = visible | events.filter(organiser_rows__user=user.pk)
    return visible.distinct()


def may_see(user: User | AnonymousUser, event: Event) -> bool:
    """Whether the event is one of `events_visible_to`, told from an event at hand; a query for drafts only."""
    return event.is_public or events_visible_to(user).filter(pk=event.pk).exists()
