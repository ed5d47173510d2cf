"""What a change does to ratings, for the page that asks whether to make it."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from players.models import Player
from ratings.services import ChangePlan, Move, TouchedEvent

SHOWN_MOVES = 20
SHOWN_EVENTS = 20


@dataclass(frozen=True, slots=True)
class MovesView:
    """The largest moves with their players, and how many more there are."""

    moves: tuple[tuple[Player, Move], ...]
    more: int


@dataclass(frozen=True, slots=True)
class LevelView:
    """A re-levelling and the constant it adds to all ratings, so far and then."""

    on: date
    before: float | None
    after: float


@dataclass(frozen=True, slots=True)
class RatingPlanView:
    """Today's ratings that move; the events worked out anew, each with its own moves, and how many more there are;
    re-levellings in between that come to another constant."""

    today: MovesView
    events: tuple[tuple[TouchedEvent, MovesView], ...]
    more_events: int
    levels: tuple[LevelView, ...]
    digest: str

    @property
    def is_empty(self) -> bool:
        return not (self.today.moves or self.events)


def rating_plan_view(plan: ChangePlan | None) -> RatingPlanView | None:
    """None where there is no plan."""
    if plan is None:
        return None
    shown = plan.events[:SHOWN_EVENTS]
    told = [plan.moves[:SHOWN_MOVES], *(event.moves[:SHOWN_MOVES] for event in shown)]
    players = Player.objects.in_bulk({move.player for moves in told for move in moves})
    return RatingPlanView(
        today=_moves_view(plan.moves, players),
        events=tuple((event, _moves_view(event.moves, players)) for event in shown),
        more_events=len(plan.events) - len(shown),
        levels=tuple(LevelView(level.step.position.on, level.before, level.constant) for level in plan.levels),
        digest=plan.digest,
    )


def _moves_view(moves: tuple[Move, ...], players: Mapping[int, Player]) -> MovesView:
    shown = moves[:SHOWN_MOVES]
    return MovesView(tuple((players[move.player], move) for move in shown), len(moves) - len(shown))
