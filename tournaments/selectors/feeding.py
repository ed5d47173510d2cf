"""Which entries a stage has, and where each of its seed numbers comes from."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet

from tantrix_site.compiled import CompiledObjects
from tournaments.formats.fold import fold
from tournaments.formats.progression import Origin, Progression, feeding, qualified
from tournaments.formats.snapshot import StageSnapshot, snapshot
from tournaments.models import Draw, Entry, EntryState, Event, Stage, StageState
from tournaments.selectors.seeding import in_seed_order
from tournaments.selectors.stages import load


@dataclass(frozen=True)
class StageEntries:
    """The entries of a stage by seed number, None where the stage before has not said who it is.

    `origins` says for the same seed numbers where each comes from; it is empty in the first stage. `groups` is the
    number of rankings that feed the stage.
    """

    entries: tuple[Entry | None, ...]
    origins: tuple[Origin, ...] = ()
    groups: int = 0

    @property
    def is_complete(self) -> bool:
        return all(entry is not None for entry in self.entries)


_numbered = CompiledObjects(lambda event, number: Stage.objects.filter(event=event, number=number))


@CompiledObjects
def _accepted_in(event: int) -> QuerySet[Entry, Entry]:
    return in_seed_order(Entry.objects.filter(event=event, state=EntryState.ACCEPTED))


def entries_of(event: Event, stage: Stage) -> StageEntries | None:
    """The entries of a stage; None where the stage before it has no draw, so that nothing is known yet.

    A stage that is being played feeds nobody: its places are names ("winner of group A") until it is closed. A place
    that nobody is left to take then falls away, and those behind it move up.
    """
    accepted = accepted_entries(event)
    if stage.number == 1:
        later = _numbered.one(event.pk, 2)
        exempt = feed_rule(later).exempt if later is not None and later.feed else 0
        return StageEntries(tuple(accepted[exempt:]))
    before = _numbered.one(event.pk, stage.number - 1)
    assert before is not None
    before.event = event
    rule = feed_rule(stage)
    shown = stored_snapshot(before) if before.state == StageState.FINISHED else _as_it_stands(before)
    if shown is None:
        return None
    exempt_entries = _exempt(rule, before, accepted)
    gone = set(Entry.objects.filter(event=event).exclude(state=EntryState.ACCEPTED).values_list("pk", flat=True))
    found = qualified(rule, shown, exempt=[entry.pk for entry in exempt_entries], gone=gone)
    by_pk = {entry.pk: entry for entry in Entry.objects.filter(event=event)}
    known = before.state == StageState.FINISHED
    if known:
        found = tuple(seat for seat in found if seat.entry is not None)
    return StageEntries(
        tuple(by_pk[seat.entry] if known and seat.entry is not None else None for seat in found),
        tuple(seat.origin for seat in found),
        len(feeding(rule, shown).rankings),
    )


def accepted_entries(event: Event) -> list[Entry]:
    """The accepted entries by seed number: those with a seed, closed up after withdrawals, then by seeding points."""
    return _accepted_in(event.pk)


def _exempt(rule: Progression, before: Stage, accepted: Sequence[Entry]) -> list[Entry]:
    """The first seeds, who did not play the stage before. Nobody who played it follows an exempt seed that left."""
    if not rule.exempt:
        return []
    draw = Draw.objects.filter(stage=before, current=True).first()
    played = set() if draw is None else set(draw.seed_map().values())
    return [entry for entry in accepted[: rule.exempt] if entry.pk not in played]


def feed_rule(stage: Stage) -> Progression:
    """The rule by which the stage before fills this one."""
    return Progression.from_json((stage.feed or {}).get("rule", {}))


def stored_snapshot(stage: Stage) -> StageSnapshot | None:
    """The standings of a stage as they were noted when it was closed."""
    stored: dict[str, Any] = stage.snapshot or {}
    return StageSnapshot.from_json(stored) if "rankings" in stored else None


def _as_it_stands(stage: Stage) -> StageSnapshot | None:
    loaded = load(stage)
    return None if loaded is None else snapshot(fold(loaded.structure, loaded.facts))
