"""Why a list of historic results, or a row of it, cannot be read: one sentence for people."""

from django.utils.translation import gettext as _

from tournaments.historic.values import Fault, Figures, ListError, PastMatch, Podium, Row, Standing


def fault_text(fault: Fault) -> str:
    """What is wrong in a row."""
    values = dict(fault.params)
    texts = {
        "no_event": _("The row does not say of which event it is."),
        "bad_year": _("“%(text)s” is no year.") if values.get("text") else _("The year is missing."),
        "name_empty": _("Write a name."),
        "bad_number": _("“%(text)s” is no whole number, or too large."),
        "bad_points": _("“%(text)s” are no points: write 59 or 59.0."),
        "bad_halves": _("“%(text)s” is no number of games: write 4 or 4.5."),
        "bad_status": _("“%(text)s” is not known: write exact, rebuilt, partial, winner or pairing."),
        "bad_winner": _("“%(text)s” is neither of the two: write a or b."),
        "totals_missing": _("The status promises both totals, but they are not there."),
        "sum_wrong": _("The points of %(games)d games add up to %(most)d."),
        "too_long": _("This may have at most %(most)d characters."),
        "too_many_cells": _("The row has %(cells)d cells, but the list has %(columns)d columns."),
    }
    return texts[fault.code] % values


def list_error_text(error: ListError) -> str:
    """Why the list as a whole cannot be read."""
    values = dict(error.params)
    texts = {
        "bad_quotes": _("The quotation marks in row %(row)d do not fit together."),
        "no_rows": _("The list needs a first line with the names of its columns, and a row."),
        "too_many_rows": _("A list may have at most %(most)d rows."),
        "columns_unknown": _(
            "The names of the columns do not tell what the rows are: podiums, matches or standings. "
            "Look at the examples."
        ),
        "column_twice": _("The column “%(column)s” is there twice."),
        "title_needed": _("A table of figures needs a title."),
        "event_needed": _("Say of which event this table is."),
    }
    return texts[error.code] % values


def row_text(row: Row) -> str:
    """What a row is about, in names and figures only."""
    when = str(row.event.year or row.event.dates)
    what = f"{row.event.text} {when}".strip()
    if isinstance(row, Podium):
        return f"{what}: {', '.join(who.name if who else '–' for who in row.medals)}"
    if isinstance(row, PastMatch):
        score = f" {row.tp[0] or '–'}:{row.tp[1] or '–'}" if any(row.tp) else ""
        return f"{what} {row.round or row.section}: {row.sides[0].name} – {row.sides[1].name}{score}"
    if isinstance(row, Standing):
        return f"{what}: {row.place or '–'} {row.who.name}"
    assert isinstance(row, Figures)
    return f"{what}: {row.title}"
