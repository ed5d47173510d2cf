"""`/api/v1/events/<slug>/log/`: who did what in an event."""

from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.pagination import CursorPagination
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from players.actors import request_actor
from tournaments.api import describe
from tournaments.api.lookup import get_event
from tournaments.selectors.pages.log import event_log, log_lines
from tournaments.selectors.pages.log_filter import GROUPS, LogFilter, narrowed
from tournaments.services.access import require_arbiter


class LogChangeSerializer(serializers.Serializer[Any]):
    field = serializers.CharField(source="label", help_text="What changed, in the language asked for.")
    before = serializers.CharField(help_text="Empty for nothing.")
    after = serializers.CharField()


class ActSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    at = serializers.DateTimeField()
    who = serializers.CharField()
    via = serializers.CharField(help_text="account, token, link or system.")
    action = serializers.CharField(help_text="Stable, such as `match.ruled`; more may come.")
    what = serializers.CharField(help_text="As a sentence, in the language asked for.")
    match = serializers.IntegerField(allow_null=True)
    reason = serializers.CharField()
    changes = LogChangeSerializer(many=True)
    details = serializers.JSONField(help_text="All that was kept of the act.")


class LogSerializer(serializers.Serializer[Any]):
    next = serializers.CharField(allow_null=True)
    previous = serializers.CharField(allow_null=True)
    results = ActSerializer(many=True)


class LogPages(CursorPagination):
    """The latest first."""

    ordering = ("-at", "-pk")
    page_size = 50
    page_size_query_param = "page_size"
    max_page_size = 200


def _text(name: str, about: str, **more: Any) -> OpenApiParameter:
    return OpenApiParameter(name, OpenApiTypes.STR, description=about, **more)


class EventLog(APIView):
    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="events_log",
        tags=[describe.EVENTS],
        summary="The log of an event",
        description="For organisers and arbiters. What cannot be read in a filter lets all through.",
        parameters=[
            _text("who", "Part of the name of a person or an account."),
            _text("group", "Kind of act.", enum=list(GROUPS)),
            _text("action", "Exactly this act."),
            OpenApiParameter("match", OpenApiTypes.INT, description="Number of a match."),
            _text("entry", "Name of an entry, or words of it."),
            OpenApiParameter("since", OpenApiTypes.DATE, description="First day, in the zone of the event."),
            OpenApiParameter("until", OpenApiTypes.DATE, description="Last day."),
            _text("reason", "Words of the reason."),
            _text("cursor", "A page, as `next` and `previous` name it."),
            OpenApiParameter("page_size", OpenApiTypes.INT, description="At most 200."),
        ],
        responses={200: LogSerializer, 403: describe.NOT_ARBITER, 404: describe.NO_EVENT},
    )
    def get(self, request: Request, slug: str) -> Response:
        event = get_event(request, slug)
        require_arbiter(request_actor(request), event, None)
        pages = LogPages()
        rows = narrowed(event_log(event), event, LogFilter.read(request.query_params.dict()))
        page = pages.paginate_queryset(rows, request) or []
        told = [
            {"id": row.pk, "via": row.via, "details": row.data, "at": line.at, "who": line.who, "action": line.action,
             "what": line.what, "match": line.match, "reason": line.reason, "changes": line.changes}
            for row, line in zip(page, log_lines(page), strict=True)
        ]  # fmt: skip
        return pages.get_paginated_response(ActSerializer(told, many=True).data)
