"""Who plays whom, in type that is read from some way off: by table, and by name."""

from collections.abc import Iterable
from datetime import datetime
from itertools import groupby

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from players.names import list_order
from tournaments.documents.values import Column, Section, TableDocument
from tournaments.models import Event
from tournaments.selectors.documents.rounds import PairedMatch, PairedRound, load_round
from tournaments.selectors.documents.wanted import BIG, Wanted, head_of, layout_of


def pairings_document(event: Event, wanted: Wanted, now: datetime) -> TableDocument:
    """A round, by table or by name. Raises as `load_round` does."""
    found = load_round(event, wanted)
    by_name = wanted.by == "name"
    sections = (_by_name(found),) if by_name else tuple(_by_table(found))
    title = _("Pairings by name") if by_name else _("Pairings")
    head = head_of(event, now, title, *found.parts, mark=found.mark)
    return TableDocument(head, layout_of(wanted), sections, size=BIG)


def _by_table(found: PairedRound) -> Iterable[Section]:
    has_tables = any(match.table for match in found.matches)
    where = (Column(pgettext("in a hall", "Table"), "number"),) if has_tables else ()
    columns = (*where, Column("", "name"), Column("", "name"), Column(_("Result")))
    for group, matches in groupby(found.matches, key=lambda match: match.group):
        yield Section(group, columns, tuple(_row(match, has_tables=has_tables) for match in matches))


def _row(match: PairedMatch, *, has_tables: bool) -> tuple[str, ...]:
    left, right = match.sides
    row = (left.name, _("bye") if right is None else right.name, match.result)
    return (str(match.table or "–"), *row) if has_tables else row


def _by_name(found: PairedRound) -> Section:
    where = pgettext("in a hall", "Table") if any(match.table for match in found.matches) else _("Group")
    columns = (Column(_("Name"), "name"), Column(where, "number"), Column(_("Opponent"), "name"))
    rows: list[tuple[str, str, str]] = []
    for match in found.matches:
        left, right = match.sides
        place = str(match.table) if match.table else match.group or "–"
        rows.append((left.name, place, _("bye") if right is None else right.name))
        if right is not None:
            rows.append((right.name, place, left.name))
    key = list_order([row[0] for row in rows])
    rows.sort(key=lambda row: key(row[0]))
    return Section("", columns, tuple(rows))
