"""The demo's past: which events there were in earlier years, who came, and how strong each was then.

All of it is invented and follows from the day the demo is loaded and from names: the same people win every time.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import count, islice
from random import Random

from tantrix_site.demo.logins import ONE, TWO
from tantrix_site.demo.people import Person, everybody
from tournaments.formats.progression import Progression
from tournaments.services import StagePlan

# the last event of the past closed so long ago; then come the events of the demo that are over
DAYS_AGO = 75
INVENTED = "Invented results of an earlier year, so that ratings have a past."
# they have not played for years
RETIRED = (
    Person("Tilda Sechskant-Weg", "DE"), Person("Archibald Hexworthy", "GB"), Person("Solange Dutrottoir", "FR"),
    Person("Cees Vloertegel", "NL"), Person("Clive Gumloop", "AU"), Person("Ferenc Hatlap", "HU"),
)  # fmt: skip
_ALWAYS_THERE, _JOINING = 24, 8


@dataclass(frozen=True)
class Season:
    """An event that is held every year from one day on; `games` are a match's, the last figure is the final's."""

    name: str
    month: int
    day: int
    days: int
    place: str
    zone: str
    entrants: int
    games: tuple[int, ...]
    stages: tuple[StagePlan, ...] = ()
    lead: int = 0
    extra: int = 0
    # afterwards all ratings are moved to the level
    levels: bool = False


ROUND_ROBIN = Season(
    "Demo Round Robin", 6, 6, 2, "Wellington", "Pacific/Auckland", 6, (3,),
    stages=(StagePlan("groups", settings={"groups": 1, "games": 3}),),
)  # fmt: skip
WORLD_CUP = Season("Demo World Cup", 11, 8, 21, "online", "UTC", 32, (3, 3, 4, 5, 6), levels=True)
SEASONS = (
    Season("Demo Spring Open", 4, 12, 2, "Budapest", "Europe/Budapest", 16, (4,), lead=50, extra=2),
    ROUND_ROBIN,
    Season(
        "Demo Weekend Swiss", 8, 22, 2, "Utrecht", "Europe/Amsterdam", 12, (2,),
        stages=(StagePlan("swiss", settings={"rounds": 5, "games": 2}),),
    ),
    Season(
        "Demo Autumn Trophy", 9, 19, 2, "online", "UTC", 8, (2, 4),
        stages=(
            StagePlan("groups", "Groups", {"groups": 2, "games": 2}),
            StagePlan("knockout", "Finals", rule=Progression(first=2), crossing=True),
        ),
    ),
    WORLD_CUP,
)  # fmt: skip


@dataclass(frozen=True)
class PastEvent:
    """A season of a year."""

    season: Season
    starts_on: date

    @property
    def name(self) -> str:
        return f"{self.season.name} {self.starts_on.year}"

    @property
    def ends_on(self) -> date:
        return self.starts_on + timedelta(days=self.season.days - 1)


def past_events(today: date, events: int) -> list[PastEvent]:
    """The last so many that were over `DAYS_AGO`, oldest first."""
    latest = today - timedelta(days=DAYS_AGO)
    return list(reversed(list(islice((past for past in _backwards(today) if past.ends_on < latest), events))))


def _backwards(today: date) -> Iterator[PastEvent]:
    for year in count(today.year, -1):
        for season in reversed(SEASONS):
            yield PastEvent(season, date(year, season.month, season.day))


def who_came(past: PastEvent, today: date, most: int) -> list[Person]:
    """The entrants, `most` of them at most."""
    years_ago = today.year - past.starts_on.year
    people = everybody(150)
    known = people[:_ALWAYS_THERE] + (list(RETIRED) if years_ago >= 3 else [])
    # every year some are there for the first time
    known += people[_ALWAYS_THERE : _ALWAYS_THERE + _JOINING * max(0, 4 - years_ago)]
    known += [person for person in people if person.name in (ONE.name, TWO.name) and person not in known]
    lot = Random(f"tantrix demo {past.name}")  # noqa: S311
    # the newcomer's account has a past to look at
    surely = [person for person in known if person.name == ONE.name and past.season.entrants >= 12]
    others = [person for person in known if person not in surely]
    return [*surely, *lot.sample(others, min(most, past.season.entrants) - len(surely))]


def strengths(years_ago: int) -> dict[str, float]:
    """Latent places by strength, 1 the best, by name: those of today and all the ups and downs since that year."""
    places = {person.name: place for place, person in enumerate(everybody(150), start=1)}
    places |= {person.name: 7 * place for place, person in enumerate(RETIRED, start=1)}
    return {name: place + _gone_up(name, years_ago) for name, place in places.items()}


def _gone_up(name: str, years: int) -> float:
    """How many places somebody has won in so many years; most have become better, some much, some not at all."""
    lot = Random(f"tantrix demo career of {name}")  # noqa: S311
    return sum(lot.gauss(4, 9) for _year in range(years))
