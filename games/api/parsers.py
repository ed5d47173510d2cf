"""Bodies of requests: JSON read with care, and records kept as they came.

A record's bytes are its identity, so nothing may re-write them.
"""

from collections.abc import Mapping
from typing import IO, Any, Final

from django.utils.translation import gettext as _
from rest_framework.exceptions import ParseError
from rest_framework.parsers import BaseParser, JSONParser

from games.engine.careful_json import read_with_care
from games.engine.errors import MalformedRecord
from games.models import ContentType
from games.services import MAX_RECORD_BYTES
from tantrix_site.errors import TooLarge

MAX_BODY_BYTES: Final = 1024 * 1024


class CarefulJsonParser(JSONParser):
    """JSON of bounded size and depth in which no key comes twice; what else is wrong is told with its place.

    An operation that takes whole files has a subclass with a larger `limit`.
    Raises ParseError `parse_error`, TooLarge `body_too_large`.
    """

    limit = MAX_BODY_BYTES

    def parse(
        self, stream: IO[bytes], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Any:
        data = stream.read(self.limit + 1)
        if len(data) > self.limit:
            raise TooLarge(
                "body_too_large",
                _("A request may have at most %(limit)d bytes.") % {"limit": self.limit},
                {"limit": self.limit},
            )
        try:
            return read_with_care(data.decode("utf-8-sig"))
        except UnicodeDecodeError as error:
            raise ParseError(_("The request is not in UTF-8 (byte %(place)d).") % {"place": error.start + 1}) from error
        except MalformedRecord as error:
            sentence = _(error.template) % error.values
            raise ParseError(f"{error.place}: {sentence}" if error.place else sentence) from error


class RawRecordParser(BaseParser):
    """The bytes of a record in JSON; one byte more than the limit is read, so that the service can refuse them."""

    media_type = str(ContentType.JSON)

    def parse(  # type: ignore[override]  # the framework passes any value on
        self, stream: IO[bytes], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> bytes:
        return stream.read(MAX_RECORD_BYTES + 1)


class RawTextParser(RawRecordParser):
    """The bytes of a record in text notation."""

    media_type = str(ContentType.TEXT)
