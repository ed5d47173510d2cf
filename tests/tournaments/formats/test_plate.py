import random
from collections import Counter

import pytest

from tests.tournaments.formats.playing import beats, decide, leave, played_through, seeded
from tournaments.formats.deciding import next_decision, occupants_of
from tournaments.formats.facts import DecisionKind
from tournaments.formats.fold import MatchState, fold
from tournaments.formats.graph import BYE, LoserOf, WinnerOf
from tournaments.formats.knockout import PRELIMINARY, knockout
from tournaments.formats.later_entry import Step
from tournaments.formats.plate import with_plate
from tournaments.formats.seeding import draw


def plate_of(structure):
    return [node for node in structure.matches if node.bracket == "plate"]


def main_of(n, places=None, **settings):
    drawn = draw(n, lot=n, main=places)
    return knockout(n, lines=drawn.lines, preliminary=drawn.preliminary, **settings)


def in_plate(folded):
    return {
        side for m in folded.matches.values() if m.node.bracket == "plate" for side in m.occupants if type(side) is int
    }


def lost_first(folded):
    """Who lost the first match really played, in the structure's order."""
    first = {}
    for m in folded.matches.values():
        if m.decision and m.decision.kind.was_played and m.node.bracket != "plate":
            for entry in m.occupants:
                first.setdefault(entry, m.loser == entry)
    return {entry for entry, lost in first.items() if lost}


def test_everyone_who_lost_the_first_match_plays_in_the_plate():
    for n in [*range(2, 20), 24, 31, 32, 33, 48, 63, 64, 65, 97, 128]:
        drawn = with_plate(knockout(n), lot=n)
        structure = drawn.structure
        numbers = [node.number for node in structure.matches]
        assert numbers == list(range(1, len(numbers) + 1))
        folded = played_through(structure, seeded(n))
        assert folded.is_finished
        eligible = {entry for entry in lost_first(folded) if folded.places[entry] > 2}
        assert in_plate(folded) == (eligible if n > 3 else set())
        assert set(folded.places_in("plate")) == in_plate(folded)
        assert folded.champion("plate") == min(eligible, default=None) or n < 4
        assert all(BYE not in node.sources for node in plate_of(structure))
        assert [row for row in drawn.lines if not any(row)] == []
        sources = [m for row in drawn.lines for m in row if m is not None]
        assert len(sources) == len(set(sources))


@pytest.mark.parametrize(("n", "places"), [(5, 4), (9, 8), (12, 8), (16, 8), (35, 32), (144, 128)])
@pytest.mark.parametrize("every_loser", [False, True])
def test_preliminary_losers_take_part(n, places, every_loser):
    main = main_of(n, places)
    structure = with_plate(main, lot=3, every_loser=every_loser).structure
    folded = played_through(structure, seeded(n))
    assert folded.is_finished
    losers = {folded[node.id].loser for node in main.matches if node.bracket == PRELIMINARY}
    assert losers <= in_plate(folded)
    if not every_loser:
        assert in_plate(folded) == {entry for entry in lost_first(folded) if folded.places[entry] > 2}
    for m in folded.matches.values():
        if m.node.bracket == "plate" and m.node.round == 1:
            assert frozenset(m.occupants) not in {
                frozenset(folded[node.id].occupants) for node in main.matches if node.bracket == PRELIMINARY
            }


def test_the_plate_has_four_games_a_match_unless_told_otherwise():
    structure = with_plate(knockout(16, games=5), lot=1).structure
    assert {node.games for node in plate_of(structure)} == {4}
    assert {(node.bracket, node.ranking) for node in plate_of(structure)} == {("plate", "plate")}
    structure = with_plate(knockout(16), lot=1, games=(3, 5)).structure
    assert [node.games for node in plate_of(structure)][-2:] == [3, 5]


def test_the_draw_can_be_made_again_from_its_lot():
    main = knockout(64)
    assert with_plate(main, lot=4) == with_plate(main, lot=4)
    assert with_plate(main, lot=4).lines != with_plate(main, lot=5).lines
    seen = Counter(with_plate(main, lot=lot).lines[0].index(1) for lot in range(100))
    assert len(seen) > 25  # of 32 lines


