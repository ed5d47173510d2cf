"""`/api/v1/events/<slug>/tables/` and `/api/v1/sittings/<id>/`: tables that are drawn each round."""

from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework.permissions import IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.api.problems import problem
from players.actors import request_actor
from players.api.bodies import Empty, read_body
from players.selectors import own_player
from tantrix_site.errors import NotFound
from tournaments import services
from tournaments.api import describe
from tournaments.api.lookup import get_drawn, get_event
from tournaments.api.sitting_serializers import (
    NewRoundSerializer,
    ScoreSerializer,
    SittingRoundSerializer,
    SittingSerializer,
    SittingsSerializer,
    TableDisputeSerializer,
    TableReportSerializer,
    TableScoreSerializer,
    round_data,
    score_data,
    sittings_data,
    table_data,
)
from tournaments.models import Sitting, SittingScore
from tournaments.selectors.pages.sittings import load_sittings
from tournaments.selectors.visibility import events_numbered_for, may_see_results, with_draw
from tournaments.services import TableFigures
from tournaments.services.sittings import require_sittings

NO_SITTINGS = {"no_sittings": "This event is played in matches, not at tables drawn each round."}
NO_TABLE = problem("There is none, or you may not see it.", sitting_not_found="There is no such table.")
NO_SCORE = problem("There is none, or you may not see it.", score_not_found="There is no such report.")
NOT_AT_TABLE = problem(
    "You may not do this.",
    not_at_table="Only the players of this table may do this.",
    own_report="Somebody you played against has to confirm what you reported.",
)
REFUSED = problem(
    "It was not taken.",
    game_decided="Game 1 has a result already.",
    event_finished="The event is finished; its results stand.",
    report_closed="This report has been answered already: counts.",
    wrong_record=("This is not the record of such a game.", "record"),
    record_pending="This record is still being checked. Try again in a moment.",
    players=("In this record somebody else sits in that place.", "record"),
    game_counted="This very game has been counted already; one game counts once.",
)


def get_sitting(request: Request, pk: int) -> Sitting:
    """Raises NotFound `sitting_not_found`."""
    events = with_draw(events_numbered_for(request.user), request.user)
    visible = Sitting.objects.filter(pk=pk, round__event__in=events)
    found = visible.select_related("round__event").first()
    if found is None:
        raise NotFound("sitting_not_found", _("There is no such table."))
    return found


def _sees_scores(request: Request, sitting: Sitting) -> bool:
    """While results are held back, the players of a table and officials see its scores."""
    if may_see_results(request.user, sitting.round.event):
        return True
    player = own_player(request.user)
    return player is not None and sitting.seats.filter(entry__player=player).exists()


def get_score(request: Request, pk: int) -> SittingScore:
    """Raises NotFound `score_not_found`."""
    events = with_draw(events_numbered_for(request.user), request.user)
    found = SittingScore.objects.filter(pk=pk, sitting__round__event__in=events).first()
    if found is None:
        raise NotFound("score_not_found", _("There is no such report."))
    return found


def figures_of(sent: dict[str, Any]) -> TableFigures:
    return TableFigures(tuple(sent["tiles"]), sent["deadlock"], sent["record"], tuple(sent["colours"]))


class EventTables(APIView):
    permission_classes = [IsAuthenticatedOrReadOnly]

    @extend_schema(
        operation_id="tables_list",
        tags=[describe.SITTINGS],
        summary="Rounds, tables and standings",
        description="Of an event in which everybody sits down with others each round.",
        responses={200: SittingsSerializer, 404: describe.NO_EVENT, 409: problem("It has none.", **NO_SITTINGS)},
    )
    def get(self, request: Request, slug: str) -> Response:
        event = get_drawn(request, slug)
        require_sittings(event)
        page = load_sittings(event, results=may_see_results(request.user, event))
        return Response(SittingsSerializer(sittings_data(page)).data)

    @extend_schema(
        operation_id="tables_draw",
        tags=[describe.SITTINGS],
        summary="Draw the next round",
        description="Once all games of the rounds before have a score. The lot is stored and published.",
        request=NewRoundSerializer,
        responses={
            201: SittingRoundSerializer, 403: describe.NOT_YOURS, 404: describe.NO_EVENT,
            409: problem(
                "No round was drawn.", round_open="Round 2 has games without a score.",
                too_few_entries="There are too few players for a table.",
                event_not_started="The event has not started.", **NO_SITTINGS,
            ),
        },
    )  # fmt: skip
    def post(self, request: Request, slug: str) -> Response:
        event = get_event(request, slug)
        sent = read_body(request, NewRoundSerializer)
        made = services.draw_sittings(
            actor=request_actor(request), now=timezone.now(), event_id=event.pk, number=sent["round"],
            games=sent["games"], size=sent["size"], lot=sent["lot"], absent=sent["absent"],
        )  # fmt: skip
        view = next(view for view in load_sittings(event).rounds if view.round.pk == made.pk)
        return Response(SittingRoundSerializer(round_data(view)).data, status=201)


