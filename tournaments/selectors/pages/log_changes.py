"""What stood before an act of the log and what stood after it, in words."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.core.exceptions import FieldDoesNotExist
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from tournaments.models import EntryRules, EntryState, Event, OrganiserRole, StageKind
from tournaments.selectors.pages.words import MATCH_WORDS, Text

# acts whose data are nothing but changes, by field
ALL_OF_IT: Final = ("event.updated", "event.entry_rules", "event.categorised")

_LABELS: Final[dict[str, Text]] = {
    "deadline": gettext_lazy("to be played by"),
    "line_ups_by": gettext_lazy("line-ups by"),
    "role": gettext_lazy("role"),
    "state": gettext_lazy("state"),
    "seeds": gettext_lazy("seeds"),
    "points": gettext_lazy("seeding points"),
    "tiles": gettext_lazy("tiles"),
    "result": gettext_lazy("result"),
    "order": gettext_lazy("order"),
    "players": gettext_lazy("players"),
    "captain": gettext_lazy("captain"),
    "deputy": gettext_lazy("deputy"),
    "name": gettext_lazy("name"),
    "stages": gettext_lazy("stages"),
}
_WORDS: Final[dict[str, dict[str, Text]]] = {
    "role": dict(OrganiserRole.choices),
    "state": dict(EntryState.choices),
    "stages": dict(StageKind.choices),
}


@dataclass(frozen=True, slots=True)
class Change:
    """One thing that an act changed; an empty text is nothing."""

    label: str
    before: str
    after: str


def changes_of(action: str, data: Mapping[str, Any]) -> tuple[Change, ...]:
    """What an act changed, as far as the log kept what stood before."""
    return tuple(
        Change(_label(name), _text(name, before), _text(name, after)) for name, before, after in _pairs(action, data)
    )


def _pairs(action: str, data: Mapping[str, Any]) -> Iterable[tuple[str, Any, Any]]:
    changes = data if action in ALL_OF_IT else data.get("changes")
    if isinstance(changes, dict):
        for name, both in changes.items():
            if isinstance(both, list) and len(both) == 2:
                yield name, both[0], both[1]
    elif action.startswith("deadline.") and "before" in data and "after" in data:
        yield "deadline", data["before"], data["after"]
    elif action == "entry.points.set":
        yield "points", data.get("before"), data.get("points")
    elif action == "entry.points.cleared":
        yield "points", data.get("before"), None
    elif action == "match.corrected" and isinstance(data.get("before"), dict):
        yield "result", _result(data["before"]), _result({"tiles": data.get("games"), **(data.get("ruling") or {})})


def _result(said: Mapping[str, Any]) -> str:
    """How a match ended, as the log keeps it: the kind of its decision and the tiles of its games."""
    kind = said.get("kind")
    told = [str(MATCH_WORDS[kind].text)] if kind in MATCH_WORDS else []
    tiles = said.get("tiles") or {}
    told += [
        _("game {n}: {tiles}").format(n=n, tiles="–" if pair is None else f"{pair[0]}–{pair[1]}")
        for n, pair in sorted(tiles.items())
    ]
    return ", ".join(told)


def _label(name: str) -> str:
    if name in _LABELS:
        return str(_LABELS[name])
    for model in (Event, EntryRules):
        try:
            return str(getattr(model._meta.get_field(name), "verbose_name", name))
        except FieldDoesNotExist:
            continue
    return name


def _text(name: str, value: Any) -> str:
    if value is None or value in ("", "None", [], {}):
        return ""
    if isinstance(value, bool) or value in ("True", "False"):
        return _("yes") if value in (True, "True") else _("no")
    if isinstance(value, float):
        return f"{value:g}"
    if isinstance(value, dict):
        return ", ".join(f"{key}: {_text(name, part)}" for key, part in value.items() if part not in (None, "", []))
    if name == "tiles" and isinstance(value, list):
        return "–".join(map(str, value))
    if isinstance(value, list):
        return ", ".join(_text(name, part) or "–" for part in value)
    if isinstance(value, str):
        return str(_WORDS.get(name, {}).get(value, "")) or moment_text(value) or value
    return str(value)


def moment_text(text: str) -> str:
    """An instant as people write it, in the active zone; empty for any other text."""
    moment = parse_datetime(text) if text[:4].isdecimal() and "T" in text else None
    if not isinstance(moment, datetime) or moment.tzinfo is None:
        return ""
    return str(date_format(timezone.localtime(moment), pgettext("format of date and time", "D j M Y, H:i")))
