"""Which event a row of historic results is about: one that is stored, or one to be made with its editions."""

from collections.abc import Iterable
from typing import Any, NamedTuple

from players.names import name_key
from tournaments.historic.values import EditionName, EventName, Podium, Row
from tournaments.models import Edition, HistoricEvent, Medium, Series
from tournaments.services.history_values import Target


class Found(NamedTuple):
    """The event of a row with the series that the row names; `doubt` tells why there may be none, or another."""

    target: Target | None
    series: tuple[Series, ...]
    doubt: str


class Finder:
    """Finds series by code or name, and the event of an edition, stored or named by an earlier row."""

    def __init__(self, rows: Iterable[Row]) -> None:
        self._series = list(Series.objects.order_by("pk"))
        parts = [self._named(row, part) for row in rows for part in row.event.editions]
        named = {series.pk for series in parts if series is not None}
        self._targets: dict[tuple[Any, ...], Target] = {}
        self._live: set[tuple[Any, ...]] = set()
        by_event: dict[int, Target] = {}
        for edition in Edition.objects.filter(series__in=named).select_related("historic", "series").order_by("pk"):
            if edition.historic is None:
                self._live |= set(_keys(edition.series_id, edition.number, edition.year, ""))
                continue
            event = edition.historic
            target = by_event.setdefault(event.pk, Target(event, event.name, event.year, event.dates))
            target.editions[edition.series_id] = edition
            target.series[edition.series_id] = edition.series
            for key in _keys(edition.series_id, edition.number, edition.year, event.dates):
                self._targets.setdefault(key, target)
        alone = {_alone_name(row.event) for row in rows}
        for event in HistoricEvent.objects.filter(name__in=alone).order_by("pk"):
            known = by_event.get(event.pk) or Target(event, event.name, event.year, event.dates)
            self._targets.setdefault((None, name_key(event.name), event.year), known)

    def _named(self, row: Row, part: EditionName) -> Series | None:
        wanted = name_key(part.series)
        for series in self._series:
            if wanted in (series.slug, name_key(series.name)):
                return series
        if not (isinstance(row, Podium) and row.place_held):
            return None
        # "World 2" and "Hungarian 6" of a list of table opens
        opens = [s for s in self._series if s.medium == Medium.TABLE and name_key(s.name).startswith(f"{wanted} ")]
        return opens[0] if len(opens) == 1 else None

    def find(self, row: Row) -> Found:
        """The event of a row, with why there is a doubt: `unknown_series`, `edition_is_event`, `editions_differ`."""
        event = row.event
        known: list[tuple[Series, EditionName]] = []
        doubt = ""
        for part in event.editions:
            series = self._named(row, part)
            if series is not None:
                known.append((series, part))
            else:
                doubt = "unknown_series"
        keys = [key for series, part in known for key in _keys(series.pk, part.number, event.year, event.dates)]
        if any(key in self._live for key in keys):
            return Found(None, (), "edition_is_event")
        # the number is the better name of an edition than the year
        firsts = [self._first(series, part, event) for series, part in known]
        found = list({id(target): target for target in firsts if target is not None}.values())
        if len(found) > 1:
            return Found(None, (), "editions_differ")
        target = found[0] if found else self._alone(event) if not known else None
        if target is None:
            name = " / ".join(dict.fromkeys(series.name for series, _part in known)) or event.text
            target = Target(None, _titled(name, event), event.year, event.dates)
        if event.year is not None and target.year is not None and target.year != event.year:
            return Found(None, (), "editions_differ")
        for one, part in known:
            edition = target.editions.get(one.pk)
            if edition is not None and part.number is not None and edition.number not in (None, part.number):
                return Found(None, (), "editions_differ")
            if edition is None:
                target.joins.setdefault(one.pk, part.number)
                target.series[one.pk] = one
            for key in _keys(one.pk, part.number, event.year, event.dates):
                self._targets.setdefault(key, target)
        if not known:
            self._targets.setdefault((None, name_key(_alone_name(event)), event.year), target)
        return Found(target, tuple({series.pk: series for series, _part in known}.values()), doubt)

    def _first(self, series: Series, part: EditionName, event: EventName) -> Target | None:
        keys = _keys(series.pk, part.number, event.year, event.dates)
        return next((self._targets[key] for key in keys if key in self._targets), None)

    def _alone(self, event: EventName) -> Target | None:
        return self._targets.get((None, name_key(_alone_name(event)), event.year))


def _keys(series: int, number: int | None, year: int | None, dates: str) -> list[tuple[Any, ...]]:
    """By what an edition is known: its number first, then its year; by the words of its dates only without both."""
    keys: list[tuple[Any, ...]] = []
    if number is not None:
        keys.append((series, "number", number))
    if year is not None:
        keys.append((series, "year", year))
    return keys or [(series, "dates", dates)]


def _alone_name(event: EventName) -> str:
    """What an event of no series is called."""
    return _titled(event.text, event)


def _titled(name: str, event: EventName) -> str:
    when = str(event.year) if event.year is not None else event.dates
    return (name if not when or when in name else f"{name} {when}")[:200]
