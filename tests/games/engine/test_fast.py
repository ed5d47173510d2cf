import copy
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine import verify, verify_by_spec
from games.engine.board import Board, Placement
from games.engine.fast import UNDECIDED, first_objection
from games.engine.fast_tables import FIT, ONE, THREE
from games.engine.hexes import DIRECTIONS, Hex
from games.engine.random_games import random_record
from games.engine.tiles import fitting
from tests.effort import times
from tests.speed.engine_equality import disagreements
from tests.speed.mutations import MUTATIONS, mutated_records

from .records import legal_record, legal_rows, mutated_rows, position_rows, started, without_draws


def test_both_verifiers_give_the_same_verdict_in_every_field():
    for row in (*legal_rows()[::6], *mutated_rows(), *position_rows()[::6]):
        assert verify(row["record"]) == verify_by_spec(row["record"]), row["id"]


def test_the_fast_verifier_decides_on_legal_games_by_itself():
    for row in legal_rows():
        index, scores = first_objection(row["record"])
        assert index == len(row["record"]["moves"])
        assert scores == (row["expect"]["scores"] if index == 56 else {})


def test_both_verifiers_agree_on_mutated_records():
    found, seen = disagreements(mutated_records(times(200), seed=5))
    assert not found
    assert seen["decided"] > 100
    assert len(seen) > 12, "the mutations bring up most codes"


@given(seed=st.integers(0, 2**32), changes=st.lists(st.sampled_from(MUTATIONS), min_size=1, max_size=3))
@settings(max_examples=times(30), deadline=None)
def test_both_verifiers_agree_on_anything(seed, changes):
    rng = Random(seed)
    players = rng.choice((2, 3, 4))
    record = random_record(rng, players=players, doubles=players == 4 and rng.random() < 0.5)
    for change in changes:
        change(rng, record)
    found, _ = disagreements([record])
    assert not found


def test_a_place_far_away_is_not_taken_for_a_near_one():
    """Cells are numbered row by row; a place 64 columns on must not be taken for one in the next row."""
    for dq, dr in ((64, -1), (-64, 1), (0, 64), (0, -64), (4096, -64), (10**20, 0)):
        record = legal_record()
        record["moves"][30]["q"] += dq
        record["moves"][30]["r"] += dr
        assert verify(record) == verify_by_spec(record)
        assert verify(record).code == "not_adjacent"


@pytest.mark.parametrize("holder", ["record", "player", "move", "result"])
@pytest.mark.parametrize("value", [None, True, 1.0, "1", [], {}, -1, 10**25], ids=repr)
def test_a_value_of_the_wrong_kind_anywhere_changes_no_verdict(holder, value):
    base = legal_record()
    part = {"record": base, "player": base["players"][0], "move": base["moves"][3], "result": base["result"]}[holder]
    for key in part:
        record = copy.deepcopy(base)
        {
            "record": record,
            "player": record["players"][0],
            "move": record["moves"][3],
            "result": record["result"],
        }[holder][key] = value
        assert verify(record) == verify_by_spec(record)


def test_what_is_out_of_the_ordinary_is_left_to_the_readable_engine():
    record = without_draws(legal_record(), hands=True)
    assert first_objection(record)[0] == UNDECIDED
    assert verify(record) == verify_by_spec(record)
    assert first_objection({**legal_record(), "numbering": "encyclopedia"})[0] == UNDECIDED
    assert first_objection([])[0] == UNDECIDED
    assert first_objection(None)[0] == UNDECIDED


def test_tags_and_seconds_do_not_slow_a_record_down():
    record = legal_record() | {"event": "Open", "round": 2, "date": "2026-11-30", "note": {"any": "thing"}}
    record["moves"][5]["seconds"] = 3
    assert first_objection(record)[0] == 56
    for move in record["moves"]:
        if move["drawn"] is None:
            del move["drawn"]
    assert first_objection(record)[0] == 56
    record["moves"][5]["seconds"] = -3
    assert first_objection(record)[0] == UNDECIDED


def test_patterns_find_the_tiles_that_fit():
    def pattern_of(letters):
        sides = [(side, letter) for side, letter in enumerate(letters) if letter != "."]
        return len(sides) * ONE + sum(1 << 4 * side + "RYGB".index(letter) for side, letter in sides)

    rng = Random(3)
    for _ in range(400):
        letters = "".join(rng.choice("RYGB..") for _ in range(6))
        if pattern_of(letters) >= THREE:
            tiles = FIT.get(pattern_of(letters), 0)
            assert {tile for tile in range(1, 57) if tiles >> tile & 1} == set(fitting(letters))
    # Three neighbouring sides are filled by some tile unless all are of one colour.
    for run in ((a, b, c) for a in "RYGB" for b in "RYGB" for c in "RYGB"):
        assert (pattern_of("".join(run) + "...") in FIT) == (len(set(run)) > 1)


def hull_allows(board: Board, space: Hex) -> bool:
    """Restrictions 2 and 3 by the convex hull of the tiles, as the fast verifier sees them."""
    qs, rs, ss = zip(*((q, r, q + r) for q, r in board.tiles), strict=True)

    def inside(q, r):
        return min(qs) <= q <= max(qs) and min(rs) <= r <= max(rs) and min(ss) <= q + r <= max(ss)

    touched = sum(inside(space.q + dq, space.r + dr) for dq, dr in DIRECTIONS)
    return not inside(*space) and touched == board.sides(space)


def test_the_hull_says_the_same_as_the_imagined_filling():
    looked_at = forbidden = 0
    for row in (*position_rows(), *legal_rows()):
        game = started(row["record"], min(len(row["record"]["moves"]), 30))
        if not game.restrictions_hold:
            continue
        board = game.board
        for space, sides in board.open_spaces.items():
            if sides < 3:
                allowed = not (board.breaks_restriction_2(space) or board.breaks_restriction_3(space))
                assert hull_allows(board, space) == allowed
                looked_at += 1
                forbidden += not allowed
    assert looked_at > 2000
    assert forbidden > 500


def test_the_hull_of_single_tiles():
    board = Board([Placement(1, Hex(0, 0), 0)])
    assert all(hull_allows(board, space) for space in Hex(0, 0).neighbours())
