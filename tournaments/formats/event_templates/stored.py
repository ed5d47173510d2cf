"""An event kept as a template: plain JSON with a version, read again with the defaults of today.

A setting that came later than the template has its default; one that is unknown, or has a value of another type, makes
the template unreadable, since what players are judged by must not be dropped in silence.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, fields
from typing import Any, Final

from tournaments.formats.eligibility import Conditions
from tournaments.formats.errors import FormatError
from tournaments.formats.progression import Progression
from tournaments.formats.settings import settings_of
from tournaments.formats.warnings import Times

from .values import ConductShape, EntryShape, EventTemplate, Fixed, PrizeShape, StageShape, TemplateError

VERSION: Final = 1
USUAL: Final = 16


def as_stored(
    event: Mapping[str, Any],
    stages: Sequence[StageShape],
    entry: EntryShape | None = None,
    prizes: Sequence[PrizeShape] = (),
    conduct: ConductShape | None = None,
    *,
    entrants: int = 0,
) -> dict[str, Any]:
    """What is stored of an event's settings, stages, terms, prize lists and conduct, made for so many `entrants`."""
    terms = entry or EntryShape()
    return {
        "version": VERSION,
        "entrants": entrants,
        "event": {name: as_plain(value) for name, value in event.items()},
        "stages": [stage_json(stage) for stage in stages],
        "entry": {
            "waiting_list": terms.waiting_list,
            "asked": list(terms.asked),
            "conditions": terms.conditions.as_json(),
        },
        "prizes": [asdict(prize) for prize in prizes],
        "conduct": asdict(conduct or ConductShape()),
    }


def as_plain(value: Any) -> Any:
    """A setting as JSON has it."""
    if isinstance(value, tuple):
        return list(value)
    # a choice of an enumeration is its text
    return str(value) if isinstance(value, str) else value


def stage_json(stage: StageShape) -> dict[str, Any]:
    return {"kind": str(stage.kind), "name": stage.name, "settings": dict(stage.settings), "feed": stage.feed}


def read_stored(stored: Any, defaults: Mapping[str, Any], *, key: str = "") -> EventTemplate:
    """The template that is stored, its settings of those in `defaults`; nothing stored is a plain knockout.

    Raises `TemplateError("template_unreadable")` naming the `field`.
    """
    if not isinstance(stored, Mapping):
        raise _unreadable("content")
    version = stored.get("version", VERSION)
    if not isinstance(version, int) or not 1 <= version <= VERSION:
        raise _unreadable("version")
    event, stages, entrants = stored.get("event", {}), stored.get("stages", []), stored.get("entrants", 0)
    lists = isinstance(stages, list) and isinstance(stored.get("prizes", []), list)
    if not isinstance(event, Mapping) or not lists or not isinstance(entrants, int):
        raise _unreadable("content")
    values = {name: _value(name, value, defaults) for name, value in event.items()}
    read = tuple(_stage(number, stage) for number, stage in enumerate(stages))
    made_for = max(0, entrants)
    return EventTemplate(
        key, Fixed(read or (StageShape(),), made_for), values, _entry(stored.get("entry", {})),
        prizes=tuple(_prize(number, prize) for number, prize in enumerate(stored.get("prizes", []))),
        conduct=_conduct(stored.get("conduct", {})),
        entrants=max(2, made_for or USUAL),
    )  # fmt: skip


def _value(name: str, value: Any, defaults: Mapping[str, Any]) -> Any:
    """A stored value as the type which the setting has, told by its default."""
    if name not in defaults:
        raise _unreadable(name)
    default = defaults[name]
    if isinstance(default, tuple):
        inner = type(default[0]) if default else str
        if not isinstance(value, list) or any(type(item) is not inner for item in value):
            raise _unreadable(name)
        return tuple(value)
    if default is None:
        if value is not None and not isinstance(value, str | int):
            raise _unreadable(name)
        return value
    wanted = str if isinstance(default, str) else type(default)
    if type(value) is not wanted:
        raise _unreadable(name)
    return value


def _stage(number: int, stored: Any) -> StageShape:
    where = f"stages.{number}"
    if not isinstance(stored, Mapping):
        raise _unreadable(where)
    kind, name, settings = stored.get("kind"), stored.get("name", ""), stored.get("settings", {})
    feed = stored.get("feed")
    if not isinstance(kind, str) or not isinstance(name, str) or not isinstance(settings, Mapping):
        raise _unreadable(where)
    if (feed is None) != (number == 0) or not isinstance(feed, Mapping | None):
        raise _unreadable(f"{where}.feed")
    try:
        settings_of(kind, settings)
        rule = None if feed is None else Progression.from_json(feed["rule"])
    except (FormatError, KeyError, TypeError, AttributeError) as error:
        raise _unreadable(where) from error
    return StageShape(kind, name, dict(settings), rule, bool((feed or {}).get("crossing")))


def _entry(stored: Any) -> EntryShape:
    if not isinstance(stored, Mapping) or stored.keys() - {"waiting_list", "asked", "conditions"}:
        raise _unreadable("entry")
    waiting, asked = stored.get("waiting_list", False), stored.get("asked", [])
    if type(waiting) is not bool or not isinstance(asked, list) or any(type(name) is not str for name in asked):
        raise _unreadable("entry")
    try:
        return EntryShape(waiting, tuple(asked), Conditions.from_json(stored.get("conditions", {})))
    except (FormatError, TypeError, AttributeError) as error:
        raise _unreadable("entry.conditions") from error


def _prize(number: int, stored: Any) -> PrizeShape:
    try:
        read = PrizeShape(**stored)
    except TypeError as error:
        raise _unreadable(f"prizes.{number}") from error
    age_is_read = read.under_age is None or type(read.under_age) is int
    if type(read.kind) is not str or type(read.name) is not str or type(read.for_all) is not bool or not age_is_read:
        raise _unreadable(f"prizes.{number}")
    return read


def _conduct(stored: Any) -> ConductShape:
    plain = ConductShape()
    if not isinstance(stored, Mapping) or stored.keys() - {known.name for known in fields(plain)}:
        raise _unreadable("conduct")
    values = dict(stored)
    times, days = values.pop("times", None), values.pop("keep_days", None)
    if any(type(value) is not type(getattr(plain, name)) for name, value in values.items()):
        raise _unreadable("conduct")
    if days is not None and type(days) is not int:
        raise _unreadable("conduct.keep_days")
    return ConductShape(**values, times=_times(times), keep_days=days)


def _times(stored: Any) -> Times | None:
    if stored is None:
        return None
    names = {known.name for known in fields(Times)}
    if not isinstance(stored, Mapping) or stored.keys() != names or any(type(n) is not int for n in stored.values()):
        raise _unreadable("conduct.times")
    return Times(**stored)


def _unreadable(name: str) -> TemplateError:
    return TemplateError("template_unreadable", f"The stored template cannot be read: {name}.", field=name)
