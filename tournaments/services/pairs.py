"""Entering pairs in doubles (`docs/regulations.md` 1.2, 8.1)."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db import transaction
from django.utils.translation import gettext as _

from players import names
from players.actors import Actor
from players.models import Player
from players.services import log_action
from tantrix_site.errors import Conflict, InvalidInput
from tournaments.models import PRESENT_STATES, Attendance, Draw, Entry, EntryState, Event, Exit, SittingRound
from tournaments.models.entry import PAIR_JOINT
from tournaments.services.access import lock_event, raise_version, require_organiser
from tournaments.services.admission import Admission, admit_all
from tournaments.services.entries import (
    NewPerson,
    already_entered,
    check_seed,
    chosen_player,
    disqualified,
    require_entries_open,
    require_room,
    take_seat,
)
from tournaments.services.links import new_link
from tournaments.services.seeding import points_of_newcomer
from tournaments.services.shown_names import take_names
from tournaments.services.waiting import join_waiting_list, must_wait, promote_waiting

PLAYERS: Final = 2
NAME_LENGTH: Final = 80
FIELDS: Final = ("first", "second")


@dataclass(frozen=True, slots=True)
class EnteredPair:
    """The pair, its two players in their order, and the private links of those without an account, by entry."""

    entry: Entry
    members: tuple[Entry, ...]
    links: dict[int, str]


@transaction.atomic
def add_pair(
    *,
    actor: Actor,
    now: datetime,
    event_id: int,
    members: Sequence[int | NewPerson],
    seed: int | None = None,
    despite: str = "",
) -> EnteredPair:
    """Enter two players as a pair, each a known profile (its id) or a new person. Nobody plays in two pairs.

    The pair has the country both play for, if it is one. Both have to meet the terms of the event, unless a reason in
    `despite` passes over them.

    Where the event is full and has a waiting list the pair waits.

    Raises NotPermitted; NotFound `player_not_found`; InvalidInput `pair_of_two`, `same_player` and as `add_entry`;
    Conflict `not_for_pairs`, `event_started`, `event_full`, `already_entered`, `disqualified`, `pair_drawn`,
    `doubtful_person`, `seed_taken` and those of the terms (`services.admission`). A refusal of one player names the
    field: `first` or `second`.
    """
    event = lock_event(event_id)
    require_organiser(actor, event)
    require_pair_event(event)
    require_entries_open(event)
    waits = must_wait(event)
    if not waits:
        require_room(event)
    seed = None if waits else seed
    check_seed(event, seed, None)
    if len(members) != PLAYERS:
        raise InvalidInput("pair_of_two", _("A pair has two players."), field="second")
    players = [_player(actor, now, event, member, field) for member, field in zip(members, FIELDS, strict=True)]
    if players[0] == players[1]:
        raise InvalidInput("same_player", _("Nobody plays against oneself, or with oneself."), field="second")
    require_free(event, players)
    admitted = admit_all(
        actor=actor, now=now, event=event, people=[(player, "") for player in players], despite=despite
    )
    return enter_pair(actor=actor, now=now, event=event, players=players, admitted=admitted, seed=seed, reason=despite)


def enter_pair(
    *,
    actor: Actor,
    now: datetime,
    event: Event,
    players: Sequence[Player],
    admitted: Mapping[int, Admission],
    seed: int | None = None,
    reason: str = "",
) -> EnteredPair:
    """Enter two players who were admitted and are free, in a locked event that has room for them or a waiting list.

    A pair that had left is the same entry again, in the order it had.
    """
    take_names(players)
    waits = must_wait(event)
    known = {row.player_id: row for row in Entry.every.filter(event=event, player__in=players)}
    before = _former_pairs(known.values())
    back = len(known) == PLAYERS and len(before) == 1
    if back:
        players = sorted(players, key=lambda player: known[player.pk].team_place or 0)
    name = pair_name([player.name for player in players])
    whole = pair_name([player.in_full for player in players])
    countries = {admitted[player.pk].country for player in players}
    if back:
        (pair,) = before
        Exit.objects.filter(entry=pair, revoked_at=None).update(revoked_at=now, revoked_by=actor.user)
    else:
        _dissolve(actor, now, event, before)
        known = {}
        pair = Entry(event=event, created_at=now)
    pair.name, pair.name_key, pair.full_name = name, names.name_key(name)[:160], "" if whole == name else whole
    pair.country = countries.pop() if len(countries) == 1 else ""
    pair.state, pair.seed = EntryState.WAITING if waits else EntryState.ACCEPTED, seed
    pair.save()
    rows, links = [], {}
    for place, player in enumerate(players, start=1):
        row = known.get(player.pk) or Entry(event=event, player=player, team=pair, team_place=place, created_at=now)
        row.name, row.name_key, row.full_name = player.name, player.name_key, player.full_name
        row.country = admitted[player.pk].country
        link = new_link(row, now) if player.user_id is None else None
        row.save()
        if not back:
            points_of_newcomer(actor, now, event, row)
        rows.append(row)
        if link is not None:
            links[row.pk] = link
    take_seat(actor, now, event, pair, back=back)
    passed = sorted({code for found in admitted.values() for code in found.passed_over})
    log_action(
        actor=actor, now=now, action="entry.waits" if waits else "entry.added", target=pair, scope=event,
        data={"name": name, **({"despite": passed} if passed else {})}, reason=reason.strip() if passed else "",
    )  # fmt: skip
    if waits:
        join_waiting_list(actor=actor, now=now, event=event, entry=pair)
        promote_waiting(actor=actor, now=now, event=event)
        pair.refresh_from_db()
    raise_version(event)
    return EnteredPair(pair, tuple(rows), links)


def require_pair_event(event: Event) -> None:
    """Raises Conflict `not_for_pairs`."""
    if not event.is_for_pairs:
        raise Conflict("not_for_pairs", _("No fixed pairs enter this event."))


def pair_name(both: Sequence[str]) -> str:
    """Both names; where they are too long for one line, each is cut to its half of it."""
    name = PAIR_JOINT.join(both)
    if len(name) <= NAME_LENGTH:
        return name
    half = (NAME_LENGTH - len(PAIR_JOINT)) // 2
    return PAIR_JOINT.join(one if len(one) <= half else f"{one[: half - 1].rstrip()}…" for one in both)


def require_free(event: Event, players: Sequence[Player]) -> None:
    """Neither plays in a pair of the event. A pair that left before any draw binds nobody; later only both together.

    Raises Conflict `already_entered`, `disqualified`, `pair_drawn`, naming the field of the player.
    """
    known = {row.player_id: row for row in Entry.every.filter(event=event, player__in=players).select_related("team")}
    together = len(known) == PLAYERS and len({row.team_id for row in known.values()}) == 1
    for field, player in zip(FIELDS, players, strict=True):
        row = known.get(player.pk)
        if row is None or row.team is None:
            continue
        error: Conflict | None = None
        if row.team.state in PRESENT_STATES:
            error = already_entered(row)
        elif row.team.state == EntryState.DISQUALIFIED:
            error = disqualified(row)
        elif not together and _was_drawn(event, row.team):
            message = _("%(name)s was drawn as %(pair)s; only both together can come back.")
            values = {"name": row.name, "pair": row.team.name}
            error = Conflict("pair_drawn", message % values, {"entry": row.team.pk, **values})
        if error is not None:
            error.field = field
            raise error


def _was_drawn(event: Event, pair: Entry) -> bool:
    draws = Draw.objects.filter(stage__event=event).values_list("entrants", flat=True)
    sittings = SittingRound.objects.filter(event=event).values_list("drawn", flat=True)
    attends = Attendance.objects.filter(stage__event=event, entry=pair)
    return any(pair.pk in drawn for drawn in (*draws, *sittings)) or attends.exists()


def _former_pairs(rows: Iterable[Entry]) -> list[Entry]:
    """The pairs, all of which have left, in which these players were entered."""
    return list(Entry.objects.filter(pk__in={row.team_id for row in rows}))


def _dissolve(actor: Actor, now: datetime, event: Event, pairs: Iterable[Entry]) -> None:
    """Pairs that left and were never drawn go, so that their players are free for another; the log keeps them."""
    for pair in pairs:
        log_action(actor=actor, now=now, action="entry.removed", target=pair, scope=event, data={"name": pair.name})
        pair.delete()


def _player(actor: Actor, now: datetime, event: Event, member: int | NewPerson, field: str) -> Player:
    known, person = (member, None) if isinstance(member, int) else (None, member)
    try:
        return chosen_player(actor=actor, now=now, event=event, player_id=known, person=person)
    except (Conflict, InvalidInput) as error:
        error.field = field
        raise
