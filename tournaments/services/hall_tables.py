"""At which table of the hall a match is played: in the order of pairing, by hand, and the tables some always have."""

from collections import Counter
from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Final

from django.db import transaction
from django.utils.translation import gettext as _

from players.actors import Actor
from players.services import log_action
from tantrix_site.errors import Conflict, InvalidInput
from tournaments.formats.hall import number_tables
from tournaments.models import Entry, Event, Match, MatchState, Stage
from tournaments.selectors.hall import fixed_tables, matches_in_hall
from tournaments.services.access import (
    lock_entry,
    lock_event,
    raise_version,
    require_organiser,
    require_version,
)

MOST_TABLES: Final = 999


@transaction.atomic
def set_hall_tables(
    *, actor: Actor, now: datetime, event_id: int, tables: Mapping[int, int | None], expected_version: int | None = None
) -> None:
    """Say by hand where matches are played that can be played now: by match number the table, None to leave it to the
    order of pairing. All or none.

    Raises NotPermitted `not_organiser`; InvalidInput `unknown_match`, `bad_table`, `table_twice`; StaleVersion.
    """
    event = lock_event(event_id)
    require_organiser(actor, event)
    require_version(event.version, expected_version)
    matches = {match.number: match for match in matches_in_hall(event)}
    for number, table in tables.items():
        if number not in matches:
            raise InvalidInput(
                "unknown_match", _("M%(n)d is none of the matches played now.") % {"n": number}, {"match": number},
                field=f"tables.{number}",
            )  # fmt: skip
        if table is not None and not 1 <= table <= MOST_TABLES:
            raise InvalidInput(
                "bad_table", _("Tables are numbered from 1 to %(most)d.") % {"most": MOST_TABLES}, {"match": number},
                field=f"tables.{number}",
            )  # fmt: skip
    for number, table in tables.items():
        matches[number].hall_table = table
    _refuse_doubles(list(matches.values()), set(tables))
    _store({match.pk: match.hall_table for number, match in matches.items() if number in tables})
    log_action(
        actor=actor, now=now, action="hall.tables", target=event, scope=event,
        data={"tables": {str(number): table for number, table in tables.items()}, "count": len(tables)},
    )  # fmt: skip
    raise_version(event)


@transaction.atomic
def number_hall_tables(
    *, actor: Actor, now: datetime, event_id: int, first: int = 1, expected_version: int | None = None
) -> None:
    """Number the tables of the matches that can be played now in the order of pairing from `first` on; who has a fixed
    table is there. What was said by hand goes. Raises NotPermitted; InvalidInput `bad_table`; Conflict `no_open_match`;
    StaleVersion."""
    event = lock_event(event_id)
    require_organiser(actor, event)
    require_version(event.version, expected_version)
    if not 1 <= first <= MOST_TABLES:
        raise InvalidInput(
            "bad_table", _("Tables are numbered from 1 to %(most)d.") % {"most": MOST_TABLES}, field="first"
        )
    matches = matches_in_hall(event)
    if not matches:
        raise Conflict("no_open_match", _("No match is open."))
    numbers = number_tables([occupants_of(match) for match in matches], fixed_tables(event), first=first)
    _store({match.pk: table for match, table in zip(matches, numbers, strict=True)})
    log_action(
        actor=actor, now=now, action="hall.tables", target=event, scope=event,
        data={"tables": {str(m.number): t for m, t in zip(matches, numbers, strict=True)}, "count": len(matches)},
    )  # fmt: skip
    raise_version(event)


@transaction.atomic
def set_fixed_table(*, actor: Actor, now: datetime, entry_id: int, table: int | None) -> Entry:
    """An entry that always plays at one table, as somebody in a wheelchair may need; None for no longer. It counts from
    the next round on, and for this one when its tables are numbered again.

    Raises NotPermitted `not_organiser`; NotFound `entry_not_found`; InvalidInput `bad_table`; Conflict `table_taken`.
    """
    event, entry = lock_entry(entry_id)
    require_organiser(actor, event)
    if table is not None and not 1 <= table <= MOST_TABLES:
        raise InvalidInput(
            "bad_table", _("Tables are numbered from 1 to %(most)d.") % {"most": MOST_TABLES}, field="table"
        )
    if table == entry.fixed_table:
        return entry
    other = Entry.objects.filter(event=event, fixed_table=table).exclude(pk=entry.pk).first() if table else None
    if other is not None:
        raise Conflict(
            "table_taken", _("Table %(n)d is the fixed table of %(name)s.") % {"n": table, "name": other.name},
            {"entry": other.pk}, field="table",
        )  # fmt: skip
    entry.fixed_table = table
    entry.save(update_fields=["fixed_table"])
    # who needs a table of their own is told to no one but those who run the event
    log_action(
        actor=actor, now=now, action="hall.fixed" if table else "hall.not_fixed", target=entry, scope=event,
        data={"entry": entry.pk},
    )  # fmt: skip
    return entry


def number_new_round(event: Event, stage: Stage, round_: int, fresh: Collection[int]) -> None:
    """Give the `fresh` matches of a Swiss round just made the tables that follow from fixed ones; those that stood keep
    theirs. Where nothing was said, none is stored, and the order of pairing tells. For services that hold the lock."""
    fixed = fixed_tables(event)
    rows = Match.objects.filter(stage=stage, round=round_)
    if not fixed and not rows.filter(hall_table__isnull=False).exists():
        return
    slots = rows.exclude(state=MatchState.BYE).select_related("stage").prefetch_related("slots").order_by("position")
    matches = list(slots)
    keep = {index: match.hall for index, match in enumerate(matches) if match.pk not in fresh}
    numbers = number_tables([occupants_of(match) for match in matches], fixed, keep)
    _store({match.pk: table for match, table in zip(matches, numbers, strict=True)})


def occupants_of(match: Match) -> list[int]:
    """The entries that stand in a match."""
    return [slot.occupant_id for slot in match.slots.all() if slot.occupant_id is not None]


def _store(tables: Mapping[int, int | None]) -> None:
    """Write them in two steps, as two matches may change places."""
    Match.objects.filter(pk__in=list(tables)).update(hall_table=None)
    rows = [Match(pk=pk, hall_table=table) for pk, table in tables.items() if table is not None]
    Match.objects.bulk_update(rows, ["hall_table"])


def _refuse_doubles(matches: list[Match], changed: set[int]) -> None:
    """Raises InvalidInput `table_twice` where two matches that can be played now have the same table."""
    at = Counter(match.hall for match in matches)
    for match in matches:
        if match.number in changed and match.hall and at[match.hall] > 1:
            others = sorted(m.number for m in matches if m.hall == match.hall and m is not match)
            raise InvalidInput(
                "table_twice",
                _("Table %(n)d has another match already: M%(other)d.") % {"n": match.hall, "other": others[0]},
                {"match": match.number, "matches": others},
                field=f"tables.{match.number}",
            )
