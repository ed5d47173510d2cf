"""What the API takes and gives about tables: standings, order across groups, cross tables, rulings."""

from fractions import Fraction
from typing import Any, Final

from rest_framework import serializers

from players.api.bodies import Body
from tournaments.api.fields import PointsField
from tournaments.api.match_serializers import SideEntrySerializer
from tournaments.api.rows import RowsQuery
from tournaments.formats.cross_table import Mark
from tournaments.formats.graph import TableKind
from tournaments.formats.standings import TIE_BREAKS, Totals, Value, Why
from tournaments.models import ExitKind
from tournaments.models.event import MAX_ENTRIES

TABLE_KINDS: Final = [(kind.value, kind.value) for kind in TableKind]
TIE_BREAK_NAMES: Final = [(name, name) for name in TIE_BREAKS]
WHYS: Final = [(why.value, why.value) for why in Why]
MARKS: Final = [(mark.value, mark.value) for mark in Mark]
GOES_ON: Final = [("place", "place"), ("best", "best")]
ACROSS_BY: Final = [(name, name) for name in ("percentage", "place", "seed")]

_IN_TENTHS: Final = ("tp", "direct_tp", "opponents_tp")
_IN_HALVES: Final = ("wins", "direct_matches", "direct_wins")
_IN_ORDER: Final = ("seed", "ruling")


def value_out(name: str, value: Value) -> float | int | None:
    """The value of a tie-break as people say it: points, wins, percent; of seed and ruling the number in order."""
    if value is None:
        return None
    if name in _IN_TENTHS:
        return float(value) / 10
    if name in _IN_HALVES:
        return float(value) / 2
    if name in _IN_ORDER:
        return -int(value)
    return percent(value) if isinstance(value, Fraction) else value


def percent(share: Fraction | None) -> float | None:
    """A share as percent, to two decimals."""
    return None if share is None else round(float(share * 100), 2)


class StandingsQuery(RowsQuery):
    table = serializers.CharField(max_length=20, required=False, help_text="Only this table.")
    round = serializers.IntegerField(
        min_value=1, max_value=1000, required=False,
        help_text="As it stood after this round, with results as they are corrected now.",
    )  # fmt: skip
    around = serializers.IntegerField(
        required=False, help_text="The id of an entry: only the rows around its own, five each way."
    )


class TieBreakSerializer(serializers.Serializer[Any]):
    """The value of a tie-break; null where it does not apply among those who are level before it."""

    name = serializers.ChoiceField(choices=TIE_BREAK_NAMES)
    value = serializers.FloatField(
        allow_null=True,
        help_text="The more the better; of `seed` and `ruling` it is the number in the order, 1 the best.",
    )
    why = serializers.ChoiceField(choices=WHYS, allow_null=True, help_text="Why it does not apply.")


class TotalsSerializer(serializers.Serializer[Any]):
    """What an entry has in a table."""

    tp = PointsField()
    games = serializers.IntegerField(help_text="All that count.")
    played = serializers.IntegerField(help_text="Those over the board.")
    wins = serializers.FloatField(allow_null=True, help_text="Games won, a draw as a half; null where not known.")
    tiles = serializers.IntegerField(allow_null=True, help_text="The difference of tiles; null where not known.")
    unearned = serializers.IntegerField(help_text="Byes and matches won without play.")
    percentage = serializers.FloatField(allow_null=True, help_text="TP of the TP at stake; null before the first game.")


class StandingsRowSerializer(serializers.Serializer[Any]):
    place = serializers.IntegerField(help_text="Each has a place of its own: the seed decides last.")
    entry = SideEntrySerializer()
    totals = TotalsSerializer()
    tie_breaks = TieBreakSerializer(many=True, help_text="In their order.")
    by = serializers.ChoiceField(
        choices=TIE_BREAK_NAMES, allow_null=True,
        help_text="The tie-break that puts it behind the row above; null in the first row.",
    )  # fmt: skip
    left = serializers.ChoiceField(choices=ExitKind.choices, allow_null=True, help_text="How it left, if it did.")
    joined = serializers.IntegerField(allow_null=True, help_text="The round from which a late entry plays.")
    goes_on = serializers.ChoiceField(
        choices=GOES_ON,
        allow_null=True,
        help_text="To the next stage as it stands: by place or as best of the others.",
    )


class TieRulingSerializer(serializers.Serializer[Any]):
    """An arbiter's order of entries that are level, first before last."""

    id = serializers.IntegerField()
    table = serializers.CharField()
    entries = serializers.ListField(child=serializers.IntegerField())
    reason = serializers.CharField()
    at = serializers.DateTimeField()


class TieRulingRequestSerializer(Body):
    entries = serializers.ListField(
        child=serializers.IntegerField(), max_length=MAX_ENTRIES, help_text="The ids of those who are level, in order."
    )
    reason = serializers.CharField(max_length=1000)


