"""Queries that are asked all the time: put together by Django once, sent with other values afterwards; and `one_of`.

Django writes the text of a query anew whenever it is asked. For a small query that takes several times as long as the
database needs to answer it, and some are asked on every page or several times for each result.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from django.core.exceptions import EmptyResultSet
from django.db import connection
from django.db.models import Model, QuerySet
from django.db.models.constants import OnConflict
from django.db.models.query import get_related_populators
from django.db.models.sql import InsertQuery, UpdateQuery
from django.db.models.sql.compiler import SQLCompiler
from django.db.transaction import TransactionManagementError

Asked = TypeVar("Asked", bound=Model)
Row = TypeVar("Row")

Value = int | str | Sequence[int] | Sequence[str]
"""What fills a gap: a whole number, a word, or a list of those."""

FIRST_STAND_IN = 31_001
"""What stands for the first value while the text is made; numbers like these are constants of no query."""


@dataclass(frozen=True, slots=True)
class _Text:
    """What is sent. `gaps` says by place among the parameters which of the values, put in one row, belongs there.

    `compiler` is the one of Django that made it, and knows what stands in which column.
    """

    sql: str
    constants: tuple[Any, ...]
    gaps: tuple[tuple[int, int], ...]
    compiler: SQLCompiler
    converters: tuple[tuple[int, tuple[Callable[..., Any], ...], Any], ...]
    width: int
    locks: bool

    def parameters(self, values: Sequence[int | str]) -> list[Any]:
        found = list(self.constants)
        for place, number in self.gaps:
            found[place] = values[number]
        return found


class _Texts:
    """The texts of one query, one for each kind of database and each shape of the values."""

    def __init__(self) -> None:
        self._known: dict[tuple[object, ...], _Text] = {}

    def get(self, values: tuple[Value, ...], write: Callable[..., SQLCompiler]) -> tuple[_Text, list[Any]]:
        """The text, and the parameters to send with it; raises EmptyResultSet where no row can be found."""
        shape, flat = _flat(values)
        text = self._known.get((connection.vendor, *shape))
        if text is None:
            text = self._known[connection.vendor, *shape] = _text(values, shape, write)
        return text, text.parameters(flat)


def _flat(values: tuple[Value, ...]) -> tuple[tuple[int | None, ...], list[int | str]]:
    """The lengths of the lists among the values, and all in one row.

    Lists are filled up to a power of two by what stands last in them, so that there are few lengths.
    """
    shape: list[int | None] = []
    flat: list[int | str] = []
    for value in values:
        if isinstance(value, int | str):
            shape.append(None)
            flat.append(value)
        elif not value:
            shape.append(0)
        else:
            length = 1 << (len(value) - 1).bit_length()
            shape.append(length)
            flat += value
            flat += [value[-1]] * (length - len(value))
    return tuple(shape), flat


def _text(values: tuple[Value, ...], shape: tuple[int | None, ...], write: Callable[..., SQLCompiler]) -> _Text:
    stand_ins: list[int | str] = []
    asked: list[object] = []
    for value, length in zip(values, shape, strict=True):
        words = isinstance(value if length is None else next(iter(value), 0), str)  # type: ignore[arg-type]
        numbers = range(
            FIRST_STAND_IN + len(stand_ins), FIRST_STAND_IN + len(stand_ins) + (1 if length is None else length)
        )
        own: list[int | str] = [f"stand-in {number}" if words else number for number in numbers]
        stand_ins += own
        asked.append(own[0] if length is None else own)
    compiler = write(*asked)
    sql, parameters = compiler.as_sql()
    gaps = tuple(
        (place, stand_ins.index(value))
        for place, value in enumerate(parameters)
        if isinstance(value, int | str) and value in stand_ins
    )
    if {number for _place, number in gaps} != set(range(len(stand_ins))):
        raise ValueError("a value stands nowhere in the query")
    selected = [] if compiler.select is None else [expression for expression, *_rest in compiler.select]
    found = compiler.get_converters(selected)
    converters = tuple((place, tuple(steps), expression) for place, (steps, expression) in found.items())
    locks = compiler.query.select_for_update and connection.features.has_select_for_update
    return _Text(sql, tuple(parameters), gaps, compiler, converters, len(selected), locks)


class _Asked(Generic[Row]):
    """What `Compiled` and `CompiledObjects` have in common."""

    def __init__(self, make: Callable[..., QuerySet[Any, Row]]) -> None:
        self._make = make
        self._texts = _Texts()

    def _write(self, *values: Value) -> SQLCompiler:
        compiler: SQLCompiler = self._make(*values).query.get_compiler(connection=connection)
        return compiler

    def _rows(self, values: tuple[Value, ...]) -> tuple[list[tuple[Any, ...]], _Text | None]:
        try:
            text, parameters = self._texts.get(values, self._write)
        except EmptyResultSet:
            return [], None
        if text.locks and connection.get_autocommit():
            raise TransactionManagementError("select_for_update cannot be used outside of a transaction.")
        with connection.cursor() as cursor:
            cursor.execute(text.sql, parameters)
            rows = cursor.fetchall()
        if rows and len(rows[0]) > text.width:
            # columns that only put distinct rows in order
            rows = [row[: text.width] for row in rows]
        return [_converted(row, text) for row in rows] if text.converters else rows, text


class Compiled(_Asked[tuple[Any, ...]]):
    """A `values_list` with gaps, for keys of rows and the like; called with those it returns the rows.

    `make` gets a value for each gap and returns the query. Its text has to be the same whatever the values are, but for
    the length of lists: nothing that may be None.
    """

    def __call__(self, *values: Value) -> list[tuple[Any, ...]]:
        return self._rows(values)[0]


class CompiledObjects(_Asked[Asked]):
    """As `Compiled`, for a query of objects: with `select_related`, `only` and annotations, not `prefetch_related`."""

    def __init__(self, make: Callable[..., QuerySet[Any, Asked]]) -> None:
        super().__init__(make)
        self._readers: dict[int, Callable[[tuple[Any, ...]], Asked]] = {}

    def __call__(self, *values: Value) -> list[Asked]:
        rows, text = self._rows(values)
        if not rows or text is None:
            return []
        read = self._readers.get(id(text))
        if read is None:
            read = self._readers[id(text)] = _reader(text.compiler)
        return [read(row) for row in rows]

    def one(self, *values: Value) -> Asked | None:
        """The object of a query that finds one at most."""
        return next(iter(self(*values)), None)


class CompiledUpdate:
    """A change of rows with gaps; called with those it says how many rows it changed.

    `make` gets a value for each gap, and returns which rows are changed and what they get.
    """

    def __init__(self, make: Callable[..., tuple[QuerySet[Any, Any], Mapping[str, Any]]]) -> None:
        self._make = make
        self._texts = _Texts()

    def _write(self, *values: Value) -> SQLCompiler:
        rows, changes = self._make(*values)
        query: Any = rows.query.chain(UpdateQuery)
        query.add_update_values(changes)
        compiler: SQLCompiler = query.get_compiler(connection=connection)
        return compiler

    def __call__(self, *values: Value) -> int:
        try:
            text, parameters = self._texts.get(values, self._write)
        except EmptyResultSet:
            return 0
        with connection.cursor() as cursor:
            cursor.execute(text.sql, parameters)
            changed: int = cursor.rowcount
        return changed


_inserts: dict[tuple[str, type[Model]], str] = {}


def insert(row: Model) -> None:
    """Store a new object, as `save` does for one whose number the database gives; nothing is signalled."""
    fields = [field for field in row._meta.local_concrete_fields if not field.primary_key]
    values = [field.get_db_prep_save(field.pre_save(row, add=True), connection) for field in fields]
    key = (connection.vendor, type(row))
    sql = _inserts.get(key)
    if sql is None:
        query = InsertQuery(type(row))
        query.insert_values(fields, [row])
        compiler = query.get_compiler(connection=connection)
        compiler.returning_fields = row._meta.db_returning_fields
        sql = _inserts[key] = compiler.as_sql()[0][0]
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        row.pk = cursor.fetchone()[0]
    row._state.adding, row._state.db = False, connection.alias


_news: dict[tuple[str, type[Model]], str] = {}


def insert_new(rows: Sequence[Model]) -> None:
    """Store new objects of one kind, but for those that a constraint says are there; they learn no numbers."""
    if not rows:
        return
    fields = [field for field in rows[0]._meta.local_concrete_fields if not field.primary_key]
    one_row = f"({', '.join(['%s'] * len(fields))})"
    key = (connection.vendor, type(rows[0]))
    sql = _news.get(key)
    if sql is None:
        query = InsertQuery(type(rows[0]), on_conflict=OnConflict.IGNORE)
        query.insert_values(fields, list(rows[:1]))
        sql = _news[key] = query.get_compiler(connection=connection).as_sql()[0][0]
        if sql.count(one_row) != 1:
            raise ValueError("a value is more than a gap")
    values = [field.get_db_prep_save(field.pre_save(row, add=True), connection) for row in rows for field in fields]
    with connection.cursor() as cursor:
        cursor.execute(sql.replace(one_row, ", ".join([one_row] * len(rows))), values)


def _converted(row: tuple[Any, ...], text: _Text) -> tuple[Any, ...]:
    """The row as Django gives it out, where a field makes something else of what the database says."""
    found = list(row)
    for place, steps, expression in text.converters:
        for step in steps:
            found[place] = step(found[place], expression, connection)
    return tuple(found)


def _reader(compiler: Any) -> Callable[[tuple[Any, ...]], Any]:
    """What makes an object of a row, as `django.db.models.query.ModelIterable` does."""
    model, places = compiler.klass_info["model"], compiler.klass_info["select_fields"]
    first, end, alias = places[0], places[-1] + 1, connection.alias
    names = [expression.target.attname for expression, *_rest in compiler.select[first:end]]
    # as of Django 5.2; later ones want to know how to fetch what is missing, which the stubs ask for already
    related = get_related_populators(compiler.klass_info, compiler.select, alias)  # type: ignore[call-arg]
    annotations = tuple((compiler.annotation_col_map or {}).items())

    def read(row: tuple[Any, ...]) -> Any:
        found = model.from_db(alias, names, row[first:end])
        for populator in related:
            populator.populate(row, found)
        for name, place in annotations:
            setattr(found, name, row[place])
        return found

    return read


def give(owner: Model, name: str, rows: list[Any]) -> None:
    """What `owner` has under `name` is known from now on, as `prefetch_related` leaves it."""
    found = getattr(owner, name).get_queryset()
    found._result_cache = rows
    found._prefetch_done = True
    cache: dict[str, Any] = owner.__dict__.setdefault("_prefetched_objects_cache", {})
    cache[name] = found


def one_of(rows: QuerySet[Asked, Row]) -> Row | None:
    """The row of a query that finds one at most; `first` would put them in order, which takes as long as the rest."""
    return next(iter(rows), None)
