"""Queries that are asked all the time: put together by Django once, sent with other values afterwards; and `one_of`.

Django writes the text of a query anew whenever it is asked. For a small query that takes several times as long as the
database needs to answer it, and some are asked on every page or several times for each result.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from django.db import connection
from django.db.models import Model, QuerySet

Asked = TypeVar("Asked", bound=Model)
Row = TypeVar("Row")

FIRST_STAND_IN = 31_001
"""What stands for the first value while the text is made; numbers like these are constants of no query."""


@dataclass(frozen=True, slots=True)
class _Text:
    """What is sent. `gaps` says by place among the parameters which value belongs there."""

    sql: str
    constants: tuple[Any, ...]
    gaps: tuple[tuple[int, int], ...]
    converters: tuple[tuple[int, tuple[Callable[..., Any], ...], Any], ...]


class Compiled:
    """A `values_list` with gaps for whole numbers, as keys of rows; called with those it returns the rows.

    `make` gets a number for each gap and returns the query. Its text has to be the same whatever the numbers are: no
    list of values, and nothing that may be None.
    """

    def __init__(self, make: Callable[..., QuerySet[Any, tuple[Any, ...]]]) -> None:
        self._make = make
        self._texts: dict[str, _Text] = {}

    def __call__(self, *values: int) -> list[tuple[Any, ...]]:
        text = self._texts.get(connection.vendor)
        if text is None:
            text = self._texts[connection.vendor] = self._text(len(values))
        parameters = list(text.constants)
        for place, number in text.gaps:
            parameters[place] = values[number]
        with connection.cursor() as cursor:
            cursor.execute(text.sql, parameters)
            rows = cursor.fetchall()
        return [_converted(row, text) for row in rows] if text.converters else rows

    def _text(self, count: int) -> _Text:
        stand_ins = [FIRST_STAND_IN + n for n in range(count)]
        compiler = self._make(*stand_ins).query.get_compiler(connection=connection)
        sql, parameters = compiler.as_sql()
        gaps = tuple((place, stand_ins.index(value)) for place, value in enumerate(parameters) if value in stand_ins)
        if {number for _place, number in gaps} != set(range(count)):
            raise ValueError("a value stands nowhere in the query")
        found = compiler.get_converters([expression for expression, *_rest in compiler.select])
        converters = tuple((place, tuple(steps), expression) for place, (steps, expression) in found.items())
        return _Text(sql, tuple(parameters), gaps, converters)


def _converted(row: tuple[Any, ...], text: _Text) -> tuple[Any, ...]:
    """The row as Django gives it out, where a field makes something else of what the database says."""
    found = list(row)
    for place, steps, expression in text.converters:
        for step in steps:
            found[place] = step(found[place], expression, connection)
    return tuple(found)


def one_of(rows: QuerySet[Asked, Row]) -> Row | None:
    """The row of a query that finds one at most; `first` would put them in order, which takes as long as the rest."""
    return next(iter(rows), None)
