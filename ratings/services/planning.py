"""Who would move by how much: the plan of a change, made by the sequence itself and stored nowhere."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from hashlib import sha256
from typing import Final

from django.db import transaction

from ratings.maths.elo import Standing
from ratings.maths.parameters import CURRENT
from ratings.models import EventSubmission, RatedEvent, RatedState, Rating, Relevelling
from ratings.selectors.lists import ledger_version
from ratings.selectors.standings import Position, standings_before
from ratings.selectors.steps import LevelStep, Step, position_of, steps_from
from ratings.services.replay import EventOutcome, LevelOutcome, replay
from ratings.services.results import EventResults, latest, waiting_submissions
from ratings.services.writing import lock_clock

UNLOCKED_ATTEMPTS: Final = 3


@dataclass(frozen=True, slots=True)
class Move:
    """A player whose standing becomes another; None where there is no rating."""

    player: int
    before: Standing | None
    after: Standing | None

    @property
    def difference(self) -> float | None:
        """Points won or lost; None where a rating comes or goes."""
        return None if self.before is None or self.after is None else self.after.rating - self.before.rating


@dataclass(frozen=True, slots=True)
class TouchedEvent:
    """An event whose changes become others: the players and where they stand after it, largest move first."""

    name: str
    path: str
    closes_on: date
    moves: tuple[Move, ...]

    @property
    def players(self) -> int:
        """How many of its changes become others."""
        return len(self.moves)


@dataclass(frozen=True, slots=True)
class ChangePlan:
    """What a change comes to: today's standings that move, largest first, and the events on the way.

    `digest` is to be sent back by who has seen the plan; `basis` says what it stands for. `level` is the re-levelling
    that was asked for, `levels` are those made already that come to another constant.
    """

    moves: tuple[Move, ...]
    events: tuple[TouchedEvent, ...]
    digest: str
    level: LevelOutcome | None = None
    levels: tuple[LevelOutcome, ...] = ()


def plan_change(results: EventResults) -> ChangePlan:
    """What sending these results would change, with all that waits already. Raises InvalidInput as they do."""
    return plan_changes([results])


def plan_changes(results: Sequence[EventResults]) -> ChangePlan:
    """As `plan_change`, for several events at once."""
    for found in results:
        found.check()
    return _steady({found.source: found for found in results}, None)


def plan_relevelling(on: date) -> ChangePlan:
    """What moving all ratings to the level after the events of a day would change (`docs/regulations.md` 8.6)."""
    return _steady({}, on)


@dataclass(frozen=True, slots=True)
class Basis:
    """What a plan rests upon."""

    digest: str


def basis(new: Iterable[EventResults], level: date | None = None) -> Basis:
    """A fingerprint of everything a plan is made from: the same basis gives the same plan, to the last digit.

    The version of the ledger stands for all of it, and a plan follows from nothing else but what waits to be applied,
    the parameters, and what is new. So it is known behind the lock, at no cost, whether a plan still holds.
    """
    waiting = EventSubmission.objects.filter(batch=None).order_by("pk").values_list("source", "digest")
    told = [
        ledger_version(), CURRENT.version, [list(row) for row in waiting],
        sorted([found.source, found.digest] for found in new), None if level is None else level.isoformat(),
    ]  # fmt: skip
    return Basis(sha256(json.dumps(told).encode()).hexdigest())


def _steady(new: Mapping[str, EventResults], level: date | None) -> ChangePlan:
    """A plan made without the lock, as others go on: one from a ledger that changed meanwhile is made again."""
    for _attempt in range(UNLOCKED_ATTEMPTS):
        before = basis(new.values(), level)
        plan = _plan(new, level, before)
        if basis(new.values(), level) == before:
            return plan
    with transaction.atomic():
        lock_clock()
        return _plan(new, level, basis(new.values(), level))


def _plan(new: Mapping[str, EventResults], on: date | None, rests_on: Basis) -> ChangePlan:
    level = None if on is None else LevelStep(Position(on, is_level=True), 0)
    overlay = latest(waiting_submissions()) | dict(new)
    first = first_touched(overlay.values())
    if level is not None:
        first = min(first or level.position, level.position)
    if first is None:
        return ChangePlan((), (), rests_on.digest)
    held = standings_before(first)
    events: list[TouchedEvent] = []
    levelled = None
    levels: list[LevelOutcome] = []
    for outcome in replay(_steps(first, overlay, level), held):
        if isinstance(outcome, EventOutcome):
            if outcome.differs:
                step = outcome.step
                after = {change.player: change.after for change in outcome.written}
                before = {player: change.after for player, change in outcome.ended.items()}
                events.append(TouchedEvent(step.name, step.path, step.position.on, _moves(before, after)))
        elif level is not None and outcome.step == level:
            levelled = outcome
        elif outcome.differs:
            levels.append(outcome)
    rows = Rating.objects.values_list("player_id", "rating", "games")
    today = {player: Standing(rating, games) for player, rating, games in rows}
    moves = _moves(today, {player: found.standing for player, found in held.items()})
    changed = tuple(move for move in moves if move.before != move.after)
    return ChangePlan(changed, tuple(events), rests_on.digest, levelled, tuple(levels))


def _steps(first: Position, overlay: Mapping[str, EventResults], level: LevelStep | None) -> list[Step]:
    """The stored sequence with what is new in the place of what was sent before."""
    stored = dict(RatedEvent.objects.filter(source__in=overlay).values_list("source", "pk"))
    steps = steps_from(first, without=overlay)
    steps += (found.step(stored.get(source)) for source, found in overlay.items())
    if level is not None:
        steps.append(level)
    return sorted(steps, key=lambda step: step.position)


def first_touched(results: Iterable[EventResults]) -> Position | None:
    """The first step that has to be worked out again, with these results and all else that waits."""
    found: list[Position] = []
    sources = []
    for sent in results:
        sources.append(sent.source)
        found.append(sent.position)
    # where an event stood before it moved
    found += (position_of(event) for event in RatedEvent.objects.filter(source__in=sources))
    outdated = RatedEvent.objects.exclude(parameters=CURRENT.version).exclude(state=RatedState.WITHDRAWN)
    oldest = outdated.order_by("closes_on", "number").first()
    if oldest is not None:
        found.append(position_of(oldest))
    level = Relevelling.objects.filter(shifts=None).order_by("on").first()
    if level is not None:
        found.append(Position(level.on, is_level=True))
    return min(found, default=None)


def _moves(before: Mapping[int, Standing], after: Mapping[int, Standing]) -> tuple[Move, ...]:
    moves = [Move(player, before.get(player), after.get(player)) for player in sorted(before.keys() | after.keys())]
    # newcomers and those who lose their rating last
    return tuple(sorted(moves, key=lambda move: -abs(move.difference) if move.difference is not None else 0.0))
