"""A replayed game of an event names its entries and leads back to its match."""

import json

import pytest
from django.urls import reverse

from games.services import verify_record
from players.actors import account_actor
from tests.tournaments.scene import NOW, make_scene, record_bytes
from tournaments import services
from tournaments.selectors.captions import caption_of_report

pytestmark = pytest.mark.django_db


@pytest.fixture
def report():
    scene = make_scene(4)
    data = json.loads(record_bytes(3, colours=["blue", "red"]))
    for seat in data["players"]:
        seat["name"] = "Typed Name"
    report = services.attach_record(
        actor=scene.player(1), now=NOW, match_id=scene.match(1).pk, number=1, data=json.dumps(data).encode(),
        left_colour="red",
    )  # fmt: skip
    verify_record(record_pk=report.submission.record_id, now=NOW)
    services.settle_records(now=NOW, record_pks=[report.submission.record_id])
    report.refresh_from_db()
    return report


def test_names_follow_the_colours(report, django_assert_num_queries) -> None:
    submission = report.submission
    assert submission.record.colours == ["blue", "red"]
    with django_assert_num_queries(1):
        caption = caption_of_report(submission)
    assert caption is not None
    assert caption.names == (report.right.name, report.left.name)
    assert [crumb.text for crumb in caption.crumbs] == [
        report.match.event.name,
        "Semi-finals",
        f"{report.left.name} – {report.right.name}",
        "Game 1",
    ]


def test_a_withdrawn_report_vouches_for_nobody(report) -> None:
    services.withdraw_report(actor=account_actor(report.user), now=NOW, report_id=report.pk)
    assert caption_of_report(report.submission) is None


def test_a_game_of_no_event_has_no_caption(report) -> None:
    submission = report.submission
    report.delete()
    assert caption_of_report(submission) is None


def test_the_replay_page_shows_the_entries_and_no_typed_name(report, client) -> None:
    page = client.get(reverse("games:replay", args=[report.submission.public_id])).content.decode()
    assert report.left.name in page
    assert report.right.name in page
    assert "Typed Name" not in page
