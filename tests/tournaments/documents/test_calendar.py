"""Calendar files: what somebody wrote stays text."""

from icalendar import Calendar

from tests.tournaments.scene import NOW
from tournaments.documents.calendar import Appointment, calendar_file

EVIL = "Cup; a, b\r\nBEGIN:VEVENT\nx"
ESCAPED = "Cup\\; a\\, b\\nBEGIN:VEVENT\\nx"


def test_texts_begin_nothing() -> None:
    row = Appointment("1@x", 0, NOW, NOW, EVIL, EVIL, "https://example.org/", NOW)
    file = calendar_file(EVIL, [row])
    lines = file.decode().split("\r\n")
    assert {f"{name}:{ESCAPED}" for name in ("NAME", "X-WR-CALNAME", "SUMMARY", "DESCRIPTION")} < set(lines)
    (event,) = Calendar.from_ical(file).walk("VEVENT")
    assert event["summary"] == EVIL.replace("\r\n", "\n")
