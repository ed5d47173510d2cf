"""Lists as CSV and as XLSX, with cells that no spreadsheet takes for a formula: a leaf that every shell may import."""

import csv
import io
from collections.abc import Iterable, Sequence
from decimal import Decimal
from typing import Any, Final, TypeAlias

Value: TypeAlias = str | int | Decimal | None

CSV_TYPE: Final = "text/csv"
XLSX_TYPE: Final = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
FORMULA_SIGNS: Final = "=+-@\t\r\n＝＋－＠"  # (wide signs begin a formula too)
GUARD: Final = "'"
WIDEST: Final = 48
_NOT_IN_XML: Final = {code: None for code in (*range(32), 0xFFFE, 0xFFFF) if chr(code) not in "\t\n\r"}


def safe_cell(text: str) -> str:
    """The text, behind an apostrophe where a spreadsheet would work it out; `plain_cell` gives it back."""
    guarded = text.startswith(GUARD) and text[1:2] != "" and text[1] in FORMULA_SIGNS + GUARD
    return GUARD + text if guarded or (text and text[0] in FORMULA_SIGNS) else text


def plain_cell(cell: str) -> str:
    """What `safe_cell` was given; a cell that it would not have made stays as it is."""
    return cell[1:] if cell.startswith(GUARD) and cell[1:2] != "" and cell[1] in FORMULA_SIGNS + GUARD else cell


def csv_text(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A header and rows, parted by commas, every line ended by CR and LF."""
    file = io.StringIO()
    writer = csv.writer(file)
    writer.writerow(columns)
    writer.writerows(rows)
    return file.getvalue()


def csv_of(columns: Sequence[str], rows: Iterable[Sequence[Value]]) -> str:
    """A list as CSV: numbers with a dot, nothing for None, and every text through `safe_cell`."""
    return csv_text(columns, ([_csv_cell(value) for value in row] for row in rows))


def _csv_cell(value: Value) -> str:
    if isinstance(value, str):
        return safe_cell(value)
    return "" if value is None else str(value)


def xlsx_of(title: str, columns: Sequence[str], rows: Sequence[Sequence[Value]]) -> bytes:
    """A list as a workbook of one sheet: the header stays in view, numbers are numbers and text is never a formula."""
    # few processes ever write one, and loading the library takes longer than that
    from openpyxl import Workbook
    from openpyxl.cell import WriteOnlyCell
    from openpyxl.styles import Font
    from openpyxl.utils import get_column_letter

    book = Workbook(write_only=True)
    sheet = book.create_sheet(title)
    sheet.freeze_panes = "A2"
    for number, column in enumerate(columns):
        longest = max((len(str(row[number] or "")) for row in rows), default=0)
        sheet.column_dimensions[get_column_letter(number + 1)].width = min(max(longest, len(column)) + 2, WIDEST)

    def cell(value: Value, *, bold: bool = False) -> Any:
        written = WriteOnlyCell(sheet, value.translate(_NOT_IN_XML) if isinstance(value, str) else value)
        if isinstance(value, str):
            written.data_type = "s"  # the library takes a text that begins with = for a formula
        if bold:
            written.font = Font(bold=True)
        return written

    sheet.append([cell(column, bold=True) for column in columns])
    for row in rows:
        sheet.append([cell(value) for value in row])
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()
