"""Creating and changing an event."""

from dataclasses import fields, replace
from typing import Any

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from players.forms.widgets import LongSelect
from players.zones import offered_zones
from tournaments.forms.fields import PointsField
from tournaments.models import Event, Play, SeedingMode, Separation
from tournaments.models.event import MAX_ENTRIES, MIN_ENTRIES
from tournaments.services import EventDetails
from tournaments.services.event_details import MAX_BOARDS, MAX_CONFIRM_HOURS, MAX_GAMES

Text = str | Promise


def event_zones() -> list[Any]:
    """UTC, then all places by region."""
    return [
        ("UTC", "UTC"),
        *(
            (region, [(name, name.partition("/")[2].replace("_", " ") or name) for name in names])
            for region, names in offered_zones()
        ),
    ]


class GamesField(forms.CharField):
    """Numbers of games, the last one for the final: "5, 5, 6, 7"."""

    def clean(self, value: Any) -> Any:
        text = str(super().clean(value))
        parts = text.replace(",", " ").replace(";", " ").split()
        if not parts or not all(part.isascii() and part.isdecimal() and len(part) < 3 for part in parts):
            raise forms.ValidationError(_("Write numbers such as 5, 5, 6, 7; the last one is for the final."))
        return tuple(int(part) for part in parts)

    def prepare_value(self, value: Any) -> Any:
        return ", ".join(map(str, value)) if isinstance(value, tuple | list) else value


def _date(label: Any) -> forms.DateField:
    return forms.DateField(
        label=label, required=False, widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    )


def _number(label: Any, low: int, high: int, help_text: Any = "", *, required: bool = True) -> forms.IntegerField:
    widget = forms.NumberInput(attrs={"class": "short", "inputmode": "numeric"})
    return forms.IntegerField(
        label=label, min_value=low, max_value=high, help_text=help_text, widget=widget, required=required
    )


class EventForm(forms.Form):
    """All settings of an event; the services check them once more and say what stands already."""

    name = forms.CharField(label=pgettext_lazy("of an event or a thing", "Name"), max_length=120)
    starts_on = _date(gettext_lazy("First day"))
    ends_on = _date(gettext_lazy("Last day"))
    place = forms.CharField(
        label=gettext_lazy("Place"), max_length=120, required=False,
        help_text=gettext_lazy("A town and hall, or “online”."),
    )  # fmt: skip
    time_zone = forms.ChoiceField(label=gettext_lazy("Time zone of the event"), choices=event_zones, widget=LongSelect)
    description = forms.CharField(
        label=gettext_lazy("Description"), required=False, max_length=5000, widget=forms.Textarea(attrs={"rows": 5})
    )
    play = forms.ChoiceField(
        label=gettext_lazy("Played in"), choices=Play.choices,
        help_text=gettext_lazy("Fixed once somebody has entered. Only games of two are rated."),
    )  # fmt: skip
    capacity = _number(gettext_lazy("Most entries"), MIN_ENTRIES, MAX_ENTRIES)
    self_entry = forms.BooleanField(
        label=gettext_lazy("Players may enter themselves"), required=False,
        help_text=gettext_lazy("As long as the event is announced and has not started."),
    )  # fmt: skip
    games_by_round = GamesField(
        label=gettext_lazy("Games a match"),
        help_text=gettext_lazy(
            "One number for all rounds, or one a round with the final last: 5, 6, 7 gives finals of 7 games, "
            "semi-finals of 6 and all earlier rounds of 5."
        ),
    )
    lead_threshold = PointsField(
        label=gettext_lazy("Lead that decides a match, in points"),
        help_text=gettext_lazy("0.0: any lead decides after the planned games."),
    )
    extra_games = _number(gettext_lazy("Extra games at most"), 0, MAX_GAMES)
    third_place = forms.BooleanField(label=gettext_lazy("A match for third place"), required=False)
    time_limit = _number(gettext_lazy("Minutes for each player and game"), 1, 240)
    confirm_hours = _number(
        gettext_lazy("Hours to object to a report"), 1, MAX_CONFIRM_HOURS,
        gettext_lazy("Without an answer the report counts after this time."),
    )  # fmt: skip
    seeding_mode = forms.ChoiceField(label=gettext_lazy("Draw"), choices=SeedingMode.choices)
    seeds = _number(gettext_lazy("Seeded entries"), 0, MAX_ENTRIES)
    separation = forms.ChoiceField(label=gettext_lazy("Kept apart in the first round"), choices=Separation.choices)
    team_size = _number(
        gettext_lazy("Boards of a team"), 0, MAX_BOARDS,
        gettext_lazy(
            "How many players of a team sit down in a match, 0 where no teams play. The numbers of games are then "
            "those on each board."
        ),
        required=False,
    )  # fmt: skip
    team_substitutes = _number(gettext_lazy("Substitutes a team may have"), 0, MAX_BOARDS, required=False)
    rated = forms.BooleanField(
        label=gettext_lazy("Games are rated"), required=False,
        help_text=gettext_lazy("The players’ ratings change when the event is finished."),
    )  # fmt: skip

    GROUPS = (
        (gettext_lazy("The event"),
         ("name", "play", "starts_on", "ends_on", "place", "time_zone", "description", "rated")),
        (gettext_lazy("Entries"), ("capacity", "self_entry", "team_size", "team_substitutes")),
        (gettext_lazy("Time and objections"), ("time_limit", "confirm_hours")),
        (gettext_lazy("Knockouts, where a stage sets nothing else"),
         ("games_by_round", "lead_threshold", "extra_games", "third_place", "seeding_mode", "seeds", "separation")),
    )  # fmt: skip

    @property
    def groups(self) -> list[tuple[Text, list[forms.BoundField]]]:
        """The fields under their headings."""
        return [(title, [self[name] for name in names]) for title, names in self.GROUPS]

    def details(self, before: EventDetails | None = None) -> EventDetails:
        """What was set, for the services; what the form does not ask stays as it was."""
        names = {field.name for field in fields(EventDetails)}
        values = {name: value for name, value in self.cleaned_data.items() if name in names}
        for name in ("team_size", "team_substitutes"):
            if values[name] is None:
                del values[name]
        return EventDetails(**values) if before is None else replace(before, **values)


def initial_details(details: EventDetails) -> dict[str, Any]:
    """A form's first values."""
    return {field.name: getattr(details, field.name) for field in fields(details)}


def event_initial(event: Event) -> dict[str, Any]:
    return initial_details(EventDetails.of(event))
