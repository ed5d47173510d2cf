"""The cells of a published list: what a row says, column by column. Nothing is looked up here."""

import csv
import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from math import isfinite
from typing import Final

from django.utils.translation import gettext as _

from players.countries import country_code
from players.services.naming import checked_name
from ratings.models import Scale
from ratings.selectors.historic import month_of
from tantrix_site.errors import InvalidInput, TooLarge
from tantrix_site.sheets import plain_cell

MAX_BYTES: Final = 2 * 1024 * 1024
MAX_ROWS: Final = 10_000
MOST_RATING: Final = 10_000.0
SEPARATORS: Final = ",;\t"
LONGEST: Final = {"printed": 60, "source": 300, "event": 120, "moment": 120, "note": 500}
# other words for our columns
ALIASES: Final = {
    "player": "name", "elo": "rating", "nation": "country", "address": "slug", "last event": "last_played",
    "lobby_ranking": "lobby", "master_ranking": "master",
}  # fmt: skip
VALUES: Final = {
    Scale.ELO: ("rating", "rank"),
    Scale.LOBBY: ("lobby", "lobby_rank"),
    Scale.MASTER: ("master", "master_rank"),
}
COLUMNS: Final = frozenset(
    {"name", "slug", "country", "date", "games", "last_played", "source", "event", "moment", "note"}
    | {column for pair in VALUES.values() for column in pair}
)
_NUMBER = re.compile(r"-?[0-9]{1,5}([.,][0-9]{1,20})?$")
_ABOUT = re.compile(r"[0-9]{1,5}\s*[-–]\s*[0-9]{1,5}(\s*\([^()]*\))?$")
_MOMENT_DAY = re.compile(r"([0-9]{1,2}) (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*\b")
# control characters and halves of a character, which no database keeps
_NO_TEXT = frozenset({"Cc", "Cs"})
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


class BadCell(Exception):
    """A cell that cannot be; `column` names it."""

    def __init__(self, column: str, code: str, message: str) -> None:
        super().__init__(message)
        self.column, self.code, self.message = column, code, message


@dataclass(frozen=True, slots=True)
class Printed:
    """A value of a row: a plain number, or None for what is kept as it was printed ("2025-2030")."""

    scale: Scale
    value: float | None
    text: str
    rank: int | None


@dataclass(frozen=True, slots=True)
class Row:
    """What a row says."""

    name: str
    slug: str
    country: str
    first_day: date
    last_day: date
    values: tuple[Printed, ...]
    games: int | None
    last_played: date | None
    source: str
    event: str
    moment: str
    note: str


@dataclass(frozen=True, slots=True)
class Sheet:
    """The rows of a file by number (the header is row 1), and the columns that are not read."""

    rows: tuple[tuple[int, Mapping[str, str] | BadCell], ...]
    unread: tuple[str, ...]


def read_sheet(text: str | bytes) -> Sheet:
    """CSV in UTF-8 with a header; columns parted by comma, semicolon or tab.

    Raises TooLarge `import_too_large`; InvalidInput `not_utf8`, `no_lines`, `no_columns` (naming what is missing).
    """
    lines = [(number, line) for number, line in enumerate(_decoded(text).splitlines(), start=1) if line.strip()]
    if len(lines) > MAX_ROWS + 1:
        raise TooLarge("import_too_large", _("A list may have at most %(most)d lines.") % {"most": MAX_ROWS})
    if len(lines) < 2:
        raise InvalidInput("no_lines", _("There is no row in this list."), field="text")
    header = lines[0][1]
    separator = max(SEPARATORS, key=header.count)
    names = [cell.casefold() for cell in _cells(header, separator) or []]
    columns = [name if name in COLUMNS else ALIASES.get(name, name) for name in names]
    missing = [] if "name" in columns else ["name"]
    missing += [] if {"rating", "lobby", "master"} & set(columns) else ["rating"]
    if missing or len(set(columns)) < len(columns):
        said = ", ".join(missing or [name for name in columns if columns.count(name) > 1])
        raise InvalidInput(
            "no_columns",
            _("The first line names the columns; look at “%(columns)s”: missing or there twice.") % {"columns": said},
            {"columns": said.split(", ")},
            field="text",
        )
    rows = tuple((number, _row(line, separator, columns)) for number, line in lines[1:])
    return Sheet(rows, tuple(name for name in columns if name not in COLUMNS))


def read_row(cells: Mapping[str, str], *, today: date, source: str = "", on: tuple[date, date] | None = None) -> Row:
    """The row; `source` and `on` stand in for empty cells. Raises BadCell."""
    for column, text in {**cells, "source": cells.get("source", "") or source}.items():
        if any(unicodedata.category(character) in _NO_TEXT for character in text):
            raise BadCell(column, "bad_character", _("There is a character that cannot be seen."))
    values = tuple(_values(cells))
    if not values:
        raise BadCell("rating", "no_value", _("There is no rating in this row."))
    days = _days(cells, on)
    if days[0] > today:
        raise BadCell("date", "future_day", _("That day has not come yet."))
    texts = {column: cells.get(column, "") for column in ("event", "moment", "note")}
    texts["source"] = cells.get("source", "") or source
    if not texts["source"]:
        raise BadCell("source", "source_needed", _("Say where this was published."))
    for column, text in texts.items():
        if len(text) > LONGEST[column]:
            raise BadCell(column, "too_long", _("At most %(most)d characters.") % {"most": LONGEST[column]})
    played = _day("last_played", cells["last_played"]) if cells.get("last_played") else None
    if played is not None and played > today:
        raise BadCell("last_played", "future_day", _("That day has not come yet."))
    return Row(
        name=_name(cells["name"]), slug=cells.get("slug", ""), country=_country(cells.get("country", "")),
        first_day=days[0], last_day=days[1], values=values, games=_whole(cells, "games"),
        last_played=played, **texts,
    )  # fmt: skip


