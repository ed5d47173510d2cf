"""A new prize list."""

from django import forms
from django.utils.translation import gettext_lazy, pgettext_lazy

from tournaments.models import PrizeKind
from tournaments.models.prize import JUNIOR_AGE
from tournaments.services.prizes import OLDEST


class PrizeListForm(forms.Form):
    """Who has places of their own."""

    kind = forms.ChoiceField(label=gettext_lazy("Who is in it"), choices=PrizeKind.choices)
    name = forms.CharField(label=pgettext_lazy("of an event or a thing", "Name"), max_length=60)
    under_age = forms.IntegerField(
        label=gettext_lazy("Juniors are younger than"), min_value=1, max_value=OLDEST, initial=JUNIOR_AGE,
        required=False, widget=forms.NumberInput(attrs={"class": "short", "inputmode": "numeric"}),
        help_text=gettext_lazy("On the first day of the event. For juniors only."),
    )  # fmt: skip
    for_all = forms.BooleanField(
        label=gettext_lazy("Nobody else may play in this event"), required=False,
        help_text=gettext_lazy("Then it does not start before everybody is in this list."),
    )  # fmt: skip
