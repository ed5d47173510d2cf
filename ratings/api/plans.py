"""Plans of ratings for programs: who would move by how much."""

from typing import Any

from rest_framework import serializers

from players.api.serializers import PublicPlayerSerializer
from players.models import Player
from ratings.services import ChangePlan


class MoveSerializer(serializers.Serializer[Any]):
    player = PublicPlayerSerializer()
    rating_before = serializers.FloatField(allow_null=True, help_text="Today; null for who has none.")
    rating_after = serializers.FloatField(allow_null=True, help_text="Then; null for who has none any more.")
    difference = serializers.FloatField(allow_null=True)


class TouchedEventSerializer(serializers.Serializer[Any]):
    name = serializers.CharField()
    closes_on = serializers.DateField()
    players = serializers.IntegerField(help_text="How many of its changes become others.")


class RatingPlanSerializer(serializers.Serializer[Any]):
    """What a change does to ratings, with all that waits to be applied. Send `digest` to agree to just this."""

    digest = serializers.CharField()
    moves = MoveSerializer(many=True, help_text="Everybody whose rating of today moves, largest first.")
    events = TouchedEventSerializer(many=True, help_text="Events worked out anew, in order.")
    constant = serializers.FloatField(
        allow_null=True, help_text="What a re-levelling adds to all ratings; null for everything else."
    )


def rating_plan_data(plan: ChangePlan) -> dict[str, Any]:
    """A plan as `RatingPlanSerializer` describes it; one query."""
    players = Player.objects.in_bulk([move.player for move in plan.moves])
    moves = [
        {
            "player": players[move.player],
            "rating_before": None if move.before is None else move.before.rating,
            "rating_after": None if move.after is None else move.after.rating,
            "difference": move.difference,
        }
        for move in plan.moves
    ]
    constant = None if plan.level is None else plan.level.constant
    return {"digest": plan.digest, "moves": moves, "events": plan.events, "constant": constant}
