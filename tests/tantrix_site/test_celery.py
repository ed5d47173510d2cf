"""What every task may rely on."""

import psycopg
import pytest
from celery.signals import task_prerun
from django.db import connection

from games.models import Record
from tantrix_site.tasks import beat_worker_heart
from tests.worker import database_url


@pytest.mark.django_db(transaction=True)
def test_a_connection_that_was_cut_off_is_not_used() -> None:
    """Connections are kept from task to task, also while the database server starts anew."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        (mine,) = cursor.fetchone()
    with psycopg.connect(database_url()) as other:
        other.execute("SELECT pg_terminate_backend(%s)", [mine])
    task_prerun.send(sender=beat_worker_heart)
    assert not Record.objects.exists()
