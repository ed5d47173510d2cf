"""What country a text means."""

from functools import lru_cache

from django_countries import countries
from django_countries.ioc_data import IOC_TO_ISO

LANGUAGES = ("en", "fr", "ru")


@lru_cache(maxsize=1024)
def country_code(text: str) -> str:
    """The two letters of ISO 3166 for a code of two or three letters, one of sport (GER, NED), or a name in English,
    French or Russian.

    Empty for what is none. Kept, as a name is compared with all names of all countries, which a long list cannot
    afford line by line.
    """
    wanted = text.strip()
    code = wanted.upper()
    found = countries.alpha2(code) or IOC_TO_ISO.get(code)
    return str(found or next(filter(None, (countries.by_name(wanted, language=name) for name in LANGUAGES)), ""))
