"""Seeding points of entries: taken from the ratings of a day, or entered by an organiser (`docs/regulations.md` 8.8).

They are facts of the event: results that are corrected later do not move them. After the draw they stand.
"""

from collections.abc import Sequence
from datetime import date, datetime
from math import isfinite
from typing import Final

from django.db import transaction
from django.utils.translation import gettext as _

from players.actors import Actor
from players.services import log_action
from ratings.maths.parameters import CURRENT
from ratings.selectors.seeding import seedings_on
from ratings.services.writing import lock_clock
from tantrix_site.errors import Conflict, InvalidInput
from tournaments.models import Entry, EntryState, Event, PointsOrigin, SeedingPoints
from tournaments.selectors.seeding import is_drawn, people_in, points_of, reference_date
from tournaments.selectors.teams import team_order
from tournaments.services.access import lock_entry, lock_event, raise_version, require_organiser
from tournaments.services.entries import set_seeds

MOST_POINTS: Final = 5000.0


@transaction.atomic
def take_seeding_points(*, actor: Actor, now: datetime, event_id: int, on: date) -> list[SeedingPoints]:
    """Note the seeding points of all accepted players, those of teams too, at the end of a day.

    Points entered by hand stay.

    They may be taken again, on another day too, until there is a draw. Taking what is there already changes nothing.
    Returns the rows that are new. Raises NotPermitted; InvalidInput `future_day`; Conflict `entries_drawn`.
    """
    event = lock_event(event_id)
    require_organiser(actor, event)
    _require_undrawn(event)
    if on > now.date():
        raise InvalidInput("future_day", _("That day has not come yet."), field="on")
    entries = list(people_in(event).order_by("pk"))
    by_hand = {pk for pk, row in points_of(entries).items() if row.origin == PointsOrigin.HAND}
    written = _take(actor, now, [entry for entry in entries if entry.pk not in by_hand], on)
    if written:
        log_action(
            actor=actor, now=now, action="event.points.taken", target=event, scope=event,
            data={"on": on.isoformat(), "entries": len(written), "ledger": written[0].ledger},
        )  # fmt: skip
        raise_version(event)
    return written


@transaction.atomic
def set_seeding_points(*, actor: Actor, now: datetime, entry_id: int, points: float, reason: str) -> SeedingPoints:
    """An organiser says what an entry is seeded by; it stays when points are taken again.

    Raises NotPermitted; InvalidInput `reason_needed`, `bad_seeding_points`; Conflict `entries_drawn`, `entry_left`,
    `team_points`.
    """
    event, entry = lock_entry(entry_id)
    require_organiser(actor, event)
    _require_undrawn(event)
    _require_taking_part(entry)
    if not reason.strip():
        raise InvalidInput("reason_needed", _("Say why; everybody will see it in the log."), field="reason")
    if not isfinite(points) or not 0.0 <= points <= MOST_POINTS:
        raise InvalidInput(
            "bad_seeding_points",
            _("Seeding points go from 0 to %(most)d.") % {"most": MOST_POINTS},
            field="points",
        )
    before = points_of([entry]).get(entry.pk)
    if before is not None and (before.origin, before.points, before.reason) == (PointsOrigin.HAND, points, reason):
        return before
    row = SeedingPoints(entry=entry, origin=PointsOrigin.HAND, points=points)
    _store(actor, now, [row], reason)
    log_action(
        actor=actor, now=now, action="entry.points.set", target=entry, scope=event,
        data={"name": entry.name, "points": points, "before": None if before is None else before.points},
        reason=reason,
    )  # fmt: skip
    raise_version(event)
    return row


