"""Telling the sides of a match: one notice for each of their accounts, inside the caller's transaction."""

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any

from django.urls import reverse

from players.services.notices import notify
from tournaments.models import Entry, Match
from tournaments.selectors.pages.round_names import match_round
from tournaments.services.addressees import accounts_of_entries


def tell_side(*, now: datetime, kind: str, key: str, match: Match, side: int | None, **more: Any) -> int:
    """Tell the accounts of one side; how many notices that makes. Instants of `more` are kept in UTC.

    `match` has its slots with occupants and its event. The words of a kind stand in `tournaments.notices`.
    """
    both: dict[int | None, Entry | None] = {slot.side: slot.occupant for slot in match.slots.all()}
    told = both.get(side)
    if told is None or side is None:
        return 0
    users = accounts_of_entries([told])
    other = both.get(1 - side)
    name = other.name if other is not None else ""
    return tell_accounts(now=now, kind=kind, key=key, match=match, users=users, opponent=name, **more)


def tell_sides(*, now: datetime, kind: str, key: str, match: Match, **more: Any) -> int:
    """Tell both sides, each with the other as its opponent."""
    return sum(tell_side(now=now, kind=kind, key=key, match=match, side=side, **more) for side in (0, 1))


def tell_accounts(*, now: datetime, kind: str, key: str, match: Match, users: Iterable[int], **more: Any) -> int:
    """Tell accounts of something about a match; nobody, as long as the draw is held back."""
    event = match.event
    if not event.draw_released:
        return 0
    data = {
        "event": event.name, "zone": event.time_zone, "match": match.number, "round": match_round(match).title,
        "path": reverse("events:match", args=[event.slug, match.number]),
        **{name: _plain(value) for name, value in more.items()},
    }  # fmt: skip
    return notify(now=now, kind=kind, key=key, users=users, data=data)


def _plain(value: Any) -> Any:
    return value.astimezone(UTC).isoformat() if isinstance(value, datetime) else value
