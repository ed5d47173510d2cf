"""Editions of series with those who won them: events of this site by their places, historic ones by their medals."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.contrib.auth.models import AnonymousUser
from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from players.models import User
from players.names import name_key
from tantrix_site.compiled import Compiled
from tournaments.historic.values import Kind
from tournaments.models import (
    Edition,
    Entry,
    EntryState,
    Event,
    EventState,
    HistoricAccount,
    HistoricImport,
    HistoricMedal,
    HistoricPlace,
)
from tournaments.selectors.lineages import lineage_of
from tournaments.selectors.visibility import events_listed_for, told_events

MEDALS: Final = (1, 2, 3)


@dataclass(frozen=True, slots=True)
class Medallist:
    """Who came first, second or third. `key` tells the same person: a profile, or a name as it was written.

    `slug` is the address of a player, `team` that of a team with its event.
    """

    place: int
    name: str
    country: str
    slug: str
    key: str
    team: tuple[str, str] | None = None


@dataclass(frozen=True)
class EditionRow:
    """One edition. `entrants` is None where nobody knows; `account` is what is told of a historic event."""

    edition: Edition
    medals: tuple[Medallist, ...]
    entrants: int | None
    place_held: str
    dates: str

    @property
    def event(self) -> Event | None:
        return self.edition.event

    @property
    def name(self) -> str:
        """The event's own name."""
        thing = self.edition.event or self.edition.historic
        assert thing is not None
        return thing.name

    @property
    def is_over(self) -> bool:
        return self.edition.event is None or self.edition.event.state == EventState.FINISHED

    @property
    def champions(self) -> tuple[Medallist, ...]:
        return tuple(medal for medal in self.medals if medal.place == 1)

    def at(self, place: int) -> tuple[Medallist, ...]:
        return tuple(medal for medal in self.medals if medal.place == place)

    @property
    def columns(self) -> tuple[tuple[Medallist, ...], ...]:
        """First, second and third."""
        return tuple(self.at(place) for place in MEDALS)


def editions_visible_to(user: User | AnonymousUser) -> QuerySet[Edition]:
    """Historic editions, and those whose event one may see; the latest first, those of unknown year last."""
    seen = Q(event__isnull=True) | Q(event__in=events_listed_for(user))
    rows = Edition.objects.filter(seen).select_related("event", "historic", "series").defer("event__description")
    return rows.order_by("-year", "-number", "-pk")


def sorted_editions(editions: Iterable[Edition]) -> list[Edition]:
    """The latest first; where the year is not known, at the end. The database puts unknown years where it likes."""
    return sorted(editions, key=lambda e: (e.year is None, -(e.year or 0), -(e.number or 0), -e.pk))


def edition_rows(editions: Iterable[Edition]) -> list[EditionRow]:
    """The rows of editions in their order: six queries for any number of them."""
    listed = list(editions)
    events = {edition.event_id for edition in listed if edition.event_id is not None}
    past = {edition.historic_id for edition in listed if edition.historic_id is not None}
    won = _event_medals(events)
    entrants = entrants_of(events)
    medals = _historic_medals([edition.pk for edition in listed if edition.historic_id is not None])
    places = _complete_places(past)
    accounts = accounts_of(past)
    rows = []
    for edition in listed:
        if edition.event is not None:
            row = EditionRow(
                edition, won.get(edition.event.pk, ()), entrants.get(edition.event.pk), edition.event.place, ""
            )  # fmt: skip
        else:
            assert edition.historic_id is not None
            told = accounts.get(edition.historic_id, [])
            row = EditionRow(
                edition,
                medals.get(edition.pk) or places.get(edition.historic_id, ()),
                first_told(told, "entrants"),
                first_told(told, "place") or "",
                first_told(told, "dates") or "",
            )
        rows.append(row)
    return rows


def entrants_of(events: Iterable[int]) -> dict[int, int]:
    """How many sides were accepted to these events: players, pairs or teams; one query."""
    return dict(_sides(sorted(events)))


