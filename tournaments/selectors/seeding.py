"""The order in which entries are seeded, and the points behind it."""

from collections.abc import Iterable, Sequence
from datetime import date

from django.db.models import F, FilteredRelation, Q, QuerySet

from ratings.selectors import Rework, reworks_since
from tantrix_site.compiled import Compiled, CompiledObjects
from tournaments.models import Draw, Entry, EntryState, Event, PointsOrigin, SeedingPoints


def in_seed_order(entries: QuerySet[Entry]) -> QuerySet[Entry]:
    """By seed number; those without one by seeding points, highest first; those without points as they were entered."""
    counting = FilteredRelation("seeding_points", condition=Q(seeding_points__current=True))
    return entries.annotate(counting=counting).order_by(
        F("seed").asc(nulls_last=True), F("counting__points").desc(nulls_last=True), "pk"
    )


def points_of(entries: Iterable[Entry]) -> dict[int, SeedingPoints]:
    """The seeding points that count for each of these entries, by entry id; one query."""
    return {row.entry_id: row for row in _points([entry.pk for entry in entries])}


@CompiledObjects
def _points(entries: Sequence[int]) -> QuerySet[SeedingPoints]:
    return SeedingPoints.objects.filter(entry__in=entries, current=True)


def people_in(event: Event) -> QuerySet[Entry]:
    """The accepted entries that have seeding points of their own: players, those of teams too, but no teams."""
    return Entry.every.filter(event=event, state=EntryState.ACCEPTED).exclude(player=None)


def reference_date(event: Event) -> date | None:
    """The day of the ratings that were taken last; None before any were."""
    rows = SeedingPoints.objects.filter(entry__event=event, origin=PointsOrigin.RATINGS)
    return rows.order_by("-pk").values_list("on", flat=True).first()


def reworks_since_taken(event: Event) -> tuple[Rework, ...]:
    """Why the ratings of the reference date are no longer those the points were taken from, newest first.

    The points stay as they were taken (`docs/regulations.md` 8.8); what is entered by hand knows no ratings.
    """
    taken = SeedingPoints.objects.filter(entry__in=people_in(event), origin=PointsOrigin.RATINGS, current=True)
    rows = list(taken.values_list("ledger", "on", "entry__player"))
    versions, days = [row[0] for row in rows if row[0] is not None], [row[1] for row in rows if row[1] is not None]
    if not versions or not days:
        return ()
    return reworks_since(min(versions), max(days), [row[2] for row in rows])


_draws_in = Compiled(lambda event: Draw.objects.filter(stage__event=event, current=True).values_list("pk")[:1])


def is_drawn(event: Event) -> bool:
    """Whether a draw stands, so that nothing it was made from may change."""
    return bool(_draws_in(event.pk))
