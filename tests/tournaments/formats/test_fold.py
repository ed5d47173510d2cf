from tests.tournaments.formats.playing import (
    NOON,
    beats,
    decide,
    double_of_four,
    leave,
    looks,
    plate_of_eight,
    play_out,
    seeded,
)
from tournaments.formats.facts import Decision, DecisionKind, Exit, Facts
from tournaments.formats.fold import MatchState, Rank, fold
from tournaments.formats.graph import BYE, EntrySource, MatchNode, Seed, Structure, WinnerOf
from tournaments.formats.knockout import knockout

DOUBLE_DEFAULT = DecisionKind.DOUBLE_DEFAULT
WALKOVER = DecisionKind.WALKOVER

# Lines of a draw of 8: 1 8 | 5 4 | 3 6 | 7 2, matches 1–4, semi-finals 5 and 6, final 7.
EIGHT = knockout(8)


def test_an_unplayed_draw():
    folded = fold(EIGHT, seeded(8))
    assert folded.open_matches == (1, 2, 3, 4)
    assert folded[1].occupants == (101, 108)
    assert folded[5].state is MatchState.WAITING
    assert folded.places == {}
    assert not folded.is_finished


def test_the_winner_moves_on_and_the_loser_gets_the_place_of_the_round():
    folded = fold(EIGHT, beats(EIGHT, seeded(8), 1, 108))
    assert folded[5].occupants == (108, None)
    assert folded[1].winner_slot == 1
    assert folded.places == {101: 5}


def test_who_may_come_to_an_empty_slot():
    facts = beats(EIGHT, seeded(8), 1, 108)
    folded = fold(EIGHT, facts)
    assert folded.possible(5, 1) == (105, 104)
    assert folded.possible(5, 0) == (108,)
    assert folded.possible(7, 0) == (108, 105, 104)
    assert folded.possible(7, 1) == (103, 106, 107, 102)
    gone = fold(EIGHT, leave(EIGHT, facts, 108))
    assert gone.possible(7, 0) == (105, 104)


def test_byes_pass_on_at_once_and_never_win():
    folded = fold(knockout(5), seeded(5))  # 1 bye | 5 4 | 3 bye | bye 2
    assert [folded[m].state for m in (1, 2, 3, 4)] == [
        MatchState.BYE, MatchState.OPEN, MatchState.BYE, MatchState.BYE,
    ]  # fmt: skip
    assert folded[5].occupants == (101, None)
    assert folded[6].occupants == (103, 102)
    assert folded[6].state is MatchState.OPEN
    assert folded[1].loser is BYE


