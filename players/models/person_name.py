"""The column type of people's names: what was erased is read as "Player 12", in the language of the page."""

import re
from typing import TYPE_CHECKING, Any

from django.db import models
from django.utils.translation import gettext as _

from players.names import ERASED_MARK


class ErasedName(str):
    """The words for somebody whose name was erased; stored again as what was read, never as the words."""

    __slots__ = ("stored",)
    stored: str


_ERASED = re.compile(ERASED_MARK + r"(\d+)")


def erased_words(stored: str) -> str:
    """What is read in place of a stored name: itself, but for erased ones in it (`names.erased_name`)."""
    if ERASED_MARK not in stored:
        return stored
    words = ErasedName(_ERASED.sub(lambda found: _("Player %(number)s") % {"number": found[1]}, stored))
    words.stored = stored
    return words


def stored_name(name: str) -> str:
    """The name as it is stored, to make longer ones of it."""
    return name.stored if isinstance(name, ErasedName) else name


if TYPE_CHECKING:
    TextColumn = models.CharField[str | models.expressions.Combinable, str]
else:
    TextColumn = models.CharField


class PersonName(TextColumn):
    """A name as everybody may read it."""

    def from_db_value(self, value: str | None, expression: Any, connection: Any) -> str | None:
        return value if value is None else erased_words(value)

    def to_python(self, value: Any) -> Any:
        return value if isinstance(value, ErasedName) else super().to_python(value)

    def get_prep_value(self, value: Any) -> Any:
        return value.stored if isinstance(value, ErasedName) else super().get_prep_value(value)
