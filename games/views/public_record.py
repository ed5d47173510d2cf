"""A record as everybody may have it: the game itself, without what people typed beside it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

#: What makes a game; tags such as event or round are claims of the sender, names are nobody's business.
_GAME_KEYS = ("format", "doubles", "draws", "numbering", "date", "start_tiles", "result")
_PLAYER_KEYS = ("colour", "hand")
_MOVE_KEYS = ("player", "tile", "q", "r", "rotation", "drawn", "seconds")
_RESULT_KEYS = ("scores", "outcome", "winner")


def public_record(record: Mapping[str, Any], names: Sequence[str]) -> dict[str, Any]:
    """The game of a record with the display names that the site vouches for, where it has any."""
    found = {key: record[key] for key in _GAME_KEYS if key in record}
    players = [_only(player, _PLAYER_KEYS) for player in record.get("players", []) if isinstance(player, Mapping)]
    for player, name in zip(players, names, strict=False):
        if name:
            player["name"] = name
    found["players"] = players
    moves = record.get("moves", [])
    found["moves"] = [_only(move, _MOVE_KEYS) if isinstance(move, Mapping) else move for move in moves]
    if isinstance(found.get("result"), Mapping):
        found["result"] = _only(found["result"], _RESULT_KEYS)
    return found


def _only(fields: Mapping[str, Any], keys: Sequence[str]) -> dict[str, Any]:
    return {key: fields[key] for key in keys if key in fields}
