"""The conditions of entering an event in words."""

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext
from django_countries import countries

from ratings.models import Title
from tournaments.formats.eligibility import Answer, Condition, Met
from tournaments.models import Continent


def condition_text(answer: Answer) -> str:
    """What is asked for, as a sentence."""
    wanted, on = (
        answer.wanted,
        "" if answer.on is None else date_format(answer.on, pgettext("format of a date", "j M Y")),
    )
    number = wanted if isinstance(wanted, int) else 0
    match answer.condition:
        case Condition.UNDER_AGE:
            return _("Younger than {n} on {day}.").format(n=number, day=on)
        case Condition.FROM_AGE:
            return _("At least {n} years old on {day}.").format(n=number, day=on)
        case Condition.COUNTRY:
            return _("Plays for: {countries}.").format(countries=", ".join(_places(answer)))
        case Condition.RATING_FROM:
            return _("A rating of at least {n} on {day}.").format(n=number, day=on)
        case Condition.RATING_TO:
            return _("A rating of at most {n} on {day}.").format(n=number, day=on)
        case Condition.TITLE:
            titles = [str(Title(code).label) for code in wanted] if isinstance(wanted, tuple) else []
            return ngettext("Holds the title {titles}.", "Holds one of the titles {titles}.", len(titles)).format(
                titles=", ".join(titles)
            )
        case Condition.INVITED:
            return _("Is invited by the organiser.")


def met_text(met: Met) -> str:
    """Whether a condition is met, in a word or two."""
    return {Met.YES: _("met"), Met.NO: _("not met"), Met.UNKNOWN: _("not known")}[met]


def reason_text(answer: Answer) -> str:
    """A condition that is not met, as a sentence that says why."""
    if answer.met is Met.UNKNOWN and answer.condition in (Condition.UNDER_AGE, Condition.FROM_AGE):
        why = _("The date of birth is not in the profile, and no organiser has seen evidence.")
    elif answer.met is Met.UNKNOWN and answer.condition is Condition.COUNTRY:
        why = _("The profile names no country.")
    else:
        why = ""
    return " ".join(part for part in (_("Not met:"), condition_text(answer), why) if part)


def _places(answer: Answer) -> list[str]:
    continents = dict(Continent.choices)
    codes = answer.wanted if isinstance(answer.wanted, tuple) else ()
    return [str(continents[code]) for code in answer.continents] + [str(countries.name(code)) for code in codes]
