"""Situations that are made once by the services, and copied afterwards.

An event with its draw takes ninety queries to make; tests ask for the same few hundreds of times. The first time its
rows are kept as they stand, and the next test that asks for the same gets them back, with the numbers they had.
"""

import pickle
from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import ParamSpec, TypeVar

from django.db import connection, transaction

from tests.database import filled_tables

Asked = ParamSpec("Asked")
Made = TypeVar("Made")


@dataclass(frozen=True)
class Situation:
    """What a function returned, and the rows it left, by table."""

    result: bytes
    rows: tuple[tuple[str, bytes], ...]


_known: dict[str, Situation] = {}
# a test that patches code may want it to be run, or make a situation that is no use to others
patched = False


def kept(make: Callable[Asked, Made]) -> Callable[Asked, Made]:
    """Copy what the function made before, where it is asked the same of an empty database."""

    @wraps(make)
    def made(*args: Asked.args, **options: Asked.kwargs) -> Made:
        asked = f"{make.__module__}.{make.__name__} {args!r} {sorted(options.items())!r}"
        if patched or connection.vendor != "postgresql" or " at 0x" in asked or not _is_empty():
            return make(*args, **options)
        situation = _known.get(asked)
        if situation is None:
            result = make(*args, **options)
            _known[asked] = Situation(pickle.dumps(result), tuple((table, _rows(table)) for table in filled_tables()))
            return result
        # in one transaction, as what a row names may come after it
        with transaction.atomic(), connection.cursor() as cursor:
            for table, rows in situation.rows:
                with cursor.copy(f"COPY {connection.ops.quote_name(table)} FROM STDIN") as copy:
                    copy.write(rows)
        return pickle.loads(situation.result)  # type: ignore[no-any-return]

    return made


def _is_empty() -> bool:
    """Whether the database is empty, as each test finds it; looking into all tables is for who wrote before asking."""
    if connection.in_atomic_block:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_current_xact_id_if_assigned() IS NULL")
            if cursor.fetchone() == (True,):  # this transaction has written nothing
                return True
    return not filled_tables()


def _rows(table: str) -> bytes:
    with (
        connection.cursor() as cursor,
        cursor.copy(f"COPY {connection.ops.quote_name(table)} TO STDOUT") as copy,
    ):
        return b"".join(bytes(part) for part in copy)
