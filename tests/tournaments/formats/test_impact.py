import json
from dataclasses import replace

import pytest

from tests.tournaments.formats.playing import (
    NOON,
    agree,
    beats,
    decide,
    double_of_four,
    leave,
    looks,
    plate_of_eight,
    play_out,
    seeded,
)
from tournaments.formats import deciding
from tournaments.formats.errors import ImpactError
from tournaments.formats.facts import Cause, CauseKind, Decision, DecisionKind, Exit
from tournaments.formats.fold import MatchState, fold
from tournaments.formats.graph import BYE
from tournaments.formats.impact import PlaceChange, SlotChange, WalkoverChange, applied, impact
from tournaments.formats.knockout import knockout

PLAYED, VOID = DecisionKind.PLAYED, DecisionKind.VOID
EIGHT = knockout(8)  # 1 8 | 5 4 | 3 6 | 7 2


def flipped(facts, match):
    old = facts.decisions[match]
    return facts.with_decision(replace(old, winner=1 - old.winner, version=old.version + 1, supersedes=old.version))


def test_nothing_changed_is_an_empty_plan():
    plan = impact(EIGHT, seeded(8), seeded(8))
    assert plan.is_empty
    assert plan.changes == ()


def test_a_first_result_only_fills_a_slot():
    before = seeded(8)
    after = before.with_decision(Decision(1, PLAYED, (101, 108), 0))
    plan = impact(EIGHT, before, after)
    assert plan.is_empty
    assert plan.slots == (SlotChange(5, 0, None, 101),)
    assert plan.slots[0].is_fill
    assert plan.places == (PlaceChange("main", 108, None, 5),)
    assert applied(EIGHT, before, after).facts == after


def test_a_corrected_score_with_the_same_winner_changes_nothing_else():
    before = play_out(EIGHT, seeded(8))
    old = before.decisions[1]
    after = before.with_decision(replace(old, tp=(333, 67), version=2, supersedes=1))
    plan = impact(EIGHT, before, after)
    assert plan.is_empty
    assert plan.changes == (Cause(CauseKind.DECISION, match=1, version=2),)
    assert (plan.slots, plan.winners, plan.voided, plan.places) == ((), (), (), ())


def test_a_flipped_result_names_all_it_empties():
    before = play_out(EIGHT, seeded(8))  # 101 wins everything
    plan = impact(EIGHT, before, flipped(before, 1))
    assert not plan.is_empty
    assert [(lost.decision.match, lost.decision.version) for lost in plan.voided] == [(5, 1), (7, 1)]
    cause = Cause(CauseKind.DECISION, match=1, version=2)
    assert {lost.by for lost in plan.voided} == {cause}
    assert plan.voided[0].occupants == (108, 104)
    assert plan.voided[1].occupants == (None, 102)
    assert plan.slots == (SlotChange(5, 0, 101, 108), SlotChange(7, 0, 101, None))
    assert PlaceChange("main", 101, 1, 5) in plan.places
    assert PlaceChange("main", 102, 2, None) in plan.places
    assert [(c.match, c.before, c.after) for c in plan.winners] == [(1, 101, 108), (5, 101, None), (7, 101, None)]


def test_applying_stores_the_voids():
    before = play_out(EIGHT, seeded(8))
    after = flipped(before, 1)
    plan = impact(EIGHT, before, after)
    result = applied(EIGHT, before, after, digest=plan.digest)
    assert [(d.match, d.kind, d.version, d.supersedes) for d in result.appended] == [(5, VOID, 2, 1), (7, VOID, 2, 1)]
    assert all(d.voided_by == Cause(CauseKind.DECISION, match=1, version=2) for d in result.appended)
    assert result.folded.stale == ()
    assert result.folded.open_matches == (5,)
    assert result.facts.earlier[7, 1] == before.decisions[7]


def test_a_plan_is_applied_only_with_the_digest_that_was_seen():
    before = play_out(EIGHT, seeded(8))
    after = flipped(before, 1)
    plan = impact(EIGHT, before, after)
    with pytest.raises(ImpactError) as caught:
        applied(EIGHT, before, after)
    assert caught.value.code == "plan_not_seen"
    assert caught.value.extra["digest"] == plan.digest
    with pytest.raises(ImpactError) as caught:
        applied(EIGHT, before, after, digest="0" * 64)
    assert caught.value.code == "plan_changed"


