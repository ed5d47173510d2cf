"""`/api/v1/casual-games/` and the tables of their rankings (`docs/regulations.md` 9.1, 9.2)."""

from typing import Any

from django.http import HttpResponseBase
from django.shortcuts import redirect
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.permissions import AllowAny, BasePermission, IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.api.problems import problem
from players.actors import request_actor
from players.api.bodies import Empty, read_body
from players.selectors import find_player, own_player
from ratings import services
from ratings.api.casual_serializers import (
    CasualGameDetailSerializer,
    CasualGameSerializer,
    CasualGamesSerializer,
    CasualQuerySerializer,
    CasualReasonSerializer,
    LadderQuerySerializer,
    LadderTableSerializer,
    OfferSerializer,
    PlayerLaddersSerializer,
    change_data,
    game_data,
)
from ratings.api.describe import NO_PLAYER, TAG
from ratings.models import CasualGame, Ladder
from ratings.selectors.casual import casual_games, changes_of, confirmed_games, find_casual_game, games_with, my_games
from ratings.selectors.ladder_lists import ladder_places, ladder_table
from ratings.services import CasualResult
from ratings.services.access import is_administrator

NO_GAME = problem("There is none, or you may not see it.", casual_game_not_found="There is no such game.")
CLOSED = "This game has been answered already: refused."

DAY_LIMIT = (
    "Only 6 rated games of the same two players count a day, and you have these already. You may offer this one as an "
    "unrated game."
)


class LadderView(APIView):
    permission_classes = [AllowAny]

    @extend_schema(
        operation_id="ratings_lobby",
        tags=[TAG],
        summary="A table of casual games",
        description="The lobby, Master or doubles ranking of all who played for it, ever or in a month.",
        auth=[],
        parameters=[LadderQuerySerializer],
        responses=LadderTableSerializer,
    )
    def get(self, request: Request) -> Response:
        asked = LadderQuerySerializer(data=request.query_params)
        asked.is_valid(raise_exception=True)
        values = asked.validated_data
        month = values.get("month")
        found = ladder_table(Ladder(values["table"]), month, values.get("country", "").upper())
        start = values["offset"]
        data = {
            "table": found.ladder, "month": None if month is None else f"{month:%Y-%m}", "count": len(found.rows),
            "results": found.rows[start : start + values["limit"]],
        }  # fmt: skip
        return Response(LadderTableSerializer(data, context={"request": request}).data)


class PlayerLaddersView(APIView):
    permission_classes = [AllowAny]

    @extend_schema(
        operation_id="players_rankings",
        tags=[TAG],
        summary="A player's places in the rankings of casual games",
        description="A former address answers 301 with the present one.",
        auth=[],
        responses={200: PlayerLaddersSerializer, 301: None, 404: NO_PLAYER},
    )
    def get(self, request: Request, slug: str) -> HttpResponseBase:
        player = find_player(slug)
        if player.slug != slug:
            return redirect("api-player-rankings", player.slug, permanent=True)
        data = {"player": player, "results": ladder_places(player.pk)}
        return Response(PlayerLaddersSerializer(data, context={"request": request}).data)


