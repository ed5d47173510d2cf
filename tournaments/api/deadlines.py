"""`/api/v1/events/<slug>/stages/<number>/rounds/<round>/deadline/`: until when a round is to be played."""

from typing import Any

from django.utils import timezone
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.api.problems import problem
from players.actors import request_actor
from players.api.bodies import Body, read_body
from tournaments import services
from tournaments.api import describe
from tournaments.api.lookup import get_event
from tournaments.services.draws import get_stage


class DeadlineRequestSerializer(Body):
    deadline = serializers.DateTimeField(allow_null=True, help_text="With its zone; null takes it away.")
    bracket = serializers.CharField(
        max_length=20, required=False, allow_null=True, default=None, help_text="Only this part: a plate, the losers."
    )


class DeadlineSerializer(serializers.Serializer[Any]):
    deadline = serializers.DateTimeField(allow_null=True)
    matches = serializers.IntegerField(help_text="How many matches have it now.")


class RoundDeadline(APIView):
    @extend_schema(
        operation_id="rounds_deadline",
        tags=[describe.STAGES],
        summary="Set the deadline of a round",
        request=DeadlineRequestSerializer,
        responses={
            200: DeadlineSerializer,
            400: problem("There is no such round.", unknown_round=("There is no such round.", "round")),
            403: describe.NOT_YOURS,
            404: describe.NO_STAGE,
        },
        examples=[OpenApiExample("a day", value={"deadline": "2026-06-01T20:00:00Z"}, request_only=True)],
    )
    def put(self, request: Request, slug: str, stage: int, round: int) -> Response:  # noqa: A002  (as in the address)
        event = get_event(request, slug)
        get_stage(event, stage)
        sent = read_body(request, DeadlineRequestSerializer)
        count = services.set_deadline(
            actor=request_actor(request), now=timezone.now(), event_id=event.pk, stage_number=stage, round_number=round,
            deadline=sent["deadline"], bracket=sent["bracket"],
        )  # fmt: skip
        return Response(DeadlineSerializer({"deadline": sent["deadline"], "matches": count}).data)
