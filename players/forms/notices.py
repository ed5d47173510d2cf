"""What one is told by mail, and how often."""

from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from players.models import User
from players.notices import Choice, Group
from players.selectors.notices import all_choices

HELP = {
    Group.REPORTS: _("Results your opponent reported, for you to confirm or to object to; objections to yours."),
    Group.ARRANGING: _("Offers of a time to play, their answers, and what is due soon."),
    Group.RESULTS: _("Your results when they count, and your place when an event is over."),
    Group.EVENTS: _("Your entries, the opponent and table of a new round, line-ups that are due."),
    Group.ANNOUNCEMENTS: _("What organisers write to the entrants of an event in which you take part."),
    Group.PROFILE: _("Profiles you asked for, casual games you were offered, Master applications."),
    Group.DUTIES: _("Disputes and requests in events that you run."),
}


class NoticesForm(forms.Form):
    """One choice for each group that can be chosen."""

    def __init__(self, data: QueryDict | None = None, *, user: User) -> None:
        chosen = all_choices(user)
        super().__init__(data, initial={str(group): str(choice) for group, choice in chosen.items()})
        for group in chosen:
            self.fields[str(group)] = forms.ChoiceField(
                label=group.label, choices=Choice.choices, help_text=HELP.get(group, "")
            )

    def choices(self) -> dict[str, Any]:
        return {name: self.cleaned_data[name] for name in self.fields}
