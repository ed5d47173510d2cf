"""Wherever a name was written down: every text column of every table, asked of the models themselves."""

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Final

from django.apps import apps
from django.db import connection, models
from django.db.models import Q, TextField, Value
from django.db.models.functions import Cast
from django.db.models.lookups import IContains

from players.models import Player, User
from players.models.person_name import PersonName
from tournaments.models import Entry, Event, HistoricEvent, Series

#: titles and addresses of events are no names of persons; people and entries are dealt with as rows
LEFT_OUT: Final[tuple[type[models.Model], ...]] = (Player, User, Entry, Event, HistoricEvent, Series)
TEXT: Final = (models.CharField, models.TextField)
# where a name of one word stands by itself; elsewhere it may be any word, such as a colour
_NAMED: Final = frozenset({
    "account", "absent", "captain", "deputy", "by", "from", "kept", "left", "name", "names", "opponent", "player",
    "players", "right", "team", "to", "user", "who",
})  # fmt: skip


@dataclass(frozen=True)
class Erased:
    """What a person was called, and what stands there from now on: `text` in words, `stored` in columns of names."""

    names: tuple[str, ...]
    exact: tuple[str, ...]
    text: str
    stored: str

    @property
    def wanted(self) -> tuple[str, ...]:
        return (*self.names, *self.exact)

    def in_text(self, text: str) -> str:
        """A text without the names; those of one word only where they are the whole text."""
        if text.strip().casefold() in {name.casefold() for name in self.exact}:
            return self.text
        return _pattern(self.names).sub(self.text, text) if self.names else text

    def in_json(self, value: Any, key: str = "") -> Any:
        """The same in values, never in keys; names of one word only under keys that stand for people."""
        if isinstance(value, dict):
            return {name: self.in_json(item, name) for name, item in value.items()}
        if isinstance(value, list):
            return [self.in_json(item, key) for item in value]
        if not isinstance(value, str):
            return value
        if key in _NAMED and value.casefold() in {name.casefold() for name in self.exact}:
            return self.text
        return _pattern(self.names).sub(self.text, value) if self.names else value


def _pattern(names: Iterable[str]) -> re.Pattern[str]:
    parts = (r"\s+".join(map(re.escape, name.split())) for name in sorted(names, key=len, reverse=True))
    return re.compile(rf"(?<!\w)(?:{'|'.join(parts)})(?!\w)", re.IGNORECASE)


def text_columns() -> Iterator["tuple[type[models.Model], models.Field[Any, Any]]"]:
    """Every column that may hold what somebody wrote; one whose values are chosen from a list cannot."""
    for model in apps.get_models(include_auto_created=True):
        for field in model._meta.concrete_fields:
            is_text = isinstance(field, TEXT) and not field.choices
            if not field.primary_key and (is_text or isinstance(field, models.JSONField)):
                yield model, field


def erase_from_texts(erased: Erased) -> int:
    """Replace the names in every text column; how many rows changed. Printed names that belong to the profile of
    somebody else, who is called the same, stay."""
    changed = 0
    for model, field in text_columns():
        if issubclass(model, LEFT_OUT):
            continue
        rows = _rows_with(model, field, erased.wanted)
        if isinstance(field, PersonName):
            rows = rows.filter(**{f"{field.name.replace('name', 'player')}__isnull": True})
        for pk, value in list(rows.values_list("pk", field.name)):
            new = _without(erased, field, value)
            if new != value:
                model._base_manager.filter(pk=pk).update(**{field.name: new})
                changed += 1
    return changed


def _without(erased: Erased, field: "models.Field[Any, Any]", value: Any) -> Any:
    if isinstance(field, models.JSONField):
        return erased.in_json(value)
    if isinstance(field, PersonName):
        whole = value.casefold() in {name.casefold() for name in erased.wanted}
        return erased.stored if whole else erased.in_text(value)
    return erased.in_text(value)[: field.max_length]


def _rows_with(
    model: type[models.Model], field: "models.Field[Any, Any]", names: Iterable[str]
) -> models.QuerySet[models.Model]:
    """The rows of whose column one of the texts is a part, without regard to case."""
    is_json = isinstance(field, models.JSONField)
    column = Cast(field.name, TextField()) if is_json else models.F(field.name)
    found = Q(pk__in=[])
    for name in names:
        # databases without a type for JSON keep letters in the form \u00e1
        forms = {name, json.dumps(name)[1:-1]} if is_json and connection.vendor != "postgresql" else {name}
        for form in forms:
            found |= Q(IContains(column, Value(form)))
    return model._base_manager.filter(found)
