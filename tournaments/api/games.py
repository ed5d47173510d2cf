"""`/api/v1/matches/<id>/games/<n>/…`: what is said about one game of a match."""

import json
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, extend_schema
from rest_framework.parsers import BaseParser
from rest_framework.request import Request
from rest_framework.views import APIView

from games.api.documentation import IDEMPOTENCY_KEY
from games.api.parsers import CarefulJsonParser, RawTextParser
from games.api.problems import problem
from games.models import ContentType
from players.actors import Actor, request_actor
from players.api.bodies import read_body
from tantrix_site.errors import Conflict, NotFound
from tournaments import services
from tournaments.api import describe
from tournaments.api.conditions import ETAG, IF_MATCH, expected_version
from tournaments.api.lookup import get_match
from tournaments.api.match_serializers import (
    AttachSerializer,
    ConfirmSerializer,
    DisputeSerializer,
    MatchDetailSerializer,
    ReportChoiceSerializer,
    ResultSerializer,
)
from tournaments.api.matches import match_answer
from tournaments.api.values import figures_of
from tournaments.models import Match, Report, ReportState
from tournaments.models.report import LIVE_STATES
from tournaments.services.access import may_arbitrate, side_of

NOT_REPORTABLE = problem(
    "The game cannot be reported now.",
    game_decided="Game 1 has a result already.",
    match_decided="This match has been decided.",
    match_waiting="This match still waits for a player.",
    event_not_started="The event has not started.",
    game_not_due="Game 6 is played only if the match is still open after the games before it.",
)
REPORT_GONE = problem(
    "There is no such report to answer.",
    report_closed="This report has been answered already: confirmed.",
    report_in_conflict="The record contradicts the claim, so an arbiter has to look at it.",
    report_checking="The game record is still being checked.",
)
NO_REPORT = problem("There is none.", report_not_found="No report of this game waits for an answer.")
COLOUR = OpenApiParameter(
    "left_colour", OpenApiTypes.STR, enum=["red", "yellow", "green", "blue"],
    description="The colour the left player had; only with a record sent as `text/plain`.",
)  # fmt: skip


def opponents_report(match: Match, actor: Actor, number: int, pk: int | None, states: tuple[str, ...]) -> Report:
    """The report of a game that the actor's opponent made. Raises NotFound `report_not_found`."""
    side = side_of(actor, Match.every.prefetch_related("slots__occupant").get(pk=match.pk))
    reports = Report.objects.filter(match=match, number=number)
    if pk is not None:
        found = reports.filter(pk=pk).first()
    else:
        live = reports.filter(state__in=states)
        found = (live.exclude(side=side) if side is not None else live).order_by("-at").first()
    if found is None:
        raise NotFound("report_not_found", _("No report of this game waits for an answer."))
    return found


def any_report(match: Match, number: int, pk: int | None) -> Report:
    """The live report meant. Raises NotFound `report_not_found`, Conflict `which_report` where several could be."""
    reports = Report.objects.filter(match=match, number=number)
    if pk is not None:
        found = list(reports.filter(pk=pk))
    else:
        found = list(reports.filter(state__in=LIVE_STATES))
    if not found:
        raise NotFound("report_not_found", _("No report of this game waits for an answer."))
    if len(found) > 1:
        raise Conflict(
            "which_report", _("Several reports wait for an answer: name one."), {"reports": [row.pk for row in found]},
            field="report",
        )  # fmt: skip
    return found[0]


class GameAct(APIView):
    """An act on one game; the answer is the match as it is then."""

    throttle_scope = "writes"


