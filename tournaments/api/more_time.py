"""`/api/v1/matches/<id>/more-time/`: a later deadline of one match, asked for, answered, ruled on."""

from django.utils import timezone
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.problems import problem
from players.actors import request_actor
from players.api.bodies import read_body
from tantrix_site.errors import NotFound
from tournaments import services
from tournaments.api import describe
from tournaments.api.arranging import Act, arrangement_answer
from tournaments.api.arranging_serializers import (
    ArrangementSerializer,
    MoreTimeAnswerSerializer,
    MoreTimeRequestSerializer,
    MoreTimeRulingSerializer,
)
from tournaments.api.lookup import get_match
from tournaments.models import Extension

NO_WISH = problem("There is none.", extension_not_found="Nobody has asked for this.")
WISH_OVER = problem("It is over.", extension_closed="This has been answered already: refused.",
                    deadline_moved="The deadline was changed meanwhile; ask anew if that is needed.")  # fmt: skip


class MatchMoreTime(Act):
    @extend_schema(
        operation_id="matches_ask_more_time",
        tags=[describe.ARRANGING],
        summary="Ask for a later deadline",
        description="The opponent has to agree and, beyond what the event sets, an organiser.",
        request=MoreTimeRequestSerializer,
        responses={
            201: ArrangementSerializer,
            400: problem("It cannot be.", not_later=("This is not later than the deadline.", "until")),
            403: describe.NOT_IN_MATCH,
            404: describe.NO_MATCH,
            409: problem("Not now.", no_deadline="This match has no deadline.",
                         extension_waits="Somebody has asked for more time already; that is answered first."),
        },
    )  # fmt: skip
    def post(self, request: Request, pk: int) -> Response:
        match = get_match(request, pk)
        sent = read_body(request, MoreTimeRequestSerializer)
        services.ask_extension(
            actor=request_actor(request), now=timezone.now(), match_id=match.pk, until=sent["until"],
            reason=sent["reason"],
        )  # fmt: skip
        return arrangement_answer(request, match, status=201)

    @extend_schema(
        operation_id="matches_give_more_time",
        tags=[describe.ARRANGING],
        summary="Move the deadline of one match",
        request=MoreTimeRequestSerializer,
        responses={
            200: ArrangementSerializer,
            400: problem("It cannot be.", not_later=("This is not later than the deadline.", "until")),
            403: describe.NOT_YOURS,
            404: describe.NO_MATCH,
            409: problem("Not now.", no_deadline="This match has no deadline."),
        },
    )
    def put(self, request: Request, pk: int) -> Response:
        match = get_match(request, pk)
        sent = read_body(request, MoreTimeRequestSerializer)
        services.extend_deadline(
            actor=request_actor(request), now=timezone.now(), match_id=match.pk, until=sent["until"],
            reason=sent["reason"],
        )  # fmt: skip
        return arrangement_answer(request, match)


def _wish(request: Request, pk: int) -> Extension:
    row = Extension.objects.filter(pk=pk).first()
    if row is None:
        raise NotFound("extension_not_found", _("Nobody has asked for this."))
    get_match(request, row.match_id)
    return row


class MoreTimeAnswer(Act):
    @extend_schema(
        operation_id="more_time_answer",
        tags=[describe.ARRANGING],
        summary="Agree to a later deadline, or refuse it",
        request=MoreTimeAnswerSerializer,
        responses={200: ArrangementSerializer, 403: describe.NOT_IN_MATCH, 404: NO_WISH, 409: WISH_OVER},
    )
    def post(self, request: Request, pk: int) -> Response:
        row = _wish(request, pk)
        sent = read_body(request, MoreTimeAnswerSerializer)
        services.answer_extension(
            actor=request_actor(request), now=timezone.now(), extension_id=pk, agrees=sent["agrees"]
        )
        return arrangement_answer(request, get_match(request, row.match_id))


class MoreTimeWithdraw(Act):
    @extend_schema(
        operation_id="more_time_withdraw",
        tags=[describe.ARRANGING],
        summary="Take an own wish for more time back",
        request=None,
        responses={200: ArrangementSerializer, 403: describe.NOT_IN_MATCH, 404: NO_WISH, 409: WISH_OVER},
    )
    def post(self, request: Request, pk: int) -> Response:
        row = _wish(request, pk)
        services.withdraw_extension(actor=request_actor(request), now=timezone.now(), extension_id=pk)
        return arrangement_answer(request, get_match(request, row.match_id))


class MoreTimeRuling(Act):
    @extend_schema(
        operation_id="more_time_rule",
        tags=[describe.ARRANGING],
        summary="Grant or refuse a later deadline",
        request=MoreTimeRulingSerializer,
        responses={200: ArrangementSerializer, 403: describe.NOT_YOURS, 404: NO_WISH, 409: WISH_OVER},
    )
    def post(self, request: Request, pk: int) -> Response:
        row = _wish(request, pk)
        sent = read_body(request, MoreTimeRulingSerializer)
        services.rule_extension(
            actor=request_actor(request), now=timezone.now(), extension_id=pk, grants=sent["grants"],
            reason=sent["reason"],
        )  # fmt: skip
        return arrangement_answer(request, get_match(request, row.match_id))
