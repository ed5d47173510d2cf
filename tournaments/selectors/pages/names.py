"""Names in the forms that narrow columns need, and country codes of three letters."""

import re
from functools import lru_cache

from django_countries import countries

from tournaments.models.entry import PAIR_JOINT

_INITIAL = re.compile(r"\s\w\.$")


def split_name(name: str) -> tuple[str, str]:
    """Given name and surname as far as a single text tells: the first word, and the rest. One word is a surname.

    Where no more than the initial of the surname is public, the given name is what tells people apart: "Anna K." is not
    taken apart.
    """
    if _INITIAL.search(name):
        return "", name.strip()
    given, _, rest = name.strip().partition(" ")
    return (given, rest.strip()) if rest.strip() else ("", given)


def short_name(name: str) -> str:
    """The surname alone, for "Svoboda or Halbach"; of a pair both, "Virtanen / Berg"."""
    return PAIR_JOINT.join(split_name(one)[1] for one in name.split(PAIR_JOINT))


@lru_cache(maxsize=512)
def country_code(code: str) -> str:
    """FIN for FI; empty when no country is given."""
    return countries.alpha3(code) if code else ""


@lru_cache(maxsize=512)
def initial(given: str) -> str:
    """The given name as its first letter with a point."""
    return f"{given[0]}." if given else ""
