"""What to expect of a match, and what some games would make of a rating."""

from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.api.problems import problem
from players.api.bodies import read_body
from players.selectors import find_player
from ratings.api.describe import NO_PLAYER, TAG
from ratings.api.serializers import (
    ChangeSerializer,
    ExpectedQuerySerializer,
    ExpectedSerializer,
    WhatIfSerializer,
    change_data,
)
from ratings.maths.calculator import Met, what_if
from ratings.maths.elo import Standing
from ratings.maths.errors import RatingError
from ratings.maths.expectation import expected_points, expected_share, table_percent
from ratings.selectors import current_standings
from tantrix_site.errors import InvalidInput

BAD_INPUT = problem(
    "What was sent does not say what is needed.",
    rating_needed=("Give a player or a rating.", "left"),
    not_rated=("This player has no rating yet.", "left"),
)


class ExpectedView(APIView):
    permission_classes = [AllowAny]

    @extend_schema(
        operation_id="ratings_expected",
        tags=[TAG],
        summary="The expected result of a match",
        description="From the ratings of two players or from two ratings, exactly and by the published table in whole "
        "percents.",
        auth=[],
        parameters=[ExpectedQuerySerializer],
        responses={200: ExpectedSerializer, 400: BAD_INPUT, 404: NO_PLAYER},
    )
    def get(self, request: Request) -> Response:
        asked = ExpectedQuerySerializer(data=request.query_params)
        asked.is_valid(raise_exception=True)
        values = asked.validated_data
        left, right = (_rating(values.get(side), values.get(f"{side}_rating"), side) for side in ("left", "right"))
        games = values["games"]
        data = {
            "left_rating": left, "right_rating": right, "games": games, "share": expected_share(left - right),
            "points": expected_points(left - right, games), "percent": table_percent(left - right),
            "points_by_table": expected_points(left - right, games, by_table=True),
        }  # fmt: skip
        return Response(ExpectedSerializer(data).data)


class WhatIfView(APIView):
    permission_classes = [AllowAny]

    @extend_schema(
        operation_id="ratings_what_if",
        tags=[TAG],
        summary="What some games would make of a rating",
        description="Regulations 8.2 to 8.4, without the balance of 8.5, which takes a whole event. Nothing is stored.",
        auth=[],
        request=WhatIfSerializer,
        responses={200: ChangeSerializer, 400: BAD_INPUT, 404: NO_PLAYER},
        examples=[
            OpenApiExample(
                "Six games",
                value={"rating": 1850, "rated_games": 40, "games": [{"rating": 1800, "games": 6, "tp": 72.0}]},
                request_only=True,
            )
        ],
    )
    def post(self, request: Request) -> Response:
        sent = read_body(request, WhatIfSerializer)
        met = [_met(row, place) for place, row in enumerate(sent["games"])]
        try:
            change = what_if(_before(sent), met, weight=sent["weight"])
        except RatingError as error:
            raise InvalidInput("bad_points", _("A game is worth 20 points."), field="games") from error
        return Response(ChangeSerializer(change_data(change)).data)


def _before(sent: dict[str, Any]) -> Standing | None:
    if "player" in sent:
        player = find_player(sent["player"])
        return current_standings([player.pk]).get(player.pk)
    if "rating" not in sent:
        return None
    return Standing(sent["rating"], sent.get("rated_games", 0))


def _met(row: dict[str, Any], place: int) -> Met:
    return Met(_rating(row.get("opponent"), row.get("rating"), f"games.{place}"), row["games"], int(row["tp"] * 10))


def _rating(slug: str | None, rating: float | None, field: str) -> float:
    if slug:
        player = find_player(slug)
        found = current_standings([player.pk]).get(player.pk)
        if found is None:
            raise InvalidInput("not_rated", _("%(name)s has no rating yet.") % {"name": player.name}, field=field)
        return found.rating
    if rating is None:
        raise InvalidInput("rating_needed", _("Give a player or a rating."), field=field)
    return rating
