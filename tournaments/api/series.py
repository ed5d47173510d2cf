"""`/api/v1/series/`: series and their editions."""

from dataclasses import replace
from typing import Any

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
from tantrix_site.errors import NotFound
from tournaments import services
from tournaments.api import describe
from tournaments.api.lookup import get_event
from tournaments.api.once import IDEMPOTENCY_KEY, once
from tournaments.api.series_serializers import (
    EditionSerializer,
    NewEditionSerializer,
    NewSeriesSerializer,
    SeriesChangesSerializer,
    SeriesDetailSerializer,
    SeriesSerializer,
)
from tournaments.models import Edition, Series
from tournaments.selectors.editions import edition_rows, editions_visible_to, sorted_editions
from tournaments.selectors.records import records_of

NOT_KEEPER = problem(
    "You may not do this.",
    not_keeper="Only those who keep the series may do this.",
    not_staff="Only the staff of the site may do this.",
)
NO_SERIES = problem("There is none.", series_not_found="There is no such series.")


def get_series(slug: str) -> Series:
    """Raises NotFound `series_not_found`."""
    series = Series.objects.filter(slug=slug).first()
    if series is None:
        raise NotFound("series_not_found", _("There is no such series."))
    return series


class SeriesList(APIView):
    permission_classes = [IsAuthenticatedOrReadOnly]

    @extend_schema(
        operation_id="series_list",
        tags=[describe.SERIES],
        summary="Series",
        description="All series by code: there are few enough for one answer.",
        responses=SeriesSerializer(many=True),
    )
    def get(self, request: Request) -> Response:
        rows = Series.objects.order_by("slug")
        return Response(SeriesSerializer(rows, many=True, context={"request": request}).data)

    @extend_schema(
        operation_id="series_create",
        tags=[describe.SERIES],
        summary="Make a series",
        description="For the staff of the site.",
        request=NewSeriesSerializer,
        parameters=[IDEMPOTENCY_KEY],
        responses={
            201: SeriesSerializer,
            400: problem("It cannot be.", bad_code=("A code has 2 to 12 Latin letters and digits.", "code")),
            403: NOT_KEEPER,
            409: problem("It is there already.", series_exists=("There is such a series already.", "code")),
        },
        examples=[
            OpenApiExample("a cup", value={"code": "CUP", "name": "Club Cup", "kind": "open"}, request_only=True)
        ],
    )
    def post(self, request: Request) -> Response:
        sent = read_body(request, NewSeriesSerializer)
        code = sent.pop("code")

        def act() -> Series:
            details = replace(services.SeriesDetails(name=sent["name"]), **_details(sent))
            return services.create_series(actor=request_actor(request), now=timezone.now(), code=code, details=details)

        series = once(request, "series", act, lambda pk: Series.objects.get(pk=pk))
        return Response(SeriesSerializer(series, context={"request": request}).data, status=201)


def _details(sent: dict[str, Any]) -> dict[str, Any]:
    found = dict(sent)
    if "continents" in found:
        found["continents"] = tuple(found["continents"])
    return found


class SeriesView(APIView):
    permission_classes = [IsAuthenticatedOrReadOnly]

    @extend_schema(
        operation_id="series_retrieve",
        tags=[describe.SERIES],
        summary="One series",
        description="With its editions, the latest first, and the medals of everybody known to have one. "
        "Names of past results stay names: two spellings are two people.",
        responses={200: SeriesDetailSerializer, 404: NO_SERIES},
    )
    def get(self, request: Request, slug: str) -> Response:
        series = get_series(slug)
        rows = edition_rows(sorted_editions(editions_visible_to(request.user).filter(series=series)))
        data = {"series": series, "editions": rows, "medals": records_of(rows).people}
        return Response(SeriesDetailSerializer(data, context={"request": request}).data)

    @extend_schema(
        operation_id="series_update",
        tags=[describe.SERIES],
        summary="Change a series",
        description="For those who keep it.",
        request=SeriesChangesSerializer,
        responses={
            200: SeriesSerializer,
            403: NOT_KEEPER,
            404: NO_SERIES,
            409: problem("Another has this name.", series_exists=("There is such a series already.", "name")),
        },
    )
    def patch(self, request: Request, slug: str) -> Response:
        series = get_series(slug)
        sent = read_body(request, SeriesChangesSerializer, partial=True)
        details = replace(services.SeriesDetails.of(series), **_details(sent))
        series = services.update_series(
            actor=request_actor(request), now=timezone.now(), series_id=series.pk, details=details
        )
        return Response(SeriesSerializer(series, context={"request": request}).data)


class Editions(APIView):
    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="editions_create",
        tags=[describe.SERIES],
        summary="Start or add an edition",
        description="Without `event` a draft is made from the settings and stages of `copy`, of `template` or of the "
        "series. With `event` one that exists becomes an edition; an event may belong to several series.",
        request=NewEditionSerializer,
        parameters=[IDEMPOTENCY_KEY],
        responses={
            201: EditionSerializer,
            403: NOT_KEEPER,
            404: NO_SERIES,
            409: problem(
                "It is taken.", edition_exists=("The series has an edition of this year already.", "year")
            ),
        },
        examples=[OpenApiExample("next year", value={"year": 2027, "copy": "wtc-2026"}, request_only=True)],
    )  # fmt: skip
    def post(self, request: Request, slug: str) -> Response:
        series = get_series(slug)
        sent = read_body(request, NewEditionSerializer)
        edition = once(
            request, f"edition:{series.pk}", lambda: _make(request, series, sent), lambda pk: Edition.objects.get(pk=pk)
        )
        row = edition_rows([Edition.objects.select_related("series", "event", "historic").get(pk=edition.pk)])[0]
        return Response(EditionSerializer(row).data, status=201)


def _make(request: Request, series: Series, sent: dict[str, Any]) -> Edition:
    actor, now = request_actor(request), timezone.now()
    year, number = sent["year"], sent["number"]
    if sent["event"]:
        event = get_event(request, sent["event"])
        return services.add_edition(
            actor=actor, now=now, series_id=series.pk, event_id=event.pk, year=year, number=number
        )  # fmt: skip
    copied = get_event(request, sent["copy"]) if sent["copy"] else None
    plan = services.EditionPlan(
        year, number, sent["name"], copied, template=sent["template"], entrants=sent["entrants"]
    )  # fmt: skip
    return services.start_edition(actor=actor, now=now, series_id=series.pk, plan=plan)


class EditionDetail(APIView):
    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="editions_delete",
        tags=[describe.SERIES],
        summary="Take an event out of a series",
        description="The event stays. A historic edition goes with the import that brought it.",
        responses={
            204: None,
            403: NOT_KEEPER,
            404: problem("There is none.", edition_not_found="There is no such edition."),
            409: problem("It is historic.", edition_is_historic="Undo the import that brought it."),
        },
    )
    def delete(self, request: Request, pk: int) -> Response:
        services.remove_edition(actor=request_actor(request), now=timezone.now(), edition_id=pk)
        return Response(status=204)
