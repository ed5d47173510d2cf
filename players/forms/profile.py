"""The profile, API tokens, asking for a profile."""

from typing import Any

from django import forms
from django.conf import settings
from django.http import QueryDict
from django.utils.functional import lazy
from django.utils.translation import gettext_lazy as _
from django_countries import countries

from players import zones
from players.forms.widgets import LongSelect
from players.models import ColourChoice, Player, User
from players.names import NAME_LENGTH
from players.services import ProfileChanges
from players.services.tokens import NAME_LENGTH as TOKEN_NAME_LENGTH


def zone_choices(current: str = "") -> list[Any]:
    """All places by region; a zone known under an older name stays selectable."""
    groups: list[Any] = [("", _("as my browser says"))]
    if current and all(current not in names for _region, names in zones.offered_zones()):
        groups.append((current, current))
    groups.extend(
        (region, [(name, name.partition("/")[2].replace("_", " ").replace("/", ", ")) for name in names])
        for region, names in zones.offered_zones()
    )
    return groups


class ProfileForm(forms.Form):
    """What a person tells about themself."""

    name = forms.CharField(
        label=_("Name"),
        max_length=NAME_LENGTH,
        help_text=_("A new name gives your page a new address; the old one keeps working."),
        widget=forms.TextInput(attrs={"autocomplete": "name", "dir": "auto"}),
    )
    country = forms.ChoiceField(label=_("Country"), required=False, widget=LongSelect)
    time_zone = forms.ChoiceField(
        label=_("Time zone"),
        required=False,
        help_text=_("Deadlines and appointments are shown in this zone."),
        widget=LongSelect,
    )
    first_colour = forms.ChoiceField(
        label=_("First colour"),
        required=False,
        choices=[("", _("no preference")), *ColourChoice.choices],
        help_text=_("You play your first colour unless your opponent wants the same one."),
    )
    second_colour = forms.ChoiceField(
        label=_("Second colour"), required=False, choices=[("", _("no preference")), *ColourChoice.choices]
    )
    birth_date = forms.DateField(
        label=_("Date of birth"),
        required=False,
        input_formats=["%Y-%m-%d"],
        help_text=_("Never shown. Organisers of events with an age limit learn only whether you may enter."),
        error_messages={"invalid": _("Write the date as year-month-day, such as 2012-05-30.")},
        widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date", "autocomplete": "bday"}),
    )
    language = forms.ChoiceField(
        label=_("Language of pages and mails"),
        required=False,
        choices=lazy(lambda: [("", _("as my browser says")), *settings.LANGUAGES], list)(),
    )

    def __init__(self, data: QueryDict | None = None, *, player: Player | None, user: User) -> None:
        initial: dict[str, Any] = {"language": user.language}
        if player is not None:
            initial |= {
                "name": player.in_full,
                "country": player.country.code or "",
                "time_zone": player.time_zone,
                "first_colour": player.first_colour,
                "second_colour": player.second_colour,
                "birth_date": player.birth_date,
            }
        super().__init__(data, initial=initial)
        self.fields["country"].choices = [("", _("not stated")), *countries]  # type: ignore[attr-defined]
        self.fields["time_zone"].choices = zone_choices(initial.get("time_zone", ""))  # type: ignore[attr-defined]

    def changes(self) -> ProfileChanges:
        """What the service is asked to store."""
        data = self.cleaned_data
        return {
            "name": data["name"],
            "country": data["country"],
            "time_zone": data["time_zone"],
            "first_colour": data["first_colour"],
            "second_colour": data["second_colour"],
            "birth_date": data["birth_date"],
        }


class TokenForm(forms.Form):
    name = forms.CharField(
        label=_("Name of the token"),
        max_length=TOKEN_NAME_LENGTH,
        help_text=_("For you, to know it again: the program or machine that uses it."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


class ClaimForm(forms.Form):
    message = forms.CharField(
        label=_("Message to the organisers"),
        max_length=500,
        required=False,
        help_text=_("For example where and when you played."),
        widget=forms.Textarea(attrs={"rows": 4}),
    )
