"""`/api/v1/events/<slug>/draw/` and `…/stages/<number>/draw/`: the draw of the first stage, and of any."""

from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiExample, extend_schema, extend_schema_view
from rest_framework.permissions import IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.api.problems import problem
from players.actors import request_actor
from players.api.bodies import read_body
from tantrix_site.errors import NotFound
from tournaments import services
from tournaments.api import describe
from tournaments.api.conditions import ETAG, IF_MATCH, IF_NONE_MATCH, NOT_MODIFIED, expected_version, tagged_event
from tournaments.api.draw_serializers import AlternateSerializer, DrawQuery, DrawSerializer, LotSerializer, draw_data
from tournaments.api.lookup import get_drawn, get_event, get_played
from tournaments.api.once import IDEMPOTENCY_KEY, once
from tournaments.api.rows import read_query
from tournaments.models import Draw, Event, Stage
from tournaments.selectors.draw_record import DrawRecord, seats, stored_record
from tournaments.selectors.stages import stage_settings
from tournaments.services.access import require_organiser
from tournaments.services.building import uses_lot
from tournaments.services.draws import draw_mode, get_stage, preview_draw, stage_entries

NOT_DRAWN = problem(
    "There is none yet.",
    not_drawn="The draw has not been made.",
    event_not_found="There is no such event.",
    stage_not_found="The event has no stage 3.",
)
CANNOT_DRAW = {
    "stage_played": "Something has been played or reported; the draw stands.",
    "stage_finished": "This stage is finished; its draw stands.",
    "event_finished": "The event is finished; its results stand.",
    "stage_not_fed": "Draw the stage before first: it says who plays here.",
    "too_few_entries": "A draw needs at least two entries; there are 1.",
}
BAD_DRAW = problem(
    "It cannot be drawn so.",
    bad_lot=("Give a number to see the draw it makes.", "lot"),
    lines_needed=("Place the entries on the lines of the draw.", "lines"),
    too_many_groups=("7 entries do not fill 4 groups.", "groups"),
)
BY_LOT = OpenApiExample("by lot", value={"lot": 271828182}, request_only=True)
BY_HAND = OpenApiExample("by hand", value={"lines": [1, None, 4, 3, None, 5, None, 2]}, request_only=True)


def _read(name: str, summary: str) -> Any:
    return extend_schema(
        operation_id=name, tags=[describe.DRAW], summary=summary,
        description="With its lot and all else from which anybody can make it again.",
        parameters=[DrawQuery, IF_NONE_MATCH, ETAG],
        responses={200: DrawSerializer, 304: NOT_MODIFIED, 404: NOT_DRAWN},
    )  # fmt: skip


def _make(name: str, summary: str) -> Any:
    return extend_schema(
        operation_id=name,
        tags=[describe.DRAW],
        summary=summary,
        description="Draws the entries and makes the matches; while nothing was played it may be done again. A later "
        "stage can be drawn before the one before it is over: its places are names then, such as “winner of group A”. "
        "In a Swiss stage the draw settles the seed numbers and the lot; its rounds are paired one by one.",
        request=LotSerializer,
        parameters=[IDEMPOTENCY_KEY, IF_MATCH],
        responses={
            201: DrawSerializer, 400: BAD_DRAW, 403: describe.NOT_YOURS, 404: describe.NO_STAGE,
            409: problem("It cannot be drawn.", **CANNOT_DRAW), 412: describe.STALE,
        },
        examples=[BY_LOT, BY_HAND],
    )  # fmt: skip


def _discard(name: str, summary: str) -> Any:
    return extend_schema(
        operation_id=name,
        tags=[describe.DRAW],
        summary=summary,
        description="While nothing was played, with its matches.",
        parameters=[IF_MATCH],
        responses={
            204: None, 403: describe.NOT_YOURS, 404: describe.NO_STAGE,
            409: problem("It stands, or there is none.", not_drawn="There is no draw to discard.",
                         **{code: CANNOT_DRAW[code] for code in ("stage_played", "stage_finished", "event_finished")}),
            412: describe.STALE,
        },
    )  # fmt: skip


def _preview(name: str, summary: str) -> Any:
    return extend_schema(
        operation_id=name,
        tags=[describe.DRAW],
        summary=summary,
        description="With that lot, or those lines, and the entries, seeds and settings as they are. Nothing is "
        "stored.",
        request=LotSerializer,
        responses={
            200: DrawSerializer, 400: BAD_DRAW, 403: describe.NOT_YOURS, 404: describe.NO_STAGE,
            409: problem("It cannot be drawn.", **CANNOT_DRAW),
        },
        examples=[BY_LOT, BY_HAND],
    )  # fmt: skip


