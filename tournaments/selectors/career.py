"""The career of a player: every event with its place, games and medal, those of the past as they were published."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from django.db.models import Q

from players.models import Player
from tournaments.formats.graph import EntryId
from tournaments.models import Edition, Entry, EntryState, Event, EventState, Play, Series, SeriesKind
from tournaments.selectors.career_past import PastPart, past_parts
from tournaments.selectors.editions import MEDALS
from tournaments.selectors.tallies import NO_GAMES, GameTally, counting_games, tally_by
from tournaments.selectors.visibility import told_events


class CareerKind(StrEnum):
    """What an event was an edition of; the first that fits, in this order."""

    WORLD = "world"
    CONTINENTAL = "continental"
    NATIONAL = "national"
    OPEN = "open"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class CareerLine:
    """An event of a player, of this site (`event`) or of the past (`past`).

    `side` is the entry that was placed: one's own, or that of the team or pair. `state` is that of the side, and
    withdrawn or disqualified for who left a side that played on. `medal` is the place of one of the first three of an
    edition that is over; `games` are one's own, for a pair those of both.
    """

    day: date | None
    year: int | None
    kind: CareerKind
    editions: tuple[Edition, ...]
    place: int | None = None
    medal: int | None = None
    games: GameTally = NO_GAMES
    event: int | None = None
    event_state: str = EventState.FINISHED
    side: EntryId | None = None
    in_team: bool = False
    state: str = EntryState.ACCEPTED
    past: PastPart | None = None


@dataclass(frozen=True, slots=True)
class CareerTotal:
    """Several events together; `medals` are the numbers of first, second and third places."""

    events: int = 0
    games: GameTally = NO_GAMES
    medals: tuple[int, int, int] = (0, 0, 0)

    def plus(self, line: CareerLine) -> "CareerTotal":
        first, second, third = (count + (line.medal == place) for count, place in zip(self.medals, MEDALS, strict=True))
        return CareerTotal(self.events + 1, self.games + line.games, (first, second, third))


def career_of(player: Player) -> tuple[CareerLine, ...]:
    """All events of a player that everybody may see, the latest first; eight queries, and few columns of each event."""
    own = list(
        Entry.every.filter(player=player, event__in=told_events())
        .select_related("event", "team")
        .only(
            "state", "place", "team__state", "team__place", "event__state", "event__play", "event__starts_on",
            "event__ends_on", "event__finished_at", "event__published_at", "event__created_at",
        )
    )  # fmt: skip
    past = past_parts(player)
    editions = _editions(player, past)
    tallies = _tallies(own)
    lines = [_line(entry, editions["event", entry.event_id], tallies) for entry in own]
    lines += [_past_line(part, editions["past", part.event]) for part in past.values()]
    return tuple(sorted(lines, key=_order, reverse=True))


@dataclass(frozen=True, slots=True)
class SeriesMedals:
    """The medals of a player in a series; `titles` are the years of the first places, the latest first."""

    series: Series
    counts: tuple[int, int, int]
    titles: tuple[int, ...]


def medals_by_series(lines: Iterable[CareerLine]) -> tuple[SeriesMedals, ...]:
    """Most titles first. An event that is an edition of two series gives a medal in both."""
    found: dict[int, SeriesMedals] = {}
    for line in lines:
        for edition, place in _medals_of(line):
            before = found.get(edition.series_id) or SeriesMedals(edition.series, (0, 0, 0), ())
            first, second, third = (n + (place == at) for n, at in zip(before.counts, MEDALS, strict=True))
            year = edition.year or line.year
            titles = (*before.titles, year) if place == 1 and year else before.titles
            found[edition.series_id] = SeriesMedals(edition.series, (first, second, third), titles)
    return tuple(sorted(found.values(), key=lambda row: (*(-n for n in row.counts), row.series.name)))


def _medals_of(line: CareerLine) -> Iterator[tuple[Edition, int]]:
    single = dict(line.past.medals) if line.past is not None else {}
    for edition in line.editions:
        place = single.get(edition.pk) if single else line.medal
        if place is not None:
            yield edition, place


def total_of(lines: Iterable[CareerLine]) -> CareerTotal:
    found = CareerTotal()
    for line in lines:
        found = found.plus(line)
    return found


def totals_by_year(lines: Iterable[CareerLine]) -> dict[int | None, CareerTotal]:
    """The latest year first, events of an unknown year last."""
    found: defaultdict[int | None, CareerTotal] = defaultdict(CareerTotal)
    for line in lines:
        found[line.year] = found[line.year].plus(line)
    return dict(sorted(found.items(), key=lambda item: (item[0] is None, -(item[0] or 0))))


def totals_by_kind(lines: Iterable[CareerLine]) -> dict[CareerKind, CareerTotal]:
    found: defaultdict[CareerKind, CareerTotal] = defaultdict(CareerTotal)
    for line in lines:
        found[line.kind] = found[line.kind].plus(line)
    return {kind: found[kind] for kind in CareerKind if kind in found}


def kind_of(editions: Iterable[Edition]) -> CareerKind:
    """The widest title of those an event is an edition of."""
    series = [edition.series for edition in editions]
    titles = {CareerKind(row.scope) for row in series if row.kind != SeriesKind.OPEN}
    if any(row.kind == SeriesKind.OPEN for row in series):
        titles.add(CareerKind.OPEN)
    return next((kind for kind in CareerKind if kind in titles), CareerKind.OTHER)


def day_of(event: Event) -> date:
    """The last day of an event as far as it is fixed, else the day on which it ended or was first seen."""
    fixed = event.ends_on or event.starts_on
    return fixed or (event.finished_at or event.published_at or event.created_at).date()


_EditionsOf = defaultdict[tuple[str, int], tuple[Edition, ...]]


def _editions(player: Player, past: Mapping[int, PastPart]) -> _EditionsOf:
    found: _EditionsOf = defaultdict(tuple)
    entered = Entry.every.filter(player=player).values("event")
    rows = Edition.objects.filter(Q(event__in=entered) | Q(historic__in=list(past))).select_related("series")
    for row in rows.order_by("pk"):
        key = ("event", row.event_id) if row.event_id is not None else ("past", row.historic_id or 0)
        found[key] += (row,)
    return found


def _tallies(own: Iterable[Entry]) -> dict[int | str, GameTally]:
    """Games by the entry that played them: one's own, or that of the pair."""
    playing = [_playing(entry) for entry in own]
    games = counting_games()
    found = tally_by(games.filter(left__in=playing), "left", "left")
    for entry, tally in tally_by(games.filter(right__in=playing), "right", "right").items():
        found[entry] = found.get(entry, NO_GAMES) + tally
    return found


