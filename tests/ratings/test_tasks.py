"""What the worker does, and what happens when it is not told."""

from datetime import timedelta

import pytest
from django.conf import settings

from players.actors import SYSTEM
from ratings import tasks
from ratings.models import EventSubmission, Rating
from ratings.services import Pairing, submit_event
from tests.ratings.scene import NOW, make_players, results

pytestmark = pytest.mark.django_db


def submitted() -> list[int]:
    players = make_players(2)
    submit_event(actor=SYSTEM, now=NOW, results=results(1, [Pairing(*players, 1, (120, 80))]))
    return players


def test_the_worker_is_told_after_the_commit(monkeypatch, django_capture_on_commit_callbacks):
    told = []
    monkeypatch.setattr(tasks.apply_submissions, "delay", lambda: told.append(EventSubmission.objects.count()))
    with django_capture_on_commit_callbacks(execute=True):
        submitted()
        assert told == []
    assert told == [1]


def test_a_broker_that_is_away_loses_nothing(monkeypatch, django_capture_on_commit_callbacks, caplog):
    def fail() -> None:
        raise OSError("away")

    monkeypatch.setattr(tasks.apply_submissions, "delay", fail)
    with django_capture_on_commit_callbacks(execute=True):
        players = submitted()
    assert "The broker did not take a message" in caplog.text
    tasks.apply_submissions()
    assert set(Rating.objects.values_list("player", flat=True)) == set(players)


def test_the_sweep_looks_again_and_again():
    entry = settings.CELERY_BEAT_SCHEDULE["apply-rated-results"]
    assert entry["task"] == tasks.apply_submissions.name
    assert entry["schedule"] == timedelta(seconds=settings.SWEEP_SECONDS)
