"""What pages tell of entering an event: when, who may, how many places, and where one stands."""

from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from players.models import Player
from tournaments.formats.eligibility import Met, Person, check
from tournaments.models import CheckIn, Entry, EntryRules, EntryState, Event, EventState, Exit, WaitingPlace
from tournaments.selectors.ages import first_day
from tournaments.selectors.entry_rules import answers_of, conditions_of, countries_of_year, rules_of, year_of
from tournaments.selectors.pages.condition_words import condition_text, met_text
from tournaments.selectors.seeding import is_drawn


@dataclass(frozen=True, slots=True)
class ConditionLine:
    """A condition in words; for a known person also whether it is met."""

    text: str
    met: str = ""
    is_met: bool = False


@dataclass(frozen=True)
class Terms:
    """The terms of an event as pages show them. `waiting` is how many wait."""

    rules: EntryRules
    conditions: tuple[ConditionLine, ...]
    places: int
    taken: int
    waiting: int
    is_open: bool
    is_over: bool

    @property
    def is_full(self) -> bool:
        return self.taken >= self.places

    @property
    def has_any(self) -> bool:
        """Whether there is anything to tell beyond the number of places."""
        rules = self.rules
        return bool(rules.opens_at or rules.closes_at or rules.has_check_in or self.conditions or self.waiting)


def load_terms(event: Event, *, now: datetime, player: Player | None = None) -> Terms:
    """The terms, and for a player which conditions are met. Seven queries or fewer."""
    rules = rules_of(event)
    counts = dict.fromkeys(EntryState.values, 0)
    for state in event.entries.values_list("state", flat=True):
        counts[state] += 1
    return Terms(
        rules=rules,
        conditions=_conditions(event, rules, now, player),
        places=event.capacity,
        taken=counts[EntryState.ACCEPTED],
        waiting=counts[EntryState.WAITING],
        is_open=event.state == EventState.PUBLISHED
        and event.self_entry
        and not event.is_for_teams
        and rules.is_open(now),
        is_over=event.state in (EventState.RUNNING, EventState.FINISHED) or rules.is_closed(now),
    )


def _conditions(event: Event, rules: EntryRules, now: datetime, player: Player | None) -> tuple[ConditionLine, ...]:
    if player is None:
        told = check(conditions_of(rules), Person(), first_day=first_day(event), today=now.date())
        return tuple(ConditionLine(condition_text(answer)) for answer in told)
    country = countries_of_year([player], year_of(event)).get(player.pk, "")
    answers = answers_of(event, {player: country}, now=now, rules=rules)[player.pk]
    return tuple(
        ConditionLine(condition_text(answer), met_text(answer.met), answer.met is Met.YES) for answer in answers
    )


@dataclass(frozen=True)
class OwnEntry:
    """Where an entrant stands: waiting as which of how many, there or not, and what can be done now."""

    entry: Entry
    ahead: int
    is_there: bool
    may_check_in: bool
    may_undo: bool
    gone: Exit | None

    @property
    def waits_text(self) -> str:
        """The place on the waiting list in words."""
        if self.ahead == 0:
            return _("You are next on the waiting list.")
        return ngettext(
            "You are on the waiting list; {n} is ahead of you.", "You are on the waiting list; {n} are ahead of you.",
            self.ahead,
        ).format(n=self.ahead)  # fmt: skip


def load_own_entry(event: Event, entry: Entry, *, now: datetime, may_undo: bool, gone: Exit | None) -> OwnEntry:
    """Where an entry stands. Five queries or fewer."""
    rules = rules_of(event)
    place = WaitingPlace.objects.filter(entry=entry, ended_at=None).first()
    ahead = 0
    if place is not None:
        ahead = WaitingPlace.objects.filter(event=event, ended_at=None, number__lt=place.number).count()
    undrawn = event.state == EventState.PUBLISHED and not is_drawn(event)
    return OwnEntry(
        entry=entry,
        ahead=ahead,
        is_there=CheckIn.objects.filter(entry=entry, revoked_at=None).exists(),
        may_check_in=rules.takes_check_in(now) and undrawn and gone is None,
        may_undo=may_undo,
        gone=gone,
    )
