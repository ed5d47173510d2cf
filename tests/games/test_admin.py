"""The admin shows records and changes none."""

import pytest
from django.test import Client

from games import tasks
from games.models import Record
from games.services import verify_record
from tests.games.samples import NOW, make_actor, make_user, submit, varied

pytestmark = pytest.mark.django_db


@pytest.fixture
def root(client: Client) -> Client:
    client.force_login(make_user("root", is_staff=True, is_superuser=True))
    return client


def test_everything_can_be_looked_at_and_nothing_edited(root: Client) -> None:
    submission = submit(make_actor(), varied(0), filename="game.json")
    verify_record(record_pk=submission.record_id, now=NOW)
    for model, pk in (("record", submission.record_id), ("submission", submission.pk)):
        assert root.get(f"/admin/games/{model}/").status_code == 200
        assert root.get(f"/admin/games/{model}/?q=game").status_code == 200
        assert root.get(f"/admin/games/{model}/{pk}/change/").status_code == 200
        assert root.post(f"/admin/games/{model}/{pk}/change/", {}).status_code == 403
        assert root.post(f"/admin/games/{model}/{pk}/delete/", {"post": "yes"}).status_code == 403
        assert root.get(f"/admin/games/{model}/add/").status_code == 403
    assert root.get("/admin/games/bulkimport/").status_code == 200


def test_pending_records_can_be_queued_again(root, monkeypatch, django_capture_on_commit_callbacks) -> None:
    told: list[int] = []
    monkeypatch.setattr(tasks.verify_record, "delay", lambda *, record_pk: told.append(record_pk))
    anna = make_actor()
    waiting, judged = (submit(anna, varied(index)).record_id for index in range(2))
    verify_record(record_pk=judged, now=NOW)
    with django_capture_on_commit_callbacks(execute=True):
        answer = root.post(
            "/admin/games/record/", {"action": "queue_again", "_selected_action": [waiting, judged]}, follow=True
        )
    assert "1 record was queued." in answer.content.decode()
    assert told == [waiting]
    assert Record.objects.count() == 2
