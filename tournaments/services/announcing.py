"""Announcements to those who take part: seen first as they will be sent, then sent once (decision 132)."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Any, Final

from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext as _

from players.actors import Actor
from players.notices import Choice, Group
from players.selectors.notices import choices_of, with_address
from players.services import log_action, notify
from players.services.mail_text import preview_of
from tantrix_site.errors import Conflict, InvalidInput
from tournaments.models import Announcement, Audience, EntryState, Event
from tournaments.selectors.announcements import entries_in_round
from tournaments.selectors.check_in import missing_entries
from tournaments.services.access import lock_event, raise_version, require_organiser
from tournaments.services.addressees import accounts_by_entry, accounts_of_entries, captains_of, officials_of
from tournaments.services.plain_text import one_line, plain_lines
from tournaments.services.telling_entries import event_data

MOST_SUBJECT: Final = 120
MOST_TEXT: Final = 4000
MOST_A_DAY: Final = 20


@dataclass(frozen=True, slots=True)
class AnnouncementOrder:
    """What is to be sent. `texts` are language, subject and text; the first is for whoever reads none of the others."""

    audience: str
    texts: Sequence[tuple[str, str, str]]
    round: str = ""
    on_page: bool = False


@dataclass(frozen=True, slots=True)
class MailSample:
    """The mail as a reader of that language will see it."""

    language: str
    subject: str
    body: str


@dataclass(frozen=True, slots=True)
class AnnouncementPlan:
    """What sending would do. `reached` of the `accounts` get it; `digest` names all of it and must be sent back."""

    accounts: int
    reached: int
    without_address: int
    unwanted: int
    daily: int
    without_account: int
    samples: Sequence[MailSample]
    digest: str


def plan_announcement(*, actor: Actor, now: datetime, event_id: int, order: AnnouncementOrder) -> AnnouncementPlan:
    """Whom it would reach and how it will look; nothing is stored.

    Raises NotPermitted `not_organiser`; InvalidInput `unknown_audience`, `unknown_round`, `text_needed`,
    `unknown_language`, `language_twice`, `text_too_long`, `invisible_characters`; Conflict `event_is_draft` (only
    officials see a draft), `nobody`.
    """
    event = Event.objects.get(pk=event_id)
    require_organiser(actor, event)
    return _planned(event, _checked(event, order))


@transaction.atomic
def send_announcement(
    *, actor: Actor, now: datetime, event_id: int, order: AnnouncementOrder, digest: str
) -> Announcement:
    """Send what was shown. The same digest again gives the announcement that was sent and sends nothing.

    Raises as `plan_announcement`; Conflict `preview_changed` where it would reach others or read otherwise by now, or
    where the digest is that of other words that were sent; `too_many_announcements`.
    """
    event = lock_event(event_id)
    require_organiser(actor, event)
    sent = Announcement.objects.filter(event=event, digest=digest).first()
    if sent is not None:
        if not _says(sent, order):
            raise _changed()
        return sent
    order = _checked(event, order)
    plan = _planned(event, order)
    if plan.digest != digest:
        raise _changed()
    recent = Announcement.objects.filter(event=event, at__gt=now - timedelta(days=1)).count()
    if recent >= MOST_A_DAY:
        raise Conflict(
            "too_many_announcements",
            _("At most %(most)d announcements a day can be sent.") % {"most": MOST_A_DAY},
            {"most": MOST_A_DAY},
        )
    made = Announcement.objects.create(
        event=event, audience=order.audience, round=order.round, texts=[list(text) for text in order.texts],
        on_page=order.on_page, recipients=plan.accounts, digest=digest, at=now, user=actor.user, player=actor.player,
        via=actor.via,
    )  # fmt: skip
    accounts, _without = _accounts(event, order)
    notify(now=now, kind="announcement", key=str(made.pk), users=accounts, data=_data(event, order))
    log_action(
        actor=actor, now=now, action="event.announced", target=event, scope=event,
        data={"announcement": made.pk, "audience": order.audience, "round": order.round,
              "subject": order.texts[0][1], "recipients": len(accounts), "on_page": order.on_page},
    )  # fmt: skip
    raise_version(event)
    return made


def _says(sent: Announcement, order: AnnouncementOrder) -> bool:
    """Whether an announcement was sent for this order."""
    told = (sent.audience, sent.on_page, [tuple(text) for text in sent.texts])
    return told == (order.audience, order.on_page, _texts(order))


def _changed() -> Conflict:
    return Conflict("preview_changed", _("This is no longer what you saw. Look at it again, then send it."))


def _planned(event: Event, order: AnnouncementOrder) -> AnnouncementPlan:
    accounts, without_account = _accounts(event, order)
    if not accounts and not order.on_page:
        raise Conflict("nobody", _("Nobody of these has an account, so nobody would get it."))
    addressed = with_address(accounts)
    chosen = choices_of(accounts, Group.ANNOUNCEMENTS)
    unwanted = {pk for pk in addressed if chosen[pk] == Choice.NEVER}
    daily = {pk for pk in addressed if chosen[pk] == Choice.DAILY}
    data = _data(event, order)
    samples = [
        MailSample(code, *preview_of("announcement", data, language=code)) for code, _subject, _text in order.texts
    ]
    # the number of earlier ones keeps two alike apart, where somebody means to write the same again
    named = [event.pk, event.announcements.count(), order.audience, order.round, order.on_page, sorted(accounts)]
    digest = sha256(json.dumps([*named, [list(text) for text in order.texts]]).encode()).hexdigest()
    return AnnouncementPlan(
        accounts=len(accounts), reached=len(addressed) - len(unwanted),
        without_address=len(accounts) - len(addressed), unwanted=len(unwanted), daily=len(daily),
        without_account=without_account, samples=samples, digest=digest,
    )  # fmt: skip


def _accounts(event: Event, order: AnnouncementOrder) -> tuple[set[int], int]:
    """The accounts of an audience, and how many of its entries have none."""
    if order.audience == Audience.OFFICIALS:
        return officials_of(event), 0
    entries = _entries(event, order)
    if order.audience == Audience.CAPTAINS:
        return captains_of(entries), 0
    with_account = accounts_by_entry(entries)
    return accounts_of_entries(entries), sum(pk not in with_account for pk in entries)


def _entries(event: Event, order: AnnouncementOrder) -> list[int]:
    if order.audience == Audience.ROUND:
        return list(entries_in_round(event, order.round) or ())
    if order.audience == Audience.MISSING:
        return [entry.pk for entry in missing_entries(event)]
    state = EntryState.WAITING if order.audience == Audience.WAITING else EntryState.ACCEPTED
    return list(event.entries.filter(state=state).order_by("pk").values_list("pk", flat=True))


def _data(event: Event, order: AnnouncementOrder) -> dict[str, Any]:
    return event_data(event, texts=[list(text) for text in order.texts])


def _checked(event: Event, order: AnnouncementOrder) -> AnnouncementOrder:
    if order.audience not in Audience.values:
        raise InvalidInput("unknown_audience", _("Choose whom it is for."), field="audience")
    if order.audience == Audience.ROUND and entries_in_round(event, order.round) is None:
        raise InvalidInput("unknown_round", _("No match of such a round is open."), field="round")
    if not event.is_public and order.audience != Audience.OFFICIALS:
        raise Conflict("event_is_draft", _("Only its organisers see this event. Publish it first."))
    texts = _texts(order)
    round_ = order.round if order.audience == Audience.ROUND else ""
    return AnnouncementOrder(order.audience, tuple(texts), round_, order.on_page)


def _texts(order: AnnouncementOrder) -> list[tuple[str, str, str]]:
    """The texts that are not empty, as they are sent."""
    texts: list[tuple[str, str, str]] = []
    for code, subject, text in order.texts:
        if code not in dict(settings.LANGUAGES):
            raise InvalidInput("unknown_language", _("This language is not offered."), field="texts")
        if any(code == other for other, _subject, _text in texts):
            raise InvalidInput("language_twice", _("Each language can have one text."), field="texts")
        subject = one_line(subject, MOST_SUBJECT, f"subject_{code}")
        text = plain_lines(text, MOST_TEXT, f"text_{code}")
        if not subject and not text:
            continue
        if not subject or not text:
            missing = "text" if subject else "subject"
            message = _("Write both a subject and a text in this language, or neither.")
            raise InvalidInput("text_needed", message, field=f"{missing}_{code}")
        texts.append((code, subject, text))
    if not texts:
        first = order.texts[0][0] if order.texts else settings.LANGUAGE_CODE
        raise InvalidInput("text_needed", _("Write a subject and a text."), field=f"subject_{first}")
    return texts
