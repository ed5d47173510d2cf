import pytest

from tournaments.formats.errors import SeedingError, StructureError
from tournaments.formats.graph import BYE, LoserOf, Seed, WinnerOf
from tournaments.formats.knockout import PRELIMINARY, THIRD_PLACE, WTC_GAMES, games_by_round, knockout
from tournaments.formats.seeding import draw, places


def test_any_number_of_entries():
    for n in [*range(2, 36), 48, 63, 64, 65, 96, 97, 127, 128]:
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
    assert structure[2].sources == (BYE, Seed(2))


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


# The preliminary round


@pytest.mark.parametrize("lot", [None, 2002])
def test_a_preliminary_round_before_128(lot):
    for n in [*range(129, 145)]:
        drawn = draw(n, lot=lot, main=128)
        surplus = n - 128
        low = sorted(seed for pair in drawn.preliminary for seed in pair)
        assert low == list(range(128 - surplus + 1, n + 1))
        assert drawn.entries == n
        structure = knockout(n, lines=drawn.lines, preliminary=drawn.preliminary, games=WTC_GAMES)
        before = [node for node in structure.matches if node.bracket == PRELIMINARY]
        assert [node.number for node in before] == list(range(1, surplus + 1))
        assert {node.games for node in before} == {4}
        assert {(node.loser_place, node.ranking) for node in before} == {(129, "main")}
        assert len(structure.matches) == n - 1
        assert structure.seeds() == tuple(range(1, n + 1))
        numbers = dict(zip(places(128), drawn.lines, strict=True))
        winners = [WinnerOf(node.id) for node in before]
        sources = [source for node in structure.matches if node.bracket == "main" for source in node.sources]
        for k, winner in enumerate(winners):
            place = next(place for place, line in numbers.items() if line == 128 - surplus + 1 + k)
            assert sources[places(128).index(place)] == winner
        if lot is None:
            assert drawn.preliminary[0] == (128 - surplus + 1, n)
            assert numbers[128] == 128


def test_preliminary_winners_of_one_country_are_kept_apart_from_it():
    country = {1: "NZL", 2: "GBR", 3: "HUN", 4: "NZL", 5: "NZL"}
    drawn = draw(5, lot=None, main=4, apart=[country])
    assert drawn.preliminary == ((4, 5),)
    assert drawn.clashes == ((4, 5),)
    assert 4 not in drawn.lines[:2]  # the winner comes from New Zealand whoever it is


def test_preliminary_pairs_are_kept_apart():
    country = dict.fromkeys((7, 8, 9), "NZL") | dict.fromkeys((10,), "GBR")
    for lot in range(30):
        assert len(draw(10, lot=lot, main=8, apart=[country]).clashes) == 1
        both = dict.fromkeys((7, 8), "NZL") | dict.fromkeys((9, 10), "GBR")
        assert draw(10, lot=lot, main=8, apart=[both]).clashes == ()


def test_too_many_for_one_preliminary_round():
    with pytest.raises(SeedingError) as caught:
        draw(17, lot=1, main=8)
    assert caught.value.code == "too_many"
    with pytest.raises(StructureError) as refused:
        knockout(5, lines=(1, 4, 3, 2), preliminary=((3, 5),))
    assert refused.value.code == "bad_preliminary"


def test_lines_with_an_empty_half_or_nobody_in_the_first_round():
    for lines in ((1, 2, None, None), (1, None, None, 2)):
        with pytest.raises(StructureError) as caught:
            knockout(2, lines=lines)
        assert caught.value.code == "bad_lines"
