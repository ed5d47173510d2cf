"""Replaying a record: is every move legal, and does the claimed result hold?

:func:`verify_by_spec` is the readable reference. It never throws for a bad game; the verdict says what is wrong first.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice
from typing import Any

from .errors import RULES, Code, Fault, SetupFault, gettext_noop
from .fast import UNDECIDED, first_objection
from .game import Game
from .moves import LEGAL_SHOWN, Outcome, sole_leader
from .setup import Claim, MalformedPart, Setup, read_claim, read_move, read_setup
from .unrecorded import UnrecordedGame
from .verdict import LEGAL, LEGAL_AS_FAR_AS_WRITTEN, Verdict, refusal


def verify(record: Mapping[str, Any]) -> Verdict:
    """The verdict on a record. Never throws for a bad game.

    The fast verifier decides on legal games alone and finds the first fault of others; the readable engine looks at
    that place and says what is wrong. The verdict is that of :func:`verify_by_spec` in every field.
    """
    index, scores = first_objection(record)
    if index == UNDECIDED:
        return verify_by_spec(record)
    if scores:
        verdict = _verdict_on_legal_game(record.get("result"), scores, index)
        if verdict:
            return verdict
    return _verify_from(record, trusted=index)


def verify_by_spec(record: Mapping[str, Any]) -> Verdict:
    """Replay a record move by move with the readable engine and compare its end with the claimed result."""
    return _verify_from(record, trusted=0)


def _verify_from(record: Mapping[str, Any], *, trusted: int) -> Verdict:
    """Replay a record of which the first ``trusted`` moves are known to be legal."""
    try:
        setup = read_setup(record)
    except SetupFault as error:
        return refusal(error.fault, -1)
    game = new_game(setup)
    for index, raw in enumerate(setup.moves):
        try:
            move = read_move(raw, index, setup)
        except MalformedPart as error:
            return _refuse(game, error.fault, index)
        found = game.fault_of(move) if index >= trusted else None
        if found:
            return _refuse(game, found, index)
        game._push(move)
    return _verdict_at_end(game, setup)


def _verdict_on_legal_game(result: Any, scores: dict[str, int], moves: int) -> Verdict | None:
    """The verdict on a game whose moves are all legal, or None if there may be something to say about its result."""
    winner = sole_leader(scores)
    outcome = "win" if winner else "draw"
    if result is not None:
        if result != {"scores": scores, "outcome": outcome, "winner": winner}:
            return None
        if {*map(type, result["scores"].values())} != {int}:
            return None
    return Verdict(ok=True, scores=scores, outcome=outcome, winner=winner, moves=moves)


def position(record: Mapping[str, Any], ply: int | None = None) -> Game:
    """The game after ``ply`` moves of a record (all of them by default), or where its legal moves end if sooner.

    Raises :class:`SetupFault` if the set-up is wrong.
    """
    setup = read_setup(record)
    game = new_game(setup)
    for index, raw in enumerate(islice(setup.moves, ply)):
        try:
            move = read_move(raw, index, setup)
        except MalformedPart:
            break
        if game.fault_of(move):
            break
        game._push(move)
    return game


def new_game(setup: Setup) -> Game:
    """The game at the start of a record."""
    if setup.draws_known:
        return Game(setup.colours, [hand or () for hand in setup.hands], setup.names)
    return UnrecordedGame(setup.colours, setup.hands, setup.names, played=_tiles_by_move(setup))


def _tiles_by_move(setup: Setup) -> list[tuple[int, int]]:
    """Who plays which tile, as far as the moves can be read."""
    played = []
    for index, raw in enumerate(setup.moves):
        try:
            move = read_move(raw, index, setup)
        except MalformedPart:
            return []
        played.append((move.player, move.tile))
    return played


def _refuse(game: Game, found: Fault, index: int, outcome: Outcome | None = None) -> Verdict:
    return refusal(
        found,
        index,
        scores=game.scores(),
        moves=game.ply,
        complete=game.draws_known,
        unchecked=game.unchecked(),
        outcome=outcome.kind.value if outcome else None,
        winner=outcome.winner.value if outcome and outcome.winner else None,
    )


def _verdict_at_end(game: Game, setup: Setup) -> Verdict:
    """The last stage: is the game over, is the claim well-formed, do scores and outcome agree with it?"""
    end = len(setup.moves)
    claim: Claim | None = None
    malformed: Fault | None = None
    try:
        claim = read_claim(setup.result)
    except MalformedPart as error:
        malformed = error.fault
    if claim and claim.outcome:
        game.note_claimed_outcome(claim.outcome)
    outcome = game.outcome()
    if outcome is None:
        return _refuse(game, _incomplete(game, malformed), end)
    if malformed:
        return _refuse(game, malformed, end, outcome)
    found = _claim_fault(claim, game.scores(), outcome) if claim else None
    if found:
        return _refuse(game, found, end, outcome)
    return Verdict(
        ok=True,
        template=LEGAL if game.draws_known else LEGAL_AS_FAR_AS_WRITTEN,
        scores=game.scores(),
        outcome=outcome.kind.value,
        winner=outcome.winner.value if outcome.winner else None,
        complete=game.draws_known,
        unchecked=game.unchecked(),
        moves=game.ply,
    )


def _incomplete(game: Game, malformed: Fault | None) -> Fault:
    template = gettext_noop("The moves are legal, but after %(moves)s of them the game was not over.")
    also = malformed.codes if malformed else ()
    legal = tuple(islice(game.legal_moves, LEGAL_SHOWN))
    return Fault((Code.INCOMPLETE, *also), template, {"moves": game.ply}, RULES[Code.INCOMPLETE], legal)


def _claim_fault(claim: Claim, scores: dict[str, int], outcome: Outcome) -> Fault | None:
    wrong_outcome = (claim.outcome is not None and claim.outcome != outcome.kind) or (
        claim.claims_winner and claim.winner != outcome.winner
    )
    wrong = next((colour for colour, points in (claim.scores or {}).items() if scores.get(colour) != points), None)
    if wrong is not None:
        codes = (Code.SCORE_MISMATCH, Code.OUTCOME_MISMATCH) if wrong_outcome else (Code.SCORE_MISMATCH,)
        if wrong in scores:
            template = gettext_noop("The result gives %(colour)s a score that is not the true one, %(score)s.")
            values: dict[str, str | int] = {"colour": wrong, "score": scores[wrong]}
        else:
            template = gettext_noop("The result gives a score to %(colour)s, which nobody played.")
            values = {"colour": wrong}
        return Fault(codes, template, values, RULES[Code.SCORE_MISMATCH])
    if not wrong_outcome:
        return None
    if outcome.winner:
        template = gettext_noop("The result is wrong: %(colour)s won the game.")
        values = {"colour": outcome.winner.value}
    else:
        template = gettext_noop("The result is wrong: the game was drawn (%(outcome)s).")
        values = {"outcome": outcome.kind.value}
    return Fault((Code.OUTCOME_MISMATCH,), template, values, RULES[Code.OUTCOME_MISMATCH])
