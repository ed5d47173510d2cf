"""What the API takes and gives about casual games and their rankings. TP are points, not tenths."""

import datetime as dt
from typing import Any, Final

from rest_framework import serializers

from games.engine.points import MOST_POINTS
from players.api.bodies import Body
from players.api.serializers import PublicPlayerSerializer
from players.models import ColourChoice
from ratings.api.serializers import MOST_ROWS
from ratings.models import CasualGame, CasualState, Ladder, LadderChange

REASON_LENGTH: Final = 500


class LadderQuerySerializer(serializers.Serializer[Any]):
    table = serializers.ChoiceField(choices=Ladder.choices, default=Ladder.LOBBY.value)
    month = serializers.RegexField(
        r"^(19|20)\d\d-(0[1-9]|1[0-2])$", required=False, help_text="The table of a month. Default: of all time."
    )
    country = serializers.RegexField(
        r"^[A-Za-z]{2}$", required=False, help_text="Only players of this country, ISO 3166 with two letters."
    )
    limit = serializers.IntegerField(min_value=1, max_value=MOST_ROWS, default=100)
    offset = serializers.IntegerField(min_value=0, max_value=1_000_000, default=0)

    def validate_month(self, value: str) -> dt.date:
        return dt.date.fromisoformat(f"{value}-01")


class LadderRowSerializer(serializers.Serializer[Any]):
    rank = serializers.IntegerField(help_text="Among all of the table, whatever the country; equals share one.")
    player = PublicPlayerSerializer()
    rating = serializers.FloatField()
    games = serializers.IntegerField(help_text="Rated games of the month, or of all time.")
    won = serializers.IntegerField()
    drawn = serializers.IntegerField()
    lost = serializers.IntegerField()
    last_played = serializers.DateField()
    moved = serializers.FloatField(allow_null=True, help_text="What the month made of it; null for all time.")


class LadderTableSerializer(serializers.Serializer[Any]):
    table = serializers.ChoiceField(choices=Ladder.choices)
    month = serializers.CharField(allow_null=True, help_text="As 2026-05; null for all time.")
    count = serializers.IntegerField(help_text="All rows, of which `results` has those asked for.")
    results = LadderRowSerializer(many=True)


class LadderPlaceSerializer(serializers.Serializer[Any]):
    table = serializers.ChoiceField(choices=Ladder.choices, source="ladder")
    rank = serializers.IntegerField(help_text="In the table of all time.")
    rating = serializers.FloatField()
    games = serializers.IntegerField(help_text="Rated games of all time.")


class PlayerLaddersSerializer(serializers.Serializer[Any]):
    player = PublicPlayerSerializer()
    results = LadderPlaceSerializer(many=True, help_text="The rankings this player has a place in.")


class LadderChangeSerializer(serializers.Serializer[Any]):
    """What a game made of one ranking of one player (`docs/regulations.md` 9.1, 9.2)."""

    table = serializers.ChoiceField(choices=Ladder.choices)
    player = serializers.SlugField()
    rating_before = serializers.FloatField()
    games_before = serializers.IntegerField()
    own = serializers.FloatField(help_text="The ranking that was compared: one's own, or the mean of the pair.")
    opponent = serializers.FloatField(help_text="The same of the other side.")
    margin = serializers.IntegerField(help_text="Points won by, below 0 for a loss.")
    tp = serializers.FloatField(help_text="TP of the game.")
    rating_after = serializers.FloatField()
    games_after = serializers.IntegerField()


class CasualGameSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    state = serializers.ChoiceField(choices=CasualState.choices)
    left = PublicPlayerSerializer(many=True, help_text="Who offered the game, with a partner in a game of pairs.")
    right = PublicPlayerSerializer(many=True)
    points = serializers.ListField(child=serializers.IntegerField(), help_text="Left and right.")
    deadlock = serializers.BooleanField(help_text="A deadlocked game is drawn whatever its points.")
    rated = serializers.BooleanField()
    between_masters = serializers.BooleanField(help_text="It counts in the Master ranking too.")
    robot = serializers.CharField(allow_blank=True, help_text="`left` or `right` where a program played.")
    played_on = serializers.DateField()
    offered_at = serializers.DateTimeField()
    answer_by = serializers.DateTimeField(help_text="An open offer lapses then.")
    awaited = serializers.ListField(
        child=serializers.ListField(child=serializers.SlugField()),
        help_text="Whose word an open offer waits for: of each group one has still to confirm.",
    )
    counted_at = serializers.DateTimeField(allow_null=True, help_text="When it was confirmed.")
    reason = serializers.CharField(allow_blank=True, help_text="Why it was refused or is void.")
    record = serializers.CharField(allow_null=True, help_text="The address of the game record.")


class CasualGameDetailSerializer(CasualGameSerializer):
    changes = LadderChangeSerializer(many=True, help_text="Empty until it has been counted.")


def game_data(game: CasualGame) -> dict[str, Any]:
    """A game as `CasualGameSerializer` describes it."""
    return {
        "id": game.pk, "state": game.state, "left": game.left_players, "right": game.right_players,
        "points": [game.points_left, game.points_right], "deadlock": game.deadlock, "rated": game.rated,
        "between_masters": game.between_masters, "robot": game.robot, "played_on": game.played_on,
        "offered_at": game.offered_at, "answer_by": game.answer_by,
        "awaited": [[player.slug for player in group] for group in game.awaited], "counted_at": game.counted_at,
        "reason": game.close_reason, "record": None if game.submission is None else game.submission.public_id,
    }  # fmt: skip


def change_data(row: LadderChange) -> dict[str, Any]:
    """A change as `LadderChangeSerializer` describes it."""
    return {
        "table": row.ladder, "player": row.player.slug, "rating_before": row.before_rating,
        "games_before": row.before_games, "own": row.own, "opponent": row.opponent, "margin": row.margin,
        "tp": row.tp / 10, "rating_after": row.after_rating, "games_after": row.after_games,
    }  # fmt: skip


class OfferSerializer(Body):
    opponent = serializers.SlugField(max_length=80)
    points: serializers.ListField = serializers.ListField(
        child=serializers.IntegerField(min_value=0, max_value=MOST_POINTS), min_length=2, max_length=2, required=False,
        help_text="Mine and the opponent's; or",
    )  # fmt: skip
    record = serializers.CharField(max_length=22, required=False, help_text="one of my verified game records.")
    colour = serializers.ChoiceField(
        choices=ColourChoice.choices, required=False, help_text="With a record: the colour I played."
    )
    rated = serializers.BooleanField(default=True)
    played_on = serializers.DateField(required=False, help_text="Default: today (UTC).")
    partners: serializers.ListField = serializers.ListField(
        child=serializers.SlugField(max_length=80), min_length=2, max_length=2, required=False,
        help_text="For a game of pairs: my partner and the opponent's.",
    )  # fmt: skip


class CasualReasonSerializer(Body):
    reason = serializers.CharField(max_length=REASON_LENGTH)


class CasualQuerySerializer(serializers.Serializer[Any]):
    player = serializers.SlugField(max_length=80, required=False, help_text="Only the games of this player.")
    mine = serializers.BooleanField(
        default=False, help_text="My games instead, open ones too, those I have to answer first. For who is signed in."
    )
    limit = serializers.IntegerField(min_value=1, max_value=200, default=50)
    offset = serializers.IntegerField(min_value=0, max_value=1_000_000, default=0)


class CasualGamesSerializer(serializers.Serializer[Any]):
    count = serializers.IntegerField(help_text="All games, of which `results` has those asked for.")
    results = CasualGameSerializer(many=True)
