"""Sending what is due. A notice is marked, and the mark committed, before anything is handed to the mail server.

Who finds the mark does not send: after a crash a notice is *doubtful* and waits for a person. Nothing goes out twice by
itself (decision 131).
"""

import logging
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.core.cache import cache
from django.core.mail import EmailMessage
from django.db import transaction

from players.models import DropReason, Notice, NoticeState, Player, User
from players.notices import Choice, kind_of
from players.selectors.notices import choices_of, with_address
from players.services.mail_text import mail_of
from players.services.notices import queue_sending
from players.services.posting import Fate, NoServer, Posted, post_office

logger = logging.getLogger(__name__)

RUN_SECONDS: Final = 5.0
"""How long one run sends before it lets other tasks of the worker come in between."""
LOST_AFTER: Final = timedelta(minutes=10)
"""Longer than any run may take: who has not come back by then was killed."""
FIRST_WAIT: Final = timedelta(minutes=5)
LONGEST_WAIT: Final = timedelta(hours=6)
MOST_ATTEMPTS: Final = 14
"""With these waits, some two days."""
DATA_KEPT: Final = timedelta(days=180)
_PAUSE: Final = "notices:pause"
_FAILURES: Final = "notices:failures"


@dataclass(frozen=True)
class Claimed:
    """The notices of one mail, marked; nobody else sends them."""

    user: User
    address: str
    zone_name: str
    notices: Sequence[Notice]


def send_due(*, now: datetime) -> int:
    """Send what is due, as much as a short run may; the rest is queued again. Returns how many mails went out."""
    if not _something_due(now) or cache.get(_PAUSE):
        return 0
    sent, end = 0, time.monotonic() + RUN_SECONDS
    try:
        with post_office() as post:
            cache.delete(_FAILURES)
            while (claimed := claim(now=now)) is not None:
                posted = _post_claimed(claimed, post)
                note_fate(claimed=claimed, posted=posted, now=now)
                sent += posted.fate is Fate.SENT
                if posted.fate is Fate.DOUBTFUL:
                    break  # the connection is gone; another run opens a new one
                if time.monotonic() > end:
                    queue_sending()
                    break
    except NoServer as error:
        _pause(str(error))
    return sent


def sweep_notices(*, now: datetime) -> int:
    """Mark what a killed worker left as doubtful, and send what is due. Returns how many mails went out."""
    lost = Notice.objects.filter(state=NoticeState.SENDING, claimed_at__lt=now - LOST_AFTER)
    for notice in lost:
        if lost.filter(pk=notice.pk).update(state=NoticeState.DOUBTFUL, ended_at=now, error="no answer was noted"):
            logger.error("Notice %d was perhaps sent: its worker ended in between.", notice.pk)
    return send_due(now=now)


def forget_old_data(*, now: datetime) -> int:
    """What old notices said is forgotten; that they were sent is kept, so that nothing is sent again."""
    ended = Notice.objects.filter(ended_at__lt=now - DATA_KEPT).exclude(data={})
    return ended.update(data={}, error="")


@transaction.atomic
def claim(*, now: datetime) -> Claimed | None:
    """Mark the notices of the next mail as being sent; None when nothing is due.

    What is not to be sent after all (no address, not wanted any more, account closed) is dropped on the way.
    """
    while (first := _next(now)) is not None:
        notices = [first]
        if first.in_digest:
            notices = list(
                Notice.objects.select_for_update()
                .filter(user=first.user_id, in_digest=True, state=NoticeState.PENDING, due_at__lte=now)
                .order_by("created_at", "pk")
            )
        address = address_of(first.user)
        kept = [notice for notice in notices if not _dropped(notice, first.user, address, now)]
        if not kept:
            continue
        for notice in kept:
            notice.state, notice.claimed_at, notice.attempts = NoticeState.SENDING, now, notice.attempts + 1
        Notice.objects.bulk_update(kept, ["state", "claimed_at", "attempts"])
        zone = Player.objects.filter(user=first.user).values_list("time_zone", flat=True).first()
        return Claimed(first.user, address, zone or "", kept)
    return None


def _next(now: datetime) -> Notice | None:
    """The oldest notice that is due, with its account; passing over accounts for which another worker sends just now.

    The account is locked as well, so that two workers never take parts of one digest.
    """
    due = Notice.objects.filter(state=NoticeState.PENDING, due_at__lte=now).select_related("user")
    locked = due.select_for_update(skip_locked=True, no_key=True, of=("self", "user"))
    return locked.order_by("due_at", "pk").first()


def _something_due(now: datetime) -> bool:
    return Notice.objects.filter(state=NoticeState.PENDING, due_at__lte=now).exists()


def _dropped(notice: Notice, user: User, address: str, now: datetime) -> bool:
    kind = kind_of(notice.kind)
    reason = ""
    if not user.is_active:
        reason = DropReason.INACTIVE
    elif kind is None:
        reason = DropReason.NO_WORDS
    elif not address:
        reason = DropReason.NO_ADDRESS
    elif choices_of([user.pk], kind.group)[user.pk] == Choice.NEVER:
        reason = DropReason.UNSUBSCRIBED
    if reason:
        notice.state, notice.dropped_for, notice.ended_at = NoticeState.DROPPED, reason, now
        notice.save(update_fields=["state", "dropped_for", "ended_at"])
    return bool(reason)


def address_of(user: User) -> str:
    """Where mails go; "" where there is no address, or one that was never confirmed on a site that asks for it."""
    return user.email if user.email and user.pk in with_address([user.pk]) else ""


def _post_claimed(claimed: Claimed, post: Callable[[EmailMessage], Posted]) -> Posted:
    try:
        message = mail_of(claimed.user, claimed.address, claimed.notices, zone_name=claimed.zone_name)
        message.message()
    except Exception as error:  # a fault in somebody's words must not stop all other mails
        logger.exception("Notice %d could not be written.", claimed.notices[0].pk)
        return Posted(Fate.REFUSED, f"{type(error).__name__}: {error}"[:500])
    return post(message)


@transaction.atomic
def note_fate(*, claimed: Claimed, posted: Posted, now: datetime) -> None:
    """Store what became of the mail."""
    for notice in claimed.notices:
        notice.error = posted.error
        notice.ended_at = now
        if posted.fate is Fate.SENT:
            notice.state = NoticeState.SENT
        elif posted.fate is Fate.DOUBTFUL:
            notice.state = NoticeState.DOUBTFUL
        elif posted.fate is Fate.REFUSED or notice.attempts >= MOST_ATTEMPTS:
            notice.state = NoticeState.FAILED
        else:
            notice.state, notice.ended_at = NoticeState.PENDING, None
            notice.due_at = now + min(FIRST_WAIT * 2 ** (notice.attempts - 1), LONGEST_WAIT)
    Notice.objects.bulk_update(claimed.notices, ["state", "error", "ended_at", "due_at"])
    if posted.fate is not Fate.SENT:
        logger.warning("Notice %d: %s (%s)", claimed.notices[0].pk, posted.fate.value, posted.error)


def _pause(error: str) -> None:
    """Leave the mail server alone for a while, longer each time; nothing was taken, so nothing is lost."""
    failures = int(cache.get(_FAILURES) or 0) + 1
    seconds = min(30 * 2 ** (failures - 1), 900)
    cache.set(_FAILURES, failures, 24 * 3600)
    cache.set(_PAUSE, True, seconds)
    logger.warning("The mail server cannot be reached; the next attempt is in %d s: %s", seconds, error)
