"""What waits for one person: matches to play, results to confirm."""

from django.contrib.auth.models import AnonymousUser
from django.db.models import Exists, OuterRef, Q, QuerySet

from players.models import User
from tantrix_site.compiled import Compiled, CompiledObjects
from tournaments.models import Event, Report, ReportState, Slot
from tournaments.selectors.pages.matches import Mine, matches_of, still_to_play
from tournaments.selectors.pairs import pairs_of


def slots_of(user: User | AnonymousUser) -> QuerySet[Slot]:
    """The places in matches where the account's player stands, alone or in a pair."""
    return Slot.objects.filter(_is_own(user)) if isinstance(user, User) else Slot.objects.none()


def _is_own(user: User | int) -> Q:
    return Q(occupant__player__user=user) | Q(occupant__in=pairs_of(user))


_own = CompiledObjects(lambda user: still_to_play(Slot.objects.filter(_is_own(user))))


def matches_of_user(user: User | AnonymousUser) -> tuple[Mine, ...]:
    """The open and waiting matches of the account's player."""
    return matches_of(_own(user.pk)) if isinstance(user, User) else ()


def mine_in(user: User | AnonymousUser, event: Event) -> tuple[Mine, ...]:
    """Those in one event."""
    own = _own(user.pk) if isinstance(user, User) else []
    return matches_of([slot for slot in own if slot.match.event_id == event.pk])


def results_to_confirm(user: User) -> list[tuple[str, int, int]]:
    """The games reported by opponents that wait for this person's answer: event's slug, match, game; one query."""
    return _to_confirm(user.pk)


@Compiled
def _to_confirm(user: int) -> QuerySet[Report, tuple[str, int, int]]:
    own = Slot.objects.filter(_is_own(user), match=OuterRef("match")).exclude(side=OuterRef("side"))
    shown = Report.objects.filter(match__event__draw_released=True)
    waiting = shown.filter(Exists(own), state=ReportState.OPEN, side__isnull=False)
    found = waiting.order_by("match__event__slug", "match__number", "number").distinct()
    return found.values_list("match__event__slug", "match__number", "number")
