"""The title of Lobby Master: who may have it, and who loses it first (`docs/regulations.md` 9.3)."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from .dates import months_before
from .errors import RatingError
from .parameters import CURRENT, MasterParameters


class ConditionKind(StrEnum):
    """What an applicant must have."""

    LOBBY = "lobby"
    OPPONENTS = "opponents"
    RATED_EVENTS = "rated_events"


@dataclass(frozen=True, slots=True)
class Condition:
    """One condition, what it asks for and what was found."""

    kind: ConditionKind
    needed: float
    found: float

    @property
    def is_met(self) -> bool:
        return self.found >= self.needed


def conditions(
    lobby: float, opponents: int, rated_events: int, parameters: MasterParameters = CURRENT.master
) -> tuple[Condition, ...]:
    """All conditions in the order of the regulations; `lobby` is the highest lobby ranking ever reached.

    Who reached it keeps it: falling below later does not matter.
    """
    return (
        Condition(ConditionKind.LOBBY, parameters.lobby, lobby),
        Condition(ConditionKind.OPPONENTS, parameters.opponents, opponents),
        Condition(ConditionKind.RATED_EVENTS, parameters.rated_events, rated_events),
    )


@dataclass(frozen=True, slots=True)
class Master:
    """Who holds the title on a day: since when, the Master ranking, and the Master games of the last months."""

    player: int
    since: date
    ranking: float
    games: int


def active_from(on: date, parameters: MasterParameters = CURRENT.master) -> date:
    """The day after which Master games count for being active on a day."""
    return months_before(on, parameters.active_months)


def is_active(master: Master, on: date, parameters: MasterParameters = CURRENT.master) -> bool:
    """Enough Master games in the months up to a day; who has been one for less than these months is active."""
    return master.games >= parameters.active_games or master.since > active_from(on, parameters)


class Ground(StrEnum):
    """Why somebody comes where he does in the order of demotion."""

    INACTIVE = "inactive"
    LOWEST = "lowest"


@dataclass(frozen=True, slots=True)
class Demoted:
    """Somebody who is to lose the title, and why."""

    player: int
    ground: Ground


def demotion_order(
    masters: Iterable[Master], on: date, parameters: MasterParameters = CURRENT.master
) -> tuple[Master, ...]:
    """Everybody in the order in which the title is lost: the inactive first, then the lowest in the Master ranking.

    Level ones: fewer games, then who has had the title for less long, then the later profile.
    """
    return tuple(
        sorted(
            masters,
            key=lambda m: (is_active(m, on, parameters), m.ranking, m.games, -m.since.toordinal(), -m.player),
        )
    )


def demotions(
    masters: Collection[Master],
    on: date,
    cap: int,
    *,
    room: int = 0,
    all_inactive: bool = False,
    parameters: MasterParameters = CURRENT.master,
) -> tuple[Demoted, ...]:
    """Who has to go so that with `room` new ones there are no more than `cap`; also all inactive ones if so wished.

    Raises `RatingError("no_room")` if the new ones alone are too many.
    """
    if room > cap:
        raise RatingError("no_room", f"There is no room for {room} where {cap} are the most.", room=room, cap=cap)
    order = demotion_order(masters, on, parameters)
    count = max(0, len(order) + room - cap)
    if all_inactive:
        count = max(count, sum(not is_active(master, on, parameters) for master in order))
    return tuple(
        Demoted(master.player, Ground.LOWEST if is_active(master, on, parameters) else Ground.INACTIVE)
        for master in order[:count]
    )


def cap_on(day: date, caps: Sequence[tuple[date, int]]) -> int:
    """How many Masters there may be on a day: of caps in the order of their first days the last that has begun.

    Raises `RatingError("no_cap")` before the first.
    """
    begun = [cap for first, cap in caps if first <= day]
    if not begun:
        raise RatingError("no_cap", f"No cap is set for {day}.", day=day)
    return begun[-1]
