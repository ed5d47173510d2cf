"""Answers that are files: the view makes them, for who asks with `?format=csv` or `Accept: text/csv`."""

import json
from collections.abc import Mapping
from typing import Any

from rest_framework.renderers import BaseRenderer


class FileRenderer(BaseRenderer):
    """The text (as UTF-8) or the bytes a view made; a refusal stays JSON, as everywhere."""

    charset: str | None = None

    def render(
        self, data: Any, accepted_media_type: str | None = None, renderer_context: Mapping[str, Any] | None = None
    ) -> bytes:
        if isinstance(data, bytes):
            return data
        if isinstance(data, str):
            return data.encode()
        if renderer_context is not None:
            renderer_context["response"]["Content-Type"] = "application/json"
        return json.dumps(data, ensure_ascii=False, default=str).encode()


class CSVRenderer(FileRenderer):
    media_type = "text/csv"
    format = "csv"
    charset = "utf-8"
