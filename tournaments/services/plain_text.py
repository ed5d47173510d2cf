"""Free text that people write: in one line or several, without what cannot be seen; where nothing shows it is empty."""

import unicodedata

from django.utils.translation import gettext as _

from tantrix_site.errors import InvalidInput


def one_line(text: str, most: int, field: str) -> str:
    """The text with single blanks. Raises InvalidInput `text_too_long`, `invisible_characters`."""
    return _checked(" ".join(text.split()), most, field)


def plain_lines(text: str, most: int, field: str) -> str:
    """The text without blanks at the ends of its lines. Raises InvalidInput as `one_line`."""
    lines = text.replace("\r\n", "\n").strip().split("\n")
    return _checked("\n".join(line.rstrip() for line in lines), most, field)


def _checked(text: str, most: int, field: str) -> str:
    if len(text) > most:
        raise InvalidInput(
            "text_too_long", _("This may have at most %(most)d characters.") % {"most": most}, field=field
        )
    if any(_is_unseen(letter) for letter in text):
        raise InvalidInput("invisible_characters", _("Leave out characters that cannot be seen."), field=field)
    return text if any(_shows(letter) for letter in text) else ""


def _shows(letter: str) -> bool:
    """Whether it is more than a blank, or a joiner that joins nothing."""
    return unicodedata.category(letter) not in ("Cf", "Cc", "Zs", "Zl", "Zp")


def _is_unseen(letter: str) -> bool:
    """Control characters, characters that are none, and those that turn the order of the text round.

    What joins letters of some scripts and parts of a sign (U+200C, U+200D) stays.
    """
    code = ord(letter)
    turns = 0x202A <= code <= 0x202E or 0x2066 <= code <= 0x2069
    return letter != "\n" and (turns or unicodedata.category(letter) in ("Cc", "Cs", "Co", "Cn"))
