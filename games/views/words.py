"""Words for what the pages about games show: colours, moves, lines. Full sentences only, for translators."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from games.engine.scoring import Line
from games.engine.tiles import Colour

#: A player who has no other name.
PLAYER_OF: Mapping[Colour, Promise] = {
    Colour.RED: pgettext_lazy("player", "Red"),
    Colour.YELLOW: pgettext_lazy("player", "Yellow"),
    Colour.GREEN: pgettext_lazy("player", "Green"),
    Colour.BLUE: pgettext_lazy("player", "Blue"),
}
#: A colour as such.
COLOUR: Mapping[Colour, Promise] = {
    Colour.RED: pgettext_lazy("colour", "red"),
    Colour.YELLOW: pgettext_lazy("colour", "yellow"),
    Colour.GREEN: pgettext_lazy("colour", "green"),
    Colour.BLUE: pgettext_lazy("colour", "blue"),
}
#: The line of a colour, on a button.
LINE_OF: Mapping[Colour, Promise] = {
    Colour.RED: gettext_lazy("Red line"),
    Colour.YELLOW: gettext_lazy("Yellow line"),
    Colour.GREEN: gettext_lazy("Green line"),
    Colour.BLUE: gettext_lazy("Blue line"),
}


def line_text(line: Line) -> str:
    """What a line scores and why."""
    if not line.cells:
        return _("no line yet")
    if line.loop:
        return _("loop %(tiles)d × 2") % {"tiles": len(line.cells)}
    return _("line %(tiles)d") % {"tiles": len(line.cells)}


def colours_in_words(edges: str) -> str:
    """The colours of a tile or around a space, from the top clockwise; a dash where nothing lies."""
    return ", ".join("–" if letter == "." else str(COLOUR[Colour.from_letter(letter)]) for letter in edges)


def player_name(name: str, colour: Colour, seat: int, seats: int, *, doubles: bool) -> str:
    """The display name of a seat; without one the word for its colour, numbered in doubles."""
    if name:
        return name
    if doubles and seats == 4:
        return _("%(colour)s %(number)d") % {"colour": PLAYER_OF[colour], "number": seat // 2 + 1}
    return str(PLAYER_OF[colour])


def verdict_sentence(verdict: Mapping[str, object]) -> str:
    """The sentence of a verdict in the reader's language; as it was stored if the words do not fit any more."""
    template, values = verdict.get("template"), verdict.get("values")
    if isinstance(template, str) and template and isinstance(values, Mapping):
        try:
            return _(template) % values
        except (KeyError, TypeError, ValueError):
            pass
    return str(verdict.get("message", ""))
