"""A game being written down: a record whose moves are legal, and moves kept for later.

Moves taken back are not thrown away: they are kept, and so are the moves of a faulty record from its fault on. A new
move replaces the first kept one; then the others can be taken up again as far as they are legal. So a slip made
twenty moves ago is put right by going back, laying one tile differently and taking up the rest.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from games.engine.errors import Fault, IllegalMove
from games.engine.game import Game, Move, OutcomeKind
from games.engine.replay import position
from games.engine.setup import FORMAT, MalformedPart, read_move, read_setup
from games.engine.tiles import SWAPPED_NUMBERS

#: What of a record a draft takes over besides players and moves.
_KEPT_KEYS = ("doubles", "draws", "date", "start_tiles")


@dataclass(frozen=True, slots=True)
class Draft:
    """`record` is a legal record without a result; `kept` holds moves that are not part of it (yet)."""

    record: Mapping[str, Any]
    kept: tuple[Mapping[str, Any], ...] = ()

    @property
    def moves(self) -> list[Mapping[str, Any]]:
        return list(self.record["moves"])


def new_draft(record: Mapping[str, Any]) -> Draft:
    """The draft of a record, its moves taken as far as they are legal and the others kept.

    Raises :class:`SetupFault` if the set-up is not in order.
    """
    setup = read_setup(record)
    moves = []
    for index, raw in enumerate(setup.moves):
        try:
            moves.append(_written(read_move(raw, index, setup), raw))
        except MalformedPart:
            break
    players = []
    for source, colour, hand in zip(record["players"], setup.colours, setup.hands, strict=True):
        player: dict[str, Any] = {"colour": colour.value}
        if source.get("name"):
            player["name"] = source["name"]
        if hand is not None:
            player["hand"] = list(hand)
        players.append(player)
    start: dict[str, Any] = {"format": FORMAT, "players": players, "moves": []}
    start.update((key, record[key]) for key in _KEPT_KEYS if record.get(key) is not None)
    if record.get("numbering") == "encyclopedia" and "start_tiles" in start:
        # the draft is written in the official numbers
        start["start_tiles"] = [SWAPPED_NUMBERS.get(tile, tile) for tile in start["start_tiles"]]
    return take_kept(Draft(start, tuple(moves)))[0]


def with_setup(draft: Draft, setup: Mapping[str, Any]) -> Draft:
    """The same moves under another set-up (a record without moves), as far as they are legal under it."""
    return new_draft({**setup, "moves": [*draft.moves, *draft.kept]})


def game_of(draft: Draft) -> Game:
    """The game where the draft stands."""
    return position(draft.record)


def put(draft: Draft, move: Move) -> Draft:
    """The draft with one move more; it takes the place of the first kept one.

    Raises :class:`IllegalMove` if the rules forbid it, :class:`MalformedPart` if it is no move at all (a seat or a
    rotation that does not exist).
    """
    read_move(_written(move), len(draft.moves), read_setup(draft.record))
    found = game_of(draft).fault_of(move)
    if found:
        raise IllegalMove(found)
    return replace(_with_moves(draft, [*draft.moves, _written(move)]), kept=draft.kept[1:])


def go_back(draft: Draft, ply: int) -> Draft:
    """The draft after its first `ply` moves, the others kept."""
    moves = draft.moves
    return replace(_with_moves(draft, moves[:ply]), kept=(*moves[ply:], *draft.kept))


def take_kept(draft: Draft) -> tuple[Draft, Fault | None]:
    """Take up the kept moves as far as they are legal; the objection to the first that is not."""
    game = game_of(draft)
    setup = read_setup(draft.record)
    taken: list[Mapping[str, Any]] = []
    found: Fault | None = None
    for raw in draft.kept:
        move = read_move(raw, len(taken), setup)
        found = game.fault_of(move)
        if found:
            break
        game._push(move)
        taken.append(raw)
    return replace(_with_moves(draft, [*draft.moves, *taken]), kept=draft.kept[len(taken) :]), found


def drop_kept(draft: Draft, count: int | None = None) -> Draft:
    """Throw away the first `count` kept moves, or all of them."""
    return replace(draft, kept=() if count is None else draft.kept[count:])


def may_be_deadlock(draft: Draft) -> bool:
    """Whether the game may have stopped here in a deadlock that only its players know of."""
    game = game_of(draft)
    if game.draws_known or not game.ply:
        return False
    game.note_claimed_outcome(OutcomeKind.DEADLOCK)
    outcome = game.outcome()
    return outcome is not None and outcome.kind == OutcomeKind.DEADLOCK


def finished(draft: Draft, *, deadlock: bool = False) -> dict[str, Any]:
    """The record of a draft with the result that the engine computes, if the game is over.

    `deadlock` claims one where the hands are unknown and nobody can compute it.
    """
    game = game_of(draft)
    if deadlock:
        game.note_claimed_outcome("deadlock")
    record = dict(draft.record)
    outcome = game.outcome()
    if outcome:
        winner = outcome.winner.value if outcome.winner else None
        record["result"] = {"scores": game.scores(), "outcome": outcome.kind.value, "winner": winner}
    return record


def _with_moves(draft: Draft, moves: Sequence[Mapping[str, Any]]) -> Draft:
    return replace(draft, record={**draft.record, "moves": list(moves)})


def _written(move: Move, raw: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """A move as a record has it; the time used is carried over."""
    found: dict[str, Any] = {
        "player": move.player,
        "tile": move.tile,
        "q": move.hex.q,
        "r": move.hex.r,
        "rotation": move.rotation,
    }
    if move.drawn is not None:
        found["drawn"] = move.drawn
    if raw and raw.get("seconds") is not None:
        found["seconds"] = raw["seconds"]
    return found
