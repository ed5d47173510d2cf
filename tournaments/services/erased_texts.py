"""Wherever a name was written down: every text column of every table, asked of the models themselves."""

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import groupby
from operator import itemgetter, or_
from typing import Any, Final

from django.apps import apps
from django.db import connection, models
from django.db.models import BooleanField, ExpressionWrapper, Q, TextField, Value
from django.db.models.functions import Cast
from django.db.models.lookups import IContains

from players.models import Player, User
from players.models.person_name import PersonName
from tournaments.models import Entry

#: people and entries are dealt with as rows
LEFT_OUT: Final[tuple[type[models.Model], ...]] = (Player, User, Entry)
#: titles and addresses of events are no names of persons, and words of programs are nobody's
_SPARED: Final = frozenset({
    "Event.name", "Event.slug", "HistoricEvent.name", "HistoricEvent.slug", "SavedTemplate.content", "Series.name",
    "Series.slug",
})  # fmt: skip
_CODES: Final = frozenset({
    "action", "codename", "app_label", "colours", "digest", "engine", "game_key", "game_code", "key", "kind", "model",
    "outcome", "owner", "parameters", "public_id", "scope_type", "server_code", "sha256", "target_type", "time_zone",
    "token_key", "token_hash", "link_hash", "verdict", "via", "winner",
})  # fmt: skip
TEXT: Final = (models.CharField, models.TextField)
# where a name of one word stands by itself; elsewhere it may be any word, such as a colour or a state
_NAMED: Final = frozenset({
    "account", "absent", "captain", "deputy", "by", "from", "kept", "left", "merged_profiles", "name", "names",
    "nickname", "object_repr", "opponent", "player", "players", "right", "slug", "team", "to", "user", "who",
})  # fmt: skip
# "from" and "to" of a change mean what has changed
_CHANGE: Final = frozenset({"from", "to"})
_ADDRESS: Final = "players/"


@dataclass(frozen=True)
class Erased:
    """What a person was called, and what stands there from now on: `text` in words, `stored` in columns of names.

    `names` have several words, or are mail addresses, and are replaced wherever they stand. `exact` are of one word,
    which people choose as they like and which may be any word: a colour, a date, a code. They count where a person is
    told by itself, in the address of a profile, and, long ones that are letters, inside sentences.
    """

    names: tuple[str, ...]
    exact: tuple[str, ...]
    text: str
    stored: str

    @property
    def wanted(self) -> tuple[str, ...]:
        return (*self.names, *self.exact)

    @property
    def _in_sentences(self) -> tuple[str, ...]:
        return tuple(name for name in self.exact if len(name) > LONG_WORD and name.replace("-", "").isalpha())

    def is_called(self, text: str) -> bool:
        return text.strip().casefold() in {name.casefold() for name in self.wanted}

    def in_text(self, text: str, key: str = "") -> str:
        """A text without the names; `key` says what it is of."""
        if key in _NAMED and self.is_called(text):
            return self.text
        text = _replaced(self.names, self.text, text)
        if " " in text.strip():
            text = _replaced(self._in_sentences, self.text, text)
        if _ADDRESS in text:
            words = [_ADDRESS + name for name in self.exact]
            text = _replaced(words, _ADDRESS + self.text.lower().replace(" ", "-"), text)
        return text

    def in_json(self, value: Any, key: str = "") -> Any:
        """The same in values, never in keys or under keys for programs."""
        if isinstance(value, dict):
            return {
                name: item if name in _CODES else self.in_json(item, key if key and name in _CHANGE else name)
                for name, item in value.items()
            }
        if isinstance(value, list):
            return [self.in_json(item, key) for item in value]
        return self.in_text(value, key) if isinstance(value, str) else value


#: longer ones are hardly words of something else
LONG_WORD: Final = 11


def _replaced(names: Iterable[str], by: str, text: str) -> str:
    return _pattern(names).sub(lambda _found: by, text) if names else text


def _pattern(names: Iterable[str]) -> re.Pattern[str]:
    parts = (r"\s+".join(map(re.escape, name.split())) for name in sorted(names, key=len, reverse=True))
    return re.compile(rf"(?<![\w-])(?:{'|'.join(parts)})(?![\w-])", re.IGNORECASE)


def text_columns() -> Iterator["tuple[type[models.Model], models.Field[Any, Any]]"]:
    """Every column that may hold what somebody wrote; one whose values are chosen from a list cannot."""
    for model in apps.get_models(include_auto_created=True):
        for field in model._meta.concrete_fields:
            is_text = isinstance(field, TEXT) and not field.choices
            if field.primary_key or field.name in _CODES or f"{model.__name__}.{field.name}" in _SPARED:
                continue
            if is_text or isinstance(field, models.JSONField):
                yield model, field


def erase_from_texts(erased: Erased) -> int:
    """Replace the names in every text column; how many rows changed. Printed names that belong to the profile of
    somebody else, who is called the same, stay."""
    changed = 0
    for model, columns in groupby(text_columns(), key=itemgetter(0)):
        if issubclass(model, LEFT_OUT):
            continue
        fields = [field for _model, field in columns]
        for pk, *found in _rows_with(model, fields, erased.wanted):
            changes = {}
            for field, value, is_hit in zip(fields, found[: len(fields)], found[len(fields) :], strict=True):
                new = _without(erased, field, value) if is_hit else value
                if new != value:
                    changes[field.name] = new
            if changes:
                model._base_manager.filter(pk=pk).update(**changes)
                changed += 1
    return changed


def _without(erased: Erased, field: "models.Field[Any, Any]", value: Any) -> Any:
    if isinstance(field, models.JSONField):
        return erased.in_json(value)
    if isinstance(field, PersonName):
        return erased.stored if erased.is_called(value) else erased.in_text(value)
    # what stands in other columns called "name" is a stage, a list or a key
    key = field.name if field.name in ("nickname", "object_repr") else ""
    return erased.in_text(value, key)[: field.max_length]


def _rows_with(
    model: type[models.Model], fields: "Sequence[models.Field[Any, Any]]", names: Iterable[str]
) -> list[tuple[Any, ...]]:
    """The rows of a table in which one of the names may stand: the key, all columns, and for each whether it may stand
    there. Most tables have none, and asking for that alone costs half."""
    words = {max(name.split(), key=len) for name in names}
    tests = {f"hit_{n}": _may_hold(field, words) for n, field in enumerate(fields)}
    rows = model._base_manager.filter(reduce(or_, tests.values()))
    if not rows.exists():
        return []
    hits = {name: ExpressionWrapper(test, BooleanField()) for name, test in tests.items()}
    return list(rows.annotate(**hits).values_list("pk", *(field.name for field in fields), *hits))


def _may_hold(field: "models.Field[Any, Any]", words: Iterable[str]) -> Q:
    """Whether one of the words stands in the column, without regard to case; a printed name that belongs to a profile
    is left to that."""
    is_json = isinstance(field, models.JSONField)
    column = Cast(field.name, TextField()) if is_json else models.F(field.name)
    found = Q(pk__in=[])
    for name in words:
        # databases without a type for JSON keep letters in the form \u00e1
        forms = {name, json.dumps(name)[1:-1]} if is_json and connection.vendor != "postgresql" else {name}
        for form in forms:
            found |= Q(IContains(column, Value(form)))
    if isinstance(field, PersonName):
        found &= Q(**{f"{field.name.replace('name', 'player')}__isnull": True})
    return found
