"""Which letters can be printed."""

import unicodedata
from typing import Final

from anyascii import anyascii

_ALPHABETS: Final = (
    (0x20, 0x250),
    (0x2B0, 0x590),
    (0x10A0, 0x1100),
    (0x1E00, 0x2000),
    (0x2010, 0x2028),
    (0x2030, 0x2200),
)
"""Latin, Greek, Cyrillic, Armenian, Georgian, accents and signs: what the fonts that come with the typesetter have."""


def printable(text: str) -> str:
    """The text with letters that no font has in Latin ones: of 山田 Ken remains a name that can be read out.

    Spaces of any kind and line ends become plain ones, other control characters are left out.
    """
    found = []
    for letter in unicodedata.normalize("NFC", text):
        if any(first <= ord(letter) < end for first, end in _ALPHABETS):
            found.append("" if "\x7f" <= letter < "\xa0" else letter)
        elif letter.isspace():
            found.append(" ")
        elif letter >= " ":
            found.append(anyascii(letter))
    return "".join(found).strip()
