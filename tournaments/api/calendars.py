"""`/api/v1/me/calendar/`: the private address of one's calendar."""

from django.http import HttpResponse
from django.urls import reverse
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from players.actors import request_actor
from tournaments import services
from tournaments.api import describe
from tournaments.api.arranging import Act
from tournaments.api.arranging_serializers import (
    CalendarAddressSerializer,
)


class OwnCalendar(Act):
    @extend_schema(
        operation_id="me_calendar_make",
        tags=[describe.ARRANGING],
        summary="A private address of your calendar",
        description="An iCalendar file with the times you agreed and the deadlines of your matches. An earlier address "
        "ends.",
        request=None,
        responses={201: CalendarAddressSerializer},
    )
    def post(self, request: Request) -> Response:
        token = services.make_calendar_link(actor=request_actor(request), now=timezone.now())
        address = request.build_absolute_uri(reverse("private-calendar", args=[token]))
        return Response(
            CalendarAddressSerializer({"address": address}).data, status=201, headers={"Cache-Control": "no-store"}
        )

    @extend_schema(
        operation_id="me_calendar_end",
        tags=[describe.ARRANGING],
        summary="End the private address of your calendar",
        responses={204: None},
    )
    def delete(self, request: Request) -> HttpResponse:
        services.revoke_calendar_link(actor=request_actor(request), now=timezone.now())
        return Response(status=204)
