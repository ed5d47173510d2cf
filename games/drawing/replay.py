"""A whole game as frames, one after every move, and the pictures made of them."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from games.engine.game import ForcedSpace, Game, Move
from games.engine.hexes import Hex
from games.engine.scoring import Line
from games.engine.tiles import TILES, Colour

from .view import BoardView, ForcedMark, LaidTile, LineMark, SideMark, Span

#: Stands in a hand for a tile nobody wrote down.
UNKNOWN_TILE = 0


@dataclass(frozen=True, slots=True)
class Frame:
    """The game after `ply` moves.

    `move` led here (None at the start), `is_fill` says whether it filled a forced space, `turn` numbers the turns from
    1. `slots` are the hands by seat: a tile keeps its place, a drawn one takes the place of the one played, None is an
    empty place and `UNKNOWN_TILE` a tile not written down. `lines` holds the best line of every colour in play.
    """

    ply: int
    move: Move | None
    is_fill: bool
    turn: int
    to_move: int | None
    slots: tuple[tuple[int | None, ...], ...]
    bag: int
    forced: tuple[ForcedSpace, ...]
    sides: frozenset[Hex]
    lines: tuple[Line, ...]


def frames(game: Game) -> list[Frame]:
    """The frames of a game from its start to its last move. The game is taken back and replayed, and ends as it was."""
    moves: list[Move] = []
    while game.ply:
        moves.append(game.pop())
    slots = [_rearranged((), game, seat) for seat in range(len(game.players))]
    turn, free_used = 0, True
    found = [_frame(game, None, is_fill=False, turn=0, slots=slots)]
    for move in reversed(moves):
        is_fill = game.board.sides(move.hex) >= 3
        before = found[-1].move
        if before is None or before.player != move.player or (free_used and not is_fill):
            turn, free_used = turn + 1, False
        free_used = free_used or not is_fill
        game._push(move)
        slots = [_rearranged(old, game, seat) for seat, old in enumerate(slots)]
        found.append(_frame(game, move, is_fill=is_fill, turn=turn, slots=slots))
    return found


def _frame(
    game: Game, move: Move | None, *, is_fill: bool, turn: int, slots: Sequence[tuple[int | None, ...]]
) -> Frame:
    return Frame(
        ply=game.ply,
        move=move,
        is_fill=is_fill,
        turn=turn,
        to_move=game.to_move,
        slots=tuple(slots),
        bag=len(TILES) - len(game.board) - sum(seat.tile_count for seat in game.players),
        forced=tuple(game.forced_spaces()),
        sides=frozenset(game.controlled_sides()),
        lines=tuple(game.best_line(colour) for colour in game.colours),
    )


def _rearranged(old: Sequence[int | None], game: Game, seat: int) -> tuple[int | None, ...]:
    """The hand of a seat, every tile in the place it had; new and unknown tiles go to places that became free."""
    player = game.players[seat]
    hand = set(player.hand)
    places: list[int | None] = [tile if tile in hand else None for tile in old]
    coming = [tile for tile in player.hand if tile not in places] + [UNKNOWN_TILE] * player.unseen
    for index, tile in enumerate(places):
        if tile is None and coming:
            places[index] = coming.pop(0)
    return (*places, *coming)


Key = TypeVar("Key", bound=Hashable)


def spans(seen: Iterable[Iterable[Key]]) -> list[tuple[Key, Span]]:
    """When each thing is to be seen: `seen` lists what shows in frame 0, 1, 2 …; one entry per unbroken stretch."""
    found: list[tuple[Key, Span]] = []
    since: dict[Key, int] = {}
    last = -1
    for last, keys in enumerate(seen):
        now = dict.fromkeys(keys)
        gone = [key for key in since if key not in now]
        found.extend((key, Span(since.pop(key), last - 1)) for key in gone)
        for key in now:
            since.setdefault(key, last)
    found.extend((key, Span(first, last)) for key, first in since.items())
    return sorted(found, key=lambda item: (item[1].first, item[1].last))


def laid_tiles(shown: Sequence[Frame]) -> tuple[LaidTile, ...]:
    """The tiles of a game in playing order."""
    ends = {frame.turn: frame.ply for frame in shown}
    return tuple(
        LaidTile(frame.move.tile, frame.move.hex, frame.move.rotation, frame.ply, ends[frame.turn])
        for frame in shown
        if frame.move
    )


def forced_marks(frame: Frame, colours: Sequence[Colour]) -> tuple[ForcedMark, ...]:
    """The forced spaces of a frame with the colours of those who can fill them; `colours` are those of the seats."""
    return tuple(
        ForcedMark(space.hex, tuple(dict.fromkeys(colours[seat] for seat in space.fillers)), space.tiles_in_bag)
        for space in frame.forced
    )


def replay_view(
    shown: Sequence[Frame],
    colours: Sequence[Colour],
    ply: int,
    *,
    line: Colour | None = None,
    whole: bool = True,
    title: str = "",
    description: str = "",
) -> BoardView:
    """The board after `ply` moves; with `whole` the marks of all moves are in it, for a script to switch.

    The picture has the size of the final position, so nothing jumps from move to move.
    """
    marks = spans(forced_marks(frame, colours) for frame in shown)
    sides = spans(sorted(frame.sides) for frame in shown)
    best = next((found for found in shown[ply].lines if found.colour is line), None)
    return BoardView(
        tiles=laid_tiles(shown),
        ply=ply,
        forced=tuple(
            ForcedMark(mark.hex, mark.colours, mark.in_bag, span) for mark, span in marks if whole or span.shows(ply)
        ),
        sides=tuple(SideMark(space, span) for space, span in sides if whole or span.shows(ply)),
        line=LineMark(best.colour, best.cells) if best else None,
        replay=whole,
        title=title,
        description=description,
    )


def position_view(game: Game, *, title: str = "", description: str = "") -> BoardView:
    """The board of a game as it stands: its tiles, forced spaces and controlled sides, with the last turn ringed."""
    shown = frames(game)
    colours = [seat.colour for seat in game.players]
    return replay_view(shown, colours, len(shown) - 1, whole=False, title=title, description=description)
