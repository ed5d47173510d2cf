"""The text notation: a record as people read and write it, in the spirit of PGN.

Tags come first, then one line a turn; ``docs/record-format.md`` describes all of it. Text and JSON are two forms of
one record: :func:`read_record_text` and :func:`write_record_text` are each other's inverse for every record of the
right form, keys of others included, which are carried on lines that begin with ``%``.
"""

from __future__ import annotations

import re
from typing import Any

from .record import decode, read_record
from .text_reading import read_record_text
from .text_writing import write_record_text

__all__ = ["load_record", "looks_like_notation", "read_record_text", "write_record_text"]

_BEGINS_WITH_TAG = re.compile(r"(?:\s|[;%][^\n]*\n)*+\[[A-Za-z]")


def load_record(data: bytes | str, *, content_type: str = "", filename: str = "") -> dict[str, Any]:
    """The record in an upload of either form; the content decides, what is said of it only where it is neither.

    Raises :class:`MalformedRecord`.
    """
    start = data.lstrip()[:1]
    if start in (b"{", "{"):
        return read_record(data)
    text = decode(data)
    if looks_like_notation(text) or content_type.startswith("text/plain") or filename.lower().endswith(".txt"):
        return read_record_text(text)
    return read_record(data)


def looks_like_notation(text: str) -> bool:
    """Whether a text begins as the notation does: with a tag, after remarks if there are any."""
    return _BEGINS_WITH_TAG.match(text) is not None
