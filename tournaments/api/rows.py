"""Pages of rows that are worked out rather than stored: standings, cross tables, pairings."""

from collections.abc import Sequence
from typing import Any, TypeVar

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.utils.urls import replace_query_param

T = TypeVar("T")
LARGEST_PAGE = 200


class RowsQuery(serializers.Serializer[Any]):
    """Which rows are wanted."""

    offset = serializers.IntegerField(
        min_value=0, max_value=100_000, default=0, help_text="How many rows to leave out at the top."
    )
    page_size = serializers.IntegerField(min_value=1, max_value=LARGEST_PAGE, default=100)


def read_query(request: Request, kind: type[serializers.Serializer[Any]]) -> dict[str, Any]:
    """The parameters of an address, as described. Raises ValidationError, which names them."""
    sent = kind(data=request.query_params)
    sent.is_valid(raise_exception=True)
    return dict(sent.validated_data)


def page_of(request: Request, rows: Sequence[T], query: dict[str, Any]) -> tuple[Sequence[T], str | None]:
    """The rows wanted and the address of those after them, None at the end.

    The tag of the answer tells whether rows have moved between two pages.
    """
    start = query["offset"]
    end = start + query["page_size"]
    after = replace_query_param(request.build_absolute_uri(), "offset", end) if end < len(rows) else None
    return rows[start:end], after
