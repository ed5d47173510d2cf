"""A new event from a template, and keeping an event as one."""

from collections.abc import Iterable
from typing import Any, Final

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from players.forms.widgets import LongSelect
from tournaments.forms.events import event_zones
from tournaments.models import Series
from tournaments.models.event import MAX_ENTRIES, MIN_ENTRIES
from tournaments.selectors.pages.template_words import ChoiceWords
from tournaments.services import NewEvent

CHOICES: Final = ("groups", "first", "rounds", "places", "plate", "cycles")
"""The figures that a template may leave open."""


def _date(label: Any) -> forms.DateField:
    return forms.DateField(
        label=label, required=False, widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    )


class NewEventForm(forms.Form):
    """What an organiser says of a new event; the figures follow from the number of entries unless set.

    `told` names what the page has told, and `once` the form, so that sent twice it makes one event.
    """

    name = forms.CharField(label=pgettext_lazy("of an event or a thing", "Name"), max_length=120)
    starts_on = _date(gettext_lazy("First day"))
    ends_on = _date(gettext_lazy("Last day"))
    time_zone = forms.ChoiceField(label=gettext_lazy("Time zone of the event"), choices=event_zones, widget=LongSelect)
    place = forms.CharField(
        label=gettext_lazy("Place"), max_length=120, required=False,
        help_text=gettext_lazy("A town and hall, or “online”."),
    )  # fmt: skip
    entrants = forms.IntegerField(
        label=gettext_lazy("Entries expected"), min_value=MIN_ENTRIES, max_value=MAX_ENTRIES,
        help_text=gettext_lazy("Players, pairs or teams. Groups and rounds follow from it; more or fewer may come."),
        widget=forms.NumberInput(attrs={"class": "short", "inputmode": "numeric"}),
    )  # fmt: skip
    told = forms.CharField(max_length=80, required=False, widget=forms.HiddenInput)
    once = forms.RegexField(r"^[\w-]{1,40}$", required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, offered: Iterable[ChoiceWords], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for choice in offered:
            self.fields[choice.name] = forms.IntegerField(required=False)
        self.tell(offered)

    def tell(self, offered: Iterable[ChoiceWords]) -> None:
        """Offer the figures as they are for the number of entries, each with its reason."""
        for choice in offered:
            usual = _("as follows from the entries")
            if not choice.chosen:
                usual = f"{choice.value}, {usual}"
            field = self.fields[choice.name]
            field.label, field.help_text = choice.label, choice.reason
            field.widget = forms.Select(choices=[("", usual), *choice.options])

    @property
    def plain_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in ("name", "starts_on", "ends_on", "time_zone", "place", "entrants")]

    @property
    def choice_fields(self) -> list[forms.BoundField]:
        # made afresh: one from before `tell` keeps the reason it had then
        return [self.fields[name].get_bound_field(self, name) for name in CHOICES if name in self.fields]

    def new_event(self) -> NewEvent:
        """What was said, for the services."""
        data = self.cleaned_data
        chosen = {name: data[name] for name in CHOICES if data.get(name) is not None}
        own = ("name", "entrants", "starts_on", "ends_on", "place", "time_zone")
        return NewEvent(**{name: data[name] for name in own}, chosen=chosen)


class SaveTemplateForm(forms.Form):
    """The name of a template, and who keeps it: oneself, or a series one looks after."""

    name = forms.CharField(
        label=gettext_lazy("Name of the template"), max_length=80,
        help_text=gettext_lazy("As you would look for it: Tuesday evening, Club championship."),
    )  # fmt: skip
    keeper = forms.ChoiceField(label=gettext_lazy("For"), widget=forms.RadioSelect, initial="")

    def __init__(self, *args: Any, series: Iterable[Series], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        shared = [(str(row.pk), _("everybody, by the series {name}").format(name=row.name)) for row in series]
        keeper = self.fields["keeper"]
        assert isinstance(keeper, forms.ChoiceField)
        keeper.choices = [("", _("myself")), *shared]
        keeper.required = False

    def series_id(self) -> int | None:
        """The series that is to share it; None for oneself."""
        return int(self.cleaned_data["keeper"]) if self.cleaned_data["keeper"] else None
