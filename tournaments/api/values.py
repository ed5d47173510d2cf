"""From what a program sent to the values that services take."""

from typing import Any

from django.utils.translation import gettext as _

from tantrix_site.errors import InvalidInput
from tournaments import services
from tournaments.models import DecisionKind


def figures_of(sent: dict[str, Any]) -> services.GameFigures:
    """Figures of one game."""
    tiles, colours, seconds = sent["tiles"], sent.get("colours") or {}, sent.get("seconds") or {}
    return services.GameFigures(
        tiles=(tiles["left"], tiles["right"]),
        colours=(colours.get("left", ""), colours.get("right", "")),
        seconds=(seconds.get("left"), seconds.get("right")),
        deadlock=sent.get("deadlock", False),
    )


def side_of(name: str | None) -> int | None:
    """0 for "left", 1 for "right"."""
    return None if name is None else ("left", "right").index(name)


def ruling_of(sent: dict[str, Any]) -> services.Ruling:
    """An arbiter's decision."""
    tp = sent.get("tp")
    both = None if tp is None or tp["left"] is None or tp["right"] is None else (tp["left"], tp["right"])
    return services.Ruling(DecisionKind(sent["kind"]), side_of(sent.get("side")), both, excused=sent["excused"])


def correction_of(sent: dict[str, Any]) -> services.Correction:
    """What is to be true of a match instead. Raises InvalidInput `game_twice`."""
    ruling = sent.get("ruling")
    numbers = [game["number"] for game in sent.get("games", [])]
    if len(set(numbers)) < len(numbers):
        raise InvalidInput("game_twice", _("A game is given twice."), field="games")
    return services.Correction(
        games={
            game["number"]: None if game["figures"] is None else figures_of(game["figures"])
            for game in sent.get("games", [])
        },
        ruling=None if ruling is None else ruling_of(ruling),
        clear=sent.get("clear", False),
    )
