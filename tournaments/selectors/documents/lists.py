"""The lists of an event for spreadsheets and programs: the same rows as the pages have, with numbers as numbers.

Names of columns and words of states are those of the API, the same in every language.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC
from decimal import Decimal
from typing import Final

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import override

from tantrix_site.errors import NotFound
from tantrix_site.sheets import Value
from tournaments.formats.cross_table import Cell
from tournaments.formats.graph import EntryId, MatchId
from tournaments.models import Decision, Entry, Event, Match, SeedingPoints
from tournaments.selectors.documents.standings import load_page
from tournaments.selectors.documents.wanted import Wanted, pick_stage
from tournaments.selectors.pages.event_matches import EventMatch, event_matches
from tournaments.selectors.pages.loading import EntryRow, load_entries
from tournaments.selectors.pages.pairings import current_round, rounds_of
from tournaments.selectors.tables import table_stages
from tournaments.selectors.withheld import state_without_results


@dataclass(frozen=True, slots=True)
class Listing:
    """A list with its columns; `name` says which, as "round-3"."""

    name: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Value, ...], ...]


def load_list(kind: str, event: Event, wanted: Wanted, *, in_full: bool = False) -> Listing:
    """One of `LISTS`. With `in_full` the entrants are called by their whole names, also those under age: for who runs
    the event. Raises NotFound `list_unknown`, `no_such_list`, `stage_not_found`, `round_not_found`."""
    make = LISTS.get(kind)
    if kind == "entrants" and in_full:
        make = _entrants_in_full
    if make is None:
        raise NotFound("list_unknown", _("There is no such list."))
    with override("en"):
        return make(event, wanted)


def _entrants_in_full(event: Event, wanted: Wanted) -> Listing:
    return _entrants(event, wanted, in_full=True)


def _entrants(event: Event, wanted: Wanted, *, in_full: bool = False) -> Listing:
    columns = ("seed", "name", "player", "country", "seeding_points", "state", "place")
    found = Entry.objects.filter(event=event).select_related("player").order_by("seed", "pk")
    points = dict(
        SeedingPoints.objects.filter(entry__event=event, current=True).values_list("entry_id", "points")
    )  # fmt: skip
    entries = load_entries(event)
    rows = tuple(
        (
            row.seed, row.in_full if in_full else row.name, row.player.slug if row.player else None,
            entries[row.pk].country or None, _rounded(points.get(row.pk)), str(row.state),
            row.place if wanted.results else None,
        )
        for row in found
    )  # fmt: skip
    return Listing("entrants", columns, rows)


def _pairings(event: Event, wanted: Wanted) -> Listing:
    stage = pick_stage(table_stages(event), wanted.stage, none=_("There is no round of groups or a Swiss yet."))
    number = wanted.round or current_round(stage)
    if number not in rounds_of(stage):
        raise NotFound("round_not_found", _("No such round is published."), field="round")
    matches = Match.objects.filter(stage=stage, round=number).exclude(table="")
    return _matches(event, f"round-{number}", matches, results=wanted.results)


def _results(event: Event, wanted: Wanted) -> Listing:
    matches = Match.objects.filter(event=event)
    if wanted.stage:
        matches = matches.filter(stage__number=wanted.stage)
    if wanted.round:
        matches = matches.filter(round=wanted.round)
    return _matches(event, "results", matches, results=wanted.results)


_MATCH_COLUMNS: Final = (
    "match", "stage", "round", "group", "table", "left", "left_country", "right", "right_country", "left_tp",
    "right_tp", "winner", "state", "decision", "deadline",
)  # fmt: skip


def _matches(event: Event, name: str, matches: QuerySet[Match], *, results: bool) -> Listing:
    entries = load_entries(event)
    found = event_matches(event, matches, entries, results=results)
    stored = dict(matches.values_list("pk", "state"))
    known = {match.id: sum(seat.entry is not None for seat in match.sides) for match in found}
    states = stored if results else {pk: state_without_results(state, known[pk]) for pk, state in stored.items()}
    decided = Decision.objects.filter(match__in=states if results else (), current=True)
    decisions = {
        match: (kind, (left, right))
        for match, kind, left, right in decided.values_list("match_id", "kind", "tp_left", "tp_right")
    }
    rows = tuple(_match_row(match, states[match.id], decisions) for match in found)
    return Listing(name, _MATCH_COLUMNS, rows)


def _match_row(
    match: EventMatch, state: str, decisions: Mapping[MatchId, tuple[str, tuple[int | None, int | None]]]
) -> tuple[Value, ...]:
    kind, (left_tp, right_tp) = decisions.get(match.id, (None, (None, None)))
    left, right = (seat.entry for seat in match.sides)
    winner = next((side for side, seat in zip(("left", "right"), match.sides, strict=True) if seat.role == "w"), None)
    deadline = None if match.deadline is None else match.deadline.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    group = "" if match.hall else match.table
    return (
        match.number, match.stage, match.round, group or None, match.hall or None, *_who(left), *_who(right),
        _tp(left_tp), _tp(right_tp), winner, state, kind, deadline,
    )  # fmt: skip


def _who(row: EntryRow | None) -> tuple[Value, Value]:
    return (None, None) if row is None else (row.name, row.country or None)


def _standings(event: Event, wanted: Wanted) -> Listing:
    page, _title = load_page(event, wanted)
    names = tuple(dict.fromkeys(column.key for view in page.tables for column in view.columns))
    columns = ("group", "place", "name", "player", "country", "games", "tp", "percentage", *names)
    rows = []
    for table in page.counted.tables:
        for row in table.rows:
            entry, share = page.entries[row.entry], row.totals.percentage
            rows.append(
                (
                    table.key if page.has_groups else None, row.place, entry.name, entry.slug, entry.country or None,
                    row.totals.games, _tp(row.totals.tp),
                    None if share is None else round(Decimal(share.numerator) * 100 / share.denominator, 2),
                    *(_tie_break(name, row.value(name)) for name in names),
                )
            )  # fmt: skip
    return Listing("standings", columns, tuple(rows))


_HALVES: Final = ("wins", "direct_wins", "direct_matches")


def _tie_break(name: str, value: object) -> Value:
    if not isinstance(value, int):
        return None
    if name in _HALVES:
        return Decimal(value) / 2
    return _tp(value) if name.endswith("_tp") else value


def _cross_table(event: Event, wanted: Wanted) -> Listing:
    """Of groups a row for each pair, of a Swiss for each entry and round: what a pivot table is made of."""
    page, _title = load_page(event, wanted)
    columns = ("group", "place", "name", "round", "match", "opponent", "opponent_place", "tp", "opponent_tp", "mark")
    rows = [
        (
            table.key if page.has_groups else None, row.place, page.entries[row.entry].name,
            *_cell(cell, page.entries),
        )
        for table in page.counted.tables
        for row in table.rows
        for cell in table.cells.get(row.entry, ())
    ]  # fmt: skip
    return Listing("cross-table", columns, tuple(rows))


def _cell(cell: Cell, entries: Mapping[EntryId, EntryRow]) -> tuple[Value, ...]:
    own, other = cell.tp if cell.tp is not None else (None, None)
    opponent = None if cell.opponent is None else entries.get(cell.opponent)
    return (
        cell.round, cell.number, opponent.name if opponent else None, cell.place, _tp(own), _tp(other), str(cell.mark)
    )  # fmt: skip


def _tp(tenths: int | None) -> Decimal | None:
    return None if tenths is None else Decimal(tenths).scaleb(-1)


def _rounded(points: float | None) -> Decimal | None:
    return None if points is None else round(Decimal(points), 2)


LISTS: Final[Mapping[str, Callable[[Event, Wanted], Listing]]] = {
    "entrants": _entrants,
    "pairings": _pairings,
    "results": _results,
    "standings": _standings,
    "cross-table": _cross_table,
}
