"""The rules of the game with boards, and the catalogue of tiles."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from games.drawing import board_svg, defs_svg, tile_svg
from games.engine.tiles import RETIRED_TILES, TILES, Colour, Tile
from games.lessons import LESSONS, lesson_view
from games.views.words import COLOUR, colours_in_words

#: What each board shows, in words for all and for those who do not see it.
CAPTIONS: Mapping[str, Promise] = {
    "golden": gettext_lazy(
        "Not allowed: where two tiles touch, both edges must have one colour; here one pair has not."
    ),
    "forced": gettext_lazy(
        "A forced space touches three tiles. The disc says that blue has a tile for it; the number says how many tiles "
        "in the bag fit as well. Blue is to move and must fill it."
    ),
    "filled": gettext_lazy("Blue has filled the forced space. The ring marks the last tile."),
    "nobody": gettext_lazy(
        "Nobody holds a tile that fits, so there is only a hollow ring: the space stays open, and the free move may "
        "be made elsewhere. The hatched spaces are explained under restriction 3."
    ),
    "turn": gettext_lazy(
        "A turn of several tiles: a forced space was filled, then the free move was made, then a new forced space "
        "was filled. The last tile has a full ring, the others of the turn a dotted one."
    ),
    "restriction_1": gettext_lazy(
        "Not allowed: this tile would leave a space with three sides, all of one colour, which no tile can ever fill."
    ),
    "restriction_2": gettext_lazy("Not allowed: next to a forced space a tile would give that space a fourth side."),
    "controlled": gettext_lazy(
        "The hatched spaces lie along the two sides that the forced space controls. They are closed until it is filled."
    ),
    "restriction_3": gettext_lazy("Not allowed: the tile would lie along a controlled side."),
    "corner": gettext_lazy("Not allowed: the corner at the end of a controlled side belongs to the side."),
    "pair_block": gettext_lazy(
        "The tile fits this forced space by its colours, but laying it would leave three equal colours beside it. So "
        "it may not be played there, and the space need not be filled with it."
    ),
    "endgame": gettext_lazy(
        "The bag is empty. The space touches four tiles or more; it counts as forced and must be filled."
    ),
    "dead": gettext_lazy(
        "The bag is empty. The open space asks for three equal colours: no tile has them, so it stays open for ever."
    ),
    "deadlock": gettext_lazy(
        "Deadlock: blue can fill nothing and has no legal place for the free move. The game ends here as a draw."
    ),
    "line": gettext_lazy("The longest red line of this game runs over 33 tiles and scores 33 points."),
    "loop": gettext_lazy("A red loop of 12 tiles scores 24 points: more than the longest open red line of this game."),
}


@dataclass(frozen=True, slots=True)
class TileCard:
    """A tile in the catalogue."""

    tile: Tile
    picture: str
    words: str
    crossings: str

    @property
    def number(self) -> int:
        return self.tile.number


@require_safe
def rules(request: HttpRequest) -> HttpResponse:
    """`/rules/`: every rule by its number, with boards from real games."""
    views = {name: lesson_view(name) for name in CAPTIONS}
    tiles = {laid.tile for view in views.values() for laid in view.tiles}
    tiles |= {view.fault.tile for view in views.values() if view.fault and view.fault.tile}
    boards = {
        name: {
            "svg": board_svg(replace(view, title=str(CAPTIONS[name])), element_id=f"board-{name.replace('_', '-')}"),
            "caption": CAPTIONS[name],
            "fault": LESSONS[name].fault,
        }
        for name, view in views.items()
    }
    context = {"boards": boards, "defs": defs_svg(tiles), "crossing": [tile_svg(n) for n in (3, 1, 2, 6)]}
    return render(request, "games/rules.html", context)


@require_safe
def tiles(request: HttpRequest) -> HttpResponse:
    """`/rules/tiles/`: the 56 tiles and the eight retired ones; `?without=green` leaves those of one triple."""
    without = request.GET.get("without", "")
    missing = Colour(without) if without in {colour.value for colour in Colour} else None
    shown = [tile for tile in TILES.values() if missing is None or missing.letter not in tile.edges]
    retired = [tile for tile in RETIRED_TILES.values() if missing is None or missing.letter not in tile.edges]
    context = {
        "defs": defs_svg([tile.number for tile in (*shown, *retired)], board=False),
        "tiles": [_card(tile) for tile in shown],
        "retired": [_card(tile) for tile in retired],
        "filters": [
            {"url": f"?without={colour.value}", "text": _without(colour), "current": colour is missing}
            for colour in Colour
        ],
        "filtered": missing is not None,
        "crumbs": [{"url": "..", "text": _("Rules")}, {"text": _("Tiles")}],
    }
    return render(request, "games/tiles.html", context)


@require_safe
def tile(request: HttpRequest, number: int) -> HttpResponse:
    """`/rules/tiles/<n>/`: one tile in its six rotations, its mirror image and the tiles of the same colours."""
    known = {**TILES, **RETIRED_TILES}
    if number not in known:
        raise Http404
    card = _card(known[number])
    mirror = _mirror(known[number])
    same = [other for other in known.values() if set(other.edges) == set(card.tile.edges) and other.number != number]
    context = {
        "defs": defs_svg([number, *(other.number for other in same)], board=False),
        "card": card,
        "retired": number in RETIRED_TILES,
        "mirror": _card(mirror) if mirror and mirror.number != number else None,
        "rotations": [
            {
                "number": k,
                "picture": tile_svg(number, k, label=_("rotation %(number)d") % {"number": k}),
                "edges": card.tile.turned(k),
            }
            for k in range(6)
        ],
        "same": [_card(other) for other in same],
        "colours": [(letter, COLOUR[Colour.from_letter(letter)]) for letter in card.tile.edges],
        "previous": number - 1 if number - 1 in known else None,
        "next": number + 1 if number + 1 in known else None,
        "crumbs": [
            {"url": "../..", "text": _("Rules")},
            {"url": "..", "text": _("Tiles")},
            {"text": _("Tile %(number)d") % {"number": number}},
        ],
    }
    return render(request, "games/tile.html", context)


def _card(tile: Tile) -> TileCard:
    return TileCard(tile, tile_svg(tile.number), colours_in_words(tile.edges), _crossings(tile))


def _crossings(tile: Tile) -> str:
    """The shape of a tile in words."""
    return {
        "003": _("three corners, nothing crosses"),
        "021": _("two wide bends that cross, one corner"),
        "102": _("one straight and two corners, nothing crosses"),
        "120": _("one straight crossed by two wide bends"),
        "300": _("three straights that cross in the middle"),
    }[tile.crossings]


def _mirror(tile: Tile) -> Tile | None:
    """The tile that shows the same colours the other way round."""
    reversed_edges = tile.edges[::-1]
    turned = {reversed_edges[k:] + reversed_edges[:k] for k in range(6)}
    return next((other for other in (*TILES.values(), *RETIRED_TILES.values()) if other.edges in turned), None)


def _without(colour: Colour) -> str:
    return {
        Colour.RED: _("Without red"),
        Colour.YELLOW: _("Without yellow"),
        Colour.GREEN: _("Without green"),
        Colour.BLUE: _("Without blue"),
    }[colour]
