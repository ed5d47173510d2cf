"""`/api/v1/ratings/` and a player's rating."""

from typing import Any

from django.http import HttpResponseBase
from django.shortcuts import redirect
from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.api.renderers import CSVRenderer
from players.selectors import find_player
from ratings.api.describe import NO_PLAYER, TAG
from ratings.api.serializers import ListQuerySerializer, PlayerRatingSerializer, RatingListSerializer, line_data
from ratings.selectors import (
    ListOrder,
    is_established,
    is_listed,
    list_reworks,
    player_history,
    player_reworks,
    rating_list,
    seeding_points_on,
)
from ratings.selectors.historic import player_historic
from ratings.selectors.list_csv import list_csv
from ratings.selectors.standings import standings_on


class RatingListView(APIView):
    permission_classes = [AllowAny]
    renderer_classes = [JSONRenderer, CSVRenderer]

    @extend_schema(
        operation_id="ratings_list",
        tags=[TAG],
        summary="The rating list of a day",
        description="Results are those known now: a correction changes the lists of earlier days too. A CSV "
        "has all rows; what was published elsewhere is in `/ratings/historic/`.",
        auth=[],
        parameters=[ListQuerySerializer],
        responses={(200, "application/json"): RatingListSerializer, (200, "text/csv"): OpenApiTypes.STR},
    )
    def get(self, request: Request) -> Response:
        asked = ListQuerySerializer(data=request.query_params)
        asked.is_valid(raise_exception=True)
        values = asked.validated_data
        found = rating_list(
            values.get("date") or timezone.now().date(), country=values.get("country", "").upper(),
            order=ListOrder(values["order"]),
        )  # fmt: skip
        if isinstance(request.accepted_renderer, CSVRenderer):
            return Response(list_csv(found))
        start = values["offset"]
        data = {
            "date": found.on, "before": found.before, "count": len(found.rows),
            "results": found.rows[start : start + values["limit"]],
            "reworks": list_reworks(found.on, found.before),
        }  # fmt: skip
        return Response(RatingListSerializer(data, context={"request": request}).data)


class PlayerRatingView(APIView):
    permission_classes = [AllowAny]

    @extend_schema(
        operation_id="players_rating",
        tags=[TAG],
        summary="A player's rating and how it came about",
        description="A former address answers 301 with the present one.",
        auth=[],
        responses={200: PlayerRatingSerializer, 301: None, 404: NO_PLAYER},
    )
    def get(self, request: Request, slug: str) -> HttpResponseBase:
        player = find_player(slug)
        if player.slug != slug:
            return redirect("api-player-rating", player.slug, permanent=True)
        today = timezone.now().date()
        held = standings_on(today, [player.pk]).get(player.pk)
        data: dict[str, Any] = {
            "player": player,
            "rating": None if held is None else held.standing.rating,
            "games": 0 if held is None else held.standing.games,
            "last_played": None if held is None else held.closed_on,
            "is_listed": held is not None and is_listed(held, today),
            "is_established": held is not None and is_established(held.standing.games),
            "seeding_points": seeding_points_on(today, [player.pk])[player.pk],
            "history": [line_data(request, line) for line in player_history(player.pk)],
            "reworks": player_reworks(player.pk),
            "published": player_historic(player.pk),
        }
        return Response(PlayerRatingSerializer(data, context={"request": request}).data)
