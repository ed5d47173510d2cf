"""Forms of the pages about titles."""

from django import forms
from django.utils.translation import gettext_lazy as _

from ratings.models import NORM_LENGTHS, TOURNAMENT_TITLES
from ratings.services.masters import STATEMENT_LENGTH

TITLES = [(title.value, title.label) for title in TOURNAMENT_TITLES]
DAY = forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")


class ApplicationForm(forms.Form):
    """What an applicant says."""

    statement = forms.CharField(
        label=_("About you"),
        required=False,
        max_length=STATEMENT_LENGTH,
        help_text=_("Who you are, since when you play, under which names; only administrators read it."),
        widget=forms.Textarea(attrs={"rows": 6, "dir": "auto"}),
    )


class ReasonForm(forms.Form):
    """Why."""

    reason = forms.CharField(
        label=_("Reason"), max_length=500, widget=forms.TextInput(attrs={"autocomplete": "off", "dir": "auto"})
    )


class AwardForm(forms.Form):
    """A tournament title."""

    title = forms.ChoiceField(label=_("Title"), choices=TITLES)
    on = forms.DateField(label=_("Held since"), widget=DAY)
    reason = forms.CharField(
        label=_("Awarded for"), max_length=500, widget=forms.TextInput(attrs={"autocomplete": "off", "dir": "auto"})
    )


class NormForm(forms.Form):
    """A norm for a tournament title."""

    title = forms.ChoiceField(label=_("Title"), choices=TITLES)
    event = forms.CharField(label=_("Event"), max_length=NORM_LENGTHS["event"])
    on = forms.DateField(label=_("Date"), widget=DAY)
    scored = forms.CharField(
        label=_("Scored"), max_length=NORM_LENGTHS["scored"], help_text=_("For example: 4th of 32, 61 % of the points.")
    )
    source = forms.CharField(
        label=_("Source"), max_length=NORM_LENGTHS["source"], help_text=_("Where this can be read.")
    )
