"""Knockout structures: a tree of matches over the lines of a draw (`docs/regulations.md` 4)."""

from collections.abc import Sequence

from .errors import StructureError
from .graph import BYE, LoserOf, MatchNode, Seed, Source, Structure, WinnerOf
from .seeding import bracket_size, strict_lines

THIRD_PLACE = "third_place"

WTC_GAMES = (5, 5, 5, 6, 7, 8, 9)
"""Games a round of a world championship from the last 128 to the final (regulation 2.1)."""


def knockout(
    n: int,
    *,
    lines: Sequence[int | None] | None = None,
    games: int | Sequence[int] = 1,
    third_place: bool = False,
    third_place_games: int | None = None,
    first_number: int = 1,
    bracket: str = "main",
) -> Structure:
    """The structure of a knockout of `n` entries, 2 or more.

    `lines` lists the seed numbers from the top of the draw to the bottom, None for a bye
    (`seeding.draw` makes them); without it the places are strict (1 v size …). `games` is one
    number for all rounds, or one a round counted back from the final: with fewer rounds than
    numbers the first numbers are not used, with more rounds the first is repeated. The match for
    third place has as many games as the final unless told otherwise.

    Matches are numbered round by round from the top, byes included, ids equal numbers; the match
    for third place is numbered before the final, as it is played first. Raises `StructureError`.
    """
    order = tuple(strict_lines(n) if lines is None else lines)
    _check_lines(order, n)
    rounds = len(order).bit_length() - 1
    by_round = games_by_round(rounds, games)
    sources: list[Source] = [BYE if seed is None else Seed(seed) for seed in order]
    nodes: list[MatchNode] = []
    number = first_number
    for round_ in range(1, rounds + 1):
        count = len(sources) // 2
        is_final = count == 1
        if is_final and third_place and rounds > 1:
            nodes.append(
                MatchNode(
                    id=number,
                    number=number,
                    round=round_,
                    position=1,
                    sources=(LoserOf(nodes[-2].id), LoserOf(nodes[-1].id)),
                    games=by_round[-1] if third_place_games is None else third_place_games,
                    bracket=bracket,
                    ranking=bracket,
                    label=THIRD_PLACE,
                    winner_place=3,
                    loser_place=4,
                )
            )
            number += 1
        for position in range(count):
            nodes.append(
                MatchNode(
                    id=number,
                    number=number,
                    round=round_,
                    position=position,
                    sources=(sources[2 * position], sources[2 * position + 1]),
                    games=by_round[round_ - 1],
                    bracket=bracket,
                    ranking=bracket,
                    winner_place=1 if is_final else None,
                    loser_place=count + 1,
                )
            )
            number += 1
        sources = [WinnerOf(node.id) for node in nodes[-count:]]
    return Structure(nodes)


def games_by_round(rounds: int, games: int | Sequence[int]) -> tuple[int, ...]:
    """The planned games of each round, first to final, by the rule `knockout` states."""
    if isinstance(games, int):
        return (games,) * rounds
    if not games:
        raise StructureError("bad_games", "At least one number of games is needed.")
    missing = max(0, rounds - len(games))
    return (*(games[0],) * missing, *games[len(games) - (rounds - missing) :])


def _check_lines(lines: tuple[int | None, ...], n: int) -> None:
    if len(lines) != bracket_size(len(lines)):
        raise StructureError("bad_lines", f"{len(lines)} lines are no power of two.", lines=len(lines))
    seeds = sorted(seed for seed in lines if seed is not None)
    if seeds != list(range(1, n + 1)):
        raise StructureError("bad_lines", f"The lines must hold the seeds 1 to {n} once each.", seeds=tuple(seeds))
