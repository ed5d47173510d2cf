import pytest

from tournaments.formats.errors import SeedingError
from tournaments.formats.knockout import knockout
from tournaments.formats.manual import manual_draw
from tournaments.formats.seeding import draw, strict_lines


def test_any_order_of_the_seeds_is_a_draw():
    drawn = manual_draw([3, 1, 4, 2], 4, apart=[{1: "NZL", 3: "NZL", 2: "GBR"}])
    assert drawn.lines == (3, 1, 4, 2)
    assert (drawn.lot, drawn.bands, drawn.swaps) == (None, (), ())
    assert drawn.clashes == ((3, 1),)
    assert knockout(4, lines=drawn.lines).seeds() == (1, 2, 3, 4)


def test_what_is_drawn_can_be_set_by_hand():
    for n in range(2, 65):
        for lines in (strict_lines(n), draw(n, lot=n).lines):
            drawn = manual_draw(lines, n)
            assert drawn.lines == lines
            assert drawn.byes == tuple(range(1, drawn.size - n + 1))


def test_later_entry_by_hand():
    assert manual_draw([1, None, None, None, 3, 4, None, 2], 4).byes == (2,)
    assert manual_draw([1, None, 2, 3, None, None, None, 4], 4).byes == (1,)


@pytest.mark.parametrize(
    ("lines", "n", "code", "extra"),
    [
        ([1, 2, 3], 3, "bad_size", {"lines": 3, "least": 4}),
        ([1, 2], 3, "bad_size", {"lines": 2, "least": 4}),
        ([1, 2, 3, 4], 3, "unknown_seed", {"seed": 4, "line": 4}),
        ([0, 2, 3, 1], 3, "unknown_seed", {"seed": 0}),
        ([1, 2, 3, 1], 4, "seed_twice", {"seed": 1, "line": 4}),
        ([1, 2, 3, None], 4, "seed_missing", {"seeds": (4,)}),
        ([1, 2, 3, 4, None, None, 5, 6], 6, "empty_match", {"line": 5}),
        ([1, None, None, None, 2, 3, 4, 5], 5, "empty_match", {"line": 3}),
        ([1, 2, None, None, 3, 4, None, None], 4, "empty_match", {"line": 3}),
        ([1, 2, 3, 4, None, None, None, None], 4, "empty_match", {"line": 5}),
        ([1, 2, 3, 4, 5, None, None, None], 5, "empty_match", {"line": 7}),
        ([1, None, 2, None], 2, "empty_match", {"line": 1}),
        ([1], 1, "too_few", {}),
    ],
)
def test_lines_that_are_refused(lines, n, code, extra):
    with pytest.raises(SeedingError) as caught:
        manual_draw(lines, n)
    assert caught.value.code == code
    assert {key: caught.value.extra[key] for key in extra} == extra