@transaction.atomic
def clear_seeding_points(*, actor: Actor, now: datetime, entry_id: int) -> SeedingPoints | None:
    """Take points entered by hand back: those of the ratings count again, if any were taken in the event.

    Doing it twice changes nothing. Returns what counts now. Raises NotPermitted; Conflict `entries_drawn`,
    `entry_left`, `team_points`.
    """
    event, entry = lock_entry(entry_id)
    require_organiser(actor, event)
    _require_undrawn(event)
    _require_taking_part(entry)
    before = points_of([entry]).get(entry.pk)
    if before is None or before.origin != PointsOrigin.HAND:
        return before
    SeedingPoints.objects.filter(pk=before.pk).update(current=False)
    on = reference_date(event)
    found = [] if on is None else _take(actor, now, [entry], on)
    log_action(
        actor=actor, now=now, action="entry.points.cleared", target=entry, scope=event,
        data={"name": entry.name, "before": before.points},
    )  # fmt: skip
    raise_version(event)
    return found[0] if found else None


@transaction.atomic
def seed_by_points(*, actor: Actor, now: datetime, event_id: int) -> Event:
    """Number the entries by their seeding points; level ones in order of entry, those without points stay unseeded.

    Teams are numbered by the mean of their regular players (`docs/regulations.md` 6.3), pairs by that of both. Raises
    NotPermitted; Conflict `no_seeding_points` and those of `set_seeds`.
    """
    event = lock_event(event_id)
    require_organiser(actor, event)
    order = team_order(event) if event.side_size else _order(event)
    if not order:
        raise Conflict("no_seeding_points", _("No entry has seeding points yet."))
    return set_seeds(
        actor=actor, now=now, event_id=event.pk, seeds={pk: number for number, pk in enumerate(order, start=1)}
    )


def _order(event: Event) -> Sequence[int]:
    rows = points_of(Entry.objects.filter(event=event, state=EntryState.ACCEPTED))
    return sorted(rows, key=lambda pk: (-rows[pk].points, pk))


def points_of_newcomer(actor: Actor, now: datetime, event: Event, entry: Entry) -> None:
    """Who comes into a team later has the points of the day on which those of the others were taken."""
    on = reference_date(event)
    if on is not None:
        _take(actor, now, [entry], on)


def _take(actor: Actor, now: datetime, entries: Sequence[Entry], on: date) -> list[SeedingPoints]:
    """Store what the ratings say of these entries where that is not what counts already."""
    # behind the lock of ratings, so that the version is the one the numbers were read from
    known, ledger = points_of(entries), lock_clock().version
    seedings = seedings_on(on, [entry.person.pk for entry in entries])
    rows = []
    for entry in entries:
        found, before = seedings[entry.person.pk], known.get(entry.pk)
        row = SeedingPoints(
            entry=entry, origin=PointsOrigin.RATINGS, points=found.points, on=on, parameters=CURRENT.version,
            ledger=ledger, rating=None if found.standing is None else found.standing.rating,
            games=0 if found.standing is None else found.standing.games, lobby=found.lobby,
        )  # fmt: skip
        if before is None or _told(before) != _told(row):
            rows.append(row)
    _store(actor, now, rows)
    return rows


def _told(row: SeedingPoints) -> tuple[object, ...]:
    return row.on, row.parameters, row.ledger, row.points, row.rating, row.games, row.lobby


def _store(actor: Actor, now: datetime, rows: Sequence[SeedingPoints], reason: str = "") -> None:
    SeedingPoints.objects.filter(entry__in=[row.entry_id for row in rows], current=True).update(current=False)
    for row in rows:
        row.at, row.user, row.player, row.via, row.reason = now, actor.user, actor.player, actor.via, reason
    SeedingPoints.objects.bulk_create(rows)


def _require_undrawn(event: Event) -> None:
    if is_drawn(event):
        raise Conflict("entries_drawn", _("The draw has been made; the seeding points it was made from stand."))


def _require_taking_part(entry: Entry) -> None:
    if entry.player_id is None:
        raise Conflict("team_points", _("A team is seeded by the points of its players."))
    if entry.state != EntryState.ACCEPTED:
        raise Conflict("entry_left", _("%(name)s has left already.") % {"name": entry.name}, {"state": entry.state})
