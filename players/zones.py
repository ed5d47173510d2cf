"""Time zones by their names in the zone database. Pure."""

import importlib.resources
import zoneinfo
from functools import cache


@cache
def all_zones() -> frozenset[str]:
    """Every name that is accepted, old names of zones included (browsers still send some)."""
    return frozenset(zoneinfo.available_timezones() - {"localtime", "Factory"})


def is_zone(name: str) -> bool:
    return name in all_zones()


@cache
def offered_zones() -> tuple[tuple[str, tuple[str, ...]], ...]:
    """The zones to choose from, by region: one name a place, as in the table by country of the zone database."""
    table = importlib.resources.files("tzdata.zoneinfo").joinpath("zone.tab").read_text(encoding="utf-8")
    names = {line.split("\t")[2] for line in table.splitlines() if line and not line.startswith("#")}
    regions: dict[str, list[str]] = {}
    for name in sorted(names & all_zones()):
        regions.setdefault(name.partition("/")[0], []).append(name)
    return tuple((region, tuple(zones)) for region, zones in sorted(regions.items()))
