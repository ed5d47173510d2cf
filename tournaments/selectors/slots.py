"""Who stands in matches and who may come into them, given to matches at hand as `prefetch_related` would."""

from collections.abc import Collection, Iterable, Sequence

from django.db.models import QuerySet

from tantrix_site.compiled import CompiledObjects, give
from tournaments.models import Match, Slot


@CompiledObjects
def slots_of(matches: Sequence[int]) -> QuerySet[Slot]:
    """The slots of these matches, with their entries and the matches that feed them."""
    return Slot.objects.filter(match__in=matches).select_related("occupant", "source_match")


@CompiledObjects
def occupied_slots(matches: Sequence[int]) -> QuerySet[Slot]:
    """The slots of these matches, with their entries."""
    return Slot.objects.filter(match__in=matches).select_related("occupant")


def give_slots(matches: Iterable[Match], slots: Iterable[Slot]) -> None:
    """Each match has its own of these slots, and each of those its match."""
    by_match: dict[int, list[Slot]] = {}
    for slot in slots:
        by_match.setdefault(slot.match_id, []).append(slot)
    for match in matches:
        own = by_match.get(match.pk, [])
        for slot in own:
            slot.match = match
        give(match, "slots", own)


def read_sides(matches: Collection[Match]) -> None:
    """Each of these matches has its slots with their entries; one query."""
    give_slots(matches, occupied_slots([match.pk for match in matches]) if matches else ())


def give_feeding(slots: Iterable[Slot]) -> None:
    """The matches from which somebody comes into these slots have their slots, with the entries; a query at most."""
    matches = [slot.source_match for slot in slots if slot.source_match is not None]
    if matches:
        give_slots(matches, occupied_slots(sorted({match.pk for match in matches})))