class EventTablesRound(APIView):
    @extend_schema(
        operation_id="tables_take_back",
        tags=[describe.SITTINGS],
        summary="Take the last round back",
        description="Only while nothing of it was reported.",
        responses={
            204: None, 403: describe.NOT_YOURS,
            404: problem(
                "There is none.", event_not_found="There is no such event.", round_not_found="There is no such round."
            ),
            409: problem(
                "It stands.", round_played="Something of this round was reported; it stands.",
                not_last_round="Only the last round can be taken back.", **NO_SITTINGS,
            ),
        },
    )  # fmt: skip
    def delete(self, request: Request, slug: str, number: int) -> Response:
        event = get_event(request, slug)
        services.take_back_sittings(
            actor=request_actor(request), now=timezone.now(), event_id=event.pk, number=number
        )  # fmt: skip
        return Response(status=204)


class SittingDetail(APIView):
    permission_classes = [IsAuthenticatedOrReadOnly]

    @extend_schema(
        operation_id="sittings_retrieve",
        tags=[describe.SITTINGS],
        summary="One table",
        responses={200: SittingSerializer, 404: NO_TABLE},
    )
    def get(self, request: Request, pk: int) -> Response:
        found = get_sitting(request, pk)
        page = load_sittings(found.round.event, results=_sees_scores(request, found))
        data = next(
            table_data(view, table)
            for view in page.rounds
            for table in view.tables
            if table.found.sitting.pk == found.pk
        )
        return Response(SittingSerializer(data).data)


class SittingReport(APIView):
    @extend_schema(
        operation_id="sittings_report",
        tags=[describe.SITTINGS],
        summary="Report a game",
        description="By a player of the table. The same said by another side confirms it, something else is a dispute.",
        request=TableReportSerializer,
        responses={200: ScoreSerializer, 403: NOT_AT_TABLE, 404: NO_TABLE, 409: REFUSED},
    )
    def post(self, request: Request, pk: int, number: int) -> Response:
        found = get_sitting(request, pk)
        sent = read_body(request, TableReportSerializer)
        score = services.report_score(
            actor=request_actor(request), now=timezone.now(), sitting_id=found.pk, number=number,
            figures=figures_of(sent),
        )  # fmt: skip
        return Response(ScoreSerializer(score_data(score)).data)


class SittingScoreView(APIView):
    @extend_schema(
        operation_id="sittings_enter",
        tags=[describe.SITTINGS],
        summary="Enter, correct or rule on a game",
        description="By an arbiter who does not sit there. With `tp` the points are set, as of an absentee.",
        request=TableScoreSerializer,
        responses={
            200: ScoreSerializer,
            400: problem("It cannot be.", reason_needed=("Say why; everybody will see it in the log.", "reason")),
            403: describe.NOT_ARBITER,
            404: NO_TABLE,
            409: REFUSED,
        },
    )
    def put(self, request: Request, pk: int, number: int) -> Response:
        found = get_sitting(request, pk)
        sent = read_body(request, TableScoreSerializer)
        given = sent["tiles"] or sent["record"]
        score = services.enter_score(
            actor=request_actor(request), now=timezone.now(), sitting_id=found.pk, number=number,
            figures=figures_of(sent) if given else None, tp=sent["tp"], reason=sent["reason"],
        )  # fmt: skip
        return Response(ScoreSerializer(score_data(score)).data)


class ScoreConfirm(APIView):
    @extend_schema(
        operation_id="sittings_confirm",
        tags=[describe.SITTINGS],
        summary="Confirm a report",
        description="By a player of another side. Twice is once.",
        request=None,
        responses={200: ScoreSerializer, 403: NOT_AT_TABLE, 404: NO_SCORE, 409: REFUSED},
    )
    def post(self, request: Request, pk: int) -> Response:
        found = get_score(request, pk)
        read_body(request, Empty)
        score = services.confirm_score(actor=request_actor(request), now=timezone.now(), score_id=found.pk)
        return Response(ScoreSerializer(score_data(score)).data)


class ScoreDispute(APIView):
    @extend_schema(
        operation_id="sittings_dispute",
        tags=[describe.SITTINGS],
        summary="Dispute a report",
        description="By a player of another side; an arbiter decides.",
        request=TableDisputeSerializer,
        responses={200: ScoreSerializer, 403: NOT_AT_TABLE, 404: NO_SCORE, 409: REFUSED},
    )
    def post(self, request: Request, pk: int) -> Response:
        found = get_score(request, pk)
        sent = read_body(request, TableDisputeSerializer)
        score = services.dispute_score(
            actor=request_actor(request), now=timezone.now(), score_id=found.pk, reason=sent["reason"]
        )  # fmt: skip
        return Response(ScoreSerializer(score_data(score)).data)
