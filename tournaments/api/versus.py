"""`/api/v1/players/<slug>/vs/<other>/`: two players against one another."""

from typing import Any

from django.http import HttpResponseBase
from django.shortcuts import redirect
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from players.api.serializers import PublicPlayerSerializer
from players.selectors import find_player
from ratings.api.describe import NO_PLAYER, TAG
from tournaments.api.career_serializers import CasualTallySerializer
from tournaments.selectors.pages.versus import load_versus


class MeetingSerializer(serializers.Serializer[Any]):
    """The rated games of an event, as the first player saw them."""

    event = serializers.IntegerField(source="event.number", help_text="The number of the rated event.")
    name = serializers.CharField(source="event.name")
    closes_on = serializers.DateField(source="event.closes_on")
    games = serializers.IntegerField()
    tp = serializers.SerializerMethodField()
    expected = serializers.FloatField(help_text="TP to be expected from both ratings before the event.")
    rating = serializers.FloatField()
    opponent = serializers.FloatField(help_text="The rating of the other.")

    def get_tp(self, meeting: Any) -> float:
        return float(meeting.tp / 10)


class VersusSerializer(serializers.Serializer[Any]):
    """Won, lost and level count games without deciders; pairs of numbers have the first player's first."""

    player = PublicPlayerSerializer()
    opponent = PublicPlayerSerializer()
    games = serializers.IntegerField()
    won = serializers.IntegerField()
    lost = serializers.IntegerField()
    level = serializers.IntegerField()
    tp = serializers.ListField(child=serializers.FloatField())
    tiles = serializers.ListField(child=serializers.IntegerField())
    events = serializers.IntegerField(help_text="In how many they met.")
    expected = serializers.FloatField(help_text="TP the first could expect of the rated games.")
    rated_tp = serializers.FloatField(help_text="TP the first won in them.")
    meetings = MeetingSerializer(many=True, help_text="Newest event first.")
    casual = CasualTallySerializer(help_text="Confirmed casual games of the two, counted apart.")


class VersusView(APIView):
    permission_classes = [AllowAny]

    @extend_schema(
        operation_id="players_versus",
        tags=[TAG],
        summary="Two players against one another",
        description="All their games, and what ratings let expect of the rated ones. A former address answers 301.",
        auth=[],
        responses={200: VersusSerializer, 301: None, 404: NO_PLAYER},
    )
    def get(self, request: Request, slug: str, other: str) -> HttpResponseBase:
        player, opponent = find_player(slug), find_player(other)
        if (player.slug, opponent.slug) != (slug, other):
            return redirect("api-player-versus", player.slug, opponent.slug, permanent=True)
        found = load_versus(player, opponent, None)
        data = {
            "player": player, "opponent": opponent, "games": found.games, "won": found.won, "lost": found.lost,
            "level": found.level, "tp": [tp / 10 for tp in found.tp], "tiles": found.tiles, "events": found.events,
            "expected": found.expected, "rated_tp": found.rated_tp / 10, "meetings": found.meetings,
            "casual": found.casual,
        }  # fmt: skip
        return Response(VersusSerializer(data, context={"request": request}).data)
