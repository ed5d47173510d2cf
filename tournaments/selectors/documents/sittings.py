"""Tables of three and four to print: who sits where in a round, their score sheets, and the standings."""

from datetime import datetime
from typing import Final

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from players.names import list_order
from tantrix_site.errors import NotFound
from tournaments.documents.qr import qr_svg
from tournaments.documents.values import Column, Section, TableDocument, TableSheet, TableSheets, TableSheetWords
from tournaments.models import Event
from tournaments.selectors.documents.wanted import BIG, Wanted, head_of, layout_of
from tournaments.selectors.pages.round_names import key_name
from tournaments.selectors.pages.sittings import RoundView, SittingsPage, load_sittings

MOST_GAMES: Final = 6
"""So many games fit on half a page; more take a whole one."""


def find_round(page: SittingsPage, number: int) -> RoundView:
    """The round of that number, else the last. Raises NotFound `no_such_list`, `round_not_found`."""
    if not page.rounds:
        raise NotFound("no_such_list", _("No round is drawn yet."))
    found = next((view for view in page.rounds if view.round.number == number), None)
    if number and found is None:
        raise NotFound("round_not_found", _("There is no such round."), field="round")
    return found or page.rounds[-1]


def seating_document(event: Event, wanted: Wanted, now: datetime) -> TableDocument:
    """Who sits at which table of a round, by table or by name. Raises as `find_round` does."""
    view = find_round(load_sittings(event), wanted.round)
    where = pgettext("in a hall", "Table")
    by_name = wanted.by == "name"
    if by_name:
        columns = (Column(_("Name"), "name"), Column(where, "number"))
        seats = [(seat.entry.name, str(table.number)) for table in view.tables for seat in table.seats]
        seats += [(row.name, "–") for row in view.out]
        key = list_order([name for name, _table in seats])
        rows = sorted(seats, key=lambda row: key(row[0]))
    else:
        columns = (Column(where, "number"), Column(_("Players"), "name"))
        rows = [(str(table.number), " · ".join(table.sides)) for table in view.tables]
        if view.out:
            rows.append(("–", _("Sits out: {names}").format(names=", ".join(row.name for row in view.out))))
    title = _("Tables by name") if by_name else _("Tables")
    head = head_of(event, now, title, key_name("", view.round.number).title)
    return TableDocument(head, layout_of(wanted), (Section("", columns, tuple(rows)),), size=BIG)


def table_sheets_document(event: Event, wanted: Wanted, now: datetime, site: str) -> TableSheets:
    """The score sheets of a round, by table. `site` is the address that the codes lead to. Raises as `find_round`."""
    view = find_round(load_sittings(event), wanted.round)
    title = key_name("", view.round.number).title
    sheets = tuple(
        TableSheet(
            title, _("Table {n}").format(n=table.number), table.sides, tuple(game.opener for game in table.games),
            qr_svg(site + reverse("events:sitting", args=[event.slug, view.round.number, table.number])),
        )
        for table in sorted(view.tables, key=lambda table: table.number)
    )  # fmt: skip
    words = TableSheetWords(
        game=_("Game"),
        opens=pgettext("of a score sheet: who plays first", "opens"),
        tiles=pgettext("points counted on the board", "Tiles"),
        points=pgettext("column of a table: tournament points", "TP"),
        total=pgettext("of a score sheet", "Total"),
        signature=pgettext("of a score sheet", "Signed:"),
    )
    a_page = 1 if wanted.a_page == 1 or view.round.games > MOST_GAMES else 2
    return TableSheets(head_of(event, now, _("Score sheet"), title), layout_of(wanted), sheets, words, a_page)


def sitting_standings_document(event: Event, wanted: Wanted, now: datetime) -> TableDocument:
    """The standings after all that counts. Raises NotFound `no_such_list`."""
    page = load_sittings(event)
    last = find_round(page, 0)
    columns = (
        Column("", "number"),
        Column(_("Name"), "name"),
        Column(_("Country")),
        Column(_("Games"), "number"),
        Column(pgettext("column of a table: tournament points", "TP"), "number"),
        Column(pgettext("column of a table: percentage of the points", "%"), "number"),
    )
    rows = tuple(
        (str(line.row.place), line.entry.name, line.entry.country, str(line.row.games), line.tp, line.share)
        for line in page.standings
    )
    head = head_of(event, now, _("Standings"), _("After round {n}").format(n=last.round.number))
    return TableDocument(head, layout_of(wanted), (Section("", columns, rows),), size=11)