class CasualGamesView(APIView):
    throttle_scope = "writes"

    def get_permissions(self) -> list[BasePermission]:
        is_reading = self.request is None or self.request.method in ("GET", "HEAD", "OPTIONS")
        return [AllowAny()] if is_reading else [IsAuthenticated()]

    @extend_schema(
        operation_id="casual_games_list",
        tags=[TAG],
        summary="Casual games",
        description="Confirmed ones, newest first, unrated ones too; or with `mine` all of one's own.",
        parameters=[CasualQuerySerializer],
        responses={200: CasualGamesSerializer, 404: NO_PLAYER},
    )
    def get(self, request: Request) -> Response:
        asked = CasualQuerySerializer(data=request.query_params)
        asked.is_valid(raise_exception=True)
        values = asked.validated_data
        if values["mine"]:
            me = own_player(request.user)
            rows = my_games(0 if me is None else me.pk)
        else:
            rows = confirmed_games()
        if "player" in values:
            rows = rows.filter(pk__in=games_with(find_player(values["player"]).pk).values("pk"))
        start = values["offset"]
        games = rows.select_related("submission")[start : start + values["limit"]]
        data = {"count": rows.count(), "results": [game_data(game) for game in games]}
        return Response(CasualGamesSerializer(data, context={"request": request}).data)

    @extend_schema(
        operation_id="casual_games_offer",
        tags=[TAG],
        summary="Offer a casual game",
        description="A game that was played, with the points of both sides or a verified record. It counts once the "
        "opponent confirms it. The same offer twice within a minute is one.",
        request=OfferSerializer,
        responses={
            201: CasualGameSerializer,
            400: problem(
                "What was sent does not say what is needed.",
                same_player=("Nobody plays against oneself.", "opponent"),
                opponent_without_account=(
                    "Nobody could confirm this game: Ana Example has no account here.",
                    "opponent",
                ),
                partner_without_account=(
                    "Your partner could not confirm this game: Ana Example has no account here.",
                    "partners",
                ),
                robot_in_pair=("A robot plays games of two, against a person.", "opponent"),
                bad_day=("A casual game is offered at most 14 days after it was played.", "played_on"),
                result_needed=("Give the points of both sides, or a game record.", "points"),
                bad_points=("The points of a game lie between 0 and 84.", "points"),
                bad_colours=("Say which of the two colours was yours.", "colour"),
                figures=("The record has other points than you gave.", "points"),
            ),
            403: problem("You may not do this.", no_profile="Sign in with an account that has a profile."),
            404: problem(
                "There is none, or you may not see it.",
                player_not_found="There is no such player.",
                submission_not_found="There is no game record at this address.",
            ),
            409: problem(
                "It is not possible now.",
                record_pending="This record is still being checked. Try again in a moment.",
                record_rejected=("This record breaks a rule, so it proves no game.", "record"),
                not_two_players=("This is not the record of such a game.", "record"),
                no_result=("This record stops before the game has ended.", "record"),
                game_counted=("This very game has been counted already; one game counts once.", "record"),
                game_claimed=("This very game is reported for a match of an event.", "record"),
                day_limit=(DAY_LIMIT, "rated"),
            ),
        },
    )
    def post(self, request: Request) -> Response:
        sent = read_body(request, OfferSerializer)
        points, partners = sent.get("points"), sent.get("partners")
        game = services.offer_game(
            actor=request_actor(request), now=timezone.now(), opponent=find_player(sent["opponent"]),
            result=CasualResult(
                None if points is None else (points[0], points[1]), sent.get("record", ""), sent.get("colour", "")
            ),
            rated=sent["rated"], played_on=sent.get("played_on"),
            partners=None if partners is None else (find_player(partners[0]), find_player(partners[1])),
        )  # fmt: skip
        return _answer(request, game, status.HTTP_201_CREATED)


class CasualGameView(APIView):
    permission_classes = [AllowAny]

    @extend_schema(
        operation_id="casual_games_retrieve",
        tags=[TAG],
        summary="A casual game and what it made of rankings",
        description="Confirmed and void ones are public; all others are for those who played.",
        responses={200: CasualGameDetailSerializer, 404: NO_GAME},
    )
    def get(self, request: Request, pk: int) -> Response:
        viewer = own_player(request.user)
        game = find_casual_game(
            pk, None if viewer is None else viewer.pk, sees_all=is_administrator(request.user)
        )  # fmt: skip
        rows = [change_data(row) for rows in changes_of(game).values() for row in rows]
        data = {**game_data(game), "changes": rows}
        return Response(CasualGameDetailSerializer(data, context={"request": request}).data)


class AnswerView(APIView):
    """What the acts on a game have in common."""

    permission_classes = [IsAuthenticated]
    throttle_scope = "writes"


