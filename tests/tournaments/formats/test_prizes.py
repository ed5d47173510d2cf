"""Places within a part of the field."""

from tournaments.formats.prizes import PrizeRow, prize_rows


def test_members_have_places_of_their_own():
    places = {10: 1, 11: 2, 12: 3, 13: 3, 14: 5, 15: 6}
    assert prize_rows(places, [15, 13, 12, 11, 99]) == (
        PrizeRow(11, 1, 2), PrizeRow(12, 2, 3), PrizeRow(13, 2, 3), PrizeRow(15, 4, 6),
    )  # fmt: skip
    assert prize_rows(places, []) == ()
