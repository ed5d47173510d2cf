"""What may be done next in a draft: who can move, with which tiles, where, in which rotations."""

from __future__ import annotations

from dataclasses import dataclass

from games.engine.board import Placement
from games.engine.errors import Fault
from games.engine.game import Game, Move
from games.engine.hexes import ORIGIN, Hex


@dataclass(frozen=True, slots=True)
class Wish:
    """What the writer has chosen so far. With `any_place` every open space is offered, and the rule said."""

    player: int | None = None
    tile: int | None = None
    space: Hex | None = None
    rotation: int | None = None
    any_place: bool = False


@dataclass(frozen=True, slots=True)
class Offer:
    """The choices that are open. `tile`, `space` and `rotation` are the wishes that can be met.

    `fitting` are the tiles that have a legal place at all, at the chosen space if there is one. `fault` is the
    objection to the whole choice, possible only with `any_place`.
    """

    movers: tuple[int, ...]
    player: int | None
    tiles: tuple[int, ...]
    fitting: frozenset[int]
    spaces: tuple[Hex, ...]
    rotations: tuple[int, ...]
    tile: int | None
    space: Hex | None
    rotation: int | None
    draws: tuple[int, ...]
    fault: Fault | None

    @property
    def complete(self) -> bool:
        return self.rotation is not None


_NOTHING = Offer((), None, (), frozenset(), (), (), None, None, None, (), None)


def offer(game: Game, wish: Wish) -> Offer:
    """The choices in a position, narrowed by what is chosen already; nothing when the game is over."""
    if game.to_move is None or game.is_over:
        return _NOTHING
    movers = _movers(game)
    player = wish.player if wish.player in movers else movers[0]
    legal = list(game.legal_moves_for(player))
    tiles = _tiles(game, player)
    tile = wish.tile if wish.tile in tiles else None
    open_spaces = set(game.board.open_spaces) or {ORIGIN}
    allowed = open_spaces if wish.any_place else {placed.hex for placed in legal}
    space = wish.space if wish.space in allowed else None
    fitting = frozenset(placed.tile for placed in legal if space is None or placed.hex == space)
    if tile is None:
        spaces = allowed
    elif wish.any_place:
        spaces = open_spaces
    else:
        spaces = {placed.hex for placed in legal if placed.tile == tile}
        space = space if space in spaces else None
    if space is None and tile is not None and len(spaces) == 1:
        space = next(iter(spaces))
    rotations = _rotations(legal, tile, space, any_place=wish.any_place)
    rotation = wish.rotation if wish.rotation in rotations else next(iter(rotations), None)
    fault = None
    if tile is not None and space is not None and rotation is not None and wish.any_place:
        drawn = min(game.bag) if game.draws_known and game.bag else None
        fault = game.fault_of(Move(player, tile, space, rotation, drawn))
    return Offer(
        movers=movers,
        player=player,
        tiles=tiles,
        fitting=fitting,
        spaces=tuple(sorted(spaces)),
        rotations=rotations,
        tile=tile,
        space=space,
        rotation=rotation,
        draws=tuple(sorted(game.bag)) if game.draws_known else (),
        fault=fault,
    )


def _movers(game: Game) -> tuple[int, ...]:
    """Who may move: usually one; where the draws are unknown also the next, who comes first."""
    assert game.to_move is not None
    following = game.turn_may_pass_to
    if following is None or following == game.to_move:
        return (game.to_move,)
    return (following, game.to_move)


def _tiles(game: Game, player: int) -> tuple[int, ...]:
    """The tiles a seat holds, or may hold where its hand is not known."""
    seat = game.players[player]
    return tuple(sorted({*seat.hand, *(game.bag if seat.unseen else ())}))


def _rotations(legal: list[Placement], tile: int | None, space: Hex | None, *, any_place: bool) -> tuple[int, ...]:
    if tile is None or space is None:
        return ()
    found = tuple(sorted(placed.rotation for placed in legal if placed.tile == tile and placed.hex == space))
    if not any_place:
        return found
    return (*found, *(rotation for rotation in range(6) if rotation not in found))
