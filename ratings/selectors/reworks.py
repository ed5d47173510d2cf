"""Why ratings are no longer what they were: when steps of the past were worked out anew, and because of what."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta

from django.db.models import Count, Min, QuerySet

from ratings.models import LevelShift, RatedEvent, RatingBatch, RatingChange

MOST = 20


@dataclass(frozen=True, slots=True)
class Rework:
    """A batch that replaced rows of the ledger: the events whose results came or were corrected, with the reasons
    given, and how many events and players it worked out anew among those looked at."""

    at: datetime
    reason: str
    causes: tuple[RatedEvent, ...]
    events: int
    players: int


def event_reworks(event: RatedEvent) -> tuple[Rework, ...]:
    """Those that changed what an event made of ratings, newest first."""
    return _reworks(RatingChange.objects.filter(event=event))


def player_reworks(player: int) -> tuple[Rework, ...]:
    """Those that changed a player's rating after some event, or the constant of a re-levelling since the first one."""
    changes = RatingChange.objects.filter(player=player)
    first = changes.aggregate(first=Min("event__closes_on"))["first"]
    if first is None:
        return ()
    moved = LevelShift.objects.filter(current=False, relevelling__on__gte=first).values_list("ended_by", flat=True)
    return _reworks(changes, also=moved)


def list_reworks(on: date, since: date) -> tuple[Rework, ...]:
    """Those of later than the end of a day that changed events before the end of the day of a list."""
    after = datetime.combine(since + timedelta(days=1), time(), UTC)
    return _reworks(RatingChange.objects.filter(event__closes_on__lte=on, ended_by__at__gte=after))


def reworks_since(version: int, on: date, players: Collection[int]) -> tuple[Rework, ...]:
    """Those later than a version of the ledger that changed these players' ratings at the end of a day, newest first.

    Events rated late are among them: they end no row, and write some.
    """
    changes = RatingChange.objects.filter(event__closes_on__lte=on, player__in=players)
    written = changes.filter(batch__number__gt=version).values_list("batch", flat=True).distinct()
    return _reworks(changes.filter(ended_by__number__gt=version), also=written)


def _reworks(changes: QuerySet[RatingChange], also: Iterable[int | None] = ()) -> tuple[Rework, ...]:
    rows = changes.filter(current=False).values_list("ended_by").annotate(
        events=Count("event", distinct=True), players=Count("player", distinct=True)
    )  # fmt: skip
    counts: dict[int, tuple[int, int]] = {batch: (0, 0) for batch in also if batch is not None}
    counts |= {batch: (events, players) for batch, events, players in rows.order_by("-ended_by")[:MOST]}
    if not counts:
        return ()
    batches = RatingBatch.objects.filter(pk__in=counts).prefetch_related("submissions").order_by("-number")[:MOST]
    found = list(batches)
    sources = {sent.source for batch in found for sent in batch.submissions.all()}
    events = {event.source: event for event in RatedEvent.objects.filter(source__in=sources)}
    return tuple(_rework(batch, events, *counts[batch.pk]) for batch in found)


def _rework(batch: RatingBatch, known: Mapping[str, RatedEvent], events: int, players: int) -> Rework:
    sent = list(batch.submissions.all())
    causes = {known[one.source].number: known[one.source] for one in sent if one.source in known}
    return Rework(batch.at, reason_of(batch), tuple(causes.values()), events, players)


def reason_of(batch: RatingBatch) -> str:
    """What was said by who caused a batch, with its submissions prefetched."""
    said = [sent.reason for sent in batch.submissions.all() if sent.reason]
    return batch.reason or "; ".join(dict.fromkeys(said))