def test_a_bye_and_a_walkover_are_no_first_match():
    structure = with_plate(knockout(7), lot=1).structure
    facts = beats(structure, seeded(7), 2, 104)
    facts = beats(structure, facts, 3, 103)
    facts = decide(structure, facts, 4, DecisionKind.WALKOVER, 1)
    facts = beats(structure, facts, 5, 104)  # seed 1 had a bye
    facts = beats(structure, facts, 6, 103)  # seed 2 had a walkover
    folded = fold(structure, facts)
    assert in_plate(folded) == {105, 106, 101, 102}
    assert 107 not in in_plate(folded)


def test_neither_side_of_a_match_appears():
    """C6: both are out in the first round's rank, their plate place is empty and its opponent passes on."""
    structure = with_plate(knockout(8), lot=2).structure
    facts = decide(structure, seeded(8), 1, DecisionKind.DOUBLE_DEFAULT)
    facts = beats(structure, facts, 2, 104)
    folded = fold(structure, facts)
    assert folded[5].occupants == (BYE, 104)
    assert (folded[5].state, folded[5].winner, folded[5].decision) == (MatchState.BYE, 104, None)
    assert folded.places == {101: 5, 108: 5, 105: 5}
    match, slot = structure.loser_to[1]
    assert folded.occupant((match, slot)) is BYE
    other = structure[match].sources[1 - slot].match
    if other not in folded.facts.decisions:
        facts = beats(structure, facts, other, min(occupants_of(folded[other])))
    folded = fold(structure, facts)
    assert folded[match].state is MatchState.BYE
    assert folded[match].winner == folded[other].loser
    assert {101, 108}.isdisjoint(in_plate(folded))


def test_a_withdrawal_in_the_main_draw_is_no_way_into_the_plate():
    structure = with_plate(knockout(8), lot=2).structure
    facts = leave(structure, seeded(8), 108)
    assert fold(structure, facts).occupant(structure.loser_to[1]) is BYE


@pytest.mark.parametrize("n", [4, 7, 16, 23, 32])
@pytest.mark.parametrize("every_loser", [False, True])
def test_once_the_feeding_rounds_are_over_nobody_waits_for_an_empty_side(n, every_loser):
    """Whatever was decided there, also double defaults and walkovers, the plate can be played to its end."""
    structure = with_plate(main_of(n), lot=n, every_loser=every_loser).structure
    kinds = [DecisionKind.PLAYED] * 3 + [DecisionKind.WALKOVER, DecisionKind.DEFAULT, DecisionKind.DOUBLE_DEFAULT]
    for seed in range(12):
        rng = random.Random(f"{n} {seed}")
        facts, folded = seeded(n), fold(structure, seeded(n))
        for node in structure.order:
            if node.bracket == "main" and folded[node.id].state is MatchState.OPEN:
                kind = rng.choice(kinds)
                side = None if kind is DecisionKind.DOUBLE_DEFAULT else rng.randrange(2)
                facts = facts.with_decision(next_decision(facts, node.id, kind, occupants_of(folded[node.id]), side))
                folded = fold(structure, facts)
        for node in plate_of(structure):
            for source, occupant in zip(node.sources, folded[node.id].occupants, strict=True):
                if isinstance(source, LoserOf) or folded[source.match].is_settled:
                    assert occupant is not None
        folded = played_through(structure, facts)
        assert folded.is_finished
        assert set(folded.places_in("plate")) == in_plate(folded)


def test_a_late_slot_is_a_bye_as_soon_as_both_sides_have_played_before():
    structure = with_plate(knockout(16), lot=1).structure
    facts = seeded(16)
    for match in range(1, 9):
        assert fold(structure, facts).occupant(structure.loser_to[12]) is None
        facts = beats(structure, facts, match, min(occupants_of(fold(structure, facts)[match])))
    folded = fold(structure, facts)
    assert [folded.occupant(structure.loser_to[match]) for match in (9, 10, 11, 12)] == [BYE] * 4
    for match in (m for m in folded.open_matches if structure[m].bracket == "plate"):
        facts = beats(structure, facts, match, min(occupants_of(fold(structure, facts)[match])))
    assert [m.node.number for m in fold(structure, facts).matches.values() if m.state is MatchState.OPEN
            and m.node.bracket == "plate"]  # the plate goes on before round 2 of the main draw is played  # fmt: skip


