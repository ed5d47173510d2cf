"""Series and their editions: making and changing a series, starting an edition, joining an event."""

from collections.abc import Iterable
from dataclasses import fields
from typing import Any, Final

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy
from django_countries import countries

from players.forms.widgets import LongSelect
from tournaments.models import Continent, Discipline, Edition, Event, Medium, SeriesKind, SeriesScope
from tournaments.models.event import MAX_ENTRIES, MIN_ENTRIES
from tournaments.models.series import FIRST_YEAR, LAST_YEAR
from tournaments.services import SeriesDetails
from tournaments.services.editions import MOST_NUMBER

TEMPLATE: Final = "template:"


def _number(label: Any, low: int, high: int, *, required: bool = False, help_text: Any = "") -> forms.IntegerField:
    widget = forms.NumberInput(attrs={"class": "short", "inputmode": "numeric"})
    return forms.IntegerField(
        label=label, min_value=low, max_value=high, required=required, help_text=help_text, widget=widget
    )


class SeriesForm(forms.Form):
    """All that is said of a series; the services check it once more."""

    name = forms.CharField(label=pgettext_lazy("of an event or a thing", "Name"), max_length=100)
    kind = forms.ChoiceField(label=gettext_lazy("What it decides"), choices=SeriesKind.choices)
    scope = forms.ChoiceField(label=gettext_lazy("How far the title reaches"), choices=SeriesScope.choices)
    discipline = forms.ChoiceField(label=gettext_lazy("Discipline"), choices=Discipline.choices)
    team_size = _number(gettext_lazy("Players in a team"), 2, 20)
    medium = forms.ChoiceField(label=gettext_lazy("Played"), choices=Medium.choices)
    country = forms.ChoiceField(label=gettext_lazy("Country"), required=False, widget=LongSelect)
    continents = forms.MultipleChoiceField(
        label=gettext_lazy("For players of these continents"), choices=Continent.choices, required=False,
        widget=forms.CheckboxSelectMultiple,
    )  # fmt: skip
    under_age = _number(gettext_lazy("Younger than"), 1, 120, help_text=gettext_lazy("Years, on the first day."))
    first_year = _number(gettext_lazy("First held in"), FIRST_YEAR, LAST_YEAR)
    trophy = forms.CharField(label=gettext_lazy("Trophy"), max_length=120, required=False)
    note = forms.CharField(
        label=gettext_lazy("Note"), max_length=2000, required=False, widget=forms.Textarea(attrs={"rows": 4})
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["country"].choices = [("", _("none")), *countries]  # type: ignore[attr-defined]

    def details(self) -> SeriesDetails:
        """What was set, for the services."""
        names = {field.name for field in fields(SeriesDetails)}
        values = {name: value for name, value in self.cleaned_data.items() if name in names}
        return SeriesDetails(**{**values, "continents": tuple(values["continents"])})


class NewSeriesForm(SeriesForm):
    """A series and its address."""

    code = forms.CharField(
        label=gettext_lazy("Code"), max_length=12,
        help_text=gettext_lazy("Short and lasting, such as WTC; it becomes the address."),
    )  # fmt: skip
    field_order = ("code",)


def series_initial(details: SeriesDetails) -> dict[str, Any]:
    """The form's first values."""
    return {field.name: getattr(details, field.name) for field in fields(details)}


class EditionForm(forms.Form):
    """A new edition: its year, and where its settings come from."""

    year = _number(gettext_lazy("Year"), FIRST_YEAR, LAST_YEAR, required=True)
    number = _number(
        pgettext_lazy("of an edition", "Number"),
        1,
        MOST_NUMBER,
        help_text=gettext_lazy("Leave it out if it is not known."),
    )
    name = forms.CharField(
        label=pgettext_lazy("of an event or a thing", "Name"), max_length=120, required=False,
        help_text=gettext_lazy("Without one: the name of the series and the year."),
    )  # fmt: skip
    source = forms.ChoiceField(
        label=gettext_lazy("Settings and stages from"), widget=forms.RadioSelect,
        help_text=gettext_lazy("Entries, dates and draws are never copied."),
    )  # fmt: skip

    entrants = _number(
        gettext_lazy("Entries expected"), MIN_ENTRIES, MAX_ENTRIES,
        help_text=gettext_lazy("Groups and rounds follow from it. Without a number they stay as they are."),
    )  # fmt: skip

    def __init__(
        self, *args: Any, editions: Iterable[Edition], templates: Iterable[tuple[str, Any]] = (), **kwargs: Any
    ) -> None:
        """`templates` are offered by key and title."""
        super().__init__(*args, **kwargs)
        self.events = {str(e.event.pk): e.event for e in editions if e.event is not None}
        known = [(key, event.name) for key, event in self.events.items()]
        self.fields["source"].choices = [  # type: ignore[attr-defined]
            *known,
            ("series", _("the default regulations of the series")),
            *((f"{TEMPLATE}{key}", _("the template {title}").format(title=title)) for key, title in templates),
        ]
        self.fields["source"].initial = known[0][0] if known else "series"

    def copied(self) -> Event | None:
        """The event whose settings are taken; None for the series' own."""
        return self.events.get(self.cleaned_data["source"])

    def template(self) -> str:
        """The key of the template that was chosen; empty for anything else."""
        source = str(self.cleaned_data["source"])
        return source.removeprefix(TEMPLATE) if source.startswith(TEMPLATE) else ""


class JoinForm(forms.Form):
    """An event of mine that becomes an edition."""

    event = forms.ChoiceField(label=gettext_lazy("Event"))
    year = _number(gettext_lazy("Year"), FIRST_YEAR, LAST_YEAR, required=True)
    number = _number(pgettext_lazy("of an edition", "Number"), 1, MOST_NUMBER)
    prefix = "join"

    def __init__(self, *args: Any, events: Iterable[Event], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["event"].choices = [(str(event.pk), event.name) for event in events]  # type: ignore[attr-defined]
