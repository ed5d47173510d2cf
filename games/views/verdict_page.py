"""A verdict as its sender reads it: the board where the game ends or goes wrong, and all that the engine said."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.drawing import FaultMark, Target, board_svg, defs_svg, position_view, tile_svg
from games.engine.errors import SetupFault
from games.engine.game import Game
from games.engine.hexes import Hex
from games.engine.replay import position
from games.engine.tiles import TILES, Colour
from games.models import Record
from games.services.reading import read_bytes
from games.views.replay_page import fault_mark
from games.views.words import PLAYER_OF, colours_in_words, verdict_sentence
from tantrix_site.errors import InvalidInput

OUTCOMES: Mapping[str, Promise] = {
    "win": gettext_lazy("win"),
    "draw": gettext_lazy("draw"),
    "deadlock": gettext_lazy("deadlock, drawn"),
}
UNCHECKED: Mapping[str, Promise] = {
    "draws": gettext_lazy("The tiles drawn were not written down, so nobody can tell whether they were in the bag."),
    "forced_spaces": gettext_lazy(
        "Whether a player could have filled a forced space was checked only with tiles that were certainly in the hand."
    ),
    "hands": gettext_lazy("The hands at the start were not written down."),
    "deadlock": gettext_lazy("The game is said to have ended in a deadlock; without the hands this cannot be checked."),
}


WORDS = frozenset(colour.value for colour in Colour)


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """A colour with the score claimed (None: nothing claimed) and the score computed (None: not played)."""

    colour: str
    name: str
    claimed: int | None
    computed: int | None

    differs: bool


@dataclass(frozen=True, slots=True)
class LegalTile:
    """A tile with the places and turns in which it would have been legal."""

    number: int
    colours: str
    picture: str
    places: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class VerdictPage:
    """All that the template needs of a record that has its verdict."""

    heading: str
    sentence: str
    code: str
    other_codes: tuple[str, ...]
    rule: int | None
    unchecked: tuple[str, ...]
    board: str
    defs: str
    scores: tuple[ScoreLine, ...]
    claimed_outcome: str
    computed_outcome: str
    legal: tuple[LegalTile, ...]
    legal_draws: tuple[int, ...]
    moves: int
    at_end: bool


def verdict_page(record: Record) -> VerdictPage | None:
    """None while the record is being checked."""
    if record.verdict is None:
        return None
    verdict: Mapping[str, Any] = record.verdict
    try:
        content = read_bytes(bytes(record.raw), record.content_type)
    except InvalidInput:  # could be read when it was sent, by an older engine
        content = {}
    sentence = verdict_sentence(verdict)
    heading = _heading(verdict, content)
    placements = [tuple(item) for item in verdict.get("legal", [])]
    board, defs = _board(verdict, content, placements, title=heading, description=sentence)
    claim = content.get("result")
    claim = claim if isinstance(claim, Mapping) else {}
    at_end = verdict["ok"] or verdict.get("index") == len(content.get("moves", ()))
    return VerdictPage(
        heading=heading,
        sentence=sentence,
        code=verdict.get("code") or "",
        other_codes=tuple(verdict.get("codes", [])[1:]),
        rule=verdict.get("rule"),
        unchecked=tuple(str(UNCHECKED.get(word, word)) for word in verdict.get("unchecked", [])),
        board=board,
        defs=defs,
        scores=_scores(verdict, claim, at_end=at_end),
        claimed_outcome=_outcome(claim.get("outcome"), claim.get("winner")),
        computed_outcome=_outcome(verdict.get("outcome"), verdict.get("winner")),
        legal=_legal(placements),
        legal_draws=tuple(verdict.get("legal_draws", [])),
        moves=int(verdict.get("moves", 0)),
        at_end=at_end,
    )


def _heading(verdict: Mapping[str, Any], content: Mapping[str, Any]) -> str:
    if verdict["ok"]:
        return _("Verified") if verdict.get("complete", True) else _("Not fully verified")
    index = verdict.get("index")
    moves = content.get("moves")
    if index is None or not isinstance(moves, Sequence):
        return _("Rejected")
    if index < 0:
        return _("Rejected: the set-up is wrong")
    if index >= len(moves):
        return _("Rejected at the end of the game")
    return _("Rejected at move %(number)d") % {"number": index + 1}


def _board(
    verdict: Mapping[str, Any],
    content: Mapping[str, Any],
    placements: Sequence[tuple[int, ...]],
    *,
    title: str,
    description: str,
) -> tuple[str, str]:
    """The board after the last legal move with the objection marked, and its definitions; nothing for a set-up."""
    try:
        game: Game = position(content)
    except SetupFault:
        return "", ""
    fault: FaultMark | None = fault_mark(verdict, content, game)
    spaces = dict.fromkeys(Hex(q, r) for _tile, q, r, _rotation in placements)
    view = replace(
        position_view(game, title=title, description=description),
        fault=fault,
        targets=tuple(Target(space) for space in spaces),
    )
    shown = {laid.tile for laid in view.tiles} | {tile for tile, *_rest in placements}
    if fault is not None and fault.tile is not None:
        shown.add(fault.tile)
    return board_svg(view), defs_svg(sorted(shown))


def _scores(verdict: Mapping[str, Any], claim: Mapping[str, Any], *, at_end: bool) -> tuple[ScoreLine, ...]:
    """Claimed and computed scores; a claim is only compared with the score of a whole game."""
    claimed = claim.get("scores")
    claimed = claimed if isinstance(claimed, Mapping) else {}
    computed = verdict.get("scores", {})
    colours = [colour for colour in Colour if colour in dict.fromkeys(chain(computed, claimed))]
    lines = []
    for colour in colours:
        said, true = _whole(claimed.get(colour)), _whole(computed.get(colour))
        lines.append(ScoreLine(str(colour), str(PLAYER_OF[colour]), said, true, at_end and said not in (None, true)))
    return tuple(lines)


def _whole(value: object) -> int | None:
    return value if type(value) is int and abs(value) < 10**9 else None


def _outcome(outcome: object, winner: object) -> str:
    if not isinstance(outcome, str) or outcome not in OUTCOMES:
        return ""
    if outcome == "win" and isinstance(winner, str) and winner in WORDS:
        return _("%(player)s wins") % {"player": PLAYER_OF[Colour(winner)]}
    return str(OUTCOMES[outcome])


def _legal(placements: Sequence[tuple[int, ...]]) -> tuple[LegalTile, ...]:
    """What would have been legal, tile by tile."""
    by_tile: dict[int, list[str]] = defaultdict(list)
    for tile, q, r, rotation in placements:
        by_tile[tile].append(
            _("column %(q)s, row %(r)s, rotation %(rotation)d")
            % {"q": _signed(q), "r": _signed(r), "rotation": rotation}
        )
    return tuple(
        LegalTile(tile, colours_in_words(TILES[tile].edges), tile_svg(tile), tuple(places))
        for tile, places in sorted(by_tile.items())
        if tile in TILES
    )


def _signed(number: int) -> str:
    """With a minus sign that cannot be mistaken for a hyphen."""
    return f"−{-number}" if number < 0 else str(number)
