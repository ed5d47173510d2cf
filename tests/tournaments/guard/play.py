"""One event under the guard: who acts, what time it is, what the public has been shown."""

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import TypeAlias

from players.actors import Actor
from tests.tournaments.scene import NOW
from tournaments.formats.impact import ImpactPlan
from tournaments.models import Entry, Event, Match, Stage, StageState
from tournaments.services import GameFigures

Pairing: TypeAlias = frozenset[frozenset[int]]
"""Who meets whom in a round; a bye is a pair of one."""


@dataclass
class Play:
    """An event in play. `shown` holds the published pairings by stage and round, as the last act that may say so left
    them; `done` counts what was done, by the name of the act."""

    event_id: int
    owner: Actor
    now: datetime = NOW
    shown: dict[tuple[int, int], Pairing] = field(default_factory=dict)
    done: dict[str, int] = field(default_factory=dict)
    refused: dict[tuple[str, str], int] = field(default_factory=dict)
    newcomers: int = 0

    @property
    def event(self) -> Event:
        return Event.objects.get(pk=self.event_id)

    @property
    def by(self) -> dict[str, object]:
        """Who acts and when: the owner, now."""
        return {"actor": self.owner, "now": self.now}

    def at(self, stage: int | None = None) -> dict[str, object]:
        """Who acts, when and in which event, perhaps in which stage."""
        where = {} if stage is None else {"stage_number": stage}
        return {**self.by, "event_id": self.event_id, **where}

    def later(self, **delta: float) -> None:
        self.now += timedelta(**delta)

    def matches(self, *states: str) -> list[Match]:
        return list(Match.objects.filter(event=self.event_id, state__in=states).order_by("number"))

    def entries(self, *states: str) -> list[Entry]:
        return list(Entry.objects.filter(event=self.event_id, state__in=states).select_related("player").order_by("pk"))

    def stages(self, *states: StageState) -> list[Stage]:
        found = Stage.objects.filter(event=self.event_id).select_related("event").order_by("number")
        return list(found.filter(state__in=states) if states else found)

    def sides(self, match: Match) -> list[Actor]:
        """The two players of a match, each by its private link."""
        return [
            Actor(via="link", player=slot.occupant.player, entry_id=slot.occupant_id)
            for slot in match.slots.select_related("occupant__player").order_by("side")
            if slot.occupant is not None
        ]


Act: TypeAlias = Callable[[Play, random.Random], str | None]
"""Something done by chance; what exactly, or None where it is not possible now."""


def some(rng: random.Random, found: list) -> object | None:  # type: ignore[type-arg]
    """One of them by chance, None of none."""
    return rng.choice(found) if found else None


def some_figures(rng: random.Random) -> GameFigures:
    """How a game may end: clearly, narrowly, level."""
    return GameFigures(rng.choice([(50, 10), (10, 50), (15, 12), (9, 20), (15, 15), (21, 20), (30, 11)]))


def some_offers(plan: ImpactPlan, rng: random.Random) -> list[int]:
    """Some of what may be brought back, each only with what it needs."""
    chosen: list[int] = []
    for offer in plan.reinstatable:
        if set(offer.needs) <= set(chosen) and rng.random() < 0.6:
            chosen.append(offer.decision.match)
    return chosen
