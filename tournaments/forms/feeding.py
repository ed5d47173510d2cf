"""Who goes on from the stage before."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.formats.progression import Progression, SeedOrder
from tournaments.forms.fields import NumberField
from tournaments.forms.stage_form import choice_field
from tournaments.models import StageKind
from tournaments.models.event import MAX_ENTRIES


class FeedForm(forms.Form):
    """Who goes on from the stage before."""

    first = NumberField(
        label=gettext_lazy("How many go on"), low=0, high=MAX_ENTRIES, help_text=gettext_lazy("0: everybody.")
    )
    total = NumberField(
        label=gettext_lazy("Filled up to"), low=0, high=MAX_ENTRIES,
        help_text=gettext_lazy("With the best percentages among all others, whatever their group. 0: nobody more."),
    )  # fmt: skip
    crossing = forms.BooleanField(
        label=gettext_lazy("Winners of groups meet runners-up of other groups"), required=False
    )
    order = choice_field(
        gettext_lazy("Seeds of those who go on"),
        [
            (SeedOrder.RANK.value, gettext_lazy("all first by percentage, then all second ones …")),
            (SeedOrder.STANDING.value, gettext_lazy("by percentage alone")),
            (SeedOrder.GROUP.value, gettext_lazy("all first in the order of the groups, then all second ones …")),
        ],
    )  # fmt: skip
    exempt = NumberField(
        label=gettext_lazy("Seeds that do not play the stage before"), low=0, high=MAX_ENTRIES,
        help_text=gettext_lazy("They stand in this stage from the start, before all others."),
    )  # fmt: skip
    pass_over = forms.BooleanField(
        label=gettext_lazy("The next in the ranking replaces whoever has left"), required=False
    )

    def __init__(self, data: Any = None, *, rule: Progression, crossing: bool, before: str, prefix: str) -> None:
        super().__init__(data, prefix=prefix, initial={**rule.as_json(), "crossing": crossing})
        self.rule = rule
        if before == StageKind.GROUPS:
            self.fields["first"].label = _("How many of each group go on")
        else:
            for name in ("total", "crossing", "order"):
                del self.fields[name]

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if data.get("total") and data["total"] <= (data.get("exempt") or 0):
            self.add_error("total", _("So many seeds stand there from the start already."))
        if data.get("crossing") and not data.get("first"):
            self.add_error("first", _("Say how many of each group go on, so that winners can meet runners-up."))
        return data

    @property
    def crosses(self) -> bool:
        return bool(self.cleaned_data.get("crossing"))

    def progression(self) -> Progression:
        """The rule as it was sent."""
        data = self.cleaned_data
        order = SeedOrder.GROUP if self.crosses else SeedOrder(data.get("order", SeedOrder.RANK))
        return Progression(
            first=data["first"], total=data.get("total", 0), exempt=data["exempt"], order=order,
            pass_over=data["pass_over"], rankings=self.rule.rankings,
        )  # fmt: skip
