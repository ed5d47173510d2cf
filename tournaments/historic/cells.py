"""Reading single cells: each mistake is noted with its row and column, and reading goes on."""

import re
from collections.abc import Mapping, Sequence
from typing import Final

from tournaments.historic.values import EditionName, EventName, Fault, Named

_NUMBERED: Final = re.compile(r"(?P<series>.+?)(?:\s+(?P<number>[0-9]{1,3})|\s*\([^)]*\))?")
_POINTS: Final = re.compile(r"[0-9]{1,4}(?:[.,][0-9])?")
_HALVES: Final = re.compile(r"[0-9]{1,3}(?:[.,]5)?")
_WITH_COUNTRY: Final = re.compile(r"(?P<name>.*\S)\s+(?P<country>[A-Z]{3})")
FIRST_YEAR: Final = 1900
LAST_YEAR: Final = 2199
LONGEST: Final = {"name": 80, "short": 40, "place": 120, "text": 1000}


class Cells:
    """The cells of one row, asked for by any of the names their column may have."""

    def __init__(self, row: int, cells: Mapping[str, str], faults: list[Fault]) -> None:
        self.row = row
        self._cells = cells
        self._faults = faults
        self._asked: set[str] = set()

    def column(self, *names: str) -> str:
        """Which of these columns the list has; the first name where it has none."""
        return next((name for name in names if name in self._cells), names[0])

    def text(self, *names: str, size: str = "text") -> str:
        """The cell, empty if there is none. Notes `too_long`."""
        self._asked.update(names)
        column = self.column(*names)
        found = self._cells.get(column, "")
        if len(found) > LONGEST[size]:
            self.fault(column, "too_long", most=LONGEST[size])
            return found[: LONGEST[size]]
        return found

    def number(self, *names: str, most: int = 32000) -> int | None:
        """A whole number from 0 on. Notes `bad_number`."""
        text = self.text(*names)
        if not text:
            return None
        if text.isascii() and text.isdecimal() and len(text) < 8 and int(text) <= most:
            return int(text)
        self.fault(self.column(*names), "bad_number", text=text[:40])
        return None

    def points(self, *names: str) -> str:
        """Tournament points as published, with a dot. Notes `bad_points`."""
        return self._matching(_POINTS, "bad_points", names)

    def halves(self, *names: str) -> str:
        """Games won, a draw counting one half. Notes `bad_halves`."""
        return self._matching(_HALVES, "bad_halves", names)

    def _matching(self, pattern: re.Pattern[str], code: str, names: Sequence[str]) -> str:
        text = self.text(*names)
        if not text or pattern.fullmatch(text):
            return text.replace(",", ".")
        self.fault(self.column(*names), code, text=text[:40])
        return ""

    def named(self, names: Sequence[str], country: Sequence[str]) -> Named | None:
        """Who is meant: the name and its country's column, or a name that ends with a code such as "P090 SWE"."""
        name = self.text(*names, size="name")
        given = self.text(*country, size="place") if country else ""
        if not name:
            return None
        found = _WITH_COUNTRY.fullmatch(name)
        if found is not None and not given and not any(column in self._cells for column in country):
            return Named(found["name"], found["country"])
        return Named(name, given)

    def event(self, *, default: str, year: int | None) -> EventName | None:
        """Which event, from its columns or the importer's word. Notes `no_event`, `bad_year`."""
        text = self.text("event", "series", size="place") or default
        number = self.number("number", "edition", most=999)
        when = self.text("year", size="place")
        if not text:
            self.fault(self.column("event", "series"), "no_event")
            return None
        if when and not (when.isdecimal() and when.isascii()):
            if not re.search(r"[0-9]{4}", when):
                self.fault("year", "bad_year", text=when[:40])
                return None
            return event_name(text, number=number, year=None, dates=when)
        found = int(when) if when and len(when) < 5 else 0 if when else year
        if found is not None and not FIRST_YEAR <= found <= LAST_YEAR:
            self.fault("year", "bad_year", text=(when or str(year))[:40])
            return None
        return event_name(text, number=number, year=found)

    def rest(self) -> tuple[tuple[str, str], ...]:
        """What nobody asked for, with the names of its columns."""
        left = ((name, text) for name, text in self._cells.items() if name and text and name not in self._asked)
        return tuple((name, text[: LONGEST["text"]]) for name, text in left)

    def fault(self, column: str, code: str, **params: str | int) -> None:
        self._faults.append(Fault(self.row, column, code, params))


def event_name(text: str, *, number: int | None = None, year: int | None = None, dates: str = "") -> EventName:
    """An event as written: "WTC", "World 2 / Hungarian 6", "World (number unknown)"."""
    parts = [part.strip() for part in text.split("/") if part.strip()]
    editions = []
    for part in parts:
        found = _NUMBERED.fullmatch(part)
        assert found is not None, "any text fits"
        editions.append(EditionName(found["series"], int(found["number"]) if found["number"] else None))
    if number is not None and len(editions) == 1 and editions[0].number is None:
        editions = [EditionName(editions[0].series, number)]
    return EventName(text, tuple(editions), year, dates)
