"""What an entrant answers to the questions of an event."""

from dataclasses import dataclass, fields
from datetime import date, datetime

from django.utils.translation import gettext as _

from players.actors import Actor
from players.models import ColourChoice, Player
from players.services import ProfileChanges, update_profile
from tantrix_site.errors import Conflict, InvalidInput
from tournaments.models import Asked, Entry, EntryAnswers, Event
from tournaments.selectors.entry_rules import rules_of

LENGTHS = {"nickname": 80, "former_name": 80, "times": 200, "notes": 1000}
# without these an entry is of no use to who asked for them
NEEDED = (Asked.COUNTRY, Asked.NICKNAME, Asked.BIRTH_DATE)


@dataclass(frozen=True, slots=True)
class Answers:
    """Answers of one entrant. Colours are words of records; a date of birth goes to the profile, never further."""

    nickname: str = ""
    former_name: str = ""
    first_colour: str = ""
    second_colour: str = ""
    times: str = ""
    notes: str = ""
    birth_date: date | None = None


def note_answers(*, actor: Actor, now: datetime, event: Event, entry: Entry, answers: Answers | None) -> None:
    """Keep what the event asks for; what it does not ask for is dropped. Without `answers` nobody was asked.

    What an account told of itself is filled in. Raises InvalidInput for what cannot be; Conflict `answer_needed`.
    """
    if answers is None:
        return
    asked = set(rules_of(event).asked)
    own = entry.person
    _require_answers(asked, entry, own, answers)
    if Asked.BIRTH_DATE in asked and own.birth_date is None and answers.birth_date is not None:
        changes: ProfileChanges = {"birth_date": answers.birth_date}
        update_profile(actor=actor, player=own, now=now, changes=changes, may_edit=lambda _actor, _player: True)
    kept = {
        "nickname": answers.nickname if Asked.NICKNAME in asked else "",
        "former_name": answers.former_name if Asked.FORMER_NAME in asked else "",
        "times": answers.times if Asked.TIMES in asked else "",
        "notes": answers.notes if Asked.NOTES in asked else "",
    }
    if Asked.COLOURS in asked:
        first = answers.first_colour or own.first_colour
        second = answers.second_colour or (own.second_colour if own.second_colour != first else "")
        _check_colours(first, second)
        kept |= {"first_colour": first, "second_colour": second}
    for name, text in kept.items():
        kept[name] = text.strip()
        if name in LENGTHS and len(kept[name]) > LENGTHS[name]:
            raise InvalidInput(
                "answer_too_long", _("At most %(most)d characters.") % {"most": LENGTHS[name]}, field=name
            )
        if "\x00" in text:
            raise InvalidInput("bad_character", _("This text holds a character that cannot be stored."), field=name)
    if any(kept.values()) or EntryAnswers.objects.filter(entry=entry).exists():
        EntryAnswers.objects.update_or_create(entry=entry, defaults=kept)


def _require_answers(asked: set[str], entry: Entry, own: Player, answers: Answers) -> None:
    given = {
        Asked.COUNTRY: bool(entry.country),
        Asked.NICKNAME: bool(answers.nickname.strip()),
        Asked.BIRTH_DATE: own.birth_date is not None or answers.birth_date is not None,
    }
    for name in NEEDED:
        if name in asked and not given[name]:
            raise Conflict("answer_needed", _("This is needed to enter."), {"field": str(name)}, field=str(name))


def _check_colours(first: str, second: str) -> None:
    for name, colour in (("first_colour", first), ("second_colour", second)):
        if colour and colour not in ColourChoice.values:
            raise InvalidInput("unknown_colour", _("Choose red, yellow, green or blue."), field=name)
    if second and not first:
        raise InvalidInput("colour_order", _("Choose a first colour before a second one."), field="second_colour")
    if second and first == second:
        raise InvalidInput("colours_equal", _("The second colour must differ from the first."), field="second_colour")


ANSWER_NAMES = tuple(field.name for field in fields(Answers))
