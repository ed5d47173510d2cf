"""Who may enter an event (`docs/regulations.md` 7): the conditions as data, and what of them a person meets.

Nothing here decides for an organiser: each condition comes out as met, not met or not known, and all of them are told,
so that a refused person knows why.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from datetime import date
from enum import StrEnum
from typing import Any, Final

from .continents import CONTINENT_OF, CONTINENTS
from .errors import SettingsError

OLDEST: Final = 120
HIGHEST_RATING: Final = 5000


class Condition(StrEnum):
    """What may be asked of somebody who enters."""

    UNDER_AGE = "under_age"
    FROM_AGE = "from_age"
    COUNTRY = "country"
    RATING_FROM = "rating_from"
    RATING_TO = "rating_to"
    TITLE = "title"
    INVITED = "invited"


class Met(StrEnum):
    YES = "yes"
    NO = "no"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Conditions:
    """Who may enter. What is None or empty is not asked for.

    `under_age` is not yet reached, and `from_age` is reached, on `age_on` or else the first day of the event (7.1).
    Entrants play for one of the `countries`, or for any country of the `continents` (7.2). Ratings are those on
    `rated_on` or else of the day of entering; who has none is below every limit. One of the `titles` is held.

    Raises `SettingsError` naming the field.
    """

    under_age: int | None = None
    from_age: int | None = None
    age_on: date | None = None
    countries: tuple[str, ...] = ()
    continents: tuple[str, ...] = ()
    rating_from: int | None = None
    rating_to: int | None = None
    rated_on: date | None = None
    titles: tuple[str, ...] = ()
    invited_only: bool = False

    def __post_init__(self) -> None:
        for name, most in (("under_age", OLDEST), ("from_age", OLDEST), ("rating_from", HIGHEST_RATING),
                           ("rating_to", HIGHEST_RATING)):  # fmt: skip
            value = getattr(self, name)
            if value is not None and (isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= most):
                raise SettingsError("out_of_range", f"{name} lies between 1 and {most}.", field=name, low=1, high=most)
        if self.under_age is not None and self.from_age is not None and self.from_age >= self.under_age:
            raise SettingsError("nobody_fits", "No age fits both limits.", field="from_age")
        if self.rating_from is not None and self.rating_to is not None and self.rating_from > self.rating_to:
            raise SettingsError("nobody_fits", "No rating fits both limits.", field="rating_to")
        unknown = [code for code in self.continents if code not in CONTINENTS]
        if unknown:
            raise SettingsError("unknown_choice", "There is no such continent.", field="continents", known=CONTINENTS)
        if any(not (isinstance(code, str) and len(code) == 2 and code.isupper()) for code in self.countries):
            raise SettingsError("unknown_choice", "Countries are codes of two letters.", field="countries")

    @property
    def asks_age(self) -> bool:
        return self.under_age is not None or self.from_age is not None

    @property
    def asks_rating(self) -> bool:
        return self.rating_from is not None or self.rating_to is not None

    def as_json(self) -> dict[str, Any]:
        """What is asked for, as plain values, from which `from_json` makes equal conditions."""
        found: dict[str, Any] = {}
        for name, value in asdict(self).items():
            if value in (None, (), False):
                continue
            found[name] = (
                value.isoformat() if isinstance(value, date) else list(value) if isinstance(value, tuple) else value
            )
        return found

    @classmethod
    def from_json(cls, values: Mapping[str, Any]) -> "Conditions":
        """Raises `SettingsError` for what is none."""
        unknown = set(values) - {field.name for field in fields(cls)}
        if unknown:
            raise SettingsError("unknown_setting", "There is no such condition.", field=min(unknown))
        try:
            return cls(**{name: _value(name, value) for name, value in values.items()})
        except (TypeError, ValueError) as error:
            if isinstance(error, SettingsError):
                raise
            raise SettingsError("bad_type", "A condition has a value of another kind.", field="conditions") from error


def _value(name: str, value: Any) -> Any:
    if name in ("age_on", "rated_on"):
        return None if value is None else date.fromisoformat(value)
    if name in ("countries", "continents", "titles"):
        if not isinstance(value, list | tuple) or any(not isinstance(inner, str) for inner in value):
            raise SettingsError("bad_type", "A list of words is needed.", field=name)
        return tuple(value)
    if name == "invited_only" and not isinstance(value, bool):
        raise SettingsError("bad_type", "Yes or no is needed.", field=name)
    return value


@dataclass(frozen=True, slots=True)
class Person:
    """What is known of somebody who would enter. `age_seen`: an organiser saw that the age fits (7.3)."""

    country: str = ""
    born: date | None = None
    age_seen: bool = False
    rating: float | None = None
    titles: Sequence[str] = ()
    invited: bool = False


@dataclass(frozen=True, slots=True)
class Answer:
    """A condition and whether it is met; `wanted` is its limit, `on` the day it is about."""

    condition: Condition
    met: Met
    wanted: int | tuple[str, ...] | None = None
    on: date | None = None
    continents: tuple[str, ...] = ()


def check(conditions: Conditions, person: Person, *, first_day: date, today: date) -> tuple[Answer, ...]:
    """Every condition of an event with whether a person meets it, always in the same order."""
    found: list[Answer] = []
    age_on, rated_on = conditions.age_on or first_day, conditions.rated_on or today
    age = None if person.born is None else age_at(person.born, age_on)
    if conditions.under_age is not None:
        young = None if age is None else age < conditions.under_age
        found.append(Answer(Condition.UNDER_AGE, _age(young, person), conditions.under_age, age_on))
    if conditions.from_age is not None:
        old = None if age is None else age >= conditions.from_age
        found.append(Answer(Condition.FROM_AGE, _age(old, person), conditions.from_age, age_on))
    if conditions.countries or conditions.continents:
        fits = person.country in conditions.countries or CONTINENT_OF.get(person.country) in conditions.continents
        state = _met(fits if person.country else None)
        found.append(Answer(Condition.COUNTRY, state, conditions.countries, continents=conditions.continents))
    if conditions.rating_from is not None:
        high = person.rating is not None and person.rating >= conditions.rating_from
        found.append(Answer(Condition.RATING_FROM, _met(high), conditions.rating_from, rated_on))
    if conditions.rating_to is not None:
        low = person.rating is None or person.rating <= conditions.rating_to
        found.append(Answer(Condition.RATING_TO, _met(low), conditions.rating_to, rated_on))
    if conditions.titles:
        found.append(
            Answer(Condition.TITLE, _met(bool(set(person.titles) & set(conditions.titles))), conditions.titles)
        )
    if conditions.invited_only:
        found.append(Answer(Condition.INVITED, _met(person.invited)))
    return tuple(found)


def age_at(born: date, on: date) -> int:
    """Full years on a day. Who was born on 29 February is a year older on 1 March of other years."""
    return on.year - born.year - ((on.month, on.day) < (born.month, born.day))


def _age(fits: bool | None, person: Person) -> Met:
    return Met.YES if fits is None and person.age_seen else _met(fits)


def _met(fits: bool | None) -> Met:
    return Met.UNKNOWN if fits is None else Met.YES if fits else Met.NO
