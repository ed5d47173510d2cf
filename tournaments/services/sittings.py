"""Drawing the rounds of an event in which everybody sits down with others (`docs/regulations.md` 1.2)."""

import secrets
from collections.abc import Collection
from datetime import datetime
from typing import Final

from django.db import transaction
from django.utils.translation import gettext as _

from players.actors import Actor
from players.services import log_action
from tantrix_site.errors import Conflict, InvalidInput, NotFound
from tournaments.formats.errors import PairingError
from tournaments.formats.hall import number_tables
from tournaments.formats.sittings.seating import FULL, SMALL, Seating, draw_doubles, draw_tables
from tournaments.models import Entry, EntryState, Event, Seat, Sitting, SittingRound, SittingScore
from tournaments.selectors.hall import fixed_tables
from tournaments.selectors.sittings import LoadedRound, history_of, load_rounds, plays_doubles
from tournaments.services.access import lock_event, raise_version, require_organiser, require_running
from tournaments.services.draws import LOT_RANGE, checked_lot
from tournaments.services.event_details import MAX_GAMES
from tournaments.services.telling_sittings import tell_tables

MOST_ROUNDS: Final = 60


@transaction.atomic
def draw_sittings(
    *,
    actor: Actor,
    now: datetime,
    event_id: int,
    number: int | None = None,
    games: int | None = None,
    size: int = FULL,
    lot: int | None = None,
    absent: Collection[int] = (),
) -> SittingRound:
    """Draw the next round of all accepted entries but the `absent` ones, by a lot that is stored and published.

    `number` says which round is meant; one that is there already is returned as it is. `games` are those of each table,
    by default the event's. `size`, 3 or 4, is that of most tables of three and four.

    Raises NotPermitted; InvalidInput `bad_games`, `bad_size`, `bad_lot`, `unknown_entry`, `bad_round`; Conflict
    `no_sittings`, `event_not_started`, `event_finished`, `round_open`, `too_few_entries`, `rounds_over`.
    """
    event = lock_event(event_id)
    require_organiser(actor, event)
    require_sittings(event)
    rounds = load_rounds(event)
    for loaded in rounds:
        if loaded.round.number == number:
            return loaded.round
    require_running(event)
    if number not in (None, len(rounds) + 1):
        raise InvalidInput("bad_round", _("The next round is %(n)d.") % {"n": len(rounds) + 1}, field="round")
    _require_played(rounds)
    games = event.games_by_round[0] if games is None else games
    _check(games, size)
    lot = checked_lot(lot)
    lot = secrets.randbelow(LOT_RANGE) if lot is None else lot
    present = _present(event, absent)
    seating = _seating(event, present, rounds, lot, size)
    made = SittingRound.objects.create(
        event=event, number=len(rounds) + 1, games=games, size=FULL if plays_doubles(event) else size, lot=lot,
        drawn=present, out=list(seating.out), at=now, user=actor.user, player=actor.player, via=actor.via,
    )  # fmt: skip
    _store(made, seating)
    log_action(
        actor=actor, now=now, action="sittings.drawn", target=event, scope=event,
        data={"round": made.number, "lot": lot, "tables": len(seating.tables), "out": len(seating.out)},
    )  # fmt: skip
    tell_tables(now, event, made)
    raise_version(event)
    return made


@transaction.atomic
def take_back_sittings(*, actor: Actor, now: datetime, event_id: int, number: int) -> None:
    """Take the last round back while nothing of it was reported, as when somebody who is missing was drawn.

    Raises NotPermitted; NotFound `round_not_found`; Conflict `no_sittings`, `event_finished`, `not_last_round`,
    `round_played`.
    """
    event = lock_event(event_id)
    require_organiser(actor, event)
    require_sittings(event)
    require_running(event)
    rounds = {found.number: found for found in SittingRound.objects.filter(event=event)}
    if number not in rounds:
        raise NotFound("round_not_found", _("There is no such round."))
    if number < max(rounds):
        raise Conflict("not_last_round", _("Only the last round can be taken back."), {"last": max(rounds)})
    if SittingScore.objects.filter(sitting__round=rounds[number]).exists():
        raise Conflict("round_played", _("Something of this round was reported; it stands."))
    rounds[number].delete()
    log_action(
        actor=actor, now=now, action="sittings.taken_back", target=event, scope=event, data={"round": number}
    )  # fmt: skip
    raise_version(event)


