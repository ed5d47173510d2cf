"""`/api/v1/history/`: results of the past, importing them and taking an import back."""

from django.utils import timezone
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework.permissions import IsAuthenticated, IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.api.problems import problem
from players.actors import request_actor
from players.api.bodies import read_body
from players.names import name_key
from tantrix_site.errors import NotFound
from tournaments import services
from tournaments.api import describe
from tournaments.api.series import NOT_KEEPER
from tournaments.api.series_serializers import (
    HistoricSerializer,
    HistoryAnswerSerializer,
    HistoryImportSerializer,
    ImportedHistorySerializer,
    UndoSerializer,
)
from tournaments.historic.values import Kind
from tournaments.models import HistoricEvent, HistoricMatch, HistoricPlace
from tournaments.selectors.pages.history import load_historic
from tournaments.services.history import row_data

LIST = "event,year,champion,country\nWTC,1998,Ana Example,NZL\n"


class Historic(APIView):
    permission_classes = [IsAuthenticatedOrReadOnly]

    @extend_schema(
        operation_id="history_retrieve",
        tags=[describe.SERIES],
        summary="A historic event",
        description="Results as they were published elsewhere, and in sentences how much of them is known.",
        responses={200: HistoricSerializer, 404: problem("There is none.", event_not_found="There is no such event.")},
    )
    def get(self, request: Request, slug: str) -> Response:
        event = HistoricEvent.objects.filter(slug=slug).first()
        if event is None:
            raise NotFound("event_not_found", _("There is no such event."))
        page = load_historic(event)
        places: list[HistoricPlace] = [row for table in page.tables for row in table.rows]
        matches: list[HistoricMatch] = [match for round_ in page.rounds for match in round_.matches]
        data = {
            "event": event, "known": page.known, "editions": page.editions, "places": places, "matches": matches,
            "figures": page.figures, "sources": page.sources,
        }  # fmt: skip
        return Response(HistoricSerializer(data, context={"request": request}).data)


class HistoryImports(APIView):
    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="history_import",
        tags=[describe.SERIES],
        summary="Import historic results",
        description="All new rows or none. With `dry_run` the answer says what each row means. What is stored already "
        "is passed over, so that a list may be sent again: `imported` is then null.",
        request=HistoryImportSerializer,
        responses={
            200: HistoryAnswerSerializer,
            400: problem("The list cannot be read.", columns_unknown=("The columns do not tell what it is.", "text")),
            403: NOT_KEEPER,
            409: problem(
                "Nothing was imported; `extra` lists the rows and names that need attention.",
                import_refused=("Nothing was imported: 2 of the rows need attention, first row 7.", "text"),
            ),
        },
        examples=[OpenApiExample("champions", value={"text": LIST, "dry_run": True}, request_only=True)],
    )
    def post(self, request: Request) -> Response:
        sent = read_body(request, HistoryImportSerializer)
        options = services.HistoryOptions(
            name=sent["name"], kind=Kind(sent["kind"]) if sent["kind"] else None, event=sent["event"],
            year=sent["year"], title=sent["title"], source=sent["source"], complete=sent["complete"],
            match_people=sent["match_people"],
        )  # fmt: skip
        people = {name_key(name): player for name, player in sent["people"].items()}
        choices = services.HistoryChoices(frozenset(sent["take"]), frozenset(sent["skip"]), people)
        actor = request_actor(request)
        plan = services.preview_history(actor=actor, text=sent["text"], options=options, choices=choices)
        made = None
        if not sent["dry_run"]:
            made = services.import_history(
                actor=actor, now=timezone.now(), text=sent["text"], options=options, choices=choices
            )
        data = {"rows": [row_data(row) for row in plan.rows], "people": plan.people, "imported": made}
        return Response(HistoryAnswerSerializer(data).data)


class HistoryUndo(APIView):
    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="history_undo",
        tags=[describe.SERIES],
        summary="Undo an import",
        description="Its rows go, and what they replaced stands again. Asked again, nothing happens.",
        request=UndoSerializer,
        responses={
            200: ImportedHistorySerializer,
            403: NOT_KEEPER,
            404: problem("There is none.", import_not_found="There is no such import."),
        },
    )
    def post(self, request: Request, pk: int) -> Response:
        sent = read_body(request, UndoSerializer)
        made = services.undo_import(
            actor=request_actor(request), now=timezone.now(), import_id=pk, reason=sent["reason"]
        )  # fmt: skip
        return Response(ImportedHistorySerializer(made).data)
