"""What writing and reading the text notation have in common."""

from __future__ import annotations

import re

#: How many players a text may name; more are no game, and the verdict says so.
MOST_PLAYERS = 9

#: Tags with a text, and the key each stands for.
TEXT_TAGS = {
    "Format": "format",
    "Event": "event",
    "Date": "date",
    "GameCode": "game_code",
    "Numbering": "numbering",
    "Draws": "draws",
    "Comment": "comment",
}
PLAYER_TAGS = {"Player": "name", "Colour": "colour", "Hand": "hand"}
RESULT_WORDS = ("winner", "scores")


class Absent:
    """Stands for a key that is not there, as None is a value of its own."""


ABSENT = Absent()


def is_word(value: str) -> bool:
    """Whether a text may stand as a word in the line of the result."""
    return re.fullmatch(r"[a-z_]+", value) is not None
