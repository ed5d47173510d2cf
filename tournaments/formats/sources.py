"""Where losers come from: the matches of a tree by round and position, as sources for another."""

from collections.abc import Callable, Collection, Sequence

from .graph import BYE, Bye, LoserOf, MatchId, MatchNode, Source


def loses_there(node: MatchNode) -> bool:
    """Somebody may lose that match: no side is a bye from the start."""
    return not any(isinstance(source, Bye) for source in node.sources)


def losers_by_round(
    matches: Sequence[MatchNode],
    *,
    without: Collection[MatchId] = (),
    source: Callable[[MatchId], Source] = LoserOf,
) -> tuple[tuple[Source, ...], ...]:
    """The losers of a knockout tree, round by round in a list as long as the whole round has places.

    There is a bye where nobody can lose, where no match stands and for the matches in `without`.
    Matches with a label are no part of the tree.
    """
    tree = [node for node in matches if not node.label]
    rounds = max(node.round for node in tree)
    found: list[list[Source]] = [[BYE] * (1 << (rounds - round_)) for round_ in range(1, rounds + 1)]
    for node in tree:
        if loses_there(node) and node.id not in without:
            found[node.round - 1][node.position] = source(node.id)
    return tuple(tuple(losers) for losers in found)
