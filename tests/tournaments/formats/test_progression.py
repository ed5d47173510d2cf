"""Who goes on to the next stage (`docs/regulations.md` 4.4)."""

import json
from fractions import Fraction

import pytest

from tests.tournaments.formats.playing import leave, play_out, played_through, seeded
from tests.tournaments.formats.test_table import with_tiles
from tournaments.formats.across import across
from tournaments.formats.crossing import cross_lines
from tournaments.formats.errors import StructureError
from tournaments.formats.facts import Facts
from tournaments.formats.fold import fold
from tournaments.formats.grouping import draw_groups
from tournaments.formats.knockout import knockout
from tournaments.formats.main_draw import main_draw
from tournaments.formats.plate import with_plate
from tournaments.formats.progression import (
    Origin,
    OriginKind,
    Progression,
    Qualified,
    SeedOrder,
    into_main_draw,
    qualified,
    seeds_of,
)
from tournaments.formats.reopening import Fed, Feed, SeedChange, difference, fed_by, is_frozen
from tournaments.formats.round_robin import round_robin
from tournaments.formats.snapshot import RankingSnapshot, StageRow, StageSnapshot, changed_rows, snapshot


def ranking(key: str, *tps: int, games: int = 4, first_entry: int = 0, complete: bool = True) -> RankingSnapshot:
    rows = tuple(
        StageRow(key, place, first_entry + place, first_entry + place, tp, games)
        for place, tp in enumerate(sorted(tps, reverse=True), start=1)
    )
    return RankingSnapshot(key, complete, rows)


GROUPS = StageSnapshot(
    (
        ranking("A", 600, 500, 300, 200, first_entry=10),
        ranking("B", 700, 400, 310, 190, first_entry=20),
        ranking("C", 800, 650, 460, 290, 200, games=5, first_entry=30),
    )
)
"""Percentages: A 75, 62.5, 37.5, 25; B 87.5, 50, 38.75, 23.75; C 80, 65, 46, 29, 20."""


def entries(found: tuple[Qualified, ...]) -> list[int | None]:
    assert [seat.seed for seat in found] == list(range(1, len(found) + 1))
    return [seat.entry for seat in found]


def place(rank: int, group: str = "") -> Origin:
    return Origin(OriginKind.PLACE, rank, group)


def test_winners_come_first_by_percentage_then_the_second():
    found = qualified(Progression(first=2), GROUPS)
    assert entries(found) == [21, 31, 11, 32, 12, 22]
    assert [seat.origin for seat in found][:3] == [place(1, "B"), place(1, "C"), place(1, "A")]


def test_the_best_percentages_of_all_others_fill_up_behind_exempt_seeds():
    rule = Progression(first=1, total=8, exempt=2)
    found = qualified(rule, GROUPS, exempt=[1, 2])
    assert entries(found) == [1, 2, 21, 31, 11, 32, 12, 22]
    assert found[1].origin == Origin(OriginKind.EXEMPT, 2)
    assert found[7].origin == Origin(OriginKind.BEST, 3)
    assert found[7].row is not None
    assert found[7].row.percentage == Fraction(1, 2)
    assert seeds_of(found)[8] == 22
    # one exempt seed less makes room for one more
    assert entries(qualified(rule, GROUPS, exempt=[1]))[-2:] == [22, 33]


def test_by_standing_a_second_may_have_a_better_number_than_a_winner():
    lucky = StageSnapshot((ranking("A", 500, 400, first_entry=10), ranking("B", 800, 700, first_entry=20)))
    assert entries(qualified(Progression(first=2, order=SeedOrder.STANDING), lucky)) == [21, 22, 11, 12]
    assert entries(qualified(Progression(first=2), lucky)) == [21, 11, 22, 12]
    assert entries(qualified(Progression(first=2, order=SeedOrder.GROUP), lucky)) == [11, 21, 12, 22]


def test_a_table_alone_feeds_by_place():
    swiss = StageSnapshot((ranking("S", *range(100, 1100, 100)),))
    for order in SeedOrder:
        assert entries(qualified(Progression(first=4, order=order), swiss)) == [1, 2, 3, 4]
        assert entries(qualified(Progression(order=order), swiss)) == list(range(1, 11))


def test_only_some_rankings():
    assert entries(qualified(Progression(first=1, rankings=("C", "A")), GROUPS)) == [31, 11]


def test_who_left_is_passed_over_by_the_next_in_the_ranking():
    found = qualified(Progression(first=2, order=SeedOrder.GROUP), GROUPS, gone={11})
    assert entries(found) == [12, 21, 31, 13, 22, 32]
    assert (found[0].origin, found[0].row and found[0].row.place) == (place(1, "A"), 2)
    assert entries(qualified(Progression(first=1, pass_over=False), GROUPS, gone={11})) == [21, 31, 11]
    best = qualified(Progression(first=1, total=5), GROUPS, gone={32})
    assert entries(best) == [21, 31, 11, 12, 22]


