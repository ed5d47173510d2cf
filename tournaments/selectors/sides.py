"""The sides of matches, read for all of them at once: as `prefetch_related` does, with a query put together once."""

from collections.abc import Collection

from tantrix_site.compiled import CompiledObjects
from tournaments.models import Match, Slot

_slots_of = CompiledObjects(lambda matches: Slot.objects.filter(match__in=matches).select_related("occupant"))


def read_sides(matches: Collection[Match]) -> None:
    """Let `match.slots.all()` of each of these know its slots with their occupants; one query."""
    found: dict[int, list[Slot]] = {match.pk: [] for match in matches}
    for slot in _slots_of(tuple(found)) if found else ():
        found[slot.match_id].append(slot)
    for match in matches:
        slots = match.slots.all()
        slots._result_cache, slots._prefetch_done = found[match.pk], True  # type: ignore[attr-defined]
        for slot in found[match.pk]:
            slot.match = match
        known: dict[str, object] = match.__dict__.setdefault("_prefetched_objects_cache", {})
        known["slots"] = slots
