"""Results of real events: their totals follow from games, decide their matches and order tables."""

import csv
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest

from tests.tournaments.formats.playing import seeded
from tournaments.formats.deciding import adjudicated, imported
from tournaments.formats.facts import Facts, GameResult
from tournaments.formats.fold import fold
from tournaments.formats.graph import EntrySource, MatchNode, Structure, Table, TableKind
from tournaments.formats.knockout import knockout
from tournaments.formats.match import DecidedBy, MatchRule, MatchStatus, match_outcome
from tournaments.formats.round_robin import round_robin
from tournaments.formats.scoring import FULL_WIN_MARGIN, after_penalties, tournament_points
from tournaments.formats.standings import order, standings
from tournaments.formats.table import MatchScore

DATA = Path(__file__).parents[2] / "data" / "tournaments"

POINTS = {
    margin: tournament_points(abs(margin))[0 if margin >= 0 else 1]
    for margin in range(-FULL_WIN_MARGIN, FULL_WIN_MARGIN + 1)
}
"""TP by margin, negative for a loss."""


def rows(name: str) -> list[dict[str, str]]:
    with (DATA / f"{name}.csv").open(encoding="utf-8") as file:
        return list(csv.DictReader(file))


def tenths(text: str) -> int:
    whole, _, tenth = text.partition(".")
    return 10 * int(whole) + int(tenth or 0)


def pairs_of_games(total: int) -> set[tuple[int, int]]:
    """Every two margins whose TP make that total."""
    return {pair for pair in product(POINTS, repeat=2) if POINTS[pair[0]] + POINTS[pair[1]] == total}


PAIRS = {(POINTS[a] + POINTS[b], (a > 0) + (b > 0)): [a, b] for a, b in product(POINTS, repeat=2)}
"""By total and games won one pair of margins that makes it."""


def decompose(total: int, games: int, wins: int | None = None) -> list[int] | None:
    """Margins of two or more games that make the total, with so many won; None if there are none.

    All but two games are taken near the mean of what is left, and the last two looked up.
    """
    if wins is None:
        return next((found for n in range(games + 1) if (found := decompose(total, games, n)) is not None), None)
    if not 0 <= wins <= games or not 133 * wins <= total <= 200 * wins + 100 * (games - wins):
        return None
    if games == 2:
        return PAIRS.get((total, wins))
    for margin in sorted(POINTS, key=lambda margin: abs(POINTS[margin] - total / games)):
        rest = decompose(total - POINTS[margin], games - 1, wins - (margin > 0))
        if rest is not None:
            return [margin, *rest]
    return None


def as_games(margins: list[int]) -> list[GameResult]:
    return [GameResult(1, n, (POINTS[m], 200 - POINTS[m]), (40 + m, 40)) for n, m in enumerate(margins, start=1)]


@pytest.mark.parametrize("row", [pytest.param(row, id=row["match"]) for row in rows("wtc_matches")])
def test_matches_of_world_championships(row):
    planned, played = int(row["games_planned"]), int(row["games_played"])
    tp = (tenths(row["tp_a"]), tenths(row["tp_b"]))
    assert sum(tp) == 200 * played
    final = knockout(2, games=planned)
    facts = seeded(2)
    open_match = fold(final, facts)[1]
    for decision in (imported(facts, open_match, 0, tp), adjudicated(facts, open_match, tp)):
        done = fold(final, facts.with_decision(decision))
        assert (done.champion(), dict(done.places)) == (101, {101: 1, 102: 2})
    if row["match"].startswith("99"):
        return  # points were whole numbers then
    margins = decompose(tp[0], played, int(row["games_won_a"]) if row["games_won_a"] else None)
    assert margins is not None
    outcome = match_outcome(as_games(margins), MatchRule(planned))
    assert (outcome.status, outcome.winner, outcome.tp) == (MatchStatus.DECIDED, 0, tp)
    if played < planned:
        assert outcome.decided_by is DecidedBy.EARLY


def test_the_paths_of_both_finalists_of_2001_are_there():
    found = {row["match"]: (row["games_played"], row["tp_a"]) for row in rows("wtc_matches")}
    path = ["01-R3-1", "01-R4-2", "01-R5-2", "01-QF-2", "01-SF-2"]
    assert [found[m] for m in path] == [("5", "63.0"), ("5", "65.7"), ("6", "72.0"), ("7", "72.2"), ("8", "80.5")]
    assert [found[m][1] for m in ("01-R4-1", "01-R5-1", "01-QF-1", "01-SF-1")] == ["59.2", "71.6", "100.4", "98.8"]


@pytest.mark.parametrize("row", [pytest.param(row, id=row["match"]) for row in rows("euro_2003_knockout")])
def test_matches_of_a_european_knockout(row):
    played, tp = int(row["games_played"]), (tenths(row["tp_a"]), tenths(row["tp_b"]))
    assert sum(tp) == 200 * played
    rule = MatchRule(6, lead=50, extra=3)
    margins = decompose(tp[0], played)
    if row["match"] == "F":
        # won 4 to 2, the last game by one tile and with a point lost for time
        before = decompose(575, 5, 3)
        assert before is not None
        last = after_penalties(tournament_points(1), (10, 0))
        games = [*as_games(before), GameResult(1, 6, last, (41, 40))]
    else:
        assert margins is not None
        games = as_games(margins)
    outcome = match_outcome(games, rule)
    assert (outcome.status, outcome.winner, outcome.tp) == (MatchStatus.DECIDED, 0, tp)