def test_a_bye_against_a_bye_is_a_bye():
    sources = ((Seed(1), BYE), (BYE, BYE), (WinnerOf(1), WinnerOf(2)))
    structure = Structure(MatchNode(m, m, 1 + m // 3, (m - 1) % 2, pair) for m, pair in enumerate(sources, start=1))
    folded = fold(structure, seeded(1))
    assert folded[2].winner is BYE
    assert folded[3].occupants == (101, BYE)
    assert folded[3].winner == 101


def test_a_double_default_makes_a_bye_and_both_share_the_place():
    facts = decide(EIGHT, seeded(8), 1, DOUBLE_DEFAULT)
    facts = beats(EIGHT, facts, 2, 104)
    folded = fold(EIGHT, facts)
    assert folded[5].occupants == (BYE, 104)
    assert folded[5].state is MatchState.BYE
    assert folded[7].occupants == (104, None)
    assert folded.places == {101: 5, 108: 5, 105: 5}


def test_a_double_default_in_the_final_leaves_no_champion():
    facts = play_out(EIGHT, seeded(8))
    final = facts.decisions[7]
    facts = facts.with_decision(Decision(7, DOUBLE_DEFAULT, final.occupants, None, 2, 1))
    folded = fold(EIGHT, facts)
    assert folded.champion() is None
    assert folded.places[101] == folded.places[102] == 2
    assert folded.is_finished


def test_a_decision_made_for_others_does_not_count():
    facts = play_out(EIGHT, seeded(8))
    other = Decision(1, DecisionKind.PLAYED, (101, 108), 1, 2, 1)
    folded = fold(EIGHT, facts.with_decision(other))
    assert folded[5].occupants == (108, 104)
    assert folded[5].decision is None
    assert folded[5].state is MatchState.OPEN
    assert folded[7].occupants == (None, 102)
    assert folded.stale == (5, 7)
    swapped = Decision(1, DecisionKind.PLAYED, (108, 101), 0)
    assert fold(EIGHT, Facts(seeded(8).seeds, {1: swapped})).stale == (1,)


def test_who_left_loses_by_walkover_wherever_it_stands():
    facts = beats(EIGHT, seeded(8), 1, 101)
    folded = fold(EIGHT, leave(EIGHT, facts, 101))
    assert folded[1].winner == 101  # what was decided stays
    assert folded[5].state is MatchState.WAITING
    facts = beats(EIGHT, leave(EIGHT, facts, 101), 2, 105)
    folded = fold(EIGHT, facts)
    assert folded[5].state is MatchState.WALKOVER
    assert folded[5].winner == 105
    assert folded[7].occupants == (105, None)
    assert folded.places[101] == 3


def test_who_left_loses_by_walkover_where_a_correction_takes_it():
    facts = leave(EIGHT, beats(EIGHT, seeded(8), 1, 108), 101)
    facts = beats(EIGHT, beats(EIGHT, facts, 2, 104), 5, 108)
    corrected = facts.with_decision(Decision(1, DecisionKind.PLAYED, (101, 108), 0, 2, 1))
    folded = fold(EIGHT, corrected)
    assert folded[5].occupants == (101, 104)
    assert folded[5].state is MatchState.WALKOVER
    assert folded[5].winner == 104
    assert folded.stale == (5,)


def test_a_result_counts_before_a_walkover():
    facts = seeded(8).with_exit(Exit(101, NOON)).with_decision(Decision(1, DecisionKind.PLAYED, (101, 108), 0))
    assert fold(EIGHT, facts)[1].winner == 101


def test_where_both_left_nobody_moves_on():
    folded = fold(EIGHT, leave(EIGHT, leave(EIGHT, seeded(8), 101), 108))
    assert folded[1].state is MatchState.WALKOVER
    assert folded[1].winner is BYE
    assert folded[5].occupants == (BYE, None)
    assert folded.places == {101: 5, 108: 5}


def test_who_left_passes_a_bye_but_wins_no_place_by_it():
    structure = knockout(3)  # 1 bye | 3 2
    folded = fold(structure, leave(structure, seeded(3), 101))
    assert folded[3].occupants == (101, None)
    facts = decide(structure, leave(structure, seeded(3), 101), 2, DOUBLE_DEFAULT)
    folded = fold(structure, facts)
    assert folded[3].occupants == (101, BYE)
    assert folded.champion() is None
    assert folded.places == {101: 2, 102: 3, 103: 3}
    assert folded.is_finished


def test_third_place_is_played_out():
    structure = knockout(4, third_place=True)  # semi-finals 1 and 2, third place 3, final 4
    facts = beats(structure, beats(structure, seeded(4), 1, 101), 2, 102)
    folded = fold(structure, facts)
    assert folded[3].occupants == (104, 103)
    assert folded.places == {}
    facts = beats(structure, beats(structure, facts, 3, 104), 4, 101)
    folded = fold(structure, facts)
    assert folded.ranking() == (Rank(1, (101,)), Rank(2, (102,)), Rank(3, (104,)), Rank(4, (103,)))


def test_a_double_default_in_a_semi_final_shuts_both_out_of_third_place():
    structure = knockout(4, third_place=True)
    facts = beats(structure, decide(structure, seeded(4), 1, DOUBLE_DEFAULT), 2, 102)
    folded = fold(structure, facts)
    assert folded[3].occupants == (BYE, 103)
    assert folded.ranking() == (Rank(1, (102,)), Rank(3, (103,)), Rank(4, (101, 104)))
    assert folded.is_finished


def test_double_defaults_in_both_semi_finals_leave_third_place_to_all_four():
    structure = knockout(8, third_place=True)
    facts = seeded(8)
    for match, winner in ((1, 101), (2, 104), (3, 103), (4, 102)):
        facts = beats(structure, facts, match, winner)
    facts = decide(structure, facts, 5, DOUBLE_DEFAULT)
    assert 101 not in fold(structure, facts).places  # third or fourth, as the other semi-final goes
    facts = decide(structure, facts, 6, DOUBLE_DEFAULT)
    assert fold(structure, facts).ranking()[0] == Rank(3, (101, 102, 103, 104))


def test_a_double_default_shuts_out_of_a_play_off_behind_all_who_are_in_it():
    structure = knockout(8, places_to=8)
    facts = decide(structure, seeded(8), 1, DOUBLE_DEFAULT)
    folded = fold(structure, play_out(structure, facts))
    assert folded.ranking()[-4:] == (Rank(5, (105,)), Rank(6, (106,)), Rank(7, (107,)), Rank(8, (101, 108)))


def test_losers_of_a_round_share_its_best_place():
    structure = knockout(40)
    folded = fold(structure, play_out(structure, seeded(40)))
    sizes = [(rank.place, len(rank.entries)) for rank in folded.ranking()]
    assert sizes == [(1, 1), (2, 1), (3, 2), (5, 4), (9, 8), (17, 16), (33, 8)]
    assert folded.ranking()[2].entries == (103, 104)


def test_a_missing_seed_is_waited_for():
    folded = fold(EIGHT, Facts({seed: seed for seed in range(1, 8)}))
    assert folded[1].occupants == (1, None)
    assert folded[1].state is MatchState.WAITING
    assert folded.possible(1, 1) == ()


def test_an_entry_may_be_set_by_hand():
    structure = Structure([MatchNode(1, 1, 1, 0, (EntrySource(7), Seed(1)), winner_place=1, loser_place=2)])
    assert fold(structure, seeded(1))[1].occupants == (7, 101)


def test_folding_twice_gives_the_same():
    facts = play_out(EIGHT, seeded(8))
    assert fold(EIGHT, facts).matches == fold(EIGHT, facts).matches
    assert looks(fold(EIGHT, facts)) == looks(fold(EIGHT, facts))


# A plate for those who lost their first match


def test_the_plate_takes_losers_of_their_first_match():
    plate = plate_of_eight()
    facts = beats(plate, beats(plate, seeded(8), 1, 101), 2, 104)
    assert fold(plate, facts)[8].occupants == (108, 105)
    assert fold(plate, facts)[8].state is MatchState.OPEN
    # 104 lost its second match: no place in the plate for it.
    facts = beats(plate, facts, 5, 101)
    assert fold(plate, facts)[11].occupants == (None, BYE)


def test_a_walkover_winner_that_then_loses_enters_the_plate_and_the_absent_does_not():
    plate = plate_of_eight()
    facts = decide(plate, seeded(8), 2, WALKOVER, 1)  # 104 moves on, 105 is absent
    facts = beats(plate, beats(plate, facts, 1, 101), 5, 101)
    folded = fold(plate, facts)
    assert folded[8].occupants == (108, BYE)
    assert folded[10].occupants[0] == 108
    assert folded[11].occupants[1] == 104
    assert folded.places_in("plate") == {}


def test_a_double_default_leaves_an_empty_plate_place():
    plate = plate_of_eight()
    facts = beats(plate, decide(plate, seeded(8), 1, DOUBLE_DEFAULT), 2, 104)
    folded = fold(plate, facts)
    assert folded[5].winner == 104
    assert folded[8].occupants == (BYE, 105)
    assert folded[10].occupants[0] == 105
    assert folded.places_in("main") == {101: 5, 108: 5, 105: 5}


def test_a_retired_side_has_played():
    plate = plate_of_eight()
    facts = decide(plate, seeded(8), 1, DecisionKind.RETIRED, 0)
    assert fold(plate, facts)[8].occupants[0] == 108


def test_the_plate_has_its_own_places():
    plate = plate_of_eight()
    folded = fold(plate, play_out(plate, seeded(8)))
    assert folded.is_finished
    assert folded.champion() == 101
    assert folded.champion("plate") == 105
    assert set(folded.places_in("plate")) == {105, 106, 107, 108}


# Double elimination: the second grand final is played on a condition


def test_a_needless_second_final_is_not_played():
    double = double_of_four()
    facts = play_out(double, seeded(4))
    folded = fold(double, facts)
    assert folded[7].state is MatchState.NOT_NEEDED
    assert 7 not in facts.decisions
    assert folded.is_finished
    assert [(r.place, r.entries) for r in folded.ranking()] == [(1, (101,)), (2, (102,)), (3, (103,)), (4, (104,))]


def test_the_second_final_is_played_if_the_first_was_lost_by_the_unbeaten_side():
    double = double_of_four()
    facts = seeded(4)
    for match, winner in ((1, 101), (2, 102), (3, 101), (4, 103), (5, 102)):
        facts = beats(double, facts, match, winner)
    assert fold(double, facts)[7].state is MatchState.WAITING
    facts = beats(double, facts, 6, 102)
    folded = fold(double, facts)
    assert folded[7].state is MatchState.OPEN
    assert folded[7].occupants == (102, 101)
    assert folded.champion() is None
    folded = fold(double, beats(double, facts, 7, 101))
    assert folded.champion() == 101
    assert folded.places[102] == 2


def test_possible_occupants_of_a_loser_slot():
    structure = knockout(4, third_place=True)
    assert fold(structure, seeded(4)).possible(3, 0) == (101, 104)
    left = fold(structure, leave(structure, seeded(4), 101))
    assert left[3].occupants[0] == 101
    assert left[4].occupants[0] == 104


def test_a_chain_of_walkovers_is_followed_to_its_end():
    facts = seeded(8)
    for entry in (108, 104, 105, 106, 107, 102, 103):
        facts = leave(EIGHT, facts, entry)
    folded = fold(EIGHT, facts)
    assert folded.is_finished
    assert folded.champion() == 101
    assert folded[6].winner is BYE


def test_sources_of_winners_are_those_of_the_graph():
    assert EIGHT[7].sources == (WinnerOf(5), WinnerOf(6))
