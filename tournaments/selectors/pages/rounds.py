"""The rounds of a Swiss for its organisers: where the current one stands, and what is proposed for the next."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from types import MappingProxyType

from tournaments.formats.graph import EntryId
from tournaments.formats.hall import number_tables
from tournaments.formats.swiss import PairingWarning
from tournaments.models import Attendance, AttendanceKind, Event, Match, PairingRun, RunState, Stage
from tournaments.selectors.hall import fixed_tables
from tournaments.selectors.pages import words
from tournaments.selectors.pages.loading import EntryRow, load_entries
from tournaments.selectors.pages.pairing_words import (
    doubt_text,
    method_text,
    names_of,
    nearer_text,
    passed_text,
    relaxation_text,
    squares_text,
)
from tournaments.selectors.swiss import SwissState, is_outdated, load_swiss


@dataclass(frozen=True, slots=True)
class Player:
    """An entry in a pairing, with its total and place before the round. `seed` is its number in the stage."""

    id: EntryId
    name: str
    country: str
    seed: int
    tp: str
    place: int

    @property
    def typed(self) -> str:
        """How it stands in a field: the number first, which is enough to type."""
        return f"{self.seed} {self.name}"


@dataclass(frozen=True, slots=True)
class PairView:
    """Two who meet at a table of the hall. `nearer` are sentences about opponents nearer in points."""

    table: int
    left: Player
    right: Player
    difference: str
    is_fixed: bool
    by_hand: bool
    nearer: tuple[str, ...]


@dataclass(frozen=True)
class RunView:
    """One pairing of a round with all its reasons."""

    run: PairingRun
    pairs: tuple[PairView, ...]
    bye: Player | None
    bye_passed: tuple[str, ...]
    unpaired: tuple[str, ...]
    warnings: tuple[str, ...]
    method: str
    total: str


@dataclass(frozen=True, slots=True)
class Away:
    """Somebody who is not there for the next round; `joins` in a later one, or misses just this one."""

    entry: EntryRow
    joins: int | None
    reason: str


@dataclass(frozen=True)
class PublishedRound:
    """A round everybody sees."""

    number: int
    matches: int
    done: int
    byes: int
    deadline: datetime | None
    runs: tuple[PairingRun, ...]

    @property
    def is_open(self) -> bool:
        return self.done < self.matches


@dataclass(frozen=True)
class RoundsPage:
    """Everything the page shows. `present` are those the next round is paired from, in the order of the table."""

    state: SwissState
    entries: Mapping[EntryId, EntryRow]
    open_matches: tuple[int, ...]
    proposal: RunView | None
    is_outdated: bool
    away: tuple[Away, ...]
    here: tuple[EntryRow, ...]
    rounds: tuple[PublishedRound, ...]
    tries: tuple[PairingRun, ...]

    @property
    def last(self) -> PublishedRound | None:
        return self.rounds[0] if self.rounds else None


def load_rounds(event: Event, stage: Stage) -> RoundsPage | None:
    """The rounds of a drawn Swiss, the latest first; about fifteen queries for any number of entries."""
    state = load_swiss(stage)
    if state is None:
        return None
    entries = load_entries(event)
    runs = list(PairingRun.objects.filter(stage=stage).select_related("player", "user").order_by("round", "number"))
    draft = next((run for run in runs if run.state == RunState.DRAFT), None)
    away = tuple(_away(stage, state, entries))
    absent = {row.entry.id for row in away}
    here = tuple(
        entries[row.entry]
        for row in state.rows
        if row.entry not in absent and row.entry not in state.loaded.facts.exits and row.entry in entries
    )
    return RoundsPage(
        state=state,
        entries=entries,
        open_matches=tuple(sorted(state.open_matches)),
        proposal=None if draft is None else run_view(draft, entries, fixed_tables(event)),
        is_outdated=draft is not None and is_outdated(draft, state),
        away=away,
        here=here,
        rounds=tuple(_rounds(stage, runs)),
        tries=tuple(run for run in runs if run.round == state.next_round and run.state == RunState.DISCARDED),
    )


def _away(stage: Stage, state: SwissState, entries: Mapping[EntryId, EntryRow]) -> list[Away]:
    found = []
    rows = Attendance.objects.filter(stage=stage, revoked_at=None).order_by("pk")
    for entry, kind, round_, reason in rows.values_list("entry", "kind", "round", "reason"):
        if entry not in entries or entry in state.loaded.facts.exits:
            continue
        if kind == AttendanceKind.JOINS and round_ > state.next_round:
            found.append(Away(entries[entry], round_, reason))
        elif kind == AttendanceKind.ABSENT and round_ == state.next_round:
            found.append(Away(entries[entry], None, reason))
    return found


def _rounds(stage: Stage, runs: Sequence[PairingRun]) -> list[PublishedRound]:
    found: dict[int, PublishedRound] = {}
    counts: dict[int, list[tuple[str, datetime | None]]] = {}
    for round_, state, deadline in Match.objects.filter(stage=stage).values_list("round", "state", "deadline"):
        counts.setdefault(round_, []).append((state, deadline))
    for run in runs:
        if run.state != RunState.PUBLISHED:
            continue
        rows = counts.get(run.round, [])
        played = [state for state, _deadline in rows if state not in ("bye", "not_needed")]
        found[run.round] = PublishedRound(
            run.round, len(played), sum(state not in ("open", "waiting") for state in played), len(rows) - len(played),
            next((deadline for _state, deadline in rows if deadline), None),
            tuple(other for other in runs if other.round == run.round),
        )  # fmt: skip
    return [found[number] for number in sorted(found, reverse=True)]


def run_view(
    run: PairingRun, entries: Mapping[EntryId, EntryRow], fixed: Mapping[EntryId, int] = MappingProxyType({})
) -> RunView:
    """A pairing with names, totals, reasons, and the tables it will have with these `fixed` ones; no queries."""
    players = players_of(run, entries)
    names = names_of(entries)
    tp = {item["entry"]: item["tp"] for item in run.input["entries"]}
    known = {frozenset((row["left"], row["right"])): row for row in run.outcome["rows"]}
    pairs = []
    for table, (left, right) in zip(number_tables(run.pairs, fixed), run.pairs, strict=True):
        row = known.get(frozenset((left, right)))
        a, b = players[left], players[right]
        gap = abs(tp[left] - tp[right])
        pairs.append(
            PairView(
                table, a, b, words.tp_text(gap), bool(row and row["is_fixed"]), row is None,
                tuple(nearer_text(nearer, names) for nearer in row["nearer"]) if row else (),
            )
        )  # fmt: skip
    bye = run.outcome["bye"]
    by_site = bye is not None and bye["entry"] == run.bye_id
    edited = run.manual and any(pair.by_hand for pair in pairs)
    return RunView(
        run=run,
        pairs=tuple(pairs),
        bye=players.get(run.bye_id) if run.bye_id else None,
        bye_passed=tuple(passed_text(passed, names) for passed in bye["passed"]) if by_site else (),
        unpaired=() if edited else tuple(passed_text(passed, names) for passed in run.outcome["unpaired"]),
        warnings=()
        if edited
        else tuple(relaxation_text(stored, run.outcome["total"], names) for stored in run.outcome["relaxations"]),
        method=method_text(run.outcome["method"]),
        total=squares_text(sum((tp[a] - tp[b]) ** 2 for a, b in run.pairs)),
    )


def players_of(run: PairingRun, entries: Mapping[EntryId, EntryRow]) -> dict[EntryId, Player]:
    """Those the pairing was made from, with their totals and places then, in the order of the table."""
    items = sorted(run.input["entries"], key=lambda item: item["rank"])
    found = {}
    for item in items:
        row = entries[item["entry"]]
        found[row.id] = Player(row.id, row.name, row.country, item["seed"], words.tp_text(item["tp"]), item["rank"])
    return found


def players_in(state: SwissState, entries: Mapping[EntryId, EntryRow]) -> dict[EntryId, Player]:
    """Everybody in the stage who has not left, with total and place as they are now."""
    seed_of = {entry: seed for seed, entry in state.loaded.facts.seeds.items()}
    return {
        row.entry: Player(
            row.entry, entries[row.entry].name, entries[row.entry].country, seed_of[row.entry],
            words.tp_text(row.totals.tp), row.place,
        )
        for row in state.rows
        if row.entry in entries and row.entry not in state.loaded.facts.exits
    }  # fmt: skip


def doubt_texts(doubts: Sequence[PairingWarning], entries: Mapping[EntryId, EntryRow]) -> tuple[str, ...]:
    """Doubts about a pairing made by hand, as sentences."""
    names = names_of(entries)
    return tuple(doubt_text(doubt, names) for doubt in doubts)
