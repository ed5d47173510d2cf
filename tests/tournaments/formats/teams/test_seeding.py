"""The strength of teams, their letters and the draw of their groups (`docs/regulations.md` 5.2 and 6.3)."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.formats.errors import SeedingError
from tournaments.formats.grouping import draw_groups
from tournaments.formats.teams.seeding import next_letter, seed_order, team_points


def test_a_team_is_as_strong_as_the_mean_of_its_five():
    assert team_points([2000, 1900, 1800, 1700, 1600], 5) == 1800
    assert team_points([1600, 2000, 1900, 1800, 1700, 1000], 5) == 1800
    assert team_points([2000, 1000], 5) == 1500
    assert team_points([], 5) == 0
    teams = {1: [1500, 1500], 2: [1600, 1400], 3: [1700, 1400], 4: [1500, 1500]}
    assert seed_order(teams, 2) == (3, 2, 1, 4)


def test_letters():
    assert [next_letter(taken) for taken in ("", "A", "AC")] == ["A", "B", "B"]
    with pytest.raises(SeedingError):
        next_letter("ABCDEFGHIJKLMNOPQRSTUVWXYZ")


@given(st.lists(st.integers(0, 7), min_size=4, max_size=24), st.integers(2, 5), st.integers(0, 99))
def test_two_teams_of_a_country_meet_in_no_group_or_it_is_said_why(countries, groups, lot):
    if len(countries) < 2 * groups:
        return
    by_seed = {seed: str(country) for seed, country in enumerate(countries, start=1)}
    most = max(Counter(countries).values())
    if most > groups:
        with pytest.raises(SeedingError) as refused:
            draw_groups(list(by_seed), groups, lot=lot, countries=by_seed, never_together=True)
        assert refused.value.code == "too_many_of_country"
        return
    drawn = draw_groups(list(by_seed), groups, lot=lot, countries=by_seed, never_together=True)
    for group in drawn.groups:
        assert max(Counter(by_seed[seed] for seed in group).values()) == 1
    # one of each band in every group
    assert all(Counter((seed - 1) // groups for seed in group).most_common(1)[0][1] == 1 for group in drawn.groups)
