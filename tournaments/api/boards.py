"""`/api/v1/matches/<id>/boards/` and `…/line-ups/<team>/`: how two teams sit down, and board by board."""

from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework.permissions import IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.api.problems import problem
from players.actors import request_actor
from players.api.bodies import Empty, read_body
from tantrix_site.errors import Conflict
from tournaments import services
from tournaments.api import describe
from tournaments.api.conditions import IF_MATCH, expected_version
from tournaments.api.deadlines import DeadlineRequestSerializer, DeadlineSerializer
from tournaments.api.lookup import get_event, get_match, sees_match
from tournaments.api.team_serializers import (
    BoardsSerializer,
    LineUpRequestSerializer,
    LineUpSerializer,
    SeatSerializer,
    boards_data,
)
from tournaments.api.teams import NOT_LEADING
from tournaments.models import Match
from tournaments.selectors.team_matches import boards_of_match
from tournaments.selectors.visibility import require_results
from tournaments.services.access import organises_match
from tournaments.services.draws import get_stage

NOT_NOW: Any = {
    "not_for_teams": "This event is for single players.",
    "not_a_team_match": "This is a board; line-ups belong to the match of the two teams.",
    "match_waiting": "This match still waits for a player.",
    "match_decided": "This match has been decided.",
    "event_not_started": "The event has not started.",
}
LINE_UP_FAULTS = problem(
    "Nothing was changed.",
    not_in_match=("This team does not play this match.", "team"),
    line_up_length=("A line-up names a player, or nobody, for each board.", "players"),
    not_in_team=("This player is not in the team.", "players"),
    player_twice=("A player sits at one board only.", "players"),
    too_few_players=("A team needs at least three players present.", "players"),
    too_strong=("A substitute may not be stronger than the player on the board above.", "players"),
)


def _answer(request: Request, pk: int) -> Response:
    match = Match.objects.select_related("event", "stage").get(pk=pk)
    actor = request_actor(request) if request.user.is_authenticated else None
    is_organiser = actor is not None and organises_match(actor, match)
    view = boards_of_match(match, viewer=actor, is_organiser=is_organiser)
    return Response(BoardsSerializer(boards_data(view)).data)


def get_team_match(request: Request, pk: int) -> Match:
    """Raises NotFound `match_not_found`, `results_not_released`; Conflict `not_for_teams`, `not_a_team_match`."""
    match = get_match(request, pk)
    if not match.event.is_for_teams:
        raise Conflict("not_for_teams", _("This event is for single players."))
    if match.team_match_id is not None:
        raise Conflict("not_a_team_match", _("This is a board; line-ups belong to the match of the two teams."))
    if not sees_match(request, match):
        require_results(request.user, match.event)
    return match


class Boards(APIView):
    permission_classes = [IsAuthenticatedOrReadOnly]

    @extend_schema(
        operation_id="boards_list",
        tags=[describe.TEAMS],
        summary="The boards of a match of two teams",
        description="Who sits at them once the line-ups are fixed, and what they count for.",
        responses={
            200: BoardsSerializer,
            404: describe.NO_MATCH,
            409: problem("It has no boards.", not_for_teams=NOT_NOW["not_for_teams"]),
        },
    )
    def get(self, request: Request, pk: int) -> Response:
        return _answer(request, get_team_match(request, pk).pk)

    @extend_schema(
        operation_id="boards_open",
        tags=[describe.TEAMS],
        summary="Fix the line-ups of a match",
        description="An organiser does not wait any longer: a team that sent none plays in its last order. It happens "
        "by itself when both have sent theirs and at the deadline for line-ups. Doing it twice changes nothing.",
        request=Empty,
        responses={
            200: BoardsSerializer,
            403: describe.NOT_YOURS,
            404: describe.NO_MATCH,
            409: problem("Not now.", **NOT_NOW),
        },
    )
    def post(self, request: Request, pk: int) -> Response:
        match = get_team_match(request, pk)
        read_body(request, Empty)
        services.open_boards(actor=request_actor(request), now=timezone.now(), match_id=match.pk)
        return _answer(request, pk)


class Board(APIView):
    @extend_schema(
        operation_id="boards_seat",
        tags=[describe.TEAMS],
        summary="Let a substitute step in",
        description="Once the line-ups are fixed and before anything of the board is reported; null empties the board.",
        request=SeatSerializer,
        responses={
            200: BoardsSerializer,
            400: LINE_UP_FAULTS,
            403: NOT_LEADING,
            404: describe.NO_MATCH,
            409: problem(
                "Not now.",
                line_up_not_fixed="The line-up is not fixed yet; send another one instead.",
                board_played="Something was played at this board; who sits there stays.",
                **NOT_NOW,
            ),
        },
    )
    def put(self, request: Request, pk: int, board: int) -> Response:
        match = get_team_match(request, pk)
        sent = read_body(request, SeatSerializer)
        services.put_at_board(
            actor=request_actor(request), now=timezone.now(), match_id=match.pk, team_id=sent["team"], board=board,
            player_id=sent["player"], reason=sent["reason"],
        )  # fmt: skip
        return _answer(request, pk)


class TeamLineUp(APIView):
    @extend_schema(
        operation_id="line_ups_send",
        tags=[describe.TEAMS],
        summary="Send the line-up of a team",
        description="The captain, the deputy or an organiser. The opponent does not see it, and it may be changed, "
        "until both have sent theirs or the deadline for line-ups has passed.",
        request=LineUpRequestSerializer,
        parameters=[IF_MATCH],
        responses={
            200: LineUpSerializer,
            400: LINE_UP_FAULTS,
            403: NOT_LEADING,
            404: describe.NO_MATCH,
            409: problem(
                "Too late, or too early.",
                line_up_fixed="The line-ups of this match are fixed. A substitute may still step in.",
                **NOT_NOW,
            ),
            412: describe.STALE,
        },
        examples=[OpenApiExample("five boards", value={"players": [11, 12, 13, None, 15]}, request_only=True)],
    )
    def put(self, request: Request, pk: int, team: int) -> Response:
        match = get_team_match(request, pk)
        sent = read_body(request, LineUpRequestSerializer)
        line_up = services.send_line_up(
            actor=request_actor(request), now=timezone.now(), match_id=match.pk, team_id=team, players=sent["players"],
            expected_version=expected_version(request, match),
        )  # fmt: skip
        return Response(LineUpSerializer(line_up).data)


class LineUpDeadline(APIView):
    @extend_schema(
        operation_id="rounds_line_ups",
        tags=[describe.TEAMS],
        summary="Set until when line-ups of a round are sent",
        request=DeadlineRequestSerializer,
        responses={
            200: DeadlineSerializer,
            400: problem("There is no such round.", unknown_round=("There is no such round.", "round")),
            403: describe.NOT_YOURS,
            404: describe.NO_STAGE,
            409: problem("It has no teams.", not_for_teams=NOT_NOW["not_for_teams"]),
        },
        examples=[OpenApiExample("a day", value={"deadline": "2026-06-01T20:00:00Z"}, request_only=True)],
    )
    def put(self, request: Request, slug: str, stage: int, round: int) -> Response:  # noqa: A002  (as in the address)
        event = get_event(request, slug)
        get_stage(event, stage)
        sent = read_body(request, DeadlineRequestSerializer)
        count = services.set_line_up_deadline(
            actor=request_actor(request), now=timezone.now(), event_id=event.pk, stage_number=stage, round_number=round,
            deadline=sent["deadline"], bracket=sent["bracket"],
        )  # fmt: skip
        return Response(DeadlineSerializer({"deadline": sent["deadline"], "matches": count}).data)