def test_a_place_its_group_cannot_fill_goes_to_the_best_of_the_others():
    found = qualified(Progression(first=2, order=SeedOrder.GROUP), GROUPS, gone={11, 12, 13})
    assert entries(found) == [14, 21, 31, 33, 22, 32]
    assert found[3].origin == place(2, "A")
    small = StageSnapshot((ranking("A", 300, 100),))
    assert entries(qualified(Progression(first=3), small)) == [1, 2, None]


def test_before_the_end_only_finished_groups_have_names():
    open_b = StageSnapshot((GROUPS.rankings[0], ranking("B", 50, 40, first_entry=20, complete=False)))
    found = qualified(Progression(first=2, total=6, exempt=1, order=SeedOrder.GROUP), open_b, exempt=[7])
    assert entries(found) == [7, 11, None, 12, None, None]
    assert [seat.origin for seat in found][1:] == [
        place(1, "A"), place(1, "B"), place(2, "A"), place(2, "B"), Origin(OriginKind.BEST, 1),
    ]  # fmt: skip
    ranks = qualified(Progression(first=2), open_b)
    assert entries(ranks) == [None] * 4  # the better winner is not known yet
    assert [seat.origin for seat in ranks] == [place(1), place(1), place(2), place(2)]
    standing = qualified(Progression(first=1, order=SeedOrder.STANDING), open_b)
    assert [seat.origin for seat in standing] == [Origin(OriginKind.ANY, 1), Origin(OriginKind.ANY, 2)]


def test_equal_percentages_are_ordered_by_place_then_seed():
    rows = [
        StageRow("A", 2, 1, 1, 200, 2), StageRow("B", 1, 2, 4, 400, 4), StageRow("C", 1, 3, 3, 100, 1),
        StageRow("C", 9, 4, 2, 0, 0),
    ]  # fmt: skip
    found = across(rows)
    assert [(row.row.entry, row.by) for row in found] == [(3, None), (2, "seed"), (1, "place"), (4, "percentage")]
    assert across(reversed(rows)) == found


@pytest.mark.parametrize("rule", [Progression(), Progression(2, 128, 32, SeedOrder.GROUP, False, ("A", "B"))])
def test_a_rule_survives_json(rule):
    assert Progression.from_json(json.loads(json.dumps(rule.as_json()))) == rule


def test_an_origin_and_a_snapshot_survive_json():
    origin = place(1, "A")
    assert Origin.from_json(json.loads(json.dumps(origin.as_json()))) == origin
    assert StageSnapshot.from_json(json.loads(json.dumps(GROUPS.as_json()))) == GROUPS


@pytest.mark.parametrize(
    "stored", [{"first": -1}, {"total": 8, "exempt": 8}, {"order": "luck"}, {"fist": 2}, {"rankings": 5}]
)
def test_a_bad_rule_is_refused(stored):
    with pytest.raises(StructureError) as refused:
        Progression.from_json(stored)
    assert refused.value.code == "bad_progression"


def test_a_knockout_feeds_by_its_places():
    structure = knockout(8)
    done = play_out(structure, seeded(8))
    halfway = snapshot(fold(structure, seeded(8)))
    assert not halfway.complete
    assert halfway.rows() == ()
    whole = snapshot(fold(structure, done))
    assert whole.complete
    assert [(row.place, row.entry) for row in whole.rows()] == [
        (1, 101), (2, 102), (3, 103), (3, 104), (5, 105), (5, 106), (5, 107), (5, 108),
    ]  # fmt: skip
    assert entries(qualified(Progression(first=4), whole)) == [101, 102, 103, 104]


def played_groups() -> tuple:
    structure = round_robin(draw_groups(range(1, 9), 2, lot=None).groups, games=2)
    facts = seeded(8)
    for node in structure.matches:
        better = 0 if node.sources[0].n < node.sources[1].n else 1
        tiles = [(20, 15), (15, 20)][better]
        facts = with_tiles(facts, node.id, tiles, tiles, structure=structure)
    return structure, facts


