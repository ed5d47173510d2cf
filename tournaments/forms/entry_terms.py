"""The terms of entering an event, and what an entrant answers."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django_countries import countries

from players.forms.widgets import LongSelect
from players.models import ColourChoice, Player
from ratings.models import Title
from tournaments.formats.eligibility import HIGHEST_RATING, OLDEST
from tournaments.models import Asked, Continent, Entry, EntryAnswers, Event
from tournaments.selectors.entry_rules import countries_of_year, rules_of, year_of
from tournaments.services import Answers, EntryTerms, read_conditions

Groups = list[tuple[Any, list[forms.BoundField]]]


def moment_field(label: Any, help_text: Any = "") -> forms.DateTimeField:
    """A moment in the zone that is active, which pages make that of the event."""
    return forms.DateTimeField(
        label=label, required=False, help_text=help_text,
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
        input_formats=["%Y-%m-%dT%H:%M", "%Y-%m-%d %H:%M"],
    )  # fmt: skip


def _number(label: Any, most: int) -> forms.IntegerField:
    widget = forms.NumberInput(attrs={"class": "short", "inputmode": "numeric"})
    return forms.IntegerField(label=label, required=False, min_value=1, max_value=most, widget=widget)


def _date(label: Any, help_text: Any = "") -> forms.DateField:
    widget = forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    return forms.DateField(label=label, required=False, help_text=help_text, widget=widget)


class EntryTermsForm(forms.Form):
    """All terms of an event. Moments are in the active zone."""

    opens_at = moment_field(gettext_lazy("Entries open"), gettext_lazy("Empty: as soon as the event is public."))
    closes_at = moment_field(gettext_lazy("Entries close"), gettext_lazy("Empty: when the event starts."))
    waiting_list = forms.BooleanField(
        label=gettext_lazy("Keep a waiting list when the event is full"), required=False,
        help_text=gettext_lazy("Who waits longest has the next free place, until the draw."),
    )  # fmt: skip
    check_in_opens_at = moment_field(gettext_lazy("Check-in opens"))
    check_in_closes_at = moment_field(
        gettext_lazy("Check-in ends"),
        gettext_lazy("Empty: no check-in. Who has not checked in by then can be taken out before the draw."),
    )
    asked = forms.MultipleChoiceField(
        label=gettext_lazy("Ask each entrant for"), choices=Asked.choices, required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=gettext_lazy(
            "What the profile knows already is not asked again. Only the country is public; a date of birth is not "
            "shown to organisers either."
        ),
    )  # fmt: skip
    under_age = _number(gettext_lazy("Younger than"), OLDEST)
    from_age = _number(gettext_lazy("At least so old"), OLDEST)
    age_on = _date(gettext_lazy("Age on this day"), gettext_lazy("Empty: on the first day of the event."))
    continents = forms.MultipleChoiceField(
        label=gettext_lazy("Continents"), choices=Continent.choices, required=False,
        widget=forms.CheckboxSelectMultiple,
    )  # fmt: skip
    countries = forms.CharField(
        label=gettext_lazy("Countries"), required=False, max_length=1000,
        help_text=gettext_lazy("Codes such as NL, HU, or NED, HUN; further ones beside those of the continents."),
    )  # fmt: skip
    rating_from = _number(gettext_lazy("Rating from"), HIGHEST_RATING)
    rating_to = _number(gettext_lazy("Rating up to"), HIGHEST_RATING)
    rated_on = _date(gettext_lazy("Rating on this day"), gettext_lazy("Empty: on the day of entering."))
    titles = forms.MultipleChoiceField(
        label=gettext_lazy("Holds one of these titles"), choices=Title.choices, required=False,
        widget=forms.CheckboxSelectMultiple,
    )  # fmt: skip
    invited_only = forms.BooleanField(label=gettext_lazy("Only players who are invited"), required=False)

    CONDITIONS = (
        "under_age", "from_age", "age_on", "continents", "countries", "rating_from", "rating_to", "rated_on", "titles",
        "invited_only",
    )  # fmt: skip

    @property
    def groups(self) -> Groups:
        """The fields under their headings."""
        parts = (
            (_("When"), ("opens_at", "closes_at", "waiting_list")),
            (_("Check-in"), ("check_in_opens_at", "check_in_closes_at")),
            (_("Questions"), ("asked",)),
            (_("Who may enter"), self.CONDITIONS),
        )
        return [(title, [self[name] for name in names]) for title, names in parts]

    def clean_countries(self) -> list[str]:
        """Codes of two letters, from codes of two or three letters or names, parted by commas."""
        from players.countries import country_code

        found = []
        for part in str(self.cleaned_data["countries"]).replace(";", ",").split(","):
            if not part.strip():
                continue
            code = country_code(part)
            if not code:
                raise forms.ValidationError(_("The country “%(text)s” is not known.") % {"text": part.strip()})
            found.append(code)
        return sorted(set(found))

    def terms(self) -> EntryTerms:
        """What was set, for the services. Raises InvalidInput for conditions that cannot be."""
        data = self.cleaned_data
        dates = ("age_on", "rated_on")
        values = {name: data[name] for name in self.CONDITIONS if data[name] not in (None, "", [], False)}
        values |= {name: data[name].isoformat() for name in dates if data[name]}
        names = ("opens_at", "closes_at", "waiting_list", "check_in_opens_at", "check_in_closes_at")
        plain = {name: data[name] for name in names}
        return EntryTerms(**plain, asked=tuple(data["asked"]), conditions=read_conditions(values))


def terms_initial(terms: EntryTerms) -> dict[str, Any]:
    """The first values of the form, moments in the active zone."""
    conditions = terms.conditions
    moments = ("opens_at", "closes_at", "check_in_opens_at", "check_in_closes_at")
    found: dict[str, Any] = {name: _local(getattr(terms, name)) for name in moments}
    found |= {name: getattr(conditions, name) for name in EntryTermsForm.CONDITIONS}
    found |= {
        "waiting_list": terms.waiting_list, "asked": list(terms.asked), "continents": list(conditions.continents),
        "countries": ", ".join(conditions.countries), "titles": list(conditions.titles),
    }  # fmt: skip
    return found


def _local(moment: Any) -> Any:
    return timezone.localtime(moment).replace(tzinfo=None) if moment else None


def _stored(entry: Entry) -> dict[str, object]:
    """What was answered, as the fields show it."""
    row = EntryAnswers.objects.filter(entry=entry).values().first()
    return {} if row is None else dict(row)


class AnswerForm(forms.Form):
    """What an event asks of an entrant and the profile does not say. `known` is what it says.

    With an `entry` its answers are changed: they stand in the fields, colours too, and the country stays.
    """

    def __init__(self, *args: Any, event: Event, player: Player, entry: Entry | None = None, **kwargs: Any) -> None:
        if entry is not None:
            kwargs["initial"] = _stored(entry)
        super().__init__(*args, **kwargs)
        self._entry = entry
        asked = set(rules_of(event).asked)
        fixed = countries_of_year([player], year_of(event)).get(player.pk, "")
        self.known: list[tuple[Any, str]] = []
        self._add_country(Asked.COUNTRY in asked, fixed, player, year_of(event))
        texts: Mapping[str, tuple[int, bool]] = {
            Asked.NICKNAME: (80, True), Asked.FORMER_NAME: (80, False),
        }  # fmt: skip
        for name, (most, required) in texts.items():
            if name in asked:
                self.fields[str(name)] = forms.CharField(
                    label=capfirst(Asked(name).label), max_length=most, required=required
                )  # fmt: skip
        if Asked.COLOURS in asked:
            self._add_colours(player)
        if Asked.TIMES in asked:
            self.fields["times"] = forms.CharField(
                label=capfirst(Asked.TIMES.label), max_length=200, required=False,
                help_text=_("For example: evenings after 19:00, weekends."),
            )  # fmt: skip
        if Asked.BIRTH_DATE in asked:
            self._add_birth_date(player)
        if Asked.NOTES in asked:
            self.fields["notes"] = forms.CharField(
                label=capfirst(Asked.NOTES.label), max_length=1000, required=False,
                widget=forms.Textarea(attrs={"rows": 3}), help_text=_("Only the organisers see them."),
            )  # fmt: skip

    def _add_country(self, is_asked: bool, fixed: str, player: Player, year: int) -> None:
        own = fixed or player.country.code or ""
        if self._entry is not None:
            return
        if fixed or not is_asked:
            if own:
                self.known.append((capfirst(Asked.COUNTRY.label), str(countries.name(own))))
            return
        self.fields["country"] = forms.ChoiceField(
            label=capfirst(Asked.COUNTRY.label), choices=[("", _("not given")), *countries], initial=own,
            widget=LongSelect,
            help_text=_("Where you live or come from. The first entry in {year} fixes it for that year.").format(
                year=year
            ),
        )  # fmt: skip

    def _add_colours(self, player: Player) -> None:
        if player.first_colour and self._entry is None:
            both = [player.get_first_colour_display(), player.second_colour and player.get_second_colour_display()]
            self.known.append((capfirst(Asked.COLOURS.label), ", ".join(str(colour) for colour in both if colour)))
            return
        for name, label in (("first_colour", _("First colour")), ("second_colour", _("Second colour"))):
            self.fields[name] = forms.ChoiceField(
                label=label, required=False, choices=[("", _("no preference")), *ColourChoice.choices]
            )

    def _add_birth_date(self, player: Player) -> None:
        if player.birth_date is not None:
            self.known.append((capfirst(Asked.BIRTH_DATE.label), _("in your profile")))
            return
        self.fields["birth_date"] = forms.DateField(
            label=capfirst(Asked.BIRTH_DATE.label), widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
            help_text=_("Kept in your profile to work out your age. Nobody else sees it."),
        )  # fmt: skip

    def answers(self) -> Answers:
        """What was answered, for the services."""
        return Answers(**{name: value for name, value in self.cleaned_data.items() if name != "country"})

    def country(self) -> str:
        return str(self.cleaned_data.get("country", ""))
