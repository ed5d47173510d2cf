"""Who holds which title, and when (`docs/regulations.md` 9.3)."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q

from ratings.models import Title, TitleTerm


@dataclass(frozen=True, slots=True)
class MasterTerm:
    """Somebody is a Lobby Master from `since` until, but not at, `until`; None: still."""

    since: datetime
    until: datetime | None

    def covers(self, instant: datetime) -> bool:
        return self.since <= instant and (self.until is None or instant < self.until)


def is_master_on(player: int, instant: datetime) -> bool:
    """Whether somebody was a Lobby Master then."""
    return TitleTerm.objects.filter(_held_on(instant), holder=player, title=Title.LOBBY_MASTER).exists()


def masters_on(instant: datetime) -> frozenset[int]:
    """The ids of all who were Lobby Masters then, in one query."""
    rows = TitleTerm.objects.filter(_held_on(instant), title=Title.LOBBY_MASTER)
    return frozenset(rows.values_list("holder_id", flat=True))


def master_terms(players: Collection[int] | None = None) -> dict[int, tuple[MasterTerm, ...]]:
    """All terms as Lobby Master, of everybody or only of these, by player id, oldest first, in one query."""
    rows = TitleTerm.objects.filter(title=Title.LOBBY_MASTER).order_by("since", "pk")
    if players is not None:
        rows = rows.filter(holder__in=players)
    found: dict[int, tuple[MasterTerm, ...]] = {}
    for player, since, until in rows.values_list("holder_id", "since", "end__at"):
        found[player] = (*found.get(player, ()), MasterTerm(since, until))
    return found


def _held_on(instant: datetime) -> Q:
    return Q(since__lte=instant) & (Q(end=None) | Q(end__at__gt=instant))
