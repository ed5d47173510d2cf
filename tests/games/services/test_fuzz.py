"""Records that were tampered with at random: they are refused, or taken and judged; nothing fails."""

import copy
import json
import random
from typing import Any

import pytest

from games.models import Record
from games.services import submit_record, verify_record
from games.services.bulk_rows import BulkRow
from games.services.bulk_verifying import Malformed, judge_row
from tantrix_site.errors import InvalidInput
from tests.effort import times
from tests.games.samples import NOW, as_bytes, legal_record, make_actor

pytestmark = pytest.mark.django_db

ODD: list[Any] = [
    None, True, False, 0, -1, 7, 57, 10**30, -(10**30), 1.5, 1e300, "", "red", "\x00", "\u2028", "é" * 50, "unknown",
    [], [[]], {}, {"a": 1}, [1] * 20, "2026-13-45", "tantrix-record/1",
]  # fmt: skip


def _places(value: Any) -> list[tuple[Any, Any]]:
    """Every container of a record with each of its keys or indexes."""
    found = []
    if isinstance(value, dict):
        found = [(value, key) for key in value]
    elif isinstance(value, list):
        found = [(value, index) for index in range(len(value))]
    return found + [place for holder, key in found for place in _places(holder[key])]


def _tampered(rng: random.Random, record: dict[str, Any]) -> dict[str, Any]:
    record = copy.deepcopy(record)
    for _ in range(rng.choice([1, 1, 1, 2, 4])):
        holder, key = rng.choice(_places(record))
        act = rng.random()
        if act < 0.6:
            holder[key] = copy.deepcopy(rng.choice(ODD))
        elif act < 0.8:
            del holder[key]
        elif isinstance(holder, list):
            holder.insert(key, copy.deepcopy(rng.choice([holder[key], *ODD])))
        else:
            holder[rng.choice(["event", "draws", "numbering", "seconds", "date", "x"])] = rng.choice(ODD)
    return record


def _scrambled(rng: random.Random, data: bytes) -> bytes:
    changed = bytearray(data)
    for _ in range(rng.randint(1, 5)):
        at = rng.randrange(len(changed))
        changed[at : at + rng.randint(0, 3)] = bytes(rng.randrange(256) for _ in range(rng.randint(0, 3)))
    return bytes(changed)


def _outcome(actor: Any, data: bytes) -> str:
    try:
        submission = submit_record(actor=actor, data=data, now=NOW)
    except InvalidInput as refused:
        return refused.code
    judged = verify_record(record_pk=submission.record_id, now=NOW)
    assert judged is not None
    assert Record.objects.get(pk=judged.pk).verdict["code"] != "malformed"  # and so it is stored
    return judged.state


@pytest.mark.parametrize("seed", range(4))
def test_tampered_records(seed: int) -> None:
    rng = random.Random(seed)
    actor = make_actor()
    base = [legal_record(index) for index in range(0, 160, 17)]
    base.append({**legal_record(3), "draws": "unknown"})
    outcomes = set()
    for _ in range(times(40)):
        data = as_bytes(_tampered(rng, rng.choice(base)))
        if rng.random() < 0.3:
            data = _scrambled(rng, data)
        outcome = _outcome(actor, data)
        row = judge_row(BulkRow(line=1, data=data))
        assert ("malformed" if isinstance(row, Malformed) else row.state) == outcome  # both ways agree
        outcomes.add(outcome)
    assert outcomes == {"malformed", "rejected", "verified"}


def test_json_of_any_other_kind() -> None:
    rng = random.Random(7)
    actor = make_actor()
    for _ in range(times(40)):
        data = json.dumps([rng.choice(ODD) for _ in range(3)] if rng.random() < 0.5 else {"format": rng.choice(ODD)})
        assert _outcome(actor, data.encode()) == "malformed"
