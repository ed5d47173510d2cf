"""Lobby Masters: the conditions, activity, the order of demotion, the cap (`docs/regulations.md` 9.3)."""

from datetime import date, timedelta
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratings.maths.errors import RatingError
from ratings.maths.masters import Demoted, Ground, Master, cap_on, conditions, demotion_order, demotions, is_active

TODAY = date(2026, 5, 31)
LONG_AGO = date(2020, 1, 1)


def master(player: int, ranking: float = 1500.0, games: int = 5, since: date = LONG_AGO) -> Master:
    return Master(player, since, ranking, games)


@pytest.mark.parametrize(
    ("lobby", "opponents", "events", "met"),
    [
        (950.0, 20, 1, [True, True, True]),
        (949.9, 19, 0, [False, False, False]),
        (1000.0, 19, 3, [True, False, True]),
        (0.0, 400, 1, [False, True, True]),
    ],
)
def test_each_condition_is_told_by_itself(lobby, opponents, events, met):
    found = conditions(lobby, opponents, events)
    assert [condition.is_met for condition in found] == met
    assert [condition.needed for condition in found] == [950, 20, 1]
    assert [condition.found for condition in found] == [lobby, opponents, events]


def test_five_games_in_three_months_or_a_new_title_are_active():
    assert is_active(master(1, games=5), TODAY)
    assert not is_active(master(1, games=4), TODAY)
    # three months before the last of May is the last of February
    assert is_active(master(1, games=0, since=date(2026, 3, 1)), TODAY)
    assert not is_active(master(1, games=0, since=date(2026, 2, 28)), TODAY)


def test_the_inactive_go_first_then_the_lowest():
    masters = [
        master(1, 1400), master(2, 1600, games=0), master(3, 1550, games=4), master(4, 1900), master(5, 1400, games=9),
        master(6, 1400, since=date(2026, 1, 1)), master(7, 1400),
    ]  # fmt: skip
    assert [found.player for found in demotion_order(masters, TODAY)] == [3, 2, 6, 7, 1, 5, 4]
    assert demotions(masters, TODAY, 7) == ()
    assert demotions(masters, TODAY, 7, room=1) == (Demoted(3, Ground.INACTIVE),)
    assert demotions(masters, TODAY, 4) == (
        Demoted(3, Ground.INACTIVE), Demoted(2, Ground.INACTIVE), Demoted(6, Ground.LOWEST),
    )  # fmt: skip
    assert [found.player for found in demotions(masters, TODAY, 120, all_inactive=True)] == [3, 2]


def test_nobody_is_approved_where_there_is_no_room_at_all():
    with pytest.raises(RatingError, match="no room"):
        demotions([master(1)], TODAY, 1, room=2)


def test_the_cap_of_a_day_is_the_last_that_has_begun():
    caps = [(date.min, 120), (date(2027, 1, 1), 100)]
    assert cap_on(date(2026, 12, 31), caps) == 120
    assert cap_on(date(2027, 1, 1), caps) == 100
    with pytest.raises(RatingError, match="No cap"):
        cap_on(TODAY, caps[1:])


many = st.lists(
    st.builds(
        Master,
        player=st.integers(1, 10**6),
        since=st.dates(TODAY - timedelta(120), TODAY),
        ranking=st.sampled_from([1200.0, 1500.0, 1500.5]) | st.floats(500, 3000),
        games=st.integers(0, 8),
    ),
    unique_by=lambda found: found.player,
    max_size=30,
)


@given(many, st.integers(0, 2**32))
def test_the_order_is_total_whatever_comes_first(masters, seed):
    order = demotion_order(masters, TODAY)
    mixed = Random(seed).sample(masters, len(masters))
    assert demotion_order(mixed, TODAY) == order
    assert sorted(found.player for found in order) == sorted(found.player for found in masters)
    activity = [is_active(found, TODAY) for found in order]
    assert activity == sorted(activity)
    for active in (False, True):
        rankings = [found.ranking for found in order if is_active(found, TODAY) is active]
        assert rankings == sorted(rankings)


@given(many, st.integers(1, 30), st.integers(0, 1), st.booleans())
def test_the_cap_holds_after_it_and_nobody_goes_without_need(masters, cap, room, all_inactive):
    gone = demotions(masters, TODAY, cap, room=room, all_inactive=all_inactive)
    stay = [found for found in masters if found.player not in {demoted.player for demoted in gone}]
    assert len(gone) == len({demoted.player for demoted in gone})
    assert len(stay) + room <= cap
    assert len(stay) + len(gone) == len(masters)
    if gone and not all_inactive:
        assert len(stay) + room == cap
    for demoted in gone:
        found = next(one for one in masters if one.player == demoted.player)
        assert (demoted.ground is Ground.INACTIVE) is not is_active(found, TODAY)
    if all_inactive:
        assert all(is_active(found, TODAY) for found in stay)
