"""What the API takes and gives about ratings. Floats are those of the ledger; TP are points, not tenths."""

import datetime as dt
from math import isfinite
from typing import Any, Final

from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.request import Request

from players.api.bodies import Body
from players.api.serializers import PublicPlayerSerializer
from ratings.api.historic import HistoricRatingSerializer
from ratings.maths.elo import Change
from ratings.models import RatedState
from ratings.selectors import EventLine, LevelLine, ListOrder

MOST_ROWS: Final = 500
MOST_GAMES: Final = 1000


class NumberField(serializers.FloatField):
    """A float within bounds; neither infinite nor no number at all."""

    def __init__(self, *, least: float = -10_000, most: float = 10_000, **options: Any) -> None:
        super().__init__(min_value=least, max_value=most, **options)

    def to_internal_value(self, data: Any) -> float:
        value = super().to_internal_value(data)
        if not isfinite(value):
            self.fail("invalid")
        return value


class ListQuerySerializer(serializers.Serializer[Any]):
    date = serializers.DateField(required=False, help_text="The list at the end of this day. Default: today.")
    country = serializers.RegexField(
        r"^[A-Za-z]{2}$", required=False, help_text="Only players of this country, ISO 3166 with two letters."
    )
    order = serializers.ChoiceField(choices=[str(order) for order in ListOrder], default=str(ListOrder.RANK))
    limit = serializers.IntegerField(min_value=1, max_value=MOST_ROWS, default=100)
    offset = serializers.IntegerField(min_value=0, max_value=1_000_000, default=0)

    def validate_date(self, value: dt.date) -> dt.date:
        if value.year < 1900:
            raise serializers.ValidationError(_("There was no list then."), code="no_list")
        return value


class ListRowSerializer(serializers.Serializer[Any]):
    rank = serializers.IntegerField(help_text="Among all who are listed, whatever the country; equals share one.")
    player = PublicPlayerSerializer()
    rating = serializers.FloatField()
    games = serializers.IntegerField(help_text="Rated games so far.")
    last_played = serializers.DateField(help_text="When the last rated event closed.")
    is_established = serializers.BooleanField()
    rank_before = serializers.IntegerField(allow_null=True, help_text="On the list before; null for who was not on it.")
    moved = serializers.FloatField(allow_null=True, help_text="Points won or lost since that list.")


class CauseSerializer(serializers.Serializer[Any]):
    number = serializers.IntegerField(help_text="That of the event in the history of ratings.")
    name = serializers.CharField()


class ReworkSerializer(serializers.Serializer[Any]):
    """When steps of the past were worked out anew, and because of what."""

    at = serializers.DateTimeField()
    reason = serializers.CharField(help_text="What was said by who caused it; empty where results just came in.")
    causes = CauseSerializer(many=True, help_text="The events whose results came or were corrected.")
    events = serializers.IntegerField(help_text="How many events came to something else.")
    players = serializers.IntegerField(help_text="And for how many players.")


class RatingListSerializer(serializers.Serializer[Any]):
    date = serializers.DateField()
    before = serializers.DateField(help_text="The day of the list that moves are compared with.")
    count = serializers.IntegerField(help_text="All rows, of which `results` has those asked for.")
    results = ListRowSerializer(many=True)
    reworks = ReworkSerializer(many=True, help_text="Why the list is another than it was on its day, newest first.")


class ChangeSerializer(serializers.Serializer[Any]):
    """What an event made of a rating, with everything it was worked out from (`docs/regulations.md` 8.2 to 8.5)."""

    rating_before = serializers.FloatField(allow_null=True, help_text="R; null for a newcomer.")
    games_before = serializers.IntegerField(help_text="G")
    games = serializers.IntegerField(help_text="g")
    tp = serializers.FloatField(help_text="TP won in these games.")
    share = serializers.FloatField(help_text="p, kept within 0.01 and 0.99.")
    opponents = serializers.FloatField(help_text="Rc: the mean of the opponents' ratings, game by game.")
    performance = serializers.FloatField(help_text="Rp")
    unbalanced = serializers.FloatField(help_text="R' before the balance.")
    balance = serializers.FloatField(help_text="The constant of 8.5; 0 for newcomers.")
    rating_after = serializers.FloatField()
    games_after = serializers.IntegerField()
    difference = serializers.FloatField(allow_null=True)


def change_data(change: Change) -> dict[str, Any]:
    """A change as `ChangeSerializer` describes it."""
    before, after = change.before, change.after
    return {
        "rating_before": None if before is None else before.rating,
        "games_before": 0 if before is None else before.games,
        "games": change.games, "tp": change.tp / 10, "share": change.share, "opponents": change.opponents,
        "performance": change.performance, "unbalanced": change.unbalanced, "balance": change.balance,
        "rating_after": after.rating, "games_after": after.games, "difference": change.difference,
    }  # fmt: skip