def test_two_directors_cannot_apply_two_plans():
    start = play_out(EIGHT, seeded(8))
    mine, theirs = flipped(start, 1), flipped(start, 5)
    digest = impact(EIGHT, start, mine).digest
    now = agree(EIGHT, start, theirs)  # the final is empty already
    with pytest.raises(ImpactError) as caught:
        applied(EIGHT, now, flipped(now, 1), digest=digest)
    assert caught.value.code == "plan_changed"


def test_the_digest_is_that_of_the_plan_alone():
    before = beats(EIGHT, beats(EIGHT, beats(EIGHT, seeded(8), 1, 101), 2, 104), 5, 101)
    digest = impact(EIGHT, before, flipped(before, 1)).digest
    meanwhile = beats(EIGHT, before, 3, 103)
    assert impact(EIGHT, meanwhile, flipped(meanwhile, 1)).digest == digest
    other = beats(EIGHT, beats(EIGHT, beats(EIGHT, seeded(8), 1, 101), 2, 105), 5, 101)
    assert impact(EIGHT, other, flipped(other, 1)).digest != digest


def test_the_digest_is_fixed_for_ever():
    before = seeded(8)
    plan = impact(EIGHT, before, before.with_decision(Decision(1, PLAYED, (101, 108), 0)))
    text = json.dumps(plan.as_dict(), sort_keys=True, separators=(",", ":"))
    assert text == (
        '{"changes":[{"entry":null,"kind":"decision","match":1,"version":1}],'
        '"places":[{"after":5,"before":null,"entry":108,"ranking":"main"}],"reinstatable":[],'
        '"slots":[{"after":101,"before":null,"match":5,"slot":0}],"voided":[],"walkovers":[],'
        '"winners":[{"after":101,"before":null,"match":1}]}'
    )
    assert len(plan.digest) == 64


# An exit


def test_an_exit_shows_its_walkovers():
    before = beats(EIGHT, beats(EIGHT, seeded(8), 1, 101), 2, 104)
    plan = impact(EIGHT, before, before.with_exit(Exit(101, NOON)))
    assert not plan.is_empty
    assert plan.walkovers == (WalkoverChange(5, (101,), made=True),)
    assert plan.slots == (SlotChange(7, 0, None, 104),)
    assert plan.changes == (Cause(CauseKind.EXIT, entry=101),)


def test_an_ordinary_result_that_meets_somebody_who_left_is_still_empty():
    facts = leave(EIGHT, beats(EIGHT, seeded(8), 1, 101), 101)
    after = facts.with_decision(Decision(2, PLAYED, (105, 104), 1))
    plan = impact(EIGHT, facts, after)
    assert plan.walkovers == (WalkoverChange(5, (101,), made=True),)
    assert plan.is_empty
    assert fold(EIGHT, applied(EIGHT, facts, after).facts)[7].occupants == (104, None)


def test_an_exit_of_who_is_out_already_changes_nothing():
    before = beats(EIGHT, seeded(8), 1, 101)
    assert impact(EIGHT, before, before.with_exit(Exit(108, NOON))).is_empty


def test_a_revoked_exit_voids_what_was_played_on_its_walkover():
    facts = leave(EIGHT, seeded(8), 101)  # 108 moves on
    facts = beats(EIGHT, beats(EIGHT, facts, 2, 104), 5, 108)
    plan = impact(EIGHT, facts, facts.without_exit(101))
    assert plan.walkovers == (WalkoverChange(1, (101,), made=False),)
    assert [lost.decision.match for lost in plan.voided] == [5]
    assert plan.voided[0].by == Cause(CauseKind.EXIT_REVOKED, entry=101)
    assert plan.slots == (SlotChange(5, 0, 108, None), SlotChange(7, 0, 108, None))


# Reinstating


