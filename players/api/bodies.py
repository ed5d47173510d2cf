"""Bodies of requests: read by their description, and refused where they say more than it."""

from collections.abc import Mapping
from typing import Any, Final

from django.utils.translation import gettext as _
from drf_spectacular.extensions import OpenApiSerializerExtension
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import Direction
from rest_framework import serializers
from rest_framework.exceptions import ErrorDetail
from rest_framework.request import Request

_MOST_NAMED: Final = 10
_LONGEST_NAME: Final = 64


class Body(serializers.Serializer[Any]):
    """The base of all bodies and their parts: an unknown key is refused with `unknown_field`, naming it.

    A key that is spelled wrong would otherwise do something else than was meant, or nothing.
    """

    def to_internal_value(self, data: Any) -> Any:
        errors: dict[str, Any] = {}
        found: Any = None
        try:
            found = super().to_internal_value(data)
        except serializers.ValidationError as refused:
            errors = {**refused.detail}  # type: ignore[dict-item]  # of a serializer: by field
        if isinstance(data, Mapping):
            known = {field.field_name for field in self._writable_fields}
            unknown = [str(name)[:_LONGEST_NAME] for name in data if name not in known]
            for name in unknown[:_MOST_NAMED]:
                errors[name] = [ErrorDetail(_("There is no such field here."), code="unknown_field")]
        if errors:
            raise serializers.ValidationError(errors)
        return found


class Empty(Body):
    """Nothing is to be sent."""


def read_body(request: Request, kind: type[Body], *, partial: bool = False) -> dict[str, Any]:
    """The values of a body, as its description says. Raises ValidationError, which names the fields."""
    sent = kind(data=request.data, partial=partial)
    sent.is_valid(raise_exception=True)
    return dict(sent.validated_data)


class BodySchema(OpenApiSerializerExtension):  # type: ignore[no-untyped-call]
    """Says in the description of a request that there are no other keys."""

    target_class = "players.api.bodies.Body"
    match_subclasses = True

    def map_serializer(self, auto_schema: AutoSchema, direction: Direction) -> dict[str, Any]:
        schema: dict[str, Any] = auto_schema._map_serializer(self.target, direction, bypass_extensions=True)  # type: ignore[no-untyped-call]
        return {**schema, "additionalProperties": False} if direction == "request" else schema
