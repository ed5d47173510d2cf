"""A verdict or a position as one row of JSON, as the two commands print them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .game import Game
from .verdict import Verdict


def verdict_row(verdict: Verdict) -> dict[str, Any]:
    """The short form of a verdict."""
    return {
        "ok": verdict.ok,
        "code": verdict.code,
        "codes": list(verdict.codes),
        "index": verdict.index,
        "rule": verdict.rule,
        "scores": dict(verdict.scores),
        "outcome": verdict.outcome,
        "winner": verdict.winner,
        "complete": verdict.complete,
        "unchecked": list(verdict.unchecked),
        "message": verdict.message,
    }


def position_row(game: Game) -> Mapping[str, Any]:
    """The state of a game after its last move: who is to move and how, the best line of every colour in play."""
    lines = {colour.value: game.best_line(colour) for colour in game.colours}
    return {
        "player": None if game.is_over else game.to_move,
        "must_fill": game.must_fill,
        "free_move_used": game.free_move_used,
        "restrictions_hold": game.restrictions_hold,
        "forced_spaces": [list(space) for space in game.board.forced_spaces()],
        "legal_moves": sorted([tile, space.q, space.r, rotation] for tile, space, rotation in game.legal_moves),
        "scores": game.scores(),
        "lines": {
            word: {"cells": [list(space) for space in line.cells], "loop": line.loop, "score": line.score}
            for word, line in lines.items()
        },
    }
