"""The form of an import of published ratings."""

from django import forms
from django.utils.translation import gettext_lazy

from players.forms.lists import SentListForm
from ratings.services.historic_cells import MAX_BYTES


class ImportForm(SentListForm):
    """A list, pasted or from a file, and what its rows do not say."""

    most = MAX_BYTES

    source = forms.CharField(
        label=gettext_lazy("Where it was published"), max_length=300, required=False,
        help_text=gettext_lazy("An address or the name of a list; for rows without a source."),
    )  # fmt: skip
    on = forms.RegexField(
        r"^\d{4}(-\d{2}(-\d{2})?)?$", label=gettext_lazy("For which day, month or year"), required=False,
        help_text=gettext_lazy("Such as 2003-11-17, 2003-11 or 2003; for rows without a date."),
        widget=forms.TextInput(attrs={"class": "short", "placeholder": "2003-11"}),
    )  # fmt: skip
    text = forms.CharField(
        label=gettext_lazy("CSV with a header"), required=False, strip=False,
        help_text=gettext_lazy(
            "Columns: name and rating; as known date, rank, slug, country, games, last_played, event, note, source."
        ),
        widget=forms.Textarea(attrs={"rows": 8, "spellcheck": "false", "placeholder": "name,country,rating"}),
    )  # fmt: skip
    file = forms.FileField(label=gettext_lazy("or a CSV file in UTF-8"), required=False)