def test_what_a_reversed_correction_voided_is_offered_again():
    start = play_out(EIGHT, seeded(8))
    wrong = agree(EIGHT, start, flipped(start, 1))
    back = flipped(wrong, 1)
    plan = impact(EIGHT, wrong, back)
    assert [(offer.decision.match, offer.needs) for offer in plan.reinstatable] == [(5, ()), (7, (5,))]
    silent = agree(EIGHT, wrong, back)
    assert fold(EIGHT, silent).open_matches == (5,)  # nothing comes back unasked
    both = agree(EIGHT, wrong, back, (5, 7))
    assert looks(fold(EIGHT, both)) == looks(fold(EIGHT, start))
    assert (both.decisions[7].version, both.decisions[7].reinstates, both.decisions[7].supersedes) == (3, 1, 2)
    half = agree(EIGHT, wrong, back, (5,))
    assert fold(EIGHT, half).open_matches == (7,)


@pytest.mark.parametrize("chosen", [(7,), (3,), (5, 99)])
def test_only_what_is_offered_and_rests_on_something_can_come_back(chosen):
    start = play_out(EIGHT, seeded(8))
    wrong = agree(EIGHT, start, flipped(start, 1))
    with pytest.raises(ImpactError) as caught:
        agree(EIGHT, wrong, flipped(wrong, 1), chosen)
    assert caught.value.code == "not_reinstatable"


def test_an_offer_is_made_once():
    start = play_out(EIGHT, seeded(8))
    wrong = agree(EIGHT, start, flipped(start, 1))
    back = agree(EIGHT, wrong, flipped(wrong, 1))  # declined
    clear_elsewhere = back.with_decision(deciding.cleared(back, 3))
    plan = impact(EIGHT, back, clear_elsewhere)
    assert plan.reinstatable == ()


def test_what_an_arbiter_cleared_is_never_offered():
    start = play_out(EIGHT, seeded(8))
    without = agree(EIGHT, start, start.with_decision(deciding.cleared(start, 5)))
    wrong = agree(EIGHT, without, flipped(without, 1))
    plan = impact(EIGHT, wrong, flipped(wrong, 1))
    assert plan.reinstatable == ()


def test_a_match_played_anew_in_between_yields_to_the_earlier_result_only_if_chosen():
    start = play_out(EIGHT, seeded(8))
    wrong = agree(EIGHT, start, flipped(start, 1))
    wrong = beats(EIGHT, wrong, 5, 108)
    back = flipped(wrong, 1)
    plan = impact(EIGHT, wrong, back)
    assert [(v.decision.match, v.decision.version) for v in plan.voided] == [(5, 3)]
    assert [(o.decision.match, o.decision.version) for o in plan.reinstatable] == [(5, 1), (7, 1)]
    restored = agree(EIGHT, wrong, back, (5, 7))
    assert looks(fold(EIGHT, restored)) == looks(fold(EIGHT, start))
    assert [restored.earlier[5, v].kind for v in (1, 2, 3, 4)] == [PLAYED, VOID, PLAYED, VOID]


def test_a_second_exit_offers_what_the_revocation_voided():
    facts = leave(EIGHT, seeded(8), 101)
    facts = beats(EIGHT, beats(EIGHT, facts, 2, 104), 5, 108)
    revoked = agree(EIGHT, facts, facts.without_exit(101))
    plan = impact(EIGHT, revoked, revoked.with_exit(Exit(101, NOON)))
    assert [offer.decision.match for offer in plan.reinstatable] == [5]


def test_a_result_does_not_come_back_where_a_walkover_has_been_played_on():
    facts = beats(EIGHT, beats(EIGHT, beats(EIGHT, seeded(8), 1, 101), 2, 104), 5, 101)
    wrong = beats(EIGHT, agree(EIGHT, facts, flipped(facts, 1)), 5, 104)  # 104 beat 108
    wrong = leave(EIGHT, beats(EIGHT, beats(EIGHT, wrong, 3, 103), 4, 102), 101)
    wrong = beats(EIGHT, beats(EIGHT, wrong, 6, 102), 7, 104)
    plan = impact(EIGHT, wrong, flipped(wrong, 1))
    # 101 stands in match 5 again but left, so 104 wins there and keeps its final.
    assert [lost.decision.match for lost in plan.voided] == [5]
    assert plan.reinstatable == ()


def test_a_second_final_that_is_no_longer_needed_is_not_offered():
    double = double_of_four()
    facts = seeded(4)
    for match, winner in ((1, 101), (2, 102), (3, 101), (4, 103), (5, 102), (6, 102), (7, 101)):
        facts = beats(double, facts, match, winner)
    one_final = agree(double, facts, flipped(facts, 6))
    assert fold(double, one_final)[7].state is MatchState.NOT_NEEDED
    assert fold(double, one_final).champion() == 101
    plan = impact(double, one_final, flipped(one_final, 6))
    assert [offer.decision.match for offer in plan.reinstatable] == [7]
    assert impact(double, facts, flipped(facts, 6)).reinstatable == ()


