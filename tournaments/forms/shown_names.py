"""What of a name is public."""

from django import forms
from django.utils.translation import gettext_lazy as _


class ShownNameForm(forms.Form):
    """Until when somebody is under age, and whether the full name was chosen."""

    minor_until = forms.DateField(
        label=_("Under age until"), required=False, input_formats=["%Y-%m-%d"],
        help_text=_("The day of the 18th birthday, or the last day on which it can be. It is never shown."),
        error_messages={"invalid": _("Write the date as year-month-day, such as 2012-05-30.")},
        widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"}),
    )  # fmt: skip
    shown_in_full = forms.BooleanField(
        label=_("Show the full name"), required=False,
        help_text=_("The player, or a parent or guardian, wants it so. The day is noted; it can be taken back."),
    )  # fmt: skip
