import copy
import pickle

import pytest

from tournaments.formats.errors import StructureError
from tournaments.formats.graph import BYE, Bye, EntrySource, LoserOf, MatchNode, OnlyIf, Seed, Structure, WinnerOf


def node(match, *sources, number=None, round_=1, position=None, **more):
    return MatchNode(match, number or match, round_, match if position is None else position, sources, **more)


def test_there_is_one_bye():
    assert Bye() is BYE
    assert copy.deepcopy(BYE) is BYE
    assert pickle.loads(pickle.dumps((BYE, 1)))[0] is BYE


def test_order_puts_each_match_after_what_it_depends_on():
    final = node(3, WinnerOf(1), WinnerOf(2), round_=2)
    structure = Structure([final, node(1, Seed(1), Seed(4)), node(2, Seed(2), Seed(3))])
    assert [n.id for n in structure.order] == [1, 2, 3]
    assert structure.winner_to == {1: (3, 0), 2: (3, 1)}
    assert structure.loser_to == {}
    assert structure.upstream(3) == {1, 2}
    assert structure.seeds() == (1, 2, 3, 4)


@pytest.mark.parametrize(
    ("nodes", "code"),
    [
        ([node(1, Seed(1), Seed(2)), node(1, Seed(3), Seed(4), number=2, position=5)], "double"),
        ([node(1, Seed(1), Seed(2)), node(2, Seed(3), Seed(4), number=1)], "double"),
        ([node(1, Seed(1), Seed(2)), node(2, Seed(3), Seed(4), position=1)], "double"),
        ([node(1, Seed(1), Seed(1))], "double"),
        ([node(1, EntrySource(7), Seed(1)), node(2, EntrySource(7), Seed(2))], "double"),
        ([node(1, Seed(1), WinnerOf(9))], "unknown_match"),
        ([node(1, Seed(1), Seed(2), condition=OnlyIf(9, 0))], "unknown_match"),
        ([node(1, Seed(1), Seed(2)), node(2, WinnerOf(1), WinnerOf(1))], "feeds_twice"),
        ([node(1, Seed(1), Seed(2)), node(2, LoserOf(1), LoserOf(1, True))], "feeds_twice"),
        ([node(1, Seed(1), WinnerOf(2)), node(2, Seed(2), WinnerOf(1))], "cycle"),
        ([node(1, Seed(1), LoserOf(1))], "cycle"),
        ([node(1, Seed(1), Seed(2), condition=OnlyIf(1, 0))], "cycle"),
        ([node(1, Seed(1), Seed(2), games=0)], "bad_games"),
        ([node(1, Seed(1))], "bad_sources"),
        ([node(1, Seed(1), Seed(2), BYE)], "bad_sources"),
        ([node(1, Seed(1), None)], "bad_sources"),
    ],
)
def test_a_graph_that_cannot_be_played_is_refused(nodes, code):
    with pytest.raises(StructureError) as caught:
        Structure(nodes)
    assert caught.value.code == code
    assert caught.value.message


def test_winner_and_loser_of_one_match_may_meet_again():
    structure = Structure([node(1, Seed(1), Seed(2)), node(2, WinnerOf(1), LoserOf(1), condition=OnlyIf(1, 1))])
    assert structure.winner_to[1] == (2, 0)
    assert structure.loser_to[1] == (2, 1)
