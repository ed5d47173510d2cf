"""Groups of everybody against everybody (`docs/regulations.md` 5)."""

from collections import Counter
from itertools import combinations, permutations

import pytest

from tests.tournaments.formats.playing import seeded
from tournaments.formats.errors import StructureError
from tournaments.formats.fold import fold
from tournaments.formats.folded import MatchState
from tournaments.formats.graph import Seed, TablePoints
from tournaments.formats.places import is_complete, rankings
from tournaments.formats.round_robin import group_key, idle, round_robin


def pairs_of(structure, key):
    return [tuple(source.n for source in node.sources) for node in structure.matches if node.table == key]


def test_c7_five_entries_have_five_rounds_of_two_matches_and_one_idle_entry_each():
    structure = round_robin([range(1, 6)])
    by_round = Counter(node.round for node in structure.matches)
    assert by_round == dict.fromkeys(range(1, 6), 2)
    assert sorted(map(sorted, pairs_of(structure, "A"))) == sorted(map(list, combinations(range(1, 6), 2)))
    rest = idle(structure, structure.table("A"))
    assert sorted(rest) == [1, 2, 3, 4, 5]
    assert set(rest.values()) == {(Seed(n),) for n in range(1, 6)}
    folded = fold(structure, seeded(5))
    assert len(folded.open_matches) == 10  # the idle rows are no matches: nothing else can look open
    assert {found.state for found in folded.matches.values()} == {MatchState.OPEN}
    assert not is_complete(folded, structure.table("A"))


@pytest.mark.parametrize(("index", "key"), [(0, "A"), (25, "Z"), (26, "AA"), (51, "AZ"), (52, "BA"), (701, "ZZ")])
def test_names_of_groups(index, key):
    assert group_key(index) == key


def test_groups_are_numbered_round_by_round_across_them():
    structure = round_robin([(1, 4, 5, 8), (2, 3, 6)], games=4, first_number=11, points=TablePoints(bye=100))
    assert [node.number for node in structure.matches] == list(range(11, 20))
    assert [(n.table, n.round, n.position) for n in structure.matches] == [
        (key, round_, position) for round_ in (1, 2, 3) for key, position in (("A", 0), ("A", 1), ("B", 0))
    ]
    assert all(node.games == 4 and node.id == node.number for node in structure.matches)
    assert all(node.bracket == node.ranking == node.table for node in structure.matches)
    assert rankings(structure) == ("A", "B")
    assert [table.members for table in structure.tables] == [
        (Seed(1), Seed(4), Seed(5), Seed(8)),
        (Seed(2), Seed(3), Seed(6)),
    ]
    assert {table.points.bye for table in structure.tables} == {100}
    assert idle(structure, structure.table("A")) == {}
    assert len(idle(structure, structure.table("B"))) == 3


@pytest.mark.parametrize("size", range(2, 9))
def test_in_two_cycles_every_pair_meets_on_both_sides(size):
    structure = round_robin([range(1, size + 1)], cycles=2)
    once = round_robin([range(1, size + 1)])
    assert sorted(pairs_of(structure, "A")) == sorted(permutations(range(1, size + 1), 2))
    last = max(node.round for node in once.matches)
    assert max(node.round for node in structure.matches) == structure.table("A").rounds == 2 * last
    assert pairs_of(structure, "A")[: len(once.matches)] == pairs_of(once, "A")


@pytest.mark.parametrize(
    ("groups", "options", "code"),
    [
        ([[1]], {}, "small_group"),
        ([[1, 2], [2, 3]], {}, "double"),
        ([[1, 2]], {"cycles": 0}, "bad_cycles"),
        ([[1, 2]], {"games": 0}, "bad_games"),
        ([[1, 2]], {"tie_breaks": ("tp", "luck")}, "unknown_tie_break"),
        ([[1, 2]], {"tie_breaks": ("tp", "tp")}, "double_tie_break"),
        ([[1, 2]], {"tie_breaks": ("seed", "tp")}, "tie_break_after_seed"),
    ],
)
def test_impossible_groups_are_refused(groups, options, code):
    with pytest.raises(StructureError) as refused:
        round_robin(groups, **options)
    assert refused.value.code == code


def test_the_seed_ends_every_order():
    assert round_robin([[1, 2]], tie_breaks=("tp", "wins")).table("A").tie_breaks == ("tp", "wins", "seed")
