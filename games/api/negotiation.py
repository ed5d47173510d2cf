"""Which type a body has, and which type an answer."""

from typing import Any

from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.parsers import BaseParser
from rest_framework.request import Request


class DefiniteBody(DefaultContentNegotiation):
    """A body says of which type it is; a pattern such as `*/*` names none and is refused (415)."""

    def select_parser(self, request: Request, parsers: Any) -> BaseParser | None:
        if "*" in (request.content_type or "").partition(";")[0]:
            return None
        chosen: BaseParser | None = super().select_parser(request, parsers)
        return chosen


class AnyType(DefiniteBody):
    """For answers whose type is that of what was stored, whatever was asked for; failures are JSON."""

    def select_renderer(self, request: Request, renderers: Any, format_suffix: str | None = None) -> Any:
        return renderers[0], renderers[0].media_type
