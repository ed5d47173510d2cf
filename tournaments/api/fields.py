"""Fields of the API that several resources share."""

from decimal import Decimal
from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from players.api.bodies import Body
from players.models import ColourChoice


@extend_schema_field({"type": "number", "multipleOf": 0.1, "minimum": 0, "example": 20.7})
class PointsField(serializers.Field[int, Any, float, Any]):
    """Tournament points with one decimal outside, tenths inside."""

    default_error_messages = {"points": "Points have at most one decimal and are not below 0."}

    def to_representation(self, value: int) -> float:
        return value / 10

    def to_internal_value(self, data: Any) -> int:
        if isinstance(data, bool) or not isinstance(data, int | float | str):
            self.fail("points")
        try:
            tenths = Decimal(str(data)) * 10
        except ArithmeticError:
            self.fail("points")
        if not tenths.is_finite() or tenths < 0 or tenths != int(tenths) or tenths > 100_000:
            self.fail("points")
        return int(tenths)


class BothPoints(Body):
    """Tournament points of the two sides."""

    left = PointsField(allow_null=True)
    right = PointsField(allow_null=True)


class BothNumbers(Body):
    """A whole number for each side."""

    left = serializers.IntegerField(allow_null=True)
    right = serializers.IntegerField(allow_null=True)


class BothEntries(Body):
    """The id of an entry for each side."""

    left = serializers.IntegerField()
    right = serializers.IntegerField()


COLOURS = ColourChoice.choices
SIDE_CHOICES = [("left", "left"), ("right", "right")]


class BothColours(Body):
    """The colour of each side, empty where it is not known."""

    left = serializers.ChoiceField(choices=COLOURS, allow_blank=True, required=False, default="")
    right = serializers.ChoiceField(choices=COLOURS, allow_blank=True, required=False, default="")


SIDES = ("left", "right")


def side_name(side: int | None) -> str | None:
    """ "left" for 0, "right" for 1."""
    return None if side is None else SIDES[side]
