"""Game records for the demo: made by the engine, the same ones every time."""

import json
from itertools import count
from random import Random
from typing import Any

from games.engine.random_games import random_record

# what a pair plays with; in the demo nobody's wish matters
COLOURS = ("red", "blue")


def legal_record(key: str, names: tuple[str, str], *, winner: int | None = None, **tags: str) -> dict[str, Any]:
    """A complete legal game of the two named, left first; `key` decides which.

    Somebody wins it, `winner` (0 left, 1 right) if that matters. `tags` are added to the record.
    """
    for attempt in count():
        record = random_record(Random(f"tantrix demo {key} {attempt}"), colours=COLOURS, names=names)  # noqa: S311
        won = record["result"]["winner"]
        if won is not None and winner in (None, COLOURS.index(won)):
            return {**record, **tags}
    raise AssertionError("count() has no end")


def illegal_record(record: dict[str, Any]) -> dict[str, Any]:
    """The same game with one tile in the middle turned by 60 degrees, so that colours do not match."""
    moves = [dict(move) for move in record["moves"]]
    faulty = moves[len(moves) // 2]
    faulty["rotation"] = (faulty["rotation"] + 1) % 6
    return {**record, "moves": moves}


def as_bytes(record: dict[str, Any]) -> bytes:
    return json.dumps(record, ensure_ascii=False, indent=1).encode()
