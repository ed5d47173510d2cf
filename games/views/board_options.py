"""How a board is shown: what an address asks for, what a cookie remembers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields
from urllib.parse import urlencode

from django.http import HttpRequest

from games.engine.tiles import Colour

#: Remembers the switches between visits: words of this set, joined by dots.
COOKIE = "board"
_COLOURS = frozenset(colour.value for colour in Colour)
_SWITCHES = ("marks", "letters", "forced", "sides", "keys")


@dataclass(frozen=True, slots=True)
class BoardOptions:
    """The switches of a board page. `line` is the colour whose best line is brought out."""

    marks: bool = True
    letters: bool = False
    forced: bool = True
    sides: bool = True
    keys: bool = True
    line: Colour | None = None

    @property
    def css(self) -> str:
        """The classes that switch the picture."""
        words = {
            "no-marks": not self.marks,
            "letters": self.letters,
            "no-forced": not self.forced,
            "no-sides": not self.sides,
        }
        return " ".join(word for word, wanted in words.items() if wanted)

    def changed(self) -> Iterator[tuple[str, str]]:
        """The parameters that say what differs from a plain board, for links and hidden fields."""
        plain = BoardOptions()
        for option in fields(self):
            value = getattr(self, option.name)
            if value != getattr(plain, option.name):
                yield option.name, str(value) if option.name == "line" else str(int(value))

    def query(self, **more: object) -> str:
        """A query string with these options and some more parameters."""
        return "?" + urlencode([*((key, str(value)) for key, value in more.items()), *self.changed()])


def options_of(request: HttpRequest, *, remembered: bool = True) -> BoardOptions:
    """The options an address asks for; for the rest those of the cookie. What is not understood is ignored."""
    words = request.COOKIES.get(COOKIE, "").split(".") if remembered else []
    switched: dict[str, bool] = {}
    for name in _SWITCHES:
        asked = request.GET.get(name, "")
        if asked in ("0", "1"):
            switched[name] = asked == "1"
        elif f"{name}0" in words or f"{name}1" in words:
            switched[name] = f"{name}1" in words
    line = request.GET.get("line", "")
    return BoardOptions(**switched, line=Colour(line) if line in _COLOURS else None)


def ply_of(request: HttpRequest, last: int) -> int:
    """The move number in the address, kept within the game; the last move if there is none."""
    asked = request.GET.get("ply", "")
    return min(int(asked), last) if asked.isascii() and asked.isdigit() and len(asked) < 6 else last
