"""Reading the environment: every variable the site knows, with its default.

Odd values fail loudly at start, with the name of the variable; nothing falls back in silence.
"""

from datetime import date
from pathlib import Path

import environ
from django.core.exceptions import ImproperlyConfigured

ROOT = Path(__file__).resolve().parent.parent

DEVELOPMENT_KEY = "development-only-key-never-use-it-in-production-0123456789abcdef"

environment = environ.Env()


def text(name: str, default: str = "") -> str:
    return str(environment.str(name, default))


def flag(name: str, *, default: bool) -> bool:
    """A boolean; anything but 1/0, true/false, yes/no, on/off is refused."""
    raw = text(name)
    if not raw:
        return default
    if raw.lower() in {"1", "true", "yes", "on"}:
        return True
    if raw.lower() in {"0", "false", "no", "off"}:
        return False
    raise ImproperlyConfigured(f"{name} must be 1 or 0, not {raw!r}.")


def number(name: str, default: int, *, least: int = 0, most: int | None = None) -> int:
    raw = text(name)
    if not raw:
        return default
    try:
        value = int(raw)
    except ValueError:
        raise ImproperlyConfigured(f"{name} must be a whole number, not {raw!r}.") from None
    if value < least:
        raise ImproperlyConfigured(f"{name} must be at least {least}, not {value}.")
    if most is not None and value > most:
        raise ImproperlyConfigured(f"{name} must be at most {most}, not {value}.")
    return value


def caps(name: str, default: int) -> tuple[tuple[date, int], ...]:
    """A number that becomes another from a day on: "120" or "120,2027-01-01:100"; first days with numbers, in order."""
    found: list[tuple[date, int]] = []
    for part in words(name) or [str(default)]:
        day, _colon, value = part.rpartition(":")
        try:
            first, number_from = date.fromisoformat(day) if day else date.min, int(value)
        except ValueError:
            raise ImproperlyConfigured(f"{name} must be like 120 or 120,2027-01-01:100, not {part!r}.") from None
        if number_from < 1 or bool(day) != bool(found) or (found and first <= found[-1][0]):
            raise ImproperlyConfigured(
                f"{name} must begin with a number without a day, then days in order, each number at least 1: {part!r}."
            )
        found.append((first, number_from))
    return tuple(found)


def words(name: str, default: tuple[str, ...] = ()) -> list[str]:
    """A list separated by commas; empty parts are dropped."""
    raw = text(name)
    return [part.strip() for part in raw.split(",") if part.strip()] if raw else list(default)


def secret_key(*, production: bool) -> str:
    """SECRET_KEY, from the variable or the file named by SECRET_KEY_FILE. Production refuses the development key."""
    path = text("SECRET_KEY_FILE")
    key = Path(path).read_text(encoding="utf-8").strip() if path else text("SECRET_KEY")
    if not production:
        return key or DEVELOPMENT_KEY
    if not key or key == DEVELOPMENT_KEY or len(key) < 32:
        raise ImproperlyConfigured(
            "Production mode (PRODUCTION=1) needs SECRET_KEY or SECRET_KEY_FILE with a random key of at least 32 "
            "characters; the development key is refused."
        )
    return key
