"""How far the sides of matches have come with agreeing a time: the one answer for pages, API and dashboard."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet

from tantrix_site.compiled import Compiled, CompiledObjects
from tournaments.models import Match, MatchState, OfferEnd, Slot, TimeOffer


@dataclass(frozen=True, slots=True)
class Arrangement:
    """Where the two who stand in a match are. Offers of others who stood there before count for nothing.

    `offers` are the open ones, the earliest first. `agreed` is the offer accepted last. `last_word` is when a side
    last offered, took back, declined or accepted, and `last_side` which one. `turn` is the side that has to answer an
    open offer, None where neither or both have to; `since` is when the oldest offer that waits was made.
    """

    is_open: bool
    offers: tuple[TimeOffer, ...] = ()
    agreed: TimeOffer | None = None
    last_word: datetime | None = None
    last_side: int | None = None

    @property
    def agreed_at(self) -> datetime | None:
        """The time agreed, as an instant."""
        return None if self.agreed is None else self.agreed.starts_at

    @property
    def turn(self) -> int | None:
        sides = {offer.side for offer in self.offers}
        return 1 - (sides.pop() or 0) if len(sides) == 1 else None

    @property
    def since(self) -> datetime | None:
        return min((offer.at for offer in self.offers), default=None)

    def offers_of(self, side: int) -> tuple[TimeOffer, ...]:
        return tuple(offer for offer in self.offers if offer.side == side)

    @property
    def key(self) -> str:
        """`agreed`, `proposed`, or empty: the state in words of an open match."""
        if not self.is_open:
            return ""
        if self.agreed is not None:
            return "agreed"
        return "proposed" if self.offers else ""


@Compiled
def _seats(matches: Sequence[int]) -> QuerySet[Slot, tuple[int, int, int | None, str]]:
    return Slot.objects.filter(match__in=matches).values_list("match", "side", "occupant", "match__state")


@CompiledObjects
def _offers(matches: Sequence[int]) -> QuerySet[TimeOffer]:
    return TimeOffer.objects.filter(match__in=matches).select_related("ending").order_by("starts_at", "pk")


def arrangement_of(matches: Iterable[Match | int]) -> dict[int, Arrangement]:
    """The arrangements of these matches by id, with one for each; three queries for any number."""
    pks = sorted({match if isinstance(match, int) else match.pk for match in matches})
    pairs: dict[int, dict[int, int | None]] = {}
    states: dict[int, str] = {}
    for match, side, occupant, state in _seats(pks):
        pairs.setdefault(match, {})[side] = occupant
        states[match] = state
    offers: dict[int, list[TimeOffer]] = {}
    for offer in _offers(pks):
        pair = pairs[offer.match_id]
        if offer.pair == (pair.get(0), pair.get(1)):
            offers.setdefault(offer.match_id, []).append(offer)
    return {pk: _arrangement(offers.get(pk, []), states.get(pk) == MatchState.OPEN) for pk in pks}


def _arrangement(offers: list[TimeOffer], is_open: bool) -> Arrangement:
    words: list[tuple[datetime, int | None]] = [(offer.at, offer.side) for offer in offers]
    accepted: list[tuple[datetime, int, TimeOffer]] = []
    for offer in offers:
        ending = getattr(offer, "ending", None)
        if ending is None:
            continue
        if ending.kind == OfferEnd.ACCEPTED:
            accepted.append((ending.at, ending.pk, offer))
        if ending.kind == OfferEnd.WITHDRAWN:
            words.append((ending.at, offer.side))
        elif ending.kind in (OfferEnd.ACCEPTED, OfferEnd.DECLINED):
            words.append((ending.at, 1 - (offer.side or 0)))
    last = max(words, key=lambda word: word[0], default=(None, None))
    return Arrangement(
        is_open=is_open,
        offers=tuple(offer for offer in offers if offer.is_open and is_open),
        agreed=max(accepted, key=lambda row: row[:2])[2] if accepted else None,
        last_word=last[0],
        last_side=last[1],
    )
