"""Meeting to play: both say that they are ready, and where; the site draws who starts (`docs/regulations.md` 2.5)."""

import secrets
from datetime import datetime
from typing import Final

from django.db import transaction

from players.actors import Actor
from tournaments.models import MatchLot, MatchRoom, ReadyMark
from tournaments.selectors.meeting import READY_FOR
from tournaments.services.access import lock_match, raise_version
from tournaments.services.meeting import log_meeting, of_match, require_meeting
from tournaments.services.plain_text import one_line

MOST_ROOM: Final = 200
LOT_BITS: Final = 48


@transaction.atomic
def mark_ready(*, actor: Actor, now: datetime, match_id: int, yields: bool = False) -> ReadyMark:
    """A side is there and ready, for half an hour; pressing again meanwhile changes nothing.

    The first of the two has the lot drawn, once for these two in this match. `yields` lets the opponent have the colour
    that both prefer. Raises as `require_meeting`.
    """
    event, match = lock_match(match_id)
    side, pair = require_meeting(actor, event, match)
    before = ReadyMark.objects.filter(match=match, side=side, left=pair[0], right=pair[1], at__gt=now - READY_FOR)
    known = before.order_by("-at").first()
    if known is not None and known.yields >= yields:
        return known
    mark = ReadyMark.objects.create(**of_match(actor, now, match, side), yields=yields)
    if not MatchLot.objects.filter(match=match, left=pair[0], right=pair[1]).exists():
        lot = MatchLot.objects.create(**of_match(actor, now, match, None), seed=secrets.randbits(LOT_BITS))
        log_meeting(actor, now, event, match, "match.lot", lot=lot.seed)
    log_meeting(actor, now, event, match, "match.ready", side=side)
    raise_version(event)
    return mark


@transaction.atomic
def set_room(*, actor: Actor, now: datetime, match_id: int, text: str) -> MatchRoom:
    """Where the two meet: the name, number or address of a room on another server; empty takes it away.

    Raises as `require_meeting`; InvalidInput `text_too_long`, `invisible_characters` and the like.
    """
    event, match = lock_match(match_id)
    side, pair = require_meeting(actor, event, match)
    text = one_line(text, MOST_ROOM, "text")
    known = MatchRoom.objects.filter(match=match, left=pair[0], right=pair[1]).order_by("-at", "-pk").first()
    if known is not None and known.text == text:
        return known
    room = MatchRoom.objects.create(**of_match(actor, now, match, side), text=text)
    raise_version(event)
    return room
