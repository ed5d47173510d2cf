"""Titles and norms of a player, and what an administrator does about them."""

from typing import Any

from django.http import HttpResponseBase
from django.shortcuts import redirect
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.permissions import AllowAny, IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.api.problems import problem
from players.actors import request_actor
from players.api.bodies import read_body
from players.selectors import find_player
from ratings import services
from ratings.api.describe import NO_PLAYER, NOT_ADMINISTRATOR, REASON_NEEDED, TAG
from ratings.api.title_serializers import (
    AwardSerializer,
    NormBodySerializer,
    NormSerializer,
    PlayerTitlesSerializer,
    TermSerializer,
    WithdrawalSerializer,
)
from ratings.selectors.masters import conditions_of
from ratings.selectors.titles import find_norm, find_term, title_history

BAD_DAY = problem(
    "What was sent does not say what is needed.",
    day_impossible=("This day cannot be.", "on"),
    reason_needed=("Say why; everybody will see it in the log.", "reason"),
)


class PlayerTitlesView(APIView):
    permission_classes = [AllowAny]

    @extend_schema(
        operation_id="players_titles",
        tags=[TAG],
        summary="A player's titles and norms",
        description="All that was ever held, with how it ended; and the conditions of a Lobby Master, one by one. "
        "A former address answers 301 with the present one.",
        auth=[],
        responses={200: PlayerTitlesSerializer, 301: None, 404: NO_PLAYER},
    )
    def get(self, request: Request, slug: str) -> HttpResponseBase:
        player = find_player(slug)
        if player.slug != slug:
            return redirect("api-player-titles", player.slug, permanent=True)
        history = title_history(player.pk)
        data: dict[str, Any] = {
            "player": player, "terms": history.terms, "norms": history.norms, "conditions": conditions_of(player.pk),
        }  # fmt: skip
        return Response(PlayerTitlesSerializer(data, context={"request": request}).data)


class AwardView(APIView):
    permission_classes = [IsAuthenticated]
    throttle_scope = "writes"

    @extend_schema(
        operation_id="players_titles_award",
        tags=[TAG],
        summary="Award a tournament title",
        description="By an administrator. Doing it twice changes nothing.",
        request=AwardSerializer,
        responses={
            200: TermSerializer, 400: BAD_DAY, 403: NOT_ADMINISTRATOR, 404: NO_PLAYER,
            409: problem("It is not possible now.", title_held="Ana Example holds this title already."),
        },
    )  # fmt: skip
    def post(self, request: Request, slug: str) -> Response:
        sent = read_body(request, AwardSerializer)
        term = services.award_title(
            actor=request_actor(request), now=timezone.now(), holder=find_player(slug), **sent
        )  # fmt: skip
        return Response(TermSerializer(term).data)


class NormView(APIView):
    permission_classes = [IsAuthenticated]
    throttle_scope = "writes"

    @extend_schema(
        operation_id="players_norms_record",
        tags=[TAG],
        summary="Note a norm",
        description="By an administrator: what was scored in which event. Doing it twice changes nothing.",
        request=NormBodySerializer,
        responses={
            200: NormSerializer,
            400: problem("What was sent cannot be.", day_impossible=("This day cannot be.", "on")),
            403: NOT_ADMINISTRATOR,
            404: NO_PLAYER,
            409: problem("It is not possible now.", norm_recorded="A norm of this event has been noted already."),
        },
    )
    def post(self, request: Request, slug: str) -> Response:
        sent = read_body(request, NormBodySerializer)
        norm = services.record_norm(
            actor=request_actor(request), now=timezone.now(), holder=find_player(slug), **sent
        )  # fmt: skip
        return Response(NormSerializer(norm).data)


class TermWithdrawalView(APIView):
    permission_classes = [IsAuthenticated]
    throttle_scope = "writes"

    @extend_schema(
        operation_id="titles_withdraw",
        tags=[TAG],
        summary="Withdraw a title",
        description="By an administrator. It stays in the history; what ended already stays as it is.",
        request=WithdrawalSerializer,
        responses={
            200: TermSerializer, 400: REASON_NEEDED, 403: NOT_ADMINISTRATOR,
            404: problem("There is none.", title_not_found="There is no such title."),
        },
    )  # fmt: skip
    def post(self, request: Request, pk: int) -> Response:
        sent = read_body(request, WithdrawalSerializer)
        term = services.withdraw_title(actor=request_actor(request), now=timezone.now(), term=find_term(pk), **sent)
        return Response(TermSerializer(term).data)


class NormWithdrawalView(APIView):
    permission_classes = [IsAuthenticated]
    throttle_scope = "writes"

    @extend_schema(
        operation_id="norms_withdraw",
        tags=[TAG],
        summary="Withdraw a norm",
        description="By an administrator. It stays in the history; what ended already stays as it is.",
        request=WithdrawalSerializer,
        responses={
            200: NormSerializer, 400: REASON_NEEDED, 403: NOT_ADMINISTRATOR,
            404: problem("There is none.", norm_not_found="There is no such norm."),
        },
    )  # fmt: skip
    def post(self, request: Request, pk: int) -> Response:
        sent = read_body(request, WithdrawalSerializer)
        norm = services.withdraw_norm(actor=request_actor(request), now=timezone.now(), norm=find_norm(pk), **sent)
        return Response(NormSerializer(norm).data)
