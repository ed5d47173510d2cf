"""A replay as a page shows it: the board, the hands, the moves, all with the words beside them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext as _

from games.drawing import BoardView, FaultMark, Span, board_svg, defs_svg, replay_view, tile_svg
from games.drawing.replay import UNKNOWN_TILE, Frame, frames, spans
from games.engine.game import Game
from games.engine.hexes import Hex
from games.engine.scoring import Line
from games.engine.tiles import SWAPPED_NUMBERS, TILES, Colour
from games.selectors.captions import Caption
from games.views.board_options import BoardOptions
from games.views.words import LINE_OF, colours_in_words, line_text, player_name


@dataclass(frozen=True, slots=True)
class Shown:
    """Something that shows after some moves only: `css` hides it now if it must, `span` tells the script when."""

    text: str
    span: str
    css: str = ""


@dataclass(frozen=True, slots=True)
class Panel:
    """A player beside the board."""

    seat: int
    colour: Colour
    name: str
    url: str
    line: str
    score: int
    path: str
    to_move: bool
    places: tuple[tuple[Shown, ...], ...]


@dataclass(frozen=True, slots=True)
class MoveLine:
    """A move in the list and in the table."""

    ply: int
    colour: Colour
    name: str
    tile: int
    edges: str
    q: int
    r: int
    rotation: int
    is_fill: bool
    current: bool
    later: bool
    url: str


@dataclass(frozen=True, slots=True)
class Switch:
    """A button that shows or hides something: pressed it is there; `off` is the class that the script toggles."""

    name: str
    value: str
    pressed: str
    off: str
    text: str


@dataclass(frozen=True, slots=True)
class ReplayPage:
    """All that the template needs, at one move. `data` is what the script needs to show any other."""

    ply: int
    last: int
    sentence: str
    value_text: str
    heading: str
    description: str
    steps: dict[str, str]
    switches: tuple[Switch, ...]
    kept: tuple[tuple[str, str], ...]
    board: str
    defs: str
    panels: tuple[Panel, ...]
    moves: tuple[MoveLine, ...]
    spaces: tuple[Shown, ...]
    sides: str
    bag: int
    lines: tuple[tuple[Colour, str, bool], ...]
    data: dict[str, Any]


class _Teller:
    """Builds the parts of a page from the frames of one game."""

    def __init__(self, game: Game, caption: Caption, options: BoardOptions, ply: int) -> None:
        self.frames = frames(game)
        self.last = len(self.frames) - 1
        self.ply = min(ply, self.last)
        self.now = self.frames[self.ply]
        self.options = options
        self.caption = caption
        self.colours = [seat.colour for seat in game.players]
        doubles = len(set(self.colours)) < len(self.colours)
        names = [*caption.names, *[""] * len(self.colours)]
        self.names = [
            player_name(names[seat], colour, seat, len(self.colours), doubles=doubles)
            for seat, colour in enumerate(self.colours)
        ]

    def line_of(self, frame: Frame, seat: int) -> Line:
        return next(line for line in frame.lines if line.colour is self.colours[seat])

    def shown(self, text: str, span: Span) -> Shown:
        return Shown(text, str(span), "" if span.shows(self.ply) else "off")

    # Words

    def sentence(self, ply: int) -> str:
        frame = self.frames[ply]
        if frame.move is None:
            return self.say["start"]
        template = self.say["fill" if frame.is_fill else "free"]
        for key, value in self.words_of(frame.ply).items():
            template = template.replace("{" + key + "}", str(value))
        return template

    def words_of(self, ply: int) -> dict[str, object]:
        move = self.frames[ply].move
        assert move is not None
        return {"ply": ply, "last": self.last, "name": self.names[move.player], "tile": move.tile}

    @property
    def say(self) -> dict[str, str]:
        """Sentences with places to fill, for this page and for its script."""
        return {
            "start": _("The table is empty: the game begins."),
            "free": _("Move {ply} of {last}: {name} plays tile {tile}."),
            "fill": _("Move {ply} of {last}: {name} plays tile {tile} into a forced space."),
            "value": _("move {ply} of {last}"),
            "line": _("line {tiles}"),
            "loop": _("loop {tiles} × 2"),
            "none": _("no line yet"),
            "bag": _("Tiles in the bag: {bag}"),
            "picture": _("Tiles on the table: {ply}. Forced spaces: {spaces}."),
            "player": _("{name}: {score}, {line}."),
        }

    def heading(self) -> str:
        """Who played whom, with the points at the end."""
        end = self.frames[-1]
        parts = [
            _("%(name)s %(score)d") % {"name": name, "score": self.line_of(end, seat).score}
            for seat, name in enumerate(self.names)
        ]
        return " – ".join(parts)

    def description(self) -> str:
        """The picture in words, the same ones that the script puts together."""
        head = self.say["picture"].replace("{ply}", str(self.ply)).replace("{spaces}", str(len(self.now.forced)))
        parts = [head]
        for seat, name in enumerate(self.names):
            line = self.line_of(self.now, seat)
            parts.append(
                self.say["player"]
                .replace("{name}", name)
                .replace("{score}", str(line.score))
                .replace("{line}", line_text(line))
            )
        return " ".join(parts)

    # Parts

    def panels(self) -> tuple[Panel, ...]:
        urls = [*self.caption.urls, *[""] * len(self.colours)]
        return tuple(
            Panel(
                seat=seat,
                colour=colour,
                name=self.names[seat],
                url=urls[seat],
                line=line_text(self.line_of(self.now, seat)),
                score=self.line_of(self.now, seat).score,
                path=self.path(seat),
                to_move=self.mover() == seat,
                places=self.places(seat),
            )
            for seat, colour in enumerate(self.colours)
        )

    def path(self, seat: int) -> str:
        """The tiles of the best line from end to end."""
        laid = {frame.move.hex: frame.move.tile for frame in self.frames if frame.move}
        return ", ".join(str(laid[cell]) for cell in self.line_of(self.now, seat).cells)

    def mover(self) -> int | None:
        """Who moves next: the player of the next move; at the end of what was written down, who would."""
        if self.ply < self.last and (move := self.frames[self.ply + 1].move):
            return move.player
        return None

    def places(self, seat: int) -> tuple[tuple[Shown, ...], ...]:
        """The places of a hand, each with the tiles that lie there in the course of the game."""
        found = []
        for place in range(max(len(frame.slots[seat]) for frame in self.frames)):
            held = [[frame.slots[seat][place]] if place < len(frame.slots[seat]) else [None] for frame in self.frames]
            tiles = [(tile, span) for tile, span in spans(held) if tile is not None]
            found.append(tuple(self.shown(self.hand_tile(tile, span), span) for tile, span in tiles))
        return tuple(found)

    def hand_tile(self, tile: int, span: Span) -> str:
        css = "tile" if span.shows(self.ply) else "tile off"
        if tile == UNKNOWN_TILE:
            return f'<span class="{css} unknown" data-ply="{span}" role="img" aria-label="?">?</span>'
        picture = tile_svg(tile, label=str(tile), css_class=css)
        return picture.replace("<svg ", f'<svg data-ply="{span}" ', 1)

    def moves(self) -> tuple[MoveLine, ...]:
        return tuple(
            MoveLine(
                ply=frame.ply,
                colour=self.colours[frame.move.player],
                name=self.names[frame.move.player],
                tile=frame.move.tile,
                edges=TILES[frame.move.tile].turned(frame.move.rotation),
                q=frame.move.hex.q,
                r=frame.move.hex.r,
                rotation=frame.move.rotation,
                is_fill=frame.is_fill,
                current=frame.ply == self.ply,
                later=frame.ply > self.ply,
                url=self.options.query(ply=frame.ply),
            )
            for frame in self.frames
            if frame.move
        )

    def spaces(self) -> tuple[Shown, ...]:
        """The forced spaces in words."""
        found = spans(frame.forced for frame in self.frames)
        return tuple(self.shown(self.space_text(space), span) for space, span in found)

    def space_text(self, space: Any) -> str:
        values = {
            "q": space.hex.q,
            "r": space.hex.r,
            "edges": colours_in_words(space.edges),
            "bag": space.tiles_in_bag,
            "names": ", ".join(self.names[seat] for seat in space.fillers),
        }
        if space.fillers:
            return (
                _(
                    "Column %(q)d, row %(r)d asks for: %(edges)s. Can be filled by: %(names)s. "
                    "Tiles in the bag that fit: %(bag)d."
                )
                % values
            )
        return (
            _(
                "Column %(q)d, row %(r)d asks for: %(edges)s. Nobody can fill it now. "
                "Tiles in the bag that fit: %(bag)d."
            )
            % values
        )

    def line_changes(self) -> list[list[list[Any]]]:
        """For every seat the moves after which its best line changed: [ply, loop, plies of its tiles]."""
        laid = {frame.move.hex: frame.ply for frame in self.frames if frame.move}
        found = []
        for seat in range(len(self.colours)):
            changes: list[list[Any]] = []
            before: Line | None = None
            for frame in self.frames:
                line = self.line_of(frame, seat)
                if before is None or (line.cells, line.loop) != (before.cells, before.loop):
                    changes.append([frame.ply, int(line.loop), [laid[cell] for cell in line.cells]])
                    before = line
            found.append(changes)
        return found

    def view(self, fault: FaultMark | None) -> BoardView:
        view = replay_view(
            self.frames,
            self.colours,
            self.ply,
            line=self.options.line,
            title=self.heading(),
            description=self.description(),
        )
        return replace(view, fault=fault)

    def data(self) -> dict[str, Any]:
        return {
            "moves": [[f.move.player, f.move.tile, int(f.is_fill), f.turn] for f in self.frames if f.move],
            "lines": self.line_changes(),
            "names": self.names,
            "letters": [colour.letter for colour in self.colours],
            "bag": [frame.bag for frame in self.frames],
            "say": self.say,
        }


def replay_page(
    game: Game, *, caption: Caption, options: BoardOptions, ply: int, fault: FaultMark | None = None
) -> ReplayPage:
    """The page of a game at a move; with a fault its place is marked after the last legal move."""
    teller = _Teller(game, caption, options, ply)
    view = teller.view(fault)
    tiles: Sequence[int] = [*(tile.tile for tile in view.tiles), *_tiles_in_hands(teller.frames)]
    if fault and fault.tile is not None:
        tiles = [*tiles, fault.tile]
    colours = dict.fromkeys(teller.colours)
    return ReplayPage(
        ply=teller.ply,
        last=teller.last,
        sentence=teller.sentence(teller.ply),
        value_text=_("move {ply} of {last}").format(ply=teller.ply, last=teller.last),
        heading=teller.heading(),
        description=view.description,
        steps=_steps(teller.ply, teller.last, options),
        switches=switches(options),
        kept=options.asked,
        board=board_svg(view),
        defs=defs_svg(tiles),
        panels=teller.panels(),
        moves=teller.moves(),
        spaces=teller.spaces(),
        sides=", ".join(f"({space.q}, {space.r})" for space in sorted(teller.now.sides)),
        bag=teller.now.bag,
        lines=tuple((colour, str(LINE_OF[colour]), colour is options.line) for colour in colours),
        data=teller.data(),
    )


def _steps(ply: int, last: int, options: BoardOptions) -> dict[str, str]:
    """Where the four buttons lead."""
    there = {"first": 0, "back": max(0, ply - 1), "forward": min(last, ply + 1), "last": last}
    return {name: options.query(ply=target) for name, target in there.items()}


def switches(options: BoardOptions) -> tuple[Switch, ...]:
    """The switches of a board, as buttons that work with and without a script."""
    texts = (
        ("marks", "no-marks", _("Line marks"), options.marks),
        ("letters", "letters", _("Letters"), options.letters),
        ("forced", "no-forced", _("Forced spaces"), options.forced),
        ("sides", "no-sides", _("Controlled sides"), options.sides),
    )
    return tuple(Switch(name, str(int(not on)), "true" if on else "false", css, text) for name, css, text, on in texts)


def _tiles_in_hands(shown: Sequence[Frame]) -> set[int]:
    return {tile for frame in shown for hand in frame.slots for tile in hand if tile}


def fault_mark(verdict: Mapping[str, Any], record: Mapping[str, Any], game: Game) -> FaultMark | None:
    """The place of the move that a verdict objects to, if it has one."""
    index = verdict.get("index")
    moves = record.get("moves")
    if verdict.get("ok") or not isinstance(index, int) or not isinstance(moves, list) or not 0 <= index < len(moves):
        return None
    move = moves[index]
    try:
        space, tile, rotation = Hex(int(move["q"]), int(move["r"])), int(move["tile"]), int(move["rotation"])
    except (KeyError, TypeError, ValueError):
        return None
    if max(abs(space.q), abs(space.r)) > 60:
        return None
    if record.get("numbering") == "encyclopedia":
        tile = SWAPPED_NUMBERS.get(tile, tile)
    known = tile in TILES and 0 <= rotation <= 5
    return FaultMark(space, tile if known else None, rotation if known else 0, Span(game.ply, game.ply))
