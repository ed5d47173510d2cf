"""`/api/v1/records/bulk/`: send many records at once, ask how far they are, fetch the result."""

from collections.abc import Mapping
from typing import IO, Any

from django.http import StreamingHttpResponse
from django.urls import reverse
from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiExample, OpenApiResponse, extend_schema
from rest_framework import generics, serializers
from rest_framework.parsers import BaseParser
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import BaseThrottle
from rest_framework.views import APIView

from games.api.conditional import conditional, etag_of, private_headers
from games.api.documentation import ETAG, IDEMPOTENCY_KEY, IF_NONE_MATCH, LOCATION, RETRY_AFTER
from games.api.negotiation import AnyType
from games.api.pagination import NewestFirst
from games.api.problems import problem
from games.downloads import result_response
from games.models import BulkImport
from games.selectors import bulk_import_by_address, bulk_imports_of, progress_of
from games.services import start_bulk_import
from players.actors import request_actor
from players.models import User

TAG = "Game records"
NOT_FOUND = problem(
    "There is no such upload, or it is not yours.", bulk_import_not_found="There is no upload at this address."
)


class StreamParser(BaseParser):
    """Hands the body on unread: it may be large, and the service reads it piece by piece."""

    def parse(  # type: ignore[override]  # the framework passes any value on
        self, stream: IO[bytes], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> IO[bytes]:
        return stream


class JsonLinesParser(StreamParser):
    media_type = "application/jsonl"


class NdjsonParser(StreamParser):
    media_type = "application/x-ndjson"


class JsonParser(StreamParser):
    """Taken for JSON lines too, so that an array is refused with the reason and not by its type."""

    media_type = "application/json"


class ZipParser(StreamParser):
    media_type = "application/zip"


class BulkImportSerializer(serializers.ModelSerializer):
    """An upload of many records and how far it is."""

    id = serializers.CharField(source="public_id")
    url = serializers.SerializerMethodField()
    page = serializers.SerializerMethodField(help_text="The page for people.")
    result = serializers.SerializerMethodField(help_text="The result as JSON lines; there when `state` is done.")
    # its limit would be that of the database at hand
    size = serializers.IntegerField(help_text="In bytes.", min_value=0)
    state = serializers.SerializerMethodField(help_text="pending or done.")
    rows = serializers.IntegerField(help_text="How many records were found in it.")
    done = serializers.SerializerMethodField()
    verified = serializers.SerializerMethodField()
    rejected = serializers.SerializerMethodField()
    malformed = serializers.SerializerMethodField()
    finished_at = serializers.SerializerMethodField()

    class Meta:
        model = BulkImport
        fields = [
            "id", "url", "page", "result", "filename", "size", "created_at", "state", "rows", "done", "verified",
            "rejected", "malformed", "finished_at",
        ]  # fmt: skip

    def get_url(self, upload: BulkImport) -> str:
        return self._absolute("bulk-import", upload)

    def get_page(self, upload: BulkImport) -> str:
        return self._absolute("games:bulk_import", upload)

    def get_result(self, upload: BulkImport) -> str:
        return self._absolute("bulk-import-result", upload)

    def get_state(self, upload: BulkImport) -> str:
        return "done" if progress_of(upload).is_finished else "pending"

    def get_done(self, upload: BulkImport) -> int:
        return progress_of(upload).done

    def get_verified(self, upload: BulkImport) -> int:
        return progress_of(upload).verified

    def get_rejected(self, upload: BulkImport) -> int:
        return progress_of(upload).rejected

    def get_malformed(self, upload: BulkImport) -> int:
        return progress_of(upload).malformed

    def get_finished_at(self, upload: BulkImport) -> str | None:
        finished_at = progress_of(upload).finished_at
        return None if finished_at is None else serializers.DateTimeField().to_representation(finished_at)

    def _absolute(self, name: str, upload: BulkImport) -> str:
        path: str = reverse(name, args=[upload.public_id])
        return str(self.context["request"].build_absolute_uri(path))


class BulkImportList(generics.ListAPIView):
    serializer_class = BulkImportSerializer
    permission_classes = [IsAuthenticated]
    parser_classes = [JsonLinesParser, NdjsonParser, JsonParser, ZipParser]
    pagination_class = NewestFirst
    filter_backends: list[Any] = []

    def get_throttles(self) -> list[BaseThrottle]:
        self.throttle_scope = "bulk" if self.request is None or self.request.method == "POST" else None
        return super().get_throttles()

    def get_queryset(self) -> Any:
        user = self.request.user
        return bulk_imports_of(user) if isinstance(user, User) else BulkImport.objects.none()

    @extend_schema(
        operation_id="records_bulk_list",
        tags=[TAG],
        summary="Uploads of many records you sent",
        description="Newest first. Follow `next` for the rest.",
    )
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return self.list(request, *args, **kwargs)

    @extend_schema(
        operation_id="records_bulk_create",
        tags=[TAG],
        summary="Send many game records",
        description="JSON lines (one record a line) or a zip of `.json`, `.txt` and `.jsonl` files: up to 10,000 "
        "records and 64 MB unpacked, 32 MB packed. The upload is accepted or refused as a whole; a line that is no "
        "record is accepted and reported in the result. Each record gets a submission of its own. Ask at `Location` "
        "how far it is; the result comes when all is done.",
        request={
            "application/jsonl": OpenApiTypes.STR,
            "application/x-ndjson": OpenApiTypes.STR,
            "application/zip": OpenApiTypes.BINARY,
        },
        parameters=[IDEMPOTENCY_KEY, LOCATION, RETRY_AFTER, ETAG],
        responses={
            202: OpenApiResponse(
                BulkImportSerializer,
                description="Stored. `Location` has the address to ask at; `Retry-After` says how soon.",
            ),
            400: problem(
                "The upload is not what it should be; nothing was stored.",
                json_array="The upload is a JSON array. Send JSON lines instead: one record a line, without brackets "
                "and commas.",
                not_json_lines="The first line is not a whole record. Send JSON lines: every record on one line of its "
                "own.",
                empty_upload="The upload has no record in it.",
                bad_zip="The zip archive cannot be read; it may be damaged.",
                zip_ratio="The archive unpacks to more than 100 times its size.",
                zip_entry=(
                    "notes.pdf: The entry is no game record; its name must end in .json, .txt or .jsonl.",
                    "notes.pdf",
                ),
                bad_idempotency_key=(
                    "An Idempotency-Key has 1 to 255 visible ASCII characters without spaces.",
                    "Idempotency-Key",
                ),
            ),
            413: problem(
                "Too much at once; nothing was stored.",
                too_many_records="An upload may have at most 10000 records.",
                upload_too_large="An upload may have at most 67108864 bytes.",
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
        body: Any = request.data  # the stream itself; an empty body reaches no parser
        started = start_bulk_import(
            actor=request_actor(request),
            stream=body if hasattr(body, "readline") else request._request,
            content_type=(request.content_type or "").split(";")[0].strip().lower(),
            now=timezone.now(),
            idempotency_key=request.headers.get("Idempotency-Key"),
        )
        upload = bulk_import_by_address(user=request.user, public_id=started.public_id)
        path = reverse("bulk-import", args=[upload.public_id])
        headers = private_headers(_tag(upload), pending=not progress_of(upload).is_finished)
        return Response(
            BulkImportSerializer(upload, context={"request": request}).data,
            status=202,
            headers={**headers, "Location": request.build_absolute_uri(path)},
        )


class BulkImportDetail(APIView):
    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="records_bulk_retrieve",
        tags=[TAG],
        summary="How far an upload of many records is",
        description="While it is pending the answer says `Retry-After`; send the `ETag` back as `If-None-Match` and "
        "you get 304 until something changes.",
        parameters=[IF_NONE_MATCH, RETRY_AFTER, ETAG],
        responses={
            200: BulkImportSerializer,
            304: OpenApiResponse(description="Nothing changed since the answer with this ETag."),
            404: NOT_FOUND,
        },
    )
    def get(self, request: Request, public_id: str) -> Any:
        upload = bulk_import_by_address(user=request.user, public_id=public_id)
        return conditional(
            request,
            _tag(upload),
            lambda: BulkImportSerializer(upload, context={"request": request}).data,
            pending=not progress_of(upload).is_finished,
        )


class BulkImportResult(APIView):
    permission_classes = [IsAuthenticated]
    content_negotiation_class = AnyType

    @extend_schema(
        operation_id="records_bulk_result",
        tags=[TAG],
        summary="The result of an upload of many records",
        description="JSON lines in the order of the upload, one for each record: `row` (from 0), `line` and `entry` "
        "where it stood, `id` of its submission, `state` verified, rejected or malformed, and the verdict: `ok`, "
        "`code`, `codes`, `index`, `rule`, `scores`, `outcome`, `winner`, `complete`, `unchecked`, `message`, `place`.",
        responses={
            (200, "application/jsonl"): OpenApiResponse(
                OpenApiTypes.STR,
                examples=[
                    OpenApiExample(
                        "result",
                        value='{"row": 0, "line": 1, "entry": null, "id": "kQ3vV0nTq4y-8sXh", "state": "verified", '
                        '"ok": true, "code": null}',
                        media_type="application/jsonl",
                    )
                ],
            ),
            404: NOT_FOUND,
            409: problem(
                "The upload is not finished.",
                bulk_not_finished="The upload is still being checked; the result comes when all is done.",
            ),
        },
    )
    def get(self, request: Request, public_id: str) -> StreamingHttpResponse:
        return result_response(bulk_import_by_address(user=request.user, public_id=public_id))


def _tag(upload: BulkImport) -> str:
    progress = progress_of(upload)
    return etag_of(upload.public_id, progress.verified, progress.rejected, progress.malformed)
