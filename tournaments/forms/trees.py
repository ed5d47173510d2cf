"""The settings of a knockout and of a double elimination."""

from typing import Any, Final

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.forms.events import GamesField
from tournaments.forms.fields import NumberField, StepsField
from tournaments.forms.stage_form import StageForm, choice_field
from tournaments.models import SeedingMode, Separation, StageKind
from tournaments.models.event import MAX_ENTRIES

POWERS: Final = (4, 8, 16, 32, 64, 128, 256, 512)


class _DrawFields(forms.Form):
    games = GamesField(
        label=gettext_lazy("Games a match"),
        help_text=gettext_lazy("One number for all rounds, or one a round with the final last, such as 5, 6, 7."),
    )
    seeding = choice_field(gettext_lazy("Draw"), SeedingMode.choices)
    seeds = NumberField(label=gettext_lazy("Seeded entries"), low=0, high=MAX_ENTRIES)
    separation = choice_field(gettext_lazy("Kept apart in the first round"), Separation.choices)


class KnockoutForm(_DrawFields, StageForm):
    """A knockout with all that may hang on it."""

    kind = StageKind.KNOCKOUT
    PARTS = (
        (gettext_lazy("Matches"), ("games", "third_place"), False),
        (gettext_lazy("Draw"), ("seeding", "seeds", "separation"), False),
        (gettext_lazy("Plate"), ("plate", "plate_games", "plate_through"), False),
        (gettext_lazy("Places, preliminary round, later entry"),
         ("places_to", "main_size", "preliminary_games", "entry_rounds", "name"), True),
    )  # fmt: skip

    third_place = forms.BooleanField(label=gettext_lazy("A match for third place"), required=False)
    plate = choice_field(
        gettext_lazy("A plate"),
        [
            ("", gettext_lazy("none")),
            ("first_match", gettext_lazy("for those who lose the first match they play")),
            ("feed_in", gettext_lazy("feed-in: losers of several rounds come in later")),
        ],
        required=False,
    )  # fmt: skip
    plate_games = NumberField(label=gettext_lazy("Games a match of the plate"), low=1, high=30)
    plate_through = NumberField(
        label=gettext_lazy("Losers of the first … rounds"), low=1, high=10,
        help_text=gettext_lazy("Only for a plate with feed-in."),
    )  # fmt: skip
    places_to = forms.TypedChoiceField(
        label=gettext_lazy("Places played out"),
        coerce=int,
        choices=[(2, gettext_lazy("only the final")), *((n, gettext_lazy("down to {n}")) for n in POWERS[:6])],
        help_text=gettext_lazy("Otherwise the losers of a round share its best place."),
    )
    main_size = forms.TypedChoiceField(
        label=gettext_lazy("Places of the main draw"),
        coerce=int,
        choices=[(0, gettext_lazy("as many as there are entries")), *((n, n) for n in POWERS)],
        help_text=gettext_lazy("Up to 16 entries more play a preliminary round; for still more, choose groups before."),
    )
    preliminary_games = NumberField(label=gettext_lazy("Games a preliminary match"), low=1, high=30)
    entry_rounds = StepsField(
        label=gettext_lazy("Later entry of seeds"), required=False,
        help_text=gettext_lazy(
            "Pairs of seed and round: 8: 3, 24: 2 lets seeds 1 to 8 enter in round 3 and seeds 9 to 24 in round 2. "
            "Goes with neither a plate nor places for all nor a preliminary round."
        ),
    )  # fmt: skip

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["places_to"]
        field.choices = [  # type: ignore[attr-defined]
            (value, str(text).format(n=value)) for value, text in field.choices  # type: ignore[attr-defined]
        ]  # fmt: skip

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if data.get("entry_rounds") and (data.get("main_size") or data.get("plate") or data.get("places_to", 2) > 2):
            self.add_error(
                "entry_rounds", _("Later entry goes with neither a preliminary round nor a plate nor places for all.")
            )
        return data

    def settings(self) -> dict[str, Any]:
        found = super().settings()
        if "entry_rounds" in found:
            found["entry_rounds"] = [list(pair) for pair in found["entry_rounds"]]
        return found


class DoubleEliminationForm(_DrawFields, StageForm):
    kind = StageKind.DOUBLE_ELIMINATION
    PARTS = (
        (gettext_lazy("Matches"), ("games", "losers_games", "reset"), False),
        (gettext_lazy("Draw"), ("seeding", "seeds", "separation"), False),
        (gettext_lazy("More"), ("name",), True),
    )

    losers_games = GamesField(
        label=gettext_lazy("Games a match among the losers"),
        help_text=gettext_lazy("One number for all rounds, or one a round with the last round last."),
    )
    reset = forms.BooleanField(
        label=gettext_lazy("Play the grand final again if the unbeaten side loses it"), required=False,
        help_text=gettext_lazy("Only then is everybody out after two lost matches."),
    )  # fmt: skip
