"""How the REST API describes itself: every operation may fail with a problem of one shape."""

from typing import Any

from drf_spectacular.openapi import AutoSchema as SpectacularAutoSchema
from drf_spectacular.utils import Direction
from rest_framework import serializers

PROBLEM_TYPES = ("validation_error", "client_error", "server_error")


class ProblemErrorSerializer(serializers.Serializer[Any]):
    """One thing that is wrong. `code` is stable (`docs/api.md` lists the codes); `detail` is for people."""

    code = serializers.CharField()
    detail = serializers.CharField()
    attr = serializers.CharField(allow_null=True, help_text="The field that is wrong, if one is.")
    extra = serializers.DictField(required=False, help_text="Facts about the failure, such as what stands in the way.")


class ProblemSerializer(serializers.Serializer[Any]):
    """Why a request was refused. Nothing was changed."""

    type = serializers.ChoiceField(choices=PROBLEM_TYPES)
    errors = ProblemErrorSerializer(many=True)  # type: ignore[assignment]


class AutoSchema(SpectacularAutoSchema):
    """Adds the problem as the answer for every status from 400 to 499. Problems are JSON, also where files are sent."""

    def _get_response_bodies(self, direction: Direction = "response") -> dict[str, Any]:
        responses: dict[str, Any] = super()._get_response_bodies(direction=direction)
        if direction == "response" and "4XX" not in responses:
            responses["4XX"] = self._get_response_for_code(ProblemSerializer, "4XX")  # type: ignore[no-untyped-call]
        for status, response in responses.items():
            if status.startswith("4") and "content" in response:
                response["content"] = {"application/json": next(iter(response["content"].values()))}
        return responses
