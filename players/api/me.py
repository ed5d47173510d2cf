"""`/api/v1/me/`: the account and its profile."""

from typing import Any, cast

from django.db import transaction
from django.utils import timezone
from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from players import services
from players.actors import Actor, account_actor, request_actor
from players.api.bodies import read_body
from players.api.serializers import MeChangesSerializer, MeSerializer
from players.services import ProfileChanges


@extend_schema_view(
    get=extend_schema(operation_id="me_read", tags=["Account"], summary="My account", responses={200: MeSerializer}),
    patch=extend_schema(
        operation_id="me_change",
        tags=["Account"],
        summary="Change my profile",
        description=(
            "What is left out stays as it is. A new name gives a new `slug`; the old one keeps leading to the profile. "
            "An account without a profile gets one with its first `name`. The date of birth can be set, never read."
        ),
        request=MeChangesSerializer,
        responses={200: MeSerializer},
    ),
)
class MeView(APIView):
    permission_classes = [IsAuthenticated]
    throttle_scope = "writes"

    def get(self, request: Request) -> Response:
        return Response(_shown(request_actor(request)))

    def patch(self, request: Request) -> Response:
        sent = read_body(request, MeChangesSerializer)
        actor = request_actor(request)
        _change(actor, sent)
        assert actor.user is not None
        return Response(_shown(account_actor(actor.user, via=actor.via)))


@transaction.atomic
def _change(actor: Actor, values: dict[str, Any]) -> None:
    now = timezone.now()
    if "language" in values:
        services.set_language(actor=actor, language=values.pop("language"))
    if not values:
        return
    changes = cast("ProfileChanges", values)
    if actor.player is None:
        services.create_player(actor=actor, user=actor.user, now=now, details=changes)
    else:
        services.update_profile(actor=actor, player=actor.player, now=now, changes=changes)


def _shown(actor: Actor) -> dict[str, Any]:
    user = actor.user
    assert user is not None
    shown = {"username": user.username, "email": user.email, "language": user.language, "player": actor.player}
    return dict(MeSerializer(shown).data)
