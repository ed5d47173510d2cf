"""Finding what an address of the API names, for the one who asks."""

from django.db.models import Prefetch, QuerySet
from django.utils.translation import gettext as _
from rest_framework.request import Request

from tantrix_site.errors import NotFound
from tournaments.models import Attendance, Decision, Entry, Event, Match, Slot
from tournaments.selectors.visibility import events_visible_to


def get_event(request: Request, slug: str) -> Event:
    """Raises NotFound `event_not_found`, alike for none and for somebody else's draft."""
    event = events_visible_to(request.user).filter(slug=slug).first()
    if event is None:
        raise NotFound("event_not_found", _("There is no such event."))
    return event


def with_details(matches: QuerySet[Match]) -> QuerySet[Match]:
    """With everything a summary shows, in five queries for any number."""
    slots = Prefetch(
        "slots", Slot.objects.select_related("occupant__player", "source_match").order_by("side"), to_attr="both"
    )
    decisions = Prefetch("decisions", Decision.objects.filter(current=True), to_attr="current_decisions")
    feeds = Prefetch("feeds", to_attr="known_feeds")
    return matches.select_related("event", "stage").prefetch_related(slots, decisions, feeds, "reports", "results")


def matches_visible_to(request: Request) -> QuerySet[Match]:
    """Whole matches of events that the one who asks may see."""
    return Match.objects.filter(event__in=events_visible_to(request.user))


def get_match(request: Request, pk: int) -> Match:
    """Raises NotFound `match_not_found`."""
    found = Match.every.filter(pk=pk, event__in=events_visible_to(request.user))
    match = found.select_related("event").first()
    if match is None:
        raise NotFound("match_not_found", _("There is no such match."))
    return match


def attendance() -> "Prefetch[str]":
    """Late arrivals and absences of entries, for any number in one query."""
    return Prefetch("attendance", Attendance.objects.filter(revoked_at=None).select_related("stage"))


def get_entry(request: Request, pk: int) -> Entry:
    """Raises NotFound `entry_not_found`."""
    visible = Entry.every.filter(pk=pk, event__in=events_visible_to(request.user))
    entry = visible.select_related("event", "player").prefetch_related(attendance()).first()
    if entry is None:
        raise NotFound("entry_not_found", _("There is no such entry."))
    return entry
