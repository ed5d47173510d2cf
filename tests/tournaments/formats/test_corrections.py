"""Corrections as other systems have got them wrong; each is stated for any knockout."""

from dataclasses import replace

from tests.tournaments.formats.playing import agree, beats, play_out, seeded
from tournaments.formats import deciding
from tournaments.formats.facts import DecisionKind
from tournaments.formats.fold import MatchState, fold
from tournaments.formats.impact import impact
from tournaments.formats.knockout import knockout

EIGHT = knockout(8)


def holders(structure, facts, entry):
    folded = fold(structure, facts)
    return [match for match, m in folded.matches.items() if entry in m.occupants]


def eight_wins(facts):
    old = facts.decisions[1]
    return facts.with_decision(replace(old, winner=1, version=old.version + 1, supersedes=old.version))


def test_a_winner_corrected_before_the_next_round_is_played():
    before = beats(EIGHT, beats(EIGHT, seeded(8), 1, 101), 2, 104)
    plan = impact(EIGHT, before, eight_wins(before))
    assert [(c.match, c.before, c.after) for c in plan.slots] == [(5, 101, 108)]
    assert plan.voided == ()
    after = agree(EIGHT, before, eight_wins(before))
    assert holders(EIGHT, after, 108) == [1, 5]
    assert holders(EIGHT, after, 101) == [1]
    assert fold(EIGHT, after)[5].occupants == (108, 104)
    assert (after.earlier[1, 1].winner_entry, after.decisions[1].winner_entry) == (101, 108)


def test_a_winner_corrected_after_the_next_round_was_played():
    before = beats(EIGHT, beats(EIGHT, beats(EIGHT, seeded(8), 1, 101), 2, 104), 5, 101)
    plan = impact(EIGHT, before, eight_wins(before))
    assert [lost.decision.match for lost in plan.voided] == [5]
    assert [(c.match, c.before, c.after) for c in plan.slots] == [(5, 101, 108), (7, 101, None)]
    folded = fold(EIGHT, agree(EIGHT, before, eight_wins(before)))
    assert folded[5].occupants == (108, 104)
    assert folded[5].state is MatchState.OPEN
    assert folded[5].decision is None
    assert folded[7].occupants == (None, None)


def test_the_first_result_of_the_champion_is_cleared():
    sixteen = knockout(16)
    before = play_out(sixteen, seeded(16))
    path = holders(sixteen, before, 101)
    assert path == [1, 9, 13, 15]
    after = agree(sixteen, before, before.with_decision(deciding.cleared(before, 1)))
    assert holders(sixteen, after, 101) == [1]
    folded = fold(sixteen, after)
    for match in path:
        assert folded[match].decision is None
        assert after.decisions[match].kind is DecisionKind.VOID
    for match in set(before.decisions) - set(path):
        assert after.decisions[match] == before.decisions[match]
        assert folded[match].decision == before.decisions[match]
    assert folded.open_matches == (1,)
