"""The steps of a casual game as a page shows them come to the ranking it shows, for who has no more than the page."""

from math import prod

import pytest
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st

from ratings.maths.casual import PlayedGame, rate_lobby_game
from ratings.maths.elo import Standing
from ratings.models import CasualGame, Ladder, LadderChange
from ratings.views.casual_steps import casual_steps

RANKINGS = st.floats(10, 1000)


@given(RANKINGS, RANKINGS, st.integers(-84, 84).filter(bool), st.booleans())
def test_the_product_shown_is_that_of_the_factors_shown(mine, theirs, margin, with_robot):
    robot = "right" if with_robot else ""
    played = PlayedGame((1,), (2,), margin, robot, theirs)
    change = rate_lobby_game(played, {1: Standing(mine, 3), 2: Standing(theirs, 3)})[0]
    row = LadderChange(
        ladder=Ladder.LOBBY, before_rating=mine, before_games=3, own=mine, opponent=theirs, margin=margin,
        tp=change.tp, after_rating=change.after.rating, after_games=4,
    )  # fmt: skip
    with translation.override("en"):
        steps = [
            step.numbers.replace("\u202f", "").replace("−", "-") for step in casual_steps(CasualGame(robot=robot), row)
        ]
    end = steps[-1].split(" = ")[-1].split(" → ")[-1]
    assert float(end) == pytest.approx(change.after.rating, abs=0.0051)
    if "≥" not in steps[-2]:
        factors, amount = steps[-2].split(" = ")
        assert prod(map(float, factors.split(" × "))) == pytest.approx(float(amount), abs=0.011)
        assert float(steps[-1].split(" ")[1]) == pytest.approx(float(amount) * (1 if margin > 0 else -1), abs=0.001)
