"""Agreeing a time to play: offering, taking back, declining, accepting. What was offered stays as evidence."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.utils.translation import gettext as _

from players.actors import SYSTEM, Actor
from players.zones import is_zone
from tantrix_site.errors import Conflict, DomainError, InvalidInput, NotFound, NotPermitted
from tournaments.models import Event, EventState, Match, MatchState, OfferEnd, OfferEnding, TimeOffer
from tournaments.services.access import lock_match
from tournaments.services.meeting import log_meeting, note_change, of_match, require_meeting
from tournaments.services.plain_text import one_line
from tournaments.services.telling import tell_side

MOST_OPEN: Final = 3
MOST_A_DAY: Final = 30
FARTHEST: Final = timedelta(days=366)
BATCH: Final = 500
MOST_REASON: Final = 300


@transaction.atomic
def offer_time(*, actor: Actor, now: datetime, match_id: int, starts_at: datetime, zone: str = "") -> TimeOffer:
    """One side could play at that instant, full minutes; `zone` is where it was meant, the event's if it is empty.

    Raises NotPermitted `not_in_match`; Conflict as `require_meeting`, and `too_many_offers` (three may be open),
    `offered_already`, `offered_by_opponent` (accept it), `agreed_already`, `too_often`; InvalidInput `naive_time`,
    `unknown_time_zone`, `time_past`, `after_deadline`, `too_far`.
    """
    event, match = lock_match(match_id)
    side, pair = require_meeting(actor, event, match)
    zone = zone or event.time_zone
    if not is_zone(zone):
        raise InvalidInput("unknown_time_zone", _("This time zone is not known."), field="zone")
    starts_at = _checked(match, starts_at, now)
    _store_lapsed(event, match, now)
    offers = TimeOffer.objects.filter(match=match, left=pair[0], right=pair[1])
    still = offers.filter(is_open=True)
    if still.filter(starts_at=starts_at).exclude(side=side).exists():
        raise Conflict("offered_by_opponent", _("Your opponent offers this time: accept it."), field="starts_at")
    if still.filter(starts_at=starts_at).exists():
        raise Conflict("offered_already", _("You offer this time already."), field="starts_at")
    agreed = agreed_offer(match, pair)
    if agreed is not None and agreed.starts_at == starts_at:
        raise Conflict("agreed_already", _("This time is agreed already."), field="starts_at")
    if still.filter(side=side).count() >= MOST_OPEN:
        raise Conflict(
            "too_many_offers", _("Three offers may be open at once; take one back first."), {"most": MOST_OPEN}
        )
    if offers.filter(side=side, at__gt=now - timedelta(days=1)).count() >= MOST_A_DAY:
        raise Conflict("too_often", _("That is enough for today. Write to your opponent, or ask an organiser."))
    offer = TimeOffer.objects.create(**of_match(actor, now, match, side), starts_at=starts_at, zone=zone)
    log_meeting(actor, now, event, match, "offer.made", starts_at=starts_at, zone=zone, side=side, offer=offer.pk)
    note_change(event, match)
    tell_side(now=now, kind="time_offered", key=str(offer.pk), match=match, side=1 - side, starts_at=starts_at)
    return offer


@transaction.atomic
def accept_time(*, actor: Actor, now: datetime, offer_id: int) -> TimeOffer:
    """The other side agrees: that is when they play, and all other offers end. Doing it twice changes nothing.

    Raises NotFound `offer_not_found`; NotPermitted `not_in_match`, `own_offer`; Conflict as `require_meeting`, and
    `offer_closed`, `offer_of_others` (others meet in this match now), `time_past`, `after_deadline`.
    """
    event, match, offer, side = _answered(actor, offer_id)
    if offer.side == side:
        raise NotPermitted("own_offer", _("Your opponent has to accept what you offer."))
    ending = OfferEnding.objects.filter(offer=offer).first()
    agreed = agreed_offer(match, offer.pair)
    if ending is not None and agreed == offer:
        return offer
    _require_open_offer(ending)
    try:
        _checked(match, offer.starts_at, now)
    except InvalidInput as error:
        raise Conflict(error.code, error.message, error.extra) from error
    _end(actor, now, [offer], OfferEnd.ACCEPTED)
    others = TimeOffer.objects.filter(match=match, left=offer.left, right=offer.right, is_open=True)
    _end(actor, now, others, OfferEnd.REPLACED)
    log_meeting(actor, now, event, match, "offer.accepted", starts_at=offer.starts_at, side=side, offer=offer.pk)
    note_change(event, match)
    tell_side(now=now, kind="time_agreed", key=str(offer.pk), match=match, side=offer.side, starts_at=offer.starts_at)
    return offer


@transaction.atomic
def decline_time(*, actor: Actor, now: datetime, offer_id: int, reason: str = "") -> TimeOffer:
    """The other side cannot play then. Raises as `accept_time`, and InvalidInput as `one_line`."""
    event, match, offer, side = _answered(actor, offer_id)
    if offer.side == side:
        raise NotPermitted("own_offer", _("Take back your own offer instead."))
    reason = one_line(reason, MOST_REASON, "reason")
    _require_open_offer(OfferEnding.objects.filter(offer=offer).first())
    _end(actor, now, [offer], OfferEnd.DECLINED, reason)
    log_meeting(
        actor, now, event, match, "offer.declined", starts_at=offer.starts_at, side=side, offer=offer.pk, reason=reason
    )
    note_change(event, match)
    tell_side(now=now, kind="time_declined", key=str(offer.pk), match=match, side=offer.side, starts_at=offer.starts_at)
    return offer


@transaction.atomic
def withdraw_time(*, actor: Actor, now: datetime, offer_id: int) -> TimeOffer:
    """A side takes its own offer back. Raises NotPermitted `not_your_offer`; else as `accept_time`."""
    event, match, offer, side = _answered(actor, offer_id)
    if offer.side != side:
        raise NotPermitted("not_your_offer", _("Only who made an offer can take it back."))
    _require_open_offer(OfferEnding.objects.filter(offer=offer).first())
    _end(actor, now, [offer], OfferEnd.WITHDRAWN)
    log_meeting(actor, now, event, match, "offer.withdrawn", starts_at=offer.starts_at, side=side, offer=offer.pk)
    note_change(event, match)
    return offer


def agreed_offer(match: Match, pair: tuple[int, int]) -> TimeOffer | None:
    """The offer that these two accepted last in this match."""
    accepted = TimeOffer.objects.filter(match=match, left=pair[0], right=pair[1], ending__kind=OfferEnd.ACCEPTED)
    return accepted.order_by("-ending__at", "-ending__pk").first()


def lapse_offers(*, now: datetime, limit: int = BATCH) -> int:
    """End the open offers whose time is past, whose match was decided or is played by others now; how many.

    A transaction a match; running it twice changes nothing.
    """
    changed = Q(match__slots__side=0) & ~Q(match__slots__occupant=F("left"))
    changed |= Q(match__slots__side=1) & ~Q(match__slots__occupant=F("right"))
    over = Q(starts_at__lte=now) | ~Q(match__state=MatchState.OPEN) | Q(match__event__state=EventState.FINISHED)
    due = TimeOffer.objects.filter(Q(is_open=True) & (over | changed)).order_by("match")
    found = 0
    for match_id in list(due.values_list("match", flat=True).distinct()[:limit]):
        try:
            with transaction.atomic():
                event, match = lock_match(match_id)
                found += _store_lapsed(event, match, now)
        except DomainError:
            continue  # its match is gone
    return found


def _store_lapsed(event: Event, match: Match, now: datetime) -> int:
    pair = tuple(slot.occupant_id for slot in match.slots.all())
    playable = match.state == MatchState.OPEN and event.state != EventState.FINISHED
    rows = [
        offer
        for offer in TimeOffer.objects.filter(match=match, is_open=True)
        if not playable or offer.pair != pair or offer.starts_at <= now
    ]
    _end(SYSTEM, now, rows, OfferEnd.LAPSED)
    for offer in rows:
        log_meeting(SYSTEM, now, event, match, "offer.lapsed", starts_at=offer.starts_at, offer=offer.pk)
    if rows:
        note_change(event, match)
    return len(rows)


def _end(actor: Actor, now: datetime, offers: Iterable[TimeOffer] | QuerySet[TimeOffer], kind: OfferEnd,
         reason: str = "") -> None:  # fmt: skip
    rows = list(offers)
    OfferEnding.objects.bulk_create(
        OfferEnding(offer=offer, kind=kind, at=now, user=actor.user, player=actor.player, via=actor.via, reason=reason)
        for offer in rows
    )
    TimeOffer.objects.filter(pk__in=[offer.pk for offer in rows]).update(is_open=False)


def _answered(actor: Actor, offer_id: int) -> tuple[Event, Match, TimeOffer, int]:
    match_id = TimeOffer.objects.filter(pk=offer_id).values_list("match", flat=True).first()
    if match_id is None:
        raise NotFound("offer_not_found", _("There is no such offer."))
    event, match = lock_match(match_id)
    side, pair = require_meeting(actor, event, match)
    offer = TimeOffer.objects.select_related("left", "right").get(pk=offer_id)
    if offer.pair != pair:
        raise Conflict("offer_of_others", _("This was offered by others; these two do not meet here any more."))
    return event, match, offer, side


def _require_open_offer(ending: OfferEnding | None) -> None:
    if ending is not None:
        raise Conflict(
            "offer_closed",
            _("This offer is over: %(state)s.") % {"state": ending.get_kind_display()},
            {"state": ending.kind},
        )


def _checked(match: Match, starts_at: datetime, now: datetime) -> datetime:
    """The instant in full minutes. Raises InvalidInput."""
    if starts_at.tzinfo is None:
        raise InvalidInput("naive_time", _("Give the time with its zone."), field="starts_at")
    starts_at = starts_at.replace(second=0, microsecond=0)
    if starts_at <= now:
        raise InvalidInput("time_past", _("This time is past."), field="starts_at")
    if match.deadline is not None and starts_at > match.deadline:
        raise InvalidInput(
            "after_deadline",
            _("This is after the deadline of the match. Ask for more time first."),
            {"deadline": match.deadline.isoformat()},
            field="starts_at",
        )
    if starts_at > now + FARTHEST:
        raise InvalidInput("too_far", _("That is too far ahead."), field="starts_at")
    return starts_at
