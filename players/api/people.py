"""`/api/v1/players/`: everybody with a profile. For reading, without an account."""

from django.db.models import QuerySet
from django.http import HttpResponseBase
from django.shortcuts import redirect
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_view
from rest_framework.generics import ListAPIView
from rest_framework.pagination import CursorPagination
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from players.api.serializers import PublicPlayerSerializer
from players.models import Player
from players.selectors import find_player, search_players

QUERY_LENGTH = 100


class ByName(CursorPagination):
    ordering = ("name_key", "pk")


@extend_schema_view(
    get=extend_schema(
        operation_id="players_list",
        tags=["Players"],
        summary="Players by name",
        auth=[],
        parameters=[
            OpenApiParameter(
                "q",
                OpenApiTypes.STR,
                description="Only names with all these words, as written or in Latin letters without accents.",
            )
        ],
    )
)
class PlayersView(ListAPIView[Player]):
    permission_classes = [AllowAny]
    serializer_class = PublicPlayerSerializer
    pagination_class = ByName

    def get_queryset(self) -> QuerySet[Player]:
        return search_players(self.request.query_params.get("q", "")[:QUERY_LENGTH])


@extend_schema_view(
    get=extend_schema(
        operation_id="players_read",
        tags=["Players"],
        summary="One player",
        description="A former address answers 301 with the present one; 404 `player_not_found`.",
        auth=[],
        responses={200: PublicPlayerSerializer, 301: None},
    )
)
class PlayerView(APIView):
    permission_classes = [AllowAny]

    def get(self, request: Request, slug: str) -> HttpResponseBase:
        player = find_player(slug)
        if player.slug != slug:
            return redirect("api-player", player.slug, permanent=True)
        return Response(PublicPlayerSerializer(player, context={"request": request}).data)
