"""The day in the hall: tables by hand, numbered and fixed; a typed row sent twice."""

import random

from tests.tournaments.guard.play import Play, some, some_figures
from tests.tournaments.guard.results import _next_game
from tournaments import services


def set_tables(play: Play, rng: random.Random) -> str | None:
    match = some(rng, play.matches("open"))
    if match is None:
        return None
    table = rng.choice([None, 1, 2, 3, 7])
    services.set_hall_tables(**play.at(), tables={match.number: table})
    return f"M{match.number} at {table}"


def number_tables(play: Play, rng: random.Random) -> str | None:
    first = rng.choice([1, 1, 5])
    services.number_hall_tables(**play.at(), first=first)
    return f"from {first}"


def fix_a_table(play: Play, rng: random.Random) -> str | None:
    entry = some(rng, play.entries("accepted"))
    if entry is None:
        return None
    table = rng.choice([None, 1, 2, 9])
    services.set_fixed_table(**play.by, entry_id=entry.pk, table=table)
    return f"{entry.pk} at {table}"


def type_again(play: Play, rng: random.Random) -> str | None:
    match = some(rng, play.matches("open"))
    if match is None:
        return None
    row = {**play.by, "match_id": match.pk, "number": _next_game(match), "figures": some_figures(rng),
           "key": f"k{match.pk}-{match.version}", "expected_version": match.version}  # fmt: skip
    first, second = services.enter_row(**row), services.enter_row(**row)
    assert first.pk == second.pk
    return f"M{match.number}: {row['figures']}"
