"""Writing to those who take part."""

from typing import Any, Final

from django import forms
from django.conf import settings
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from tournaments.models import Audience, Event
from tournaments.selectors.announcements import open_rounds
from tournaments.selectors.entry_rules import rules_of
from tournaments.services import AnnouncementOrder

_ROUND: Final = "round:"


class AnnouncementForm(forms.Form):
    """For whom, and in which languages. A round stands among the audiences."""

    audience = forms.ChoiceField(label=_("For"))
    on_page = forms.BooleanField(
        label=_("also on the event’s page"), required=False, help_text=_("Everybody can read it there.")
    )

    def __init__(self, data: QueryDict | None = None, *, event: Event, language: str) -> None:
        super().__init__(data, initial={"audience": Audience.ENTRANTS})
        self.fields["audience"].choices = _audiences(event)  # type: ignore[attr-defined]
        # the reader's own language first: its text is for whoever reads none of the others
        self.languages = sorted(settings.LANGUAGES, key=lambda pair: pair[0] != language)
        for code, _name in self.languages:
            self.fields[f"subject_{code}"] = forms.CharField(
                label=_("Subject"), required=False, max_length=200, widget=forms.TextInput(attrs={"lang": code})
            )
            self.fields[f"text_{code}"] = forms.CharField(
                label=_("Text"), required=False, max_length=8000, widget=forms.Textarea(attrs={"rows": 6, "lang": code})
            )
            self.fields[f"subject_{code}"].widget.attrs["dir"] = self.fields[f"text_{code}"].widget.attrs["dir"] = (
                "auto"
            )

    @property
    def written(self) -> list[tuple[Any, Any, Any, bool]]:
        """Name of the language, its two fields, and whether it is open from the start: the first, or one filled in."""
        rows = []
        for place, (code, name) in enumerate(self.languages):
            subject, text = self[f"subject_{code}"], self[f"text_{code}"]
            filled = bool(subject.value() or text.value() or subject.errors or text.errors)
            rows.append((name, subject, text, place == 0 or filled))
        return rows

    def order(self) -> AnnouncementOrder:
        data = self.cleaned_data
        audience, _colon, round_ = data["audience"].partition(":")
        texts = [(code, data[f"subject_{code}"], data[f"text_{code}"]) for code, _name in self.languages]
        return AnnouncementOrder(audience, texts, round_, data["on_page"])


def _audiences(event: Event) -> list[tuple[str, Any]]:
    choices: list[tuple[str, Any]] = [(Audience.ENTRANTS, Audience.ENTRANTS.label)]
    choices += [(f"{_ROUND}{key}", _("open matches: %(round)s") % {"round": name}) for key, name in open_rounds(event)]
    if event.is_for_teams:
        choices.append((Audience.CAPTAINS, Audience.CAPTAINS.label))
    rules = rules_of(event)
    if rules.waiting_list:
        choices.append((Audience.WAITING, Audience.WAITING.label))
    if rules.has_check_in:
        choices.append((Audience.MISSING, Audience.MISSING.label))
    return [*choices, (Audience.OFFICIALS, Audience.OFFICIALS.label)]
