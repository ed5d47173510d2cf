import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.formats.playing import game
from tournaments.formats.errors import ScoringError
from tournaments.formats.facts import GameResult
from tournaments.formats.match import DecidedBy, MatchRule, MatchStatus, match_outcome

EURO = MatchRule(6, lead=50, extra=3)


def games(*left_tp: int, first: int = 1) -> list[GameResult]:
    """Games by the TP of the left side, without tiles."""
    return [GameResult(1, n, (tp, 200 - tp)) for n, tp in enumerate(left_tp, start=first)]


def summary(outcome):
    return outcome.status, outcome.winner, outcome.decided_by, outcome.decided_after


def test_more_than_half_of_all_points_ends_a_match():
    outcome = match_outcome(games(140, 150, 141), MatchRule(4))  # 43.1 of 80
    assert summary(outcome) == (MatchStatus.DECIDED, 0, DecidedBy.EARLY, 3)
    assert outcome.tp == (431, 169)
    assert outcome.remaining == (4,)


def test_exactly_half_is_not_enough():
    assert match_outcome(games(200, 200), MatchRule(4)).status is MatchStatus.UNDECIDED
    assert match_outcome(games(200, 200, 1), MatchRule(4)).winner == 0


def test_a_lead_threshold_raises_what_is_enough():
    after_four = games(150, 150, 155, 155)  # 61 of 120
    assert match_outcome(after_four, MatchRule(6)).is_decided
    outcome = match_outcome(after_four, EURO)
    assert outcome.status is MatchStatus.UNDECIDED
    assert outcome.needed == (15, 625 - 190)
    assert outcome.remaining == (5, 6)


def test_the_smallest_lead_wins_without_a_threshold():
    assert match_outcome(games(100, 100, 100, 102), MatchRule(4)).winner == 0
    outcome = match_outcome(games(*[100] * 7, 95), MatchRule(8))
    assert summary(outcome) == (MatchStatus.DECIDED, 1, DecidedBy.LEAD, 8)


def test_a_threshold_asks_for_extra_games():
    assert summary(match_outcome(games(*[100] * 5, 125), EURO)) == (MatchStatus.DECIDED, 0, DecidedBy.LEAD, 6)
    small = games(*[100] * 5, 124)  # 62.4 to 57.6
    assert match_outcome(small, EURO).status is MatchStatus.NEEDS_EXTRA
    assert match_outcome(small, EURO).remaining == (7,)
    seventh = [*games(*[100] * 5, 124), *games(95, first=7)]  # 71.9 to 68.1
    assert match_outcome(seventh, EURO).remaining == (8,)
    enough = [*games(*[100] * 5, 124), *games(101, first=7)]  # 72.5 to 67.5
    assert summary(match_outcome(enough, EURO)) == (MatchStatus.DECIDED, 0, DecidedBy.LEAD, 7)


def test_after_the_last_extra_game_any_lead_wins():
    outcome = match_outcome(games(*[100] * 8, 101), EURO)
    assert summary(outcome) == (MatchStatus.DECIDED, 0, DecidedBy.LAST_GAME, 9)


def test_an_extra_game_without_threshold_only_breaks_a_level_score():
    rule = MatchRule(2, extra=1)
    assert match_outcome(games(120, 80), rule).status is MatchStatus.NEEDS_EXTRA
    assert match_outcome(games(120, 81), rule).winner == 0


def test_level_points_go_to_more_tiles():
    # 20-10 and 10-20 are level; a third pair of equal margins brings more tiles to the right.
    level = [game(1, 1, 20, 10), game(1, 2, 15, 25)]
    assert summary(match_outcome(level, MatchRule(2))) == (MatchStatus.NEEDS_DECIDER, None, None, None)
    assert match_outcome(level, MatchRule(2)).remaining == (3,)
    more = [GameResult(1, 1, (150, 50), (20, 10)), GameResult(1, 2, (50, 150), (8, 20))]
    assert summary(match_outcome(more, MatchRule(2))) == (MatchStatus.DECIDED, 1, DecidedBy.TILES, 2)


