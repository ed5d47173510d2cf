"""The rules engine: both verifiers beside python-chess, JSON to verdict, tables, and whether the verifiers agree.

Everything is CPU time, medians of interleaved rounds of one run, so that a busy machine slows all alike.
"""

import json
import os
import random
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from statistics import median
from typing import Any

import chess

from games.engine import read_record, read_record_text, verify, verify_by_spec, write_record_text
from games.engine.random_games import random_record
from tests.speed import Row, at_least, at_most, row
from tests.speed.engine_equality import disagreements
from tests.speed.mutations import mutated_records

PLIES = 56
SEED = 20261129


def run(quick: bool) -> list[Row]:
    rounds, count, mutants = (5, 60, 1_000) if quick else (15, 200, 10_000)
    records = [random_record(random.Random(SEED + number)) for number in range(count)]
    texts = [json.dumps(record).encode() for record in records]
    notations = [write_record_text(record) for record in records]
    games = [chess_game(SEED + number) for number in range(count)]
    faulty = list(mutated_records(count, SEED))
    each = time_per_item(
        {
            "verifier": (verify, records),
            "from JSON": (lambda text: verify(read_record(text)), texts),
            "from notation": (lambda text: verify(read_record_text(text)), notations),
            "python-chess": (replay_chess, games),
            "specification": (verify_by_spec, records[: count // 4]),
            "mutated": (verify, faulty),
        },
        rounds,
    )
    found, _ = disagreements(mutated_records(mutants, SEED))
    generated = time_per_item({"games": (lambda seed: random_record(random.Random(seed)), range(count))}, 3)["games"]
    return [
        row("verifier, records a second", 1 / each["verifier"], "records/s"),
        row("verifier against python-chess on 56 plies", each["python-chess"] / each["verifier"], "times", at_least(3)),
        row("verifier against the readable engine", each["specification"] / each["verifier"], "times"),
        row(
            "JSON text to verdict, share of the bare verifier", each["verifier"] / each["from JSON"], "", at_least(0.65)
        ),
        row("text notation to verdict, records a second", 1 / each["from notation"], "records/s"),
        row("mutated records a second", 1 / each["mutated"], "records/s"),
        row("readable engine, records a second", 1 / each["specification"], "records/s", at_least(100)),
        row("random games a second", 1 / generated, "games/s"),
        row("tables built at import", import_milliseconds(), "ms", at_most(60)),
        row(f"verifiers disagree on {mutants} mutated records", len(found), "records", at_most(0)),
    ]


def time_per_item(tasks: dict[str, tuple[Callable[[Any], Any], Sequence[Any]]], rounds: int) -> dict[str, float]:
    """The median CPU seconds an item, the tasks taking turns."""
    taken: dict[str, list[float]] = {name: [] for name in tasks}
    for _ in range(rounds):
        for name, (function, items) in tasks.items():
            started = time.process_time()
            for item in items:
                function(item)
            taken[name].append((time.process_time() - started) / len(items))
    return {name: median(times) for name, times in taken.items()}


def chess_game(seed: int) -> list[str]:
    """The moves of a random game of chess that is not over too soon."""
    rng = random.Random(seed)
    while True:
        board, moves = chess.Board(), []
        while len(moves) < PLIES and (legal := list(board.legal_moves)):
            move = rng.choice(legal)
            board.push(move)
            moves.append(move.uci())
        if len(moves) == PLIES:
            return moves


def replay_chess(moves: list[str]) -> None:
    """Every move is checked to be legal, as ours are."""
    board = chess.Board()
    for move in moves:
        board.push_uci(move)


def import_milliseconds() -> float:
    """CPU time of importing the verifier in a fresh interpreter, less that of the standard library it needs."""
    script = (
        "import csv, json, dataclasses, enum, pathlib, hashlib, datetime, contextlib, collections.abc, re, time\n"
        "started = time.process_time()\n"
        "import games.engine\n"
        "print((time.process_time() - started) * 1000)"
    )
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": ""}
    command = [sys.executable, "-c", script]
    runs = [subprocess.run(command, capture_output=True, check=True, env=environment) for _ in range(6)]
    # The first may have had to compile.
    return median(float(done.stdout) for done in runs[1:])
