"""Short messages between the two sides of a match and its arbiters, with a link or a picture as evidence."""

from datetime import datetime, timedelta
from typing import Any, Final
from urllib.parse import urlsplit

from django.db import transaction
from django.utils.translation import gettext as _

from players.actors import Actor
from players.services import log_action
from tantrix_site.errors import Conflict, InvalidInput, NotFound, NotPermitted
from tournaments.models import Event, Match, MatchMessage
from tournaments.models.message import MOST_TEXT
from tournaments.services.access import lock_match, may_arbitrate, require_arbiter, side_of
from tournaments.services.meeting import of_match
from tournaments.services.pictures import clean_picture
from tournaments.services.plain_text import plain_lines
from tournaments.services.recording import occupants
from tournaments.services.telling import tell_side, tell_sides

MOST_AN_HOUR: Final = 20
MOST_PICTURES: Final = 12
MOST_LINK: Final = 500
MOST_REASON: Final = 300
QUIET_FOR: Final = timedelta(minutes=10)


@transaction.atomic
def send_message(
    *, actor: Actor, now: datetime, match_id: int, text: str = "", link: str = "", picture: bytes | None = None
) -> MatchMessage:
    """One of the two sides, or an official, writes about the match; it stays.

    Possible from when both are known until the event is finished. Raises NotPermitted `not_in_match`; Conflict
    `match_waiting`, `match_bye`, `event_finished`, `too_many_messages`, `too_many_pictures`; InvalidInput
    `message_empty`, `text_too_long`, `invisible_characters`, `bad_link`, `bad_picture`; TooLarge `picture_too_large`.
    """
    event, match = lock_match(match_id)
    side = side_of(actor, match)
    if side is None and not may_arbitrate(actor, event):
        raise NotPermitted("not_in_match", _("Only the two players of this match may do this."))
    pair = occupants(match)
    if not event.is_public or event.state == "finished":
        raise Conflict("event_finished", _("The event is finished."))
    text, link = plain_lines(text, MOST_TEXT, "text"), _link(link)
    if not text and not link and picture is None:
        raise InvalidInput("message_empty", _("Write something, or give a link or a picture."), field="text")
    own = MatchMessage.objects.filter(match=match, left=pair[0], right=pair[1], side=side)
    if own.filter(at__gt=now - timedelta(hours=1)).count() >= MOST_AN_HOUR:
        raise Conflict("too_many_messages", _("That is enough for now; write again later."))
    if picture is not None and own.exclude(picture="").count() >= MOST_PICTURES:
        raise Conflict("too_many_pictures", _("No more pictures can be sent in this match."), field="picture")
    quiet = own.filter(at__gt=now - QUIET_FOR).exists()
    message = MatchMessage(**of_match(actor, now, match, side), text=text, link=link)
    if picture is not None:
        message.picture = clean_picture(picture)
    message.save()
    if not quiet:  # a conversation is told of once
        _tell(event, match, message, now)
    return message


@transaction.atomic
def hide_message(*, actor: Actor, now: datetime, message_id: int, reason: str) -> MatchMessage:
    """An arbiter hides a message from the two sides; officials still read it, with the reason.

    Raises NotFound `message_not_found`; NotPermitted `not_arbiter`, `own_match`; InvalidInput `reason_needed`,
    `text_too_long`, `invisible_characters`.
    """
    match_id = MatchMessage.objects.filter(pk=message_id).values_list("match", flat=True).first()
    if match_id is None:
        raise NotFound("message_not_found", _("There is no such message."))
    event, match = lock_match(match_id)
    require_arbiter(actor, event, match)
    reason = plain_lines(reason, MOST_REASON, "reason")
    if not reason:
        raise InvalidInput("reason_needed", _("Say why; both players will see it."), field="reason")
    message = MatchMessage.objects.get(pk=message_id)
    if message.hidden_at is None:
        message.hidden_at, message.hidden_by, message.hide_reason = now, actor.user, reason
        message.save(update_fields=["hidden_at", "hidden_by", "hide_reason"])
        # in the event's log, not in that of the match, which everybody reads
        log_action(
            actor=actor, now=now, action="message.hidden", target=message, scope=event,
            data={"match": match.number}, reason=reason,
        )  # fmt: skip
    return message


def _tell(event: Event, match: Match, message: MatchMessage, now: datetime) -> None:
    told: dict[str, Any] = {"now": now, "kind": "match_message", "key": str(message.pk), "match": match}
    if message.side is None:
        tell_sides(**told)
    else:
        tell_side(side=1 - message.side, **told)


def _link(link: str) -> str:
    link = link.strip()
    if not link:
        return ""
    bad = InvalidInput("bad_link", _("Give a whole address that begins with https://."), field="link")
    try:
        parts = urlsplit(link)
        host = parts.hostname
    except ValueError as error:
        raise bad from error
    plain = link.isprintable() and " " not in link and len(link) <= MOST_LINK
    if parts.scheme != "https" or not host or parts.username is not None or not plain:
        raise bad
    return link
