"""`/api/v1/ratings/historic/`: ratings published elsewhere, read and brought in."""

import re
from typing import Any

from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import AllowAny, IsAuthenticatedOrReadOnly
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.api.parsers import CarefulJsonParser
from games.api.problems import problem
from games.api.renderers import CSVRenderer
from players.actors import request_actor
from players.api.bodies import Body, read_body
from players.api.serializers import PublicPlayerSerializer
from ratings.api.describe import TAG
from ratings.models import HistoricImport, HistoricRating, Scale
from ratings.selectors.historic import historic_imports, historic_list
from ratings.selectors.list_csv import historic_csv
from ratings.services.access import require_staff
from ratings.services.historic import import_historic, withdraw_historic
from ratings.services.historic_cells import MAX_BYTES
from ratings.services.historic_reading import HistoricAnswers, LineState, read_historic

_ROW = re.compile(r"[0-9]{1,9}")
LINE_STATES = [(str(state), str(state)) for state in LineState]
NOT_STAFF = problem("You may not do this.", not_staff="Only the staff of the site may do this.")


class HistoricQuerySerializer(serializers.Serializer[Any]):
    date = serializers.DateField(required=False, help_text="What was published for the month up to it. Default: today.")
    country = serializers.RegexField(r"^[A-Za-z]{2}$", required=False, help_text="As printed; ISO 3166, two letters.")
    source = serializers.CharField(  # type: ignore[assignment]
        max_length=300, required=False, help_text="Only from this source."
    )


class HistoricRatingSerializer(serializers.ModelSerializer[HistoricRating]):
    """A value as it was printed elsewhere; nothing here is worked out from it."""

    player = PublicPlayerSerializer()
    name = serializers.CharField(source="shown_name", help_text="As printed, unless it is not public in full.")
    scale = serializers.ChoiceField(choices=Scale.choices)
    country = serializers.CharField(source="country.code", help_text="As printed; ISO 3166, two letters, or empty.")
    value = serializers.FloatField(allow_null=True, help_text="Null where no plain number was printed.")
    first_day = serializers.DateField(help_text="It was published for a day from this one on …")
    last_day = serializers.DateField(help_text="… up to this one: the same, or the end of a month or year.")

    class Meta:
        model = HistoricRating
        fields = [
            "player", "name", "country", "scale", "value", "printed", "rank", "games", "last_played", "first_day",
            "last_day", "source", "event", "moment", "note",
        ]  # fmt: skip
        read_only_fields = fields


class HistoricListSerializer(serializers.Serializer[Any]):
    date = serializers.DateField()
    results = HistoricRatingSerializer(many=True, help_text="Tournament ratings, highest first.")


class HistoricImportSerializer(serializers.ModelSerializer[HistoricImport]):
    """An import; what it brought is taken back with it."""

    class Meta:
        model = HistoricImport
        fields = ["id", "at", "values", "withdrawn_at", "reason"]
        read_only_fields = fields


class HistoricImportRequestSerializer(Body):
    text = serializers.CharField(trim_whitespace=False, help_text="CSV with a header, as the export writes it.")
    source = serializers.CharField(  # type: ignore[assignment]
        max_length=300, required=False, allow_blank=True, default="", help_text="For rows that do not say."
    )
    date = serializers.RegexField(
        r"^\d{4}(-\d{2}(-\d{2})?)?$", required=False, allow_blank=True, default="",
        help_text="A day, month or year, for rows that do not say.",
    )  # fmt: skip
    dry_run = serializers.BooleanField(default=False, help_text="Only say what each row means.")
    players = serializers.DictField(
        child=serializers.IntegerField(min_value=1, max_value=2**63 - 1),
        default=dict,
        help_text="Answers for doubtful rows: row number to player id.",
    )
    new = serializers.ListField(
        child=serializers.IntegerField(), default=list, help_text="Rows that are people without a profile."
    )
    skip = serializers.ListField(child=serializers.IntegerField(), default=list, help_text="Rows to leave out.")
    make_players = serializers.BooleanField(default=False, help_text="Make profiles for names that nobody has.")


class LineCandidateSerializer(serializers.Serializer[Any]):
    player = serializers.IntegerField()
    slug = serializers.SlugField()
    name = serializers.CharField()
    country = serializers.CharField(allow_blank=True)


class HistoricLineSerializer(serializers.Serializer[Any]):
    row = serializers.IntegerField(source="number", help_text="The header is row 1.")
    name = serializers.CharField()
    state = serializers.ChoiceField(choices=LINE_STATES)
    column = serializers.CharField(help_text="The cell that is wrong.")
    code = serializers.CharField()
    message = serializers.CharField()
    about = serializers.ListField(
        child=serializers.CharField(), help_text="Cells kept as they were printed, being no plain numbers."
    )
    candidates = LineCandidateSerializer(many=True)


