"""The calculator agrees with the event it leaves out the others of (`docs/regulations.md` 8.2 to 8.4)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratings.maths.calculator import Met, what_if
from ratings.maths.elo import Pairing, Standing, rate_event
from ratings.maths.errors import RatingError

STANDINGS = st.builds(Standing, st.floats(1000, 2600), st.integers(1, 200))


def test_the_worked_example():
    change = what_if(Standing(1850.0, 40), [Met(1800.0, 6, 720)])
    assert round(change.performance, 2) == 1943.31
    assert round(change.after.rating, 2) == 1862.17
    assert change.after.games == 46


@given(standings=st.lists(STANDINGS, min_size=2, max_size=5), data=st.data())
def test_the_same_as_the_event_before_its_balance(standings, data):
    before = dict(enumerate(standings, start=1))
    met = []
    for opponent in range(2, len(standings) + 1):
        games = data.draw(st.integers(1, 6))
        met.append((opponent, Met(before[opponent].rating, games, data.draw(st.integers(0, 200 * games)))))
    pairings = [Pairing(1, opponent, m.games, (m.tp, 200 * m.games - m.tp)) for opponent, m in met]
    event = rate_event(before, pairings)[0]
    alone = what_if(before[1], [m for _opponent, m in met])
    assert alone.unbalanced == pytest.approx(event.unbalanced)
    assert alone.performance == pytest.approx(event.performance)


@pytest.mark.parametrize(
    ("code", "met"), [("no_games", []), ("no_games", [Met(1800, 0, 0)]), ("bad_tp", [Met(1800, 1, 201)])]
)
def test_games_that_cannot_be(code, met):
    with pytest.raises(RatingError) as refused:
        what_if(None, met)
    assert refused.value.code == code