def date_span(text: str) -> tuple[date, date]:
    """The first and the last day meant by `2003-11-17`, `2003-11` or `2003`. Raises BadCell of the column `date`."""
    parts = text.split("-")
    if not all(part.isascii() and part.isdecimal() for part in parts) or [len(p) for p in parts] not in (
        [4], [4, 2], [4, 2, 2],
    ):  # fmt: skip
        raise _bad_date("date", text)
    if len(parts) == 3:
        day = _day("date", text)
        return day, day
    try:
        year, month = int(parts[0]), int(parts[1]) if len(parts) == 2 else 1
        first = date(year, month, 1)
    except ValueError:
        raise _bad_date("date", text) from None
    _require_likely("date", first)
    return month_of(first) if len(parts) == 2 else (first, date(year, 12, 31))


def _decoded(text: str | bytes) -> str:
    if len(text.encode(errors="surrogatepass") if isinstance(text, str) else text) > MAX_BYTES:
        raise TooLarge("import_too_large", _("A list may have at most %(most)d bytes.") % {"most": MAX_BYTES})
    if isinstance(text, str):
        return text.removeprefix("\ufeff")
    try:
        return text.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = text.count(b"\n", 0, error.start) + 1
        raise InvalidInput(
            "not_utf8",
            _("Line %(line)d is not in UTF-8. Save the list as UTF-8 and try again.") % {"line": line},
            {"line": line},
            field="text",
        ) from error


def _cells(line: str, separator: str) -> list[str] | None:
    """The cells of a line; None where its quotation marks do not fit together."""
    try:
        return [cell.strip() for cell in next(csv.reader([line], delimiter=separator, strict=True))]
    except csv.Error:
        return None


def _row(line: str, separator: str, columns: list[str]) -> Mapping[str, str] | BadCell:
    cells = _cells(line, separator)
    if cells is None:
        return BadCell("", "bad_quotes", _("The quotation marks of this line do not fit together."))
    if len(cells) != len(columns):
        values = {"cells": len(cells), "columns": len(columns)}
        return BadCell("", "cell_count", _("%(cells)d cells under %(columns)d columns.") % values)
    return {column: plain_cell(cell) for column, cell in zip(columns, cells, strict=True)}


def _values(cells: Mapping[str, str]) -> Iterator[Printed]:
    for scale, (column, rank) in VALUES.items():
        text = cells.get(column, "")
        if not text:
            continue
        if len(text) > LONGEST["printed"] or not (_NUMBER.match(text) or _ABOUT.match(text)):
            raise BadCell(column, "bad_rating", _("“%(text)s” is not a rating.") % {"text": text[:60]})
        value = float(text.replace(",", ".")) if _NUMBER.match(text) else None
        if value is not None and not (isfinite(value) and abs(value) <= MOST_RATING):
            raise BadCell(column, "bad_rating", _("“%(text)s” is not a rating.") % {"text": text})
        yield Printed(scale, value, text, _whole(cells, rank))


def _name(text: str) -> str:
    try:
        return checked_name(text)
    except InvalidInput as error:
        raise BadCell("name", error.code, str(error.message)) from None


def _country(text: str) -> str:
    code = country_code(text) if text else ""
    if text and not code:
        raise BadCell("country", "unknown_country", _("The country “%(text)s” is not known.") % {"text": text})
    return code


def _whole(cells: Mapping[str, str], column: str) -> int | None:
    text = cells.get(column, "")
    if not text:
        return None
    if not (text.isascii() and text.isdecimal() and len(text) <= 6):
        raise BadCell(column, "bad_number", _("“%(text)s” is not a whole number.") % {"text": text[:60]})
    return int(text)


def _days(cells: Mapping[str, str], on: tuple[date, date] | None) -> tuple[date, date]:
    """From the date, or the one given for the whole list, or the year of the event and a moment that names a day."""
    if cells.get("date"):
        return date_span(cells["date"])
    if on is not None:
        return on
    year = re.search(r"\b(?:19|20)[0-9][0-9]\b", cells.get("event", ""))
    if year is None:
        raise BadCell("date", "date_needed", _("Say of which day, month or year this is."))
    moment = _MOMENT_DAY.match(cells.get("moment", ""))
    if moment is None:
        return date_span(year[0])
    return date_span(f"{year[0]}-{_MONTHS.index(moment[2]) + 1:02d}-{int(moment[1]):02d}")


def _day(column: str, text: str) -> date:
    try:
        day = date.fromisoformat(text) if len(text) == 10 else None
    except ValueError:
        day = None
    if day is None:
        raise _bad_date(column, text)
    _require_likely(column, day)
    return day


def _require_likely(column: str, day: date) -> None:
    if day.year < 1990:
        raise BadCell(column, "bad_date", _("There were no ratings in %(year)d.") % {"year": day.year})


def _bad_date(column: str, text: str) -> BadCell:
    return BadCell(
        column, "bad_date", _("“%(text)s” is not a date such as 2003-11-17, 2003-11 or 2003.") % {"text": text[:60]}
    )