class CasualConfirmationView(AnswerView):
    @extend_schema(
        operation_id="casual_games_confirm",
        tags=[TAG],
        summary="Confirm a casual game",
        description="By the opponent. A game of pairs needs one of the other side and the partner of who offered it; "
        "until it has both it stays open. Doing it twice changes nothing. For a robot an administrator may confirm.",
        request=Empty,
        responses={
            200: CasualGameSerializer,
            403: problem(
                "You may not do this.",
                not_your_game="Only those who played this game can answer.",
                own_offer="Your opponent has to answer what you offered; you may take it back.",
            ),
            404: NO_GAME,
            409: problem(
                "It is not possible now.",
                offer_closed=CLOSED,
                offer_lapsed="This offer was not answered in time. It can be made again.",
                robot_in_pair="A robot plays games of two, against a person.",
                record_rejected="This record breaks a rule, so it proves no game.",
                game_counted=("This very game has been counted already; one game counts once.", "record"),
                game_claimed=("This very game is reported for a match of an event.", "record"),
            ),
        },
    )
    def post(self, request: Request, pk: int) -> Response:
        read_body(request, Empty)
        game = services.confirm_offer(actor=request_actor(request), now=timezone.now(), game_id=pk)
        return _answer(request, game)


class CasualRefusalView(AnswerView):
    @extend_schema(
        operation_id="casual_games_refuse",
        tags=[TAG],
        summary="Refuse a casual game",
        description="By anybody named in it but the one who offered it, with a reason.",
        request=CasualReasonSerializer,
        responses={
            200: CasualGameSerializer,
            400: problem(
                "What was sent does not say what is needed.",
                reason_needed=("Say what is wrong; the other player will read it.", "reason"),
            ),
            403: problem(
                "You may not do this.",
                not_your_game="Only those who played this game can answer.",
                own_offer="Your opponent has to answer what you offered; you may take it back.",
            ),
            404: NO_GAME,
            409: problem("It is not possible now.", offer_closed=CLOSED),
        },
    )
    def post(self, request: Request, pk: int) -> Response:
        sent = read_body(request, CasualReasonSerializer)
        game = services.refuse_offer(
            actor=request_actor(request), now=timezone.now(), game_id=pk, reason=sent["reason"]
        )  # fmt: skip
        return _answer(request, game)


class CasualWithdrawalView(AnswerView):
    @extend_schema(
        operation_id="casual_games_withdraw",
        tags=[TAG],
        summary="Take an offer back",
        description="By who made it. Doing it twice changes nothing.",
        request=Empty,
        responses={
            200: CasualGameSerializer,
            403: problem("You may not do this.", not_your_offer="Only who offered a game can take it back."),
            404: NO_GAME,
            409: problem("It is not possible now.", offer_closed=CLOSED),
        },
    )
    def post(self, request: Request, pk: int) -> Response:
        read_body(request, Empty)
        game = services.withdraw_offer(actor=request_actor(request), now=timezone.now(), game_id=pk)
        return _answer(request, game)


class CasualVoidView(AnswerView):
    @extend_schema(
        operation_id="casual_games_void",
        tags=[TAG],
        summary="Declare a casual game void",
        description="By an administrator. All later rankings are worked out without it.",
        request=CasualReasonSerializer,
        responses={
            200: CasualGameSerializer,
            400: problem(
                "What was sent does not say what is needed.",
                reason_needed=("Say why; everybody will see it in the log.", "reason"),
            ),
            403: problem("You may not do this.", not_administrator="Only an administrator may do this."),
            404: NO_GAME,
            409: problem("It is not possible now.", not_confirmed="Only a confirmed game can be declared void."),
        },
    )
    def post(self, request: Request, pk: int) -> Response:
        sent = read_body(request, CasualReasonSerializer)
        game = services.void_game(actor=request_actor(request), now=timezone.now(), game_id=pk, reason=sent["reason"])
        return _answer(request, game)


def _answer(request: Request, game: CasualGame, code: int = status.HTTP_200_OK) -> Response:
    found = casual_games().select_related("submission").get(pk=game.pk)
    data: dict[str, Any] = game_data(found)
    return Response(CasualGameSerializer(data, context={"request": request}).data, status=code)
