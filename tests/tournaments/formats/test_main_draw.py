import pytest

from tournaments.formats.errors import SeedingError
from tournaments.formats.main_draw import Qualifying, main_draw


def test_the_world_championship_of_2006():
    found = main_draw(200)
    assert found.kind is Qualifying.GROUPS
    assert found.qualifying == 168
    assert found.groups == (4,) * 42
    assert (found.each, found.best) == (2, 12)
    assert found.direct + len(found.groups) * found.each + found.best == 128


def test_the_world_championship_of_2002():
    found = main_draw(130)
    assert (found.kind, found.matches, found.direct, found.qualifying) == (Qualifying.PRELIMINARY, 2, 126, 4)


def test_groups_of_four_and_five():
    found = main_draw(150)
    assert found.groups == (5, 5, *[4] * 27)
    assert (found.each, found.best) == (3, 9)


@pytest.mark.parametrize("places", [8, 16, 128])
@pytest.mark.parametrize("exempt", [0, 4, 7])
def test_all_places_are_filled_whatever_the_number_of_entrants(places, exempt):
    for n in range(2, 4 * places):
        found = main_draw(n, places=places, exempt=exempt)
        assert found.direct + found.qualifying == n
        if found.kind is Qualifying.NONE:
            assert n <= places
        elif found.kind is Qualifying.PRELIMINARY:
            assert 0 < n - places <= 16
            assert found.direct + found.matches == places
            assert found.direct >= exempt
        else:
            assert sum(found.groups) == found.qualifying == n - exempt
            assert set(found.groups) <= {4, 5} or found.qualifying < 12
            assert exempt + found.each * len(found.groups) + found.best == places
            assert found.best < len(found.groups)
            assert found.each <= min(found.groups)


def test_impossible_main_draws():
    for bad in ({"entrants": 1}, {"entrants": 9, "places": 1}, {"entrants": 9, "places": 8, "exempt": 8}):
        with pytest.raises(SeedingError):
            main_draw(**bad)
