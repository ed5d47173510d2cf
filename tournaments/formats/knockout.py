"""Knockout structures: a tree of matches over the lines of a draw (`docs/regulations.md` 4)."""

from collections.abc import Sequence
from dataclasses import replace

from .errors import StructureError
from .graph import BYE, Bye, LoserOf, MatchNode, Seed, Source, Structure, WinnerOf
from .play_offs import play_offs
from .rounds import PlayedRound, games_by_round, paired, play_round, real
from .seeding import bracket_size, strict_lines

__all__ = ["PRELIMINARY", "THIRD_PLACE", "WTC_GAMES", "games_by_round", "knockout"]

THIRD_PLACE = "third_place"
PRELIMINARY = "preliminary"
"""The bracket of the matches before the main draw (regulation 4.4)."""

WTC_GAMES = (5, 5, 5, 6, 7, 8, 9)
"""Games a round of a world championship from the last 128 to the final (regulation 2.1)."""


def knockout(
    n: int,
    *,
    lines: Sequence[int | None] | None = None,
    preliminary: Sequence[tuple[int, int]] = (),
    games: int | Sequence[int] = 1,
    preliminary_games: int = 4,
    third_place: bool = False,
    third_place_games: int | None = None,
    places_to: int = 2,
    first_number: int = 1,
    bracket: str = "main",
) -> Structure:
    """The structure of a knockout of `n` entries, 2 or more.

    `lines` lists the numbers of the draw from top to bottom, None for a bye (`seeding.draw` makes
    them); without it the places are strict (1 v size …). A number is a seed, but with k
    `preliminary` pairs of seeds the last k numbers of the draw stand for the winners of these
    pairs in their order (4.4). A block of four lines or more with one entry is no row of byes:
    that entry comes in later (4.2).

    `games` is one number for all rounds, or one a round counted back from the final
    (`games_by_round`). The match for third place has as many games as the final unless told
    otherwise. With `places_to` the losers of a round play off their places as long as the best of
    these is no worse than that number (`play_offs`); from 3 on this includes the match for third place.

    Matches are numbered round by round from the top, byes included, ids equal numbers:
    preliminary matches first, the match for third place before the final, play-offs of other
    places last. Raises `StructureError`.
    """
    order = tuple(strict_lines(n - len(preliminary)) if lines is None else lines)
    _check_lines(order, n, preliminary)
    number, alive = first_number + len(preliminary), n - len(preliminary)
    before = play_round(
        [(Seed(a), Seed(b)) for a, b in preliminary],
        number=first_number,
        round_=1,
        bracket=PRELIMINARY,
        ranking=bracket,
        loser_place=alive + 1,
    )
    matches = [replace(node, games=preliminary_games) for node in before.matches]
    sources: Sequence[Source] = [_source(line, alive, before) for line in order]
    rounds = len(order).bit_length() - 1
    by_round = games_by_round(rounds, games)
    third_place = third_place or places_to >= 3
    losing: list[tuple[int, Sequence[Source], int]] = []
    semi: PlayedRound | None = None
    for round_ in range(1, rounds + 1):
        is_final = round_ == rounds
        if is_final and semi is not None and third_place and len(semi.matches) == 2:
            matches.append(
                MatchNode(
                    id=number,
                    number=number,
                    round=round_,
                    position=1,
                    sources=(LoserOf(semi.matches[0].id), LoserOf(semi.matches[1].id)),
                    games=by_round[-1] if third_place_games is None else third_place_games,
                    bracket=bracket,
                    ranking=bracket,
                    label=THIRD_PLACE,
                    winner_place=3,
                    loser_place=4,
                )
            )
            number += 1
        played = play_round(
            paired(sources), number=number, round_=round_, bracket=bracket, ranking=bracket,
            winner_place=1 if is_final else None,
        )  # fmt: skip
        if round_ == 1:
            played = _with_byes(played, paired(sources), order, number)
        alive -= real(played.losers)
        matches += [replace(node, games=by_round[round_ - 1], loser_place=alive + 1) for node in played.matches]
        number += len(played.matches)
        sources = played.winners
        if not is_final and not (third_place and round_ == rounds - 1):
            losing.append((alive + 1, played.losers, by_round[round_ - 1]))
        semi = played
    for best, losers, planned in reversed(losing):
        found = play_offs(losers, best, places_to=places_to, number=number, ranking=bracket, games=planned)
        matches += found
        number += len(found)
    return Structure(matches)


def _source(line: int | None, places: int, before: PlayedRound) -> Source:
    if line is None:
        return BYE
    direct = places - len(before.winners)
    return Seed(line) if line <= direct else before.winners[line - direct - 1]


def _with_byes(
    played: PlayedRound, pairs: Sequence[tuple[Source, Source]], lines: Sequence[int | None], number: int
) -> PlayedRound:
    """The first round with ordinary byes as matches nobody plays, so that the tree stays regular to draw."""
    by_position = {node.position: node for node in played.matches}
    matches: list[MatchNode] = []
    winners = list(played.winners)
    losers = list(played.losers)
    for position, pair in enumerate(pairs):
        node = by_position.get(position)
        if node is None:
            block = lines[4 * (position // 2) : 4 * (position // 2) + 4]
            if all(isinstance(source, Bye) for source in pair) or sum(line is not None for line in block) < 2:
                continue
            node = replace(played.matches[0], position=position, sources=pair)
        match = number + len(matches)
        matches.append(replace(node, id=match, number=match))
        winners[position] = WinnerOf(match)
        if not isinstance(losers[position], Bye):
            losers[position] = LoserOf(match)
    return PlayedRound(tuple(matches), tuple(winners), tuple(losers))


def _check_lines(lines: tuple[int | None, ...], n: int, preliminary: Sequence[tuple[int, int]]) -> None:
    if len(lines) != bracket_size(len(lines)):
        raise StructureError("bad_lines", f"{len(lines)} lines are no power of two.", lines=len(lines))
    places = n - len(preliminary)
    numbers = sorted(line for line in lines if line is not None)
    if numbers != list(range(1, places + 1)):
        raise StructureError(
            "bad_lines", f"The lines must hold the numbers 1 to {places} once each.", seeds=tuple(numbers)
        )
    half = len(lines) // 2
    if {None} in (set(lines[:half]), set(lines[half:])):
        raise StructureError("bad_lines", "A half of the draw is empty.", lines=len(lines))
    if not any(a is not None and b is not None for a, b in zip(lines[::2], lines[1::2], strict=True)):
        raise StructureError("bad_lines", "Nobody would play in the first round.", lines=len(lines))
    low = sorted(seed for pair in preliminary for seed in pair)
    if low != list(range(places - len(preliminary) + 1, n + 1)):
        raise StructureError(
            "bad_preliminary", f"The {len(low)} lowest seeds play the preliminary matches, each of them once.",
            seeds=tuple(low),
        )  # fmt: skip
