"""Random legal games, for the demo, tests and measurements."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from random import Random
from typing import Any

from .board import Placement
from .game import Game
from .hexes import ORIGIN
from .moves import HAND_SIZE, Move
from .setup import FORMAT
from .tiles import TILES, Colour


def random_record(
    rng: Random,
    *,
    players: int = 2,
    doubles: bool = False,
    colours: Sequence[Colour | str] | None = None,
    names: Sequence[str] | None = None,
) -> dict[str, Any]:
    """The record of a complete legal game, the same one for the same state of ``rng``.

    Fills and free moves are chosen at random, free moves by space first. ``colours`` are given by seat, in doubles for
    the four seats or for the two teams. Raises ``ValueError`` for a number of players or colours that cannot be.
    """
    seats = _seat_colours(rng, players, doubles, colours)
    tiles = list(TILES)
    rng.shuffle(tiles)
    hands = [tiles[seat * HAND_SIZE : (seat + 1) * HAND_SIZE] for seat in range(players)]
    bag = tiles[players * HAND_SIZE :]
    game = play(rng, Game(seats, hands), bag)
    return game_record(game, hands, start_tiles=_start_tiles(rng, players), doubles=doubles, names=names)


def play(rng: Random, game: Game, bag: list[int], *, moves: int | None = None) -> Game:
    """Play random moves, drawing from the end of ``bag``, until the game is over or ``moves`` have been made."""
    for _ in range(len(TILES) if moves is None else moves):
        if game.to_move is None:
            break
        placement = random_placement(rng, game)
        if placement is None:
            break
        tile, space, rotation = placement
        game._push(Move(game.to_move, tile, space, rotation, bag.pop() if bag else None))
    return game


def random_placement(rng: Random, game: Game) -> Placement | None:
    """A legal placement for the player to move, or None in a deadlock or when the game is over."""
    if game.to_move is None:
        return None
    hand = game.players[game.to_move].hand
    if not len(game.board):
        return Placement(rng.choice(hand), ORIGIN, rng.randrange(6))
    fills = list(game.fills(game.to_move))
    if fills:
        return rng.choice(fills)
    spaces = sorted(game.board.open_spaces)
    rng.shuffle(spaces)
    for space in spaces:
        found = list(game.placements_at(space, hand))
        if found:
            return rng.choice(found)
    return None


def game_record(
    game: Game,
    hands: Sequence[Sequence[int]],
    *,
    start_tiles: Sequence[int] | None = None,
    doubles: bool = False,
    names: Sequence[str] | None = None,
) -> dict[str, Any]:
    """The record of a game with the hands it began with, and with its result if it is over."""
    record: dict[str, Any] = {
        "format": FORMAT,
        "players": [
            {
                "name": names[seat.index] if names else "ABCD"[seat.index],
                "colour": seat.colour.value,
                "hand": list(hand),
            }
            for seat, hand in zip(game.players, hands, strict=True)
        ],
        "doubles": doubles,
    }
    if start_tiles is not None:
        record["start_tiles"] = list(start_tiles)
    record["moves"] = [move_record(move) for move in game.moves]
    outcome = game.outcome()
    if outcome:
        record["result"] = {"scores": game.scores(), "outcome": outcome.kind.value}
        record["result"]["winner"] = outcome.winner.value if outcome.winner else None
    return record


def move_record(move: Move) -> dict[str, int | None]:
    """A move as it stands in a record."""
    q, r = move.hex
    return {"player": move.player, "tile": move.tile, "q": q, "r": r, "rotation": move.rotation, "drawn": move.drawn}


def _seat_colours(
    rng: Random, players: int, doubles: bool, colours: Sequence[Colour | str] | None
) -> tuple[Colour, ...]:
    if not 2 <= players <= 4 or (doubles and players != 4):
        message = f"{players} players cannot play {'doubles' if doubles else 'a game'}."
        raise ValueError(message)
    wanted = 2 if doubles else players
    chosen = [Colour(colour) for colour in islice(colours, players)] if colours else rng.sample(list(Colour), wanted)
    if doubles:
        seats = tuple(chosen * 2 if len(chosen) == 2 else chosen)
        fits = len(seats) == 4 and seats[0] == seats[2] != seats[1] == seats[3]
    else:
        seats = tuple(chosen)
        fits = len(seats) == players == len(set(seats))
    if not fits:
        message = f"The colours {', '.join(chosen)} do not suit the game."
        raise ValueError(message)
    return seats


def _start_tiles(rng: Random, players: int) -> list[int]:
    """The tiles drawn to see who begins, put back afterwards: the highest is the first player's (rule 3)."""
    drawn = rng.sample(list(TILES), players)
    drawn.remove(highest := max(drawn))
    return [highest, *drawn]
