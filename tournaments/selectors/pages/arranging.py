"""Arranging a match as its pages show it: offers in the zones of all concerned, wishes for more time, messages."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from django.utils import timezone
from django.utils.formats import date_format

from players.zones import is_zone
from tournaments.formats.warnings import Stage
from tournaments.models import Event, Extension, ExtensionState, Match, MatchMessage, NoticeKind, TimeOffer
from tournaments.selectors.arranging import Arrangement
from tournaments.selectors.arranging_rules import arranging_of, own_limit, stages_sent
from tournaments.selectors.pages.match import MatchPage


@dataclass(frozen=True, slots=True)
class ZoneTime:
    """A moment as clocks show it in a zone: "Thu 20:00"."""

    zone: str
    text: str


@dataclass(frozen=True, slots=True)
class OfferView:
    """An offer with its time in the reader's zone and in those of others where clocks differ."""

    offer: TimeOffer
    by: str
    times: tuple[ZoneTime, ...]
    state: str


@dataclass(frozen=True, slots=True)
class ArrangingPage:
    """All that the page of times shows to one side, or to an official (`side` None)."""

    arranged: Arrangement
    agreed: OfferView | None
    theirs: tuple[OfferView, ...]
    own: tuple[OfferView, ...]
    past: tuple[OfferView, ...]
    wish: Extension | None
    wishes: tuple[Extension, ...]
    own_limit: datetime | None


def load_arranging(page: MatchPage, side: int | None) -> ArrangingPage:
    """For a side, or an official; five queries besides those of the match."""
    match, event = page.match, page.event
    arranged = page.arranged or Arrangement(is_open=False)
    pair = tuple(slot.occupant_id for slot in sorted(match.slots.all(), key=lambda slot: slot.side))
    every = [offer for offer in _offers(match) if offer.pair == pair]
    zones = side_zones(match, every)
    views = {offer.pk: _view(offer, page, event, zones) for offer in every}
    still = {offer.pk for offer in arranged.offers}
    agreed = arranged.agreed
    wishes = [wish for wish in Extension.objects.filter(match=match).order_by("at", "pk") if wish.pair == pair]
    waiting = next((wish for wish in wishes if wish.is_waiting and wish.before == match.deadline), None)
    return ArrangingPage(
        arranged=arranged,
        agreed=views.get(agreed.pk) if agreed is not None and arranged.is_open else None,
        theirs=tuple(views[pk] for pk in _ordered(arranged) if side is None or views[pk].offer.side != side),
        own=tuple(views[pk] for pk in _ordered(arranged) if side is not None and views[pk].offer.side == side),
        past=tuple(views[offer.pk] for offer in every if offer.pk not in still),
        wish=waiting,
        wishes=tuple(wish for wish in wishes if wish != waiting and wish.state != ExtensionState.LAPSED),
        own_limit=own_limit(event, match),
    )


def side_zones(match: Match, offers: Iterable[TimeOffer]) -> tuple[str, ...]:
    """The zones of the two sides, as far as their profiles or their offers tell."""
    last = {offer.side: offer.zone for offer in offers}
    found = []
    for slot in match.slots.all():
        player = slot.occupant.player if slot.occupant is not None else None
        zone = player.time_zone if player is not None and player.time_zone else last.get(slot.side, "")
        if zone and is_zone(zone):
            found.append(zone)
    return tuple(found)


def zone_times(moment: datetime, zones: Iterable[str]) -> tuple[ZoneTime, ...]:
    """The reader's zone, then those in which clocks show something else with what they show, each clock once."""
    mine = timezone.get_current_timezone()
    found = {moment.astimezone(mine).utcoffset(): ZoneTime(str(getattr(mine, "key", mine)), "")}
    for name in zones:
        at = moment.astimezone(ZoneInfo(name))
        found.setdefault(at.utcoffset(), ZoneTime(name, str(date_format(at, "D H:i"))))
    return tuple(found.values())


def _offers(match: Match) -> list[TimeOffer]:
    return list(TimeOffer.objects.filter(match=match).select_related("ending").order_by("at", "pk"))


def _ordered(arranged: Arrangement) -> list[int]:
    return [offer.pk for offer in arranged.offers]


def _view(offer: TimeOffer, page: MatchPage, event: Event, zones: tuple[str, ...]) -> OfferView:
    ending = getattr(offer, "ending", None)
    by = page.sides[offer.side or 0].name
    state = str(ending.get_kind_display()) if ending is not None else ""
    return OfferView(offer, by, zone_times(offer.starts_at, (*zones, event.time_zone)), state)


@dataclass(frozen=True, slots=True)
class NoticeLine:
    """A stage before a default: when it was sent, else when it is planned."""

    kind: str
    label: str
    sent: datetime | None
    planned: datetime | None


def notice_lines(match: Match) -> tuple[NoticeLine, ...]:
    """The stages of a match's deadline; empty where the event sends none. Three queries at most."""
    times = arranging_of(match.event).times
    if times is None:
        return ()
    sent = stages_sent(match) if match.deadline is not None else {}
    return tuple(
        NoticeLine(
            stage.value,
            str(NoticeKind(stage.value).label),
            sent.get(stage),
            times.planned(stage, match.deadline) if match.deadline is not None else None,
        )
        for stage in Stage
    )


@dataclass(frozen=True, slots=True)
class MessageView:
    """A message as one reader sees it; of a hidden one only officials see more than that."""

    row: MatchMessage
    by: str
    is_own: bool
    is_hidden: bool
    shows_text: bool


def messages_of(page: MatchPage, side: int | None, *, is_official: bool) -> tuple[MessageView, ...]:
    """The messages of the two who meet, the oldest first. Officials who do not play here also see those of others who
    met here before, and hidden ones."""
    match = page.match
    pair = tuple(slot.occupant_id for slot in sorted(match.slots.all(), key=lambda slot: slot.side))
    rows = MatchMessage.objects.filter(match=match).select_related("player", "user", "left", "right")
    found = []
    for row in rows.order_by("at", "pk"):
        if row.pair != pair and not is_official:
            continue
        found.append(
            MessageView(
                row=row,
                by=_sender(row),
                is_own=side is not None and row.side == side and row.pair == pair,
                is_hidden=row.hidden_at is not None,
                shows_text=row.hidden_at is None or is_official,
            )
        )
    return tuple(found)


def count_messages(match: Match, *, is_official: bool) -> int:
    """How many there are to read; one query."""
    left, right = (slot.occupant_id for slot in sorted(match.slots.all(), key=lambda slot: slot.side))
    rows = MatchMessage.objects.filter(match=match)
    return (rows if is_official else rows.filter(left=left, right=right)).count()


def _sender(row: MatchMessage) -> str:
    if row.side is not None:
        return (row.left, row.right)[row.side].name
    if row.player is not None:
        return row.player.name
    return row.user.get_username() if row.user is not None else ""
