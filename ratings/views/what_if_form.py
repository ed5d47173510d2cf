"""The form of the calculator: a rating, and opponents with games and points."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import isfinite
from typing import Any, Final

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from players.selectors import search_players
from ratings.maths.calculator import Met
from ratings.maths.elo import GAME_TP, Standing
from ratings.selectors import current_standings

MOST_ROWS: Final = 60
MOST_GAMES: Final = 1000
FIRST_ROWS: Final = 3
MOST_RATING: Final = 10_000


class NumberField(forms.FloatField):
    """A number as people of any language write it, with a comma or a point."""

    def __init__(self, **options: Any) -> None:
        widget = forms.TextInput(attrs={"inputmode": "decimal", "class": "short", "maxlength": 20})
        super().__init__(widget=widget, required=False, **options)

    def to_python(self, value: Any) -> Any:
        found = super().to_python(str(value).replace(",", ".") if value is not None else value)
        if found is not None and not isfinite(found):
            raise forms.ValidationError(self.error_messages["invalid"], code="invalid")
        return found


def _count(label: Any) -> forms.IntegerField:
    widget = forms.TextInput(attrs={"inputmode": "numeric", "class": "short", "maxlength": 6})
    return forms.IntegerField(label=label, required=False, min_value=0, max_value=MOST_GAMES * 100, widget=widget)


@dataclass(frozen=True, slots=True)
class Row:
    """What was asked about one opponent; `tp` in tenths, None where only the expectation is asked for."""

    name: str
    rating: float
    games: int
    tp: int | None

    @property
    def met(self) -> Met | None:
        return None if self.tp is None else Met(self.rating, self.games, self.tp)


class WhatIfForm(forms.Form):
    """Everything stands in the address, so that a calculation can be passed on. `o1`, `g1`, `t1` are the first row."""

    rating = NumberField(
        label=gettext_lazy("Rating before"), min_value=-MOST_RATING, max_value=MOST_RATING,
        help_text=gettext_lazy("Empty for a newcomer."),
    )  # fmt: skip
    played = _count(gettext_lazy("Rated games before"))
    weight = NumberField(
        label=gettext_lazy("Weight of the event"), min_value=0.01, max_value=100,
        help_text=gettext_lazy("1 unless the category of the event has another."),
    )  # fmt: skip

    def __init__(self, data: Mapping[str, Any] | None, *, rows: int, initial: Mapping[str, Any] | None = None) -> None:
        super().__init__(data, initial=dict(initial or {}))
        self.rows: range = range(1, min(MOST_ROWS, max(1, rows)) + 1)
        for n in self.rows:
            self.fields[f"o{n}"] = forms.CharField(
                label=_("Opponent {n}: rating or name").format(n=n), required=False, max_length=120,
                widget=forms.TextInput(attrs={"dir": "auto"}),
            )  # fmt: skip
            self.fields[f"g{n}"] = _count(_("Games against opponent {n}").format(n=n))
            self.fields[f"t{n}"] = NumberField(label=_("Points against opponent {n}").format(n=n), min_value=0)
        self._found: list[Row] = []

    @property
    def lines(self) -> list[tuple[Any, Any, Any]]:
        """The bound fields of each row."""
        return [(self[f"o{n}"], self[f"g{n}"], self[f"t{n}"]) for n in self.rows]

    @property
    def standing(self) -> Standing | None:
        """What is started from; None for a newcomer."""
        rating = self.cleaned_data.get("rating")
        return None if rating is None else Standing(rating, self.cleaned_data.get("played") or 0)

    @property
    def weight_used(self) -> float:
        return float(self.cleaned_data.get("weight") or 1.0)

    @property
    def found(self) -> list[Row]:
        """The rows that say enough, in order."""
        return self._found

    def clean(self) -> dict[str, Any]:
        values = self.cleaned_data
        for n in self.rows:
            text, games, tp = values.get(f"o{n}", "").strip(), values.get(f"g{n}"), values.get(f"t{n}")
            if not text:
                continue
            rating = self._rating(n, text)
            games = 1 if games is None else games
            if not 1 <= games <= MOST_GAMES:
                self.add_error(f"g{n}", _("From 1 to {most} games.").format(most=MOST_GAMES))
            elif tp is not None and round(tp * 10) > GAME_TP * games:
                self.add_error(f"t{n}", _("A game is worth 20 points."))
            elif rating is not None and not self.errors:
                name = "" if _number(text) is not None else text
                self._found.append(Row(name, rating, games, None if tp is None else round(tp * 10)))
        return values

    def _rating(self, n: int, text: str) -> float | None:
        """The number itself, or the rating of the only player of that name."""
        number = _number(text)
        if number is not None:
            if abs(number) <= MOST_RATING:
                return number
            self.add_error(f"o{n}", _("No rating is as large as this."))
            return None
        players = list(search_players(text)[:2])
        if not players:
            self.add_error(f"o{n}", _("Nobody is called “{name}”.").format(name=text))
        elif len(players) > 1:
            self.add_error(f"o{n}", _("Several players are called so; write more of the name."))
        else:
            standing = current_standings([players[0].pk]).get(players[0].pk)
            if standing is not None:
                return standing.rating
            self.add_error(f"o{n}", _("%(name)s has no rating yet.") % {"name": players[0].name})
        return None


def _number(text: str) -> float | None:
    try:
        found = float(text.replace(",", ".").replace("\u202f", "").replace(" ", ""))
    except ValueError:
        return None
    return found if isfinite(found) else None
