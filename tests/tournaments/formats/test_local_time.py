"""Clock times when clocks are changed."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from hypothesis import given
from hypothesis import strategies as st

from tournaments.formats.local_time import gap_after, instants_of

BUDAPEST = ZoneInfo("Europe/Budapest")


def test_once_never_and_twice():
    assert instants_of(datetime(2026, 12, 3, 20), BUDAPEST) == (datetime(2026, 12, 3, 19, tzinfo=UTC),)
    spring = datetime(2027, 3, 28, 2, 30)
    assert instants_of(spring, BUDAPEST) == ()
    assert gap_after(spring, BUDAPEST) == datetime(2027, 3, 28, 3, 30)
    assert instants_of(datetime(2026, 10, 25, 2, 30), BUDAPEST) == (
        datetime(2026, 10, 25, 0, 30, tzinfo=UTC), datetime(2026, 10, 25, 1, 30, tzinfo=UTC),
    )  # fmt: skip
    # clocks of half an hour
    lord_howe = ZoneInfo("Australia/Lord_Howe")
    assert [len(instants_of(datetime(2027, 4, 4, 1, m), lord_howe)) for m in (15, 45)] == [1, 2]


@given(
    st.datetimes(datetime(2026, 1, 1), datetime(2028, 1, 1)).map(lambda at: at.replace(second=0, microsecond=0)),
    st.sampled_from(["UTC", "Europe/Budapest", "America/St_Johns", "Asia/Kolkata", "Australia/Lord_Howe"]),
)
def test_every_instant_is_found_from_its_clock_time(at, name):
    zone, instant = ZoneInfo(name), at.replace(tzinfo=UTC)
    clock = instant.astimezone(zone).replace(tzinfo=None, fold=0)
    found = instants_of(clock, zone)
    assert instant in found
    assert len(found) == 1 or found[1] - found[0] <= timedelta(hours=1)
