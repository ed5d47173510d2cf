"""Cells of CSV: never a formula, and always back as they were."""

import csv
from io import StringIO

from hypothesis import given, settings
from hypothesis import strategies as st

from ratings.selectors.csv_cells import FORMULA_SIGNS, csv_text, plain_cell, safe_cell


@settings(max_examples=60)
@given(st.text(alphabet=st.sampled_from(f"'\"{FORMULA_SIGNS}a,;"), max_size=6) | st.text(max_size=12))
def test_no_cell_is_a_formula_and_every_cell_comes_back(text):
    cell = safe_cell(text)
    assert cell[:1] not in set(FORMULA_SIGNS)
    assert plain_cell(cell) == text
    (row,) = csv.reader(StringIO(csv_text([cell, "x"], []), newline=""))
    assert row == [cell, "x"]
