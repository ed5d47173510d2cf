"""`/api/v1/records/`: send a record, ask for its verdict, list one's own, fetch the original."""

import json
from functools import cache
from importlib.resources import files
from typing import Any

from django.http import HttpResponse
from django.urls import reverse
from django.utils import timezone
from django_filters import rest_framework as filters
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiExample, OpenApiResponse, extend_schema
from rest_framework import generics
from rest_framework.permissions import AllowAny, IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import BaseThrottle
from rest_framework.views import APIView

from games.api.conditional import conditional, etag_of, private_headers
from games.api.documentation import ETAG, IDEMPOTENCY_KEY, IF_NONE_MATCH, LOCATION, RETRY_AFTER
from games.api.negotiation import AnyType
from games.api.pagination import NewestFirst
from games.api.parsers import RawRecordParser, RawTextParser
from games.api.problems import problem
from games.api.serializers import GameRecordSerializer, RecordSerializer, RecordSummarySerializer
from games.downloads import original_response
from games.models import RecordState, Submission
from games.selectors import is_own, submission_by_address, submissions_of
from games.services import submit_record
from players.actors import request_actor
from players.models import User

TAG = "Game records"
ACCEPTED_EXAMPLE = {
    "id": "kQ3vV0nTq4y-8sXh",
    "url": "https://example.org/api/v1/records/kQ3vV0nTq4y-8sXh/",
    "page": "https://example.org/records/kQ3vV0nTq4y-8sXh/",
    "original": "https://example.org/api/v1/records/kQ3vV0nTq4y-8sXh/original/",
    "filename": "",
    "content_type": "application/json",
    "size": 3391,
    "sha256": "9f2c3a0d5c1b7e6f8a9b0c1d2e3f405162738495a6b7c8d9eafb0c1d2e3f4051",
    "created_at": "2026-05-02T10:00:00Z",
    "state": "pending",
    "complete": None,
    "engine_version": "",
    "verified_at": None,
    "game_key": "",
    "colours": [],
    "scores": {},
    "outcome": "",
    "winner": "",
    "verdict": None,
}
NOT_FOUND = problem(
    "There is no such record, or you may not see it.", submission_not_found="There is no game record at this address."
)


class SubmissionFilter(filters.FilterSet):
    state = filters.ChoiceFilter(field_name="record__state", choices=RecordState.choices)

    class Meta:
        model = Submission
        fields = ["state"]


class RecordList(generics.ListAPIView):
    serializer_class = RecordSummarySerializer
    permission_classes = [IsAuthenticated]
    parser_classes = [RawRecordParser, RawTextParser]
    pagination_class = NewestFirst
    filterset_class = SubmissionFilter

    def get_throttles(self) -> list[BaseThrottle]:
        self.throttle_scope = "records" if self.request is None or self.request.method == "POST" else None
        return super().get_throttles()

    def get_queryset(self) -> Any:
        user = self.request.user
        return submissions_of(user) if isinstance(user, User) else Submission.objects.none()

    @extend_schema(
        operation_id="records_list",
        tags=[TAG],
        summary="Records you sent",
        description="Newest first. Follow `next` for the rest.",
    )
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return self.list(request, *args, **kwargs)

    @extend_schema(
        operation_id="records_create",
        tags=[TAG],
        summary="Send a game record",
        description="The body is the record itself, in JSON or text notation, at most 64 KB; its bytes are kept as "
        "they come. A worker replays it through the rules; ask at `Location` for the verdict. A record that is "
        "well-formed but against the rules is taken here and rejected by its verdict. The same content sent before, "
        "by whomever, has its verdict at once.",
        request={"application/json": GameRecordSerializer, "text/plain": OpenApiTypes.STR},
        parameters=[IDEMPOTENCY_KEY, LOCATION, RETRY_AFTER, ETAG],
        responses={
            202: OpenApiResponse(
                RecordSerializer,
                description="Stored. `Location` has the address to ask at; `Retry-After` says how soon.",
                examples=[OpenApiExample("accepted", value=ACCEPTED_EXAMPLE)],
            ),
            400: problem(
                "The body is not a game record; nothing was stored. `attr` names the place.",
                malformed=("moves[3].rotation must be 0 to 5.", "moves[3].rotation"),
                bad_idempotency_key=(
                    "An Idempotency-Key has 1 to 255 visible ASCII characters without spaces.",
                    "Idempotency-Key",
                ),
            ),
            413: problem(
                "More than 64 KB; nothing was stored.",
                record_too_large="A game record may have at most 65536 bytes; this one has 65537.",
            ),
            422: problem(
                "The key was used for another request.",
                idempotency_key_reused=(
                    "This Idempotency-Key was used for another request; use a new one.",
                    "Idempotency-Key",
                ),
            ),
        },
    )
    def post(self, request: Request) -> Response:
        body: object = request.data  # an empty body reaches no parser
        data = body if isinstance(body, bytes) else b""
        submission = submit_record(
            actor=request_actor(request),
            data=data,
            now=timezone.now(),
            content_type=(request.content_type or "").split(";")[0].strip().lower(),
            idempotency_key=request.headers.get("Idempotency-Key"),
        )
        headers = private_headers(_tag(submission, own=True), pending=submission.record.is_pending)
        path = reverse("record", args=[submission.public_id])
        return Response(
            RecordSerializer(submission, context={"request": request}).data,
            status=202,
            headers={**headers, "Location": request.build_absolute_uri(path)},
        )


