"""Small helpers to play through structures in tests."""

from datetime import UTC, datetime

from tournaments.formats.deciding import next_decision, occupants_of
from tournaments.formats.facts import DecisionKind, Exit, Facts, GameResult
from tournaments.formats.fold import Folded, MatchState, fold, refold
from tournaments.formats.graph import LoserOf, MatchNode, OnlyIf, Seed, Structure, WinnerOf
from tournaments.formats.impact import applied, impact
from tournaments.formats.scoring import game_points

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)


def seeded(n: int) -> Facts:
    """Seed s is entry 100 + s, so that the two are never mixed up unnoticed."""
    return Facts({seed: 100 + seed for seed in range(1, n + 1)})


def game(match: int, number: int, left: int, right: int, *, decider: bool = False) -> GameResult:
    tp = game_points((left, right))
    return GameResult(match, number, (tp[0], tp[1]), (left, right), decider)


def beats(
    structure: Structure, facts: Facts, match: int, winner: int, kind: DecisionKind = DecisionKind.PLAYED
) -> Facts:
    """The facts after entry `winner` won a match, with all consequences applied."""
    occupants = occupants_of(fold(structure, facts)[match])
    decision = next_decision(facts, match, kind, occupants, occupants.index(winner))
    return agree(structure, facts, facts.with_decision(decision))


def decide(structure: Structure, facts: Facts, match: int, kind: DecisionKind, side: int | None = None) -> Facts:
    occupants = occupants_of(fold(structure, facts)[match])
    return agree(structure, facts, facts.with_decision(next_decision(facts, match, kind, occupants, side)))


def leave(structure: Structure, facts: Facts, entry: int) -> Facts:
    return agree(structure, facts, facts.with_exit(Exit(entry, NOON)))


def agree(structure: Structure, before: Facts, after: Facts, reinstate: tuple[int, ...] = ()) -> Facts:
    digest = impact(structure, before, after).digest
    return applied(structure, before, after, digest=digest, reinstate=reinstate).facts


def play_out(structure: Structure, facts: Facts) -> Facts:
    """Every open match, until none is left, is won by the better seed."""
    seed_of = {entry: seed for seed, entry in facts.seeds.items()}
    while open_matches := fold(structure, facts).open_matches:
        for match in open_matches:
            best = min(occupants_of(fold(structure, facts)[match]), key=lambda entry: seed_of[entry])
            facts = beats(structure, facts, match, best)
    return facts


def played_through(structure: Structure, facts: Facts) -> Folded:
    """As `play_out`, match by match in the structure's order and without plans: for large structures."""
    seed_of = {entry: seed for seed, entry in facts.seeds.items()}
    folded = fold(structure, facts)
    for node in structure.order:
        if folded[node.id].state is MatchState.OPEN:
            occupants = occupants_of(folded[node.id])
            side = min((0, 1), key=lambda side: seed_of[occupants[side]])
            facts = facts.with_decision(next_decision(facts, node.id, DecisionKind.PLAYED, occupants, side))
            folded = refold(folded, facts)
    return folded


def looks(folded: Folded) -> dict[int, tuple[object, ...]]:
    """All that is seen of a fold, without the versions of its decisions."""
    seen: dict[int, tuple[object, ...]] = {
        match: (m.state, m.occupants, m.winner, m.loser, m.out, m.decision and (m.decision.kind, m.decision.tp))
        for match, m in folded.matches.items()
    }
    rankings = dict.fromkeys(node.ranking for node in folded.structure.matches)
    seen[0] = tuple((name, tuple(sorted(folded.places_in(name).items()))) for name in rankings)
    return seen


def plate_of_eight() -> Structure:
    """A knockout of 8 whose first match losers go to a plate: round 1, and round 2 after a bye."""
    main = [
        MatchNode(m, m, 1, m - 1, pair, loser_place=5)
        for m, pair in enumerate(
            ((Seed(1), Seed(8)), (Seed(5), Seed(4)), (Seed(3), Seed(6)), (Seed(7), Seed(2))), start=1
        )
    ]
    main += [
        MatchNode(5, 5, 2, 0, (WinnerOf(1), WinnerOf(2)), loser_place=3),
        MatchNode(6, 6, 2, 1, (WinnerOf(3), WinnerOf(4)), loser_place=3),
        MatchNode(7, 7, 3, 0, (WinnerOf(5), WinnerOf(6)), winner_place=1, loser_place=2),
    ]

    def plate(number: int, round_: int, position: int, *sources: WinnerOf | LoserOf, **places: int) -> MatchNode:
        return MatchNode(
            number, number, round_, position, (sources[0], sources[1]), bracket="plate", ranking="plate", **places
        )

    return Structure(
        [
            *main,
            plate(8, 1, 0, LoserOf(1, True), LoserOf(2, True), loser_place=5),
            plate(9, 1, 1, LoserOf(3, True), LoserOf(4, True), loser_place=5),
            plate(10, 2, 0, WinnerOf(8), LoserOf(6, True), loser_place=3),
            plate(11, 2, 1, WinnerOf(9), LoserOf(5, True), loser_place=3),
            plate(12, 3, 0, WinnerOf(10), WinnerOf(11), winner_place=1, loser_place=2),
        ]
    )


def double_of_four() -> Structure:
    """A double elimination of 4; the second grand final is played only if the first needs it."""
    return Structure(
        [
            MatchNode(1, 1, 1, 0, (Seed(1), Seed(4))),
            MatchNode(2, 2, 1, 1, (Seed(3), Seed(2))),
            MatchNode(3, 3, 2, 0, (WinnerOf(1), WinnerOf(2))),
            MatchNode(4, 4, 1, 0, (LoserOf(1), LoserOf(2)), bracket="lower", loser_place=4),
            MatchNode(5, 5, 2, 0, (WinnerOf(4), LoserOf(3)), bracket="lower", loser_place=3),
            MatchNode(6, 6, 3, 0, (WinnerOf(3), WinnerOf(5)), bracket="grand"),
            MatchNode(
                7, 7, 4, 0, (WinnerOf(6), LoserOf(6)), bracket="grand",
                winner_place=1, loser_place=2, condition=OnlyIf(6, 1),
            ),
        ]
    )  # fmt: skip
