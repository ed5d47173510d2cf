"""Agreeing when to play: times offered, accepted, declined, taken back."""

import random
from datetime import timedelta

from tests.tournaments.guard.play import Play, some
from tournaments import services
from tournaments.models import OfferEnding, TimeOffer


def offer(play: Play, rng: random.Random) -> str | None:
    match = some(rng, play.matches("open"))
    if match is None:
        return None
    side = rng.randint(0, 1)
    at = play.now.replace(second=0, microsecond=0) + timedelta(hours=rng.choice([1, 20, 30]))
    made = services.offer_time(actor=play.sides(match)[side], now=play.now, match_id=match.pk, starts_at=at)
    return f"M{match.number}, side {side}: {made.starts_at}"


def answer(play: Play, rng: random.Random) -> str | None:
    """One of the two ends an offer: the other side by accepting or declining it, the own one by taking it back."""
    row = some(rng, list(TimeOffer.objects.filter(match__event=play.event_id).select_related("match").order_by("pk")))
    if row is None:
        return None
    sides = play.sides(row.match)
    if len(sides) < 2:
        return None
    act = rng.choice([services.accept_time, services.decline_time, services.withdraw_time])
    own = act is services.withdraw_time
    act(actor=sides[row.side if own else 1 - row.side], now=play.now, offer_id=row.pk)
    row.refresh_from_db()
    ended = OfferEnding.objects.filter(offer=row).exists()
    assert ended != row.is_open, "an offer is open exactly as long as nothing ended it"
    return f"M{row.match.number}: {act.__name__}"
