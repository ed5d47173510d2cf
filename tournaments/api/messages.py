"""`/api/v1/matches/<id>/messages/`: what the two sides and officials write about a match, with evidence."""

from typing import Any

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework.parsers import BaseParser, MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.parsers import CarefulJsonParser
from games.api.problems import problem
from players.actors import request_actor
from players.api.bodies import read_body
from tantrix_site.errors import NotFound
from tournaments import services
from tournaments.api import describe
from tournaments.api.arranging import Act, look
from tournaments.api.arranging_serializers import (
    HideSerializer,
    MessageRequestSerializer,
    MessageSerializer,
)
from tournaments.api.fields import side_name
from tournaments.api.lookup import get_match
from tournaments.api.once import IDEMPOTENCY_KEY, once
from tournaments.models import Match, MatchMessage
from tournaments.selectors.pages.arranging import MessageView, messages_of
from tournaments.services.access import may_rule
from tournaments.services.pictures import MOST_BYTES

NO_MESSAGE = problem("There is none.", message_not_found="There is no such message.")


def message_data(request: Request, match: Match, view: MessageView) -> dict[str, Any]:
    row, shown = view.row, view.shows_text
    path = reverse("events:match-picture", args=[match.event.slug, match.number, row.pk])
    return {
        "id": row.pk, "side": side_name(row.side), "by": view.by, "at": row.at, "text": row.text if shown else "",
        "link": row.link if shown else "", "is_hidden": view.is_hidden, "hide_reason": row.hide_reason,
        "picture": request.build_absolute_uri(path) if row.picture and shown else None,
    }  # fmt: skip


def messages_answer(request: Request, match: Match, *, status: int = 200) -> Response:
    page, actor, side = look(request, match)
    rows = messages_of(page, side, is_official=may_rule(actor, page.match))
    data = [message_data(request, match, row) for row in rows]
    return Response(MessageSerializer(data, many=True).data, status=status, headers={"Cache-Control": "no-store"})


class MatchMessages(Act):
    parser_classes: list[type[BaseParser]] = [CarefulJsonParser, MultiPartParser]

    @extend_schema(
        operation_id="matches_messages",
        tags=[describe.ARRANGING],
        summary="Messages and evidence",
        description="For the two sides and officials.",
        responses={200: MessageSerializer(many=True), 403: describe.NOT_IN_MATCH, 404: describe.NO_MATCH},
    )
    def get(self, request: Request, pk: int) -> Response:
        return messages_answer(request, get_match(request, pk))

    @extend_schema(
        operation_id="matches_send_message",
        tags=[describe.ARRANGING],
        summary="Write about a match",
        description="It stays. With a link or a picture as evidence, if you like; a picture is made anew, so that "
        "nothing is kept of where and with what it was taken.",
        request={"application/json": MessageRequestSerializer, "multipart/form-data": MessageRequestSerializer},
        parameters=[IDEMPOTENCY_KEY],
        responses={
            201: MessageSerializer(many=True),
            400: problem("It cannot be.", message_empty=("Write something, or give a link or a picture.", "text"),
                         bad_link=("Give a whole address that begins with https://.", "link"),
                         bad_picture=("This is no picture of PNG, JPEG or WebP.", "picture")),
            403: describe.NOT_IN_MATCH,
            404: describe.NO_MATCH,
            409: problem("Not now.", too_many_messages="That is enough for now; write again later."),
        },
    )  # fmt: skip
    def post(self, request: Request, pk: int) -> Response:
        match = get_match(request, pk)
        sent = read_body(request, MessageRequestSerializer)
        picture = sent.get("picture")
        once(
            request, f"message {match.pk}",
            lambda: services.send_message(
                actor=request_actor(request), now=timezone.now(), match_id=match.pk, text=sent["text"],
                link=sent["link"], picture=picture.read(MOST_BYTES + 1) if picture is not None else None,
            ),
            lambda made: MatchMessage.objects.get(pk=made),
        )  # fmt: skip
        return messages_answer(request, match, status=201)


class MessageHide(Act):
    @extend_schema(
        operation_id="messages_hide",
        tags=[describe.ARRANGING],
        summary="Hide a message from the players",
        request=HideSerializer,
        responses={200: MessageSerializer(many=True), 403: describe.NOT_ARBITER, 404: NO_MESSAGE},
    )
    def post(self, request: Request, pk: int) -> Response:
        row = MatchMessage.objects.filter(pk=pk).first()
        if row is None:
            raise NotFound("message_not_found", _("There is no such message."))
        match = get_match(request, row.match_id)
        sent = read_body(request, HideSerializer)
        services.hide_message(actor=request_actor(request), now=timezone.now(), message_id=pk, reason=sent["reason"])
        return messages_answer(request, match)
