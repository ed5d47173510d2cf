import pytest

from tournaments.formats.errors import SeedingError, StructureError
from tournaments.formats.graph import BYE, LoserOf, Seed, WinnerOf
from tournaments.formats.knockout import THIRD_PLACE, WTC_GAMES, games_by_round, knockout


@pytest.mark.parametrize("n", range(2, 129))
def test_any_number_of_entries(n):
    structure = knockout(n)
    size = 1 << (n - 1).bit_length()
    assert len(structure.matches) == size - 1
    assert structure.seeds() == tuple(range(1, n + 1))
    first = [node.sources for node in structure.matches if node.round == 1]
    byes = {(a if b is BYE else b).n for a, b in first if BYE in (a, b)}
    assert byes == set(range(1, size - n + 1))
    assert (BYE, BYE) not in first


def test_numbers_run_round_by_round():
    structure = knockout(128, games=WTC_GAMES)
    assert [node.number for node in structure.matches] == list(range(1, 128))
    assert structure[65].sources == (WinnerOf(1), WinnerOf(2))
    assert structure[97].sources == (WinnerOf(65), WinnerOf(66))
    assert structure[127].winner_place == 1
    assert structure[127].loser_place == 2
    assert structure[1].loser_place == 65
    assert [structure[m].games for m in (1, 65, 97, 113, 121, 125, 127)] == [5, 5, 5, 6, 7, 8, 9]


def test_top_and_bottom_are_seeds_1_and_2():
    structure = knockout(16)
    assert structure[1].sources == (Seed(1), Seed(16))
    assert structure[8].sources == (Seed(15), Seed(2))


def test_third_place_comes_before_the_final():
    structure = knockout(8, third_place=True, games=(4, 6), third_place_games=5)
    assert structure[7].label == THIRD_PLACE
    assert structure[7].sources == (LoserOf(5), LoserOf(6))
    assert (structure[7].winner_place, structure[7].loser_place) == (3, 4)
    assert structure[7].games == 5
    assert structure[8].sources == (WinnerOf(5), WinnerOf(6))
    assert knockout(8, third_place=True, games=(4, 6))[7].games == 6
    assert len(knockout(2, third_place=True).matches) == 1


def test_games_count_back_from_the_final():
    assert games_by_round(7, WTC_GAMES) == WTC_GAMES
    assert games_by_round(3, WTC_GAMES) == (7, 8, 9)
    assert games_by_round(4, (4, 6)) == (4, 4, 4, 6)
    assert games_by_round(2, 3) == (3, 3)


def test_numbers_may_go_on_from_another_stage():
    assert [node.number for node in knockout(4, first_number=11).matches] == [11, 12, 13]


def test_entry_in_later_rounds_is_lines_with_more_byes():
    lines = (1, None, None, None, 3, 4, None, 2)
    structure = knockout(4, lines=lines)
    assert structure[2].sources == (BYE, BYE)


@pytest.mark.parametrize(
    ("n", "lines"),
    [(3, (1, 2, 3)), (4, (1, 2, 3, 3)), (4, (1, 2, 3, None)), (2, (1, 3)), (4, (0, 1, 2, 3))],
)
def test_lines_that_are_no_draw(n, lines):
    with pytest.raises(StructureError) as caught:
        knockout(n, lines=lines)
    assert caught.value.code == "bad_lines"


def test_one_entry_is_no_knockout():
    with pytest.raises(SeedingError) as caught:
        knockout(1)
    assert caught.value.code == "too_few"
    with pytest.raises(StructureError):
        knockout(4, games=())