class _Draw(APIView):
    permission_classes = [IsAuthenticatedOrReadOnly]

    def get(self, request: Request, slug: str, stage: int = 1) -> Any:
        # who was seeded into a later stage follows from results
        event = get_drawn(request, slug) if stage == 1 else get_played(request, slug)
        number = read_query(request, DrawQuery).get("number")
        return tagged_event(request, event, lambda: _shown(event, stage, number))

    def post(self, request: Request, slug: str, stage: int = 1) -> Response:
        event = get_event(request, slug)
        sent = read_body(request, LotSerializer)

        def act() -> Draw:
            return services.make_draw(
                actor=request_actor(request), now=timezone.now(), event_id=event.pk, stage_number=stage,
                lot=sent["lot"], lines=sent["lines"], expected_version=expected_version(request, event),
            )  # fmt: skip

        made = once(
            request, f"draw:{event.pk}:{stage}", act, lambda pk: Draw.objects.select_related("stage__event").get(pk=pk)
        )
        return Response(draw_data(stored_record(made)), status=201)

    def delete(self, request: Request, slug: str, stage: int = 1) -> Response:
        event = get_event(request, slug)
        services.discard_draw(
            actor=request_actor(request), now=timezone.now(), event_id=event.pk, stage_number=stage,
            expected_version=expected_version(request, event),
        )  # fmt: skip
        return Response(status=204)


def _shown(event: Event, stage_number: int, number: int | None) -> Any:
    stage = get_stage(event, stage_number)
    draws = Draw.objects.filter(stage=stage)
    found = (draws.filter(current=True) if number is None else draws.filter(number=number)).first()
    if found is None:
        raise NotFound("not_drawn", _("The draw has not been made."))
    found.stage = stage
    return draw_data(stored_record(found))


@extend_schema_view(
    get=_read("draw_retrieve", "The draw of the first stage"),
    post=_make("draw_make", "Draw the first stage"),
    delete=_discard("draw_discard", "Discard the draw of the first stage"),
)
class FirstDraw(_Draw):
    """The draw of the first stage."""


@extend_schema_view(
    get=_read("stage_draw_retrieve", "The draw of a stage"),
    post=_make("stage_draw_make", "Draw a stage"),
    delete=_discard("stage_draw_discard", "Discard the draw of a stage"),
)
class StageDraw(_Draw):
    """The draw of a stage."""


class _DrawPreview(APIView):
    def post(self, request: Request, slug: str, stage: int = 1) -> Response:
        event = get_event(request, slug)
        require_organiser(request_actor(request), event)
        sent = read_body(request, LotSerializer)
        record = _previewed(event, get_stage(event, stage), sent["lot"], sent["lines"])
        return Response(draw_data(record))


def _previewed(event: Event, stage: Stage, lot: int | None, lines: list[int | None] | None) -> DrawRecord:
    built = preview_draw(event, stage, lot, lines)
    found = stage_entries(event, stage)
    settings = stage_settings(stage, event)
    return DrawRecord(
        stage=stage, settings=settings,
        seats=seats(found.entries, [e.country.code or "" if e else "" for e in found.entries], found.origins),
        lot=lot if uses_lot(settings, by_hand=lines is not None) else None,
        mode=draw_mode(settings, by_hand=lines is not None), lines=built.lines, clashes=built.clashes,
        groups=built.groups, detail=built.detail, rankings_before=found.groups,
    )  # fmt: skip


@extend_schema_view(post=_preview("draw_preview", "What a draw of the first stage would be"))
class FirstDrawPreview(_DrawPreview):
    """What a draw of the first stage would be."""


@extend_schema_view(post=_preview("stage_draw_preview", "What a draw of a stage would be"))
class StageDrawPreview(_DrawPreview):
    """What a draw of a stage would be."""


class DrawAlternate(APIView):
    @extend_schema(
        operation_id="stage_draw_alternate",
        tags=[describe.DRAW],
        summary="Let an alternate in",
        description="For an entry that left after the draw and before anything was played (regulation 4.6). The draw "
        "before can still be read by its number.",
        request=AlternateSerializer,
        responses={
            200: DrawSerializer,
            400: problem(
                "It cannot be.",
                not_drawn_entry=("This entry is not in the draw.", "leaving"),
                bad_alternate=("An alternate is an accepted entry that is not in the draw.", "alternate"),
            ),
            403: describe.NOT_YOURS,
            404: describe.NO_STAGE,
            409: problem(
                "It cannot be done now.",
                not_drawn="There is no draw with lines.",
                not_left=("This entry still takes part; withdraw it first.", "leaving"),
                no_bands=("A draw made by hand has no bands for a cascade.", "mode"),
                **{code: CANNOT_DRAW[code] for code in ("stage_played", "stage_finished", "event_finished")},
            ),
        },
        examples=[OpenApiExample("by the cascade", value={"leaving": 3, "alternate": 65, "mode": "cascade"},
                                 request_only=True)],
    )  # fmt: skip
    def post(self, request: Request, slug: str, stage: int) -> Response:
        event = get_event(request, slug)
        sent = read_body(request, AlternateSerializer)
        made = services.replace_entrant(
            actor=request_actor(request), now=timezone.now(), event_id=event.pk, stage_number=stage,
            leaving_id=sent["leaving"], alternate_id=sent["alternate"], mode=sent["mode"], reason=sent["reason"],
        )  # fmt: skip
        return Response(draw_data(stored_record(made)))
