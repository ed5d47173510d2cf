"""The set-up of a game in the editor: who played which colour, what is known of hands and draws."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.engine.game import HAND_SIZE
from games.engine.setup import DRAWS_UNKNOWN, FORMAT
from games.engine.tiles import TILES, Colour
from games.views.words import PLAYER_OF

SEATS = range(4)
#: How many take part, and how many seats that makes.
KINDS = {"2": 2, "3": 3, "4": 4, "doubles": 4}
_FIRST_COLOURS = (Colour.RED, Colour.BLUE, Colour.YELLOW, Colour.GREEN)
_NUMBERS = re.compile(r"\d{1,6}")


class SetupForm(forms.Form):
    """Makes the set-up part of a record. In doubles seats 3 and 4 take the colours of seats 1 and 2."""

    kind = forms.ChoiceField(
        label=gettext_lazy("Who plays"),
        choices=[
            ("2", gettext_lazy("Two players")),
            ("3", gettext_lazy("Three players")),
            ("4", gettext_lazy("Four players")),
            ("doubles", gettext_lazy("Doubles: two against two")),
        ],
        initial="2",
    )
    draws = forms.ChoiceField(
        label=gettext_lazy("Tiles drawn"),
        help_text=gettext_lazy("Without the draws the placements and the score can be checked, the hands cannot."),
        choices=[
            ("unknown", gettext_lazy("Not written down")),
            ("known", gettext_lazy("Every drawn tile is known")),
        ],
        widget=forms.RadioSelect,
        initial="unknown",
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for seat in SEATS:
            number = {"number": seat + 1}
            self.fields[f"colour_{seat}"] = forms.ChoiceField(
                label=_("Colour of seat %(number)d") % number,
                choices=[(colour.value, PLAYER_OF[colour]) for colour in _FIRST_COLOURS],
                initial=_FIRST_COLOURS[seat].value,
            )
            self.fields[f"name_{seat}"] = forms.CharField(
                label=_("Name at seat %(number)d") % number,
                help_text=_("For yourself; it is never shown to others."),
                max_length=80,
                required=False,
            )
            self.fields[f"hand_{seat}"] = forms.CharField(
                label=_("First hand of seat %(number)d") % number,
                help_text=_("Six tile numbers, such as 4, 17, 22, 30, 41, 56."),
                max_length=80,
                required=False,
                widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
            )

    def seats(self) -> list[dict[str, Any]]:
        """The fields by seat, for the template."""
        return [
            {"number": seat + 1, "fields": [self[f"{name}_{seat}"] for name in ("colour", "name", "hand")]}
            for seat in SEATS
        ]

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        seats = KINDS.get(str(data.get("kind")), 2)
        for seat in range(seats):
            name = f"hand_{seat}"
            hand = [int(number) for number in _NUMBERS.findall(data.get(name) or "")]
            data[name] = hand
            if name in self.errors:
                continue
            if hand and len(hand) != HAND_SIZE:
                message = _("A hand has six tiles; here are %(count)d.") % {"count": len(hand)}
                self.add_error(name, message)
            elif any(tile not in TILES for tile in hand):
                self.add_error(name, _("Tiles are numbered 1 to 56."))
            elif not hand and data.get("draws") == "known":
                self.add_error(name, _("Where the draws are known, the first hands must be known too."))
        if data.get("kind") in ("2", "3", "4"):
            colours = [data.get(f"colour_{seat}") for seat in range(seats)]
            if len(set(colours)) < len(colours):
                self.add_error(f"colour_{seats - 1}", _("Each player needs a colour of their own."))
        elif data.get("kind") == "doubles" and data.get("colour_0") == data.get("colour_1"):
            self.add_error("colour_1", _("The two teams need different colours."))
        return data

    def record(self) -> dict[str, Any]:
        """The set-up as a record without moves. Only after `is_valid`."""
        data = self.cleaned_data
        doubles = data["kind"] == "doubles"
        players = []
        for seat in range(KINDS[data["kind"]]):
            colour = data[f"colour_{seat % 2 if doubles else seat}"]
            player: dict[str, Any] = {"colour": colour}
            if data[f"name_{seat}"]:
                player["name"] = data[f"name_{seat}"]
            if data[f"hand_{seat}"]:
                player["hand"] = data[f"hand_{seat}"]
            players.append(player)
        record: dict[str, Any] = {"format": FORMAT, "players": players, "moves": []}
        if doubles:
            record["doubles"] = True
        if data["draws"] == "unknown":
            record["draws"] = DRAWS_UNKNOWN
        return record


def setup_of(record: Mapping[str, Any]) -> dict[str, Any]:
    """The set-up of a record as first values of the form."""
    players = record["players"]
    found: dict[str, Any] = {
        "kind": "doubles" if record.get("doubles") else str(len(players)),
        "draws": "unknown" if record.get("draws") == DRAWS_UNKNOWN else "known",
    }
    for seat, player in enumerate(players):
        found[f"colour_{seat}"] = player["colour"]
        found[f"name_{seat}"] = player.get("name", "")
        found[f"hand_{seat}"] = ", ".join(str(tile) for tile in player.get("hand") or ())
    return found
