"""Standings and cross tables, to print; a cross table also to be filled in by hand."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tantrix_site.errors import NotFound
from tournaments.documents.values import Column, Section, TableDocument
from tournaments.models import Event
from tournaments.selectors.documents.wanted import Wanted, head_of, layout_of, pick_stage, stage_part
from tournaments.selectors.pages.loading import load_entries
from tournaments.selectors.pages.standings import Line, StandingsPage, Step, TableView
from tournaments.selectors.tables import current_tables, table_stages

FEW_COLUMNS: Final = 10
FORM_COLUMNS: Final = 10
COLUMNS: Final = 12
"""So many opponents or rounds stand beside one another; the rest in further tables below."""


def load_page(event: Event, wanted: Wanted) -> tuple[StandingsPage, str]:
    """All tables of the stage asked for, with its title where there are several stages.

    Raises NotFound `no_such_list`, `stage_not_found`, `round_not_found`.
    """
    stages = table_stages(event)
    stage = pick_stage(stages, wanted.stage, none=_("There are no groups and no Swiss yet."))
    counted = current_tables(event, stage, wanted.round)
    if counted is None:
        raise NotFound("no_such_list", _("The draw has not been made."))
    if wanted.round > counted.last_round:
        raise NotFound("round_not_found", _("There is no such round."), field="round")
    everything = tuple((table, slice(None)) for table in counted.tables)
    size = sum(len(table.rows) for table in counted.tables)
    page = StandingsPage(event, stage, counted, everything, load_entries(event), 1, size, max(size, 1))
    return page, stage_part(stages, stage)


def standings_document(event: Event, wanted: Wanted, now: datetime) -> TableDocument:
    """The standings, now or after a round. Raises as `load_page` does."""
    page, stage = load_page(event, wanted)
    after = _("After round {n}").format(n=page.counted.through) if page.is_swiss and page.counted.through else ""
    head = head_of(event, now, _("Standings"), stage, after)
    sections = tuple(_table(page, view) for view in page.tables)
    if sections:
        first, *rest = sections
        sections = (Section(first.title, first.columns, first.rows, first.note or page.status), *rest)
    return TableDocument(head, layout_of(wanted), sections, size=11)


def _title(page: StandingsPage, view: TableView) -> str:
    return view.title if page.has_groups else ""


def _table(page: StandingsPage, view: TableView) -> Section:
    columns = (
        Column("", "number"),
        Column(_("Name"), "name"),
        Column(_("Country")),
        Column(_("Games"), "number"),
        Column(pgettext("column of a table: tournament points", "TP"), "number"),
        Column(pgettext("column of a table: percentage of the points", "%"), "number"),
        *(Column(str(name.short), "number") for name in view.columns),
    )
    rows = tuple(
        (
            str(line.place), _named(line), line.entry.country, str(line.games), line.tp, line.percentage,
            *(value for _column, value in line.values),
        )
        for line in view.lines
    )  # fmt: skip
    out = " ".join(f"{row.name}: {reason}." for row, reason in view.out)
    return Section(_title(page, view), columns, rows, out)


def _named(line: Line) -> str:
    return f"{line.entry.name} ({line.note})" if line.note else line.entry.name


def cross_table_document(event: Event, wanted: Wanted, now: datetime) -> TableDocument:
    """Who met whom: each against each in groups, round by round in a Swiss. Raises as `load_page` does."""
    page, stage = load_page(event, wanted)
    sections: list[Section] = []
    for view in page.tables:
        sections += _rounds(page, view, wanted) if page.is_swiss else _matrix(page, view, wanted)
    title = _("Cross table, to fill in") if wanted.is_empty else _("Cross table")
    if page.is_swiss and not wanted.is_empty and sections:
        last = sections[-1]
        note = _("In each round: the place of the opponent, then one’s own points.")
        sections[-1] = Section(last.title, last.columns, last.rows, note)
    most = max((len(section.columns) for section in sections), default=0)
    return TableDocument(
        head_of(event, now, title, stage), layout_of(wanted, landscape=True), tuple(sections),
        size=11 if wanted.is_empty or most <= FEW_COLUMNS else 9, is_form=wanted.is_empty,
    )  # fmt: skip


def _matrix(page: StandingsPage, view: TableView, wanted: Wanted) -> Iterable[Section]:
    """Each against each. An empty one is in the order of the seeds, by which nobody is looked for in vain."""
    lines = view.lines
    order = sorted(range(len(lines)), key=lambda at: _seed(lines[at])) if wanted.is_empty else range(len(lines))
    for first, some in _chunks(order, FORM_COLUMNS if wanted.is_empty else COLUMNS):
        rows = []
        for number, at in enumerate(order, start=1):
            line, met = view.matrix[at]
            cells = tuple(None if at == other else "" if wanted.is_empty else _met(met[other]) for other in some)
            rows.append((str(number), line.entry.name, *cells, *_totals(line, wanted)))
        titles = tuple(Column(str(first + n + 1), "cell") for n in range(len(some)))
        yield Section(_title(page, view), (*_lead(), *titles, *_ends(wanted)), tuple(rows))


def _rounds(page: StandingsPage, view: TableView, wanted: Wanted) -> Iterable[Section]:
    """Round by round; an empty one has a column for every round that is planned."""
    lines = sorted(view.lines, key=_seed) if wanted.is_empty else view.lines
    numbers = range(1, page.counted.rounds + 1) if wanted.is_empty else view.rounds
    for _first, some in _chunks(numbers, FORM_COLUMNS if wanted.is_empty else COLUMNS):
        rows = []
        for number, line in enumerate(lines, start=1):
            place = str(number if wanted.is_empty else line.place)
            by_round = {step.round: step for step in line.steps}
            cells = ("" if wanted.is_empty else _round(by_round.get(n)) for n in some)
            rows.append((place, line.entry.name, *cells, *_totals(line, wanted)))
        titles = tuple(Column(pgettext("short name of a round", "R{n}").format(n=n), "cell") for n in some)
        yield Section(_title(page, view), (*_lead(), *titles, *_ends(wanted)), tuple(rows))


def _seed(line: Line) -> tuple[bool, int, int]:
    return line.entry.seed is None, line.entry.seed or 0, line.index


def _lead() -> tuple[Column, Column]:
    return Column("", "number"), Column(_("Name"), "name")


def _ends(wanted: Wanted) -> tuple[Column, ...]:
    points = pgettext("column of a table: tournament points", "TP")
    return (Column(points, "cell"), Column(_("Place"), "cell")) if wanted.is_empty else (Column(points, "number"),)


def _totals(line: Line, wanted: Wanted) -> tuple[str, ...]:
    return ("", "") if wanted.is_empty else (line.tp,)


def _met(steps: Sequence[Step]) -> str:
    return ", ".join(step.score or str(step.word) for step in steps if step.tone != "u" or step.points)


def _round(step: Step | None) -> str:
    if step is None:
        return ""
    if step.opponent_id is None:
        return " ".join(part for part in (str(step.word), step.points) if part)
    return f"{step.place or '–'} · {step.points}" if step.points else str(step.place or "–")


def _chunks(numbers: Sequence[int], size: int) -> Iterable[tuple[int, Sequence[int]]]:
    """As many equal parts as are needed, each with the index of its first number."""
    parts = max(1, -(-len(numbers) // size))
    each = max(1, -(-len(numbers) // parts))
    for first in range(0, max(len(numbers), 1), each):
        yield first, numbers[first : first + each]
