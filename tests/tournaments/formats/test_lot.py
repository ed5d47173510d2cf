import os
import subprocess
import sys
from collections import Counter
from hashlib import sha256

import pytest

from tournaments.formats.lot import Lot


def test_known_values():
    """Fixed for ever: published draws are drawn again from their seeds."""
    lot = Lot(2026, "test")
    assert [lot.below(10) for _ in range(8)] == [by_hand(counter) for counter in range(8)]
    # The same order came out of a separate program in another language, written from the text.
    assert Lot(2026, "test").shuffled(range(1, 9)) == [2, 4, 1, 8, 6, 7, 5, 3]


def by_hand(counter: int) -> int:
    return int.from_bytes(sha256(f"2026/test/{counter}".encode()).digest()[:8], "big") % 10


def test_streams_differ_by_seed_and_by_purpose():
    one = Lot(1, "a").shuffled(range(32))
    assert one == Lot(1, "a").shuffled(range(32))
    assert one != Lot(2, "a").shuffled(range(32))
    assert one != Lot(1, "b").shuffled(range(32))
    assert Lot(-1, "a").below(5) in range(5)


def test_another_process_with_another_hash_seed_draws_the_same():
    code = "from tournaments.formats.seeding import draw; print(draw(100, lot=7, apart=[{3: 'NZL', 90: 'NZL'}]).lines)"
    drawn = {
        subprocess.run(
            [sys.executable, "-c", code], env={**os.environ, "PYTHONHASHSEED": seed}, capture_output=True, check=True
        ).stdout
        for seed in ("0", "1", "12345")
    }
    assert len(drawn) == 1


def test_every_value_comes_equally_often():
    lot = Lot(3, "fair")
    counts = Counter(lot.below(6) for _ in range(6000))
    assert set(counts) == set(range(6))
    assert all(850 < count < 1150 for count in counts.values())


def test_every_order_comes_equally_often():
    counts = Counter(tuple(Lot(seed, "orders").shuffled("abc")) for seed in range(1200))
    assert len(counts) == 6
    assert all(140 < count < 260 for count in counts.values())


def test_nothing_below_nothing():
    with pytest.raises(ValueError, match="no whole number"):
        Lot(1, "x").below(0)
