"""Keeping the cache of the fold: who stands where, which matches are open, which places are settled."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.db.models import F, QuerySet

from tantrix_site.compiled import CompiledUpdate
from tournaments.formats.across import across
from tournaments.formats.fold import Folded
from tournaments.formats.graph import Bye, EntryId, MatchId
from tournaments.formats.progression import MAIN
from tournaments.formats.snapshot import StageSnapshot
from tournaments.models import Draw, Entry, Event, Match, Slot, Stage, StageState
from tournaments.selectors.feeding import entries_of, stored_snapshot
from tournaments.selectors.stages import FoldedStage, Loaded, entry_or_none, event_places, stored_places


@dataclass(frozen=True)
class CacheChange:
    """What the last fold changed: matches that lost an occupant they had, and all matches touched."""

    repaired: tuple[MatchId, ...]
    touched: tuple[MatchId, ...]

    def __bool__(self) -> bool:
        return bool(self.touched)


def write_cache(loaded: Loaded, folded: Folded) -> CacheChange:
    """Store what differs between the cache and the fold, and nothing else; the versions of touched matches go up."""
    repaired: list[MatchId] = []
    slot_rows: list[Slot] = []
    touched: list[Match] = []
    for match, found in folded.matches.items():
        others = lost = False
        for side in (0, 1):
            cached = loaded.slots[match, side]
            occupant = found.occupants[side]
            if cached.occupant != occupant:
                others = True
                lost = lost or cached.occupant is not None
                slot_rows.append(
                    Slot(pk=cached.pk, occupant_id=entry_or_none(occupant), is_bye=isinstance(occupant, Bye))
                )
        if lost:
            repaired.append(match)
        state = (str(found.state), entry_or_none(found.winner))
        if others or loaded.states[match] != state:
            touched.append(Match(pk=match, state=state[0], winner_id=state[1]))
    _store_slots(slot_rows)
    _store_matches(touched)
    _store_places(loaded, folded)
    return CacheChange(tuple(repaired), tuple(match.pk for match in touched))


_FEW = 4


_seat = CompiledUpdate(lambda slot, entry: (Slot.objects.filter(pk=slot), {"occupant": entry, "is_bye": False}))
_make_bye = CompiledUpdate(lambda slot: (Slot.objects.filter(pk=slot), {"occupant": None, "is_bye": True}))
_empty = CompiledUpdate(lambda slot: (Slot.objects.filter(pk=slot), {"occupant": None, "is_bye": False}))


def _store_slots(rows: list[Slot]) -> None:
    if len(rows) > _FEW:
        Slot.objects.bulk_update(rows, ["occupant", "is_bye"])
        return
    for row in rows:
        if row.is_bye:
            _make_bye(row.pk)
        elif row.occupant_id is None:
            _empty(row.pk)
        else:
            _seat(row.pk, row.occupant_id)


@CompiledUpdate
def _winner(matches: tuple[int, ...], state: str, winner: int) -> tuple[QuerySet[Match], dict[str, object]]:
    return Match.every.filter(pk__in=matches), {"state": state, "winner": winner, "version": F("version") + 1}


@CompiledUpdate
def _no_winner(matches: tuple[int, ...], state: str) -> tuple[QuerySet[Match], dict[str, object]]:
    return Match.every.filter(pk__in=matches), {"state": state, "winner": None, "version": F("version") + 1}


def _store_matches(rows: list[Match]) -> None:
    alike: dict[tuple[str, EntryId | None], list[MatchId]] = {}
    for row in rows:
        alike.setdefault((row.state, row.winner_id), []).append(row.pk)
    if len(alike) > _FEW:
        Match.every.bulk_update(rows, ["state", "winner"])
        Match.every.filter(pk__in=[row.pk for row in rows]).update(version=F("version") + 1)
        return
    for (state, winner), matches in alike.items():
        if winner is None:
            _no_winner(tuple(matches), state)
        else:
            _winner(tuple(matches), state, winner)


def _store_places(loaded: Loaded, folded: Folded) -> None:
    """The places of a tree as it goes on; those of a table are noted when its stage is closed."""
    if loaded.stage.is_table:
        return
    places = folded.places
    stored = {entry: loaded.places.get(entry) for entry in loaded.facts.seeds.values()}
    if all(places.get(entry) == place for entry, place in stored.items()):
        return
    if loaded.until is not None:
        # who went on is placed by the stage after, though this one is being corrected
        refresh_places(loaded.event)
    else:
        store_places(stored, places)


_place = CompiledUpdate(lambda entries, place: (Entry.objects.filter(pk__in=entries), {"place": place}))
_no_place = CompiledUpdate(lambda entries: (Entry.objects.filter(pk__in=entries), {"place": None}))


def store_places(stored: Mapping[EntryId, int | None], places: Mapping[EntryId, int]) -> None:
    """Bring the stored places of these entries up to date."""
    changed: dict[int | None, list[EntryId]] = {}
    for entry, place in stored.items():
        if places.get(entry) != place:
            changed.setdefault(places.get(entry), []).append(entry)
    for new_place, entries in changed.items():
        if new_place is None:
            _no_place(tuple(entries))
        else:
            _place(tuple(entries), new_place)


def note_places(event: Event, stage: Stage) -> None:
    """Store with a closed stage the places of those who do not go on, behind all who do (`event_places`).

    To be done again whenever somebody else goes on. The places of a tree that feeds nobody are those of the fold.
    """
    shown = stored_snapshot(stage)
    if shown is not None and stage.state == StageState.FINISHED:
        places = places_of_others(event, stage, shown)
        stage.snapshot = shown.as_json() | ({} if places is None else {"places": places})
        stage.save(update_fields=["snapshot"])
    refresh_places(event)


def places_of_others(event: Event, stage: Stage, shown: StageSnapshot) -> dict[str, int] | None:
    """The places of those who do not go on from a closed stage; None in a tree that feeds nobody."""
    going = _going_on(event, stage)
    if stage.is_table:
        return _places_in_tables(shown, going)
    return _places_in_tree(shown, going) if going else None


def refresh_places(event: Event, known: FoldedStage | None = None) -> None:
    """Bring the stored places of all entries up to date; `known` is a stage that is read and folded already."""
    store_places(stored_places(event), event_places(event, known=known))


def _going_on(event: Event, stage: Stage) -> set[EntryId]:
    """Who plays the next stage, as it was drawn or as it would be drawn now."""
    later = Stage.objects.filter(event=event, number=stage.number + 1).first()
    if later is None:
        return set()
    if later.opened_at is not None:
        return set(Draw.objects.get(stage=later, current=True).seed_map().values())
    fed = entries_of(event, later)
    return set() if fed is None else {entry.pk for entry in fed.entries if entry is not None}


def _places_in_tables(shown: StageSnapshot, going: set[EntryId]) -> dict[str, int]:
    rows = [row for row in shown.rows() if row.entry not in going]
    if len(shown.rankings) == 1 and not going:
        return {str(row.entry): row.place for row in rows}
    return {str(found.row.entry): len(going) + found.position for found in across(rows)}


def _places_in_tree(shown: StageSnapshot, going: set[EntryId]) -> dict[str, int]:
    rows = [row for row in shown.rows() if row.ranking == MAIN and row.entry not in going]
    return {str(row.entry): len(going) + 1 + sum(other.place < row.place for other in rows) for row in rows}
