"""Whose age was seen to fit (`docs/regulations.md` 7.1, 7.3).

A tick is kept once, with what it was made for: the terms of an event or a prize list of juniors. It counts for the
other too where that asks for no less.
"""

from datetime import date

from django.db.models import Q, QuerySet

from players.models import Player
from tournaments.formats.eligibility import Conditions, age_at
from tournaments.formats.graph import EntryId
from tournaments.models import AgeEvidence, Entry, Event, PrizeList


def first_day(event: Event) -> date:
    """The first day of an event, or else the day it was made."""
    return event.starts_on or event.created_at.date()


def evidence_for_terms(event: Event, conditions: Conditions) -> QuerySet[AgeEvidence]:
    """The ticks in force by which an age fits the terms of an event."""
    day, made = first_day(event), Q(prize_list=None)
    # who is too young on the first day may be old enough later, and so the other way round
    if conditions.under_age is not None and conditions.from_age is None and (conditions.age_on or day) <= day:
        made |= Q(prize_list__under_age__lte=conditions.under_age)
    return AgeEvidence.objects.filter(made, event=event, revoked_at=None)


def evidence_for_list(event: Event, prize_list: PrizeList, conditions: Conditions) -> QuerySet[AgeEvidence]:
    """The ticks in force by which somebody is young enough for a prize list of juniors."""
    day, made = first_day(event), Q(prize_list=prize_list)
    limit, under = prize_list.under_age or 0, conditions.under_age
    if under is not None and under <= limit and (conditions.age_on or day) >= day:
        made |= Q(prize_list=None)
    return AgeEvidence.objects.filter(made, event=event, revoked_at=None)


def is_too_old(player: Player, event: Event, age: int) -> bool:
    """Whether the date of birth in the profile says so, which no tick can stand against."""
    return player.birth_date is not None and age_at(player.birth_date, first_day(event)) >= age


def juniors_of(event: Event, prize_list: PrizeList, conditions: Conditions) -> dict[EntryId, AgeEvidence]:
    """The entries in a prize list of juniors, with the last tick of each: those of whose players all have one."""
    rows = evidence_for_list(event, prize_list, conditions).select_related("holder", "user__player").order_by("at")
    seen = {row.holder_id: row for row in rows if not is_too_old(row.holder, event, prize_list.under_age or 0)}
    if not seen:
        return {}
    people: dict[EntryId, list[int]] = {}
    for pk, team, player in Entry.every.filter(event=event).values_list("pk", "team_id", "player_id"):
        if player is not None:
            people.setdefault(team or pk, []).append(player)
    return {
        entry: max((seen[player] for player in players), key=lambda row: row.at)
        for entry, players in people.items()
        if all(player in seen for player in players)
    }