@Compiled
def _sides(events: Sequence[int]) -> QuerySet[Event, tuple[int, int]]:
    sides = Count("entries", filter=Q(entries__state=EntryState.ACCEPTED, entries__team=None))
    return Event.objects.filter(pk__in=events).annotate(n=sides).values_list("pk", "n")


def accounts_of(events: Iterable[int]) -> dict[int, list[HistoricAccount]]:
    """What lists tell of historic events as a whole, the oldest import first."""
    found: dict[int, list[HistoricAccount]] = defaultdict(list)
    for account in HistoricAccount.objects.filter(event__in=events, current=True).order_by("pk"):
        found[account.event_id].append(account)
    return found


def first_told(accounts: Iterable[HistoricAccount], name: str) -> Any:
    """What the oldest list that says it says of an event as a whole; None where none does."""
    found = (getattr(account, name) for account in accounts)
    return next((value for value in found if value not in (None, "")), None)


def _event_medals(events: Iterable[int]) -> dict[int, tuple[Medallist, ...]]:
    """The first three of events that are over; whoever shares a place stands there too."""
    found: dict[int, list[Medallist]] = defaultdict(list)
    entries = (
        Entry.objects.filter(
            event__in=told_events(), place__in=MEDALS, state=EntryState.ACCEPTED, event__state=EventState.FINISHED
        )
        .filter(event__in=events)
        .select_related("player", "as_team", "event")
    )
    for entry in entries.order_by("place", "pk"):
        country, slug = entry.country.code or "", entry.player.slug if entry.player else ""
        team = getattr(entry, "as_team", None)
        address = None if team is None else (lineage_of(entry, team).slug, entry.event.slug)
        medal = Medallist(entry.place or 0, entry.name, country, slug, _key(entry.player_id, entry.name), address)
        found[entry.event_id].append(medal)
    return {event: tuple(medals) for event, medals in found.items()}


def _historic_medals(editions: Sequence[int]) -> dict[int, tuple[Medallist, ...]]:
    found: dict[int, list[Medallist]] = defaultdict(list)
    rows = HistoricMedal.objects.filter(edition__in=editions, current=True).select_related("player")
    for row in rows.order_by("place"):
        found[row.edition_id].append(_medallist(row.place, row))
    return {edition: tuple(medals) for edition, medals in found.items()}


def _complete_places(events: Iterable[int]) -> dict[int, tuple[Medallist, ...]]:
    """The first three of final standings that are said to be complete. Partial ones give nobody a medal."""
    rows = HistoricPlace.objects.filter(event__in=events, current=True, after_round=None, place__in=MEDALS)
    found: dict[int, list[Medallist]] = defaultdict(list)
    for row in rows.filter(Exists(whole_standings())).select_related("player").order_by("place", "pk"):
        found[row.event_id].append(_medallist(row.place or 0, row))
    return {event: tuple(medals) for event, medals in found.items()}


def whole_standings() -> QuerySet[HistoricImport]:
    """To be asked of a place whether it stands in a list that is said to be complete."""
    return HistoricImport.objects.filter(kind=Kind.STANDINGS, complete=True, pk=OuterRef("source_import"))


def _medallist(place: int, row: HistoricMedal | HistoricPlace) -> Medallist:
    slug = row.player.slug if row.player else ""
    return Medallist(place, row.shown_name, row.country.code or "", slug, _key(row.player_id, row.name))


def _key(player: int | None, name: str) -> str:
    """The same for the same profile; a team and a name of the past are the same where they are written the same."""
    return f"player {player}" if player is not None else f"name {name_key(name)}"


def neighbours(edition: Edition, user: User | AnonymousUser) -> tuple[Edition | None, Edition | None]:
    """The editions before and after this one that one may see. One query."""
    rows = sorted_editions(editions_visible_to(user).filter(series=edition.series_id, year__isnull=False))
    at = next((n for n, row in enumerate(rows) if row.pk == edition.pk), None)
    if at is None:
        return None, None
    return (rows[at + 1] if at + 1 < len(rows) else None), (rows[at - 1] if at else None)
