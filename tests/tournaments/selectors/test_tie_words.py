"""Why somebody stands where they stand, in words."""

from fractions import Fraction

import pytest
from django.utils.translation import override

from tests.tournaments.formats.test_standings import met
from tournaments.formats.graph import SWISS_TIE_BREAKS, TIE_BREAKS
from tournaments.formats.standings import order
from tournaments.formats.tie_breaks import TIE_BREAKS as KNOWN
from tournaments.selectors.pages.tie_words import by_text, place_sentences, tie_breaks, value_text

NAMES = {n: f"N{n}" for n in range(1, 20)}


def sentences(rows, entry: int) -> list[str]:
    index = next(i for i, row in enumerate(rows) if row.entry == entry)
    return list(place_sentences(rows, index, NAMES))


def test_points_are_said_from_both_sides():
    rows = order([1, 2, 3], [met(1, 2, 140), met(2, 3, 150), met(1, 3, 130)], TIE_BREAKS)
    assert sentences(rows, 1) == ["27.0 TP: 6.0 more than N2 in place 2."]
    assert sentences(rows, 2) == ["21.0 TP: 6.0 fewer than N1 in place 1."]


def test_every_step_down_to_what_decides_is_told():
    scores = [
        met(1, 2, 100, wins=(0, 0)), met(3, 4, 100, tiles=(12, 9)), met(5, 6, 100), met(1, 7, 150), met(2, 7, 150),
        met(3, 8, 150), met(4, 8, 150), met(5, 9, 150), met(6, 10, 150), met(10, 7, 60), met(8, 10, 90),
    ]  # fmt: skip
    rows = order(range(1, 11), scores, SWISS_TIE_BREAKS)
    assert sentences(rows, 5) == [
        "Level with N6 in place 2 at 25.0 TP.",
        "Games among them do not count, as not all of the 6 who are level have met equally often.",
        "Level too: games won, a draw counting one half (1½).",
        "Level too: difference of tiles (0).",
        "The sum of the opponents’ points decides: 47.0 to 30.0.",
    ]
    assert sentences(rows, 2)[-1] == "Nothing else separates them: seed 1 is ahead of seed 2."
    assert sentences(rows, 3)[-1] == "The difference of tiles decides: +3 to 0."


def test_games_among_those_who_are_level():
    rows = order([1, 2, 3], [met(2, 1, 140), met(1, 3, 140), met(2, 3, 80), met(1, 3, 120), met(2, 3, 100)], TIE_BREAKS)
    assert sentences(rows, 1) == [
        "Level with N2 in place 2 at 32.0 TP.",
        "The points of the games between them decide: 14.0 to 6.0.",
    ]
    # three level in a ring
    ring = order([1, 2, 3], [met(1, 2, 140), met(2, 3, 130), met(3, 1, 130), met(1, 4, 90), met(2, 4, 110),
                             met(3, 4, 100)], TIE_BREAKS)  # fmt: skip
    assert [row.totals.tp for row in ring] == [300, 300, 300]
    assert sentences(ring, ring[1].entry)[-1].startswith("The points of the games among the 3 who are level decide: ")


@pytest.mark.parametrize(
    ("extra", "said"),
    [
        ([], "The 3 who are level have not met."),
        ([met(1, 2, 100), met(3, None, 100, played=0)],
         "Games among them do not count, as not all of the 3 who are level have met equally often."),
    ],
)  # fmt: skip
def test_why_such_games_say_nothing(extra, said):
    rows = order([1, 2, 3, 4], [met(1, 4, 100), met(2, 4, 100), met(3, 4, 100), *extra], TIE_BREAKS)
    assert said in sentences(rows, rows[-1].entry if rows[-1].entry != 4 else rows[-2].entry)


def test_rulings_and_values_not_known():
    scores = [met(1, 3, 100), met(2, 4, 100)]
    rows = order([1, 2, 3, 4], scores, TIE_BREAKS, [(2, 1, 4, 3)])
    assert sentences(rows, 1)[-1] == "An arbiter put those who are level in order."
    unknown = [score._replace(wins=None, tiles=None) for score in scores]
    texts = sentences(order([1, 2, 3, 4], unknown, TIE_BREAKS), 4)
    assert "Not compared, as it is not known of everybody: difference of tiles." in texts


def test_one_alone_has_nothing_to_explain():
    assert sentences(order([1], [], TIE_BREAKS), 1) == []


def test_every_tie_break_has_a_name_a_value_and_a_sentence():
    assert [name.key for name in tie_breaks(list(KNOWN))] == list(KNOWN)
    assert {key: value_text(key, 7) for key in KNOWN} == {
        "tp": "0.7", "percentage": "700.0%", "direct_tp": "0.7", "direct_matches": "3½", "direct_wins": "3½",
        "wins": "3½", "tiles": "+7", "opponents_tp": "0.7", "ruling": "-6", "seed": "-7",
    }  # fmt: skip
    assert (value_text("wins", 1), value_text("wins", 0), value_text("tiles", -3)) == ("½", "0", "−3")
    assert (value_text("seed", -3), value_text("ruling", -1)) == ("3", "2")
    assert (value_text("percentage", Fraction(2, 3)), value_text("wins", None)) == ("66.7%", "")
    assert all(str(by_text(key)) for key in KNOWN)
    for key in KNOWN:
        rows = order([1, 2], [met(1, 2, 100, wins=(0, 2), tiles=(9, 12))], ["tp", key] if key != "tp" else ["tp"])
        assert sentences(rows, rows[0].entry) and sentences(rows, rows[1].entry)  # noqa: PT018


def test_decimals_follow_the_language():
    with override("ru"):
        assert value_text("tp", 207) == "20,7"
