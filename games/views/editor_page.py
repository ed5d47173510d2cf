"""The editor as a page shows it: the board with the places open, the tiles to choose from, what comes next."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest
from django.utils.translation import gettext as _

from games.drawing import FaultMark, LaidTile, Target, board_svg, defs_svg, position_view, tile_svg
from games.editing.draft import game_of, may_be_deadlock
from games.editing.offer import Offer, Wish, offer
from games.engine.board import Placement
from games.engine.game import Game
from games.engine.hexes import Hex
from games.engine.replay import verify
from games.engine.tiles import TILES, Colour
from games.engine.verdict import Verdict
from games.models.draft import GameDraft
from games.services.drafts import draft_of, record_of
from games.views.words import colours_in_words, line_text, player_name


@dataclass(frozen=True, slots=True)
class Choice:
    """Something to choose: a link, its picture, its words."""

    url: str
    text: str
    picture: str = ""
    chosen: bool = False
    faint: bool = False
    number: int = 0


@dataclass(frozen=True, slots=True)
class SeatLine:
    """A player as far as the draft goes."""

    colour: Colour
    name: str
    line: str
    score: int
    to_move: bool


@dataclass(frozen=True, slots=True)
class WrittenMove:
    """A move in the list."""

    ply: int
    colour: Colour
    name: str
    text: str


@dataclass(frozen=True, slots=True)
class EditorPage:
    """All that the template needs."""

    status: str
    board: str
    defs: str
    seats: tuple[SeatLine, ...]
    movers: tuple[Choice, ...]
    tiles: tuple[Choice, ...]
    rotations: tuple[Choice, ...]
    draws: tuple[Choice, ...]
    moves: tuple[WrittenMove, ...]
    kept: tuple[str, ...]
    offer: Offer
    fault: str
    fault_rule: int | None
    selection: tuple[tuple[str, str], ...]
    any_url: str
    clear_url: str
    places: tuple[Choice, ...]
    over: bool
    can_claim_deadlock: bool
    deadlock: bool
    verdict: Verdict
    verdict_text: str
    record_text: str
    bag: int
    wish: Wish


def wish_of(request: HttpRequest) -> Wish:
    """What the address says is chosen; what is not understood is ignored."""

    def number(name: str) -> int | None:
        text = request.GET.get(name, "")
        return int(text) if text.isascii() and text.isdigit() and len(text) < 4 else None

    space: Hex | None
    try:
        space = Hex.parse(request.GET.get("at", "")[:12])
    except ValueError:
        space = None
    return Wish(number("player"), number("tile"), space, number("rotation"), request.GET.get("any") == "1")


class _Builder:
    def __init__(self, row: GameDraft, wish: Wish) -> None:
        self.row = row
        self.wish = wish
        self.draft = draft_of(row)
        self.game: Game = game_of(self.draft)
        if row.deadlock:
            self.game.note_claimed_outcome("deadlock")
        self.offer = offer(self.game, wish)
        players = row.record["players"]
        doubles = bool(row.record.get("doubles"))
        self.colours = [seat.colour for seat in self.game.players]
        self.names = [
            player_name(str(player.get("name", "")), colour, seat, len(players), doubles=doubles)
            for seat, (player, colour) in enumerate(zip(players, self.colours, strict=True))
        ]

    def url(self, **changes: object) -> str:
        """The address with some choices changed; None takes one away."""
        now: dict[str, object] = {
            "player": self.offer.player if len(self.offer.movers) > 1 else None,
            "tile": self.offer.tile,
            "at": self.offer.space,
            "rotation": self.offer.rotation,
            "any": 1 if self.wish.any_place else None,
        }
        now.update(changes)
        return "?" + urlencode([(key, str(value)) for key, value in now.items() if value is not None])

    def status(self) -> str:
        """What has to happen next, as a sentence."""
        game, seat = self.game, self.offer.player
        if seat is None:
            if game.is_deadlock or self.row.deadlock:
                return _("Deadlock: the game ends here as a draw.")
            return _("All tiles lie. The game is over.")
        name = {"name": self.names[seat]}
        if not game.ply:
            return _("%(name)s begins: choose the first tile.") % name
        if seat != game.to_move or not (game.must_fill or game.free_move_used):
            return _("%(name)s makes the free move.") % name
        if game.must_fill:
            return _("%(name)s must fill a forced space.") % name
        return _("%(name)s fills a further forced space.") % name

    # Board

    def board(self) -> str:
        found = self.offer
        view = position_view(self.game, title=self.status(), description=self.description())
        tiles, fault = view.tiles, None
        if found.tile is not None and found.space is not None and found.rotation is not None:
            if found.fault:
                fault = FaultMark(found.space, found.tile, found.rotation)
            else:
                ply = self.game.ply + 1
                tiles = (*tiles, LaidTile(found.tile, found.space, found.rotation, ply, ply))
                view = replace(view, ply=ply, forced=(), sides=())
        targets = tuple(
            Target(space, self.place_url(space), self.place_text(space), chosen=space == found.space)
            for space in found.spaces
        )
        return board_svg(replace(view, tiles=tiles, fault=fault, targets=targets))

    def place_url(self, space: Hex) -> str:
        """Choosing a space; a second press on the chosen one turns the tile to its next rotation."""
        rotation = None
        if space == self.offer.space and self.offer.rotation is not None:
            rotations = self.offer.rotations
            rotation = rotations[(rotations.index(self.offer.rotation) + 1) % len(rotations)]
        return self.url(at=space, rotation=rotation)

    def place_text(self, space: Hex) -> str:
        values = {"q": space.q, "r": space.r, "edges": colours_in_words(self.game.board.pattern(space))}
        if self.game.board.sides(space) >= 3:
            return _("Forced space at column %(q)d, row %(r)d: %(edges)s") % values
        return _("Space at column %(q)d, row %(r)d: %(edges)s") % values

    def description(self) -> str:
        return _("Tiles on the table: %(tiles)d. Forced spaces: %(spaces)d. Spaces to choose: %(choices)d.") % {
            "tiles": self.game.ply,
            "spaces": len(self.game.board.forced_spaces()),
            "choices": len(self.offer.spaces),
        }

    # Choices

    def tiles(self) -> tuple[Choice, ...]:
        return tuple(
            Choice(
                url=self.url(tile=None if tile == self.offer.tile else tile, rotation=None),
                text=_("Tile %(number)d: %(colours)s")
                % {"number": tile, "colours": colours_in_words(TILES[tile].edges)},
                picture=tile_svg(tile),
                chosen=tile == self.offer.tile,
                faint=tile not in self.offer.fitting,
                number=tile,
            )
            for tile in self.offer.tiles
        )

    def rotations(self) -> tuple[Choice, ...]:
        found = self.offer
        if found.tile is None:
            return ()
        return tuple(
            Choice(
                url=self.url(rotation=rotation),
                text=_("Rotation %(number)d: %(colours)s")
                % {"number": rotation, "colours": colours_in_words(TILES[found.tile].turned(rotation))},
                picture=tile_svg(found.tile, rotation),
                chosen=rotation == found.rotation,
                number=rotation,
            )
            for rotation in found.rotations
        )

    def places(self) -> tuple[Choice, ...]:
        """The places as a list, for those who do not use the board."""
        return tuple(
            Choice(self.place_url(space), self.place_text(space), chosen=space == self.offer.space)
            for space in self.offer.spaces
        )

    def movers(self) -> tuple[Choice, ...]:
        if len(self.offer.movers) < 2:
            return ()
        return tuple(
            Choice(
                self.url(player=seat, tile=None, at=None, rotation=None),
                _("%(name)s fills a further forced space") % {"name": self.names[seat]}
                if seat == self.game.to_move
                else _("%(name)s moves") % {"name": self.names[seat]},
                chosen=seat == self.offer.player,
            )
            for seat in self.offer.movers
        )

    def draws(self) -> tuple[Choice, ...]:
        return tuple(Choice("", str(tile), picture=tile_svg(tile), number=tile) for tile in self.offer.draws)

    def moves(self) -> tuple[WrittenMove, ...]:
        return tuple(
            WrittenMove(ply, self.colours[move.player], self.names[move.player], str(move.placement))
            for ply, move in enumerate(self.game.moves, 1)
        )

    def kept(self) -> tuple[str, ...]:
        return tuple(
            str(Placement(move["tile"], Hex(move["q"], move["r"]), move["rotation"])) for move in self.draft.kept
        )

    def seats(self) -> tuple[SeatLine, ...]:
        return tuple(
            SeatLine(
                colour,
                self.names[seat],
                line_text(self.game.best_line(colour)),
                self.game.best_line(colour).score,
                seat == self.offer.player,
            )
            for seat, colour in enumerate(self.colours)
        )

    def page(self) -> EditorPage:
        found = self.offer
        record = record_of(self.row)
        verdict = verify(record)
        selection = {"player": found.player, "tile": found.tile, "at": found.space, "rotation": found.rotation}
        return EditorPage(
            status=self.status(),
            board=self.board(),
            defs=defs_svg(TILES),
            seats=self.seats(),
            movers=self.movers(),
            tiles=self.tiles(),
            rotations=self.rotations(),
            draws=self.draws() if found.complete and not found.fault else (),
            moves=self.moves(),
            kept=self.kept(),
            offer=found,
            fault=_(found.fault.template) % found.fault.values if found.fault else "",
            fault_rule=found.fault.rule if found.fault else None,
            selection=tuple((key, str(value)) for key, value in selection.items() if value is not None),
            any_url=self.url(any=None if self.wish.any_place else 1),
            clear_url=self.url(tile=None, at=None, rotation=None),
            places=self.places(),
            over=found.player is None,
            can_claim_deadlock=found.player is not None and may_be_deadlock(self.draft),
            deadlock=self.row.deadlock,
            verdict=verdict,
            verdict_text=_(verdict.template) % verdict.values,
            record_text=json.dumps(record, ensure_ascii=False, separators=(",", ":")) if verdict.ok else "",
            bag=len(TILES) - self.game.ply - sum(seat.tile_count for seat in self.game.players),
            wish=self.wish,
        )


def editor_page(row: GameDraft, wish: Wish) -> EditorPage:
    """The page of a draft with some choices made."""
    return _Builder(row, wish).page()


def context_of(row: GameDraft, wish: Wish, **more: Any) -> dict[str, Any]:
    """What the editor's template is given."""
    return {"draft": row, "page": editor_page(row, wish), **more}