class TableSerializer(serializers.Serializer[Any]):
    key = serializers.CharField()
    decided = serializers.IntegerField(help_text="Matches that are over, byes left out.")
    total = serializers.IntegerField()
    tie_breaks = serializers.ListField(child=serializers.ChoiceField(choices=TIE_BREAK_NAMES))
    count = serializers.IntegerField(help_text="How many rows the table has.")
    rows = StandingsRowSerializer(many=True)
    out = SideEntrySerializer(many=True, help_text="Taken out of the group: their matches do not count (3.5).")
    rulings = TieRulingSerializer(many=True)


class NextStageSerializer(serializers.Serializer[Any]):
    stage = serializers.IntegerField()
    is_final = serializers.BooleanField()


class StandingsSerializer(serializers.Serializer[Any]):
    """Tables of a stage. `round` is the last one counted, `last_round` the last there is, `rounds` those planned."""

    event = serializers.CharField()
    version = serializers.IntegerField()
    stage = serializers.IntegerField()
    kind = serializers.ChoiceField(choices=TABLE_KINDS)
    round = serializers.IntegerField()
    last_round = serializers.IntegerField()
    rounds = serializers.IntegerField()
    waiting = serializers.IntegerField(help_text="Matches with a report that nobody has confirmed.")
    is_final = serializers.BooleanField()
    is_frozen = serializers.BooleanField(
        help_text="These are the standings noted when the stage was closed; a fresh count differs."
    )
    feeds = NextStageSerializer(allow_null=True, help_text="The next stage, where not all go on.")
    tables = TableSerializer(many=True)
    next = serializers.CharField(allow_null=True, help_text="The address of the next rows.")


class AcrossQuery(RowsQuery):
    place = serializers.IntegerField(
        min_value=1, max_value=MAX_ENTRIES, required=False, help_text="Only those with this place in their group."
    )


class AcrossRowSerializer(serializers.Serializer[Any]):
    position = serializers.IntegerField()
    table = serializers.CharField()
    place = serializers.IntegerField()
    entry = SideEntrySerializer()
    tp = PointsField()
    games = serializers.IntegerField()
    percentage = serializers.FloatField(allow_null=True)
    by = serializers.ChoiceField(choices=ACROSS_BY, allow_null=True, help_text="What puts it behind the row above.")
    goes_on = serializers.ChoiceField(choices=GOES_ON, allow_null=True)


class AcrossSerializer(serializers.Serializer[Any]):
    """Entries of all groups in one order."""

    stage = serializers.IntegerField()
    rows = AcrossRowSerializer(many=True)
    next = serializers.CharField(allow_null=True)


class CrossQuery(RowsQuery):
    table = serializers.CharField(max_length=20, required=False, help_text="May be left out where there is only one.")


class CellSerializer(serializers.Serializer[Any]):
    """A match from the side of its row. `tp` and `games` are [ours, theirs]."""

    mark = serializers.ChoiceField(choices=MARKS)
    match = serializers.IntegerField(allow_null=True, help_text="The id of the match; null for one who was absent.")
    number = serializers.IntegerField(allow_null=True)
    round = serializers.IntegerField()
    opponent = serializers.IntegerField(allow_null=True, help_text="The id of an entry.")
    place = serializers.IntegerField(allow_null=True, help_text="Its place in the table.")
    tp = serializers.ListField(child=PointsField(), allow_null=True)
    games = serializers.ListField(child=serializers.ListField(child=PointsField()))


class CrossRowSerializer(serializers.Serializer[Any]):
    place = serializers.IntegerField(allow_null=True, help_text="null for one taken out of a group.")
    entry = serializers.IntegerField()
    tp = PointsField()
    cells = serializers.ListField(
        child=CellSerializer(many=True), help_text="One for each column; two matches in it with two cycles."
    )


class CrossTableSerializer(serializers.Serializer[Any]):
    """Who played whom. Columns are entries in the order of the rows in a group, rounds in a Swiss."""

    stage = serializers.IntegerField()
    table = serializers.CharField()
    kind = serializers.ChoiceField(choices=TABLE_KINDS)
    columns = serializers.ListField(child=serializers.IntegerField())
    count = serializers.IntegerField()
    rows = CrossRowSerializer(many=True)
    entries = SideEntrySerializer(many=True, help_text="All that rows, columns and cells name.")
    next = serializers.CharField(allow_null=True)


def totals_data(totals: Totals) -> dict[str, Any]:
    return {
        "tp": totals.tp,
        "games": totals.games,
        "played": totals.played,
        "wins": None if totals.wins is None else totals.wins / 2,
        "tiles": totals.tiles,
        "unearned": totals.unearned,
        "percentage": percent(totals.percentage),
    }
