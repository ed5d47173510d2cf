"""Offering times, asking for more time, writing; and what an organiser sets about it."""

from datetime import datetime
from typing import Any, Final
from zoneinfo import ZoneInfo

from django import forms
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from players.forms.widgets import LongSelect
from players.zones import is_zone
from tournaments.formats.local_time import gap_after, instants_of
from tournaments.formats.warnings import Times
from tournaments.forms.events import event_zones
from tournaments.models.arranging import MOST_EXTENSION_DAYS, MOST_NOTICE_HOURS
from tournaments.models.message import MOST_TEXT
from tournaments.selectors.arranging_rules import Arranging

FIELDS: Final = ("first", "second", "third")


def clock_field(label: Any, *, required: bool = False) -> forms.DateTimeField:
    """A date and time of a clock, without a zone; `instant_of` makes a moment of it."""
    return _ClockField(
        label=label, required=required, input_formats=["%Y-%m-%dT%H:%M", "%Y-%m-%d %H:%M"],
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
    )  # fmt: skip


class _ClockField(forms.DateTimeField):
    def to_python(self, value: Any) -> Any:
        # the zone is asked for beside it: what the active zone makes of a clock time is nothing to go by
        with timezone.override(timezone.get_default_timezone()):
            found = super().to_python(value)
        return found.replace(tzinfo=None) if found is not None else None

    def prepare_value(self, value: Any) -> Any:
        return value.replace(tzinfo=None) if isinstance(value, datetime) else value


def zone_field() -> forms.ChoiceField:
    return forms.ChoiceField(label=gettext_lazy("These are times of"), choices=_zones, widget=LongSelect)


def _zones() -> list[Any]:
    known = event_zones()
    name = active_zone()
    named = {name for _group, rows in known if isinstance(rows, list) for name, _label in rows} | {"UTC"}
    return known if name in named else [(name, name), *known]


def active_zone() -> str:
    """The name of the reader's zone."""
    name = str(getattr(timezone.get_current_timezone(), "key", ""))
    return name if is_zone(name) else "UTC"


class ZonedForm(forms.Form):
    """A form with clock times and their zone. A clock time that does not exist is refused; of one that comes twice
    the form asks which is meant, by a choice beside it."""

    clocks: tuple[str, ...] = ()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in self.clocks:
            self.fields[f"{name}_which"] = forms.ChoiceField(
                label=_("Which of the two"), required=False, widget=forms.RadioSelect, choices=[("0", ""), ("1", "")]
            )
        self.asked: list[str] = []

    def which(self) -> list[forms.BoundField]:
        """The choices that have to be made."""
        return [self[f"{name}_which"] for name in self.asked]

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        zone = data.get("zone")
        if not zone or not is_zone(zone):
            return data
        for name in self.clocks:
            if data.get(name) is not None:
                data[name] = self._instant(name, data[name], ZoneInfo(zone))
        return data

    def _instant(self, name: str, clock: datetime, zone: ZoneInfo) -> datetime | None:
        found = instants_of(clock, zone)
        if not found:
            later = date_format(gap_after(clock, zone), pgettext("format of date and time", "D j M, H:i"))
            self.add_error(
                name, _("Clocks go forward that night and leave this time out. Did you mean {at}?").format(at=later)
            )
            return None
        if len(found) == 1:
            return found[0]
        self.asked.append(name)
        labels = [_("before clocks go back ({offset})"), _("after clocks went back ({offset})")]
        choices = [
            (str(place), label.format(offset=f"UTC{at.astimezone(zone):%z}"))
            for place, (at, label) in enumerate(zip(found, labels, strict=True))
        ]
        self.fields[f"{name}_which"].choices = choices  # type: ignore[attr-defined]
        chosen = self.data.get(self.add_prefix(f"{name}_which"), "")
        if chosen in ("0", "1"):
            return found[int(chosen)]
        self.add_error(name, _("Clocks go back that night and show this time twice: say which is meant."))
        return None


