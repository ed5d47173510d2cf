"""The list of known series with their first years, as `data/events_first_years.csv` has it."""

import csv
import re
from dataclasses import dataclass
from io import StringIO
from typing import Final

# by the first words of a series' name: whom it is for, as a country (ISO 3166) or as continents
_COUNTRIES: Final = {
    "New Zealand": "NZ", "Australian": "AU", "Hungarian": "HU", "Swedish": "SE", "French": "FR", "Dutch": "NL",
    "German": "DE", "Spanish": "ES", "Polish": "PL", "Norwegian": "NO", "Czech": "CZ", "British": "GB", "Israel": "IL",
}  # fmt: skip
_CONTINENTS: Final = {"European": ("EU",), "Pan-American": ("AM",), "African and Asian": ("AF", "AS")}


@dataclass(frozen=True, slots=True)
class FirstYear:
    """A series as the list tells it, in the words of `tournaments.models.series`."""

    code: str
    name: str
    kind: str
    scope: str
    discipline: str
    medium: str
    first_year: int
    team_size: int | None = None
    under_age: int | None = None
    country: str = ""
    continents: tuple[str, ...] = ()
    note: str = ""


def read_first_years(text: str) -> list[FirstYear]:
    """Every line of the list. Raises ValueError naming the line that cannot be read."""
    found = []
    for number, row in enumerate(csv.DictReader(StringIO(text)), start=2):
        try:
            found.append(_first_year({name: text or "" for name, text in row.items()}))
        except (KeyError, ValueError) as error:
            raise ValueError(f"Line {number} of the list of series cannot be read: {error}") from error
    return found


def _first_year(row: dict[str, str]) -> FirstYear:
    name, words = row["name"].strip(), row["kind"].strip()
    country = next((code for start, code in _COUNTRIES.items() if name.startswith(start)), "")
    continents = next((codes for start, codes in _CONTINENTS.items() if name.startswith(start)), ())
    if not (country or continents or name.startswith("World ")):
        raise ValueError(f"for whom is “{name}”?")
    if row["medium"] not in ("online", "table"):
        raise ValueError(f"medium “{row['medium']}”")
    team = re.search(r"team of ([0-9]+)", words)
    under = re.search(r"under ([0-9]+)", words)
    return FirstYear(
        code=row["code"].strip(),
        name=name,
        kind="open" if words == "open" else "masters" if "masters" in words else "championship",
        scope="national" if country else "continental" if continents else "world",
        discipline="team" if team else "pairs" if words == "pairs" else "individual",
        medium=row["medium"],
        first_year=int(row["first_year"]),
        team_size=int(team[1]) if team else None,
        under_age=int(under[1]) if under else None,
        country=country,
        continents=continents,
        note=row.get("note", "").strip(),
    )
