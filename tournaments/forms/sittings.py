"""Drawing a round of tables, and the score of a game at one."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from players.models import ColourChoice
from tournaments.formats.sittings.seating import FULL, SMALL
from tournaments.services import TableFigures
from tournaments.services.event_details import MAX_GAMES
from tournaments.services.figures import MOST_TILES

SIZES = ((FULL, gettext_lazy("four, three where it does not come out")), (SMALL, gettext_lazy("three, else four")))


def _short(step: str = "1") -> forms.NumberInput:
    return forms.NumberInput(attrs={"class": "short", "inputmode": "decimal", "step": step})


class RoundForm(forms.Form):
    """The next round: how many games, tables of how many, who is not there."""

    games = forms.IntegerField(
        label=gettext_lazy("Games at each table"), min_value=1, max_value=MAX_GAMES, widget=_short()
    )
    size = forms.TypedChoiceField(label=gettext_lazy("Players at a table"), choices=SIZES, coerce=int)
    lot = forms.IntegerField(
        label=gettext_lazy("Number of the lot"), required=False, min_value=0, widget=_short(),
        help_text=gettext_lazy("The tables follow from it. Leave it empty and the site takes one."),
    )  # fmt: skip
    absent = forms.TypedMultipleChoiceField(
        label=gettext_lazy("Not there in this round"), required=False, coerce=int, widget=forms.CheckboxSelectMultiple
    )

    def __init__(self, *args: Any, players: Sequence[tuple[int, str]], doubles: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["absent"].choices = players  # type: ignore[attr-defined]
        if doubles:
            del self.fields["size"]


class ScoreForm(forms.Form):
    """How a game ended: tiles of each side, or a record; an arbiter may set points and gives reasons."""

    game = forms.TypedChoiceField(label=gettext_lazy("Game"), coerce=int)
    deadlock = forms.BooleanField(label=gettext_lazy("It ended in deadlock: a draw between all"), required=False)
    record = forms.CharField(
        label=gettext_lazy("Address of your verified record"), required=False, max_length=64,
        help_text=gettext_lazy("The last part of its address. Then choose the colours; the tiles may stay empty."),
    )  # fmt: skip
    reason = forms.CharField(
        label=gettext_lazy("Reason"), required=False, max_length=1000,
        help_text=gettext_lazy("Needed to correct a game or to set its points. Everybody can read it in the log."),
    )  # fmt: skip

    def __init__(
        self, *args: Any, games: Sequence[int], sides: Sequence[str], seats: Sequence[str], rules: bool, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.sides, self.seats, self.rules = sides, seats, rules
        self.fields["game"].choices = [(n, str(n)) for n in games]  # type: ignore[attr-defined]
        for n, name in enumerate(sides):
            self.fields[f"tiles-{n}"] = forms.IntegerField(
                label=name, required=False, min_value=0, max_value=MOST_TILES, widget=_short()
            )
            self.fields[f"colour-{n}"] = forms.ChoiceField(
                label=_("Colour of {name}").format(name=name), required=False,
                choices=[("", "–"), *ColourChoice.choices],
            )  # fmt: skip
        if not rules:
            del self.fields["reason"]
            return
        for n, name in enumerate(seats):
            self.fields[f"points-{n}"] = forms.DecimalField(
                label=name, required=False, min_value=0, max_value=60, decimal_places=1, widget=_short("0.1")
            )

    @property
    def tiles(self) -> list[forms.BoundField]:
        return [self[f"tiles-{n}"] for n in range(len(self.sides))]

    @property
    def colours(self) -> list[forms.BoundField]:
        return [self[f"colour-{n}"] for n in range(len(self.sides))]

    @property
    def points(self) -> list[forms.BoundField]:
        return [self[f"points-{n}"] for n in range(len(self.seats))] if self.rules else []

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        typed = self._typed("tiles", len(self.sides))
        if not self.errors and None in typed and not data.get("record") and self.tp is None:
            raise forms.ValidationError(_("Write the final score of everybody."))
        return data

    @property
    def tp(self) -> tuple[int, ...] | None:
        """Points set by an arbiter, in tenths; None unless all are given."""
        typed = self._typed("points", len(self.seats)) if self.rules else [None]
        return None if None in typed else tuple(round(10 * float(points)) for points in typed if points is not None)

    @property
    def figures(self) -> TableFigures:
        """What was said of the game."""
        data = self.cleaned_data
        tiles = [int(n) for n in self._typed("tiles", len(self.sides)) if n is not None]
        colours = [data.get(f"colour-{n}", "") for n in range(len(self.sides))]
        record = data.get("record", "").strip().strip("/").rpartition("/")[2]
        return TableFigures(
            tuple(tiles) if len(tiles) == len(self.sides) else (), data["deadlock"], record,
            tuple(colours) if record else (),
        )  # fmt: skip

    def _typed(self, name: str, count: int) -> list[Any]:
        # nothing was typed yet in a form that is only shown
        sent = getattr(self, "cleaned_data", {})
        return [sent.get(f"{name}-{n}") for n in range(count)]
