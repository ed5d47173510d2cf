"""`manage.py reverify_records`."""

import io

import pytest
from django.core.management import call_command

from games.models import Record
from games.services import verify_record
from tests.games.samples import NOW, make_actor, submit, varied

pytestmark = pytest.mark.django_db


def run(**options: object) -> str:
    out = io.StringIO()
    call_command("reverify_records", stdout=out, stderr=io.StringIO(), **options)
    return out.getvalue()


def test_only_what_an_older_engine_judged() -> None:
    anna = make_actor()
    for index in range(5):
        verify_record(record_pk=submit(anna, varied(index)).record_id, now=NOW)
    submit(anna, varied(5))  # pending: not its business
    old = Record.objects.filter(state="verified").order_by("pk")[:3].values_list("pk", flat=True)
    Record.objects.filter(pk__in=list(old)).update(engine_version="0.9")
    Record.objects.filter(pk=old[0]).update(state="rejected", verdict={"ok": False})
    assert run(limit=1).endswith("1 records replayed, 1 verdicts changed.\n")
    assert run().endswith("2 records replayed, 0 verdicts changed.\n")
    assert run().endswith("0 records replayed, 0 verdicts changed.\n")
    assert Record.objects.filter(state="verified").count() == 5
