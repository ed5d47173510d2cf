"""Who plays whom in a round: the published pairing of a Swiss with its reasons, or the matches of groups."""

import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from players.names import list_order
from tournaments.formats.graph import EntryId
from tournaments.formats.swiss import Method
from tournaments.models import (
    Attendance,
    AttendanceKind,
    Draw,
    Event,
    Match,
    PairingRun,
    RunState,
    Stage,
    StageKind,
)
from tournaments.selectors.pages.event_matches import EventMatch, event_matches
from tournaments.selectors.pages.loading import EntryRow
from tournaments.selectors.pages.rounds import RunView, run_view
from tournaments.selectors.pages.stage_words import table_title
from tournaments.selectors.pages.words import tp_text

MOST_REASONS: Final = 12
"""Nearer opponents told of one pairing; who stands far from all others has very many."""


@dataclass(frozen=True, slots=True)
class Paired:
    """A match of a Swiss round. `tp` are the totals before the round; `reasons` why these two (regulation 5.4)."""

    match: EventMatch
    tp: tuple[str, str]
    reasons: tuple[str, ...]

    @property
    def v(self) -> str:
        """Changes exactly when something shown changes."""
        return _version(
            (self.match.sides, self.match.hall, self.match.state.key, self.match.deadline, self.tp, self.reasons)
        )


@dataclass(frozen=True, slots=True)
class ByName:
    """Where to find one's table: `opponent` is None for a bye."""

    entry: EntryRow
    match: EventMatch
    opponent: EntryRow | None
    score: str

    @property
    def v(self) -> str:
        return _version((self.entry, self.opponent, self.match.hall, self.score, self.match.state.key))


@dataclass(frozen=True, slots=True)
class GroupRound:
    """The matches of a group in a round, and who has none in it."""

    key: str
    title: str
    matches: tuple[EventMatch, ...]
    idle: tuple[EntryRow, ...]

    @property
    def v(self) -> str:
        return _version([(match.sides, match.hall, match.state.key, match.deadline) for match in self.matches])


@dataclass(frozen=True)
class PairingsPage:
    """A round of a stage. `rounds` are those that can be looked at; of a Swiss the published ones.

    `absent` miss the round and `late` play from it on.
    """

    event: Event
    stage: Stage
    number: int
    rounds: tuple[int, ...]
    planned: int
    pairs: tuple[Paired, ...] = ()
    byes: tuple[Paired, ...] = ()
    names: tuple[ByName, ...] = ()
    groups: tuple[GroupRound, ...] = ()
    absent: tuple[EntryRow, ...] = ()
    late: tuple[EntryRow, ...] = ()
    method: str = ""
    manual_reason: str = ""
    published_at: datetime | None = None

    @property
    def is_swiss(self) -> bool:
        return self.stage.kind == StageKind.SWISS

    @property
    def matches(self) -> tuple[EventMatch, ...]:
        return tuple(p.match for p in self.pairs) or tuple(m for group in self.groups for m in group.matches)

    @property
    def done(self) -> int:
        return sum(match.is_over for match in self.matches)

    @property
    def deadline(self) -> datetime | None:
        return max((match.deadline for match in self.matches if match.deadline), default=None)

    @property
    def shape(self) -> str:
        """Changes when matches come or go, so that an open page must be loaded anew."""
        numbers = [match.number for match in self.matches] + [p.match.number for p in self.byes]
        return f"{len(self.rounds)}-{_version(numbers)}"

    def mine(self, entry: EntryId) -> EventMatch | None:
        """The match of an entry in this round."""
        found = [*self.matches, *(p.match for p in self.byes)]
        return next((match for match in found if match.side_of(entry) is not None), None)


def _version(shown: object) -> str:
    return f"{zlib.crc32(repr(shown).encode()):x}"


def rounds_of(stage: Stage) -> tuple[int, ...]:
    """The rounds everybody may see, the first first."""
    rows = Match.objects.filter(stage=stage).exclude(table="").order_by("round")
    return tuple(rows.values_list("round", flat=True).distinct())


def current_round(stage: Stage) -> int:
    """The first round with something left to play, else the last one; 0 before any."""
    rows = Match.objects.filter(stage=stage).exclude(table="")
    waiting = rows.filter(state__in=("open", "waiting")).order_by("round").values_list("round", flat=True).first()
    return waiting or rows.order_by("-round").values_list("round", flat=True).first() or 0


def load_pairings(
    event: Event,
    stage: Stage,
    entries: Mapping[EntryId, EntryRow],
    number: int = 0,
    planned: int = 0,
    *,
    results: bool = True,
) -> PairingsPage:
    """A round of a stage, the current one unless another is named. As many queries for any number of entries.

    Without `results` only who meets whom: no points, and no reasons, which tell of points.
    """
    rounds = rounds_of(stage)
    number = number if number in rounds else current_round(stage)
    matches = Match.objects.filter(stage=stage, round=number).exclude(table="")
    found = event_matches(event, matches, entries, results=results)
    if stage.kind == StageKind.SWISS:
        return _swiss(event, stage, entries, number, rounds, planned, found, results=results)
    shows_groups = results or stage.number == 1
    groups = _groups(stage, entries, found) if shows_groups else ()
    return PairingsPage(event, stage, number, rounds, planned or (rounds[-1] if rounds else 0), groups=groups)