def test_groups_feed_a_knockout_that_was_shown_before():
    structure, facts = played_groups()
    rule = Progression(first=2, order=SeedOrder.GROUP)
    before = qualified(rule, snapshot(fold(structure, seeded(8))))
    final = knockout(4, lines=cross_lines(2, 2))
    assert [seat.origin for seat in before] == [place(1, "A"), place(1, "B"), place(2, "A"), place(2, "B")]
    waiting = fold(final, Facts(seeds_of(before)))
    assert waiting.open_matches == ()
    after = seeds_of(qualified(rule, snapshot(fold(structure, facts))))
    assert after == {1: 101, 2: 102, 3: 104, 4: 103}
    assert [fold(final, Facts(after))[m].occupants for m in (1, 2)] == [(101, 103), (104, 102)]


def test_one_who_leaves_before_half_is_in_no_snapshot():
    structure, _ = played_groups()
    gone = leave(structure, seeded(8), 105)
    assert 105 not in {row.entry for row in snapshot(fold(structure, gone)).rows()}


def test_a_correction_shows_against_the_frozen_snapshot():
    structure, facts = played_groups()
    rule = Progression(first=1, order=SeedOrder.GROUP)
    frozen = snapshot(fold(structure, facts))
    feed = Feed("groups", "final", frozen, seeds_of(qualified(rule, frozen)))
    assert difference(feed, snapshot(fold(structure, facts)), feed.seeds).is_empty
    decisive = next(n.id for n in structure.matches if {s.n for s in n.sources} == {1, 4})
    turned = with_tiles(facts, decisive, (5, 50), (5, 50), structure=structure)
    if fold(structure, turned)[decisive].occupants[0] == 104:
        turned = with_tiles(facts, decisive, (50, 5), (50, 5), structure=structure)
    now = snapshot(fold(structure, turned))
    found = difference(feed, now, seeds_of(qualified(rule, now)))
    assert found.seeds == (SeedChange(1, 101, 104),)
    assert {change.entry for change in found.rows} == {101, 104}
    assert changed_rows(now, now) == ()


def test_what_rests_upon_a_stage():
    feeds = [Feed("groups", "main", GROUPS), Feed("main", "plate", GROUPS), Feed("main", "final"), Feed("swiss", "cut")]
    assert fed_by("groups", feeds) == (Fed("main", "groups", True), Fed("plate", "main", False))
    assert [is_frozen(stage, feeds) for stage in ("groups", "main", "plate", "swiss")] == [True, True, False, False]
    assert fed_by("swiss", feeds) == ()


@pytest.mark.parametrize("entrants", [150, 200])
def test_a_whole_main_draw_is_filled(entrants):
    """4.4: 32 exempt seeds, the first of each group, then the best percentages up to 128."""
    plan = main_draw(entrants)
    rule = into_main_draw(plan)
    drawn = draw_groups(range(33, entrants + 1), len(plan.groups), lot=2)
    assert sorted(map(len, drawn.groups), reverse=True) == list(plan.groups)
    structure = round_robin(drawn.groups, games=4)
    facts = Facts({seed: 1000 + seed for seed in range(1, entrants + 1)})
    for node in structure.matches:
        better = node.sources[0].n < node.sources[1].n
        tiles = (20, 15) if better else (15, 20)
        facts = with_tiles(facts, node.id, *[tiles] * 4, structure=structure)
    exempt = [1000 + seed for seed in range(1, 33)]
    early = qualified(rule, snapshot(fold(structure, Facts(facts.seeds))), exempt=exempt)
    found = qualified(rule, snapshot(fold(structure, facts)), exempt=exempt)
    assert len(early) == len(found) == 128
    assert entries(found)[:32] == exempt
    assert [seat.origin.kind for seat in early] == [seat.origin.kind for seat in found]
    assert len(set(entries(found))) == 128
    best = [seat for seat in found if seat.origin.kind is OriginKind.BEST]
    assert len(best) == plan.best
    out = [row for row in snapshot(fold(structure, facts)).rows() if row.entry not in entries(found)]
    assert max(row.percentage for row in out) <= min(seat.row.percentage for seat in best if seat.row)


def test_a_main_draw_without_groups_has_no_such_rule():
    with pytest.raises(StructureError):
        into_main_draw(main_draw(130))


def test_a_plate_feeds_only_where_it_is_named():
    structure = with_plate(knockout(8), lot=1).structure
    taken = snapshot(played_through(structure, seeded(8)))
    assert [ranking.key for ranking in taken.rankings] == ["main", "plate"]
    everybody = [seat.entry for seat in qualified(Progression(), taken)]
    assert sorted(everybody) == list(range(101, 109))
    winners = [(seat.origin.group, seat.entry) for seat in qualified(Progression(first=1, rankings=("plate",)), taken)]
    assert winners == [("plate", taken.rankings[1].rows[0].entry)]
    # nobody goes on from both
    both = seeds_of(qualified(Progression(first=6, rankings=("main", "plate")), taken)).values()
    assert sorted(both) == list(range(101, 109))
