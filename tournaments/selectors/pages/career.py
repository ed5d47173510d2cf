"""A career for readers: a page of events with what each made of ratings, and what they come to by year and by kind."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.core.paginator import Page, Paginator
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from players.models import Player
from ratings.models import RatingChange
from tournaments.models import Entry, EntryState, Event, EventState
from tournaments.selectors.career import (
    CareerKind,
    CareerLine,
    CareerTotal,
    SeriesMedals,
    medals_by_series,
    total_of,
    totals_by_kind,
    totals_by_year,
)
from tournaments.selectors.career_past import PastPart
from tournaments.selectors.editions import accounts_of, entrants_of, first_told
from tournaments.selectors.pages import words
from tournaments.selectors.rated_games import source_of

A_PAGE = 50


@dataclass(frozen=True, slots=True)
class RatingMove:
    """What an event made of a rating; `before` is None for a newcomer, `number` names the rated event."""

    number: int
    before: float | None
    after: float

    @property
    def change(self) -> float | None:
        return None if self.before is None else self.after - self.before


@dataclass(frozen=True, slots=True)
class CareerRow:
    """An event as its line in the table. `side` names the team or pair; `known` how much is known of a past one."""

    line: CareerLine
    event: Event | None
    name: str
    url: str
    dates: str
    entrants: int | None
    side: str
    state: str
    known: str
    rating: RatingMove | None


@dataclass(frozen=True, slots=True)
class KindTotal:
    """All events of a kind."""

    kind: CareerKind
    title: str
    total: CareerTotal


@dataclass(frozen=True)
class CareerSummary:
    """What a career comes to."""

    total: CareerTotal
    years: tuple[tuple[int | None, CareerTotal], ...]
    kinds: tuple[KindTotal, ...]
    medals: tuple[SeriesMedals, ...]
    past: int


def kind_title(kind: CareerKind) -> str:
    return {
        CareerKind.WORLD: _("World championships"),
        CareerKind.CONTINENTAL: _("Continental championships"),
        CareerKind.NATIONAL: _("National championships"),
        CareerKind.OPEN: _("Opens"),
        CareerKind.OTHER: _("Other events"),
    }[kind]


def summary_of(lines: Sequence[CareerLine]) -> CareerSummary:
    kinds = tuple(KindTotal(kind, kind_title(kind), total) for kind, total in totals_by_kind(lines).items())
    past = sum(line.past is not None for line in lines)
    return CareerSummary(total_of(lines), tuple(totals_by_year(lines).items()), kinds, medals_by_series(lines), past)


def chosen(lines: Iterable[CareerLine], *, year: str = "", kind: str = "") -> tuple[CareerLine, ...]:
    """Those of a year ("none" for an unknown one) and of a kind; the empty text takes all."""
    return tuple(
        line
        for line in lines
        if (not year or year == str(line.year or "none")) and (not kind or kind == line.kind)
    )  # fmt: skip


def career_page(
    player: Player, lines: Sequence[CareerLine], page: str | None
) -> tuple[Page[CareerLine], list[CareerRow]]:
    """A page of these lines with its rows."""
    found = Paginator(lines, A_PAGE).get_page(page)
    return found, career_rows(player, list(found.object_list))


def career_rows(player: Player, lines: Sequence[CareerLine]) -> list[CareerRow]:
    """The rows of these lines in their order; five queries for any number."""
    events = Event.objects.defer("description").in_bulk([line.event for line in lines if line.event is not None])
    entrants = entrants_of(events)
    sides = dict(Entry.objects.filter(pk__in=[line.side for line in lines if line.in_team]).values_list("pk", "name"))
    moves = rating_moves(player, events.values())
    told = accounts_of([line.past.event for line in lines if line.past is not None])
    rows = []
    for line in lines:
        if line.event is not None:
            event = events[line.event]
            row = CareerRow(
                line, event, event.name, reverse("events:detail", args=[event.slug]), "", entrants.get(event.pk),
                sides.get(line.side or 0, ""), state_text(line), "", moves.get(event.pk),
            )  # fmt: skip
        else:
            part = line.past
            assert part is not None
            accounts = told.get(part.event, [])
            row = CareerRow(
                line, None, part.name, reverse("series:historic", args=[part.slug]),
                first_told(accounts, "dates") or str(part.year or ""),
                first_told(accounts, "entrants"),
                "", words.place_text(part.place) if part.place else "", known_text(part), None,
            )  # fmt: skip
        rows.append(row)
    return rows


def rating_moves(player: Player, events: Iterable[Event]) -> Mapping[int, RatingMove]:
    """What these events made of the player's rating, by event; one query."""
    sources = {source_of(event): event.pk for event in events}
    rows = RatingChange.objects.filter(player=player, current=True, event__source__in=list(sources))
    return {
        sources[source]: RatingMove(number, before, after)
        for source, number, before, after in rows.values_list(
            "event__source", "event__number", "before_rating", "after_rating"
        )
    }


def state_text(line: CareerLine) -> str:
    """Where an entry ended, or where it stands."""
    if line.state != EntryState.ACCEPTED:
        return str(EntryState(line.state).label)
    if line.place:
        return words.place_text(line.place)
    if line.event_state == EventState.RUNNING:
        return _("still in")
    return _("entered") if line.event_state == EventState.PUBLISHED else ""


def known_text(part: PastPart) -> str:
    """How much lists tell of a player in a past event."""
    found = []
    if part.has_standings:
        whole = pgettext("how much of the past is known", "standings complete")
        found.append(whole if part.is_whole else pgettext("how much of the past is known", "standings in part"))
    if part.medals and not part.has_standings:
        found.append(pgettext("how much of the past is known", "from a list of winners"))
    if part.matches:
        found.append(ngettext("{n} match known", "{n} matches known", part.matches).format(n=part.matches))
    return ", ".join(found)