def _groups(stage: Stage, entries: Mapping[EntryId, EntryRow], matches: Sequence[EventMatch]) -> tuple[GroupRound, ...]:
    draw = Draw.objects.filter(stage=stage, current=True).only("entrants", "detail").first()
    if draw is None:
        return ()
    seeds = draw.seed_map()
    found = []
    for key, numbers in draw.detail.get("groups", {}).items():
        own = tuple(match for match in matches if match.table == key)
        playing = {seat.entry.id for match in own for seat in match.sides if seat.entry is not None}
        members = (entries.get(seeds[n]) for n in numbers if n in seeds)
        idle = tuple(row for row in members if row is not None and row.id not in playing and row.is_in)
        found.append(GroupRound(key, table_title(key), own, idle if own else ()))
    return tuple(group for group in found if group.matches)


def _swiss(
    event: Event,
    stage: Stage,
    entries: Mapping[EntryId, EntryRow],
    number: int,
    rounds: tuple[int, ...],
    planned: int,
    matches: Sequence[EventMatch],
    *,
    results: bool,
) -> PairingsPage:
    run = PairingRun.objects.filter(stage=stage, round=number, state=RunState.PUBLISHED).first()
    view = None if run is None or not results else run_view(run, entries)
    totals = _totals(run) if results else {}
    reasons = {} if view is None else _reasons(view)
    paired = [
        Paired(match, _points(match, totals), reasons.get(_who(match), ())) for match in matches
    ]  # fmt: skip
    rows = Attendance.objects.filter(stage=stage, round=number, revoked_at=None).values_list("entry_id", "kind")
    attendance = [(entries[entry], kind) for entry, kind in rows if entry in entries]
    return PairingsPage(
        event=event,
        stage=stage,
        number=number,
        rounds=rounds,
        planned=planned,
        pairs=tuple(p for p in paired if not p.match.is_bye),
        byes=tuple(p for p in paired if p.match.is_bye),
        names=_by_name(matches),
        absent=tuple(row for row, kind in attendance if kind == AttendanceKind.ABSENT and row.is_in),
        late=tuple(row for row, kind in attendance if kind == AttendanceKind.JOINS),
        method="" if view is None else view.method,
        manual_reason="" if run is None else run.reason,
        published_at=None if run is None else run.published_at,
    )


def _totals(run: PairingRun | None) -> dict[EntryId, int]:
    return {} if run is None else {item["entry"]: item["tp"] for item in run.input["entries"]}


def _points(match: EventMatch, totals: Mapping[EntryId, int]) -> tuple[str, str]:
    left, right = (tp_text(totals.get(seat.entry.id)) if seat.entry is not None else "" for seat in match.sides)
    return left, right


def _who(match: EventMatch) -> frozenset[EntryId]:
    return frozenset(seat.entry.id for seat in match.sides if seat.entry is not None)


def _reasons(view: RunView) -> dict[frozenset[EntryId], tuple[str, ...]]:
    """By the entries of a match, the sentences that explain it."""
    found: dict[frozenset[EntryId], tuple[str, ...]] = {}
    for pair in view.pairs:
        left, right = pair.left, pair.right
        first = _("{left} had {left_tp} TP, {right} {right_tp}: {difference} apart.").format(
            left=left.name, left_tp=left.tp, right=right.name, right_tp=right.tp, difference=pair.difference
        )
        told = [first]
        if pair.by_hand or pair.is_fixed:
            told.append(_("An organiser set this pair."))
        elif view.run.outcome["method"] != Method.MATCHING:
            told = [view.method]
        elif not pair.nearer:
            told.append(_("Nobody was nearer in points."))
        else:
            told += pair.nearer[:MOST_REASONS]
            more = len(pair.nearer) - MOST_REASONS
            if more > 0:
                text = ngettext("And {n} more who was nearer.", "And {n} more who were nearer.", more)
                told.append(text.format(n=more))
        found[frozenset((left.id, right.id))] = tuple(told)
    if view.bye is not None:
        passed = view.bye_passed or (_("The lowest in the table that had no bye yet."),)
        found[frozenset((view.bye.id,))] = passed
    return found


def _by_name(matches: Sequence[EventMatch]) -> tuple[ByName, ...]:
    found = []
    for match in matches:
        for side, seat in enumerate(match.sides):
            if seat.entry is not None:
                other = match.sides[1 - side]
                score = f"{seat.score}–{other.score}" if seat.score and other.score else seat.score or other.score
                found.append(ByName(seat.entry, match, other.entry, score))
    key = list_order([row.entry.name for row in found])
    return tuple(sorted(found, key=lambda row: (key(row.entry.name), row.entry.id)))
