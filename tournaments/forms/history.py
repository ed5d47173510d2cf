"""Importing historic results: the list, and what the importer says of it as a whole."""

from typing import Final

from django import forms
from django.utils.translation import gettext_lazy

from players.forms.lists import SentListForm
from tournaments.historic.values import Kind
from tournaments.models.series import FIRST_YEAR, LAST_YEAR
from tournaments.services import HistoryOptions
from tournaments.services.entry_lists import MAX_WORKBOOK

EXAMPLE: Final = "event,year,champion,country\nWTC,1998,Ana Example,NZL"


class HistoryForm(SentListForm):
    """A list, pasted or from a file."""

    most = MAX_WORKBOOK

    text = forms.CharField(
        label=gettext_lazy("The list, its first line the names of the columns"), required=False, strip=False,
        help_text=gettext_lazy("Separated by comma, semicolon or tab."),
        widget=forms.Textarea(attrs={"rows": 8, "spellcheck": "false", "placeholder": EXAMPLE}),
    )  # fmt: skip
    file = forms.FileField(label=gettext_lazy("or a CSV file in UTF-8"), required=False)
    name = forms.CharField(
        label=gettext_lazy("What this list is"), max_length=120, required=False,
        help_text=gettext_lazy("For the record of imports: “Newspaper of May 2001”."),
    )  # fmt: skip
    source = forms.CharField(
        label=gettext_lazy("Source"), max_length=1000, required=False,
        help_text=gettext_lazy("Where rows name none."),
    )  # fmt: skip
    event = forms.CharField(
        label=gettext_lazy("Event"), max_length=120, required=False,
        help_text=gettext_lazy("Where rows name none: the code or name of a series; two, parted by “/”, for both."),
    )  # fmt: skip
    year = forms.IntegerField(
        label=gettext_lazy("Year"), required=False, min_value=FIRST_YEAR, max_value=LAST_YEAR,
        widget=forms.NumberInput(attrs={"class": "short", "inputmode": "numeric"}),
    )  # fmt: skip
    complete = forms.BooleanField(
        label=gettext_lazy("The list is complete: it has all places, or all matches"), required=False
    )
    match_people = forms.BooleanField(
        label=gettext_lazy("Names are those of players of this site"), required=False,
        help_text=gettext_lazy("A name is linked to the profile that bears it; otherwise names stay names."),
    )  # fmt: skip
    figures = forms.BooleanField(label=gettext_lazy("A table of its own kind, to be shown as it is"), required=False)
    title = forms.CharField(label=gettext_lazy("Title of such a table"), max_length=120, required=False)

    def options(self) -> HistoryOptions:
        """What the importer says of the whole list."""
        data = self.cleaned_data
        file = data.get("file")
        return HistoryOptions(
            name=data["name"] or (str(file.name) if file else ""),
            kind=Kind.FIGURES if data["figures"] else None,
            event=data["event"], year=data["year"], title=data["title"], source=data["source"],
            complete=data["complete"], match_people=data["match_people"],
        )  # fmt: skip
