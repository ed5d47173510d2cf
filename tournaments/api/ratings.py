"""`/api/v1/events/<slug>/ratings/`: what an event makes of its players' ratings."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from ratings.api.describe import TAG
from ratings.api.serializers import EventRowSerializer, change_data
from tournaments.api import describe
from tournaments.api.lookup import get_played
from tournaments.selectors.rated_games import EventRatings, RatingsState, event_ratings


class EventRatingsSerializer(serializers.Serializer[Any]):
    event = serializers.SlugField()
    state = serializers.ChoiceField(
        choices=[str(state) for state in RatingsState],
        help_text="Provisional until the event is closed and its results are in the ledger.",
    )
    weight = serializers.FloatField(help_text="Of the event's category.")
    rows = EventRowSerializer(many=True, help_text="Best performance first.")


class EventRatingsView(APIView):
    permission_classes = [AllowAny]

    @extend_schema(
        operation_id="events_ratings",
        tags=[TAG],
        summary="What an event makes of ratings",
        description="Every change with all it was worked out from, so that it can be followed by hand.",
        responses={200: EventRatingsSerializer, 404: describe.NO_EVENT},
    )
    def get(self, request: Request, slug: str) -> Response:
        event = get_played(request, slug)
        return Response(ratings_data(request, slug, event_ratings(event)))


def ratings_data(request: Request, slug: str, found: EventRatings) -> Any:
    """As `EventRatingsSerializer` describes it."""
    rows = [
        {
            "player": row.player,
            "change": change_data(row.change),
            "expected": row.expected,
            "opponents": [
                {"player": met.player, "rating": met.rating, "is_newcomer": met.is_newcomer, "games": met.games,
                 "tp": met.tp / 10}
                for met in row.opponents
            ],
        }
        for row in found.rows
    ]  # fmt: skip
    data = {"event": slug, "state": str(found.state), "weight": found.weight, "rows": rows}
    return EventRatingsSerializer(data, context={"request": request}).data