def test_a_winner_without_totals_is_accepted():
    """The match for third place of 2003: only its winner is known."""
    final = knockout(2, games=6)
    facts = seeded(2)
    done = fold(final, facts.with_decision(imported(facts, fold(final, facts)[1], 1)))
    assert done.champion() == 102
    group = round_robin([(1, 2)], games=2)
    done = fold(group, facts.with_decision(imported(facts, fold(group, facts)[1], 0)))
    assert [row.totals.games for row in standings(done, group.table("A"))] == [0, 0]  # nothing to count


def test_pairs_of_a_european_group():
    found = {row["tp_a"]: row for row in rows("euro_2001_pairs")}
    assert POINTS[2] + POINTS[3] == tenths(found["28.2"]["tp_a"])
    assert POINTS[8] + POINTS[-5] == tenths(found["20.8"]["tp_a"])
    assert {pair for pair in pairs_of_games(212) if pair[1] == -3} == {(7, -3)}
    assert pairs_of_games(296) == {(6, 3), (3, 6)}
    for row in found.values():
        tp = (tenths(row["tp_a"]), tenths(row["tp_b"]))
        assert sum(tp) == 400
        outcomes = [row[game].split()[0] for game in ("game_1", "game_2")]
        assert any(
            ["won" if margin > 0 else "lost" for margin in pair] == outcomes for pair in pairs_of_games(tp[0])
        )  # fmt: skip
        group = round_robin([(1, 2)], games=2)
        facts = seeded(2)
        done = fold(group, facts.with_decision(imported(facts, fold(group, facts)[1], 0, tp)))
        table = standings(done, group.table("A"))
        assert [(entry.entry, entry.totals.tp, entry.totals.games) for entry in table] == [
            (101, tp[0], 2), (102, tp[1], 2),
        ]  # fmt: skip


@pytest.mark.parametrize(("total", "wins"), [(1334, 8), (1062, 5)])
def test_a_team_match_is_ten_games(total, wins):
    margins = decompose(total, 10, wins)
    assert margins is not None
    outcome = match_outcome(as_games(margins), MatchRule(10))
    assert (outcome.winner, outcome.tp) == (0, (total, 2000 - total))


def test_a_team_match_is_over_after_four_of_five_boards():
    margins = decompose(1026, 8)
    assert margins is not None
    outcome = match_outcome(as_games(margins), MatchRule(10))
    assert (outcome.is_decided, outcome.decided_by) == (True, DecidedBy.EARLY)


def test_a_table_after_five_rounds_keeps_its_published_totals_and_places():
    """Pacific 1999: two of ten rows are missing, and share what the other eight leave of 500 TP."""
    known = rows("pacific_1999_after_round_5")
    totals = [tenths(row["tp"]) for row in known]
    missing = 5 * 5 * 200 - sum(totals)
    totals += [missing // 2 + 5, missing - missing // 2 - 5]
    assert max(totals[8:]) < min(totals[:8])
    nodes = [
        MatchNode(i, i, 1, i, (EntrySource(2 * i + 1), EntrySource(2 * i + 2)), 5, table="P", bracket="P")
        for i in range(5)
    ]
    table = Table("P", TableKind.SWISS, tuple(EntrySource(entry) for entry in range(1, 11)), 9)
    structure, facts = Structure(nodes, [table]), Facts({})
    for node in nodes:
        tp = (totals[2 * node.id], totals[2 * node.id + 1])
        winner = None if tp[0] == tp[1] else 0
        facts = facts.with_decision(imported(facts, fold(structure, facts)[node.id], winner, tp))
    found = standings(fold(structure, facts), table)
    assert [row.totals.tp for row in found[:8]] == totals[:8]
    places = [next(r.place for r in found if r.value("tp") == row.value("tp")) for row in found[:8]]
    assert places == [int(row["place"]) for row in known]
    assert sum(row.totals.tp for row in found) == 5000


def test_points_come_before_games_won():
    """Europe and Africa 1999: 7–3 beat 8–2, and 5½–4½ beat 7–3; the winner had 56 and 72 points."""
    shown = [(1, 560 + 720, 16), (2, 1270, 14), (3, 1260, 16), (4, 1001, 11), (5, 991, 14)]
    scores = [
        MatchScore(0, 1, entry, 90 + entry, (tp, 2000 - tp), 10, 10, (wins, 20 - wins), (0, 0), True)
        for entry, tp, wins in shown
    ]
    found = order([5, 3, 4, 2, 1], scores, ("tp", "direct_tp", "wins", "tiles", "seed"))
    assert [(row.entry, row.by) for row in found] == [(1, None), (2, "tp"), (3, "tp"), (4, "tp"), (5, "tp")]
    assert found[0].totals.percentage == Fraction(128, 200)
