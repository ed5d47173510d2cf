"""Whose accounts are told: of entries, teams, matches and events."""

from collections.abc import Iterable

from django.db.models import Q, QuerySet

from players.actors import Actor
from tantrix_site.compiled import Compiled
from tournaments import permissions
from tournaments.models import Entry, Event, Match, Team

Entries = tuple[int, ...]


@Compiled
def _players_of(entries: Entries) -> QuerySet[Entry, tuple[int | None]]:
    return Entry.every.filter(Q(pk__in=entries) | Q(team__in=entries)).values_list("player__user")


@Compiled
def _players_by_entry(entries: Entries) -> QuerySet[Entry, tuple[int, int | None, int | None]]:
    rows = Entry.every.filter(Q(pk__in=entries) | Q(team__in=entries), player__user__isnull=False)
    return rows.values_list("pk", "team", "player__user")


@Compiled
def _captains_of(teams: Entries) -> QuerySet[Team, tuple[int, int | None, int | None]]:
    return Team.objects.filter(pk__in=teams).values_list("pk", "captain__user", "deputy__user")


def accounts_of_entries(entries: Iterable[Entry | int], *, captains: bool = True) -> set[int]:
    """The accounts of these entries: players, all players of teams and pairs, and those who lead a team.

    Who has no account is not in it. A fixed number of queries.
    """
    pks = _pks(entries)
    found = set(_accounts(user for (user,) in _players_of(tuple(pks))))
    return found | (captains_of(pks) if captains else set())


def captains_of(teams: Iterable[Entry | int]) -> set[int]:
    """The accounts of captains and deputies."""
    return set(_accounts(user for _team, *users in _captains_of(tuple(_pks(teams))) for user in users))


def accounts_by_entry(entries: Iterable[int]) -> dict[int, set[int]]:
    """The accounts of players by entry: of a team or pair those of all its players. One query."""
    pks = _pks(entries)
    wanted = set(pks)
    found: dict[int, set[int]] = {}
    for pk, team, user in _players_by_entry(tuple(pks)):
        for entry in (pk, team):
            if entry in wanted:
                found.setdefault(entry, set()).add(user)
    return found


def captains_by_entry(teams: Iterable[int]) -> dict[int, set[int]]:
    """The accounts of captain and deputy by team. One query."""
    return {pk: set(_accounts(users)) for pk, *users in _captains_of(tuple(set(teams)))}


def accounts_of_match(event: Event, match: Match, *, captains: bool = True) -> set[int]:
    """The accounts of both sides of a match, which has its slots: of its players, and of captains where teams play."""
    sides = [slot.occupant_id for slot in match.slots.all() if slot.occupant_id is not None]
    return accounts_of_entries(sides, captains=captains and event.is_for_teams)


def organisers_of(event: Event) -> set[int]:
    """The accounts that run the event; arbiters are none of them."""
    return _with_role(event, permissions.ORGANISING)


def officials_of(event: Event) -> set[int]:
    """The accounts that may rule on results: organisers and arbiters."""
    return _with_role(event, permissions.RULING)


def account_of(actor: Actor) -> set[int]:
    """The account that acts, if any: nobody is told of what they did themselves."""
    return set() if actor.user is None else {actor.user.pk}


def _with_role(event: Event, roles: Iterable[str]) -> set[int]:
    return {user for user, role in permissions.officials(event.pk) if role in roles}


def _pks(entries: Iterable[Entry | int]) -> list[int]:
    return sorted({entry if isinstance(entry, int) else entry.pk for entry in entries})


def _accounts(users: Iterable[int | None]) -> Iterable[int]:
    return (user for user in users if user is not None)
