"""Answers that are not JSON."""

from typing import Any

from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.request import Request


class AnyType(DefaultContentNegotiation):
    """For answers whose type is that of what was stored, whatever was asked for; failures are JSON."""

    def select_renderer(self, request: Request, renderers: Any, format_suffix: str | None = None) -> Any:
        return renderers[0], renderers[0].media_type
