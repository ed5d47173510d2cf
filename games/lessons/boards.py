"""The boards of the rules pages.

Each is a record cut off where the rule can be seen; where a rule forbids something the record goes one move further,
and that move is the fault shown. The tests replay every one of them through the engine.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from games.drawing import BoardView, FaultMark, replay_view
from games.drawing.replay import frames
from games.engine.game import Game
from games.engine.hexes import Hex
from games.engine.replay import position
from games.engine.tiles import Colour


@dataclass(frozen=True, slots=True)
class Lesson:
    """A position: a record, how many of its moves to show, whether the next one is a fault, which line to bring out."""

    name: str
    record: Mapping[str, Any]
    ply: int
    fault: bool = False
    line: Colour | None = None

    def game(self) -> Game:
        return position(self.record, self.ply)

    def fault_mark(self) -> FaultMark | None:
        if not self.fault:
            return None
        move = self.record["moves"][self.ply]
        return FaultMark(Hex(move["q"], move["r"]), move["tile"], move["rotation"])


def _read() -> Mapping[str, Lesson]:
    rows = json.loads((Path(__file__).parent / "positions.json").read_text(encoding="utf-8"))
    return {
        name: Lesson(
            name, row["record"], row["ply"], row.get("fault", False), Colour(row["line"]) if "line" in row else None
        )
        for name, row in rows.items()
    }


LESSONS: Mapping[str, Lesson] = _read()


@cache
def lesson_view(name: str) -> BoardView:
    """The board of a lesson, without title and description. Raises `KeyError` for an unknown name."""
    lesson = LESSONS[name]
    game = lesson.game()
    shown = frames(game)
    colours = [seat.colour for seat in game.players]
    view = replay_view(shown, colours, lesson.ply, line=lesson.line, whole=False)
    if lesson.line:
        view = replace(view, forced=(), sides=(), rings=False)
    return replace(view, fault=lesson.fault_mark())
