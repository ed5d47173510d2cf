"""The settings of groups and of a Swiss."""

from collections.abc import Mapping
from typing import Any, ClassVar, Final

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.forms.fields import NumberField, PointsField
from tournaments.forms.stage_form import StageForm, choice_field
from tournaments.models import StageKind
from tournaments.selectors.pages.stage_words import TIE_BREAK_NAMES

TIE_PLACES: Final = tuple(range(2, 8))
"""The places in the order of tie-breaks that are chosen: points come first, the seed last."""


class TableForm(StageForm):
    """What groups and a Swiss share: the order of the table, and points for games that are not played."""

    NAMES: ClassVar[tuple[str, ...]] = tuple(name for name in TIE_BREAK_NAMES if name not in ("tp", "seed"))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [("", _("–")), *((name, TIE_BREAK_NAMES[name]) for name in self.NAMES)]
        for place in TIE_PLACES:
            self.fields[f"tie_{place}"] = choice_field(_("Place {n}").format(n=place), choices, required=False)
        labels = {
            "walkover_there": _("After a walkover: who is there"),
            "walkover_away": _("After a walkover: who is not"),
            "default_there": _("After a default: who is there"),
            "default_away": _("After a default: who is not"),
            "bye": _("With a bye"),
        }
        for name, label in labels.items():
            if name != "bye" or self.kind == StageKind.SWISS:
                self.fields[name] = PointsField(label=label)

    @property
    def tie_fields(self) -> list[forms.BoundField]:
        """The places of the order that are chosen, first to last."""
        return [self[f"tie_{place}"] for place in TIE_PLACES]

    @property
    def point_fields(self) -> list[forms.BoundField]:
        names = ("walkover_there", "walkover_away", "default_there", "default_away", "bye")
        return [self[name] for name in names if name in self.fields]

    def initial_of(self, values: Mapping[str, Any]) -> dict[str, Any]:
        chosen = [name for name in values["tie_breaks"] if name not in ("tp", "seed")]
        points = values["points"]
        return {
            **values,
            **{f"tie_{place}": name for place, name in zip(TIE_PLACES, chosen, strict=False)},
            "walkover_there": points["walkover"][0],
            "walkover_away": points["walkover"][1],
            "default_there": points["default"][0],
            "default_away": points["default"][1],
            "bye": points["bye"],
        }

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        seen: set[str] = set()
        for place in TIE_PLACES:
            name = data.get(f"tie_{place}") or ""
            if name and name in seen:
                self.add_error(f"tie_{place}", _("This one stands further up already."))
            seen.add(name)
        for kind in ("walkover", "default"):
            there, away = data.get(f"{kind}_there"), data.get(f"{kind}_away")
            if there is not None and away is not None and there + away > 200:
                self.add_error(f"{kind}_away", _("A game has 20.0 points at most."))
        if (data.get("bye") or 0) > 200:
            self.add_error("bye", _("A game has 20.0 points at most."))
        return data

    def values(self) -> dict[str, Any]:
        data = self.cleaned_data
        chosen = [data[f"tie_{place}"] for place in TIE_PLACES if data[f"tie_{place}"]]
        points = {
            **self.defaults["points"],
            "walkover": [data["walkover_there"], data["walkover_away"]],
            "default": [data["default_there"], data["default_away"]],
            "bye": data.get("bye", self.defaults["points"]["bye"]),
        }
        return {**super().values(), "tie_breaks": ["tp", *chosen, "seed"], "points": points}

    def place_error(self, setting: str, message: str) -> None:
        names = {"tie_breaks": "tie_2", "points": "walkover_there"}
        super().place_error(names.get(setting, setting), message)


class GroupsForm(TableForm):
    kind = StageKind.GROUPS
    NAMES = tuple(name for name in TableForm.NAMES if name != "opponents_tp")
    PARTS = (
        (gettext_lazy("Groups"), ("groups", "size", "formation", "separation"), False),
        (gettext_lazy("Matches"), ("games", "cycles"), False),
        (gettext_lazy("More"), ("name",), True),
    )

    groups = NumberField(label=gettext_lazy("Number of groups"), low=1, high=128, required=False)
    size = NumberField(
        label=gettext_lazy("or at most so many in a group"), low=2, high=40, required=False,
        help_text=gettext_lazy("Give one of the two."),
    )  # fmt: skip
    formation = choice_field(
        gettext_lazy("How the groups are filled"),
        [
            ("snake", gettext_lazy("in a snake by seed: 1, 2, 3 … and back")),
            ("lot", gettext_lazy("by lot within bands of seeds")),
        ],
    )  # fmt: skip
    separation = choice_field(
        gettext_lazy("Entries of one country"),
        [("country", gettext_lazy("are spread over the groups")), ("none", gettext_lazy("stand where they fall"))],
    )
    games = NumberField(label=gettext_lazy("Games a match"), low=1, high=4)
    cycles = NumberField(label=gettext_lazy("Matches of each pair"), low=1, high=2)

    def initial_of(self, values: Mapping[str, Any]) -> dict[str, Any]:
        found = super().initial_of(values)
        return {**found, "groups": values["groups"] or None, "size": values["size"] or None}

    def clean(self) -> dict[str, Any]:
        data = super().clean()
        if not self.errors and bool(data.get("groups")) == bool(data.get("size")):
            self.add_error("groups", _("Say either how many groups there are, or how large one is at most."))
        return data

    def values(self) -> dict[str, Any]:
        found = super().values()
        return {**found, "groups": found["groups"] or 0, "size": found["size"] or 0}


class SwissForm(TableForm):
    kind = StageKind.SWISS
    PARTS = (
        (gettext_lazy("Rounds"), ("rounds", "games", "first_round"), False),
        (gettext_lazy("More"), ("name",), True),
    )

    rounds = NumberField(
        label=gettext_lazy("Rounds"), low=1, high=50,
        help_text=gettext_lazy(
            "As many as there are players, less one: everybody meets everybody. More are not possible, as nobody meets "
            "the same opponent twice."
        ),
    )  # fmt: skip
    games = NumberField(label=gettext_lazy("Games a match"), low=1, high=30)
    first_round = choice_field(
        gettext_lazy("First round"),
        [
            ("halves", gettext_lazy("upper half by seed against the lower half")),
            ("lot", gettext_lazy("everybody by lot")),
        ],
    )  # fmt: skip
