"""Series for readers: the list by scope, one series with its editions and records, an edition's neighbours."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.contrib.auth.models import AnonymousUser
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from players.models import User
from tournaments.models import Continent, Edition, Event, HistoricEvent, Series, SeriesKind, SeriesScope
from tournaments.selectors.editions import (
    EditionRow,
    edition_rows,
    editions_visible_to,
    neighbours,
    sorted_editions,
)
from tournaments.selectors.records import Records, records_of


@dataclass(frozen=True, slots=True)
class SeriesRow:
    """A series of the list, with its latest known champion."""

    series: Series
    editions: int
    last: EditionRow | None


@dataclass(frozen=True, slots=True)
class SeriesGroup:
    """Series of one scope under a heading."""

    title: str
    rows: tuple[SeriesRow, ...]


@dataclass(frozen=True)
class SeriesPage:
    """All of a series' page that is the same for everybody who may see the same editions."""

    series: Series
    rows: tuple[EditionRow, ...]
    records: Records
    eligibility: str
    discipline: str


@dataclass(frozen=True, slots=True)
class EditionNote:
    """That an event is an edition of a series, with the editions before and after it."""

    edition: Edition
    before: Edition | None
    after: Edition | None


def series_groups(user: User | AnonymousUser) -> tuple[SeriesGroup, ...]:
    """World championships, those of continents and of countries, then opens over the board. Nine queries at most."""
    by_series: dict[int, list[EditionRow]] = {}
    for row in edition_rows(sorted_editions(editions_visible_to(user))):
        by_series.setdefault(row.edition.series_id, []).append(row)
    listed = [
        SeriesRow(series, len(rows := by_series.get(series.pk, [])), next((row for row in rows if row.champions), None))
        for series in Series.objects.all()
    ]
    listed.sort(key=lambda row: (row.series.scope != SeriesScope.WORLD, row.series.first_year or 9999, row.series.name))
    titles = {
        "world": _("World championships"),
        "continental": _("Continental championships"),
        "national": _("National championships"),
        "open": _("Opens"),
    }
    groups = (SeriesGroup(title, tuple(r for r in listed if _group(r.series) == key)) for key, title in titles.items())
    return tuple(group for group in groups if group.rows)


def _group(series: Series) -> str:
    return "open" if series.kind == SeriesKind.OPEN else str(series.scope)


def load_series(series: Series, user: User | AnonymousUser) -> SeriesPage:
    """A series with its editions, the latest first. As many queries for any number of editions."""
    rows = tuple(edition_rows(sorted_editions(editions_visible_to(user).filter(series=series))))
    return SeriesPage(series, rows, records_of(rows), eligibility_text(series), discipline_text(series))


def eligibility_text(series: Series) -> str:
    """Who may enter, in a sentence (`docs/regulations.md` 7)."""
    parts = []
    if series.kind == SeriesKind.OPEN:
        parts.append(_("Open to everybody."))
    elif series.country:
        parts.append(
            _("For those who live in this country or come from it: {country}.").format(country=series.country.name)
        )
    elif series.continents:
        names = ", ".join(str(Continent(code).label) for code in series.continents)
        parts.append(_("For players of: {continents}.").format(continents=names))
    else:
        parts.append(_("Open to players of all countries."))
    if series.under_age:
        parts.append(_("Younger than {n} on the first day.").format(n=series.under_age))
    return " ".join(parts)


def discipline_text(series: Series) -> str:
    """Who plays as one side, and where."""
    side = str(series.get_discipline_display())
    if series.team_size:
        side = _("teams of {n}").format(n=series.team_size)
    return f"{side}, {series.get_medium_display()}"


def edition_title(edition: Edition) -> str:
    """ "No. 2, 2010"; what is known of it."""
    year = str(edition.year) if edition.year is not None else edition.historic.dates if edition.historic else ""
    if edition.number is None:
        return year or pgettext("of an edition", "year unknown")
    number = _("no. {n}").format(n=edition.number)
    return f"{number}, {year}" if year else number


def edition_url(edition: Edition) -> str:
    """The page of the event."""
    if edition.event is not None:
        return reverse("events:detail", args=[edition.event.slug])
    assert edition.historic is not None
    return reverse("series:historic", args=[edition.historic.slug])


def edition_notes(thing: Event | HistoricEvent, user: User | AnonymousUser) -> tuple[EditionNote, ...]:
    """Of which series an event is an edition; a query, and one more for each series."""
    notes: Iterable[Edition] = thing.editions.select_related("series", "event", "historic").order_by("pk")
    return tuple(EditionNote(edition, *neighbours(edition, user)) for edition in notes)
