import pytest

from tests.tournaments.formats.playing import game, seeded
from tournaments.formats import deciding
from tournaments.formats.errors import FactError
from tournaments.formats.facts import CauseKind, DecisionKind
from tournaments.formats.fold import fold
from tournaments.formats.knockout import knockout
from tournaments.formats.match import MatchRule

FOUR = knockout(4)  # 1 4 | 3 2, final 3
START = seeded(4)
FIRST = fold(FOUR, START)[1]
RULE = MatchRule(3)


def test_no_decision_before_the_games_decide():
    assert deciding.played(START, FIRST, [game(1, 1, 30, 10)], RULE) is None


def test_games_that_decide():
    games = [game(1, 1, 30, 10), game(1, 2, 20, 15)]
    decision = deciding.played(START, FIRST, games, RULE)
    assert decision.kind is DecisionKind.PLAYED
    assert decision.occupants == (101, 104)
    assert decision.winner == 0
    assert decision.tp == (330, 70)
    assert (decision.version, decision.supersedes) == (1, None)


def test_the_same_games_again_decide_nothing_new_and_a_further_game_only_the_totals():
    games = [game(1, 1, 30, 10), game(1, 2, 20, 15)]
    facts = START.with_decision(deciding.played(START, FIRST, games, RULE))
    match = fold(FOUR, facts)[1]
    assert deciding.played(facts, match, games, RULE) is None
    further = deciding.played(facts, match, [*games, game(1, 3, 5, 25)], RULE)
    assert (further.winner, further.tp) == (0, (350, 250))
    assert (further.version, further.supersedes) == (2, 1)


def test_a_corrected_game_may_take_the_decision_away_or_turn_it():
    games = [game(1, 1, 30, 10), game(1, 2, 20, 15)]
    facts = START.with_decision(deciding.played(START, FIRST, games, RULE))
    match = fold(FOUR, facts)[1]
    assert deciding.played(facts, match, [game(1, 1, 10, 30), game(1, 2, 20, 15)], RULE) is None
    turned = deciding.played(facts, match, [game(1, 1, 10, 30), game(1, 2, 15, 20)], RULE)
    assert (turned.winner, turned.version) == (1, 2)


def test_rulings():
    assert deciding.walkover(START, FIRST, absent=0).winner == 1
    assert deciding.default(START, FIRST, at_fault=1).winner == 0
    assert deciding.double_default(START, FIRST).winner is None
    stopped = deciding.retired(START, FIRST, retiring=0, games=[game(1, 1, 30, 10)])
    assert (stopped.kind, stopped.winner, stopped.tp) == (DecisionKind.RETIRED, 1, (180, 20))
    old = deciding.imported(START, FIRST, winner=1, tp=(None, 460))
    assert (old.kind, old.tp) == (DecisionKind.IMPORTED, (None, 460))


def test_adjudication_goes_by_the_points():
    assert deciding.adjudicated(START, FIRST, (100, 300)).winner == 1
    assert deciding.adjudicated(START, FIRST, (200, 200), winner=0).winner == 0
    for tp, winner, code in (((200, 200), None, "level_ruling"), ((300, 100), 1, "ruling_differs")):
        with pytest.raises(FactError) as caught:
            deciding.adjudicated(START, FIRST, tp, winner)
        assert caught.value.code == code


def test_a_match_without_two_entries_cannot_be_decided():
    for number, structure in ((3, FOUR), (1, knockout(3))):
        with pytest.raises(FactError) as caught:
            deciding.walkover(START, fold(structure, seeded(len(structure.seeds())))[number], absent=0)
        assert caught.value.code == "not_ready"


def test_clearing_is_a_void_by_will():
    facts = START.with_decision(deciding.default(START, FIRST, 0))
    void = deciding.cleared(facts, 1)
    assert void.kind is DecisionKind.VOID
    assert void.voided_by.kind is CauseKind.CLEARED
    assert (void.version, void.supersedes) == (2, 1)
    for empty in (START, facts.with_decision(void)):
        with pytest.raises(FactError) as caught:
            deciding.cleared(empty, 1)
        assert caught.value.code == "not_decided"
