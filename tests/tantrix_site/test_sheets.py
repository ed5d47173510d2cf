"""Lists as CSV and XLSX: never a formula, and always back as they were."""

import csv
from decimal import Decimal
from io import BytesIO, StringIO

from hypothesis import given, settings
from hypothesis import strategies as st
from openpyxl import load_workbook

from tantrix_site.sheets import FORMULA_SIGNS, csv_of, csv_text, plain_cell, safe_cell, xlsx_of


@settings(max_examples=60)
@given(st.text(alphabet=st.sampled_from(f"'\"{FORMULA_SIGNS}a,;"), max_size=6) | st.text(max_size=12))
def test_no_cell_is_a_formula_and_every_cell_comes_back(text):
    cell = safe_cell(text)
    assert cell[:1] not in set(FORMULA_SIGNS)
    assert plain_cell(cell) == text
    (row,) = csv.reader(StringIO(csv_text([cell, "x"], []), newline=""))
    assert row == [cell, "x"]


def test_a_list_as_csv_guards_texts_and_leaves_numbers():
    text = csv_of(["name", "tp", "place"], [["=1+1", Decimal("-3.5"), None], ["Жук, О.", Decimal("20.0"), 2]])
    assert text == 'name,tp,place\r\n\'=1+1,-3.5,\r\n"Жук, О.",20.0,2\r\n'


def test_a_workbook_has_numbers_as_numbers_and_no_formula():
    names = ["=HYPERLINK(1)", "+1", "-1", "@x", "Łukasz Żak", "Жук", "bell\x07"]
    rows = [[name, number, Decimal("12.5"), None] for number, name in enumerate(names, start=1)]
    sheet = load_workbook(BytesIO(xlsx_of("standings", ["name", "place", "tp", "note"], rows))).active
    found = list(sheet.iter_rows())
    assert [cell.value for cell in found[0]] == ["name", "place", "tp", "note"]
    assert [row[0].value for row in found[1:]] == [*names[:-1], "bell"]
    assert {cell.data_type for row in found[1:] for cell in (row[0],)} == {"s"}
    assert [(row[1].value, row[2].value, row[3].value) for row in found[1:3]] == [(1, 12.5, None), (2, 12.5, None)]
    assert sheet.freeze_panes == "A2"
