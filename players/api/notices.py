"""`/api/v1/me/notices/`: what one is told by mail."""

from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from players import services
from players.actors import request_actor
from players.api.bodies import Body, read_body
from players.notices import Choice
from players.selectors.notices import all_choices

_HELP = "When mails of this group are sent: at once, once a day in one mail, or never."


def _choice(what: str) -> serializers.ChoiceField:
    return serializers.ChoiceField(choices=Choice.choices, required=False, help_text=f"{what} {_HELP}")


class NoticeChoicesSerializer(Body):
    """Groups of mails. Rulings, warnings of defaults and places gained are always sent at once and are not here."""

    reports = _choice("Results to answer, objections.")
    arranging = _choice("Times offered, reminders.")
    results = _choice("Results and places.")
    events = _choice("Entries, pairings, line-ups.")
    announcements = _choice("Announcements of organisers.")
    profile = _choice("Profile, casual games, titles.")
    duties = _choice("What waits for organisers and arbiters.")


@extend_schema_view(
    get=extend_schema(
        operation_id="me_notices_read",
        tags=["Account"],
        summary="What I am told by mail",
        responses={200: NoticeChoicesSerializer},
    ),
    patch=extend_schema(
        operation_id="me_notices_change",
        tags=["Account"],
        summary="Choose what I am told by mail",
        description="What is left out stays as it is.",
        request=NoticeChoicesSerializer,
        responses={200: NoticeChoicesSerializer},
    ),
)
class NoticesView(APIView):
    permission_classes = [IsAuthenticated]
    throttle_scope = "writes"

    def get(self, request: Request) -> Response:
        return Response(_shown(request))

    def patch(self, request: Request) -> Response:
        sent = read_body(request, NoticeChoicesSerializer)
        if sent:
            services.choose_notices(actor=request_actor(request), now=timezone.now(), choices=sent)
        return Response(_shown(request))


def _shown(request: Request) -> dict[str, Any]:
    user = request_actor(request).user
    assert user is not None
    return {str(group): str(choice) for group, choice in all_choices(user).items()}
