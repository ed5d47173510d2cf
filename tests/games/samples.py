"""Game records for the tests of the shell."""

import gzip
import json
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path
from typing import Any

from games.models import Submission
from games.services import submit_record
from players.actors import Actor, account_actor
from players.models import User

FOLDER = Path(__file__).parent.parent / "data" / "records"
NOW = datetime(2026, 5, 2, 10, 0, tzinfo=UTC)
LATER = NOW + timedelta(hours=1)


@cache
def _lines(name: str) -> list[dict[str, Any]]:
    with gzip.open(FOLDER / name, "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def legal_record(index: int = 0) -> dict[str, Any]:
    """One of 160 complete legal games."""
    return json.loads(json.dumps(_lines("legal.jsonl.gz")[index]["record"]))


def illegal_record(code: str = "colour_mismatch") -> tuple[dict[str, Any], dict[str, Any]]:
    """A record that breaks one rule, and the verdict expected."""
    line = next(line for line in _lines("mutated.jsonl.gz") if line["expect"]["code"] == code)
    return json.loads(json.dumps(line["record"])), line["expect"]


def unfinished_record(index: int = 0) -> dict[str, Any]:
    return json.loads(json.dumps(_lines("positions.jsonl.gz")[index]["record"]))


def as_bytes(record: dict[str, Any]) -> bytes:
    return json.dumps(record).encode()


def varied(index: int) -> bytes:
    """Legal records without end: the games repeat, the bytes never do."""
    record = legal_record(index % 160)
    record["event"] = f"Variation {index}"
    return as_bytes(record)


def make_user(name: str = "anna", **extra: Any) -> User:
    return User.objects.create_user(username=name, password="long-enough-1", **extra)


def make_actor(name: str = "anna") -> Actor:
    return account_actor(make_user(name))


def submit(actor: Actor, data: bytes | None = None, **extra: Any) -> Submission:
    return submit_record(actor=actor, data=as_bytes(legal_record()) if data is None else data, now=NOW, **extra)
