"""What the API takes and gives about draws."""

from typing import Any

from rest_framework import serializers

from players.api.bodies import Body
from tournaments.api.entry_data import entry_data
from tournaments.api.match_serializers import SideEntrySerializer
from tournaments.api.stage_serializers import OriginSerializer
from tournaments.api.stage_settings import SettingsField, settings_out
from tournaments.formats.replacement import ReplacementMode
from tournaments.formats.settings import as_json
from tournaments.models import StageKind
from tournaments.models.event import MAX_ENTRIES
from tournaments.selectors.draw_record import DrawnSeat, DrawRecord

REPLACEMENTS = [(mode.value, mode.value) for mode in ReplacementMode]


class LotSerializer(Body):
    """Both may be left out."""

    lot = serializers.IntegerField(
        min_value=0,
        max_value=2**53 - 1,
        required=False,
        allow_null=True,
        default=None,
        help_text="The number from which chance follows. Without one the site takes a fresh one.",
    )
    lines = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=MAX_ENTRIES, allow_null=True),
        max_length=2 * MAX_ENTRIES,
        required=False,
        allow_null=True,
        default=None,
        help_text="Placed by hand: the seed numbers from the top of the draw to its bottom, null for a bye.",
    )


class AlternateSerializer(Body):
    """Who left, and the accepted entry outside the draw that comes in."""

    leaving = serializers.IntegerField(help_text="The id of the entry that left.")
    alternate = serializers.IntegerField(help_text="The id of the entry that comes in.")
    mode = serializers.ChoiceField(
        choices=REPLACEMENTS,
        default=ReplacementMode.DIRECT.value,
        help_text="The alternate takes the line (`direct`), or the best of each lower band moves up (`cascade`).",
    )
    reason = serializers.CharField(max_length=1000, required=False, allow_blank=True, default="")


class DrawQuery(serializers.Serializer[Any]):
    number = serializers.IntegerField(
        min_value=1, max_value=10_000, required=False, help_text="An earlier draw of the stage, as it was."
    )


class SeatSerializer(serializers.Serializer[Any]):
    """A seed number of the draw. `country` is the one it was drawn with."""

    number = serializers.IntegerField(help_text="The seed number in this draw.")
    entry = SideEntrySerializer(allow_null=True, help_text="null until the stage before says who it is.")
    country = serializers.CharField(allow_blank=True)
    origin = OriginSerializer(allow_null=True, help_text="In a later stage: where it comes from.")


class GroupSerializer(serializers.Serializer[Any]):
    key = serializers.CharField()
    numbers = serializers.ListField(child=serializers.IntegerField(), help_text="Seed numbers, best first.")


class NumbersField(serializers.ListField):
    """A pair of seed numbers; null is a bye."""

    child = serializers.IntegerField(allow_null=True)


class DrawSwapSerializer(serializers.Serializer[Any]):
    """An exchange that kept a country apart: in groups it says from where to where, in a tree what the two share."""

    moved = serializers.IntegerField()
    exchanged_with = serializers.IntegerField(allow_null=True, help_text="null where the place was free.")
    from_group = serializers.CharField(allow_null=True)
    to_group = serializers.CharField(allow_null=True)
    shared = serializers.CharField(help_text="The country, or what else they have in common.")


class DrawSerializer(serializers.Serializer[Any]):
    """A draw. From `lot`, `mode`, `settings`, `crossing`, `rankings_before` and the seats it can be made again."""

    stage = serializers.IntegerField()
    kind = serializers.ChoiceField(choices=StageKind.choices)
    number = serializers.IntegerField(allow_null=True, help_text="null of a preview.")
    made_at = serializers.DateTimeField(allow_null=True)
    lot = serializers.IntegerField(allow_null=True, help_text="null where nothing was left to chance.")
    mode = serializers.CharField(help_text="How seeds or groups were placed; `manual` is by hand.")
    settings = SettingsField()
    crossing = serializers.BooleanField()
    rankings_before = serializers.IntegerField(help_text="How many rankings of the stage before feed this one.")
    size = serializers.IntegerField(help_text="Lines of a tree.")
    seats = SeatSerializer(many=True)
    lines = serializers.ListField(
        child=serializers.IntegerField(allow_null=True),
        help_text="The seed numbers from the top of a tree to its bottom; null is a bye.",
    )
    pairs = serializers.ListField(child=NumbersField(), help_text="The same two by two: the first round.")
    preliminary = serializers.ListField(child=NumbersField(), help_text="Pairs of a preliminary round.")
    groups = GroupSerializer(many=True)
    swaps = DrawSwapSerializer(many=True)
    clashes = serializers.ListField(child=NumbersField(), help_text="Pairs that could not be kept apart.")
    replaced = serializers.DictField(
        allow_null=True, help_text="Of a draw into which an alternate came: the draw before it, the seed and the way."
    )


def draw_data(record: DrawRecord) -> Any:
    """A draw as its serializer describes it."""
    stage = record.stage
    return DrawSerializer(
        {
            "stage": stage.number, "kind": stage.kind, "number": record.number, "made_at": record.at,
            "lot": record.lot, "mode": record.mode, "settings": settings_out(as_json(record.settings)),
            "crossing": record.crossing, "rankings_before": record.rankings_before, "size": len(record.lines),
            "seats": [_seat(seat) for seat in record.seats], "lines": record.lines, "pairs": record.pairs,
            "preliminary": record.detail.get("preliminary", []),
            "groups": [{"key": key, "numbers": numbers} for key, numbers in record.groups.items()],
            "swaps": [_swap(swap) for swap in record.detail.get("swaps", ())], "clashes": record.clashes,
            "replaced": record.detail.get("replaced"),
        }
    ).data  # fmt: skip


def _seat(seat: DrawnSeat) -> dict[str, Any]:
    return {
        "number": seat.number,
        "entry": None if seat.entry is None else entry_data(seat.entry),
        "country": seat.country,
        "origin": None if seat.origin is None else seat.origin.as_json(),
    }


def _swap(swap: dict[str, Any]) -> dict[str, Any]:
    return {
        "moved": swap["moved"], "exchanged_with": swap["with"], "from_group": swap.get("from"),
        "to_group": swap.get("to"), "shared": swap.get("country") or swap.get("shared", ""),
    }  # fmt: skip
