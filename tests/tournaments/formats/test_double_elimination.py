import random
from collections import Counter

import pytest

from tests.tournaments.formats.playing import beats, decide, leave, play_out, played_through, seeded
from tournaments.formats.double_elimination import double_elimination
from tournaments.formats.facts import DecisionKind
from tournaments.formats.feed_in import drop_masks
from tournaments.formats.fold import MatchState, fold
from tournaments.formats.graph import BYE, LoserOf, OnlyIf, Seed, WinnerOf
from tournaments.formats.seeding import draw


def of(structure, bracket):
    return [node for node in structure.matches if node.bracket == bracket]


def test_any_number_of_entries():
    for n in [*range(2, 36), 48, 63, 64, 65, 96, 97, 127, 128]:
        structure = double_elimination(n)
        assert structure.seeds() == tuple(range(1, n + 1))
        real = [node for node in structure.matches if BYE not in node.sources]
        assert len(real) == 2 * n - 1  # all but the champion lose twice, and the reset may be needed
        assert all(isinstance(s, WinnerOf | LoserOf) for node in of(structure, "losers") for s in node.sources)
        rounds = sorted({node.round for node in of(structure, "losers")})
        assert rounds == list(range(1, len(rounds) + 1))


@pytest.mark.parametrize("n", [2, 3, 6, 7, 8, 21, 32, 100, 128])
def test_played_out_by_strength_the_losers_come_in_order(n):
    structure = double_elimination(n, lines=draw(n, lot=5).lines)
    folded = played_through(structure, seeded(n))
    assert folded.is_finished
    assert folded.champion() == 101
    assert [rank.place for rank in folded.ranking()][:3] == [1, 2, 3][: min(n, 3)]
    counts = Counter(folded.places.values())
    expected = 1
    for place, count in sorted(counts.items()):
        assert place == expected
        expected += count
    assert expected == n + 1
    lost = Counter(entry for m in folded.matches.values() for entry in m.out)
    assert lost[101] == 0
    assert set(lost.values()) <= {2}


def test_places_are_shared_by_the_losers_of_a_round():
    places = [node.loser_place for node in of(double_elimination(16), "losers")]
    assert Counter(places) == {13: 4, 9: 4, 7: 2, 5: 2, 4: 1, 3: 1}


def test_who_drops_against_nobody_is_through_to_lower_round_2():
    structure = double_elimination(7)
    facts = beats(structure, seeded(7), 2, 104)
    folded = fold(structure, facts)
    match, slot = structure.loser_to[2]
    assert folded.occupant((match, slot)) == 105
    assert (structure[match].bracket, structure[match].round) == ("losers", 2)
    facts = play_out(structure, facts)
    assert not [m for m in fold(structure, facts).matches.values() if m.state is MatchState.WAITING]


@pytest.mark.parametrize("n", [4, 7, 8, 13])
def test_nobody_waits_for_an_empty_side(n):
    """With every first-round match a double default only those with a bye go on, and all is settled."""
    structure = double_elimination(n)
    facts = seeded(n)
    for node in of(structure, "main"):
        if node.round == 1 and all(isinstance(s, Seed) for s in node.sources):
            facts = decide(structure, facts, node.id, DecisionKind.DOUBLE_DEFAULT)
    folded = fold(structure, play_out(structure, facts))
    assert folded.is_finished
    assert set(folded.places) == set(facts.seeds.values())


def test_the_grand_final_is_reset_only_if_the_unbeaten_side_loses():
    structure = double_elimination(4)
    first, second = of(structure, "final")
    assert second.condition == OnlyIf(first.id, 1)
    facts = seeded(4)
    for match in range(1, first.id):
        facts = beats(structure, facts, match, min(fold(structure, facts)[match].occupants))
    once = beats(structure, facts, first.id, 101)
    assert fold(structure, once)[second.id].state is MatchState.NOT_NEEDED
    assert fold(structure, once).places == {101: 1, 102: 2, 103: 3, 104: 4}
    again = beats(structure, facts, first.id, 102)
    assert fold(structure, again)[second.id].state is MatchState.OPEN
    assert fold(structure, again).champion() is None
    assert fold(structure, beats(structure, again, second.id, 102)).champion() == 102
    gone = leave(structure, facts, 101)
    assert fold(structure, gone).champion() == 102


