"""Settings of a stage as programs send and see them: as `formats.settings` has them, with points instead of tenths."""

from collections.abc import Mapping
from dataclasses import MISSING, Field, fields
from decimal import Decimal
from typing import Any, Final

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from tournaments.formats import settings as core
from tournaments.formats.graph import TablePoints
from tournaments.formats.tie_breaks import TIE_BREAKS

CHOICES: Final[Mapping[str, tuple[str, ...]]] = {
    "seeding": core.SEEDING_MODES,
    "separation": core.SEPARATIONS,
    "plate": core.PLATES,
    "formation": core.FORMATIONS,
    "first_round": core.FIRST_ROUNDS,
}
_TP: Final = {"type": "number", "minimum": 0, "maximum": 20}
_POINTS: Final[dict[str, Any]] = {
    "type": "object",
    "description": "TP of a game that is not played, [present, absent], and of a bye.",
    "properties": {
        field.name: dict(_TP)
        if field.name == "bye"
        else {"type": "array", "items": dict(_TP), "minItems": 2, "maxItems": 2}
        for field in fields(TablePoints)
    },
    "additionalProperties": False,
}


def settings_in(sent: Mapping[str, Any]) -> dict[str, Any]:
    """What was sent, as the core stores it; what cannot be is left for the core to refuse."""
    points = sent.get("points")
    return {**sent, "points": _mapped(_tenths, points)} if isinstance(points, Mapping) else dict(sent)


def settings_out(stored: Mapping[str, Any]) -> dict[str, Any]:
    """What is stored or in force, as programs see it."""
    points = stored.get("points")
    return {**stored, "points": _mapped(lambda tenths: tenths / 10, points)} if points is not None else dict(stored)


def _mapped(change: Any, points: Mapping[str, Any]) -> dict[str, Any]:
    return {
        name: [change(each) for each in value] if isinstance(value, list | tuple) else change(value)
        for name, value in points.items()
    }


def _tenths(value: Any) -> Any:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return value
    tenths = Decimal(str(value)) * 10
    return int(tenths) if tenths.is_finite() and tenths == tenths.to_integral_value() else value


def _schema(field: Field[Any]) -> dict[str, Any]:
    default: Any = field.default if field.default_factory is MISSING else field.default_factory()
    if isinstance(default, TablePoints):
        return _POINTS
    if isinstance(default, bool):
        return {"type": "boolean", "default": default}
    if isinstance(default, int):
        return {"type": "integer", "default": default}
    if isinstance(default, str):
        return {"type": "string", "enum": list(CHOICES[field.name]), "default": default}
    if field.name == "entry_rounds":
        pair = {"type": "array", "items": {"type": "integer"}, "minItems": 2, "maxItems": 2}
        return {"type": "array", "items": pair, "description": "[seeds up to this number, enter in this round]"}
    if field.name == "tie_breaks":
        return {"type": "array", "items": {"type": "string", "enum": list(TIE_BREAKS)}, "default": list(default)}
    return {"type": "array", "items": {"type": "integer"}, "default": list(default)}


def _kind_schema(kind: str, made: type[core.StageSettings]) -> dict[str, Any]:
    properties = {field.name: _schema(field) for field in fields(made)}
    return {"type": "object", "title": kind, "properties": properties, "additionalProperties": False}


@extend_schema_field({"anyOf": [_kind_schema(kind, made) for kind, made in core.SETTINGS.items()]})
class SettingsField(serializers.DictField):
    """The settings of a stage of one of the kinds."""
