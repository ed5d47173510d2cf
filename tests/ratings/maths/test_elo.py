"""Tournament Elo: the published figures, and what must hold for any event (`docs/regulations.md` 8)."""

import csv
import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ratings.maths.elo import Pairing, Standing, check_pairings, level_shift, performance, rate_event
from ratings.maths.errors import RatingError
from ratings.maths.expectation import expected_points, expected_share, table_difference, table_percent
from ratings.maths.seeding import seeding_points
from tests.effort import times

TABLE = Path(__file__).parents[2] / "data/ratings/difference_table.csv"


def test_every_row_of_the_published_table():
    rows = list(csv.DictReader(TABLE.open()))
    assert len(rows) == 99
    assert [table_difference(int(row["tp_percent"])) for row in rows] == [
        int(row["difference_rounded"]) for row in rows
    ]


@pytest.mark.parametrize(
    ("percent", "difference"),
    [(51, 14), (55, 71), (60, 143), (64, 203), (70, 297), (80, 476), (90, 725), (99, 1316)],
)
def test_performance_against_level_opponents(percent, difference):
    assert round(performance(0.0, percent / 100)) == difference


@pytest.mark.parametrize(
    ("difference", "share"),
    [(0, 0.5), (50, 0.5352), (100, 0.5702), (150, 0.6046), (200, 0.6382), (300, 0.7021), (400, 0.7602), (500, 0.8116)],
)
def test_expected_share(difference, share):
    assert expected_share(difference) == pytest.approx(share, abs=5e-5)
    assert expected_share(-difference) == pytest.approx(1 - share, abs=5e-5)


def test_a_predicted_match_exactly_and_by_the_table():
    assert [round(tp, 1) for tp in expected_points(52, 9)] == [96.6, 83.4]
    assert [round(tp, 1) for tp in expected_points(52, 9, by_table=True)] == [95.4, 84.6]
    assert table_percent(0) == 50
    assert table_percent(-52) == 47
    assert (table_percent(5000), table_percent(-5000)) == (99, 1)


def test_one_rated_player_whose_event_is_worked_out_by_hand():
    # 72.0 of 120 TP in six games against a mean of 1800
    assert performance(1800, 0.6) == pytest.approx(1943.31, abs=0.005)
    opponents = {2: Standing(1800, 10_000)}
    change = rate_event({1: Standing(1850, 40), **opponents}, [Pairing(1, 2, 6, (720, 480))])[0]
    assert change.unbalanced == pytest.approx(1862.17, abs=0.005)
    assert (change.opponents, change.share, change.after.games) == (1800, 0.6, 46)


def test_two_newcomers_and_a_rated_player():
    pairings = [Pairing(1, 2, 2, (260, 140)), Pairing(1, 3, 2, (180, 220)), Pairing(2, 3, 2, (140, 260))]
    found = {change.player: change for change in rate_event({3: Standing(1800, 50)}, pairings)}
    assert found[1].after.rating == pytest.approx(1749.47, abs=0.01)
    assert found[2].after.rating == pytest.approx(1556.76, abs=0.01)
    assert found[1].before is None
    assert found[3].after.rating == pytest.approx(1800)  # alone among the rated: the balance takes its change back


def test_newcomers_among_themselves_keep_the_level():
    changes = rate_event({}, [Pairing(1, 2, 1, (150, 50)), Pairing(3, 4, 3, (600, 0)), Pairing(4, 5, 3, (300, 300))])
    assert [round(change.after.rating, 3) for change in changes[:2]] == pytest.approx([2040.772, 1659.228], abs=0.01)
    weighed = sum(change.games * change.after.rating for change in changes[2:]) / sum(c.games for c in changes[2:])
    assert weighed == pytest.approx(1850)


@pytest.mark.parametrize(
    "pairing",
    [
        Pairing(1, 1, 1, (100, 100)),
        Pairing(1, 2, 0, (0, 0)),
        Pairing(1, 2, 1, (100, 90)),
        Pairing(1, 2, 1, (-10, 210)),
    ],
)
def test_impossible_games_are_refused(pairing):
    with pytest.raises(RatingError):
        check_pairings([pairing])
    with pytest.raises(RatingError):
        rate_event({}, [pairing])


def test_newcomers_who_hang_together_by_few_games():
    # the strong half and the weak half meet at their ends only, so that it takes thousands of steps until none moves
    count = 300
    pairings = [
        Pairing(n, (n + k) % count, 6, (700, 500) if n < count // 2 else (500, 700))
        for n in range(count)
        for k in (1, 9)
    ]
    changes = rate_event({}, pairings)
    assert sum(c.after.rating for c in changes) / count == pytest.approx(1850, abs=1e-6)
    assert max(abs(c.performance - c.after.rating) for c in changes) < 0.003


@st.composite
def events(draw):
    count = draw(st.integers(2, 12))
    rated = draw(st.sets(st.integers(1, count), max_size=count))
    before = {p: Standing(draw(st.floats(900, 2500)), draw(st.integers(1, 200))) for p in rated}
    pairs = draw(st.lists(st.tuples(st.integers(1, count), st.integers(1, count)), min_size=1, max_size=30))
    pairings = []
    for left, right in pairs:
        if left != right:
            games = draw(st.integers(1, 6))
            tp = draw(st.integers(0, 200 * games))
            pairings.append(Pairing(left, right, games, (tp, 200 * games - tp)))
    return before, pairings


@settings(max_examples=times(60), deadline=None)
@given(events(), st.randoms(use_true_random=False))
def test_any_event(event, chance):
    before, pairings = event
    changes = rate_event(before, pairings)
    rated = [change for change in changes if change.before is not None]
    kept = sum(c.games * c.after.rating for c in rated) - sum(c.games * c.before.rating for c in rated)
    assert kept == pytest.approx(0, abs=1e-6)
    shuffled = [p if chance.random() < 0.5 else Pairing(p.right, p.left, p.games, p.tp[::-1]) for p in pairings]
    chance.shuffle(shuffled)
    assert rate_event(before, shuffled) == changes
    assert all(c.after.games == c.games + (c.before.games if c.before else 0) for c in changes)


def test_levelling_brings_the_weighted_mean_to_the_level():
    chance = random.Random(1)
    standings = {n: Standing(chance.uniform(1000, 2200), chance.randint(0, 90)) for n in range(50)}
    shift = level_shift(standings)
    moved = {n: Standing(s.rating + shift, s.games) for n, s in standings.items()}
    assert level_shift(moved) == pytest.approx(0, abs=1e-9)
    assert level_shift({}) == 0


@pytest.mark.parametrize(
    ("standing", "lobby", "points"),
    [
        (Standing(2000, 36), 900, 2000),
        (Standing(2000, 18), 900, 1900),
        (Standing(2000, 9), None, (9 * 2000 + 27 * 1400) / 36),
        (None, 700, 1400),
        (None, None, 1400),
    ],
)
def test_seeding_points(standing, lobby, points):
    assert seeding_points(standing, lobby) == pytest.approx(points)