def test_without_reset_one_grand_final_decides():
    structure = double_elimination(4, reset=False)
    assert len(of(structure, "final")) == 1
    facts = seeded(4)
    for node in structure.order:
        facts = beats(structure, facts, node.id, max(fold(structure, facts)[node.id].occupants))
    assert fold(structure, facts).places == {104: 1, 103: 2, 102: 3, 101: 4}


def test_games_of_both_brackets_count_back_from_their_finals():
    structure = double_elimination(8, games=(3, 5, 7), losers_games=(1, 2, 4), first_number=50)
    assert [node.games for node in of(structure, "main")] == [3] * 4 + [5] * 2 + [7]
    assert [node.games for node in of(structure, "losers")] == [1, 1, 1, 1, 2, 4]
    assert [node.games for node in of(structure, "final")] == [7, 7]
    assert double_elimination(8, final_games=9).matches[-1].games == 9
    assert [node.number for node in structure.matches] == list(range(50, 65))


# Meeting again


PEER_ORDERS = {
    16: ("", "01", "1", ""),
    32: ("", "111", "10", "0", ""),
    64: ("", "1111", "100", "11", "0", ""),
    128: ("", "11111", "1000", "001", "01", "1", ""),
}
"""The default orders of brackets-manager 1.11.1 as masks: reverse, half shift, pair flip and so on."""


def expected_meetings(masks, rounds):
    """Round by round of the losers' bracket: the matches in which two meet anew, expected with even chances."""
    found = [0.0] * (2 * rounds - 1)
    for late in range(2, rounds + 1):
        for early in range(1, late):
            level = late
            while masks[late - 1] >> (level - late) != masks[early - 1] >> (level - early):
                level += 1
            meets = 2 * late - 2 if level == late else 2 * level - 3
            wins = meets - max(1, 2 * early - 2) + meets - (2 * late - 2)
            found[meets] += 2 ** (rounds - late) / 2**wins
    return found


@pytest.mark.parametrize("n", sorted(PEER_ORDERS))
def test_rematches_come_later_than_with_the_orders_of_a_peer(n):
    rounds = n.bit_length() - 1
    peer = expected_meetings([int(mask or "0", 2) for mask in PEER_ORDERS[n]], rounds)
    ours = expected_meetings(drop_masks(rounds), rounds)
    for last in range(2 * rounds - 1):
        assert sum(ours[: last + 1]) <= sum(peer[: last + 1]) + 1e-12
    first = [next(i for i, value in enumerate(found) if value) for found in (ours, peer)]
    assert first[0] > first[1] or (n == 32 and first[0] == first[1] == 5)
    assert sum(ours) < 0.92 * sum(peer)


def rematches(structure, rng):
    """The rounds of the losers' bracket in which two meet who have met, with every match decided by a coin."""
    winner, loser, met, found = {}, {}, set(), []
    for node in structure.order:
        sides = [
            source.n if isinstance(source, Seed) else (winner if isinstance(source, WinnerOf) else loser)[source.match]
            for source in node.sources
        ]
        if frozenset(sides) in met and node.bracket == "losers":
            found.append(node.round)
        met.add(frozenset(sides))
        rng.shuffle(sides)
        winner[node.id], loser[node.id] = sides
    return found


@pytest.mark.parametrize(("n", "plays"), [(16, 1500), (64, 300)])
def test_random_results_give_the_expected_rematches(n, plays):
    rounds = n.bit_length() - 1
    structure = double_elimination(n, lines=draw(n, lot=1).lines, reset=False)
    rng = random.Random(n)
    counts = Counter(round_ for _ in range(plays) for round_ in rematches(structure, rng))
    for round_, expected in enumerate(expected_meetings(drop_masks(rounds), rounds)):
        assert counts[round_] / plays == pytest.approx(expected, abs=0.08)
        assert expected or not counts[round_]
