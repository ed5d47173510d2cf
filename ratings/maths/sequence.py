"""A long sequence of lobby games at once (`docs/regulations.md` 9.1): the floats of game by game, several times faster.

Each game rests on the rankings after the games before it, but only on those of its two players. Games are therefore put
into waves: a game comes one wave after the last game of either player, so that nobody plays twice in a wave and a wave
can be worked out with arrays.
"""

from collections.abc import Collection, Sequence

import numpy as np

from .errors import RatingError
from .parameters import CURRENT, LobbyParameters


def lobby_sequence(
    rankings: Sequence[float],
    winners: Sequence[int],
    losers: Sequence[int],
    margins: Sequence[int],
    *,
    robots: Collection[int] = (),
    parameters: LobbyParameters = CURRENT.lobby,
) -> list[float]:
    """The rankings after all games, given in the order in which they were played.

    Players are numbered from 0, their places in `rankings`; `robots` names those that are robots. For each game
    `lobby.lobby_change` says what happens. Raises `RatingError` as it does, and `bad_game` for columns of different
    lengths and for somebody who plays oneself.
    """
    now = np.array(rankings, dtype=np.float64)
    won, lost, tiles = (np.asarray(column, dtype=np.int64) for column in (winners, losers, margins))
    if not len(won) == len(lost) == len(tiles) or bool((won == lost).any()):
        raise RatingError("bad_game", "A game has a winner, a loser, who is another, and a margin.")
    if bool((tiles < 0).any()):
        raise RatingError("bad_margin", "A margin cannot be negative.")
    if bool(((now < parameters.least) | (now > parameters.most)).any()):
        raise RatingError("bad_ranking", "A lobby ranking is out of bounds.")
    is_robot = np.zeros(len(now), dtype=bool)
    is_robot[list(robots)] = True
    order, ends = _waves(len(now), winners, losers)
    won, lost, base = won[order], lost[order], parameters.k * np.sqrt(tiles[order].astype(np.float64))
    begin = 0
    for end in ends:
        _play(now, won[begin:end], lost[begin:end], base[begin:end], is_robot if robots else None, parameters)
        begin = end
    found: list[float] = now.tolist()
    return found


def _waves(
    players: int, winners: Sequence[int], losers: Sequence[int]
) -> "tuple[np.ndarray[tuple[int], np.dtype[np.intp]], list[int]]":
    """The games in an order of waves, and where each wave ends."""
    last = [-1] * players
    found: list[int] = []
    note = found.append
    for winner, loser in zip(winners, losers, strict=True):
        wave, other = last[winner], last[loser]
        if other > wave:
            wave = other
        wave += 1
        last[winner] = last[loser] = wave
        note(wave)
    waves = np.fromiter(found, np.int64, len(found))
    if found and max(last) < 1 << 16:
        # sorted in linear time
        waves = waves.astype(np.uint16)
    return np.argsort(waves, kind="stable"), np.cumsum(np.bincount(waves)).tolist() if found else []


def _play(
    now: "np.ndarray[tuple[int], np.dtype[np.float64]]",
    winners: "np.ndarray[tuple[int], np.dtype[np.int64]]",
    losers: "np.ndarray[tuple[int], np.dtype[np.int64]]",
    base: "np.ndarray[tuple[int], np.dtype[np.float64]]",
    is_robot: "np.ndarray[tuple[int], np.dtype[np.bool_]] | None",
    parameters: LobbyParameters,
) -> None:
    """One wave: every operation in the order of `lobby_change`, so that the floats are the same."""
    winner, loser = now[winners], now[losers]
    step = base * np.sqrt(loser / winner)
    gain = step * np.minimum(1.0, (parameters.most - winner) / parameters.drag_from)
    loss = step * loser / parameters.most
    if is_robot is not None:
        by_robot, of_robot = is_robot[winners], is_robot[losers]
        gain[of_robot & (winner - loser >= parameters.robot_lead)] = 0.0
        half = by_robot | of_robot
        gain[half] *= parameters.robot_factor
        loss[half] *= parameters.robot_factor
        gain[by_robot] = 0.0
        loss[of_robot] = 0.0
    now[winners] = np.minimum(parameters.most, np.maximum(parameters.least, winner + gain))
    now[losers] = np.minimum(parameters.most, np.maximum(parameters.least, loser - loss))
