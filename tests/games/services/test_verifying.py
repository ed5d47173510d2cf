"""Verdicts: given once, stored whole, announced on commit."""

import pytest

from games.engine.verdict import ENGINE_VERSION
from games.models import Record
from games.services import reverify_outdated_records, reverify_record, verify_record
from games.services.judging import storable
from games.signals import game_verified
from players.models import ActionLog
from tests.games.samples import LATER, NOW, as_bytes, illegal_record, legal_record, make_actor, submit

pytestmark = pytest.mark.django_db


@pytest.fixture
def announced():
    heard: list[tuple[object, tuple[int, ...]]] = []

    def hear(sender, record_pk, record_pks, **kwargs) -> None:
        heard.append((record_pk, record_pks))

    game_verified.connect(hear)
    yield heard
    game_verified.disconnect(hear)


def test_a_legal_game_is_verified(announced, django_capture_on_commit_callbacks) -> None:
    record = legal_record()
    submission = submit(make_actor(), as_bytes(record))
    with django_capture_on_commit_callbacks(execute=True):
        stored = verify_record(record_pk=submission.record_id, now=LATER)
    stored.refresh_from_db()
    assert (stored.state, stored.complete, stored.verified_at) == ("verified", True, LATER)
    assert stored.engine_version == ENGINE_VERSION
    assert stored.verdict["ok"] is True
    assert stored.scores == stored.verdict["scores"] == record["result"]["scores"]
    assert (stored.outcome, stored.winner or None) == (record["result"]["outcome"], record["result"].get("winner"))
    assert stored.colours == [player["colour"] for player in record["players"]]
    assert stored.players == len(record["players"])
    assert stored.scores_in_turn_order == [(colour, stored.scores[colour]) for colour in stored.colours]
    assert len(stored.game_key) == 64
    assert announced == [(stored.pk, (stored.pk,))]


def test_an_illegal_game_is_rejected_with_the_fault(announced, django_capture_on_commit_callbacks) -> None:
    record, expect = illegal_record("colour_mismatch")
    submission = submit(make_actor(), as_bytes(record))
    with django_capture_on_commit_callbacks(execute=True):
        stored = verify_record(record_pk=submission.record_id, now=LATER)
    assert stored.state == "rejected"
    assert stored.verdict["code"] == expect["code"]
    assert stored.verdict["index"] == expect["index"]
    assert stored.verdict["rule"] == 8
    assert stored.verdict["legal"]
    assert stored.game_key == ""
    assert announced == [(stored.pk, (stored.pk,))]


def test_a_faulty_set_up_is_a_verdict_too() -> None:
    record, _ = illegal_record("bad_hand")
    submission = submit(make_actor(), as_bytes(record))
    stored = verify_record(record_pk=submission.record_id, now=LATER)
    assert (stored.state, stored.verdict["index"], stored.colours, stored.players) == ("rejected", -1, [], None)


def test_a_table_game_without_draws_is_never_complete() -> None:
    record = legal_record()
    record["draws"] = "unknown"
    for player in record["players"]:
        del player["hand"]
    for move in record["moves"]:
        move.pop("drawn", None)
    submission = submit(make_actor(), as_bytes(record))
    stored = verify_record(record_pk=submission.record_id, now=LATER)
    assert (stored.state, stored.complete) == ("verified", False)
    assert "draws" in stored.verdict["unchecked"]


def test_a_verdict_is_given_once(announced, django_capture_on_commit_callbacks) -> None:
    submission = submit(make_actor())
    with django_capture_on_commit_callbacks(execute=True):
        for _ in range(3):
            verify_record(record_pk=submission.record_id, now=NOW)
        verify_record(record_pk=submission.record_id, now=LATER)
    assert Record.objects.get().verified_at == NOW
    assert len(announced) == 1


def test_a_record_that_is_gone_is_no_failure() -> None:
    assert verify_record(record_pk=10**9, now=NOW) is None


def test_a_receiver_that_fails_harms_nobody(announced, django_capture_on_commit_callbacks) -> None:
    def fail(**kwargs) -> None:
        raise RuntimeError("a receiver fails")

    game_verified.connect(fail)
    try:
        submission = submit(make_actor())
        with django_capture_on_commit_callbacks(execute=True):
            verify_record(record_pk=submission.record_id, now=NOW)
    finally:
        game_verified.disconnect(fail)
    assert Record.objects.get().is_verified
    assert len(announced) == 1


def test_names_and_texts_with_nul_are_stored() -> None:
    record = legal_record()
    record["players"][0]["name"] = "An\x00na"
    record["event"] = "\x00"
    record["moves"][0]["rotation"] = (record["moves"][0]["rotation"] + 1) % 6
    submission = submit(make_actor(), as_bytes(record))
    assert verify_record(record_pk=submission.record_id, now=NOW).state == "rejected"


def test_bytes_that_can_no_longer_be_read_get_a_verdict_too() -> None:
    """As after an update that reads more strictly."""
    record = submit(make_actor()).record
    Record.objects.filter(pk=record.pk).update(raw=b'{"players": \x00')
    stored = verify_record(record_pk=record.pk, now=LATER)
    assert (stored.state, stored.verdict["code"], stored.verdict["index"]) == ("rejected", "malformed", -1)
    assert stored.verdict["message"].startswith("line 1, column 13")


def test_storable_leaves_ordinary_data_alone() -> None:
    data = {"a": [1, "é🙂", None, True, {"b": 2.5}]}
    assert storable(data) == data
    assert storable({"a": ["x\x00y", "\ud800"]}) == {"a": ["x\ufffdy", "?"]}


def _judged_by_an_old_engine(**wrong: object) -> Record:
    record = verify_record(record_pk=submit(make_actor()).record_id, now=NOW)
    Record.objects.filter(pk=record.pk).update(engine_version="0.1", **wrong)
    return record


def test_records_of_an_older_engine_are_replayed(announced, django_capture_on_commit_callbacks) -> None:
    record = _judged_by_an_old_engine(state="rejected", verdict={"ok": False}, game_key="")
    with django_capture_on_commit_callbacks(execute=True):
        last, looked_at, changed = reverify_outdated_records(now=LATER)
    record.refresh_from_db()
    assert (last, looked_at, changed) == (record.pk, 1, 1)
    assert (record.state, record.engine_version, record.verified_at) == ("verified", ENGINE_VERSION, LATER)
    assert announced[-1] == (record.pk, (record.pk,))
    log = ActionLog.objects.get(action="record.reverified")
    assert log.data == {"before": "rejected", "after": "verified", "engine": ["0.1", ENGINE_VERSION]}
    assert reverify_outdated_records(now=LATER) == (0, 0, 0)


def test_a_replay_that_agrees_changes_no_state(announced, django_capture_on_commit_callbacks) -> None:
    record = _judged_by_an_old_engine()
    with django_capture_on_commit_callbacks(execute=True):
        assert reverify_record(record_pk=record.pk, now=LATER) is False
    record.refresh_from_db()
    assert record.engine_version == ENGINE_VERSION
    assert announced == []
    assert not ActionLog.objects.exists()
