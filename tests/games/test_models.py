"""The states of a record and what the database itself refuses."""

import itertools

import pytest
from django.db import IntegrityError, transaction

from games.models import TRANSITIONS, Record, RecordState, Submission, may_become, new_public_id
from tests.games.samples import NOW

ALLOWED = {("pending", "verified"), ("pending", "rejected"), ("verified", "rejected"), ("rejected", "verified")}


@pytest.mark.parametrize(("before", "after"), list(itertools.product(RecordState.values, repeat=2)))
def test_every_pair_of_states(before: str, after: str) -> None:
    assert may_become(before, after) is ((before, after) in ALLOWED)


def test_the_table_names_every_state() -> None:
    assert set(TRANSITIONS) == set(RecordState)


def test_addresses_are_random_and_url_safe() -> None:
    addresses = {new_public_id() for _ in range(200)}
    assert len(addresses) == 200
    assert {len(address) for address in addresses} == {16}
    assert all(char.isascii() and (char.isalnum() or char in "-_") for address in addresses for char in address)


def _record(**fields: object) -> Record:
    values = {"raw": b"{}", "size": 2, "sha256": "a" * 64, "created_at": NOW, "queued_at": NOW, **fields}
    return Record.objects.create(**values)


@pytest.mark.django_db
def test_the_same_bytes_are_stored_once() -> None:
    _record()
    with pytest.raises(IntegrityError), transaction.atomic():
        _record()


@pytest.mark.django_db
@pytest.mark.parametrize(
    "fields",
    [
        {"state": "verified"},
        {"state": "rejected", "verdict": {"ok": False}},
        {"state": "pending", "verdict": {"ok": True}},
        {"state": "unheard-of", "verdict": {"ok": True}, "verified_at": NOW},
    ],
)
def test_a_state_and_its_verdict_go_together(fields: dict[str, object]) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        _record(**fields)


@pytest.mark.django_db
def test_a_record_with_submissions_cannot_be_deleted() -> None:
    record = _record()
    Submission.objects.create(record=record, via="account", created_at=NOW)
    with pytest.raises(IntegrityError), transaction.atomic():
        record.delete()
