"""Reading the knockout of an event: structure, facts, and the cache of the last fold beside them.

The rows of structure, draws, decisions and exits are the truth. What the fold makes of them (occupants, states,
winners, places) is stored as a cache that `tournaments.services.folding` alone writes.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from tournaments.formats.facts import Cause, CauseKind, Decision, DecisionKind, Exit, ExitKind, Facts
from tournaments.formats.fold import fold
from tournaments.formats.graph import (
    BYE,
    Bye,
    EntryId,
    EntrySource,
    LoserOf,
    MatchId,
    MatchNode,
    Occupant,
    OnlyIf,
    Seed,
    Source,
    Structure,
    WinnerOf,
)
from tournaments.models import Decision as DecisionRow
from tournaments.models import Draw, Entry, Event, Match, Slot, SourceKind
from tournaments.models import Exit as ExitRow


@dataclass(frozen=True)
class CachedSlot:
    """A slot's row and what the cache says of it."""

    pk: int
    occupant: Occupant


@dataclass
class Loaded:
    """Structure, facts and cache of an event's knockout, read under the event's lock or for show."""

    event: Event
    structure: Structure
    facts: Facts
    states: dict[MatchId, tuple[str, EntryId | None]]
    slots: dict[tuple[MatchId, int], CachedSlot]
    places: dict[EntryId, int | None]

    def number(self, match: MatchId) -> int:
        """What people call the match."""
        return self.structure[match].number


_MATCH_COLUMNS = (
    "pk", "number", "round", "position", "games", "bracket", "ranking", "label", "winner_place", "loser_place",
    "only_if_match", "only_if_side", "state", "winner",
)  # fmt: skip
_SLOT_COLUMNS = (
    "pk", "match", "side", "source", "source_seed", "source_entry", "source_match", "first_match_only", "occupant",
    "is_bye",
)  # fmt: skip


def load(event: Event, *, history: bool = False) -> Loaded | None:
    """The knockout of an event, or None before the draw. Six queries.

    With `history` the superseded decisions are read too; only what may be brought back after a correction needs them.
    """
    entrants = Draw.objects.filter(stage__event=event, current=True).values_list("entrants", flat=True).first()
    if entrants is None:
        return None
    sources: dict[MatchId, list[Source]] = {}
    slots: dict[tuple[MatchId, int], CachedSlot] = {}
    rows = Slot.objects.filter(match__event=event).order_by("match", "side").values_list(*_SLOT_COLUMNS)
    for pk, match, side, kind, seed, entry, source_match, first_only, occupant, is_bye in rows:
        sources.setdefault(match, []).append(source_of(kind, seed, entry, source_match, first_only))
        slots[match, side] = CachedSlot(pk, BYE if is_bye else occupant)
    nodes: list[MatchNode] = []
    states: dict[MatchId, tuple[str, EntryId | None]] = {}
    for row in Match.objects.filter(event=event).order_by("number").values_list(*_MATCH_COLUMNS):
        pk, number, round_, position, games, bracket, ranking, label, winner_place, loser_place, *rest = row
        only_match, only_side, state, winner = rest
        left, right = sources[pk]
        condition = None if only_match is None else OnlyIf(only_match, only_side)
        nodes.append(
            MatchNode(
                id=pk, number=number, round=round_, position=position, sources=(left, right), games=games,
                bracket=bracket, ranking=ranking, label=label, winner_place=winner_place, loser_place=loser_place,
                condition=condition,
            )
        )  # fmt: skip
        states[pk] = (state, winner)
    return Loaded(
        event=event,
        structure=Structure(nodes),
        facts=_facts(event, dict(enumerate(entrants, start=1)), history=history),
        states=states,
        slots=slots,
        places=dict(Entry.objects.filter(event=event).values_list("pk", "place")),
    )


def source_of(kind: str, seed: int | None, entry: int | None, match: int | None, first_only: bool) -> Source:
    """The source of a slot, from its columns; the database has made sure that exactly one is given."""
    if kind == SourceKind.SEED and seed is not None:
        return Seed(seed)
    if kind == SourceKind.WINNER and match is not None:
        return WinnerOf(match)
    if kind == SourceKind.LOSER and match is not None:
        return LoserOf(match, first_match_only=first_only)
    if kind == SourceKind.ENTRY and entry is not None:
        return EntrySource(entry)
    return BYE


def _facts(event: Event, seeds: dict[int, EntryId], *, history: bool) -> Facts:
    rows = DecisionRow.objects.filter(match__event=event)
    if not history:
        rows = rows.filter(current=True)
    decisions = [_decision(*row) for row in rows.order_by("match", "version").values_list(*_DECISION_COLUMNS)]
    exits = [
        Exit(entry, at, ExitKind(kind))
        for entry, at, kind in ExitRow.objects.filter(entry__event=event, revoked_at=None)
        .order_by("pk")
        .values_list("entry", "at", "kind")
    ]
    if history:
        return Facts.from_history(seeds, decisions, exits)
    return Facts(seeds, {decision.match: decision for decision in decisions}, {gone.entry: gone for gone in exits})


_DECISION_COLUMNS = (
    "match", "version", "kind", "left", "right", "winner_side", "tp_left", "tp_right", "void_cause", "void_match",
    "void_version", "void_entry", "reinstates",
)  # fmt: skip


def core_decision(row: DecisionRow) -> Decision:
    """A stored decision as the core reads it."""
    return _decision(
        row.match_id, row.version, row.kind, row.left_id, row.right_id, row.winner_side, row.tp_left, row.tp_right,
        row.void_cause, row.void_match_id, row.void_version, row.void_entry_id, row.reinstates,
    )  # fmt: skip


def _decision(
    match: MatchId,
    version: int,
    kind: str,
    left: EntryId,
    right: EntryId,
    winner: int | None,
    tp_left: int | None,
    tp_right: int | None,
    cause: str,
    cause_match: MatchId | None,
    cause_version: int | None,
    cause_entry: EntryId | None,
    reinstates: int | None,
) -> Decision:
    voided_by = Cause(CauseKind(cause), match=cause_match, version=cause_version, entry=cause_entry) if cause else None
    return Decision(
        match=match,
        kind=DecisionKind(kind),
        occupants=(left, right),
        winner=winner,
        version=version,
        supersedes=version - 1 or None,
        tp=None if tp_left is None and tp_right is None else (tp_left, tp_right),
        voided_by=voided_by,
        reinstates=reinstates,
    )


def entry_or_none(occupant: Occupant) -> EntryId | None:
    """The entry that stands in a slot, None for nobody and for a bye."""
    return None if isinstance(occupant, Bye) else occupant


def cache_faults(events: Iterable[Event]) -> list[str]:
    """Where the cache differs from a fold from scratch, one line each; reads only."""
    faults: list[str] = []
    for event in events:
        loaded = load(event)
        if loaded is None:
            continue
        folded = fold(loaded.structure, loaded.facts)
        faults += [f"{event.slug} M{loaded.number(match)}: stale decision" for match in folded.stale]
        for match, found in folded.matches.items():
            if loaded.states[match] != (str(found.state), entry_or_none(found.winner)):
                faults.append(f"{event.slug} M{found.node.number}: state or winner")
            faults += [
                f"{event.slug} M{found.node.number}: side {side}"
                for side in (0, 1)
                if loaded.slots[match, side].occupant != found.occupants[side]
            ]
        faults += [
            f"{event.slug} entry {entry}: place"
            for entry, place in loaded.places.items()
            if folded.places.get(entry) != place
        ]
    return faults
