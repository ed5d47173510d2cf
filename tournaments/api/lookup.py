"""Finding what an address of the API names, for the one who asks."""

from django.db.models import Prefetch, Q, QuerySet
from django.utils.translation import gettext as _
from rest_framework.request import Request

from players.selectors import own_player
from tantrix_site.compiled import one_of
from tantrix_site.errors import NotFound
from tournaments.models import Attendance, Decision, Entry, Event, Match, Slot
from tournaments.selectors.visibility import (
    audience,
    events_numbered_for,
    events_visible_to,
    may_see_results,
    require_draw,
    require_results,
    with_draw,
)


def get_event(request: Request, slug: str) -> Event:
    """Raises NotFound `event_not_found`, alike for none and for somebody else's draft."""
    event = one_of(events_visible_to(request.user).filter(slug=slug))
    if event is None:
        raise NotFound("event_not_found", _("There is no such event."))
    return event


def get_drawn(request: Request, slug: str) -> Event:
    """As `get_event`, for what shows the draw. Raises NotFound `draw_not_released`."""
    event = get_event(request, slug)
    require_draw(request.user, event)
    return event


def get_played(request: Request, slug: str) -> Event:
    """As `get_event`, for what shows results. Raises NotFound `draw_not_released`, `results_not_released`."""
    event = get_event(request, slug)
    require_results(request.user, event)
    return event


def with_details(matches: QuerySet[Match]) -> QuerySet[Match]:
    """With everything a summary shows, in five queries for any number."""
    slots = Prefetch("slots", Slot.objects.select_related("occupant__player", "source_match"), to_attr="both")
    decisions = Prefetch("decisions", Decision.objects.filter(current=True), to_attr="current_decisions")
    feeds = Prefetch("feeds", to_attr="known_feeds")
    return matches.select_related("event", "stage").prefetch_related(slots, decisions, feeds, "reports", "results")


def matches_visible_to(request: Request) -> QuerySet[Match]:
    """Whole matches of listed events whose draw the one who asks may see, and of those the own ones."""
    return Match.objects.filter(event__in=with_draw(events_numbered_for(request.user), request.user))


def own_matches(request: Request) -> QuerySet[Match]:
    """Whole matches in which the player of the one who asks stands, alone, in a pair or in a team, or leads a team."""
    player = own_player(request.user)
    if player is None:
        return Match.objects.none()
    sides = Entry.every.filter(player=player)
    stands = Q(occupant__in=sides.values("pk")) | Q(occupant__in=sides.values("team"))
    led = Q(occupant__as_team__captain=player) | Q(occupant__as_team__deputy=player)
    return Match.objects.filter(pk__in=Slot.objects.filter(stands | led).values("match"))


def sees_match(request: Request, match: Match) -> bool:
    """Whether the one who asks may see what was played in the match: while results are held back, its players."""
    if may_see_results(request.user, match.event):
        return True
    whole = match.team_match_id or match.pk
    return own_matches(request).filter(pk=whole).exists()


def audience_of(request: Request, match: Match) -> str:
    """For the tag of a match: that of the event, and one more for the players of the match."""
    shown_to = audience(request.user, match.event)
    return "own" if shown_to == "draw" and sees_match(request, match) else shown_to


def get_match(request: Request, pk: int) -> Match:
    """Raises NotFound `match_not_found`, and for a board whose results are held back `results_not_released`."""
    found = Match.every.filter(pk=pk, event__in=with_draw(events_numbered_for(request.user), request.user))
    match = one_of(found.select_related("event"))
    if match is None:
        raise NotFound("match_not_found", _("There is no such match."))
    if match.team_match_id is not None and not sees_match(request, match):
        require_results(request.user, match.event)
    return match


def attendance() -> "Prefetch[str]":
    """Late arrivals and absences of entries, for any number in one query."""
    return Prefetch("attendance", Attendance.objects.filter(revoked_at=None).select_related("stage"))


def get_entry(request: Request, pk: int) -> Entry:
    """Raises NotFound `entry_not_found`."""
    visible = Entry.every.filter(pk=pk, event__in=events_numbered_for(request.user))
    entry = one_of(visible.select_related("event", "player").prefetch_related(attendance()))
    if entry is None:
        raise NotFound("entry_not_found", _("There is no such entry."))
    return entry
