"""How a board is shown: what an address asks for, what a cookie remembers."""

from __future__ import annotations

from dataclasses import dataclass, replace
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
    #: what the address itself asked for, to be kept in links; what the cookie remembers needs no repeating
    asked: tuple[tuple[str, str], ...] = ()

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

    def query(self, **more: object) -> str:
        """A query string with these options and some more parameters."""
        return "?" + urlencode([*((key, str(value)) for key, value in more.items()), *self.asked])


def options_of(request: HttpRequest, *, remembered: bool = True) -> BoardOptions:
    """The options an address asks for; for the rest those of the cookie. What is not understood is ignored."""
    words = request.COOKIES.get(COOKIE, "").split(".") if remembered else []
    switched: dict[str, bool] = {}
    asked: list[tuple[str, str]] = []
    for name in _SWITCHES:
        value = request.GET.get(name, "")
        if value in ("0", "1"):
            switched[name] = value == "1"
            asked.append((name, value))
        elif f"{name}0" in words or f"{name}1" in words:
            switched[name] = f"{name}1" in words
    line = request.GET.get("line", "")
    options = replace(BoardOptions(), **switched)  # type: ignore[arg-type]  # the names are those of switches
    if line in _COLOURS:
        options = replace(options, line=Colour(line))
        asked.append(("line", line))
    return replace(options, asked=tuple(asked))


def ply_of(request: HttpRequest, last: int) -> int:
    """The move number in the address, kept within the game; the last move if there is none."""
    asked = request.GET.get("ply", "")
    return min(int(asked), last) if asked.isascii() and asked.isdigit() and len(asked) < 6 else last
