"""How tables that are drawn each round, their scores and standings are described."""

from typing import Any

from rest_framework import serializers

from players.api.bodies import Body
from players.models import ColourChoice
from tournaments.models import ScoreState, SittingScore
from tournaments.selectors.pages.sittings import RoundView, SittingsPage, StandingView, TableView
from tournaments.services.event_details import MAX_GAMES
from tournaments.services.figures import MOST_TILES

TENTHS = "In tenths."


class TableSeatSerializer(serializers.Serializer[Any]):
    entry = serializers.IntegerField()
    player = serializers.SlugField()
    name = serializers.CharField()
    pair = serializers.IntegerField(help_text="In doubles 1 or 2: partners sit opposite. Else 0.")


class ScoreSerializer(serializers.Serializer[Any]):
    """What was said of a game. A score counts once a player of another side, or an arbiter, has agreed."""

    id = serializers.IntegerField()
    game = serializers.IntegerField()
    state = serializers.ChoiceField(choices=ScoreState.choices)
    seat = serializers.IntegerField(allow_null=True, help_text="Who reported it, from 0; null for an arbiter.")
    tiles = serializers.ListField(
        child=serializers.IntegerField(), allow_null=True,
        help_text="Of each seat, in doubles of each pair; null where an arbiter set the points.",
    )  # fmt: skip
    tp = serializers.ListField(child=serializers.IntegerField(), help_text=f"Of each seat. {TENTHS}")
    deadlock = serializers.BooleanField()
    record = serializers.CharField(allow_blank=True, help_text="The address of its record, if there is one.")


class SittingSerializer(serializers.Serializer[Any]):
    """A table: seats in the turn order of its first game; in each further one the opener before plays last."""

    id = serializers.IntegerField()
    round = serializers.IntegerField()
    table = serializers.IntegerField()
    games = serializers.IntegerField()
    version = serializers.IntegerField()
    seats = TableSeatSerializer(many=True)
    scores = ScoreSerializer(many=True)


class SittingRoundSerializer(serializers.Serializer[Any]):
    """A round. Its tables follow from `lot`, the entries in `drawn` and the rounds before."""

    round = serializers.IntegerField()
    games = serializers.IntegerField()
    lot = serializers.IntegerField()
    drawn = serializers.ListField(child=serializers.IntegerField())
    out = serializers.ListField(child=serializers.IntegerField(), help_text="The entries that sit out.")
    tables = SittingSerializer(many=True)


class SeatStandingSerializer(serializers.Serializer[Any]):
    entry = serializers.IntegerField()
    name = serializers.CharField()
    place = serializers.IntegerField()
    tp = serializers.IntegerField(help_text=TENTHS)
    possible = serializers.IntegerField(help_text=f"What could be had: the order is by tp / possible. {TENTHS}")
    games = serializers.IntegerField()
    sat_out = serializers.IntegerField(help_text="Rounds sat out by lot.")
    wins = serializers.FloatField(help_text="Over single opponents; a draw is half a win.")
    tiles = serializers.IntegerField(help_text="Tile difference to all opponents.")


class SittingsSerializer(serializers.Serializer[Any]):
    rounds = SittingRoundSerializer(many=True)
    standings = SeatStandingSerializer(many=True)


class NewRoundSerializer(Body):
    round = serializers.IntegerField(
        min_value=1, required=False, allow_null=True, default=None,
        help_text="Which round is meant; one that is there already is the answer.",
    )  # fmt: skip
    games = serializers.IntegerField(
        min_value=1, max_value=MAX_GAMES, required=False, allow_null=True, default=None,
        help_text="Of each table; the event's figure if left out.",
    )  # fmt: skip
    size = serializers.ChoiceField(choices=[3, 4], required=False, default=4, help_text="Of most tables.")
    lot = serializers.IntegerField(min_value=0, required=False, allow_null=True, default=None)
    absent = serializers.ListField(child=serializers.IntegerField(), required=False, default=list)


class TableReportSerializer(Body):
    """The final `tiles` of each seat, in doubles of each pair; or a verified `record` of yours with the `colours`."""

    tiles = serializers.ListField(
        child=serializers.IntegerField(min_value=0, max_value=MOST_TILES), required=False, default=list, max_length=4
    )
    deadlock = serializers.BooleanField(required=False, default=False)
    record = serializers.CharField(max_length=64, required=False, allow_blank=True, default="")
    colours = serializers.ListField(
        child=serializers.ChoiceField(choices=ColourChoice.choices), required=False, default=list, max_length=4
    )


class TableScoreSerializer(TableReportSerializer):
    """As a report; or `tp` of each seat in tenths, with a reason."""

    tp = serializers.ListField(child=serializers.IntegerField(min_value=0), required=False, default=None, max_length=4)
    reason = serializers.CharField(
        max_length=1000, required=False, allow_blank=True, default="",
        help_text="Needed to correct a score or to set points.",
    )  # fmt: skip


class TableDisputeSerializer(Body):
    reason = serializers.CharField(max_length=1000)


def score_data(score: SittingScore) -> dict[str, Any]:
    return {
        "id": score.pk, "game": score.number, "state": score.state, "seat": score.seat, "tiles": score.tiles,
        "tp": score.tp, "deadlock": score.deadlock,
        "record": "" if score.submission is None else score.submission.public_id,
    }  # fmt: skip


def table_data(view: RoundView, table: TableView) -> dict[str, Any]:
    sitting = table.found.sitting
    shown = (score for game in table.games for score in (game.counting, game.waiting) if score is not None)
    return {
        "id": sitting.pk, "round": view.round.number, "table": table.number, "games": view.round.games,
        "version": sitting.version,
        "seats": [
            {"entry": seat.entry.id, "player": seat.entry.slug, "name": seat.entry.name, "pair": seat.pair}
            for seat in table.seats
        ],
        "scores": [score_data(score) for score in shown],
    }  # fmt: skip


def round_data(view: RoundView) -> dict[str, Any]:
    return {
        "round": view.round.number, "games": view.round.games, "lot": view.round.lot, "drawn": view.round.drawn,
        "out": view.round.out, "tables": [table_data(view, table) for table in view.tables],
    }  # fmt: skip


def _standing_data(view: StandingView) -> dict[str, Any]:
    row = view.row
    return {
        "entry": row.entry, "name": view.entry.name, "place": row.place, "tp": row.tp, "possible": row.possible,
        "games": row.games, "sat_out": row.byes, "wins": row.wins / 2, "tiles": row.tiles,
    }  # fmt: skip


def sittings_data(page: SittingsPage) -> dict[str, Any]:
    return {
        "rounds": [round_data(view) for view in page.rounds],
        "standings": [_standing_data(view) for view in page.standings],
    }
