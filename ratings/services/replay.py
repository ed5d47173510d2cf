"""Going through the sequence of events again from some point, and telling what differs from the ledger."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from ratings.maths.elo import Change, level_shift, rate_event
from ratings.maths.parameters import CURRENT
from ratings.models import LevelShift
from ratings.selectors.standings import Held
from ratings.selectors.steps import EventStep, LevelStep, Step, stored_changes


@dataclass(frozen=True, slots=True)
class EventOutcome:
    """What an event makes of its players, where that differs from the ledger: rows to be written and rows to be ended.

    `ended` holds what the ledger says so far, by player id.
    `rated_anew` says that it was worked out, not found unchanged.
    """

    step: EventStep
    written: tuple[Change, ...]
    ended: Mapping[int, Change]
    rated_anew: bool

    @property
    def differs(self) -> bool:
        return bool(self.written or self.ended)


@dataclass(frozen=True, slots=True)
class LevelOutcome:
    """What a re-levelling comes to, whether the ledger says the same, and the constant that it says."""

    step: LevelStep
    players: int
    games: int
    mean: float
    constant: float
    differs: bool
    before: float | None


Outcome: TypeAlias = EventOutcome | LevelOutcome


def replay(
    steps: Iterable[Step], held: dict[int, Held], *, fresh: Collection[int] = (), thorough: bool = False
) -> Iterator[Outcome]:
    """Take the steps one after the other, starting from the standings `held`, which are moved on.

    An event is worked out when it is among `fresh` (or not stored yet), when somebody comes to it with another standing
    than the ledger says, or when it was rated with other parameters; `thorough` works out all. Everything else follows
    from the same inputs and is taken from the ledger, so that both ways end with the same floats. One event is in
    memory at a time.
    """
    for step in steps:
        if isinstance(step, LevelStep):
            yield _level(step, held)
        else:
            again = thorough or step.event is None or step.event in fresh or step.parameters != CURRENT.version
            yield _event(step, held, again=again)


def _event(step: EventStep, held: dict[int, Held], *, again: bool) -> EventOutcome:
    stored = stored_changes(step.event)
    again = again or any(change.before != _standing(held, player) for player, change in stored.items())
    found = _rated(step, held) if again else stored
    written = tuple(change for player, change in found.items() if stored.get(player) != change)
    ended = {player: change for player, change in stored.items() if found.get(player) != change}
    for player, change in found.items():
        # an event that is not stored has no successor that would look at its id
        held[player] = Held(change.after, step.event or 0, step.position.on)
    return EventOutcome(step, written, ended, again)


def _rated(step: EventStep, held: Mapping[int, Held]) -> dict[int, Change]:
    pairings = step.pairings()
    players = {player for pairing in pairings for player in (pairing.left, pairing.right)}
    before = {player: held[player].standing for player in players if player in held}
    return {change.player: change for change in rate_event(before, pairings, weight=step.weight)}


def _standing(held: Mapping[int, Held], player: int) -> object:
    found = held.get(player)
    return None if found is None else found.standing


def _level(step: LevelStep, held: dict[int, Held]) -> LevelOutcome:
    standings = {player: found.standing for player, found in held.items()}
    constant = level_shift(standings)
    games = sum(standing.games for standing in standings.values())
    mean = CURRENT.elo.start - constant
    stored = LevelShift.objects.filter(relevelling=step.relevelling, current=True).first()
    found = (len(standings), games, mean, constant)
    differs = stored is None or (stored.players, stored.games, stored.mean, stored.constant) != found
    held.update({player: standing.shifted(constant) for player, standing in held.items()})
    return LevelOutcome(step, *found, differs, None if stored is None else stored.constant)
