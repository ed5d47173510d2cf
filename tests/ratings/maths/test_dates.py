from datetime import date

import pytest

from ratings.maths.dates import months_before


@pytest.mark.parametrize(
    ("on", "months", "then"),
    [
        (date(2026, 3, 31), 1, date(2026, 2, 28)),
        (date(2028, 2, 29), 24, date(2026, 2, 28)),
        (date(2026, 1, 15), 1, date(2025, 12, 15)),
    ],
)
def test_months_back(on, months, then):
    assert months_before(on, months) == then
