"""One game of a match as it is reported, entered or corrected."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from games.services.reading import MAX_RECORD_BYTES
from players.models import ColourChoice
from tournaments.forms.fields import ClockField
from tournaments.services import GameFigures
from tournaments.services.figures import MOST_TILES
from tournaments.services.signing import MOST_CODE

COLOURS = [
    ("", gettext_lazy("–")),
    (ColourChoice.RED.value, pgettext_lazy("player colour", "red")),
    (ColourChoice.YELLOW.value, pgettext_lazy("player colour", "yellow")),
    (ColourChoice.GREEN.value, pgettext_lazy("player colour", "green")),
    (ColourChoice.BLUE.value, pgettext_lazy("player colour", "blue")),
]


def _tiles(label: Any) -> forms.IntegerField:
    attributes = {"inputmode": "numeric", "class": "short", "autocomplete": "off"}
    return forms.IntegerField(
        label=label, min_value=0, max_value=MOST_TILES, required=False, widget=forms.TextInput(attrs=attributes)
    )


class GameForm(forms.Form):
    """The end of one game, left before right. A game left empty is not reported.

    The record, if there is one, says everything; the figures then only have to agree with it.
    """

    record = forms.CharField(
        label=gettext_lazy("Game record"),
        required=False,
        strip=False,
        max_length=2 * MAX_RECORD_BYTES,
        widget=forms.Textarea(attrs={"rows": 3, "spellcheck": "false", "class": "mono", "autocomplete": "off"}),
    )
    file = forms.FileField(
        label=gettext_lazy("or its file"), required=False, allow_empty_file=False,
        widget=forms.FileInput(attrs={"accept": ".json,.txt,application/json,text/plain"}),
    )  # fmt: skip
    colour_left = forms.ChoiceField(label=gettext_lazy("Colour"), choices=COLOURS, required=False)
    colour_right = forms.ChoiceField(label=gettext_lazy("Colour"), choices=COLOURS, required=False)
    tiles_left = _tiles(gettext_lazy("Tiles"))
    tiles_right = _tiles(gettext_lazy("Tiles"))
    deadlock = forms.BooleanField(label=gettext_lazy("The game ended in a deadlock"), required=False)
    time_left = ClockField(label=gettext_lazy("Time used"), required=False)
    time_right = ClockField(label=gettext_lazy("Time used"), required=False)
    server_code = forms.CharField(
        label=gettext_lazy("Its number or code on another server"), required=False, max_length=MOST_CODE,
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )  # fmt: skip
    claim = forms.BooleanField(label=gettext_lazy("I claim the points for my opponent's time"), required=False)

    def __init__(self, data: Any = None, files: Any = None, *, number: int, initial: Any = None) -> None:
        super().__init__(data, files, prefix=f"g{number}", initial=initial)
        self.number = number
        self.auto_id = "%s"
        for side in ("left", "right"):
            for name in ("colour", "tiles", "time"):
                self.fields[f"{name}_{side}"].widget.attrs["data-part"] = f"{name}-{side}"

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if self.errors:
            return data
        both = (data.get("tiles_left"), data.get("tiles_right"))
        if (both[0] is None) != (both[1] is None):
            missing = "tiles_left" if both[0] is None else "tiles_right"
            self.add_error(missing, _("Give the tiles of both players."))
        left, right = data.get("colour_left"), data.get("colour_right")
        if left and left == right:
            self.add_error("colour_right", _("The two sides cannot have the same colour."))
        if data.get("file") and data["file"].size > MAX_RECORD_BYTES:
            self.add_error("file", _("A game record may have at most 64 kB."))
        return data

    def record_bytes(self) -> bytes | None:
        """The record that was sent, from the file or the text."""
        data = self.cleaned_data
        if data.get("file"):
            data["file"].seek(0)
            return bytes(data["file"].read())
        text = (data.get("record") or "").strip()
        return text.encode() if text else None

    @property
    def filename(self) -> str:
        sent = self.cleaned_data.get("file")
        return str(sent.name or "") if sent else ""

    def tiles(self) -> tuple[int, int] | None:
        """Both scores, if they were typed."""
        left, right = self.cleaned_data.get("tiles_left"), self.cleaned_data.get("tiles_right")
        return None if left is None or right is None else (left, right)

    def colours(self) -> tuple[str, str]:
        return self.cleaned_data.get("colour_left") or "", self.cleaned_data.get("colour_right") or ""

    def figures(self) -> GameFigures | None:
        """What was typed; None where no scores were."""
        tiles = self.tiles()
        if tiles is None:
            return None
        seconds = (self.cleaned_data.get("time_left"), self.cleaned_data.get("time_right"))
        return GameFigures(tiles, self.colours(), seconds, bool(self.cleaned_data.get("deadlock")))

    @property
    def code(self) -> str:
        return str(self.cleaned_data.get("server_code") or "")

    @property
    def claims_time(self) -> bool:
        return bool(self.cleaned_data.get("claim"))

    @property
    def is_blank(self) -> bool:
        """Nothing was said of this game."""
        return self.record_bytes() is None and self.tiles() is None


def initial_of(figures: Any) -> dict[str, Any]:
    """A form's first values from figures with `tiles`, `colours`, `seconds` and `deadlock`."""
    return {
        "tiles_left": figures.tiles[0],
        "tiles_right": figures.tiles[1],
        "colour_left": figures.colours[0],
        "colour_right": figures.colours[1],
        "time_left": figures.seconds[0],
        "time_right": figures.seconds[1],
        "deadlock": figures.deadlock,
    }
