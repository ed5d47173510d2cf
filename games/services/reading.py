"""From the bytes that were sent to a record that can be checked; everything wrong with the bytes is said here."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from games.engine.errors import Code, MalformedRecord, SetupFault
from games.engine.notation import load_record
from games.engine.record import MAX_BYTES
from games.engine.setup import MalformedPart, read_claim, read_move, read_setup
from games.models import ContentType
from tantrix_site.errors import InvalidInput, TooLarge

MAX_RECORD_BYTES = MAX_BYTES
#: of the place named in a refusal
LONGEST_PLACE = 120
_CONTENT_TYPES = frozenset(ContentType.values)


def read_bytes(data: bytes, content_type: str = ContentType.JSON) -> Mapping[str, Any]:
    """The record in `data`, whatever its moves are worth; JSON or text notation, as its content shows.

    Raises `TooLarge` (code `record_too_large`) beyond `MAX_RECORD_BYTES`, and `InvalidInput`: `malformed`, with the
    place as its field, when the bytes are not a record (bad UTF-8, bad JSON, doubled keys, deep nesting);
    `unsupported_media_type` for a content type that is no record.
    """
    if len(data) > MAX_RECORD_BYTES:
        raise TooLarge(
            "record_too_large",
            _("A game record may have at most %(limit)d bytes; this one has %(size)d.")
            % {"limit": MAX_RECORD_BYTES, "size": len(data)},
            {"limit": MAX_RECORD_BYTES, "size": len(data)},
        )
    if content_type not in _CONTENT_TYPES:
        raise InvalidInput(
            "unsupported_media_type",
            _("Send a game record as %(types)s.") % {"types": ", ".join(sorted(_CONTENT_TYPES))},
        )
    try:
        return load_record(data, content_type=content_type)
    except MalformedRecord as error:
        raise malformed(error.template, error.values, error.place) from error


def content_type_of(data: bytes) -> ContentType:
    """How a record that could be read is written. Every JSON record is an object; no line of a text begins like one."""
    is_json = data.removeprefix(b"\xef\xbb\xbf").lstrip().startswith(b"{")
    return ContentType.JSON if is_json else ContentType.TEXT


def check_form(record: Mapping[str, Any]) -> None:
    """Raise `InvalidInput` (code `malformed`) for a record with a part missing or of the wrong type.

    A set-up that is well-formed but against the rules passes: that is for the verdict to say.
    """
    try:
        setup = read_setup(record)
        for index, move in enumerate(setup.moves):
            read_move(move, index, setup)
        read_claim(setup.result)
    except SetupFault as error:
        if error.fault.code == Code.MALFORMED:
            raise malformed(error.fault.template, error.fault.values) from error
    except MalformedPart as error:
        raise malformed(error.fault.template, error.fault.values) from error


def malformed(template: str, values: Mapping[str, str | int], place: str = "") -> InvalidInput:
    """The engine's objection as an answer to the sender; the sentence names the place, and so does the field."""
    message = _(template) % values
    where = _short(place or str(values.get("place", "")))
    return InvalidInput("malformed", f"{where}: {message}" if place else message, {"place": where}, field=where)


def _short(place: str) -> str:
    """A key may be as long as a record."""
    return place if len(place) <= LONGEST_PLACE else f"{place[: LONGEST_PLACE - 1]}…"