class OfferForm(ZonedForm):
    """Up to three times at which one could play."""

    clocks: tuple[str, ...] = FIELDS
    zone = zone_field()
    first = clock_field(gettext_lazy("I could play at"))
    second = clock_field(gettext_lazy("or at"))
    third = clock_field(gettext_lazy("or at"))

    def __init__(self, *args: Any, room: int = 3, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.clocks = FIELDS[:room]
        for name in FIELDS[room:]:
            del self.fields[name], self.fields[f"{name}_which"]
        self.initial.setdefault("zone", active_zone())

    def clean(self) -> dict[str, Any]:
        data = super().clean()
        if not self.errors and not self.moments(data):
            self.add_error("first", _("Say when you could play."))
        return data

    def moments(self, data: dict[str, Any] | None = None) -> list[tuple[str, datetime]]:
        """The instants by field."""
        data = self.cleaned_data if data is None else data
        return [(name, data[name]) for name in self.clocks if data.get(name) is not None]


class MoreTimeForm(ZonedForm):
    """A later deadline, and why."""

    clocks = ("until",)
    zone = zone_field()
    until = clock_field(gettext_lazy("To be played by"), required=True)
    reason = forms.CharField(
        label=gettext_lazy("Reason"), required=False, max_length=500, widget=forms.Textarea(attrs={"rows": 2}),
        help_text=gettext_lazy("Everybody can read it in the log."),
    )  # fmt: skip

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial.setdefault("zone", active_zone())


class MessageForm(forms.Form):
    """A short message, with a link or a picture."""

    text = forms.CharField(
        label=gettext_lazy("Message"), required=False, max_length=MOST_TEXT, widget=forms.Textarea(attrs={"rows": 3})
    )
    link = forms.CharField(
        label=gettext_lazy("A link"), required=False, max_length=500,
        widget=forms.URLInput(attrs={"placeholder": "https://"}),
    )  # fmt: skip
    picture = forms.FileField(
        label=gettext_lazy("A picture"), required=False,
        widget=forms.FileInput(attrs={"accept": "image/png,image/jpeg,image/webp"}),
        help_text=gettext_lazy("PNG, JPEG or WebP, up to 5 MB. Where and with what it was taken is not kept."),
    )  # fmt: skip


def _hours(label: Any) -> forms.IntegerField:
    widget = forms.NumberInput(attrs={"class": "short", "inputmode": "numeric"})
    return forms.IntegerField(label=label, min_value=0, max_value=MOST_NOTICE_HOURS, required=False, widget=widget)


class ArrangingForm(forms.Form):
    """What an organiser sets: all four times, or none."""

    extension_days = forms.IntegerField(
        label=gettext_lazy("Days by which two players may move their deadline themselves"), min_value=0,
        max_value=MOST_EXTENSION_DAYS, widget=forms.NumberInput(attrs={"class": "short", "inputmode": "numeric"}),
        help_text=gettext_lazy("Counted from the deadline of the round. 0: an organiser has to agree."),
    )  # fmt: skip
    reminder = _hours(gettext_lazy("Reminder, hours before the deadline"))
    final_reminder = _hours(gettext_lazy("Final reminder, hours before the deadline"))
    warning = _hours(gettext_lazy("Default warning, hours after the deadline"))
    final_warning = _hours(gettext_lazy("Final default warning, hours after the deadline"))

    TIMES = ("reminder", "final_reminder", "warning", "final_warning")

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        given = [name for name in self.TIMES if data.get(name) is not None]
        if given and not self.errors:
            for name in self.TIMES:
                if name not in given:
                    self.add_error(name, _("Give all four times, or none of them."))
        return data

    def rules(self) -> Arranging:
        data = self.cleaned_data
        hours = [data.get(name) for name in self.TIMES]
        return Arranging(data["extension_days"], None if None in hours else Times(*(hour or 0 for hour in hours)))