class RatedEventSerializer(serializers.Serializer[Any]):
    name = serializers.CharField()
    page = serializers.CharField()
    weight = serializers.FloatField(help_text="Of its category.")
    state = serializers.ChoiceField(choices=RatedState.choices)


class LineSerializer(serializers.Serializer[Any]):
    """An event, or a re-levelling of all ratings; what does not apply is null."""

    kind = serializers.ChoiceField(choices=["event", "level"])
    date = serializers.DateField()
    rating = serializers.FloatField(help_text="After it.")
    event = RatedEventSerializer(allow_null=True)
    change = ChangeSerializer(allow_null=True)
    versions = serializers.IntegerField(
        allow_null=True, help_text="How often it was worked out; more than 1 after corrections."
    )
    constant = serializers.FloatField(allow_null=True, help_text="What the re-levelling added to all ratings.")


def line_data(request: Request, line: EventLine | LevelLine) -> dict[str, Any]:
    """A line of a history as `LineSerializer` describes it."""
    found: dict[str, Any] = {"date": line.on, "rating": line.rating}
    if isinstance(line, LevelLine):
        return found | {"kind": "level", "event": None, "change": None, "versions": None, "constant": line.constant}
    event = line.event
    told = {"name": event.name, "weight": event.weight, "state": event.state}
    told["page"] = request.build_absolute_uri(event.path) if event.path else ""
    return found | {
        "kind": "event", "event": told, "change": change_data(line.change), "versions": line.versions, "constant": None,
    }  # fmt: skip


class PlayerRatingSerializer(serializers.Serializer[Any]):
    player = PublicPlayerSerializer()
    rating = serializers.FloatField(allow_null=True, help_text="Null for who was never rated.")
    games = serializers.IntegerField()
    last_played = serializers.DateField(allow_null=True)
    is_listed = serializers.BooleanField(help_text="From 12 games on, for 24 months after the last.")
    is_established = serializers.BooleanField(help_text="From 36 games on.")
    seeding_points = serializers.FloatField()
    history = LineSerializer(many=True, help_text="Oldest first.")
    reworks = ReworkSerializer(many=True, help_text="Why it is another than it was, newest first.")
    published = HistoricRatingSerializer(
        many=True, help_text="What was published elsewhere, oldest first; no part of the history."
    )


class OpponentSerializer(serializers.Serializer[Any]):
    player = PublicPlayerSerializer()
    rating = serializers.FloatField(help_text="That counted: before the event, or a newcomer's own performance.")
    is_newcomer = serializers.BooleanField()
    games = serializers.IntegerField()
    tp = serializers.FloatField(help_text="TP won against this opponent.")


class EventRowSerializer(serializers.Serializer[Any]):
    player = PublicPlayerSerializer()
    change = ChangeSerializer()
    expected = serializers.FloatField(
        allow_null=True, help_text="TP that the ratings before the event let expect; null for a newcomer."
    )
    opponents = OpponentSerializer(many=True)


class ExpectedQuerySerializer(serializers.Serializer[Any]):
    left = serializers.SlugField(required=False, max_length=80, help_text="A player, or")
    left_rating = NumberField(required=False, help_text="a rating instead.")
    right = serializers.SlugField(required=False, max_length=80)
    right_rating = NumberField(required=False)
    games = serializers.IntegerField(min_value=1, max_value=MOST_GAMES, default=1)


class ExpectedSerializer(serializers.Serializer[Any]):
    left_rating = serializers.FloatField()
    right_rating = serializers.FloatField()
    games = serializers.IntegerField()
    share = serializers.FloatField(help_text="The left player's share of the TP.")
    points = serializers.ListField(child=serializers.FloatField(), help_text="TP, left and right.")
    percent = serializers.IntegerField(help_text="The row of the published whole-percent table.")
    points_by_table = serializers.ListField(child=serializers.FloatField(), help_text="TP by that row.")


class MetSerializer(Body):
    opponent = serializers.SlugField(max_length=80, required=False, help_text="A rated player, or")
    rating = NumberField(required=False, help_text="a rating instead.")
    games = serializers.IntegerField(min_value=1, max_value=MOST_GAMES)
    tp = serializers.DecimalField(
        max_digits=7, decimal_places=1, min_value=0, max_value=20 * MOST_GAMES, coerce_to_string=False,
        help_text="TP won in these games.",
    )  # fmt: skip


class WhatIfSerializer(Body):
    player = serializers.SlugField(
        max_length=80, required=False, help_text="Whose rating to start from; without it `rating` and `rated_games`, "
        "or a newcomer."
    )  # fmt: skip
    rating = NumberField(required=False)
    rated_games = serializers.IntegerField(min_value=0, max_value=1_000_000, required=False)
    weight = NumberField(least=0.01, most=100, default=1.0)
    games: serializers.ListSerializer[Any] = serializers.ListSerializer(
        child=MetSerializer(), min_length=1, max_length=200
    )
