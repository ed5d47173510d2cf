"""The rated games of two players against one another, event by event."""

from dataclasses import dataclass

from ratings.maths.expectation import Expectation
from ratings.models import RatedEvent, RatedPairing, RatedState, RatingChange
from ratings.models.event import GAME_TP


@dataclass(frozen=True, slots=True)
class Meeting:
    """All rated games of two players in an event, as the first sees them: `tp` in tenths.

    `rating` and `opponent` are those that counted: before the event, or a newcomer's own performance (8.3).
    """

    event: RatedEvent
    games: int
    tp: int
    rating: float
    opponent: float

    @property
    def expected(self) -> float:
        """The TP the first could expect."""
        return Expectation(self.rating - self.opponent, self.games).points[0]


def meetings(player: int, other: int) -> tuple[Meeting, ...]:
    """Newest event first, in two queries; events that are not rated any more are left out."""
    left, right = sorted((player, other))
    found = list(
        RatedPairing.objects.filter(left=left, right=right)
        .exclude(event__state=RatedState.WITHDRAWN)
        .select_related("event")
        .order_by("-event__closes_on", "-event__number")
    )
    rows = RatingChange.objects.filter(
        event__in=[pairing.event_id for pairing in found], player__in=(left, right), current=True
    ).values_list("event_id", "player_id", "before_rating", "unbalanced")
    counted = {(event, who): own if before is None else before for event, who, before, own in rows}
    return tuple(
        Meeting(
            pairing.event, pairing.games, pairing.tp if player == left else pairing.games * GAME_TP - pairing.tp,
            counted[pairing.event_id, player], counted[pairing.event_id, other],
        )
        for pairing in found
        # what waits to be applied has no ratings yet
        if {(pairing.event_id, player), (pairing.event_id, other)} <= counted.keys()
    )  # fmt: skip
