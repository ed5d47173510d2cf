"""Clock times of a place as instants: some do not exist, some come twice, when clocks are changed."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo


def instants_of(clock: datetime, zone: ZoneInfo) -> tuple[datetime, ...]:
    """The instants in UTC at which clocks in `zone` show `clock`: one, two in order, or none.

    `clock` has no zone of its own. None where clocks go forward over it, two where they go back over it.
    """
    assert clock.tzinfo is None
    both = {clock.replace(tzinfo=zone, fold=fold).astimezone(UTC) for fold in (0, 1)}
    return tuple(sorted(at for at in both if at.astimezone(zone).replace(tzinfo=None, fold=0) == clock.replace(fold=0)))


def gap_after(clock: datetime, zone: ZoneInfo) -> datetime:
    """Of a clock time that does not exist: the time that clocks show when it would be, as people mostly mean it."""
    return clock.replace(tzinfo=zone, fold=0).astimezone(UTC).astimezone(zone).replace(tzinfo=None, fold=0)