class GameRecord(GameAct):
    throttle_scope = "records"
    parser_classes: list[type[BaseParser]] = [CarefulJsonParser, RawTextParser]

    @extend_schema(
        operation_id="games_record",
        tags=[describe.RESULTS],
        summary="Attach a game record",
        description=(
            "A record sent before (`submission`), or the record itself. A worker replays it; once verified it is your "
            "report, and decides when the opponent confirms, the time for objection passes, or an arbiter accepts it. "
            "What contradicts the claim, the players or the colours makes it a conflict that decides nothing. An "
            "organiser who does not play enters the result with it. A record in text notation goes as `text/plain`."
        ),
        request={"application/json": AttachSerializer, "text/plain": OpenApiTypes.STR},
        parameters=[IDEMPOTENCY_KEY, IF_MATCH, COLOUR, ETAG],
        responses={
            202: MatchDetailSerializer,
            400: problem("The body is not a game record.", malformed=("moves[3].rotation must be 0 to 5.", None),
                         no_record=("Send a game record, or name one that you sent before.", "record")),
            403: describe.NOT_IN_MATCH,
            404: problem("There is none.", match_not_found="There is no such match.",
                         submission_not_found=("You have sent no such record.", "record")),
            409: NOT_REPORTABLE,
            412: describe.STALE,
        },
        examples=[
            OpenApiExample(
                "a record sent before", value={"submission": "kQ3vV0nTq4y-8sXh", "colours": {"left": "red"}},
                request_only=True, media_type="application/json",
            )
        ],
    )  # fmt: skip
    def post(self, request: Request, pk: int, number: int) -> Any:
        match = get_match(request, pk)
        sent: dict[str, Any] = {}
        data: bytes | None = None
        content_type = ContentType.JSON
        body: object = request.data
        if isinstance(body, bytes):
            data, content_type = body, ContentType.TEXT
            sent = {"colours": {"left": request.query_params.get("left_colour", "")}}
        else:
            sent = read_body(request, AttachSerializer)
            if "record" in sent:
                data = json.dumps(sent["record"], ensure_ascii=False, separators=(",", ":")).encode(errors="replace")
        colours, tiles = sent.get("colours") or {}, sent.get("tiles")
        both = None if not tiles or tiles["left"] is None or tiles["right"] is None else (tiles["left"], tiles["right"])
        services.attach_record(
            actor=request_actor(request), now=timezone.now(), match_id=match.pk, number=number, data=data,
            submission_id=sent.get("submission"), content_type=content_type,
            idempotency_key=request.headers.get("Idempotency-Key"), left_colour=colours.get("left", ""),
            right_colour=colours.get("right", ""), tiles=both, claims_time=sent.get("claim_time", False),
            server_code=sent.get("server_code", ""),
            expected_version=expected_version(request, match),
        )  # fmt: skip
        return match_answer(request, match.pk, status=202)


class GameResultView(GameAct):
    @extend_schema(
        operation_id="games_result",
        tags=[describe.RESULTS],
        summary="Report or enter a result",
        description="From a player it is a report: the opponent confirms or disputes it; both alike count at once. "
        "From an organiser or arbiter who does not play it counts at once; with an `Idempotency-Key` it is stored "
        "once, however often it is sent. Sending the same again changes nothing that counts.",
        request=ResultSerializer,
        parameters=[IDEMPOTENCY_KEY, IF_MATCH, ETAG],
        responses={
            200: MatchDetailSerializer,
            400: problem("The figures cannot be.", bad_tiles="A final score lies between 0 and 84 tiles.",
                         same_player=("Nobody plays against oneself.", "sides"),
                         wrong_players=("Anna Kiss and Bo Berg play this match.", "sides"),
                         sides_swapped=("Anna Kiss is left and Bo Berg right.", "sides")),
            403: describe.NOT_IN_MATCH,
            404: describe.NO_MATCH,
            409: NOT_REPORTABLE,
            412: describe.STALE,
        },
        examples=[
            OpenApiExample(
                "a game", value={"tiles": {"left": 17, "right": 12}, "colours": {"left": "red", "right": "blue"}},
                request_only=True,
            )
        ],
    )  # fmt: skip
    def post(self, request: Request, pk: int, number: int) -> Any:
        match = get_match(request, pk)
        values = read_body(request, ResultSerializer)
        actor, now = request_actor(request), timezone.now()
        seen, named = expected_version(request, match), values.get("sides")
        sides = None if named is None else (named["left"], named["right"])
        loaded = Match.every.prefetch_related("slots__occupant").get(pk=match.pk)
        key = request.headers.get("Idempotency-Key")
        if side_of(actor, loaded) is None and may_arbitrate(actor, match.event) and key is not None:
            services.enter_row(
                actor=actor, now=now, match_id=match.pk, number=number, figures=figures_of(values), key=key,
                sides=sides, reason=values["reason"], expected_version=seen,
            )  # fmt: skip
        elif side_of(actor, loaded) is None and may_arbitrate(actor, match.event):
            services.enter_result(
                actor=actor, now=now, match_id=match.pk, number=number, figures=figures_of(values),
                sides=sides, reason=values["reason"], expected_version=seen,
            )  # fmt: skip
        else:
            services.report_game(
                actor=actor, now=now, match_id=match.pk, number=number, figures=figures_of(values),
                claims_time=values["claim_time"], sides=sides, server_code=values["server_code"],
                reason=values["reason"], expected_version=seen,
            )  # fmt: skip
        return match_answer(request, match.pk)


