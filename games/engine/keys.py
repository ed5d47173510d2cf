"""The fingerprint of a game, by which one game counts once in all the site."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from operator import itemgetter
from typing import Any

from .hexes import Hex
from .setup import read_move, read_setup

_FIELDS = itemgetter("player", "tile", "q", "r", "rotation")


def game_key(record: Mapping[str, Any]) -> str:
    """A fingerprint of the game itself, so that one game counts once however it is written down.

    It is the SHA-256 (hex) of the placements in order with their players, in official tile numbers and turned so that
    the first tile has rotation 0. Names, colours, tags, draws and the claimed result play no part: the same game sent
    by another player, with or without its draws, or with the table seen from another side, has the same key.
    Raises :class:`SetupFault` or :class:`MalformedPart` for a record that cannot be read.
    """
    setup = read_setup(record)
    moves = (read_move(raw, index, setup) for index, raw in enumerate(setup.moves))
    return _key(len(setup.colours), [(move.player, move.tile, *move.hex, move.rotation) for move in moves])


def key_of_legal_game(record: Mapping[str, Any]) -> str:
    """The same for a record that was found to be legal, so that nothing in it need be looked at again."""
    if record.get("numbering") == "encyclopedia":
        return game_key(record)
    return _key(len(record["players"]), map(_FIELDS, record["moves"]))


def _key(seats: int, placements: Iterable[tuple[int, int, int, int, int]]) -> str:
    rows = list(placements)
    turn = -rows[0][4] if rows else 0
    # a turn about the origin takes (q, r) to (a·q + b·r, c·q + d·r)
    (a, c), (b, d) = Hex(1, 0).rotated(turn), Hex(0, 1).rotated(turn)
    lines = [
        f"{player} {tile} {a * q + b * r} {c * q + d * r} {(rotation + turn) % 6}"
        for player, tile, q, r, rotation in rows
    ]
    return hashlib.sha256("\n".join([str(seats), *lines]).encode()).hexdigest()
