"""Countries: who plays for them, what they won, what was held there."""

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from django.contrib.auth.models import AnonymousUser
from django.db.models import Count, F, Q, QuerySet
from django.db.models.functions import Coalesce, TruncDate
from django.utils.translation import gettext as _
from django_countries import countries

from players.countries import country_code
from players.models import Player, User
from ratings.selectors.lists import ListRow, rating_list
from tantrix_site.errors import NotFound
from tournaments.models import Event, HistoricAccount, HistoricEvent, Series, SeriesKind
from tournaments.selectors.career import day_of
from tournaments.selectors.editions import (
    MEDALS,
    EditionRow,
    Medallist,
    edition_rows,
    editions_visible_to,
    sorted_editions,
)
from tournaments.selectors.visibility import listed_events


@dataclass(frozen=True, slots=True)
class CountryRow:
    """A country of the list. `medals` are those of championships and opens that are not the country's own affair."""

    code: str
    players: int
    listed: int
    best: ListRow | None
    medals: tuple[int, int, int]

    @property
    def name(self) -> str:
        return str(countries.name(self.code))


@dataclass(frozen=True, slots=True)
class CountryMedal:
    """A medal of somebody who played for the country."""

    row: EditionRow
    medallist: Medallist


@dataclass(frozen=True, slots=True)
class HeldEvent:
    """An event that was held in a country, as its place says. One of the two is set."""

    event: Event | None
    historic: HistoricEvent | None
    place: str
    day: date | None
    year: int | None


def find_country(text: str) -> str:
    """The two letters of a country by a code of two or three letters, ISO 3166 or sport's. Raises NotFound
    `country_not_found`."""
    code = country_code(text) if len(text) in (2, 3) else ""
    if not code:
        raise NotFound("country_not_found", _("There is no such country."))
    return code


def country_list(user: User | AnonymousUser, today: date) -> tuple[CountryRow, ...]:
    """All countries with a player or a medal, those with most players first; as many queries for any number."""
    players = dict(Player.objects.exclude(country="").order_by().values_list("country").annotate(n=Count("pk")))
    listed: defaultdict[str, list[ListRow]] = defaultdict(list)
    for row in rating_list(today).rows:
        listed[row.player.country.code or ""].append(row)
    medals = medals_by_country(user)
    rows = [
        CountryRow(code, players.get(code, 0), len(listed[code]), next(iter(listed[code]), None), count(medals[code]))
        for code in {*players, *medals} - {""}
    ]
    return tuple(sorted(rows, key=lambda row: (-row.players, row.name)))


def players_of_country(code: str) -> QuerySet[Player]:
    """By rating, those without one last and by name."""
    rated = F("rating__rating").desc(nulls_last=True)
    return Player.objects.filter(country=code).select_related("rating").order_by(rated, "name_key", "pk")


def medals_by_country(user: User | AnonymousUser) -> defaultdict[str, list[CountryMedal]]:
    """The medals of each country, the latest first. Championships that only one country may enter are left out."""
    own_affair = Q(series__kind=SeriesKind.CHAMPIONSHIP) & ~Q(series__country="")
    found: defaultdict[str, list[CountryMedal]] = defaultdict(list)
    for row in edition_rows(sorted_editions(editions_visible_to(user).exclude(own_affair))):
        for medallist in row.medals:
            if medallist.country:
                found[medallist.country].append(CountryMedal(row, medallist))
    return found


def count(medals: Sequence[CountryMedal]) -> tuple[int, int, int]:
    """How many first, second and third places."""
    first, second, third = (sum(medal.medallist.place == place for medal in medals) for place in MEDALS)
    return first, second, third


def series_of_country(code: str) -> QuerySet[Series]:
    """Its championships and opens, by name."""
    return Series.objects.filter(country=code).order_by("name")


def held_in(code: str, limit: int) -> tuple[HeldEvent, ...]:
    """The latest events whose place names the country; four queries."""
    places = [text for text in _places() if country_of_place(text) == code]
    events = listed_events().filter(place__in=places).defer("description")
    ended = Coalesce("ends_on", "starts_on", TruncDate("created_at"))
    found = [_held(event) for event in events.order_by(ended.desc(), "-pk")[:limit]]
    past: dict[int, HeldEvent] = {}
    for account in HistoricAccount.objects.filter(place__in=places, current=True).select_related("event"):
        past[account.event_id] = HeldEvent(None, account.event, account.place, None, account.event.year)
    listed = sorted([*found, *past.values()], key=lambda held: (held.year or 0, held.day or date.min), reverse=True)
    return tuple(listed[:limit])


def _held(event: Event) -> HeldEvent:
    day = day_of(event)
    return HeldEvent(event, None, event.place, day, day.year)


def country_of_place(place: str) -> str:
    """The country a place names at its end: "Budapest, Hungary" or "Budapest HUN"; empty where it names none."""
    last = place.rpartition(",")[2].strip()
    code = re.search(r"(?:^|[\s(])([A-Z]{3})\)?$", last)
    return country_code(last) or (country_code(code[1]) if code else "")


def _places() -> set[str]:
    events = listed_events().exclude(place="").order_by().values_list("place", flat=True).distinct()
    past = HistoricAccount.objects.filter(current=True).exclude(place="").order_by()
    return {*events, *past.values_list("place", flat=True).distinct()}
