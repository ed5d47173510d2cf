"""What a change does to ratings, for the page that asks whether to make it."""

from dataclasses import dataclass

from players.models import Player
from ratings.services import ChangePlan, Move, TouchedEvent

SHOWN_MOVES = 20
SHOWN_EVENTS = 20


@dataclass(frozen=True, slots=True)
class RatingPlanView:
    """The largest moves with their players, how many more there are, and the events worked out anew."""

    moves: tuple[tuple[Player, Move], ...]
    more: int
    events: tuple[TouchedEvent, ...]
    more_events: int
    digest: str

    @property
    def is_empty(self) -> bool:
        return not (self.moves or self.events)


def rating_plan_view(plan: ChangePlan | None) -> RatingPlanView | None:
    """None where there is no plan."""
    if plan is None:
        return None
    shown = plan.moves[:SHOWN_MOVES]
    players = Player.objects.in_bulk([move.player for move in shown])
    return RatingPlanView(
        moves=tuple((players[move.player], move) for move in shown),
        more=len(plan.moves) - len(shown),
        events=plan.events[:SHOWN_EVENTS],
        more_events=max(0, len(plan.events) - SHOWN_EVENTS),
        digest=plan.digest,
    )
