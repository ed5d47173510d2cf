"""Storing what accounts are told: once each, when and whether they chose to be."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from players.models import Notice, NoticeChoice, Player, User
from players.notices import Choice, Group, Kind, Words, register_kinds
from players.services import Told, notify, notify_many
from players.services.notices import digest_time

NOW = datetime(2026, 12, 1, 12, tzinfo=UTC)


def spoken(data, zone):
    return Words("Something happened", ("A sentence.",))


register_kinds([Kind("test.stored", Group.REPORTS, spoken), Kind("test.decided", Group.DECISIONS, spoken)])


@pytest.fixture
def anna(db: None) -> User:
    user = User.objects.create(username="anna", email="anna@example.org")
    Player.objects.create(user=user, slug="anna", name="Anna", time_zone="Pacific/Auckland", created_at=NOW)
    return user


def test_the_same_thing_is_stored_once(anna: User, django_assert_num_queries) -> None:
    boris = User.objects.create(username="boris")
    assert notify(now=NOW, kind="test.stored", key="m1", users=[anna, anna.pk], data={}) == 1
    with django_assert_num_queries(3):
        assert notify(now=NOW, kind="test.stored", key="m1", users=[anna, boris], data={}) == 1
    assert notify_many(now=NOW, kind="test.stored", told=[Told(anna.pk, "m1", {}), Told(boris.pk, "m2", {})]) == 1
    assert list(Notice.objects.order_by("pk").values_list("user__username", "key")) == [
        ("anna", "m1"), ("boris", "m1"), ("boris", "m2"),
    ]  # fmt: skip
    with pytest.raises(LookupError):
        notify(now=NOW, kind="test.unheard", key="m1", users=[anna], data={})


def test_one_message_to_the_worker_for_a_transaction(anna: User, django_capture_on_commit_callbacks) -> None:
    with django_capture_on_commit_callbacks() as waiting:
        for key in "123":
            notify(now=NOW, kind="test.stored", key=key, users=[anna], data={})
    assert len(waiting) == 1


def test_as_chosen(anna: User) -> None:
    row = NoticeChoice.objects.create(user=anna, group=Group.REPORTS, choice=Choice.DAILY)
    NoticeChoice.objects.create(user=anna, group=Group.DECISIONS, choice=Choice.NEVER)
    notify(now=NOW, kind="test.stored", key="1", users=[anna], data={})
    row.choice = Choice.NEVER
    row.save()
    notify(now=NOW, kind="test.stored", key="2", users=[anna], data={})
    notify(now=NOW, kind="test.decided", key="3", users=[anna], data={})
    daily, never, ruling = Notice.objects.order_by("pk")
    # seven in the morning in Auckland, the next day
    assert (daily.state, daily.in_digest, daily.due_at) == ("pending", True, datetime(2026, 12, 1, 18, tzinfo=UTC))
    assert (never.state, never.dropped_for) == ("dropped", "unsubscribed")
    assert (ruling.state, ruling.in_digest, ruling.due_at) == ("pending", False, NOW)


def test_one_digest_a_day_whatever_the_clocks_do(settings) -> None:
    settings.NOTICE_DIGEST_HOUR = 2  # there is none such on 28 March in Berlin, and two on 31 October
    berlin = ZoneInfo("Europe/Berlin")
    times, now = [], datetime(2027, 1, 1, tzinfo=UTC)
    while now.year == 2027:
        now = digest_time(now=now, zone=berlin)
        times.append(now.astimezone(berlin).date())
    assert len(times) == len(set(times)) == 366  # the last one is that of the next year
    settings.NOTICE_DIGEST_HOUR = 7
    at = datetime(2026, 3, 28, 6, tzinfo=UTC)  # exactly seven: today's has gone out
    assert digest_time(now=at, zone=berlin) == datetime(2026, 3, 29, 5, tzinfo=UTC)
