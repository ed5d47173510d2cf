"""What an entrant answers to the questions of an event."""

from dataclasses import dataclass
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


def require_answers(event: Event, player: Player, country: str, answers: Answers) -> None:
    """Raises Conflict `answer_needed` naming a question that a player has to answer and did not."""
    asked = set(rules_of(event).asked)
    given = {
        Asked.COUNTRY: bool(country),
        Asked.NICKNAME: bool(answers.nickname.strip()),
        Asked.BIRTH_DATE: player.birth_date is not None or answers.birth_date is not None,
    }
    for name in NEEDED:
        if name in asked and not given[name]:
            raise Conflict("answer_needed", _("This is needed to enter."), {"field": str(name)}, field=str(name))


def check_answer(name: str, text: str) -> str:
    """The answer without spaces around it. Raises InvalidInput `answer_too_long`, `bad_character`."""
    text = text.strip()
    if len(text) > LENGTHS[name]:
        raise InvalidInput("answer_too_long", _("At most %(most)d characters.") % {"most": LENGTHS[name]}, field=name)
    if "\x00" in text:
        raise InvalidInput("bad_character", _("This text holds a character that cannot be stored."), field=name)
    return text


def note_answers(*, actor: Actor, now: datetime, event: Event, entry: Entry, answers: Answers | None) -> None:
    """Keep what the event asks for; what it does not ask for is dropped. Without `answers` nobody was asked.

    What the profile says is filled in. Raises InvalidInput for what cannot be.
    """
    if answers is None:
        return
    asked = set(rules_of(event).asked)
    own = entry.person
    if Asked.BIRTH_DATE in asked and own.birth_date is None and answers.birth_date is not None:
        changes: ProfileChanges = {"birth_date": answers.birth_date}
        update_profile(actor=actor, player=own, now=now, changes=changes, may_edit=lambda _actor, _player: True)
    kept = {name: check_answer(name, getattr(answers, name)) if name in asked else "" for name in LENGTHS}
    if Asked.COLOURS in asked:
        first = answers.first_colour or own.first_colour
        second = answers.second_colour or (own.second_colour if own.second_colour != first else "")
        _check_colours(first, second)
        kept |= {"first_colour": first, "second_colour": second}
    if any(kept.values()) or EntryAnswers.objects.filter(entry=entry).exists():
        EntryAnswers.objects.update_or_create(entry=entry, defaults=kept)


def _check_colours(first: str, second: str) -> None:
    for name, colour in (("first_colour", first), ("second_colour", second)):
        if colour and colour not in ColourChoice.values:
            raise InvalidInput("unknown_colour", _("Choose red, yellow, green or blue."), field=name)
    if second and not first:
        raise InvalidInput("colour_order", _("Choose a first colour before a second one."), field="second_colour")
    if second and first == second:
        raise InvalidInput("colours_equal", _("The second colour must differ from the first."), field="second_colour")
