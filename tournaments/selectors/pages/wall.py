"""What a screen in the hall shows, one slide after the other: pairings, names, standings, the bracket."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeVar

from django.utils.translation import gettext as _

from tournaments.formats.graph import EntryId
from tournaments.models import Event, Match, MatchState, Stage, StageKind
from tournaments.selectors.pages.event_matches import EventMatch, event_matches
from tournaments.selectors.pages.loading import EntryRow, load_entries
from tournaments.selectors.pages.pairings import ByName, load_pairings
from tournaments.selectors.pages.round_names import MAIN, round_name
from tournaments.selectors.pages.stage_words import table_title
from tournaments.selectors.pages.words import tp_text
from tournaments.selectors.tables import ShownTable, current_tables, table_stages

T = TypeVar("T")

ROWS: Final = 12
"""Lines of a column, large enough to be read from the other end of a hall."""
QUARTERS_FROM: Final = 16
"""From so many matches on a round of a bracket is shown by quarters."""
KINDS: Final = ("pairings", "names", "standings", "bracket")


@dataclass(frozen=True, slots=True)
class WallRow:
    """A row of a table: place, name, points."""

    place: int
    entry: EntryRow
    tp: str


@dataclass(frozen=True, slots=True)
class Slide:
    """One slide; it has what its kind needs: matches, names, rows of a table, or groups of them with titles."""

    kind: str
    title: str
    part: str = ""
    matches: tuple[EventMatch, ...] = ()
    names: tuple[ByName, ...] = ()
    rows: tuple[WallRow, ...] = ()
    groups: tuple[tuple[str, tuple[WallRow, ...]], ...] = ()


def wanted_kinds(text: str) -> tuple[str, ...]:
    """The kinds an address names, in its order; all of them where it names none."""
    found = tuple(dict.fromkeys(kind for kind in text.split(",") if kind in KINDS))
    return found or ("pairings", "standings", "bracket")


def load_slides(event: Event, kinds: Sequence[str]) -> tuple[Slide, ...]:
    """The slides of these kinds, as far as the event has something to show."""
    entries = load_entries(event)
    stages = [stage for stage in table_stages(event) if stage.opened_at is not None]
    stage = stages[-1] if stages else None
    makers: Mapping[str, Callable[[], Iterator[Slide]]] = {
        "pairings": lambda: _pairings(event, stage, entries),
        "names": lambda: _names(event, stage, entries),
        "standings": lambda: _standings(event, stage, entries),
        "bracket": lambda: _bracket(event, entries),
    }
    return tuple(slide for kind in kinds for slide in makers[kind]())


def _pairings(event: Event, stage: Stage | None, entries: Mapping[EntryId, EntryRow]) -> Iterator[Slide]:
    if stage is None:
        return
    page = load_pairings(event, stage, entries)
    title = _("Round {n}").format(n=page.number)
    for part in _chunks(page.matches, 2 * ROWS):
        halls = _("Tables {first}–{last}").format(first=part[0].hall, last=part[-1].hall) if page.is_swiss else ""
        yield Slide("pairings", title, halls, matches=part)


def _names(event: Event, stage: Stage | None, entries: Mapping[EntryId, EntryRow]) -> Iterator[Slide]:
    if stage is None or stage.kind != StageKind.SWISS:
        return
    page = load_pairings(event, stage, entries)
    title = _("Round {n}: find your table").format(n=page.number)
    for part in _chunks(page.names, 3 * ROWS):
        first, last = part[0].entry.name, part[-1].entry.name
        yield Slide("names", title, f"{first[:1]} – {last[:1]}", names=part)


def _standings(event: Event, stage: Stage | None, entries: Mapping[EntryId, EntryRow]) -> Iterator[Slide]:
    counted = None if stage is None else current_tables(event, stage)
    if counted is None:
        return
    title = _("Standings")
    if len(counted.tables) == 1:
        for part in _chunks(_rows(counted.tables[0], entries), 2 * ROWS):
            yield Slide("standings", title, f"{part[0].place}–{part[-1].place}", rows=part)
        return
    largest = max(len(table.rows) for table in counted.tables)
    for tables in _chunks(counted.tables, 4 if largest < ROWS // 2 else 2):
        groups = tuple((table_title(table.key), _rows(table, entries)) for table in tables)
        yield Slide("standings", title, f"{tables[0].key}–{tables[-1].key}", groups=groups)


def _rows(table: ShownTable, entries: Mapping[EntryId, EntryRow]) -> tuple[WallRow, ...]:
    return tuple(WallRow(row.place, entries[row.entry], tp_text(row.totals.tp)) for row in table.rows)


def _bracket(event: Event, entries: Mapping[EntryId, EntryRow]) -> Iterator[Slide]:
    """The round that is on in each bracket of the last tree that has entries, the main draw by quarters."""
    stage = event.stages.exclude(kind__in=("groups", "swiss")).filter(opened_at__isnull=False).order_by("number").last()
    if stage is None:
        return
    rows = Match.objects.filter(stage=stage).exclude(state__in=(MatchState.BYE, MatchState.NOT_NEEDED))
    rounds: dict[str, int] = {}
    waiting = (MatchState.OPEN, MatchState.WAITING)
    for bracket, round_, state in rows.order_by("round").values_list("bracket", "round", "state"):
        if state in waiting and bracket not in rounds:
            rounds[bracket] = round_
    if not rounds:
        last = rows.filter(bracket=MAIN, label="").order_by("-round").values_list("round", flat=True).first()
        rounds = {} if last is None else {MAIN: last}
    for bracket, round_ in rounds.items():
        shown = event_matches(event, rows.filter(bracket=bracket, round=round_, label=""), entries)
        title = round_name(stage, bracket, round_).title
        quarters = bracket == MAIN and len(shown) >= QUARTERS_FROM
        size = -(-len(shown) // 4) if quarters else 2 * ROWS
        for number, part in enumerate(_chunks(shown, max(1, size)), start=1):
            yield Slide("bracket", title, _("Quarter {part}").format(part=number) if quarters else "", matches=part)


def _chunks(rows: Sequence[T], size: int) -> Iterator[tuple[T, ...]]:
    for start in range(0, len(rows), size):
        yield tuple(rows[start : start + size])
