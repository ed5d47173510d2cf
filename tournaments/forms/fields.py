"""Fields for what players and organisers type."""

import re
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

_CLOCK = re.compile(r"^(\d{1,3})[:.,' ](\d{2})$")
_STEP = re.compile(r"^(\d{1,4})\s*[:=]\s*(\d{1,2})$")


class ClockField(forms.CharField):
    """Time used in a game, in seconds: "13:20", "13.20", "1320" or whole minutes "13"."""

    default_error_messages = {"clock": _("Write the time as minutes and seconds, such as 13:20.")}

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("max_length", 8)
        kwargs.setdefault(
            "widget", forms.TextInput(attrs={"inputmode": "decimal", "class": "short", "placeholder": "13:20"})
        )
        super().__init__(**kwargs)

    def clean(self, value: Any) -> Any:
        text = str(super().clean(value) or "").strip()
        if not text:
            return None
        minutes, seconds = self._parts(text)
        if seconds >= 60:
            raise ValidationError(self.error_messages["clock"], code="clock")
        return 60 * minutes + seconds

    def _parts(self, text: str) -> tuple[int, int]:
        if match := _CLOCK.match(text):
            return int(match[1]), int(match[2])
        if text.isascii() and text.isdigit() and len(text) <= 2:
            return int(text), 0
        if text.isascii() and text.isdigit() and len(text) <= 5:
            return int(text[:-2]), int(text[-2:])
        raise ValidationError(self.error_messages["clock"], code="clock")

    def prepare_value(self, value: Any) -> Any:
        return clock_text(value) if isinstance(value, int) else value


def clock_text(seconds: int | None) -> str:
    """Seconds as "13:20"."""
    return "" if seconds is None else f"{seconds // 60}:{seconds % 60:02d}"


class PointsField(forms.DecimalField):
    """Tournament points with one decimal, kept in tenths. The sign of the decimals may be a comma or a point."""

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("widget", forms.TextInput(attrs={"inputmode": "decimal", "class": "short"}))
        super().__init__(max_digits=5, decimal_places=1, min_value=0, **kwargs)

    def to_python(self, value: Any) -> Any:
        text = value.replace(",", ".") if isinstance(value, str) else value
        return super().to_python(text)

    def clean(self, value: Any) -> Any:
        points = super().clean(value)
        return None if points is None else int(points * 10)

    def prepare_value(self, value: Any) -> Any:
        return f"{value / 10:.1f}" if isinstance(value, int) else value


class NumberField(forms.IntegerField):
    """A whole number from `low` to `high` in a short field."""

    def __init__(self, *, low: int, high: int, **kwargs: Any) -> None:
        kwargs.setdefault("widget", forms.NumberInput(attrs={"class": "short", "inputmode": "numeric"}))
        super().__init__(min_value=low, max_value=high, **kwargs)


class StepsField(forms.CharField):
    """Pairs of a seed and the round in which all seeds up to it enter: "8: 3, 24: 2"."""

    default_error_messages = {
        "steps": _("Write pairs such as 8: 3, 24: 2; higher seeds enter in later rounds, from round 2 on."),
    }

    def clean(self, value: Any) -> Any:
        text = str(super().clean(value) or "").strip()
        steps = []
        for part in re.split(r"[,;\n]", text) if text else []:
            match = _STEP.match(part.strip())
            if not match:
                raise ValidationError(self.error_messages["steps"], code="steps")
            steps.append((int(match[1]), int(match[2])))
        seeds, rounds = [s for s, _r in steps], [r for _s, r in steps]
        rising = seeds == sorted(set(seeds)) and rounds == sorted(set(rounds), reverse=True)
        if not rising or any(seed < 1 for seed in seeds) or any(not 2 <= number <= 10 for number in rounds):
            raise ValidationError(self.error_messages["steps"], code="steps")
        return tuple(steps)

    def prepare_value(self, value: Any) -> Any:
        return ", ".join(f"{seed}: {number}" for seed, number in value) if isinstance(value, tuple | list) else value
