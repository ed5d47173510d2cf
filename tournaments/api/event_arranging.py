"""`/api/v1/events/<slug>/arranging/`: what an event sets about deadlines."""

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.problems import problem
from players.actors import request_actor
from players.api.bodies import read_body
from tournaments import services
from tournaments.api import describe
from tournaments.api.arranging import Act
from tournaments.api.arranging_serializers import (
    ArrangingSerializer,
)
from tournaments.api.lookup import get_event
from tournaments.formats.warnings import Times
from tournaments.selectors.arranging_rules import Arranging, arranging_of


class EventArranging(Act):
    @extend_schema(
        operation_id="events_arranging",
        tags=[describe.ARRANGING],
        summary="Reminders, warnings and own extensions",
        responses={200: ArrangingSerializer, 404: describe.NO_EVENT},
    )
    def get(self, request: Request, slug: str) -> Response:
        return Response(ArrangingSerializer(arranging_of(get_event(request, slug))).data)

    @extend_schema(
        operation_id="events_set_arranging",
        tags=[describe.ARRANGING],
        summary="Set reminders, warnings and own extensions",
        request=ArrangingSerializer,
        responses={
            200: ArrangingSerializer,
            400: problem("They are in disorder.", times_in_disorder=(
                "The reminder comes before the final reminder: more hours before the deadline.", "reminder")),
            403: describe.NOT_YOURS,
            404: describe.NO_EVENT,
        },
    )  # fmt: skip
    def put(self, request: Request, slug: str) -> Response:
        event = get_event(request, slug)
        sent = read_body(request, ArrangingSerializer)
        times = None if sent["times"] is None else Times(**sent["times"])
        services.set_arranging(
            actor=request_actor(request), now=timezone.now(), event_id=event.pk,
            rules=Arranging(sent["extension_days"], times),
        )  # fmt: skip
        return Response(ArrangingSerializer(arranging_of(event)).data)