def test_a_match_that_is_not_needed_is_not_offered():
    double = double_of_four()
    facts = seeded(4)
    for match, winner in ((1, 101), (2, 102), (3, 102), (4, 103), (5, 101), (6, 101), (7, 101)):
        facts = beats(double, facts, match, winner)  # 101 came from below and needed two finals
    facts = beats(double, agree(double, facts, flipped(facts, 3)), 5, 102)
    facts = beats(double, beats(double, facts, 6, 102), 7, 101)  # now 102 did
    after = flipped(facts, 6)
    assert fold(double, after)[7].state is MatchState.NOT_NEEDED
    assert fold(double, after)[7].occupants == facts.earlier[7, 1].occupants
    plan = impact(double, facts, after)
    assert [(lost.decision.match, lost.decision.version) for lost in plan.voided] == [(7, 3)]
    assert plan.reinstatable == ()


# Byes, plates and the draw


def test_a_double_default_by_correction_empties_the_way_and_passes_the_other_on():
    before = play_out(EIGHT, seeded(8))
    after = before.with_decision(Decision(1, DecisionKind.DOUBLE_DEFAULT, (101, 108), None, 2, 1))
    plan = impact(EIGHT, before, after)
    assert SlotChange(5, 0, 101, BYE) in plan.slots
    assert SlotChange(7, 0, 101, 104) in plan.slots
    assert [lost.decision.match for lost in plan.voided] == [5, 7]
    folded = fold(EIGHT, agree(EIGHT, before, after))
    assert folded[5].state is MatchState.BYE
    assert folded[7].state is MatchState.OPEN


def test_a_plate_place_is_lost_when_the_main_draw_is_corrected():
    plate = plate_of_eight()
    facts = play_out(plate, seeded(8))
    assert facts.decisions[8].occupants == (108, 105)
    plan = impact(plate, facts, flipped(facts, 1))
    assert 8 in {lost.decision.match for lost in plan.voided}
    after = agree(plate, facts, flipped(facts, 1))
    assert fold(plate, after)[8].occupants == (101, 105)
    assert fold(plate, after)[8].state is MatchState.OPEN


def test_a_plate_place_is_lost_when_a_walkover_turns_out_to_have_been_played():
    plate = plate_of_eight()
    facts = decide(plate, seeded(8), 2, DecisionKind.WALKOVER, 1)
    facts = beats(plate, beats(plate, facts, 1, 101), 5, 101)
    assert fold(plate, facts)[11].occupants[1] == 104
    after = facts.with_decision(Decision(2, PLAYED, (105, 104), 1, 2, 1))
    plan = impact(plate, facts, after)
    assert SlotChange(11, 1, 104, BYE) in plan.slots
    assert SlotChange(8, 1, BYE, 105) in plan.slots


def test_other_seeds_void_what_they_displace():
    before = beats(EIGHT, seeded(8), 1, 101)
    seeds = {**before.seeds, 8: 105, 5: 108}
    plan = impact(EIGHT, before, replace(before, seeds=seeds))
    assert plan.changes == (Cause(CauseKind.DRAW),)
    assert [(lost.decision.match, lost.by.kind) for lost in plan.voided] == [(1, CauseKind.DRAW)]


def test_the_plan_names_the_right_one_of_two_causes():
    before = play_out(EIGHT, seeded(8))
    after = flipped(flipped(before, 1), 4)  # both finalists' first matches
    plan = impact(EIGHT, before, after)
    by = {lost.decision.match: lost.by.match for lost in plan.voided}
    assert by == {5: 1, 6: 4, 7: 1}


def test_a_new_decision_on_the_way_is_nearer_than_the_one_before_it():
    before = play_out(EIGHT, seeded(8))
    after = flipped(before, 1).with_decision(Decision(5, PLAYED, (108, 104), 0, 2, 1))
    plan = impact(EIGHT, before, after)
    assert [(lost.decision.match, lost.by.match) for lost in plan.voided] == [(7, 5)]
