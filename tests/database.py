"""Emptying the database after a test that commits: rows are deleted, tables keep their files.

Django truncates every table and makes content types and permissions anew, a third of a second each time on PostgreSQL;
a test leaves few rows in few tables, which takes milliseconds.
"""

from django.db import connection, transaction
from django.test import TransactionTestCase

# what the migrations put there, the same for every test
KEPT = {"django_migrations", "django_content_type", "auth_permission"}


def delete_all_rows() -> None:
    """Empty every table but those of `KEPT`; foreign keys are looked at when all is gone."""
    quote = connection.ops.quote_name
    tables = sorted(set(connection.introspection.django_table_names(only_existing=True, include_views=False)) - KEPT)
    with transaction.atomic(), connection.cursor() as cursor:
        columns = ", ".join(f"EXISTS (SELECT 1 FROM {quote(table)})" for table in tables)
        cursor.execute(f"SELECT {columns}")
        for table, filled in zip(tables, cursor.fetchone(), strict=True):
            if filled:
                cursor.execute(f"DELETE FROM {quote(table)}")


def use_for_tests() -> None:
    """From now on, tests that commit are cleaned up after in this way."""
    TransactionTestCase._fixture_teardown = _fixture_teardown  # type: ignore[method-assign]


def _fixture_teardown(case: TransactionTestCase) -> None:
    delete_all_rows()
