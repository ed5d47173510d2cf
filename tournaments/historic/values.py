"""What a list of historic results says, row by row. Points are kept as published: "59" is not "59.0"."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum


class Kind(StrEnum):
    """What the rows of a list are."""

    PODIUMS = "podiums"
    MATCHES = "matches"
    STANDINGS = "standings"
    FIGURES = "figures"


class Status(StrEnum):
    """How much is known of a match."""

    EXACT = "exact"
    REBUILT = "rebuilt"  # a total was worked out from others
    PARTIAL = "partial"  # it stopped or was seen before its end
    WINNER = "winner"
    PAIRING = "pairing"


@dataclass(frozen=True, slots=True)
class Named:
    """A person, pair or team as written; `country` is the text of its column."""

    name: str
    country: str = ""


@dataclass(frozen=True, slots=True)
class EditionName:
    """A series as written, and which edition of it: "World 2"."""

    series: str
    number: int | None = None


@dataclass(frozen=True, slots=True)
class EventName:
    """Which event a row is about. One event may be an edition of several series: "World 2 / Hungarian 6".

    `dates` are the words of a list that gives no plain year.
    """

    text: str
    editions: tuple[EditionName, ...]
    year: int | None = None
    dates: str = ""


@dataclass(frozen=True, slots=True)
class Fault:
    """Why a row cannot be read: its number, its column as the list calls it, and a stable code."""

    row: int
    column: str
    code: str
    params: Mapping[str, str | int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Podium:
    """Who won an edition, as far as known, and what the list tells of the event itself."""

    row: int
    event: EventName
    medals: tuple[Named | None, Named | None, Named | None]
    place_held: str = ""
    entrants: int | None = None
    countries: int | None = None
    format: str = ""
    note: str = ""
    source: str = ""


@dataclass(frozen=True, slots=True)
class PastMatch:
    """One match. `winner` is 0 or 1, None where it is not known; `games` are the words for each game."""

    row: int
    event: EventName
    sides: tuple[Named, Named]
    status: Status
    round: str = ""
    section: str = ""
    key: str = ""
    date: str = ""
    seeds: tuple[str, str] = ("", "")
    tp: tuple[str, str] = ("", "")
    won: tuple[str, str] = ("", "")
    planned: int | None = None
    played: int | None = None
    winner: int | None = None
    games: tuple[str, ...] = ()
    note: str = ""
    source: str = ""
    extra: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Standing:
    """A line of standings: the final ones, or those after a round (`after`)."""

    row: int
    event: EventName
    who: Named
    after: int | None = None
    place: int | None = None
    tp: str = ""
    won: str = ""
    lost: str = ""
    note: str = ""
    source: str = ""
    extra: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Figures:
    """A table of its own kind, kept as it is."""

    row: int
    event: EventName
    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    source: str = ""


Row = Podium | PastMatch | Standing | Figures


@dataclass(frozen=True, slots=True)
class Defaults:
    """What the importer says of a whole list, where its rows do not."""

    kind: Kind | None = None
    event: str = ""
    year: int | None = None
    title: str = ""
    source: str = ""


@dataclass(frozen=True, slots=True)
class Listed:
    """A list that was read: its rows and its faults, both in the order of the list."""

    kind: Kind
    rows: tuple[Row, ...]
    faults: tuple[Fault, ...]


class ListError(ValueError):
    """The list as a whole cannot be read. `code` says why."""

    def __init__(self, code: str, **params: str | int) -> None:
        super().__init__(f"{code} {params}")
        self.code = code
        self.params = params
