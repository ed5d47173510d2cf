"""What one casual game makes of the rankings of those who played it (`docs/regulations.md` 9.1, 9.2).

A game moves the standings of its players, one game after the other; every change keeps what it was worked out from.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from games.engine.points import GAME_TP, winner_tp

from .elo import PlayerId, Standing
from .lobby import lobby_change
from .margin import margin_change, newcomer, pair_change
from .parameters import CURRENT, Parameters

RobotSide = Literal["", "left", "right"]


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game of two sides, one player each or two; `margin` is what left won by, below 0 if it lost.

    `robot` is the side that a program played and `robot_ranking` what it stood at.
    """

    left: tuple[PlayerId, ...]
    right: tuple[PlayerId, ...]
    margin: int
    robot: RobotSide = ""
    robot_ranking: float = 0.0

    @property
    def tp(self) -> tuple[int, int]:
        """TP of left and right, in tenths."""
        won = winner_tp(abs(self.margin))
        return (won, GAME_TP - won) if self.margin >= 0 else (GAME_TP - won, won)


@dataclass(frozen=True, slots=True)
class GameChange:
    """What a game makes of one player: the standing before, the two rankings compared, and the standing after.

    `own` is the player's ranking or the mean of the pair; so is `opponent` for the other side. `margin` in points and
    `tp` in tenths are as this player saw them.
    """

    player: PlayerId
    before: Standing
    own: float
    opponent: float
    margin: int
    tp: int
    after: Standing

    @property
    def difference(self) -> float:
        return self.after.rating - self.before.rating


Standings = Mapping[PlayerId, Standing]


def rate_lobby_game(game: PlayedGame, standings: Standings, parameters: Parameters = CURRENT) -> tuple[GameChange, ...]:
    """The lobby changes of a game of two (9.1); a robot has none. Who is not in `standings` starts at the start."""
    start = Standing(parameters.lobby.start, 0)
    before = [standings.get(side[0], start) for side in (game.left, game.right)]
    ratings = [
        game.robot_ranking if game.robot == name else standing.rating
        for name, standing in zip(("left", "right"), before, strict=True)
    ]
    winner = 0 if game.margin >= 0 else 1
    robot: Literal["", "winner", "loser"] = ""
    if game.robot:
        robot = "winner" if (game.robot == "left") == (winner == 0) else "loser"
    after = lobby_change(
        ratings[winner], ratings[1 - winner], abs(game.margin), robot=robot, parameters=parameters.lobby
    )
    ends = after if winner == 0 else after[::-1]
    return tuple(
        GameChange(
            player, before[side], ratings[side], ratings[1 - side], (game.margin, -game.margin)[side], game.tp[side],
            Standing(ends[side], before[side].games + 1),
        )
        for side, (name, player) in enumerate((("left", game.left[0]), ("right", game.right[0])))
        if game.robot != name
    )  # fmt: skip


def rate_margin_game(
    game: PlayedGame, standings: Standings, parameters: Parameters = CURRENT
) -> tuple[GameChange, ...]:
    """The Master changes of a game of two, or the doubles changes of one of two pairs (9.2)."""
    start = newcomer(parameters.margin)
    sides = [tuple(standings.get(player, start) for player in side) for side in (game.left, game.right)]
    means = [sum(standing.rating for standing in side) / len(side) for side in sides]
    if len(game.left) == 1:
        left, right = margin_change(sides[0][0], sides[1][0], game.tp, parameters.margin)
        after: tuple[tuple[Standing, ...], tuple[Standing, ...]] = ((left,), (right,))
    else:
        after = pair_change(sides[0], sides[1], game.tp, parameters.margin)
    return tuple(
        GameChange(
            player, sides[side][seat], means[side], means[1 - side], (game.margin, -game.margin)[side], game.tp[side],
            after[side][seat],
        )
        for side, players in enumerate((game.left, game.right))
        for seat, player in enumerate(players)
    )  # fmt: skip
