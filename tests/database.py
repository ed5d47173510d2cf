"""The database of the tests: made once, copied by each parallel process, emptied after a test that commits.

Django would run all migrations in every process, ten seconds each. After a test that commits it would truncate every
table and make content types and permissions anew, a third of a second each time on PostgreSQL; a test leaves few rows
in few tables, and deleting those takes milliseconds.
"""

from functools import cache

import psycopg
from django.conf import settings
from django.db import connection, transaction
from django.test import TransactionTestCase

# what the migrations put there, the same for every test
KEPT = {"django_migrations", "django_content_type", "auth_permission"}


def delete_all_rows() -> None:
    """Empty every table but those of `KEPT`; foreign keys are looked at when all is gone."""
    with transaction.atomic(), connection.cursor() as cursor:
        for table in filled_tables():
            cursor.execute(f"DELETE FROM {connection.ops.quote_name(table)}")


def filled_tables() -> list[str]:
    """The tables with rows, but for those that migrations fill; asked in one query, which PostgreSQL plans once."""
    tables = _tables()
    columns = ", ".join(f"EXISTS (SELECT 1 FROM {connection.ops.quote_name(table)})" for table in tables)
    if connection.vendor == "postgresql":
        connection.ensure_connection()
        with psycopg.Cursor(connection.connection) as prepared:
            found = prepared.execute(f"SELECT {columns}", prepare=True).fetchone()
    else:
        with connection.cursor() as cursor:
            found = cursor.execute(f"SELECT {columns}").fetchone()
    return [table for table, filled in zip(tables, found or (), strict=True) if filled]


@cache
def _tables() -> list[str]:
    names = connection.introspection.django_table_names(only_existing=True, include_views=False)
    return sorted(set(names) - KEPT)


def use_for_tests() -> None:
    """From now on, tests that commit are cleaned up after in this way."""
    TransactionTestCase._fixture_teardown = _fixture_teardown  # type: ignore[method-assign]
    TransactionTestCase._should_reload_connections = _should_reload_connections  # type: ignore[method-assign]


def _fixture_teardown(case: TransactionTestCase) -> None:
    delete_all_rows()


def _should_reload_connections(case: TransactionTestCase) -> bool:
    """The next test goes on with the connection, unless this one broke it: a new one reads the whole catalogue anew."""
    connection.close_if_unusable_or_obsolete()
    return False


TEMPLATE = "migrated"
LOCK = 1


def copy_a_template() -> None:
    """The test database of this process becomes a copy; the first process to come makes what is copied."""
    chosen = connection.settings_dict["TEST"]
    with connection.creation._nodb_cursor() as cursor:  # type: ignore[attr-defined]
        cursor.execute("SELECT pg_advisory_lock(%s)", [LOCK])  # until this cursor is closed
        cursor.execute("SELECT 1 FROM pg_database WHERE datname = %s", [TEMPLATE])
        if cursor.fetchone() is None:
            own, chosen["NAME"] = chosen["NAME"], f"{TEMPLATE}_in_part"
            _migrate_a_database()
            cursor.execute(f"ALTER DATABASE {chosen['NAME']} RENAME TO {TEMPLATE}")
            chosen["NAME"] = own
    chosen.update(TEMPLATE=TEMPLATE, MIGRATE=False)


def _migrate_a_database() -> None:
    """As Django makes a test database; afterwards the connection leads where it led before."""
    before = connection.settings_dict["NAME"]
    connection.creation.create_test_db(verbosity=0, autoclobber=True, serialize=False)
    connection.close()
    settings.DATABASES[connection.alias]["NAME"] = connection.settings_dict["NAME"] = before