def _playing(entry: Entry) -> EntryId:
    in_pair = entry.team_id is not None and entry.event.play == Play.DOUBLES
    return (in_pair and entry.team_id) or entry.pk


def _line(entry: Entry, editions: tuple[Edition, ...], tallies: Mapping[int | str, GameTally]) -> CareerLine:
    side = entry.team or entry
    state = side.state if entry.state == EntryState.ACCEPTED else entry.state
    is_over = entry.event.state == EventState.FINISHED and state == EntryState.ACCEPTED
    day = day_of(entry.event)
    return CareerLine(
        day=day, year=day.year, kind=kind_of(editions), editions=editions, place=side.place,
        medal=side.place if is_over and editions and side.place in MEDALS else None,
        games=tallies.get(_playing(entry), NO_GAMES), event=entry.event_id,
        event_state=entry.event.state, side=side.pk,
        in_team=entry.team_id is not None, state=state,
    )  # fmt: skip


def _past_line(part: PastPart, editions: tuple[Edition, ...]) -> CareerLine:
    return CareerLine(
        day=None, year=part.year, kind=kind_of(editions), editions=editions, place=part.place, medal=part.medal,
        past=part,
    )  # fmt: skip


def _order(line: CareerLine) -> tuple[int, date, int]:
    """What has no day of its own stands at the end of its year."""
    year = line.year or 0
    return year, line.day or date(max(year, 1), 1, 1), line.event or -(line.past.event if line.past else 0)
