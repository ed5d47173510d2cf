"""A seeded sequence of acts with the invariants after each; and the few of them that a failure needs.

Each step has chance of its own, from the seed and its number, so that steps can be left out without changing what the
others choose from.
"""

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db import transaction

from tantrix_site.errors import DomainError
from tests.tournaments.guard.acts import ACTS
from tests.tournaments.guard.ending import end
from tests.tournaments.guard.invariants import Broken, check
from tests.tournaments.guard.play import Play
from tests.tournaments.guard.shapes import Shape, begin

TRIES = 8
THOROUGH = 10
"""Every so many steps all is worked out anew."""
EVEN = 3
"""How much likelier than the rarest acts the others are at most in a short run."""


@dataclass(frozen=True)
class Failure:
    """What went wrong, after which steps; `steps` are their numbers."""

    shape: Shape
    seed: str
    steps: tuple[int, ...]
    told: tuple[str, ...]
    fault: str

    def __str__(self) -> str:
        lines = [f"{self.shape}, seed {self.seed!r}, steps {list(self.steps)}", *self.told, self.fault]
        return "\n".join(lines)


def step(play: Play, rng: random.Random, *, evenly: bool = False) -> str:
    """Do one thing that is possible; what it was. A refusal by the site is an answer like any other."""
    weights = [min(weight, EVEN) if evenly else weight for _, weight in ACTS.values()]
    for _ in range(TRIES):
        name = rng.choices(list(ACTS), weights)[0]
        play.later(minutes=1)
        try:
            with transaction.atomic():
                done = ACTS[name][0](play, rng)
        except DomainError as refused:
            play.refused[name, refused.code] = play.refused.get((name, refused.code), 0) + 1
            continue
        if done is not None:
            play.done[name] = play.done.get(name, 0) + 1
            return f"{name}: {done}"
    return "nothing"


def run(
    shape: Shape, seed: str, steps: Iterable[int], *, to_the_end: bool = True, evenly: bool = False
) -> tuple[Play, Failure | None]:
    """Play these steps, then the rest of the event in the ordinary way; the failure, if there is one.

    A long run has to get on, and enters results most of the time; a few steps try more kinds of acts when chosen
    `evenly`.
    The caller's transaction holds all that is stored.
    """
    play = begin(shape)
    taken: list[int] = []
    told: list[str] = []

    def failure(error: Exception) -> Failure:
        kind = "" if isinstance(error, Broken) else f"{type(error).__name__}: "
        return Failure(shape, seed, tuple(taken), tuple(told), f"{kind}{error}")

    for number in steps:
        taken.append(number)
        try:
            rng = random.Random(f"{shape} {seed} {number}")
            told.append(f"{number}. {step(play, rng, evenly=evenly)}")
            check(play, thorough=number % THOROUGH == 0)
        except Exception as error:  # whatever it is, it is told with the steps that lead to it
            return play, failure(error)
    if to_the_end:
        try:
            end(play)
            check(play, thorough=True)
        except Exception as error:
            return play, failure(error)
    return play, None


def rolled_back(shape: Shape, seed: str, steps: Iterable[int]) -> tuple[Play, Failure | None]:
    """As `run`, leaving nothing behind."""
    with transaction.atomic():
        found = run(shape, seed, steps)
        transaction.set_rollback(True)
    return found


def fewest(failure: Failure, attempts: int = 400) -> Failure:
    """A failure that needs as few steps as can be found by leaving some out."""
    best = failure
    size = max(1, len(best.steps) // 2)
    while attempts > 0:
        smaller = None
        for begin_at in range(0, len(best.steps), size):
            rest: Sequence[int] = best.steps[:begin_at] + best.steps[begin_at + size :]
            attempts -= 1
            _, found = rolled_back(best.shape, best.seed, rest)
            if found is not None:
                smaller = found
                break
            if attempts <= 0:
                break
        if smaller is not None:
            best = smaller
            size = max(1, min(size, len(best.steps) // 2))
        elif size == 1:
            break
        else:
            size //= 2
    return best