def require_sittings(event: Event) -> None:
    """Raises Conflict `no_sittings` for an event of matches."""
    if not event.has_sittings:
        raise Conflict("no_sittings", _("This event is played in matches, not at tables drawn each round."))


def require_all_played(event: Event) -> None:
    """Raises Conflict `sittings_open` or `no_round` unless there were rounds and all their games count."""
    rounds = load_rounds(event)
    if not rounds:
        raise Conflict("no_round", _("No round has been played yet."))
    left = [
        {"round": loaded.round.number, "table": table, "game": game}
        for loaded in rounds
        for table, game in loaded.open_games
    ]
    if left:
        raise Conflict("sittings_open", _("Some games have no score yet."), {"games": left})


def require_enough(event: Event) -> None:
    """Raises Conflict `too_few_entries` for an event that cannot have a single table."""
    least = FULL if plays_doubles(event) else SMALL
    count = Entry.objects.filter(event=event, state=EntryState.ACCEPTED).count()
    if count < least:
        raise Conflict(
            "too_few_entries", _("A table needs %(least)d players; there are %(count)d.")
            % {"least": least, "count": count}, {"accepted": count},
        )  # fmt: skip


def _require_played(rounds: Collection[LoadedRound]) -> None:
    if len(rounds) >= MOST_ROUNDS:
        raise Conflict("rounds_over", _("An event has at most %(most)d rounds.") % {"most": MOST_ROUNDS})
    for loaded in rounds:
        if loaded.open_games:
            raise Conflict(
                "round_open", _("Round %(n)d has games without a score.") % {"n": loaded.round.number},
                {"games": [{"table": table, "game": game} for table, game in loaded.open_games]},
            )  # fmt: skip


def _check(games: int, size: int) -> None:
    if not 1 <= games <= MAX_GAMES:
        raise InvalidInput(
            "bad_games", _("A table plays from 1 to %(most)d games.") % {"most": MAX_GAMES}, field="games"
        )
    if size not in (SMALL, FULL):
        raise InvalidInput("bad_size", _("Three or four players sit at a table."), field="size")


def _present(event: Event, absent: Collection[int]) -> list[int]:
    accepted = list(
        Entry.objects.filter(event=event, state=EntryState.ACCEPTED).order_by("pk").values_list("pk", flat=True)
    )
    strangers = sorted(set(absent) - set(accepted))
    if strangers:
        raise InvalidInput(
            "unknown_entry", _("This entry does not take part."), {"entry": strangers[0]}, field="absent"
        )
    return [pk for pk in accepted if pk not in absent]


def _seating(event: Event, present: list[int], rounds: Collection[LoadedRound], lot: int, size: int) -> Seating:
    try:
        if plays_doubles(event):
            return draw_doubles(present, history_of(rounds), lot)
        return draw_tables(present, history_of(rounds), lot, size)
    except PairingError as error:
        raise Conflict(
            "too_few_entries", _("There are too few players for a table."), {"accepted": len(present)}
        ) from error


def _store(made: SittingRound, seating: Seating) -> None:
    numbers = number_tables(seating.tables, fixed_tables(made.event))
    sittings = Sitting.objects.bulk_create(Sitting(round=made, number=number) for number in numbers)
    Seat.objects.bulk_create(
        Seat(sitting=sitting, position=position, entry_id=entry)
        for sitting, table in zip(sittings, seating.tables, strict=True)
        for position, entry in enumerate(table)
    )