def test_deciders_are_repeated_until_somebody_wins_and_add_no_points():
    level = [game(1, 1, 20, 10), game(1, 2, 10, 20)]
    first = [*level, game(1, 3, 9, 9, decider=True)]
    assert match_outcome(first, MatchRule(2)).remaining == (4,)
    second = [*first, game(1, 4, 9, 12, decider=True)]
    outcome = match_outcome(second, MatchRule(2))
    assert summary(outcome) == (MatchStatus.DECIDED, 1, DecidedBy.DECIDER, 4)
    assert outcome.tp == (200, 200)


def test_unknown_tiles_break_no_level_score():
    assert match_outcome(games(100, 100), MatchRule(2)).status is MatchStatus.NEEDS_DECIDER


def test_games_played_on_count_in_the_total_and_not_for_the_winner():
    # Won 4-1 with the first four: the fifth was still played (63.0 to 37.0).
    outcome = match_outcome(games(140, 140, 140, 140, 70), MatchRule(5))
    assert summary(outcome) == (MatchStatus.DECIDED, 0, DecidedBy.EARLY, 4)
    assert outcome.tp == (630, 370)
    assert outcome.remaining == ()


def test_a_gap_before_an_extra_game_is_waited_for():
    outcome = match_outcome([*games(*[100] * 6), *games(180, first=8)], EURO)
    assert outcome.status is MatchStatus.NEEDS_EXTRA
    assert outcome.remaining == (7,)


def test_the_final_of_2003():
    before = [100, 100, 125, 125, 125]  # 57.5 to 42.5 before the sixth game
    assert match_outcome(games(*before, 50), EURO).winner == 0  # lost by five tiles: still enough
    assert match_outcome(games(*before, 47), EURO).status is MatchStatus.NEEDS_EXTRA  # by six: not


@pytest.mark.parametrize(
    ("played", "code"),
    [
        ([*games(100), *games(100)], "game_twice"),
        (games(100, first=0), "bad_game_number"),
        (games(100, first=3), "bad_game_number"),
        ([game(1, 2, 9, 3, decider=True)], "bad_game_number"),
        ([GameResult(1, 1, (150, 60))], "bad_tp"),
        ([GameResult(1, 1, (-1, 60))], "bad_tp"),
    ],
)
def test_impossible_games_are_refused(played, code):
    with pytest.raises(ScoringError) as caught:
        match_outcome(played, MatchRule(2))
    assert caught.value.code == code


@pytest.mark.parametrize("rule", [(0, 0, 0), (4, -1, 0), (4, 801, 0), (4, 0, -1)])
def test_impossible_rules_are_refused(rule):
    with pytest.raises(ScoringError):
        MatchRule(*rule)


tp = st.integers(0, 200)


@given(st.lists(tp, max_size=9), st.integers(1, 9), st.integers(0, 60), st.integers(0, 3))
def test_once_decided_no_later_game_changes_the_winner(left_tp, planned, lead, extra):
    rule = MatchRule(planned, min(lead, 200 * planned), extra)
    winner = None
    for count in range(len(left_tp[: rule.last_game]) + 1):
        outcome = match_outcome(games(*left_tp[:count]), rule)
        if winner is not None:
            assert outcome.winner == winner
        winner = outcome.winner
        assert (winner is not None) == outcome.is_decided
        assert outcome.is_decided or outcome.remaining


@given(st.permutations(range(1, 7)), st.lists(tp, min_size=6, max_size=6))
def test_the_order_of_confirmation_does_not_matter(order, left_tp):
    played = games(*left_tp)
    assert match_outcome([played[n - 1] for n in order], EURO) == match_outcome(played, EURO)


@given(st.lists(tp, max_size=8))
def test_the_two_sides_are_treated_alike(left_tp):
    ours = match_outcome(games(*left_tp), EURO)
    theirs = match_outcome(games(*[200 - t for t in left_tp]), EURO)
    assert ours.status is theirs.status
    assert ours.winner is None or ours.winner == 1 - theirs.winner