class GameConfirm(GameAct):
    @extend_schema(
        operation_id="games_confirm",
        tags=[describe.RESULTS],
        summary="Confirm the opponent's report",
        description="It counts from now on. Doing it twice changes nothing.",
        request=ConfirmSerializer,
        parameters=[IF_MATCH, ETAG],
        responses={
            200: MatchDetailSerializer, 403: describe.NOT_IN_MATCH, 404: NO_REPORT, 409: REPORT_GONE,
            412: describe.STALE,
        },
    )  # fmt: skip
    def post(self, request: Request, pk: int, number: int) -> Any:
        match = get_match(request, pk)
        sent = read_body(request, ConfirmSerializer)
        actor = request_actor(request)
        states = (*LIVE_STATES, ReportState.CONFIRMED)
        report = opponents_report(match, actor, number, sent.get("report"), states)
        services.confirm_game(
            actor=actor, now=timezone.now(), report_id=report.pk, claims_time=sent["claim_time"],
            expected_version=expected_version(request, match),
        )  # fmt: skip
        return match_answer(request, match.pk)


class GameDispute(GameAct):
    @extend_schema(
        operation_id="games_dispute",
        tags=[describe.RESULTS],
        summary="Say that a report is wrong",
        description="With the figures as you know them, or a reason in words. An arbiter decides.",
        request=DisputeSerializer,
        parameters=[IF_MATCH, ETAG],
        responses={
            200: MatchDetailSerializer,
            400: problem("Say more.", reason_needed=("Say what is wrong, or how the game ended.", "reason")),
            403: describe.NOT_IN_MATCH, 404: NO_REPORT, 409: REPORT_GONE, 412: describe.STALE,
        },
    )  # fmt: skip
    def post(self, request: Request, pk: int, number: int) -> Any:
        match = get_match(request, pk)
        values = read_body(request, DisputeSerializer)
        actor = request_actor(request)
        report = opponents_report(match, actor, number, values.get("report"), LIVE_STATES)
        figures = values["figures"]
        services.dispute_game(
            actor=actor, now=timezone.now(), report_id=report.pk,
            figures=None if figures is None else figures_of(figures), reason=values["reason"],
            expected_version=expected_version(request, match),
        )  # fmt: skip
        return match_answer(request, match.pk)


class GameWithdraw(GameAct):
    @extend_schema(
        operation_id="games_withdraw",
        tags=[describe.RESULTS],
        summary="Take my report back",
        description="As long as it has not been answered with a result.",
        request=ReportChoiceSerializer,
        responses={200: MatchDetailSerializer, 403: describe.NOT_IN_MATCH, 404: NO_REPORT, 409: REPORT_GONE},
    )
    def post(self, request: Request, pk: int, number: int) -> Any:
        match = get_match(request, pk)
        sent = read_body(request, ReportChoiceSerializer)
        actor, named = request_actor(request), sent.get("report")
        side = side_of(actor, Match.every.prefetch_related("slots__occupant").get(pk=match.pk))
        own = Report.objects.filter(match=match, number=number, side=side, state__in=LIVE_STATES).first()
        report = own if named is None and own is not None else any_report(match, number, named)
        services.withdraw_report(actor=actor, now=timezone.now(), report_id=report.pk)
        return match_answer(request, match.pk)
