"""`/api/v1/entries/<id>/absences/<round>/`: who misses a round of a Swiss."""

from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.api.problems import problem
from players.actors import request_actor
from players.api.bodies import read_body
from tournaments import services
from tournaments.api import describe
from tournaments.api.event_serializers import AbsenceRequestSerializer, EntrySerializer
from tournaments.api.lookup import get_entry

REFUSED: Any = {
    400: problem("There is no such round.", bad_round=("There is no such round.", "round")),
    403: problem("You may not do this.", not_your_entry="Only the player or an organiser can say so."),
    404: describe.NO_ENTRY,
    409: problem(
        "It cannot be said now.",
        not_swiss="No Swiss stage is being played.",
        round_paired="Round 3 is paired already.",
        entry_left="Ana Example has left already.",
    ),
}


class Absence(APIView):
    @extend_schema(
        operation_id="absences_set",
        tags=[describe.ENTRIES],
        summary="Miss a round of a Swiss",
        description="The player or an organiser says so before the round is paired. It brings no points, and it is no "
        "exit: the entry plays again in the round after. Saying it twice changes nothing.",
        request=AbsenceRequestSerializer,
        responses={200: EntrySerializer, **REFUSED},
    )
    def post(self, request: Request, pk: int, round: int) -> Response:  # noqa: A002  (as in the address)
        return self._set(request, pk, round, absent=True, **read_body(request, AbsenceRequestSerializer))

    @extend_schema(
        operation_id="absences_revoke",
        tags=[describe.ENTRIES],
        summary="Be there after all",
        responses={200: EntrySerializer, **REFUSED},
    )
    def delete(self, request: Request, pk: int, round: int) -> Response:  # noqa: A002
        return self._set(request, pk, round, absent=False)

    def _set(self, request: Request, pk: int, number: int, *, absent: bool, reason: str = "") -> Response:
        entry = get_entry(request, pk)
        services.set_absence(
            actor=request_actor(request), now=timezone.now(), entry_id=entry.pk, round_number=number, absent=absent,
            reason=reason,
        )  # fmt: skip
        return Response(EntrySerializer(get_entry(request, pk)).data)
