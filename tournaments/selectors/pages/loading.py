"""A knockout and everything around it that pages show, in five queries for any number of entries."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from tournaments.formats.facts import Decision, DecisionKind, Exit, ExitKind, Facts
from tournaments.formats.fold import Folded, fold
from tournaments.formats.graph import (
    Bye,
    EntryId,
    MatchId,
    MatchNode,
    Occupant,
    OnlyIf,
    Source,
    Structure,
)
from tournaments.models import Decision as DecisionRow
from tournaments.models import Entry, EntryState, Event, GameResult, Match, Report, Slot
from tournaments.models.report import LIVE_STATES
from tournaments.selectors.pages import words
from tournaments.selectors.pages.names import country_code
from tournaments.selectors.stages import core_decision, source_of


@dataclass(frozen=True, slots=True)
class EntryRow:
    """What pages need of an entry; `country` is a code of three letters."""

    id: EntryId
    name: str
    slug: str
    country: str
    seed: int | None
    state: str
    place: int | None
    user: int | None

    @property
    def is_in(self) -> bool:
        return self.state == EntryState.ACCEPTED


@dataclass(frozen=True)
class Knockout:
    """The folded knockout, and what is claimed but not counted yet. Keys are match ids of the database."""

    folded: Folded
    entries: Mapping[EntryId, EntryRow]
    matches: Mapping[MatchId, Match]
    reports: Mapping[MatchId, frozenset[str]]
    running_tp: Mapping[MatchId, tuple[int, int]]

    def entry(self, occupant: Occupant) -> EntryRow | None:
        return None if occupant is None or isinstance(occupant, Bye) else self.entries.get(occupant)

    def state_word(self, match: MatchId) -> words.StateWord:
        """The state of a match as a word."""
        decision = self.folded.facts.decisions.get(match)
        return words.match_word(
            state=self.folded[match].state,
            decision=decision.kind if decision else None,
            reports=self.reports.get(match, frozenset()),
            games_in=match in self.running_tp,
        )


def load_entries(event: Event) -> dict[EntryId, EntryRow]:
    """The entries of an event by id; one query."""
    rows = Entry.objects.filter(event=event).values_list(
        "id", "name", "player__slug", "country", "seed", "state", "place", "player__user_id"
    )
    return {
        pk: EntryRow(pk, name, slug, country_code(str(country or "")), seed, state, place, user)
        for pk, name, slug, country, seed, state, place, user in rows
    }


def load_knockout(event: Event) -> Knockout | None:
    """The knockout of an event, or None before the draw."""
    matches: dict[MatchId, Match] = {}
    slots: dict[MatchId, list[Slot]] = {}
    rows = Slot.objects.filter(match__event=event, match__stage__kind="knockout").select_related("match__stage")
    for slot in rows.order_by("match__round", "match__position", "side"):
        matches.setdefault(slot.match_id, slot.match)
        slots.setdefault(slot.match_id, []).append(slot)
    if not matches:
        return None
    entries = load_entries(event)
    structure = Structure(_node(match, slots[pk]) for pk, match in matches.items())
    seeds = _seeds(slots.values())
    # the numbers of the draw, which stand for those who were given none
    drawn = {entry: number for number, entry in seeds.items()}
    entries = {pk: replace(row, seed=drawn.get(pk, row.seed)) for pk, row in entries.items()}
    facts = Facts(
        seeds=seeds,
        decisions=_decisions(event),
        exits={
            row.id: Exit(row.id, event.created_at, ExitKind(row.state)) for row in entries.values() if not row.is_in
        },
    )
    reports: dict[MatchId, set[str]] = {}
    live = Report.objects.filter(match__event=event, state__in=LIVE_STATES)
    for match_id, state in live.values_list("match_id", "state"):
        reports.setdefault(match_id, set()).add(state)
    running: dict[MatchId, tuple[int, int]] = {}
    games = GameResult.objects.filter(match__event=event, match__state="open", current=True)
    for match_id, left, right in games.values_list("match_id", "tp_left", "tp_right"):
        before = running.get(match_id, (0, 0))
        running[match_id] = (before[0] + left, before[1] + right)
    return Knockout(
        fold(structure, facts), entries, matches, {pk: frozenset(s) for pk, s in reports.items()}, running
    )  # fmt: skip


def _node(match: Match, sides: list[Slot]) -> MatchNode:
    left, right = sides
    condition = None
    if match.only_if_match_id is not None and match.only_if_side is not None:
        condition = OnlyIf(match.only_if_match_id, match.only_if_side)
    return MatchNode(
        id=match.pk,
        number=match.number,
        round=match.round,
        position=match.position,
        sources=(_source(left), _source(right)),
        games=match.games,
        bracket=match.bracket,
        ranking=match.ranking,
        label=match.label,
        winner_place=match.winner_place,
        loser_place=match.loser_place,
        condition=condition,
    )


def _source(slot: Slot) -> Source:
    return source_of(
        slot.source, slot.source_seed, slot.source_entry_id, slot.source_match_id, slot.first_match_only
    )  # fmt: skip


def _seeds(slots: Iterable[list[Slot]]) -> dict[int, EntryId]:
    """Who stands at each seed place, from the filled slots of the first round."""
    return {
        slot.source_seed: slot.occupant_id
        for sides in slots
        for slot in sides
        if slot.source_seed is not None and slot.occupant_id is not None
    }


def _decisions(event: Event) -> dict[MatchId, Decision]:
    """The current decisions; earlier versions matter to corrections only."""
    rows = DecisionRow.objects.filter(match__event=event, current=True).exclude(kind=DecisionKind.VOID)
    return {row.match_id: core_decision(row) for row in rows}
