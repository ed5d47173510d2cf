"""Entering a pair."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django_countries import countries

from players.forms.widgets import LongSelect
from tournaments.forms.entries import despite_field
from tournaments.models.event import MAX_ENTRIES
from tournaments.services import NewPerson

FIELDS = {"first": gettext_lazy("First player"), "second": gettext_lazy("Second player")}


class PairForm(forms.Form):
    """Two players by name; for each a profile is found or made."""

    first = forms.CharField(label=gettext_lazy("Name"), max_length=80)
    first_country = forms.ChoiceField(label=gettext_lazy("Country"), required=False, widget=LongSelect)
    second = forms.CharField(label=gettext_lazy("Name"), max_length=80)
    second_country = forms.ChoiceField(label=gettext_lazy("Country"), required=False, widget=LongSelect)
    seed = forms.IntegerField(
        label=gettext_lazy("Seed"), required=False, min_value=1, max_value=MAX_ENTRIES,
        widget=forms.NumberInput(attrs={"class": "short", "inputmode": "numeric"}),
    )  # fmt: skip

    def __init__(self, *args: Any, has_terms: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if has_terms:
            self.fields["despite"] = despite_field()
        for name in FIELDS:
            self.fields[f"{name}_country"].choices = [("", _("not given")), *countries]  # type: ignore[attr-defined]

    def members(self, chosen: dict[str, str]) -> list[int | NewPerson]:
        """Both players; `chosen` answers for a field whose name somebody bears already: a player's id, or "new"."""
        found: list[int | NewPerson] = []
        for name in FIELDS:
            answer, data = chosen.get(name, ""), self.cleaned_data
            if answer.isdecimal():
                found.append(int(answer))
            else:
                found.append(NewPerson(data[name], data[f"{name}_country"], surely_new=answer == "new"))
        return found
