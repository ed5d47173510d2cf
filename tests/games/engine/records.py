"""The record files in ``tests/data/records`` and small changes to records, for the tests of the engine."""

import copy
import gzip
import json
from functools import cache
from pathlib import Path

from games.engine import Game, Hex, Move

FOLDER = Path(__file__).parents[2] / "data" / "records"


@cache
def _rows(name):
    with gzip.open(FOLDER / f"{name}.jsonl.gz", "rt", encoding="utf-8") as file:
        return tuple(json.loads(line) for line in file)


def legal_rows():
    return _rows("legal")


def mutated_rows():
    return _rows("mutated")


def position_rows():
    return _rows("positions")


def legal_record(players=2, doubles=False, number=0):
    """A legal game of a kind that was won, as a copy that may be changed."""
    found = [
        row["record"]
        for row in legal_rows()
        if len(row["record"]["players"]) == players
        and row["record"]["doubles"] == doubles
        and row["expect"]["outcome"] == "win"
    ]
    return copy.deepcopy(found[number])


def without_draws(record, *, hands):
    """The same game as it would be written down at a table, with the first hands or without."""
    record = copy.deepcopy(record)
    record["draws"] = "unknown"
    record.pop("start_tiles", None)
    for move in record["moves"]:
        move.pop("drawn", None)
    if not hands:
        for player in record["players"]:
            del player["hand"]
    return record


def started(record, moves):
    """A game after some moves of a record, each of them checked."""
    game = Game([player["colour"] for player in record["players"]], [player["hand"] for player in record["players"]])
    for move in record["moves"][:moves]:
        game.push(as_move(move))
    return game


def as_move(raw):
    return Move(raw["player"], raw["tile"], Hex(raw["q"], raw["r"]), raw["rotation"], raw.get("drawn"))
