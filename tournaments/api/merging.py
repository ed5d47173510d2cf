"""`/api/v1/players/<slug>/merge/`: two profiles of one person become one."""

from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.api.problems import problem
from players.actors import request_actor
from players.api.bodies import Body, read_body
from players.selectors import find_player
from tournaments import services
from tournaments.api import describe


class MergeSerializer(Body):
    other = serializers.SlugField(help_text="The profile that goes; its address leads to the one that stays.")
    reason = serializers.CharField(max_length=1000)


class MergedSerializer(serializers.Serializer[Any]):
    slug = serializers.SlugField()
    name = serializers.CharField()


class PlayerMerge(APIView):
    @extend_schema(
        operation_id="players_merge", tags=[describe.ENTRIES], summary="Merge two profiles of one person",
        description="For administrators. Entries, games, titles and past results of the other profile go to this one, "
        "and ratings are worked out anew.",
        request=MergeSerializer,
        responses={
            200: MergedSerializer,
            400: problem("They cannot be merged.", same_player=("These are one profile already.", "other")),
            403: problem("You may not do this.", not_staff="Only administrators of the site merge profiles."),
            404: problem("There is no such player.", player_not_found="There is no such player."),
            409: problem(
                "They are not one person; `extra.obstacles` says why.",
                merge_refused="Both are entered in Spring Cup.",
            ),
        },
    )  # fmt: skip
    def post(self, request: Request, slug: str) -> Response:
        sent = read_body(request, MergeSerializer)
        kept, gone = find_player(slug), find_player(sent["other"])
        merged = services.merge_players(
            actor=request_actor(request), now=timezone.now(), kept_id=kept.pk, gone_id=gone.pk, reason=sent["reason"]
        )
        return Response({"slug": merged.slug, "name": merged.name})
