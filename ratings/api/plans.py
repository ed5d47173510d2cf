"""Plans of ratings for programs: who would move by how much."""

from collections.abc import Mapping
from typing import Any

from rest_framework import serializers

from players.api.serializers import PublicPlayerSerializer
from players.models import Player
from ratings.services import ChangePlan, Move


class MoveSerializer(serializers.Serializer[Any]):
    player = PublicPlayerSerializer()
    rating_before = serializers.FloatField(allow_null=True, help_text="So far; null for who has none.")
    rating_after = serializers.FloatField(allow_null=True, help_text="Then; null for who has none any more.")
    difference = serializers.FloatField(allow_null=True)


class TouchedEventSerializer(serializers.Serializer[Any]):
    name = serializers.CharField()
    closes_on = serializers.DateField()
    players = serializers.IntegerField(help_text="How many of its changes become others.")
    moves = MoveSerializer(many=True, help_text="Where these players stand after the event, largest move first.")


class LevelSerializer(serializers.Serializer[Any]):
    on = serializers.DateField()
    constant_before = serializers.FloatField(allow_null=True)
    constant_after = serializers.FloatField(help_text="What is added to all ratings after the events of that day.")


class RatingPlanSerializer(serializers.Serializer[Any]):
    """What a change does to ratings, with all that waits to be applied. Send `digest` to agree to just this."""

    digest = serializers.CharField()
    moves = MoveSerializer(many=True, help_text="Everybody whose rating of today moves, largest first.")
    events = TouchedEventSerializer(many=True, help_text="Events worked out anew, in order.")
    constant = serializers.FloatField(
        allow_null=True, help_text="What a re-levelling adds to all ratings; null for everything else."
    )
    levels = LevelSerializer(many=True, help_text="Re-levellings made already that come to another constant.")


def rating_plan_data(plan: ChangePlan) -> dict[str, Any]:
    """A plan as `RatingPlanSerializer` describes it; one query."""
    told = [plan.moves, *(event.moves for event in plan.events)]
    players = Player.objects.in_bulk({move.player for moves in told for move in moves})
    return {
        "digest": plan.digest,
        "moves": [_move(move, players) for move in plan.moves],
        "events": [
            {
                "name": event.name, "closes_on": event.closes_on, "players": event.players,
                "moves": [_move(move, players) for move in event.moves],
            }
            for event in plan.events
        ],
        "constant": None if plan.level is None else plan.level.constant,
        "levels": [
            {"on": level.step.position.on, "constant_before": level.before, "constant_after": level.constant}
            for level in plan.levels
        ],
    }  # fmt: skip


def _move(move: Move, players: Mapping[int, Player]) -> dict[str, Any]:
    return {
        "player": players[move.player],
        "rating_before": None if move.before is None else move.before.rating,
        "rating_after": None if move.after is None else move.after.rating,
        "difference": move.difference,
    }
