import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.effort import times
from tournaments.formats.errors import SeedingError
from tournaments.formats.knockout import knockout
from tournaments.formats.later_entry import Step, entry_rounds
from tournaments.formats.manual import manual_draw
from tournaments.formats.replacement import Move, ReplacementMode, replace_seed
from tournaments.formats.seeding import draw, places

DIRECT, CASCADE = ReplacementMode.DIRECT, ReplacementMode.CASCADE


def test_the_alternate_takes_the_line():
    drawn = draw(16, lot=4, seeds=8)
    found = replace_seed(drawn, 3, DIRECT)
    assert found.draw.lines == drawn.lines
    assert found.moves == (Move(None, 3),)
    entries = {seed: 100 + seed for seed in range(1, 17)}
    assert found.seeds(entries, 200) == {**entries, 3: 200}


def test_one_seed_of_each_lower_band_moves_up():
    drawn = draw(64, lot=4)
    found = replace_seed(drawn, 3, CASCADE)
    assert found.moves == (Move(5, 3), Move(9, 5), Move(17, 9), Move(33, 17), Move(None, 33))
    at = drawn.lines.index
    assert [found.draw.lines[at(seed)] for seed in (3, 5, 9, 17, 33)] == [4, 8, 16, 32, 64]
    entries = {seed: 100 + seed for seed in range(1, 65)}
    after = found.seeds(entries, 200)
    on_line = [after[number] for number in found.draw.lines]
    assert [on_line[at(seed)] for seed in (3, 5, 9, 17, 33)] == [105, 109, 117, 133, 200]
    moved = {at(seed) for seed in (3, 5, 9, 17, 33)}
    assert all(on_line[i] == 100 + drawn.lines[i] for i in range(64) if i not in moved)


@given(st.integers(2, 140), st.integers(0, 50), st.integers(0, 64), st.data())
@settings(max_examples=times(40), deadline=None)
def test_after_a_cascade_every_band_holds_its_numbers(n, lot, seeds, data):
    drawn = draw(n, lot=lot, seeds=seeds, main=128)
    leaving = data.draw(st.integers(1, n))
    found = replace_seed(drawn, leaving, CASCADE)
    structure = knockout(n, lines=found.draw.lines, preliminary=found.draw.preliminary)
    assert structure.seeds() == tuple(range(1, n + 1))
    place = {seed: p for seed, p in zip(found.draw.lines, places(drawn.size), strict=True) if seed}
    for band in drawn.bands:
        if band.start <= seeds:
            assert all(band.start <= place[seed] <= max(band.start, 2 * band.start - 2) for seed in band)
    entries = {seed: 100 + seed for seed in range(1, n + 1)}
    assert set(found.seeds(entries, 0).values()) == {0, *entries.values()} - {100 + leaving}
    assert found.numbers[n] is None
    assert found.moves[0].takes == leaving
    assert [move.takes for move in found.moves[1:]] == [move.seed for move in found.moves[:-1]]


def test_the_alternate_of_a_cascade_plays_a_preliminary_match():
    drawn = draw(130, lot=1, main=128)
    found = replace_seed(drawn, 1, CASCADE)
    assert found.moves[-2:] == (Move(127, 33), Move(None, 127))
    assert 130 in {seed for pair in found.draw.preliminary for seed in pair}
    assert replace_seed(drawn, 129, CASCADE).moves == (Move(None, 129),)


def test_byes_and_later_entry_stay_with_the_line():
    drawn = draw(13, lot=2, seeds=8)
    assert drawn.byes == (1, 2, 3)
    # 3 moves up to the line of 2 and is 2 now, 5 to that of 3, where it is 4 and has the bye
    assert replace_seed(drawn, 2, CASCADE).draw.byes == (1, 2, 4)
    stepped = draw(22, lot=2, seeds=8, steps=(Step(4, 3), Step(8, 2)))
    rounds = [
        [entry_rounds(lines).get(seed) for seed in lines]
        for lines in (stepped.lines, replace_seed(stepped, 1, CASCADE).draw.lines)
    ]
    assert rounds[0] == rounds[1]


def test_clashes_are_reported():
    drawn = draw(8, lot=None)
    country = {1: "NZL", 8: "GBR"}
    assert replace_seed(drawn, 8, DIRECT, apart=[{**country, 8: "NZL"}]).draw.clashes == ((1, 8),)
    assert replace_seed(drawn, 8, DIRECT, apart=[country]).draw.clashes == ()


def test_what_cannot_be_replaced():
    with pytest.raises(SeedingError) as caught:
        replace_seed(draw(4, lot=1), 5, DIRECT)
    assert caught.value.code == "unknown_seed"
    with pytest.raises(SeedingError) as caught:
        replace_seed(manual_draw([1, 2], 2), 1, CASCADE)
    assert caught.value.code == "no_bands"
