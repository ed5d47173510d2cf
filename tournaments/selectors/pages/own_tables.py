"""The table at which somebody sits now, in events where everybody sits down with others each round."""

from dataclasses import dataclass

from django.db.models import Exists, OuterRef, Prefetch, Q

from players.models import User
from tournaments.models import Entry, Event, EventState, ScoreState, Seat, SittingRound, SittingScore
from tournaments.selectors.sittings import plays_doubles


@dataclass(frozen=True, slots=True)
class OwnTable:
    """`others` in the order of their seats; `left` games have no result, `to_answer` of them wait for one's answer."""

    event: Event
    round: int
    number: int
    others: tuple[str, ...]
    left: int
    to_answer: int


def tables_of_user(user: User) -> tuple[OwnTable, ...]:
    """Of all running events; three queries."""
    return _tables(Q(entry__player__user=user))


def tables_of_entry(entry: Entry) -> tuple[OwnTable, ...]:
    """Of one entry; three queries."""
    return _tables(Q(entry=entry))


def _tables(own: Q) -> tuple[OwnTable, ...]:
    """Those of the last round of each event with a game that has no result yet."""
    event = OuterRef("sitting__round__event")
    later = SittingRound.objects.filter(event=event, number__gt=OuterRef("sitting__round__number"))
    shown = SittingScore.objects.filter(state__in=(ScoreState.COUNTS, ScoreState.OPEN))
    seats = (
        Seat.objects.filter(own, ~Exists(later), sitting__round__event__state=EventState.RUNNING)
        .filter(sitting__round__event__draw_released=True)
        .select_related("sitting__round__event")
        .prefetch_related(
            Prefetch("sitting__seats", Seat.objects.select_related("entry").order_by("position")),
            Prefetch("sitting__scores", shown),
        )
        .order_by("sitting__round__event__starts_on", "pk")
    )
    return tuple(table for table in map(_own_table, seats) if table.left)


def _own_table(seat: Seat) -> OwnTable:
    sitting = seat.sitting
    round_, scores = sitting.round, list(sitting.scores.all())
    doubles = plays_doubles(round_.event)
    counting = {score.number for score in scores if score.state == ScoreState.COUNTS}
    to_answer = [
        score
        for score in scores
        if score.state == ScoreState.OPEN
        and score.seat is not None
        and score.seat != seat.position
        and not (doubles and score.seat % 2 == seat.position % 2)
    ]
    return OwnTable(
        round_.event, round_.number, sitting.number,
        tuple(other.entry.name for other in sitting.seats.all() if other.pk != seat.pk),
        round_.games - len(counting), len(to_answer),
    )  # fmt: skip
