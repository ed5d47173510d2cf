"""The prize lists of an event with the places of their members."""

from collections.abc import Mapping
from dataclasses import dataclass

from tournaments.formats.fold import fold
from tournaments.formats.graph import EntryId
from tournaments.formats.prizes import PrizeRow, prize_rows
from tournaments.formats.standings import standings
from tournaments.models import (
    AgeEvidence,
    Entry,
    EntryState,
    Event,
    EventState,
    PrizeKind,
    PrizeList,
    PrizeMember,
)
from tournaments.selectors.ages import juniors_of
from tournaments.selectors.entry_rules import conditions_of, rules_of
from tournaments.selectors.sittings import load_rounds, standings_of
from tournaments.selectors.stages import current_stage, event_places, load


@dataclass(frozen=True)
class PrizeStandings:
    """A prize list: the members that have a place, in order, those that have none yet, and who put whom in it."""

    prize_list: PrizeList
    rows: tuple[PrizeRow, ...]
    without_place: tuple[EntryId, ...]
    members: Mapping[EntryId, PrizeMember | AgeEvidence]


def prize_standings(event: Event) -> tuple[PrizeStandings, ...]:
    """All prize lists of an event, in the order they were made, by the places so far."""
    lists = list(PrizeList.objects.filter(event=event).order_by("pk"))
    if not lists:
        return ()
    members = {found.pk: members_of(event, found) for found in lists}
    entries = Entry.objects.filter(event=event, state=EntryState.ACCEPTED).order_by("name", "pk")
    playing = list(entries.values_list("pk", flat=True))
    places = places_so_far(event)
    return tuple(
        PrizeStandings(
            found,
            prize_rows(places, members[found.pk]),
            tuple(pk for pk in playing if pk in members[found.pk] and pk not in places),
            members[found.pk],
        )
        for found in lists
    )


def members_of(event: Event, prize_list: PrizeList) -> Mapping[EntryId, PrizeMember | AgeEvidence]:
    """Who is in a prize list, by entry with the act that put it there."""
    if prize_list.kind == PrizeKind.JUNIOR:
        return juniors_of(event, prize_list, conditions_of(rules_of(event)))
    rows = PrizeMember.objects.filter(prize_list=prize_list, revoked_at=None).select_related("user__player")
    return {row.entry_id: row for row in rows}


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
