"""Sending records: what is stored, what is shared, what is refused."""

import threading
import time

import pytest
from django.db import connection

from games import tasks
from games.models import IdempotencyKey, Record, Submission
from games.services import MAX_RECORD_BYTES, verify_record
from players.actors import Actor
from tantrix_site.errors import InvalidInput, NotPermitted, TooLarge, Unprocessable
from tests.games.samples import NOW, as_bytes, illegal_record, legal_record, make_actor, submit
from tests.worker import sending_to

pytestmark = pytest.mark.django_db


@pytest.fixture
def queued(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The records of which the worker was told."""
    told: list[int] = []
    monkeypatch.setattr(tasks.verify_record, "delay", lambda *, record_pk: told.append(record_pk))
    return told


def test_original_bytes_are_kept_and_the_check_is_queued(queued, django_capture_on_commit_callbacks) -> None:
    data = b"\xef\xbb\xbf  " + as_bytes(legal_record()) + b"\r\n"
    anna = make_actor()
    with django_capture_on_commit_callbacks(execute=True):
        submission = submit(anna, data, filename="C:\\games\\final\x00 game.json")
    record = Record.objects.get()
    assert bytes(record.raw) == data
    assert (record.size, record.state, record.attempts) == (len(data), "pending", 0)
    assert queued == [record.pk]
    assert (submission.record, submission.sender, submission.via) == (record, anna.user, "account")
    assert submission.filename == "final game.json"
    assert submission.visibility == "private"


def test_the_same_content_shares_the_record_never_the_submission(queued, django_capture_on_commit_callbacks) -> None:
    first = submit(make_actor("anna"))
    verify_record(record_pk=first.record_id, now=NOW)
    with django_capture_on_commit_callbacks(execute=True):
        second = submit(make_actor("boris"))
    assert second.record_id == first.record_id
    assert second.public_id != first.public_id
    assert second.record.is_verified
    assert queued == []  # the verdict is there already


def test_another_spelling_of_the_same_game_is_another_record_with_the_same_key() -> None:
    record = legal_record()
    first, second = submit(make_actor(), as_bytes(record)), submit(make_actor("boris"), as_bytes(record) + b"\n")
    for submission in (first, second):
        verify_record(record_pk=submission.record_id, now=NOW)
    keys = set(Record.objects.values_list("game_key", flat=True))
    assert Record.objects.count() == 2
    assert len(keys) == 1
    assert "" not in keys


def test_illegal_games_are_taken() -> None:
    record, _ = illegal_record()
    assert submit(make_actor(), as_bytes(record)).record.state == "pending"


@pytest.mark.parametrize(
    ("data", "place"),
    [
        (b"", "line 1, column 1"),
        (b"\xff\xfe", "byte 0"),
        (b"[]", ""),
        (b'{"format": "tantrix-record/1", "format": 1}', "format"),
        (b'{"format": NaN}', "format"),
        (b'{"a": ' + b"[" * 5000 + b"]" * 5000 + b"}", "line 1, column 22"),
        (b'{"format": "tantrix-record/2"}', "format"),
        (as_bytes({**legal_record(), "players": 3}), "players"),
        (as_bytes({**legal_record(), "moves": [{"player": "x"}]}), "moves[0].player"),
        (as_bytes({**legal_record(), "result": {"scores": {"red": "many"}}}), "result.scores.red"),
        (b'{"format": "\\ud800"}', "format"),
    ],
)
def test_what_is_no_record_is_refused_naming_the_place(data: bytes, place: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        submit(make_actor(), data)
    assert refused.value.code == "malformed"
    assert refused.value.field == place
    assert not Record.objects.exists()


def test_size_is_the_first_thing_looked_at() -> None:
    with pytest.raises(TooLarge) as refused:
        submit(make_actor(), b"\xff" * (MAX_RECORD_BYTES + 1))
    assert refused.value.code == "record_too_large"
    assert refused.value.extra == {"limit": 65536, "size": 65537}


def test_the_largest_record_is_taken() -> None:
    data = as_bytes(legal_record())
    assert submit(make_actor(), data + b" " * (MAX_RECORD_BYTES - len(data))).record.size == 65536


def test_nobody_sends_nothing() -> None:
    with pytest.raises(NotPermitted) as refused:
        submit(Actor(via="account"))
    assert refused.value.code == "not_signed_in"


def test_an_entry_link_sends_without_an_account() -> None:
    submission = submit(Actor(via="link", entry_id=7), idempotency_key="one")
    assert (submission.sender, submission.via, submission.entry_id) == (None, "link", 7)
    assert submit(Actor(via="link", entry_id=7), idempotency_key="one") == submission
    assert submit(Actor(via="link", entry_id=8), idempotency_key="one") != submission


def test_a_repeated_key_gives_the_first_submission() -> None:
    anna = make_actor()
    first = submit(anna, idempotency_key="game-1")
    assert submit(anna, idempotency_key="game-1") == first
    assert submit(anna, idempotency_key="game-2") != first
    assert submit(make_actor("boris"), idempotency_key="game-1") != first
    assert Submission.objects.count() == 3


def test_a_key_used_for_another_body_is_refused() -> None:
    anna = make_actor()
    submit(anna, idempotency_key="game-1")
    with pytest.raises(Unprocessable) as refused:
        submit(anna, as_bytes(legal_record(1)), idempotency_key="game-1")
    assert refused.value.code == "idempotency_key_reused"
    assert Submission.objects.count() == 1
    assert Record.objects.count() == 1


@pytest.mark.parametrize("key", ["", "two words", "é", "x" * 256, "tab\t"])
def test_a_key_of_the_wrong_form_is_refused(key: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        submit(make_actor(), idempotency_key=key)
    assert refused.value.code == "bad_idempotency_key"
    assert not IdempotencyKey.objects.exists()
    assert not Submission.objects.exists()


def _at_once(*calls) -> list[object]:
    start = threading.Barrier(len(calls))
    results: list[object] = []

    def run(call) -> None:
        start.wait()
        try:
            results.append(call())
        except Exception as error:
            results.append(error)
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(call,)) for call in calls]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(20)
    return results


@pytest.mark.django_db(transaction=True)
def test_two_senders_at_the_same_moment_share_one_record(queued) -> None:
    actors = [make_actor("anna"), make_actor("boris")]
    for round_ in range(5):
        data = as_bytes(legal_record(round_))
        sent = _at_once(*(lambda actor=actor, data=data: submit(actor, data) for actor in actors))
        assert {type(one) for one in sent} == {Submission}
        assert len({one.record_id for one in sent}) == 1
        assert len({one.pk for one in sent}) == 2
    assert Record.objects.count() == 5


@pytest.mark.django_db(transaction=True)
def test_the_same_key_at_the_same_moment_makes_one_submission(queued) -> None:
    anna = make_actor()
    data = as_bytes(legal_record())
    sent = _at_once(*[lambda: submit(anna, data, idempotency_key="once")] * 3)
    assert {type(one) for one in sent} == {Submission}
    assert len({one.pk for one in sent}) == 1
    assert Submission.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_a_dead_broker_refuses_nothing(caplog) -> None:
    """What is stored stays stored, and nobody waits; the sweep finds it later."""
    anna = make_actor()
    started = time.monotonic()
    with sending_to("redis://127.0.0.1:1/0"):
        submission = submit(anna)
    assert time.monotonic() - started < 5
    assert Submission.objects.get() == submission
    assert Record.objects.get().is_pending
    assert "the sweep will send it again" in caplog.text
