"""Who plays which colour, and who starts (`docs/regulations.md` 2.5)."""

from dataclasses import dataclass
from enum import StrEnum

from .errors import ScoringError
from .lot import Lot

COLOURS = ("red", "yellow", "green", "blue")


@dataclass(frozen=True, slots=True)
class Preferences:
    """A player's first and second preferred colour; either may be missing."""

    first: str | None = None
    second: str | None = None

    def __post_init__(self) -> None:
        for colour in (self.first, self.second):
            if colour is not None and colour not in COLOURS:
                raise ScoringError("bad_colour", f"There is no colour {colour}.", colour=colour)
        if self.second is not None and self.first in (None, self.second):
            raise ScoringError("bad_colour", "A second preference differs from a first one.", colour=self.second)


class ColourRule(StrEnum):
    """Which sentence of regulation 2.5 applied."""

    FIRST = "first"  # the first preferences differ
    SECOND = "second"  # equal first preferences, neither yields: both take the second
    YIELDED = "yielded"  # equal first preferences, one side yields
    LEFT_OVER = "left_over"  # a side without preference takes what the other leaves
    AGREE = "agree"  # the players agree, failing that the arbiter draws


@dataclass(frozen=True, slots=True)
class ColourAnswer:
    """The colours of left and right; None where that side picks from `free`."""

    left: str | None
    right: str | None
    rule: ColourRule

    @property
    def free(self) -> tuple[str, ...]:
        return tuple(colour for colour in COLOURS if colour not in (self.left, self.right))


def assign_colours(left: Preferences, right: Preferences, *, yields: int | None = None) -> ColourAnswer:
    """The colours that follow from both sides' preferences.

    `yields` is the side (0 or 1) that gives way when both have the same first preference; it
    then takes its second preference, or picks what is left if it has none.
    """
    if left.first is None or right.first is None:
        return ColourAnswer(left.first, right.first, ColourRule.LEFT_OVER)
    if left.first != right.first:
        return ColourAnswer(left.first, right.first, ColourRule.FIRST)
    if yields == 0:
        return ColourAnswer(left.second, right.first, ColourRule.YIELDED)
    if yields == 1:
        return ColourAnswer(left.first, right.second, ColourRule.YIELDED)
    if left.second is not None and right.second is not None and left.second != right.second:
        return ColourAnswer(left.second, right.second, ColourRule.SECOND)
    return ColourAnswer(None, None, ColourRule.AGREE)


def draw_colours(seed: int) -> tuple[str, str]:
    """The arbiter's draw where the players cannot agree: two different colours by lot."""
    left, right = Lot(seed, "colours").shuffled(COLOURS)[:2]
    return left, right


def starting_side(seed: int, game: int = 1) -> int:
    """Which side (0 left, 1 right) starts a game, by lot of the site."""
    return Lot(seed, f"start {game}").below(2)
