"""Cells of CSV that no spreadsheet takes for a formula, and back."""

import csv
import io
from collections.abc import Iterable, Sequence
from typing import Final

FORMULA_SIGNS: Final = "=+-@\t\r\n＝＋－＠"  # (wide signs begin a formula too)
GUARD: Final = "'"


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
