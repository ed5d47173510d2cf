"""The stages before a default (3.3)."""

from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from tournaments.formats.warnings import Stage, Times, due_stage, missing_stages

DEADLINE = datetime(2026, 5, 10, 20, tzinfo=UTC)
TIMES = Times(72, 24, 2, 48)


def run(since: float, until: float, step: float = 1.0) -> list[tuple[float, str]]:
    """What is sent when the sweep runs from and until so many hours after the deadline."""
    sent: dict[Stage, datetime] = {}
    found, hour = [], since
    while hour <= until:
        now = DEADLINE + timedelta(hours=hour)
        stage = due_stage(TIMES, DEADLINE, sent, now)
        if stage is not None:
            assert stage not in sent
            sent[stage] = now
            found.append((hour, stage.value))
        hour += step
    return found


def test_in_their_time():
    assert run(-100, 100) == [(-72, "reminder"), (-24, "final_reminder"), (2, "warning"), (48, "final_warning")]


def test_late_deadlines_and_pauses():
    # the deadline was set late: one reminder is enough, and it leaves as much time as the final one would
    assert run(-10, 100) == [(-10, "final_reminder"), (16, "warning"), (62, "final_warning")]
    assert run(5, 200) == [(5, "final_reminder"), (31, "warning"), (77, "final_warning")]
    # a sweep a day
    assert run(-80, 200, 24) == [(-56, "reminder"), (-8, "final_reminder"), (40, "warning"), (88, "final_warning")]


def test_what_is_missing():
    assert missing_stages({}) == (Stage.REMINDER, Stage.WARNING, Stage.FINAL_WARNING)
    assert missing_stages({Stage.FINAL_REMINDER: DEADLINE, Stage.WARNING: DEADLINE}) == (Stage.FINAL_WARNING,)
    assert missing_stages(dict.fromkeys((Stage.REMINDER, Stage.WARNING, Stage.FINAL_WARNING), DEADLINE)) == ()


@given(st.floats(-200, 200), st.floats(0.1, 60))
def test_in_order_and_with_time_between(since, step):
    found = run(since, since + 500, step)
    order = [stage.value for stage in Stage]
    assert [order.index(stage) for _hour, stage in found] == sorted(order.index(stage) for _hour, stage in found)
    at = {stage: hour for hour, stage in found}
    if "final_warning" in at:
        assert at["final_warning"] - at["warning"] >= 46 - 1e-6
        assert at["warning"] - max(at.get("reminder", -999), at.get("final_reminder", -999)) >= 26 - 1e-6
