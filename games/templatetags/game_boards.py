"""Boards for the pages of other apps."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import Any

from django import template
from django.conf import settings
from django.core.cache import cache
from django.urls import reverse
from django.utils import timezone
from redis.exceptions import RedisError

from games.drawing import board_svg, defs_svg, position_view
from games.engine.replay import position
from games.models import Record
from games.selectors.captions import caption_of
from games.selectors.showcase import game_of_the_day
from games.services.reading import read_bytes
from games.views.words import line_text, player_name

register = template.Library()
_DAY = 24 * 60 * 60


@register.inclusion_tag("games/showcase.html")
def show_game_of_the_day() -> dict[str, Any]:
    """A small board of the game of the day, leading to its replay; nothing while there is no public game.

    The page needs `css/board.css`. Two queries, and one for the names.
    """
    submission = game_of_the_day(timezone.now().date())
    if submission is None:
        return {}
    record = submission.record
    picture, definitions, best = _kept_picture(record)
    names = [*caption_of(submission).names, "", "", "", ""]
    doubles = len(set(record.colours)) < len(record.colours)
    players = [
        {
            "colour": colour.value,
            "name": player_name(names[seat], colour, seat, len(best), doubles=doubles),
            "line": line_text(line),
            "score": line.score,
        }
        for seat, (colour, line) in enumerate(best)
    ]
    return {
        "url": reverse("games:replay", args=[submission.public_id]),
        "board": picture,
        "defs": definitions,
        "players": players,
    }


def _kept_picture(record: Record) -> tuple[str, str, list[Any]]:
    """The picture kept since it was first asked for; while the cache is away it is drawn anew."""
    key = f"showcase-{settings.BUILD}-{record.sha256}"
    stored: tuple[str, str, list[Any]] | None = None
    with suppress(RedisError):
        stored = cache.get(key)
    if stored is None:
        stored = _picture(record)
        with suppress(RedisError):
            cache.set(key, stored, _DAY)
    return stored


def _picture(record: Record) -> tuple[str, str, list[Any]]:
    """The final position in the page's own shapes, and the best line of every seat."""
    game = position(read_bytes(bytes(record.raw), record.content_type))
    best = [(seat.colour, game.best_line(seat.colour)) for seat in game.players]
    view = replace(position_view(game), forced=(), sides=(), rings=False)
    tiles = [tile.tile for tile in view.tiles]
    return board_svg(view, css_class="board mini", element_id="showcase"), defs_svg(tiles), best
