"""Telling accounts something by mail: storing it, inside the transaction in which it became true."""

import logging
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet

from players import tasks, zones
from players.models import DropReason, Notice, NoticeState, Player, User
from players.notices import Choice, Group, kind_of
from players.selectors.notices import choices_of
from tantrix_site.compiled import Compiled, insert_new

logger = logging.getLogger(__name__)
BATCH = 500


@dataclass(frozen=True)
class Told:
    """One notice to store: whom, what names it (once for each account and kind), what its words need."""

    user: int
    key: str
    data: Mapping[str, Any]


def notify(*, now: datetime, kind: str, key: str, users: Iterable[User | int], data: Mapping[str, Any]) -> int:
    """Store one notice of a registered kind for each account, and say how many are new.

    Call it inside the transaction of the act; nothing is sent before the commit. The same kind, key and account is
    stored once, however often it is asked for.
    """
    pks = {user if isinstance(user, int) else user.pk for user in users}
    return notify_many(now=now, kind=kind, told=[Told(pk, key, data) for pk in sorted(pks)])


_zones = Compiled(lambda users: Player.objects.filter(user__in=users).values_list("user_id", "time_zone"))


@Compiled
def _stored(kind: str, users: tuple[int, ...], keys: tuple[str, ...]) -> QuerySet[Notice, tuple[int, str]]:
    return Notice.objects.filter(kind=kind, user__in=users, key__in=keys).values_list("user", "key")


@transaction.atomic(savepoint=False)
def notify_many(*, now: datetime, kind: str, told: Iterable[Told]) -> int:
    """As `notify`, where each account is told something else; a fixed number of queries."""
    group = _group_of(kind)
    wanted = {(row.user, row.key): row for row in told}
    users, keys = {user for user, _key in wanted}, {key for _user, key in wanted}
    for known in _stored(kind, tuple(users), tuple(keys)):
        wanted.pop(known, None)
    rows = list(wanted.values())
    if not rows:
        return 0
    pks = {row.user for row in rows}
    choices = choices_of(pks, group)
    by_the_day = [pk for pk in pks if choices[pk] == Choice.DAILY]
    zone_names = dict(_zones(tuple(by_the_day)))
    # two acts at the same moment may both find nothing: the constraint decides, and one row stays
    notices = [_notice(row, kind, choices[row.user], zone_names.get(row.user, ""), now) for row in rows]
    for start in range(0, len(notices), BATCH):
        insert_new(notices[start : start + BATCH])
    _queue_once()
    return len(rows)


def digest_time(*, now: datetime, zone: ZoneInfo) -> datetime:
    """The next time at which digests go out where the clocks show this zone: after `now`, never twice a day."""
    local = now.astimezone(zone)
    hour = time(settings.NOTICE_DIGEST_HOUR)
    # compared as instants: a clock shows an hour twice when summer time ends
    today = datetime.combine(local.date(), hour, tzinfo=zone).astimezone(UTC)
    if today > now:
        return today
    return datetime.combine(local.date() + timedelta(days=1), hour, tzinfo=zone).astimezone(UTC)


def _queue_once() -> None:
    """One message for all that a transaction tells, however many acts are in it."""
    waiting = transaction.get_connection().run_on_commit
    if all(act is not queue_sending for _savepoints, act, _robust in waiting):
        transaction.on_commit(queue_sending)


def queue_sending() -> None:
    """Have the worker send what is due. A message lost loses nothing: the sweep sends it."""
    _send(tasks.send_notices.delay)


def _notice(row: Told, kind: str, choice: Choice, zone: str, now: datetime) -> Notice:
    notice = Notice(user_id=row.user, kind=kind, key=row.key, data=dict(row.data), created_at=now, due_at=now)
    if choice == Choice.NEVER:
        notice.state, notice.ended_at, notice.dropped_for = NoticeState.DROPPED, now, DropReason.UNSUBSCRIBED
    elif choice == Choice.DAILY:
        notice.in_digest = True
        notice.due_at = digest_time(now=now, zone=zone_of(zone, row.data))
    return notice


def zone_of(name: str, data: Mapping[str, Any]) -> ZoneInfo:
    """The account's zone, else the one the notice names (an event's), else UTC."""
    for wanted in (name, str(data.get("zone", ""))):
        if wanted and zones.is_zone(wanted):
            return ZoneInfo(wanted)
    return ZoneInfo("UTC")


def _group_of(kind: str) -> Group:
    known = kind_of(kind)
    if known is None:
        raise LookupError(f"No app has registered the kind of notice {kind!r}.")
    return known.group


def _send(send: Callable[[], Any]) -> None:
    try:
        send()
    except Exception:  # whatever ails the broker: the notice is stored, and the sweep sends it later
        logger.warning("The broker did not take a message; the sweep will send it again.", exc_info=True)
