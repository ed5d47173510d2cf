"""A body that is kept as it came: a record's bytes are its identity, so nothing may re-write them."""

from collections.abc import Mapping
from typing import IO, Any

from rest_framework.parsers import BaseParser

from games.models import ContentType
from games.services import MAX_RECORD_BYTES


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
