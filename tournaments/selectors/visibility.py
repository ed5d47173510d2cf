"""Which events somebody may see, and what of them: the one place for pages and API alike.

A draft is seen by its officials. An event that is not listed is seen by who has its address; lists, searches and the
pages of people do not tell of it. Draw and results are released by two switches; until then officials alone see them,
and of a match those who play it (`docs/decisions/0128-two-switches.md`).
"""

from django.contrib.auth.models import AnonymousUser
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from players.models import User
from tantrix_site.errors import NotFound
from tournaments import permissions
from tournaments.models import Entry, Event, EventState


def listed_events() -> QuerySet[Event]:
    """Those that lists and the pages of players, teams and countries tell everybody of."""
    return Event.objects.exclude(state=EventState.DRAFT).filter(listed=True)


def told_events() -> QuerySet[Event]:
    """Listed events whose results are out: what careers, medals and comparisons are made of."""
    return listed_events().filter(draw_released=True, results_released=True)


def events_listed_for(user: User | AnonymousUser) -> QuerySet[Event]:
    """What a list or search shows this account: listed events, and those it has a role in; site staff see all."""
    if permissions.is_site_staff(user):
        return Event.objects.all()
    return _with_own(Q(listed=True) & ~Q(state=EventState.DRAFT), user)


def events_visible_to(user: User | AnonymousUser) -> QuerySet[Event]:
    """What one may open who has the address: public events, and the drafts one has a role in; site staff see all."""
    if permissions.is_site_staff(user):
        return Event.objects.all()
    return _with_own(~Q(state=EventState.DRAFT), user)


def events_numbered_for(user: User | AnonymousUser) -> QuerySet[Event]:
    """Whose matches, entries and tables this account may open by a mere number, which can be guessed.

    As `events_listed_for`, and events that are not listed for those who are entered there.
    """
    if permissions.is_site_staff(user) or not user.is_authenticated:
        return events_listed_for(user)
    entered = Entry.every.filter(player__user=user.pk).values("event")
    return events_listed_for(user) | Event.objects.filter(pk__in=entered).exclude(state=EventState.DRAFT)


def with_draw(events: QuerySet[Event], user: User | AnonymousUser) -> QuerySet[Event]:
    """Of these, the events whose draw the account may see: `may_see_draw` for many."""
    return events if permissions.is_site_staff(user) else events.filter(_released(user, draw_released=True))


def with_results(events: QuerySet[Event], user: User | AnonymousUser) -> QuerySet[Event]:
    """Of these, the events whose results the account may see: `may_see_results` for many."""
    if permissions.is_site_staff(user):
        return events
    return events.filter(_released(user, draw_released=True, results_released=True))


def _released(user: User | AnonymousUser, **switches: bool) -> Q:
    seen = Q(**switches) & ~Q(state=EventState.DRAFT)
    if user.is_authenticated:
        ruling = Event.objects.filter(organiser_rows__user=user.pk, organiser_rows__role__in=permissions.RULING)
        seen |= Q(pk__in=ruling.values("pk"))
    return seen


def _with_own(seen: Q, user: User | AnonymousUser) -> QuerySet[Event]:
    if user.is_authenticated:
        own = Event.objects.filter(organiser_rows__user=user.pk).values("pk")
        seen |= Q(pk__in=own)
    return Event.objects.filter(seen)


def may_see(user: User | AnonymousUser, event: Event) -> bool:
    """Whether the event is one of `events_visible_to`, told from an event at hand; a query for drafts only."""
    return event.is_public or user.has_perm("tournaments.work_for_event", event)


def may_see_draw(user: User | AnonymousUser, event: Event) -> bool:
    """Whether pairings, matches and places of seeds are shown; a query only where they are not released."""
    released = event.is_public and event.draw_released
    return released or user.has_perm("tournaments.arbitrate_event", event)


def may_see_results(user: User | AnonymousUser, event: Event) -> bool:
    """Whether scores, standings and who came through are shown; no results without the draw.

    Those who play a match see that match all the same once the draw is released: who shows one asks for its players.
    """
    released = event.is_public and event.draw_released and event.results_released
    return released or user.has_perm("tournaments.arbitrate_event", event)


def require_draw(user: User | AnonymousUser, event: Event) -> None:
    """Raises NotFound `draw_not_released`."""
    if not may_see_draw(user, event):
        raise NotFound("draw_not_released", _("The draw of this event is not released yet."))


def require_results(user: User | AnonymousUser, event: Event) -> None:
    """Raises NotFound `draw_not_released`, `results_not_released`."""
    require_draw(user, event)
    if not may_see_results(user, event):
        raise NotFound("results_not_released", _("The results of this event are not released yet."))


def audience(user: User | AnonymousUser, event: Event) -> str:
    """For tags of pages and answers: empty where everything is released, else what this viewer is shown.

    A switch raises the version, so that what was tagged before is never confirmed; this keeps what officials see apart
    from what everybody sees. A query only where something is held back.
    """
    if event.is_released:
        return ""
    if user.has_perm("tournaments.arbitrate_event", event):
        return "all"
    return "draw" if may_see_draw(user, event) else "none"
