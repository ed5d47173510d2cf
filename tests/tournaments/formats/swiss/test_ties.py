from tournaments.formats.lot import Lot
from tournaments.formats.swiss.ties import is_turned, ties


def test_the_numbers_are_those_of_the_lot():
    """Anybody can draw them again by the procedure that is published for draws."""
    for a, b in ((1, 2), (17, 300)):
        lot = Lot(2026, f"swiss 3 {a} {b}")
        assert ties(2026, 3)(b, a) == ties(2026, 3)(a, b) == lot.below(1 << 40)
        assert is_turned(2026, 3, b, a) == is_turned(2026, 3, a, b) == bool(lot.below(2))


def test_lot_round_and_pair_all_matter():
    weights = {ties(1, 1)(1, 23), ties(2, 1)(1, 23), ties(1, 2)(1, 23), ties(1, 1)(12, 3)}
    assert len(weights) == 4
