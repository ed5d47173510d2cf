"""`/api/v1/matches/<id>/meeting/`: who is ready, colours, starts, and where the two meet."""

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.problems import problem
from players.actors import request_actor
from players.api.bodies import read_body
from tournaments import services
from tournaments.api import describe
from tournaments.api.arranging import Act, look
from tournaments.api.arranging_serializers import (
    MatchMeetingSerializer,
    ReadyRequestSerializer,
    RoomRequestSerializer,
)
from tournaments.api.fields import side_name
from tournaments.api.lookup import get_match
from tournaments.models import Match
from tournaments.selectors.match_rule import rule_of
from tournaments.selectors.meeting import meeting_of
from tournaments.services.recording import occupants

NOT_NOW = problem(
    "It is not possible now.",
    match_decided="This match has been decided.",
    match_waiting="This match still waits for a player.",
    event_not_started="The event has not started.",
    draw_not_released="The draw has not been released yet.",
)


def meeting_answer(request: Request, match: Match) -> Response:
    page, _actor, _side = look(request, match)
    pair = occupants(page.match)
    met = meeting_of(page.match, pair, timezone.now(), rule_of(match.event, page.match).last_game)
    by_lot = met.seating.by_lot or (None, None)
    sides = [
        {"ready_at": met.ready_at[side], "colour": met.seating.colours[side],
         "by_lot": None if met.seating.colours[side] else by_lot[side]}
        for side in (0, 1)
    ]  # fmt: skip
    data = {
        "left": sides[0], "right": sides[1], "both_ready": met.both_ready, "rule": met.seating.rule,
        "lot": met.seating.lot, "room": met.room,
        "starts": [{"game": game, "side": side_name(side)} for game, side in met.seating.starts.items()],
    }  # fmt: skip
    return Response(MatchMeetingSerializer(data).data, headers={"Cache-Control": "no-store"})


class MatchMeeting(Act):
    @extend_schema(
        operation_id="matches_meeting",
        tags=[describe.ARRANGING],
        summary="Who is ready, colours and starts",
        responses={200: MatchMeetingSerializer, 403: describe.NOT_IN_MATCH, 404: describe.NO_MATCH, 409: NOT_NOW},
    )
    def get(self, request: Request, pk: int) -> Response:
        return meeting_answer(request, get_match(request, pk))

    @extend_schema(
        operation_id="matches_ready",
        tags=[describe.ARRANGING],
        summary="Say that you are ready",
        description="For half an hour. The first of the two has the lot drawn.",
        request=ReadyRequestSerializer,
        responses={200: MatchMeetingSerializer, 403: describe.NOT_IN_MATCH, 404: describe.NO_MATCH, 409: NOT_NOW},
    )
    def post(self, request: Request, pk: int) -> Response:
        match = get_match(request, pk)
        sent = read_body(request, ReadyRequestSerializer)
        services.mark_ready(actor=request_actor(request), now=timezone.now(), match_id=match.pk, yields=sent["yields"])
        return meeting_answer(request, match)

    @extend_schema(
        operation_id="matches_room",
        tags=[describe.ARRANGING],
        summary="Say where you meet",
        request=RoomRequestSerializer,
        responses={200: MatchMeetingSerializer, 403: describe.NOT_IN_MATCH, 404: describe.NO_MATCH, 409: NOT_NOW},
    )
    def put(self, request: Request, pk: int) -> Response:
        match = get_match(request, pk)
        sent = read_body(request, RoomRequestSerializer)
        services.set_room(actor=request_actor(request), now=timezone.now(), match_id=match.pk, text=sent["room"])
        return meeting_answer(request, match)
