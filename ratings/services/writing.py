"""Writing the ledger and the cache of standings. Whoever writes holds the clock."""

from collections.abc import Iterable, Mapping
from datetime import date, datetime

from players.actors import Actor
from ratings.maths.elo import Change
from ratings.maths.parameters import CURRENT
from ratings.models import LevelShift, RatedEvent, RatedPairing, Rating, RatingBatch, RatingChange, RatingClock
from ratings.selectors.standings import Held
from ratings.services.replay import LevelOutcome, Outcome
from ratings.services.results import EventResults

ROWS_AT_ONCE = 2000


def lock_clock() -> RatingClock:
    """The one lock of all ratings, held until the end of the transaction."""
    RatingClock.objects.get_or_create(pk=1)
    return RatingClock.objects.select_for_update().get(pk=1)


def start_batch(clock: RatingClock, *, actor: Actor, now: datetime, reason: str, first_on: date) -> RatingBatch:
    """A new version of the ledger."""
    clock.version += 1
    clock.save(update_fields=["version"])
    return RatingBatch.objects.create(
        at=now, user=actor.user, player=actor.player, via=actor.via, reason=reason, number=clock.version,
        parameters=CURRENT.version, first_on=first_on,
    )  # fmt: skip


def store_results(results: EventResults) -> RatedEvent:
    """Make an event what was sent last; its changes follow by the ledger."""
    event, _created = RatedEvent.objects.update_or_create(
        source=results.source,
        defaults={
            "number": results.number, "name": results.name, "path": results.path, "closes_on": results.closes_on,
            "weight": results.weight, "state": results.state,
        },
    )  # fmt: skip
    wanted = {(p.left, p.right): (p.games, p.tp[0]) for p in results.pairings}
    rows = RatedPairing.objects.filter(event=event)
    stored = {(left, right): found for left, right, *found in rows.values_list("left_id", "right_id", "games", "tp")}
    if stored != {pair: list(found) for pair, found in wanted.items()}:
        rows.delete()
        RatedPairing.objects.bulk_create(
            RatedPairing(event=event, left_id=left, right_id=right, games=games, tp=tp)
            for (left, right), (games, tp) in wanted.items()
        )
    return event


def write_outcomes(outcomes: Iterable[Outcome], batch: RatingBatch) -> int:
    """Add what differs to the ledger and end what it replaces; how many rows were added or ended.

    Rows are kept back until there are many, so that memory stays bounded and the database is asked seldom.
    """
    waiting: list[RatingChange] = []
    rated: list[int] = []
    count = 0
    for outcome in outcomes:
        if isinstance(outcome, LevelOutcome):
            count += _write_level(outcome, batch)
            continue
        event = outcome.step.event
        if event is None:
            raise RuntimeError("An event is stored before its changes are.")
        if outcome.ended:
            RatingChange.objects.filter(event=event, player__in=list(outcome.ended), current=True).update(
                current=False, ended_by=batch
            )
        waiting += (_row(change, event, batch) for change in outcome.written)
        if outcome.rated_anew and outcome.step.parameters != CURRENT.version:
            rated.append(event)
        count += len(set(outcome.ended).union(change.player for change in outcome.written))
        if len(waiting) >= ROWS_AT_ONCE:
            RatingChange.objects.bulk_create(waiting)
            waiting = []
    RatingChange.objects.bulk_create(waiting)
    RatedEvent.objects.filter(pk__in=rated).update(parameters=CURRENT.version)
    return count


def _row(change: Change, event: int, batch: RatingBatch) -> RatingChange:
    before, after = change.before, change.after
    return RatingChange(
        batch=batch, event_id=event, player_id=change.player, before_rating=None if before is None else before.rating,
        before_games=None if before is None else before.games, games=change.games, tp=change.tp, share=change.share,
        opponents=change.opponents, performance=change.performance, unbalanced=change.unbalanced,
        balance=change.balance, after_rating=after.rating, after_games=after.games,
    )  # fmt: skip


def _write_level(outcome: LevelOutcome, batch: RatingBatch) -> int:
    if not outcome.differs:
        return 0
    LevelShift.objects.filter(relevelling=outcome.step.relevelling, current=True).update(current=False, ended_by=batch)
    LevelShift.objects.create(
        batch=batch, relevelling_id=outcome.step.relevelling, players=outcome.players, games=outcome.games,
        mean=outcome.mean, constant=outcome.constant,
    )  # fmt: skip
    return 1


def cache_faults(held: Mapping[int, Held]) -> dict[int, Held | None]:
    """Who stands otherwise in the cache than the end of the sequence says, with what is right (None: no rating)."""
    faults: dict[int, Held | None] = dict(held)
    rows = Rating.objects.values_list("player_id", "rating", "games", "event_id", "closed_on")
    for player, rating, games, event, closed_on in rows:
        right = held.get(player)
        if right is None:
            faults[player] = None
        elif (right.standing.rating, right.standing.games, right.event, right.closed_on) == (
            rating, games, event, closed_on,
        ):  # fmt: skip
            del faults[player]
    return faults


def write_cache(held: Mapping[int, Held]) -> int:
    """Bring the cache to the end of the sequence; how many rows were wrong."""
    faults = cache_faults(held)
    Rating.objects.filter(player__in=[player for player, right in faults.items() if right is None]).delete()
    Rating.objects.bulk_create(
        [
            Rating(
                player_id=player, rating=right.standing.rating, games=right.standing.games, event_id=right.event,
                closed_on=right.closed_on,
            )
            for player, right in faults.items()
            if right is not None
        ],
        update_conflicts=True,
        unique_fields=["player"],
        update_fields=["rating", "games", "event", "closed_on"],
    )  # fmt: skip
    return len(faults)
