"""What a screen in the hall shows, one slide after the other: pairings, names, missing results, standings, the bracket.

It is read by everybody in the hall, so that it shows what is released and nothing else, whoever has opened it.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeVar

from django.contrib.auth.models import AnonymousUser
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.formats.graph import EntryId
from tournaments.models import Event, Match, MatchState, Stage, StageKind
from tournaments.selectors.pages.event_matches import EventMatch, event_matches
from tournaments.selectors.pages.loading import EntryRow, load_entries
from tournaments.selectors.pages.pairings import ByName, load_pairings
from tournaments.selectors.pages.round_names import MAIN, round_name
from tournaments.selectors.pages.sittings import load_sittings
from tournaments.selectors.pages.stage_words import table_title
from tournaments.selectors.pages.words import tp_text
from tournaments.selectors.tables import ShownTable, current_tables, table_stages
from tournaments.selectors.visibility import may_see_draw, may_see_results

T = TypeVar("T")

ROWS: Final = 12
"""Lines of a column, large enough to be read from the other end of a hall."""
QUARTERS_FROM: Final = 16
"""From so many matches on a round of a bracket is shown by quarters."""
DRAWN: Final = ("pairings", "names", "tables", "bracket")
"""What is shown while results are held back."""
KINDS: Final = ("pairings", "names", "missing", "standings", "bracket", "tables")
USUAL: Final = ("pairings", "missing", "standings", "bracket")
"""What a screen shows where its address names nothing; of an event of tables drawn each round `TABLES_USUAL`."""
TABLES_USUAL: Final = ("tables", "missing", "standings")


@dataclass(frozen=True, slots=True)
class WallRow:
    """A row of a table: place, name, points."""

    place: int
    entry: EntryRow
    tp: str


@dataclass(frozen=True, slots=True)
class Slide:
    """One slide; it has what its kind needs: matches, names, rows of a table, groups of them with titles, tables with
    who sits there, or only their numbers in `missing`."""

    kind: str
    title: str
    part: str = ""
    matches: tuple[EventMatch, ...] = ()
    byes: tuple[EventMatch, ...] = ()
    names: tuple[ByName, ...] = ()
    rows: tuple[WallRow, ...] = ()
    groups: tuple[tuple[str, tuple[WallRow, ...]], ...] = ()
    seats: tuple[tuple[int, tuple[str, ...]], ...] = ()
    missing: tuple[str, ...] = ()

    @property
    def lines(self) -> int:
        """How many lines of pairings it has."""
        return len(self.matches) + len(self.byes)


def wanted_kinds(text: str) -> tuple[str, ...]:
    """The kinds an address names, in its order; empty where it names none."""
    return tuple(dict.fromkeys(kind for kind in text.split(",") if kind in KINDS))


def load_slides(event: Event, kinds: Sequence[str]) -> tuple[Slide, ...]:
    """The slides of these kinds, the usual ones where there are none, as far as the event has something to show and it
    is released."""
    everybody = AnonymousUser()
    if not may_see_draw(everybody, event):
        return ()
    results = may_see_results(everybody, event)
    make = _sitting_slides if event.has_sittings else _match_slides
    slides = make(event, kinds, results=results)
    return tuple(slide for slide in slides if results or slide.kind in DRAWN)


def _match_slides(event: Event, kinds: Sequence[str], *, results: bool) -> Iterable[Slide]:
    entries = load_entries(event)
    stages = [stage for stage in table_stages(event) if stage.opened_at is not None]
    stage = stages[-1] if stages else None
    opened = event.stages.filter(opened_at__isnull=False).order_by("-number").values_list("number", flat=True).first()
    # once a later stage is on, the last round of the groups is no longer what somebody looks for a table in
    current = stage if stage is not None and stage.number == opened else None
    makers: Mapping[str, Callable[[], Iterator[Slide]]] = {
        "pairings": lambda: _pairings(event, current, entries, results=results),
        "names": lambda: _names(event, current, entries, results=results),
        "missing": lambda: _missing(event),
        "standings": lambda: _standings(event, stage if kinds else current, entries),
        "bracket": lambda: _bracket(event, entries, results=results),
    }
    return tuple(slide for kind in kinds or USUAL if kind in makers for slide in makers[kind]())


def _missing(event: Event) -> Iterator[Slide]:
    """The tables whose result is still to come, once some of their round are in."""
    rows = Match.objects.filter(event=event, state=MatchState.OPEN).select_related("stage")
    over = Match.objects.filter(event=event, state__in=(MatchState.DECIDED, MatchState.WALKOVER))
    # without tables in the hall this is told by the lists of matches
    waiting = sorted((match.stage.number, match.round, match.hall) for match in rows if match.hall)
    if not waiting or not over.filter(stage__number=waiting[0][0], round=waiting[0][1]).exists():
        return
    for part in _chunks(waiting, 4 * ROWS):
        yield Slide("missing", _("Results still missing"), _missing_title(len(waiting)),
                    missing=tuple(str(hall) for _stage, _round, hall in part))  # fmt: skip


def _missing_title(count: int) -> str:
    return ngettext("{n} table", "{n} tables", count).format(n=count)


def _sitting_slides(event: Event, kinds: Sequence[str], *, results: bool) -> Iterable[Slide]:
    """The last round of tables drawn each round, which of them are still played, and the standings."""
    page = load_sittings(event, results=results)
    if not page.rounds:
        return
    view = page.rounds[-1]
    title = _("Round {n}").format(n=view.round.number)
    tables = sorted(view.tables, key=lambda table: table.number)
    for kind in kinds or TABLES_USUAL:
        if kind in ("tables", "pairings"):
            for part in _chunks([(table.number, table.sides) for table in tables], ROWS):
                halls = _("Tables {first}–{last}").format(first=part[0][0], last=part[-1][0])
                yield Slide("tables", title, halls, seats=part)
        elif kind == "missing" and 0 < view.done < len(tables):
            left = [table.number for table in tables if not table.is_done]
            for numbers in _chunks(left, 4 * ROWS):
                yield Slide("missing", _("Results still missing"), _missing_title(len(left)),
                            missing=tuple(map(str, numbers)))  # fmt: skip
        elif kind == "standings" and any(line.row.games for line in page.standings):
            for lines in _chunks(page.standings, 2 * ROWS):
                part_title = f"{lines[0].row.place}–{lines[-1].row.place}"
                rows = tuple(WallRow(line.row.place, line.entry, line.tp) for line in lines)
                yield Slide("standings", _("Standings"), part_title, rows=rows)


def _pairings(
    event: Event, stage: Stage | None, entries: Mapping[EntryId, EntryRow], *, results: bool
) -> Iterator[Slide]:
    if stage is None:
        return
    page = load_pairings(event, stage, entries, results=results)
    title = _("Round {n}").format(n=page.number)
    for part in _chunks(page.matches, 2 * ROWS - len(page.byes)):
        halls = _("Tables {first}–{last}").format(first=part[0].hall, last=part[-1].hall) if page.is_swiss else ""
        byes = tuple(pair.match for pair in page.byes) if part[-1] is page.matches[-1] else ()
        yield Slide("pairings", title, halls, matches=part, byes=byes)


def _names(event: Event, stage: Stage | None, entries: Mapping[EntryId, EntryRow], *, results: bool) -> Iterator[Slide]:
    if stage is None or stage.kind != StageKind.SWISS:
        return
    page = load_pairings(event, stage, entries, results=results)
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


def _bracket(event: Event, entries: Mapping[EntryId, EntryRow], *, results: bool) -> Iterator[Slide]:
    """The round that is on in each bracket of the last tree that has entries, the main draw by quarters."""
    stage = event.stages.exclude(kind__in=("groups", "swiss")).filter(opened_at__isnull=False).order_by("number").last()
    if stage is None:
        return
    rows = Match.objects.filter(stage=stage).exclude(state__in=(MatchState.BYE, MatchState.NOT_NEEDED))
    rounds: dict[str, int] = {}
    waiting = (MatchState.OPEN, MatchState.WAITING)
    for bracket, round_, state in rows.order_by("round").values_list("bracket", "round", "state"):
        if (state in waiting or not results) and bracket not in rounds:
            rounds[bracket] = round_
    if not rounds:
        last = rows.filter(bracket=MAIN, label="").order_by("-round").values_list("round", flat=True).first()
        rounds = {} if last is None else {MAIN: last}
    for bracket, round_ in rounds.items():
        shown = event_matches(event, rows.filter(bracket=bracket, round=round_, label=""), entries, results=results)
        title = round_name(stage, bracket, round_).title
        quarters = bracket == MAIN and len(shown) >= QUARTERS_FROM
        size = -(-len(shown) // 4) if quarters else 2 * ROWS
        for number, part in enumerate(_chunks(shown, max(1, size)), start=1):
            yield Slide("bracket", title, _("Quarter {part}").format(part=number) if quarters else "", matches=part)


def _chunks(rows: Sequence[T], size: int) -> Iterator[tuple[T, ...]]:
    for start in range(0, len(rows), size):
        yield tuple(rows[start : start + size])