class HistoricImportedSerializer(serializers.Serializer[Any]):
    lines = HistoricLineSerializer(many=True)
    unread = serializers.ListField(child=serializers.CharField(), help_text="Columns that are not read.")
    batch = HistoricImportSerializer(allow_null=True, help_text="Null for a dry run, or where all was stored already.")


class HistoricWithdrawSerializer(Body):
    reason = serializers.CharField(max_length=1000)


class ListParser(CarefulJsonParser):
    """Takes a list as large as the page does, however JSON writes it; the service bounds the list itself."""

    limit = 3 * MAX_BYTES


class HistoricListView(APIView):
    permission_classes = [IsAuthenticatedOrReadOnly]
    renderer_classes = [JSONRenderer, CSVRenderer]
    parser_classes = [ListParser]

    @extend_schema(
        operation_id="ratings_historic_list",
        tags=[TAG],
        summary="Ratings published elsewhere",
        description="What other lists printed for the month up to a day. It is no part of the ledger.",
        auth=[],
        parameters=[HistoricQuerySerializer],
        responses={(200, "application/json"): HistoricListSerializer, (200, "text/csv"): OpenApiTypes.STR},
    )
    def get(self, request: Request) -> Response:
        asked = HistoricQuerySerializer(data=request.query_params)
        asked.is_valid(raise_exception=True)
        values = asked.validated_data
        on = values.get("date") or timezone.now().date()
        rows = historic_list(on, country=values.get("country", "").upper(), source=values.get("source", ""))
        if isinstance(request.accepted_renderer, CSVRenderer):
            return Response(historic_csv(rows))
        return Response(HistoricListSerializer({"date": on, "results": rows}, context={"request": request}).data)

    @extend_schema(
        operation_id="ratings_historic_import",
        tags=[TAG],
        summary="Bring in a published list",
        description="All rows or none; what is stored already is left. With `dry_run` the answer says what each row "
        "means. Nothing that is worked out here rests on it.",
        request=HistoricImportRequestSerializer,
        responses={
            (200, "application/json"): HistoricImportedSerializer,
            400: problem(
                "The file cannot be read.", not_utf8=("Line 3 is not in UTF-8. Save the list as UTF-8.", "text"),
                no_lines=("There is no row in this list.", "text"),
                no_columns=("The first line names the columns; look at “name”: missing or there twice.", "text"),
            ),
            403: NOT_STAFF,
            409: problem(
                "Nothing was stored; `extra.lines` names rows and columns.",
                import_refused=("Nothing was stored: 2 of the rows need attention, first row 7.", "text"),
            ),
        },
    )  # fmt: skip
    def post(self, request: Request) -> Response:
        actor, now = request_actor(request), timezone.now()
        require_staff(actor)
        sent = read_body(request, HistoricImportRequestSerializer)
        players = {int(row): player for row, player in sent["players"].items() if _ROW.fullmatch(str(row))}
        answers = HistoricAnswers(players, frozenset(sent["new"]), frozenset(sent["skip"]), sent["make_players"])
        text, given = sent["text"], {"source": sent["source"], "on": sent["date"], "answers": answers}
        preview = read_historic(text, today=now.date(), **given)
        batch = None if sent["dry_run"] else import_historic(actor=actor, now=now, text=text, **given)
        data = {"lines": preview.lines, "unread": preview.unread, "batch": batch}
        return Response(HistoricImportedSerializer(data).data)


class HistoricImportList(APIView):
    permission_classes = [AllowAny]

    @extend_schema(
        operation_id="ratings_historic_imports",
        tags=[TAG],
        summary="Imports of published ratings",
        auth=[],
        responses=HistoricImportSerializer(many=True),
    )
    def get(self, request: Request) -> Response:
        return Response(HistoricImportSerializer(historic_imports(), many=True).data)


class HistoricWithdraw(APIView):
    @extend_schema(
        operation_id="ratings_historic_withdraw",
        tags=[TAG],
        summary="Take an import back",
        description="With all its values; profiles that it made stay. Doing it twice changes nothing.",
        request=HistoricWithdrawSerializer,
        responses={
            200: HistoricImportSerializer,
            403: NOT_STAFF,
            404: problem("There is none.", import_not_found="There is no such import."),
        },
    )
    def post(self, request: Request, pk: int) -> Response:
        actor = request_actor(request)
        require_staff(actor)
        sent = read_body(request, HistoricWithdrawSerializer)
        batch = withdraw_historic(actor=actor, now=timezone.now(), import_id=pk, reason=sent["reason"])
        return Response(HistoricImportSerializer(batch).data)
