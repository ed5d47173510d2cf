"""The stages before a default: reminders before a deadline, warnings after it (`docs/regulations.md` 3.3)."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum


class Stage(StrEnum):
    """In the order in which they are sent."""

    REMINDER = "reminder"
    FINAL_REMINDER = "final_reminder"
    WARNING = "warning"
    FINAL_WARNING = "final_warning"


@dataclass(frozen=True, slots=True)
class Times:
    """Hours: the reminders so long before the deadline, the warnings so long after it."""

    reminder: int
    final_reminder: int
    warning: int
    final_warning: int

    @property
    def in_order(self) -> bool:
        return self.reminder > self.final_reminder >= 0 and 0 <= self.warning < self.final_warning

    def planned(self, stage: Stage, deadline: datetime) -> datetime:
        """When a stage is to be sent."""
        hours = {
            Stage.REMINDER: -self.reminder, Stage.FINAL_REMINDER: -self.final_reminder,
            Stage.WARNING: self.warning, Stage.FINAL_WARNING: self.final_warning,
        }[stage]  # fmt: skip
        return deadline + timedelta(hours=hours)


REMINDERS = (Stage.REMINDER, Stage.FINAL_REMINDER)


def due_stage(times: Times, deadline: datetime, sent: Mapping[Stage, datetime], now: datetime) -> Stage | None:
    """The stage to be sent now, if one is.

    One at a time and never two together: a stage that was missed, because the deadline came late or nothing was sent
    for a while, is sent late, and the final warning always leaves as long after the warning as the times say. A
    reminder is left out where the final one is due already.
    """
    if Stage.FINAL_WARNING in sent:
        return None
    if Stage.WARNING in sent:
        gap = timedelta(hours=times.final_warning - times.warning)
        at = max(times.planned(Stage.FINAL_WARNING, deadline), sent[Stage.WARNING] + gap)
        return Stage.FINAL_WARNING if now >= at else None
    reminded = [sent[stage] for stage in REMINDERS if stage in sent]
    if now >= times.planned(Stage.WARNING, deadline) and reminded:
        # a reminder that was sent late leaves as much time as the final one would have
        least = max(reminded) + timedelta(hours=times.final_reminder + times.warning)
        return Stage.WARNING if now >= least else None
    if Stage.FINAL_REMINDER not in sent and now >= times.planned(Stage.FINAL_REMINDER, deadline):
        # once the deadline is over one reminder is enough
        return Stage.FINAL_REMINDER if now < deadline or not reminded else None
    if not reminded and now >= times.planned(Stage.REMINDER, deadline):
        return Stage.REMINDER
    return None


def missing_stages(sent: Mapping[Stage, datetime]) -> tuple[Stage, ...]:
    """What has to be sent before a default can be pronounced: a reminder, the warning, the final warning."""
    missing = [stage for stage in (Stage.WARNING, Stage.FINAL_WARNING) if stage not in sent]
    if not any(stage in sent for stage in REMINDERS):
        missing.insert(0, Stage.REMINDER)
    return tuple(missing)
