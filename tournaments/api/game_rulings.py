"""`/api/v1/matches/<id>/games/<n>/…`: what an arbiter rules about a game, and claims for time."""

from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request

from games.api.problems import problem
from players.actors import request_actor
from players.api.bodies import read_body
from tournaments import services
from tournaments.api import describe
from tournaments.api.conditions import ETAG, IF_MATCH, expected_version
from tournaments.api.fields import SIDES
from tournaments.api.games import NO_REPORT, REPORT_GONE, GameAct, any_report
from tournaments.api.lookup import get_match
from tournaments.api.match_serializers import (
    AcceptSerializer,
    ClaimSerializer,
    MatchDetailSerializer,
    ObjectionSerializer,
    RefuseSerializer,
    TimeRulingSerializer,
)
from tournaments.api.matches import match_answer


class GameAccept(GameAct):
    @extend_schema(
        operation_id="games_accept",
        tags=[describe.RESULTS],
        summary="Let a report count",
        description="An arbiter who does not play in the match decides a dispute or a conflict.",
        request=AcceptSerializer,
        parameters=[IF_MATCH, ETAG],
        responses={
            200: MatchDetailSerializer, 403: describe.NOT_ARBITER, 404: NO_REPORT, 409: REPORT_GONE,
            412: describe.STALE,
        },
    )  # fmt: skip
    def post(self, request: Request, pk: int, number: int) -> Any:
        match = get_match(request, pk)
        values = read_body(request, AcceptSerializer)
        report = any_report(match, number, values.get("report"))
        services.accept_report(
            actor=request_actor(request), now=timezone.now(), report_id=report.pk, reason=values["reason"],
            left_colour=values["left_colour"], expected_version=expected_version(request, match),
        )  # fmt: skip
        return match_answer(request, match.pk)


class GameRefuse(GameAct):
    @extend_schema(
        operation_id="games_refuse",
        tags=[describe.RESULTS],
        summary="Set a report aside",
        description="The opponent's report of the game, if there is one, waits for confirmation again.",
        request=RefuseSerializer,
        parameters=[IF_MATCH, ETAG],
        responses={
            200: MatchDetailSerializer, 403: describe.NOT_ARBITER, 404: NO_REPORT, 409: REPORT_GONE,
            412: describe.STALE,
        },
    )  # fmt: skip
    def post(self, request: Request, pk: int, number: int) -> Any:
        match = get_match(request, pk)
        sent = read_body(request, RefuseSerializer)
        report = any_report(match, number, sent.get("report"))
        services.refuse_report(
            actor=request_actor(request), now=timezone.now(), report_id=report.pk,
            reason=sent["reason"], expected_version=expected_version(request, match),
        )  # fmt: skip
        return match_answer(request, match.pk)


class GameClaim(GameAct):
    @extend_schema(
        operation_id="games_claim_time",
        tags=[describe.RESULTS],
        summary="Claim points for the opponent's time",
        description="Until the next game of the match is reported, or within an hour after this one was.",
        request=ClaimSerializer,
        responses={
            200: MatchDetailSerializer, 403: describe.NOT_IN_MATCH, 404: describe.NO_MATCH,
            409: problem("Not now.", claim_too_late="Time is claimed before the next game starts; ask an arbiter."),
        },
    )  # fmt: skip
    def post(self, request: Request, pk: int, number: int) -> Any:
        match = get_match(request, pk)
        sent = read_body(request, ClaimSerializer)
        services.claim_time(
            actor=request_actor(request), now=timezone.now(), match_id=match.pk, number=number,
            minutes=sent["minutes"],
        )  # fmt: skip
        return match_answer(request, match.pk)

    @extend_schema(
        operation_id="games_withdraw_claim",
        tags=[describe.RESULTS],
        summary="Withdraw the time claim",
        description="Within 24 hours.",
        responses={
            200: MatchDetailSerializer, 403: describe.NOT_IN_MATCH, 404: describe.NO_MATCH,
            409: problem("There is none.", no_claim="You have claimed no time in this game."),
        },
    )  # fmt: skip
    def delete(self, request: Request, pk: int, number: int) -> Any:
        match = get_match(request, pk)
        services.withdraw_time_claim(actor=request_actor(request), now=timezone.now(), match_id=match.pk, number=number)
        return match_answer(request, match.pk)


class GameObjection(GameAct):
    @extend_schema(
        operation_id="games_object_to_claim",
        tags=[describe.RESULTS],
        summary="Object to a time claim",
        description="The accused side says why; the claim counts until an arbiter rules on it.",
        request=ObjectionSerializer,
        responses={
            200: MatchDetailSerializer, 403: describe.NOT_IN_MATCH, 404: describe.NO_MATCH,
            409: problem(
                "There is nothing to object to.",
                nothing_claimed="No time is claimed from you in this game.",
                objected_already="You have objected to this claim already.",
            ),
        },
    )  # fmt: skip
    def post(self, request: Request, pk: int, number: int) -> Any:
        match = get_match(request, pk)
        sent = read_body(request, ObjectionSerializer)
        services.object_to_claim(
            actor=request_actor(request), now=timezone.now(), match_id=match.pk, number=number, reason=sent["reason"]
        )
        return match_answer(request, match.pk)


class GameTimeRuling(GameAct):
    @extend_schema(
        operation_id="games_rule_time",
        tags=[describe.RESULTS],
        summary="Rule on time",
        description="An arbiter sets the points a side loses for time in a game, or strikes them with 0.",
        request=TimeRulingSerializer,
        responses={
            200: MatchDetailSerializer,
            400: problem(
                "It cannot be.",
                bad_penalty=("A penalty lies between 0 and 20 TP.", "tenths"),
                bad_game_number=("The match has no game 9.", "game"),
            ),
            403: describe.NOT_ARBITER,
            404: describe.NO_MATCH,
            409: describe.DEPENDS,
        },
    )
    def post(self, request: Request, pk: int, number: int) -> Any:
        match = get_match(request, pk)
        values = read_body(request, TimeRulingSerializer)
        services.rule_time(
            actor=request_actor(request),
            now=timezone.now(),
            match_id=match.pk,
            number=number,
            side=SIDES.index(values["side"]),
            tenths=values["points"],
            reason=values["reason"],
            digest=values.get("digest"),
            reinstate=set(values["reinstate"]),
        )
        return match_answer(request, match.pk)
