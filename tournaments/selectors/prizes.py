"""The prize lists of an event with the places of their members."""

from collections.abc import Mapping
from dataclasses import dataclass

from tournaments.formats.fold import fold
from tournaments.formats.graph import EntryId
from tournaments.formats.prizes import PrizeRow, prize_rows
from tournaments.formats.standings import standings
from tournaments.models import Entry, EntryState, Event, EventState, PrizeList, PrizeMember
from tournaments.selectors.sittings import load_rounds, standings_of
from tournaments.selectors.stages import current_stage, event_places, load


@dataclass(frozen=True)
class PrizeStandings:
    """A prize list: the members that have a place, in order, those that have none yet, and who put whom in it."""

    prize_list: PrizeList
    rows: tuple[PrizeRow, ...]
    without_place: tuple[EntryId, ...]
    members: Mapping[EntryId, PrizeMember]


def prize_standings(event: Event) -> tuple[PrizeStandings, ...]:
    """All prize lists of an event, in the order they were made, by the places so far."""
    lists = list(PrizeList.objects.filter(event=event).order_by("pk"))
    if not lists:
        return ()
    members: dict[int, dict[EntryId, PrizeMember]] = {found.pk: {} for found in lists}
    rows = PrizeMember.objects.filter(prize_list__in=lists, revoked_at=None).select_related("entry", "user__player")
    for row in rows.order_by("entry__name", "pk"):
        members[row.prize_list_id][row.entry_id] = row
    places = places_so_far(event)
    return tuple(
        PrizeStandings(
            found,
            prize_rows(places, members[found.pk]),
            tuple(pk for pk, row in members[found.pk].items() if pk not in places and _plays(row.entry)),
            members[found.pk],
        )
        for found in lists
    )


def places_so_far(event: Event) -> dict[EntryId, int]:
    """The places by which prize lists are ordered: settled ones, and while one table is played its standings."""
    if event.state == EventState.RUNNING and event.has_sittings:
        return {row.entry: row.place for row in standings_of(event, load_rounds(event)) if row.games or row.byes}
    places = event_places(event)
    if event.state != EventState.RUNNING:
        return places
    stage = current_stage(event)
    loaded = load(stage, event) if stage.is_table else None
    if loaded is not None and len(loaded.structure.tables) == 1:
        folded = fold(loaded.structure, loaded.facts)
        places |= {row.entry: row.place for row in standings(folded, loaded.structure.tables[0])}
    return places


def _plays(entry: Entry) -> bool:
    return entry.state == EntryState.ACCEPTED