def test_matches_whose_losers_play_on_do_not_feed_the_plate():
    structure = with_plate(knockout(8, third_place=True), lot=1).structure
    assert {structure[m].round for m in structure.loser_to if structure[m].bracket == "main" and m < 5} == {1}
    assert structure[structure.loser_to[5][0]].label == "third_place"
    assert len(plate_of(structure)) == 3
    assert plate_of(with_plate(knockout(8, places_to=8), lot=1).structure) == []


def test_through_round():
    sixteen = knockout(16)
    feeding = {
        through: {sixteen[m].round for row in with_plate(sixteen, lot=1, through_round=through).lines for m in row if m}
        for through in (1, 2, 3, 4)
    }
    assert feeding == {1: {1}, 2: {1, 2}, 3: {1, 2, 3}, 4: {1, 2, 3}}
    assert len(plate_of(with_plate(sixteen, lot=1, through_round=1).structure)) == 7
    assert len(with_plate(knockout(2), lot=1).structure.matches) == 1


def test_losers_of_the_plate_share_places_that_exist():
    places = Counter(node.loser_place for node in plate_of(with_plate(knockout(32), lot=1).structure))
    assert places == {9: 16, 5: 4, 3: 2, 2: 1}
    feed_in = with_plate(knockout(32), lot=1, every_loser=True, through_round=3).structure
    places = Counter(node.loser_place for node in plate_of(feed_in))
    assert places == {21: 8, 13: 8, 9: 4, 5: 4, 3: 2, 2: 1}


def test_later_entry_goes_into_the_plate_from_its_first_match():
    lines = draw(96, lot=1, steps=(Step(16, 3), Step(32, 2))).lines
    structure = with_plate(knockout(96, lines=lines), lot=1).structure
    folded = played_through(structure, seeded(96))
    rounds = {structure[m].round for m in structure.loser_to if structure[m].bracket == "main"}
    assert rounds == {1, 2, 3, 4}
    assert in_plate(folded) == lost_first(folded)
    # the strongest always win: 17 to 32 beat round 2's winners and lose to nobody before 1 to 16
    assert len(in_plate(folded)) == 32 + 16 + 0 + 0 or 101 not in in_plate(folded)


@pytest.mark.parametrize("n", [16, 60, 128])
def test_losers_of_one_section_may_be_kept_apart(n):
    main = knockout(n)
    sections = min(8, (1 << (n - 1).bit_length()) // 4)
    matches = (1 << (n - 1).bit_length()) // 2
    section = {node.id: node.position * sections // matches for node in main.matches if node.round == 1}

    def together(drawn):
        pairs = zip(drawn.lines[0][::2], drawn.lines[0][1::2], strict=True)
        return sum(a is not None and b is not None and section[a] == section[b] for a, b in pairs)

    assert sum(together(with_plate(main, lot=lot)) for lot in range(20)) > 0
    for lot in range(20):
        drawn = with_plate(main, lot=lot, sections_apart=True)
        assert together(drawn) == 0
        assert all(swap.moved in section and swap.with_seed in section for swap in drawn.swaps)


@pytest.mark.parametrize("n", [16, 32, 64])
def test_in_a_feed_in_nobody_meets_at_once_the_one_who_beat_him(n):
    rounds = n.bit_length() - 1
    structure = with_plate(knockout(n), lot=8, every_loser=True, through_round=rounds - 2).structure
    above = {node.id: {s.match for s in node.sources if isinstance(s, WinnerOf)} for node in structure.matches}

    def first_round(match):
        return {match} if not above[match] else set().union(*map(first_round, above[match]))

    for node in plate_of(structure):
        for source, other in (node.sources, node.sources[::-1]):
            if isinstance(source, LoserOf) and structure[source.match].round > 1:
                beaten = first_round(source.match)
                came = {s.match for m in structure.matches if m.id in reach(above, other.match) for s in m.sources
                        if isinstance(s, LoserOf) and structure[s.match].round == 1}  # fmt: skip
                assert beaten.isdisjoint(came)


def reach(above, match):
    return {match}.union(*(reach(above, m) for m in above[match]))