class RecordDetail(APIView):
    permission_classes = [AllowAny]

    @extend_schema(
        operation_id="records_retrieve",
        tags=[TAG],
        summary="A record and its verdict",
        description="`state` is pending, verified or rejected. While it is pending the answer says `Retry-After`; send "
        "the `ETag` back as `If-None-Match` and you get 304 until something changes.",
        parameters=[IF_NONE_MATCH, RETRY_AFTER, ETAG],
        responses={
            200: RecordSerializer,
            304: OpenApiResponse(description="Nothing changed since the answer with this ETag."),
            404: NOT_FOUND,
        },
    )
    def get(self, request: Request, public_id: str) -> Any:
        submission = submission_by_address(user=request.user, public_id=public_id)
        own = is_own(user=request.user, submission=submission)
        return conditional(
            request,
            _tag(submission, own=own),
            lambda: RecordSerializer(submission, context={"request": request}).data,
            pending=submission.record.is_pending,
        )


class RecordOriginal(APIView):
    permission_classes = [IsAuthenticated]
    content_negotiation_class = AnyType

    @extend_schema(
        operation_id="records_original",
        tags=[TAG],
        summary="The bytes as they were sent",
        description="Only for the sender.",
        responses={
            (200, "application/json"): OpenApiTypes.OBJECT,
            (200, "text/plain"): OpenApiTypes.STR,
            404: NOT_FOUND,
        },
    )
    def get(self, request: Request, public_id: str) -> HttpResponse:
        return original_response(submission_by_address(user=request.user, public_id=public_id, own=True))


class RecordSchema(APIView):
    permission_classes = [AllowAny]
    authentication_classes: list[Any] = []
    content_negotiation_class = AnyType

    @extend_schema(
        operation_id="schemas_tantrix_record_1",
        tags=[TAG],
        summary="JSON Schema of the record format",
        responses={(200, "application/schema+json"): OpenApiTypes.OBJECT},
    )
    def get(self, request: Request) -> HttpResponse:
        return HttpResponse(
            _record_schema(),
            content_type="application/schema+json",
            headers={"Cache-Control": "public, max-age=86400", "Access-Control-Allow-Origin": "*"},
        )


@cache
def _record_schema() -> bytes:
    text = files("games.engine").joinpath("data", "tantrix-record-1.schema.json").read_text(encoding="utf-8")
    return json.dumps(json.loads(text), ensure_ascii=False).encode()


def _tag(submission: Submission, *, own: bool) -> str:
    record = submission.record
    return etag_of(submission.public_id, own, record.state, record.engine_version, record.verified_at)
