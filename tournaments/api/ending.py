"""The end of an event: what stands against it, the ranking, personal data, the archive, all as files."""

from dataclasses import asdict
from typing import Any

from django.http import HttpResponse
from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import AllowAny, IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.api.problems import problem
from players.actors import request_actor
from players.api.bodies import Body, read_body
from tantrix_site.errors import Conflict
from tournaments import services
from tournaments.api import describe
from tournaments.api.conditions import ETAG, IF_NONE_MATCH, NOT_MODIFIED, event_tag, tagged
from tournaments.api.lookup import get_event
from tournaments.models import EventState
from tournaments.selectors.documents.wanted import read_wanted
from tournaments.selectors.event_archive import event_archive
from tournaments.selectors.pages.ending import load_ending
from tournaments.selectors.pages.ranking import load_ranking
from tournaments.selectors.visibility import may_see_results
from tournaments.services.access import require_organiser

NOT_FINISHED = "The event is not finished."
ARCHIVED = "The event is in the archive and changes no more. Its owner can take it out of there."


class PointSerializer(serializers.Serializer[Any]):
    text = serializers.CharField()
    url = serializers.CharField(help_text="The page where it is settled.")


class EndingSerializer(serializers.Serializer[Any]):
    open = PointSerializer(many=True, help_text="Keeps the event from being finished.")
    disputed = PointSerializer(many=True, help_text="So do these, unless `despite` says why they are set aside.")
    looked_at = PointSerializer(many=True, help_text="Worth a look before.")


class RankingRowSerializer(serializers.Serializer[Any]):
    entry = serializers.IntegerField()
    name = serializers.CharField()
    country = serializers.CharField(allow_blank=True, help_text="Three letters, or empty.")
    place = serializers.IntegerField(allow_null=True)
    shared = serializers.BooleanField(help_text="Whether others have the same place.")
    medal = serializers.IntegerField(allow_null=True, help_text="1 to 3, else null.")
    state = serializers.CharField()


class RankingSerializer(serializers.Serializer[Any]):
    results = RankingRowSerializer(many=True)


class PersonalSerializer(serializers.Serializer[Any]):
    counts = serializers.DictField(child=serializers.IntegerField(), help_text="How much there is of each.")
    hidden_at = serializers.DateTimeField(allow_null=True)
    keep_days = serializers.IntegerField(allow_null=True, help_text="So many days after the end it goes by itself.")


class KeepSerializer(Body):
    keep_days = serializers.IntegerField(min_value=0, allow_null=True)


class NothingSerializer(Body):
    """No keys."""


class ArchiveSerializer(serializers.Serializer[Any]):
    archived_at = serializers.DateTimeField(allow_null=True)


class EventEnding(APIView):
    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="events_ending", tags=[describe.EVENTS], summary="What stands against finishing",
        responses={200: EndingSerializer, 403: describe.NOT_YOURS, 404: describe.NO_EVENT},
    )  # fmt: skip
    def get(self, request: Request, slug: str) -> Response:
        event = get_event(request, slug)
        require_organiser(request_actor(request), event)
        return Response(EndingSerializer(asdict(load_ending(event))).data)


class EventRanking(APIView):
    permission_classes = [AllowAny]

    @extend_schema(
        operation_id="events_ranking", tags=[describe.EVENTS], summary="The final ranking", auth=[],
        description="Every entry with its place, shared ones too, once the event is finished.",
        parameters=[IF_NONE_MATCH, ETAG],
        responses={
            200: RankingSerializer, 304: NOT_MODIFIED, 404: describe.NO_EVENT,
            409: problem("It is not over.", event_not_finished=NOT_FINISHED),
        },
    )  # fmt: skip
    def get(self, request: Request, slug: str) -> Any:
        event = get_event(request, slug)
        if event.state != EventState.FINISHED or not may_see_results(request.user, event):
            raise Conflict("event_not_finished", NOT_FINISHED)
        rows = [
            {
                "entry": row.entry.id, "name": row.entry.name, "country": row.entry.country, "place": row.place,
                "shared": row.is_shared, "medal": row.medal, "state": row.entry.state,
            }
            for row in load_ranking(event)
        ]  # fmt: skip
        return tagged(request, event_tag(event, request), {"results": rows})


