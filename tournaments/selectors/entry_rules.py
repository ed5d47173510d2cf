"""The terms of entering an event, and what of them a person meets."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

from django.db.models import QuerySet
from django.db.models.functions import Coalesce, TruncDate

from players.models import Player
from ratings.selectors.standings import standings_on
from tantrix_site.compiled import CompiledObjects
from tournaments.formats.eligibility import Answer, Conditions, Met, Person, check
from tournaments.models import Entry, EntryRules, Event, Invitation
from tournaments.selectors.ages import evidence_for_terms, first_day

_rules = CompiledObjects(lambda event: EntryRules.objects.filter(event=event))


def rules_of(event: Event) -> EntryRules:
    """The terms of an event; those of an event without any are open ones that are not stored."""
    found = _rules.one(event.pk)
    if found is None:
        return EntryRules(event=event)
    found.event = event
    return found


def conditions_of(rules: EntryRules) -> Conditions:
    """Who may enter."""
    return Conditions.from_json(rules.conditions)


def year_of(event: Event) -> int:
    """The calendar year an event belongs to: that of its first day, or else of the day it was made."""
    return (event.starts_on or event.created_at.date()).year


def countries_of_year(players: Iterable[Player], year: int) -> dict[int, str]:
    """The country each of these plays for in a calendar year: that of the first entry in it; one query.

    Nobody stands here who has not entered yet (`docs/regulations.md` 7.2).
    """
    rows = (
        Entry.every.filter(player__in=[player.pk for player in players])
        .exclude(country="")
        .annotate(day=Coalesce("event__starts_on", TruncDate("event__created_at")))
        .filter(day__year=year)
        .order_by("created_at", "pk")
        .values_list("player_id", "country")
    )
    found: dict[int, str] = {}
    for player, country in rows:
        found.setdefault(player, str(country))
    return found


def answers_of(
    event: Event, countries: Mapping[Player, str], *, now: datetime, rules: EntryRules | None = None
) -> dict[int, tuple[Answer, ...]]:
    """Every condition of an event with whether each player meets it, who would play for that country.

    By player id; five queries for any number, none where there are no conditions but that for the rules.
    """
    conditions = conditions_of(rules or rules_of(event))
    if conditions == Conditions():
        return {player.pk: () for player in countries}
    ids = [player.pk for player in countries]
    today = now.date()
    standings = standings_on(conditions.rated_on or today, ids) if conditions.asks_rating else {}
    seen = (
        _marked(evidence_for_terms(event, conditions).filter(holder__in=ids), "holder_id")
        if conditions.asks_age
        else frozenset()
    )
    invited = _marked(Invitation.objects.filter(event=event, invited__in=ids, revoked_at=None), "invited_id")
    found = {}
    for player, country in countries.items():
        person = Person(
            country=country or player.country.code or "",
            born=player.birth_date,
            age_seen=player.pk in seen,
            rating=standings[player.pk].standing.rating if player.pk in standings else None,
            titles=player.titles.split(),
            invited=player.pk in invited,
        )
        found[player.pk] = check(conditions, person, first_day=first_day(event), today=today)
    return found


def _marked(rows: QuerySet[Any], field: str) -> frozenset[int]:
    return frozenset(rows.values_list(field, flat=True))


def unmet(answers: tuple[Answer, ...]) -> tuple[Answer, ...]:
    """Those not met or not known."""
    return tuple(answer for answer in answers if answer.met is not Met.YES)
