"""The results of an event as another app sends them: plain values."""

import json
from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from datetime import date
from hashlib import sha256
from typing import Any, Self

from django.db.models import Max
from django.utils.translation import gettext as _

from players.models import Player
from ratings.maths.elo import Pairing, check_pairings, merged
from ratings.maths.errors import RatingError
from ratings.models import EventSubmission, RatedEvent, RatedState
from ratings.models.event import GAME_TP
from ratings.selectors.standings import Position
from ratings.selectors.steps import EventStep
from tantrix_site.errors import InvalidInput


@dataclass(frozen=True, slots=True)
class EventResults:
    """All rated games of an event.

    `source` names the event to its sender and `number` orders those that close on one day; both are the event's own
    for ever. `path` leads to its page. Pairings hold player ids; several of one pair are added up.
    """

    source: str
    number: int
    name: str
    path: str
    closes_on: date
    pairings: tuple[Pairing, ...]
    weight: float = 1.0
    state: RatedState = RatedState.FINAL

    def __post_init__(self) -> None:
        """One form for what means the same, so that the digest tells changes."""
        object.__setattr__(self, "pairings", merged(self.pairings))

    def check(self) -> None:
        """Raises InvalidInput `bad_results` (such games cannot be), `bad_weight`, `number_taken`, `unknown_player`."""
        if self.weight <= 0:
            raise InvalidInput("bad_weight", _("The weight of an event is more than 0."), field="weight")
        if RatedEvent.objects.filter(number=self.number).exclude(source=self.source).exists():
            raise InvalidInput("number_taken", _("Another event has this number."), field="number")
        try:
            check_pairings(self.pairings)
        except RatingError as error:
            raise InvalidInput("bad_results", error.message, field="pairings") from error
        players = {player for pairing in self.pairings for player in (pairing.left, pairing.right)}
        known = set(Player.objects.filter(pk__in=players).values_list("pk", flat=True))
        if missing := sorted(players - known):
            raise InvalidInput("unknown_player", _("There is no such player."), {"players": missing}, field="pairings")

    @property
    def position(self) -> Position:
        return Position(self.closes_on, number=self.number)

    @property
    def counting(self) -> tuple[Pairing, ...]:
        """The pairings, none if the event is withdrawn."""
        return () if self.state == RatedState.WITHDRAWN else self.pairings

    @property
    def digest(self) -> str:
        """A fingerprint of everything."""
        return sha256(json.dumps(self.as_payload(), sort_keys=True).encode()).hexdigest()

    def as_payload(self) -> dict[str, Any]:
        """As plain JSON; `from_payload` reads it back."""
        return {
            "source": self.source, "number": self.number, "name": self.name, "path": self.path,
            "closes_on": self.closes_on.isoformat(), "weight": self.weight, "state": str(self.state),
            "pairings": [[p.left, p.right, p.games, p.tp[0]] for p in self.pairings],
        }  # fmt: skip

    @classmethod
    def from_payload(cls, payload: dict[str, Any]) -> Self:
        pairings = tuple(
            Pairing(left, right, games, (tp, games * GAME_TP - tp)) for left, right, games, tp in payload["pairings"]
        )
        return cls(
            **{name: payload[name] for name in ("source", "number", "name", "path", "weight")},
            closes_on=date.fromisoformat(payload["closes_on"]), state=RatedState(payload["state"]), pairings=pairings,
        )  # fmt: skip

    def step(self, event: int | None) -> EventStep:
        """The event as it would count."""
        return EventStep(self.position, event, self.name, self.path, self.weight, "", lambda: self.counting)


def waiting_submissions() -> list[EventSubmission]:
    """Submissions that no batch has applied, oldest first."""
    return list(EventSubmission.objects.filter(batch=None).order_by("pk"))


def weighted_anew(sources: Collection[str], weight: float) -> list[EventResults]:
    """The results of these events as they were sent last, with another weight; only those that it alters.

    An event that was never sent, or is not rated any more, is left out.
    """
    last = EventSubmission.objects.filter(source__in=sources).values("source").annotate(last=Max("pk")).values("last")
    sent = latest(EventSubmission.objects.filter(pk__in=last).order_by("pk"))
    return [
        replace(found, weight=weight)
        for found in sent.values()
        if found.weight != weight and found.state != RatedState.WITHDRAWN
    ]


def latest(submissions: Iterable[EventSubmission]) -> dict[str, EventResults]:
    """What counts of several submissions: the last of each source."""
    return {found.source: EventResults.from_payload(found.payload) for found in submissions}
