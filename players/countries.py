"""What country a text means."""

from functools import lru_cache

from django_countries import countries
from django_countries.ioc_data import IOC_TO_ISO


@lru_cache(maxsize=1024)
def country_code(text: str) -> str:
    """The two letters of ISO 3166 for a code of two or three letters, one of sport (GER, NED) or an English name.

    Empty for what is none. Kept, as a name is compared with all names of all countries, which a long list cannot
    afford line by line.
    """
    wanted = text.strip()
    code = wanted.upper()
    return str(countries.alpha2(code) or IOC_TO_ISO.get(code) or countries.by_name(wanted) or "")
