import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tests.effort import times
from tests.tournaments.formats.playing import played_through, seeded
from tournaments.formats.errors import SeedingError
from tournaments.formats.graph import BYE, Seed
from tournaments.formats.knockout import knockout
from tournaments.formats.later_entry import Step, block_of, entry_rounds, later_entries
from tournaments.formats.seeding import draw, places

WTC_2001 = (Step(16, 3), Step(32, 2))


@pytest.mark.parametrize("lot", [None, 2001])
@pytest.mark.parametrize("n", [65, 80, 96])
def test_the_world_championship_of_2001(n, lot):
    drawn = draw(n, lot=lot, steps=WTC_2001)
    entered = entry_rounds(drawn.lines)
    assert [seed for seed in entered if entered[seed] == 4] != []
    assert {seed for seed in entered if entered[seed] == 4} == set(range(1, 17))
    assert {seed for seed in entered if entered[seed] == 3} == set(range(17, 33))
    assert drawn.byes == tuple(range(33, 33 + 96 - n))
    structure = knockout(n, lines=drawn.lines, games=(4, 4, 5, 5, 6, 7, 8, 9))
    by_round = {r: [m for m in structure.matches if m.round == r] for r in range(1, 9)}
    assert [len(matches) for matches in by_round.values()] == [32, 16, 16, 16, 8, 4, 2, 1]
    for node in structure.matches:
        assert node.sources != (BYE, BYE)
        assert BYE not in node.sources or node.round == 1
    # round 3 has 16 winners against seeds 17 to 32, round 4 the winners against seeds 1 to 16
    assert {s.n for m in by_round[3] for s in m.sources if isinstance(s, Seed)} == set(range(17, 33))
    assert {s.n for m in by_round[4] for s in m.sources if isinstance(s, Seed)} == set(range(1, 17))
    assert [by_round[r][0].games for r in (2, 3, 4, 5, 8)] == [4, 5, 5, 6, 9]
    assert by_round[1][0].loser_place == 65
    assert by_round[3][0].loser_place == 33
    folded = played_through(structure, seeded(n))
    assert len(folded.places) == n
    assert folded.champion() == 101


def test_seeds_1_and_2_stay_at_top_and_bottom():
    lines = draw(96, lot=7, steps=WTC_2001).lines
    assert next(seed for seed in lines if seed) == 1
    assert [seed for seed in lines if seed][-1] == 2


@pytest.mark.parametrize(
    ("n", "steps", "code"),
    [
        (64, WTC_2001, "steps_do_not_fit"),
        (97, WTC_2001, "steps_do_not_fit"),
        (80, (Step(12, 2),), "bad_steps"),
        (80, (Step(64, 1),), "steps_do_not_fit"),
        (80, (Step(32, 2), Step(16, 1)), "bad_steps"),
        (80, (Step(8, 1), Step(16, 2)), "bad_steps"),
        (80, (Step(8, 0),), "bad_steps"),
        (1, (), "too_few"),
    ],
)
def test_impossible_steps(n, steps, code):
    with pytest.raises(SeedingError) as caught:
        draw(n, lot=1, steps=steps)
    assert caught.value.code == code
    if steps is WTC_2001:
        assert (caught.value.extra["least"], caught.value.extra["most"]) == (65, 96)


STEPS = st.lists(st.tuples(st.sampled_from((1, 2, 4, 8, 16, 32)), st.integers(1, 3)), min_size=1, max_size=3).map(
    lambda found: tuple(Step(last, skips) for (last, skips) in zip(
        sorted({last for last, _ in found}), sorted({skips for _, skips in found}, reverse=True), strict=False
    ))
)  # fmt: skip


@given(st.integers(2, 160), STEPS, st.sampled_from((None, 1, 9)), st.sampled_from((8, 32, 64)))
@settings(max_examples=times(25), deadline=None)
def test_every_band_enters_in_its_round(n, steps, lot, seeds):
    assume(steps[-1].last <= min(seeds, n))
    try:
        later_entries(n, steps)
    except SeedingError:
        assume(False)
    drawn = draw(n, lot=lot, seeds=seeds, steps=steps)
    entered = entry_rounds(drawn.lines)
    assert sorted(entered) == list(range(1, n + 1))
    for seed in range(1, n + 1):
        skips = next((step.skips for step in steps if seed <= step.last), None)
        assert entered[seed] == (skips + 1 if skips else (2 if seed in drawn.byes else 1))
    structure = knockout(n, lines=drawn.lines)
    assert structure.seeds() == tuple(range(1, n + 1))
    assert sum(BYE not in node.sources for node in structure.matches) == n - 1


@pytest.mark.parametrize("size", [4, 16, 64])
@pytest.mark.parametrize("weight", [1, 2, 4])
def test_the_places_of_a_block_stand_side_by_side(size, weight):
    line = {place: i for i, place in enumerate(places(size))}
    for place in range(1, size // weight + 1):
        block = sorted(line[p] for p in block_of(place, weight, size))
        assert block == list(range(block[0], block[0] + weight))
        assert block[0] % weight == 0
