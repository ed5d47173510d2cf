"""Entering players."""

import base64
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django_countries import countries

from players.forms.lists import SentListForm
from players.forms.widgets import LongSelect
from tournaments.models.event import MAX_ENTRIES
from tournaments.services.entry_lists import ENCODINGS, MAX_WORKBOOK


def despite_field() -> forms.CharField:
    """Why somebody enters against the terms of the event."""
    return forms.CharField(
        label=_("Reason, where the terms are passed over"), max_length=1000, required=False,
        help_text=_("For late entries and exceptions. Everybody can read it in the log."),
    )  # fmt: skip


def age_field(label: str) -> forms.BooleanField:
    """An organiser saw that the age fits; of the evidence nothing is kept."""
    return forms.BooleanField(label=label, required=False)


class EntryForm(forms.Form):
    """One player: a name, for whom a profile is found or made."""

    name = forms.CharField(label=gettext_lazy("Name"), max_length=80)
    country = forms.ChoiceField(label=gettext_lazy("Country"), required=False, widget=LongSelect)
    seed = forms.IntegerField(
        label=gettext_lazy("Seed"), required=False, min_value=1, max_value=MAX_ENTRIES,
        widget=forms.NumberInput(attrs={"class": "short", "inputmode": "numeric"}),
    )  # fmt: skip

    def __init__(self, *args: Any, has_terms: bool = False, asks_age: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if has_terms:
            self.fields["despite"] = despite_field()
        if asks_age:
            self.fields["age_seen"] = age_field(_("I saw evidence that the age fits."))
        self.fields["country"].choices = [("", _("not given")), *countries]  # type: ignore[attr-defined]


class ListForm(SentListForm):
    """Many players at once, pasted or from a file."""

    most = MAX_WORKBOOK
    sources = ("text", "file", "kept")

    text = forms.CharField(
        label=gettext_lazy("One player a line: name, country, seed"),
        required=False,
        strip=False,
        help_text=gettext_lazy(
            "Separated by tab, semicolon or comma; country and seed may be left out. A first line may name the "
            "columns: name, first name, surname, country, seed, nickname, former name, times, notes."
        ),
        widget=forms.Textarea(attrs={"rows": 8, "spellcheck": "false", "placeholder": "Ana Example; NLD; 1"}),
    )
    file = forms.FileField(label=gettext_lazy("or a file: CSV, text or XLSX"), required=False)
    # a file that was sent already and whose encoding is asked for
    kept = forms.CharField(required=False, widget=forms.HiddenInput)
    encoding = forms.ChoiceField(
        required=False, choices=[("", ""), *((name, name) for name in ENCODINGS)], widget=forms.HiddenInput
    )

    def __init__(self, *args: Any, has_terms: bool = False, asks_age: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if has_terms:
            self.fields["despite"] = despite_field()
        if asks_age:
            self.fields["age_seen"] = age_field(_("I saw evidence that the age of all of them fits."))

    def content(self) -> str | bytes:
        """What was sent, now or before."""
        if self.cleaned_data.get("kept") and not self.cleaned_data.get("file"):
            try:
                return base64.b64decode(self.cleaned_data["kept"], validate=True)
            except ValueError:
                return b""
        return super().content()


class ReasonForm(forms.Form):
    """An act that has to be explained."""

    reason = forms.CharField(
        label=gettext_lazy("Reason"), max_length=1000, widget=forms.Textarea(attrs={"rows": 2}),
        help_text=gettext_lazy("Everybody can read it in the log."),
    )  # fmt: skip


class CloseForm(ReasonForm):
    """Closing a stage; over reports that wait only with a reason of its own."""

    def __init__(self, *args: Any, over_reports: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if over_reports:
            self.fields["despite"] = forms.CharField(
                label=gettext_lazy("Why the open reports are set aside"), max_length=500
            )


class ReferenceDateForm(forms.Form):
    """The day whose ratings give the seeding points."""

    on = forms.DateField(
        label=gettext_lazy("Ratings at the end of"), widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    )


class HandPointsForm(forms.Form):
    """Seeding points that an organiser enters."""

    points = forms.DecimalField(
        label=gettext_lazy("Seeding points"), min_value=0, max_value=5000, max_digits=6, decimal_places=2,
        widget=forms.NumberInput(attrs={"class": "short", "inputmode": "decimal", "step": "any"}),
    )  # fmt: skip
    reason = forms.CharField(
        label=gettext_lazy("Reason"), max_length=1000, widget=forms.Textarea(attrs={"rows": 2}),
        help_text=gettext_lazy("Everybody can read it in the log."),
    )  # fmt: skip
