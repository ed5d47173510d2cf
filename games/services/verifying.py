"""Giving records their verdict."""

import logging
from collections.abc import Sequence
from datetime import datetime
from functools import partial

from django.db import transaction

from games.engine.verdict import ENGINE_VERSION
from games.models import Record, RecordState, may_become
from games.services.judging import Judgement, judge_stored
from games.signals import game_verified
from players.actors import SYSTEM
from players.services import log_action

logger = logging.getLogger(__name__)


@transaction.atomic
def verify_record(*, record_pk: int, now: datetime) -> Record | None:
    """Replay a pending record and store its verdict; one that has a verdict is left alone.

    However often it is called and from how many processes, a record is judged once: the row is locked first. Returns
    the record, or None if there is none. `game_verified` follows on commit.
    """
    record = Record.objects.select_for_update().filter(pk=record_pk).first()
    if record is None or not record.is_pending:
        return record
    store_judgement(record, judge_stored(record), now)
    # a rejection too: whoever waits for the verdict should not have to wait for a sweep
    announce([record.pk])
    return record


@transaction.atomic
def reverify_record(*, record_pk: int, now: datetime) -> bool:
    """Replay a judged record with the present engine if another version judged it; True if its state changed.

    A change of state is logged and announced like a first verdict, so that whoever relied on the old one can act.
    """
    record = Record.objects.select_for_update().filter(pk=record_pk).first()
    if record is None or record.is_pending or record.engine_version == ENGINE_VERSION:
        return False
    before, version_before = record.state, record.engine_version
    store_judgement(record, judge_stored(record), now)
    if record.state == before:
        return False
    log_action(
        actor=SYSTEM,
        now=now,
        action="record.reverified",
        target=record,
        data={"before": before, "after": record.state, "engine": [version_before, ENGINE_VERSION]},
    )
    announce([record.pk])
    return True


def reverify_outdated_records(*, now: datetime, after_pk: int = 0, limit: int = 100) -> tuple[int, int, int]:
    """Reverify up to `limit` records judged by another engine version, each in its own transaction.

    Returns the last key looked at, how many were looked at, and how many changed state; start again after that key
    until none is looked at.
    """
    outdated = Record.objects.exclude(engine_version=ENGINE_VERSION).exclude(state=RecordState.PENDING)
    pks = list(outdated.filter(pk__gt=after_pk).order_by("pk").values_list("pk", flat=True)[:limit])
    changed = sum(reverify_record(record_pk=pk, now=now) for pk in pks)
    return (pks[-1] if pks else after_pk), len(pks), changed


def store_judgement(record: Record, judgement: Judgement, now: datetime) -> None:
    """Write a verdict to a locked record."""
    if judgement.state != record.state and not may_become(record.state, judgement.state):
        raise RuntimeError(f"A record cannot pass from {record.state} to {judgement.state}.")
    judgement.fill(record)
    record.verified_at = now
    record.save(update_fields=[*Judgement.COLUMNS, "verified_at"])


def announce(record_pks: Sequence[int]) -> None:
    """Send `game_verified` for these records on commit; a receiver that fails is logged and stops no other."""
    if record_pks:
        transaction.on_commit(partial(_announce, tuple(record_pks)))


def _announce(record_pks: tuple[int, ...]) -> None:
    only = record_pks[0] if len(record_pks) == 1 else None
    game_verified.send_robust(sender=Record, record_pk=only, record_pks=record_pks)
