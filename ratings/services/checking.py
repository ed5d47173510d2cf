"""Comparing ledger and cache with all of it worked out afresh."""

from collections.abc import Callable
from dataclasses import dataclass

from django.db import transaction

from ratings.selectors.standings import Held
from ratings.selectors.steps import EventStep, LevelStep, first_position, steps_from
from ratings.services.replay import replay
from ratings.services.writing import cache_faults, lock_clock


@dataclass(frozen=True, slots=True)
class Check:
    """How many steps were worked out, those whose rows differ, and the players whose cache does."""

    steps: int
    differing: tuple[EventStep | LevelStep, ...]
    players: tuple[int, ...]

    @property
    def is_right(self) -> bool:
        return not self.differing and not self.players


@transaction.atomic
def check_ratings(*, progress: Callable[[int], None] = lambda _count: None) -> Check:
    """Work out every step from nothing and write nothing; `progress` is told how many are done."""
    lock_clock()
    held: dict[int, Held] = {}
    differing: list[EventStep | LevelStep] = []
    count = 0
    for outcome in replay(steps_from(first_position()), held, thorough=True):
        count += 1
        if outcome.differs:
            differing.append(outcome.step)
        progress(count)
    return Check(count, tuple(differing), tuple(sorted(cache_faults(held))))
