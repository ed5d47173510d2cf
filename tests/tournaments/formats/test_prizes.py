"""Places within a part of the field."""

import pytest

from tournaments.formats.prizes import PrizeRow, is_under, prize_rows


def test_members_have_places_of_their_own():
    places = {10: 1, 11: 2, 12: 3, 13: 3, 14: 5, 15: 6}
    assert prize_rows(places, [15, 13, 12, 11, 99]) == (
        PrizeRow(11, 1, 2), PrizeRow(12, 2, 3), PrizeRow(13, 2, 3), PrizeRow(15, 4, 6),
    )  # fmt: skip
    assert prize_rows(places, []) == ()


@pytest.mark.parametrize(
    ("birth", "first_day", "junior"),
    [
        ((2010, 7, 1), (2026, 6, 30), True),
        ((2010, 7, 1), (2026, 7, 1), False),
        ((2008, 2, 29), (2024, 2, 28), True),
        ((2009, 2, 28), (2025, 3, 1), False),
    ],
)
def test_a_junior_is_not_yet_16_on_the_first_day(birth, first_day, junior):
    assert is_under(birth, first_day, 16) is junior
