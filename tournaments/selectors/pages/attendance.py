"""Who joins late or misses rounds of the Swiss that is played, as notes beside the entrants."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournaments.formats.graph import EntryId
from tournaments.models import Attendance, AttendanceKind, Event, EventState, StageKind, StageState
from tournaments.selectors.stages import current_stage, stage_settings
from tournaments.selectors.swiss import last_round


@dataclass(frozen=True)
class AttendanceNotes:
    """Notes by entry, and the round to be paired next: 0 where no Swiss is played or all its rounds are paired."""

    notes: Mapping[EntryId, tuple[str, ...]]
    next_round: int
    absent: frozenset[EntryId]
    takes_late_entries: bool


def load_attendance(event: Event) -> AttendanceNotes:
    """What is known of who is there; at most four queries."""
    stage = current_stage(event)
    stage.event = event
    if stage.kind != StageKind.SWISS or stage.state == StageState.PLANNED:
        return AttendanceNotes({}, 0, frozenset(), takes_late_entries=False)
    running = event.state == EventState.RUNNING and stage.state == StageState.RUNNING
    number = last_round(stage) + 1
    next_round = number if running and number <= getattr(stage_settings(stage, event), "rounds", 0) else 0
    notes: dict[EntryId, list[str]] = {}
    absent = set()
    rows = Attendance.objects.filter(stage=stage, revoked_at=None).order_by("round", "pk")
    for entry, kind, round_ in rows.values_list("entry", "kind", "round"):
        text = _("joins in round {n}") if kind == AttendanceKind.JOINS else _("misses round {n}")
        if kind == AttendanceKind.JOINS and round_ < number:
            text = _("joined in round {n}")
        elif kind == AttendanceKind.ABSENT and round_ < number:
            text = _("missed round {n}")
        notes.setdefault(entry, []).append(text.format(n=round_))
        if kind == AttendanceKind.ABSENT and round_ == next_round:
            absent.add(entry)
    return AttendanceNotes(
        {entry: tuple(texts) for entry, texts in notes.items()}, next_round, frozenset(absent),
        takes_late_entries=running and stage.number == 1,
    )  # fmt: skip
