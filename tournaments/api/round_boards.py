"""`/api/v1/events/<slug>/stages/<number>/rounds/<round>/boards/`: opening the boards of a round of team matches."""

from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.api.problems import problem
from players.actors import request_actor
from players.api.bodies import Body, read_body
from tantrix_site.errors import Conflict
from tournaments import services
from tournaments.api import describe
from tournaments.api.lookup import get_event
from tournaments.models import Event
from tournaments.selectors.round_line_ups import SideLineUp, open_team_matches, round_line_ups
from tournaments.services.access import require_organiser
from tournaments.services.draws import get_stage

PART = "Only this part: a plate, the losers."
NO_TEAMS = problem("It has no teams.", not_for_teams="This event is for single players.")


class RoundBoardsRequestSerializer(Body):
    bracket = serializers.CharField(max_length=20, required=False, allow_null=True, default=None, help_text=PART)


class RoundSideSerializer(serializers.Serializer[Any]):
    team = serializers.IntegerField()
    name = serializers.CharField()
    has_sent = serializers.BooleanField(help_text="Whether it gave an order of its own.")
    plays = serializers.ListField(
        child=serializers.IntegerField(allow_null=True), allow_null=True,
        help_text="Where it has sent none: the order in which it plays if the boards are opened now.",
    )  # fmt: skip


class RoundMatchSerializer(serializers.Serializer[Any]):
    match = serializers.IntegerField()
    number = serializers.IntegerField()
    is_open = serializers.BooleanField(help_text="Whether its boards are open.")
    left = RoundSideSerializer()
    right = RoundSideSerializer()


def _side(side: SideLineUp) -> dict[str, Any]:
    plays = None if side.is_sent else [None if player is None else player.pk for player in side.plays]
    return {"team": side.team.pk, "name": side.team.name, "has_sent": side.is_sent, "plays": plays}


def _answer(event: Event, stage: int, round_number: int, bracket: str | None) -> Response:
    rows = round_line_ups(event, open_team_matches(event, stage=stage, round_number=round_number, bracket=bracket))
    data = [
        {
            "match": row.match.pk, "number": row.match.number, "is_open": row.is_open,
            "left": _side(row.sides[0]), "right": _side(row.sides[1]),
        }
        for row in rows
    ]  # fmt: skip
    return Response(RoundMatchSerializer(data, many=True).data)


class RoundBoards(APIView):
    @extend_schema(
        operation_id="rounds_boards",
        tags=[describe.TEAMS],
        summary="Which line-ups of a round are missing",
        description="The open matches of the round, for organisers. What a team has sent is not shown here.",
        parameters=[OpenApiParameter("bracket", str, description=PART)],
        responses={
            200: RoundMatchSerializer(many=True),
            403: describe.NOT_YOURS,
            404: describe.NO_STAGE,
            409: NO_TEAMS,
        },
    )
    def get(self, request: Request, slug: str, stage: int, round: int) -> Response:  # noqa: A002  (as in the address)
        event = get_event(request, slug)
        require_organiser(request_actor(request), event)
        if not event.is_for_teams:
            raise Conflict("not_for_teams", _("This event is for single players."))
        return _answer(event, get_stage(event, stage).number, round, request.query_params.get("bracket") or None)

    @extend_schema(
        operation_id="rounds_boards_open",
        tags=[describe.TEAMS],
        summary="Open the boards of a round",
        description="Fixes the line-ups of all its open matches, as `boards_open` does for one: all of them or none. "
        "A team that sent none plays in its last order. A match of a team of your own is left to another organiser. "
        "Doing it twice changes nothing.",
        request=RoundBoardsRequestSerializer,
        responses={
            200: RoundMatchSerializer(many=True),
            400: problem("There is no such round.", unknown_round=("There is no such round.", "round")),
            403: describe.NOT_YOURS,
            404: describe.NO_STAGE,
            409: problem(
                "Not now.",
                not_for_teams="This event is for single players.",
                event_not_started="The event has not started.",
                event_finished="The event is finished; its results stand.",
            ),
        },
        examples=[OpenApiExample("the whole round", value={}, request_only=True)],
    )
    def post(self, request: Request, slug: str, stage: int, round: int) -> Response:  # noqa: A002  (as in the address)
        event = get_event(request, slug)
        number = get_stage(event, stage).number
        sent = read_body(request, RoundBoardsRequestSerializer)
        services.open_round_boards(
            actor=request_actor(request), now=timezone.now(), event_id=event.pk, stage_number=number,
            round_number=round, bracket=sent["bracket"],
        )  # fmt: skip
        return _answer(event, number, round, sent["bracket"])
