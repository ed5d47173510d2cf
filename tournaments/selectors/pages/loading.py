"""A stage played in brackets and everything around it that pages show, for any number of entries in few queries."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.db.models import QuerySet, Value

from tantrix_site.compiled import Compiled
from tournaments.formats.facts import Decision, DecisionKind, Exit, ExitKind, Facts
from tournaments.formats.fold import Folded, fold
from tournaments.formats.graph import (
    Bye,
    EntryId,
    MatchId,
    MatchNode,
    Occupant,
    OnlyIf,
    Seed,
    Source,
    Structure,
)
from tournaments.models import Decision as DecisionRow
from tournaments.models import Draw, Entry, EntryState, Event, GameResult, Match, Report, Stage
from tournaments.models.report import LIVE_STATES
from tournaments.models.structure import TABLE_KINDS
from tournaments.selectors.lineages import Lineage
from tournaments.selectors.pages import words
from tournaments.selectors.pages.names import country_code, short_name
from tournaments.selectors.pages.stage_words import origin_texts
from tournaments.selectors.running import running_totals
from tournaments.selectors.stages import exits_in, source_of, whole_slots
from tournaments.selectors.stored_facts import core_decision


@dataclass(frozen=True, slots=True)
class EntryRow:
    """What pages need of an entry; `country` is a code of three letters, `titles` what stands after the name.

    `slug` is that of the player's profile; a team or a pair, which has none, is known by a key of its own. `team` is
    the address of a team, whose name tells its country.
    """

    id: EntryId
    name: str
    slug: str
    country: str
    seed: int | None
    state: str
    place: int | None
    user: int | None
    titles: str
    is_player: bool = True
    team: str = ""

    @property
    def short(self) -> str:
        """The surname of a player, those of a pair; a team is known by its whole name."""
        return self.name if self.team else short_name(self.name)

    @property
    def is_in(self) -> bool:
        return self.state == EntryState.ACCEPTED


@dataclass(frozen=True)
class Knockout:
    """A folded stage, and what is claimed but not counted yet. Keys are match ids of the database.

    `origins` says who will come to a seed number of a stage drawn ahead: "Winner of group A".
    """

    stage: Stage
    folded: Folded
    entries: Mapping[EntryId, EntryRow]
    matches: Mapping[MatchId, Match]
    reports: Mapping[MatchId, frozenset[str]]
    running_tp: Mapping[MatchId, tuple[int, int]]
    origins: Mapping[int, str]

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


@Compiled
def _entry_rows(event: int) -> QuerySet[Entry, tuple[Any, ...]]:
    return Entry.objects.filter(event=event).values_list(
        "id", "name", "player__slug", "country", "seed", "state", "place", "player__user_id", "player__titles",
        "as_team__region", "as_team__letter",
    )  # fmt: skip


def load_entries(event: Event) -> dict[EntryId, EntryRow]:
    """The entries of an event by id; one query."""
    return {
        pk: EntryRow(
            pk,
            name,
            slug or f"entry-{pk}",
            "" if letter is not None else country_code(str(country or "")),
            seed,
            state,
            place,
            user,
            titles or "",
            is_player=slug is not None, team=_team_address(country, region, letter),
        )
        for pk, name, slug, country, seed, state, place, user, titles, region, letter in _entry_rows(event.pk)
    }  # fmt: skip


def _team_address(country: object, region: str | None, letter: str | None) -> str:
    return "" if letter is None else Lineage("" if region else str(country or ""), region or "", letter).slug


def tree_stages(event: Event) -> tuple[Stage, ...]:
    """The stages of an event that are played in brackets, in order; one query."""
    stages = tuple(event.stages.exclude(kind__in=TABLE_KINDS).order_by("number"))
    for stage in stages:
        stage.event = event
    return stages


def load_knockout(stage: Stage, *, results: bool = True) -> Knockout | None:
    """A stage played in brackets, or None before its draw. Four queries, at most seven where it is one of several.

    Without `results` it is what was drawn, folded as if nothing had been played; in a later stage nobody is known yet.
    """
    event = stage.event
    matches: dict[MatchId, Match] = {}
    sources: dict[MatchId, list[Source]] = {}
    seeds: dict[int, EntryId] = {}
    slots = whole_slots(stage).order_by("match__number", "side")
    for row in slots.values_list("match_id", *_SLOT, *(f"match__{name}" for name in _MATCH)):
        pk, kind, seed, entry, source_match, first_only, occupant = row[:7]
        if pk not in matches:
            matches[pk] = Match.from_db(None, ["id", *_MATCH], [pk, *row[7:]])
            matches[pk].stage = stage
        sources.setdefault(pk, []).append(source_of(kind, seed, entry, source_match, first_only))
        if seed is not None and occupant is not None and (results or stage.number == 1):
            seeds[seed] = occupant
    if not matches:
        return None
    # the numbers of the draw, which stand for those who were given none
    drawn = {entry: number for number, entry in seeds.items()}
    entries = {
        pk: replace(row, seed=drawn.get(pk, row.seed), place=row.place if results else None)
        for pk, row in load_entries(event).items()
    }
    decisions = _decisions(stage) if results else {}
    facts = Facts(seeds=seeds, decisions=decisions, exits=_exits(stage, entries.values()))
    structure = Structure(_node(match, sources[pk]) for pk, match in matches.items())
    reports, running = _going_on(stage) if results else ({}, {})
    running |= running_totals(stage) if results else {}
    return Knockout(
        stage, fold(structure, facts), entries, matches, reports, running, _origins(stage, structure, seeds)
    )  # fmt: skip


_SLOT = ("source", "source_seed", "source_entry", "source_match", "first_match_only", "occupant")
# in the order of the model, as `from_db` takes them
_MATCH = (
    "number", "bracket", "ranking", "label", "table", "round", "position", "games", "winner_place", "loser_place",
    "only_if_match_id", "only_if_side", "board", "deadline", "hall_table", "version", "state",
)  # fmt: skip


def _going_on(stage: Stage) -> tuple[dict[MatchId, frozenset[str]], dict[MatchId, tuple[int, int]]]:
    """The live reports of each match and the points so far of those that go on; one query."""
    live = Report.objects.filter(match__stage=stage, state__in=LIVE_STATES)
    games = GameResult.objects.filter(match__stage=stage, match__state="open", current=True)
    rows = live.values_list("match_id", "state", Value(0), Value(0)).union(
        games.values_list("match_id", Value(""), "tp_left", "tp_right"), all=True
    )
    reports: dict[MatchId, set[str]] = {}
    running: dict[MatchId, tuple[int, int]] = {}
    for match, state, left, right in rows:
        if state:
            reports.setdefault(match, set()).add(state)
        else:
            before = running.get(match, (0, 0))
            running[match] = (before[0] + left, before[1] + right)
    return {match: frozenset(states) for match, states in reports.items()}, running


def _origins(stage: Stage, structure: Structure, seeds: Mapping[int, EntryId]) -> dict[int, str]:
    """Where the entries of seed numbers come from that are not known yet; one query if there are such."""
    wanted = {source.n for node in structure.matches for source in node.sources if isinstance(source, Seed)}
    if wanted <= seeds.keys():
        return {}
    detail = Draw.objects.filter(stage=stage, current=True).values_list("detail", flat=True).first()
    return origin_texts(detail or {})


def _exits(stage: Stage, entries: Iterable[EntryRow]) -> dict[EntryId, Exit]:
    """The exits that count in a stage. Where no other stage is before or behind, those of the event."""
    if stage.number == 1 and stage.closed_at is None:
        gone = (row for row in entries if not row.is_in)
        return {row.id: Exit(row.id, stage.event.created_at, ExitKind(row.state)) for row in gone}
    return {gone.entry: gone for gone in exits_in(stage)}


def _node(match: Match, sources: list[Source]) -> MatchNode:
    left, right = sources
    condition = None
    if match.only_if_match_id is not None and match.only_if_side is not None:
        condition = OnlyIf(match.only_if_match_id, match.only_if_side)
    return MatchNode(
        id=match.pk,
        number=match.number,
        round=match.round,
        position=match.position,
        sources=(left, right),
        games=match.games,
        bracket=match.bracket,
        ranking=match.ranking,
        label=match.label,
        winner_place=match.winner_place,
        loser_place=match.loser_place,
        condition=condition,
    )


def _decisions(stage: Stage) -> dict[MatchId, Decision]:
    """The current decisions; earlier versions matter to corrections only."""
    rows = DecisionRow.objects.filter(match__stage=stage, current=True).exclude(kind=DecisionKind.VOID)
    return {row.match_id: core_decision(row) for row in rows}
