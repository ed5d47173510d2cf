"""`/api/v1/events/<slug>/documents/<kind>/` and `lists/<kind>/`."""

from decimal import Decimal
from typing import Any, Final

from django.utils import timezone
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticatedOrReadOnly
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.api.problems import problem
from games.api.renderers import CSVRenderer, FileRenderer
from tantrix_site.errors import NotPermitted
from tantrix_site.sheets import XLSX_TYPE, Value, csv_of, xlsx_of
from tournaments.api import describe
from tournaments.api.conditions import ETAG, IF_NONE_MATCH, NOT_MODIFIED, event_tag, tagged
from tournaments.api.lookup import get_event
from tournaments.documents.values import PAPERS, POSTERS
from tournaments.models import Event
from tournaments.selectors.documents import DOCUMENTS, for_organisers
from tournaments.selectors.documents.lists import LISTS, load_list
from tournaments.selectors.documents.released import released
from tournaments.selectors.documents.setting import document_pdf
from tournaments.selectors.documents.wanted import ORDERS, SHEETS_A_PAGE, Wanted, read_wanted, site_address


class PDFRenderer(FileRenderer):
    media_type = "application/pdf"
    format = "pdf"


class XLSXRenderer(FileRenderer):
    media_type = XLSX_TYPE
    format = "xlsx"


class ListingSerializer(serializers.Serializer[Any]):
    """A list as in a file: the same columns and rows, absent values null."""

    event = serializers.CharField()
    version = serializers.IntegerField()
    list = serializers.CharField(help_text="Which list, such as `standings` or `round-3`.")
    columns = serializers.ListField(child=serializers.CharField())
    rows = serializers.ListField(child=serializers.ListField(child=serializers.JSONField(allow_null=True)))


def _choice(name: str, description: str, values: Any) -> OpenApiParameter:
    return OpenApiParameter(name, OpenApiTypes.STR, description=description, enum=values)


STAGE: Final = OpenApiParameter("stage", OpenApiTypes.INT, description="Its number; the current one without it.")
ROUND: Final = OpenApiParameter(
    "round", OpenApiTypes.INT, description="A published round; the current one, or all, without it."
)
NONE: Final = problem(
    "There is none, or you may not see it.",
    event_not_found="There is no such event.",
    list_unknown="There is no such list.",
    document_unknown="There is no such document.",
    no_such_list="There are no groups and no Swiss yet.",
    stage_not_found=("The event has no such stage.", "stage"),
    round_not_found=("No such round is published.", "round"),
)
BAD_CHOICE: Final = problem(
    "A parameter is none of its choices.",
    bad_choice=("paper is one of these: a4, us-letter, a3, a2, a1, a0.", "paper"),
)


class DocumentView(APIView):
    permission_classes = [IsAuthenticatedOrReadOnly]
    renderer_classes = [PDFRenderer]
    throttle_scope = "documents"

    @extend_schema(
        operation_id="event_document",
        tags=[describe.TABLES],
        summary="A document to print, as PDF",
        description="Score sheets and the pairing of a round that is only proposed are for organisers and arbiters. "
        "Large brackets are not set as a poster: 413 `poster_too_large`.",
        parameters=[
            OpenApiParameter("kind", OpenApiTypes.STR, OpenApiParameter.PATH, enum=DOCUMENTS),
            STAGE,
            ROUND,
            _choice("by", "The order of pairings and entrants.", ORDERS),
            _choice("paper", "A4 without it; of a poster what it needs.", (*PAPERS, *POSTERS)),
            _choice("lang", "The language; that of the request without it.", ("en", "fr", "ru")),
            _choice("per_page", "Score sheets a page.", tuple(map(str, SHEETS_A_PAGE))),
            _choice("empty", "A cross table to fill in by hand.", ("1",)),
            _choice("poster", "The bracket on one page.", ("1",)),
            _choice("draft", "The proposed pairing instead of a published one.", ("1",)),
        ],
        responses={
            (200, "application/pdf"): OpenApiTypes.BINARY,
            400: BAD_CHOICE,
            403: problem("Not for you.", not_organiser="Only an organiser of the event may see this."),
            404: NONE,
            413: problem("Too large.", poster_too_large="So large a bracket is printed by quarters only."),
        },
    )
    def get(self, request: Request, slug: str, kind: str) -> Response:
        event = get_event(request, slug)
        wanted = released(request.user, event, kind, read_wanted(request.query_params.dict()))
        if for_organisers(kind, wanted) and not request.user.has_perm("tournaments.arbitrate_event", event):
            raise NotPermitted("not_organiser", _("Only an organiser of the event may see this."))
        site = site_address(request.build_absolute_uri("/"))
        answer = Response(document_pdf(event, kind, wanted, timezone.now(), site))
        answer["Content-Disposition"] = f'inline; filename="{event.slug}-{kind}.pdf"'
        return answer


class ListView(APIView):
    permission_classes = [IsAuthenticatedOrReadOnly]
    renderer_classes = [JSONRenderer, CSVRenderer, XLSXRenderer]

    @extend_schema(
        operation_id="event_list",
        tags=[describe.TABLES],
        summary="A list of an event as rows: JSON, CSV or XLSX",
        description="Ask with `?format=csv` or `?format=xlsx`, or by `Accept`. In CSV a text that a spreadsheet would "
        "take for a formula stands behind an apostrophe.",
        parameters=[
            OpenApiParameter("kind", OpenApiTypes.STR, OpenApiParameter.PATH, enum=tuple(LISTS)),
            STAGE, ROUND, IF_NONE_MATCH, ETAG,
        ],
        responses={
            (200, "application/json"): ListingSerializer,
            (200, "text/csv"): OpenApiTypes.STR,
            (200, XLSX_TYPE): OpenApiTypes.BINARY,
            304: NOT_MODIFIED,
            400: BAD_CHOICE,
            404: NONE,
        },
    )  # fmt: skip
    def get(self, request: Request, slug: str, kind: str) -> Any:
        event = get_event(request, slug)
        wanted = released(request.user, event, kind, read_wanted(request.query_params.dict()))
        ending = request.accepted_renderer.format
        tag = f'{event_tag(event, request)[:-1]}-{ending}"'
        return tagged(request, tag, lambda: _data(event, kind, wanted, ending), public=event.is_released)


def _data(event: Event, kind: str, wanted: Wanted, ending: str) -> Any:
    found = load_list(kind, event, wanted)
    if ending == "csv":
        return csv_of(found.columns, found.rows)
    if ending == "xlsx":
        return xlsx_of(found.name, found.columns, found.rows)
    return {
        "event": event.slug, "version": event.version, "list": found.name, "columns": found.columns,
        "rows": [[_json(value) for value in row] for row in found.rows],
    }  # fmt: skip


def _json(value: Value) -> str | int | float | None:
    return float(value) if isinstance(value, Decimal) else value
