"""`/api/v1/players/<slug>/name/`: what of a person's name everybody may read."""

from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.api.problems import problem
from players.actors import request_actor
from players.api.bodies import Body, read_body
from players.models import Player
from players.selectors import find_player
from tournaments import services
from tournaments.api import describe


class NameChoiceSerializer(Body):
    """What is left out stays as it is."""

    minor_until = serializers.DateField(
        required=False, allow_null=True,
        help_text="The first day of full age, where no date of birth is known. It can be sent, never read.",
    )  # fmt: skip
    shown_in_full = serializers.BooleanField(
        required=False, help_text="The person, or a guardian, wants the full name on public pages; false takes it back."
    )


class ShownNameSerializer(serializers.Serializer[Any]):
    slug = serializers.SlugField()
    public_name = serializers.CharField(help_text="What everybody may read.")
    name = serializers.CharField(help_text="In full.")
    shown_in_full = serializers.BooleanField()


class ShownName(APIView):
    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="players_choose_name", tags=[describe.ENTRIES], summary="Choose what of a name is public",
        description="Under the age of 18 the surname is an initial wherever everybody can read it, unless the full "
        "name was chosen. For the person; for a profile without an account also for those who organise an event in "
        "which it is entered, and administrators.",
        request=NameChoiceSerializer,
        responses={
            200: ShownNameSerializer,
            400: problem("The date cannot be.", minor_until_impossible=("Nobody is under age for so long.",
                                                                        "minor_until")),
            403: problem("You may not do this.", not_your_profile="Only its owner can change this profile."),
            404: problem("There is no such player.", player_not_found="There is no such player."),
        },
    )  # fmt: skip
    def post(self, request: Request, slug: str) -> Response:
        sent = read_body(request, NameChoiceSerializer)
        changed = services.choose_shown_name(
            actor=request_actor(request), now=timezone.now(), player_id=find_player(slug).pk, **sent
        )
        return Response(_shown(changed))


def _shown(player: Player) -> dict[str, Any]:
    return {
        "slug": player.slug, "public_name": player.name, "name": player.in_full,
        "shown_in_full": player.shown_in_full_at is not None,
    }  # fmt: skip
