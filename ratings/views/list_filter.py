"""Which rows of a rating list are asked for."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final

from django.http import QueryDict
from django.utils.dateparse import parse_date
from django_countries import countries

from players.selectors import search_players
from ratings.maths.dates import months_before
from ratings.models import HistoricRating, Title
from ratings.selectors import ListRow

ACTIVE_MONTHS: Final = (3, 6, 12)


@dataclass(frozen=True, slots=True)
class ListFilter:
    """What an address asks for; what cannot be is left out.

    `played` are the months within which the last rated event closed, 0 for any; `title` is one held today.
    """

    on: date
    country: str = ""
    title: str = ""
    played: int = 0
    query: str = ""

    @classmethod
    def of(cls, sent: QueryDict, today: date) -> "ListFilter":
        country, title, played = (sent.get(name, "").upper() for name in ("country", "title", "played"))
        return cls(
            on=_day(sent.get("date", ""), today),
            country=country if country in countries.countries else "",
            title=title if title in Title.values else "",
            played=int(played) if played in map(str, ACTIVE_MONTHS) else 0,
            query=sent.get("q", "").strip(),
        )

    def of_rows(self, rows: Sequence[ListRow]) -> list[ListRow]:
        """Those that fit, in the same order; one query where a name is looked for."""
        since = months_before(self.on, self.played) if self.played else date.min
        named = None if not self.query else set(search_players(self.query).values_list("pk", flat=True))
        return [
            row
            for row in rows
            if (not self.country or row.player.country.code == self.country)
            and (not self.title or self.title in row.player.titles.split())
            and row.last_played >= since
            and (named is None or row.player.pk in named)
        ]

    def of_published(self, rows: Sequence[HistoricRating]) -> list[HistoricRating]:
        """Those published elsewhere that fit; titles, activity and names are looked for among our own only."""
        if self.title or self.played or self.query:
            return []
        return [row for row in rows if not self.country or row.country.code == self.country]


def _day(text: str, today: date) -> date:
    """The day asked for; today for none, one that cannot be, or one to come."""
    try:
        found = parse_date(text)
    except ValueError:
        found = None
    return found if found is not None and found.year >= 1900 and found <= today else today