class EventPersonal(APIView):
    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="events_personal", tags=[describe.EVENTS], summary="Personal data that only organisers read",
        responses={200: PersonalSerializer, 403: describe.NOT_YOURS, 404: describe.NO_EVENT},
    )  # fmt: skip
    def get(self, request: Request, slug: str) -> Response:
        event = get_event(request, slug)
        require_organiser(request_actor(request), event)
        return Response(_personal(event))

    @extend_schema(
        operation_id="events_personal_keep", tags=[describe.EVENTS], summary="Say how long personal data are kept",
        request=KeepSerializer,
        responses={
            200: PersonalSerializer, 403: describe.NOT_YOURS, 404: describe.NO_EVENT,
            400: problem("The days cannot be.", keep_days_range=("From 0 to 3650 days are possible.", "days")),
            409: problem("It is in the archive.", archived=ARCHIVED),
        },
    )  # fmt: skip
    def patch(self, request: Request, slug: str) -> Response:
        event = get_event(request, slug)
        sent = read_body(request, KeepSerializer)
        return Response(
            _personal(
                services.set_keep_days(
                    actor=request_actor(request), now=timezone.now(), event_id=event.pk, days=sent["keep_days"]
                )
            )
        )

    @extend_schema(
        operation_id="events_personal_hide", tags=[describe.EVENTS], summary="Delete personal data",
        description="For ever: answers on entering, messages with pictures, offers of times, rooms, invitations and "
        "private links of a finished event.",
        responses={
            200: PersonalSerializer, 403: describe.NOT_YOURS, 404: describe.NO_EVENT,
            409: problem("It is not over.", event_not_finished=NOT_FINISHED),
        },
    )  # fmt: skip
    def delete(self, request: Request, slug: str) -> Response:
        event = get_event(request, slug)
        hidden = services.hide_personal_data(actor=request_actor(request), now=timezone.now(), event_id=event.pk)
        return Response(_personal(hidden))


class EventArchive(APIView):
    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="events_archive", tags=[describe.EVENTS], summary="Put into the archive",
        description="Nothing of the event changes any more: whatever is sent is refused with `archived`.",
        request=None,
        responses={
            200: ArchiveSerializer, 403: describe.NOT_YOURS, 404: describe.NO_EVENT,
            409: problem("Not in this state.", event_not_finished=NOT_FINISHED, archived=ARCHIVED),
        },
    )  # fmt: skip
    def post(self, request: Request, slug: str) -> Response:
        event = get_event(request, slug)
        read_body(request, NothingSerializer)
        done = services.archive_event(actor=request_actor(request), now=timezone.now(), event_id=event.pk)
        return Response({"archived_at": done.archived_at})

    @extend_schema(
        operation_id="events_unarchive", tags=[describe.EVENTS], summary="Take out of the archive",
        description="For the owner, with a reason as `?reason=`.",
        responses={
            200: ArchiveSerializer, 403: describe.NOT_YOURS, 404: describe.NO_EVENT,
            400: problem("There is no reason.", reason_needed=("Say why.", "reason")),
            409: problem("Not in this state.", not_archived="The event is not in the archive."),
        },
    )  # fmt: skip
    def delete(self, request: Request, slug: str) -> Response:
        event = get_event(request, slug)
        done = services.take_out_of_archive(
            actor=request_actor(request), now=timezone.now(), event_id=event.pk,
            reason=request.query_params.get("reason", "")[:500],
        )  # fmt: skip
        return Response({"archived_at": done.archived_at})


class EventExport(APIView):
    permission_classes = [IsAuthenticated]
    throttle_scope = "documents"

    @extend_schema(
        operation_id="events_export", tags=[describe.EVENTS], summary="The event as files",
        description="A zip for organisers: `event.json`, every list as CSV, `records/` with the games without the "
        "names typed into them.",
        responses={(200, "application/zip"): OpenApiTypes.BINARY, 403: describe.NOT_YOURS, 404: describe.NO_EVENT},
    )  # fmt: skip
    def get(self, request: Request, slug: str) -> HttpResponse:
        event = get_event(request, slug)
        require_organiser(request_actor(request), event)
        content = event_archive(event, timezone.now(), wanted=read_wanted({}), in_full=True)
        answer = HttpResponse(content, content_type="application/zip")
        answer["Content-Disposition"] = f'attachment; filename="{event.slug}.zip"'
        answer["Cache-Control"] = "private, no-store"
        return answer


def _personal(event: Any) -> dict[str, Any]:
    found = {"counts": services.personal_counts(event), "hidden_at": event.hidden_at, "keep_days": event.keep_days}
    return dict(PersonalSerializer(found).data)
