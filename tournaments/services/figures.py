"""What somebody says about one game, and the points that follow."""

from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _

from games.engine.points import MOST_POINTS
from players.models import ColourChoice
from tantrix_site.errors import InvalidInput
from tournaments.formats.errors import ScoringError
from tournaments.formats.facts import GameResult as CoreResult
from tournaments.formats.scoring import game_points
from tournaments.models import GameResult, Report

MOST_TILES: Final = MOST_POINTS
MOST_SECONDS: Final = 24 * 3600


@dataclass(frozen=True, slots=True)
class GameFigures:
    """The end of a game, sides in the order left, right.

    `tiles` are the final scores. `colours` and `seconds` may be unknown. A deadlock is drawn whatever the tiles.
    """

    tiles: tuple[int, int]
    colours: tuple[str, str] = ("", "")
    seconds: tuple[int | None, int | None] = (None, None)
    deadlock: bool = False

    def check(self, field: str = "") -> None:
        """Raises InvalidInput `bad_tiles`, `bad_colours` or `bad_time`, naming the field and side."""
        prefix = f"{field}." if field else ""
        for side, tiles in zip(("left", "right"), self.tiles, strict=True):
            if not 0 <= tiles <= MOST_TILES:
                raise InvalidInput(
                    "bad_tiles",
                    _("A final score lies between 0 and %(most)d tiles.") % {"most": MOST_TILES},
                    {"tiles": tiles, "side": side},
                    field=f"{prefix}tiles_{side}",
                )
        for side, colour in zip(("left", "right"), self.colours, strict=True):
            if colour and colour not in ColourChoice.values:
                raise InvalidInput(
                    "bad_colours", _("The colours are red, yellow, green and blue."), field=f"{prefix}colour_{side}"
                )
        if self.colours[0] and self.colours[0] == self.colours[1]:
            raise InvalidInput(
                "bad_colours", _("The two sides cannot have the same colour."), field=f"{prefix}colour_right"
            )
        for side, seconds in zip(("left", "right"), self.seconds, strict=True):
            if seconds is not None and not 0 <= seconds <= MOST_SECONDS:
                raise InvalidInput(
                    "bad_time", _("The time used lies between 0 and 24 hours."), field=f"{prefix}seconds_{side}"
                )

    @property
    def raw_tp(self) -> tuple[int, int]:
        """TP in tenths before time penalties."""
        left, right = game_points(self.tiles, deadlock=self.deadlock)
        return left, right

    def agrees_with(self, other: "GameFigures") -> bool:
        """Whether both say the same of everything the result depends on."""
        return (self.tiles, self.deadlock) == (other.tiles, other.deadlock)


def scoring_fault(error: ScoringError) -> InvalidInput:
    """The core's objection to the games of a match as an answer to people."""
    sentences = {
        "bad_game_number": _("The match has no such game."),
        "game_skipped": _("An extra or decider game follows only after all games before it."),
        "game_twice": _("A game is given twice."),
        "bad_tp": _("The two sides of a game share 20 points."),
    }
    return InvalidInput(error.code, sentences.get(error.code, error.message), dict(error.extra), field="games")


def figures_of(row: Report | GameResult) -> GameFigures | None:
    """The figures stored with a report or result; None while they are not known."""
    if row.tiles_left is None or row.tiles_right is None:
        return None
    return GameFigures(
        tiles=(row.tiles_left, row.tiles_right),
        colours=(row.colour_left, row.colour_right),
        seconds=(row.seconds_left, row.seconds_right),
        deadlock=row.deadlock,
    )


def fill_figures(row: Report | GameResult, figures: GameFigures) -> None:
    """Write figures to a report or result; storing it is the caller's."""
    row.tiles_left, row.tiles_right = figures.tiles
    row.colour_left, row.colour_right = figures.colours
    row.seconds_left, row.seconds_right = figures.seconds
    row.deadlock = figures.deadlock


def core_result(row: GameResult) -> CoreResult:
    """A stored result as the core reads it."""
    tiles = None if row.tiles_left is None or row.tiles_right is None else (row.tiles_left, row.tiles_right)
    return CoreResult(row.match_id, row.number, (row.tp_left, row.tp_right), tiles, row.decider, row.deadlock)
