"""What a Swiss round is paired from, read from its stage."""

from dataclasses import dataclass

from django.db.models import Max

from tournaments.formats.errors import PairingError
from tournaments.formats.fold import Folded, fold
from tournaments.formats.graph import EntryId
from tournaments.formats.settings import SwissSettings
from tournaments.formats.standings import StandingsRow, standings
from tournaments.formats.swiss import SwissEntry, SwissRound
from tournaments.models import Attendance, AttendanceKind, Draw, PairingRun, RunState, Stage
from tournaments.selectors.stages import SWISS_TABLE, Loaded, load, stage_settings


@dataclass(frozen=True)
class SwissState:
    """A Swiss stage as it stands: the fold, the table, and the last published round (0 before the first)."""

    loaded: Loaded
    settings: SwissSettings
    folded: Folded
    rows: tuple[StandingsRow, ...]
    last_round: int
    open_matches: tuple[int, ...]

    @property
    def next_round(self) -> int:
        return self.last_round + 1

    @property
    def is_over(self) -> bool:
        """All planned rounds are published."""
        return self.last_round >= self.settings.rounds


def load_swiss(stage: Stage) -> SwissState | None:
    """A Swiss stage, or None before its draw."""
    settings = stage_settings(stage)
    loaded = load(stage)
    if loaded is None or not isinstance(settings, SwissSettings):
        return None
    folded = fold(loaded.structure, loaded.facts)
    waiting = tuple(found.node.number for found in folded.matches.values() if not found.is_settled)
    return SwissState(
        loaded=loaded,
        settings=settings,
        folded=folded,
        rows=standings(folded, loaded.structure.table(SWISS_TABLE)),
        last_round=last_round(stage),
        open_matches=waiting,
    )


def last_round(stage: Stage) -> int:
    """The last published round of a Swiss stage, 0 before the first."""
    published = PairingRun.objects.filter(stage=stage, state=RunState.PUBLISHED)
    found: int | None = published.aggregate(last=Max("round"))["last"]
    return found or 0


def round_to_pair(
    state: SwissState, *, fixed: tuple[tuple[EntryId, EntryId], ...] = (), fixed_bye: EntryId | None = None
) -> SwissRound:
    """The next round as the core pairs it: who is there, with totals, opponents so far, and byes.

    Left out are entries that left, that join later, or that miss this round.
    """
    stage, number = state.loaded.stage, state.next_round
    draw = Draw.objects.get(stage=stage, current=True)
    away = _away(stage, number)
    opponents = _opponents(state.folded)
    seed_of = {entry: seed for seed, entry in state.loaded.facts.seeds.items()}
    first = PairingRun.objects.filter(stage=stage, round=1, state=RunState.PUBLISHED).first()
    tables = None if first is None else first.outcome.get("tables")
    return SwissRound(
        entries=tuple(
            SwissEntry(
                entry=row.entry,
                seed=seed_of[row.entry],
                tp=row.totals.tp,
                rank=row.place,
                opponents=opponents.get(row.entry, {}),
                had_bye=row.totals.unearned > 0,
            )
            for row in state.rows
            if row.entry not in away and row.entry not in state.loaded.facts.exits
        ),
        round=number,
        planned_rounds=state.settings.rounds,
        lot=draw.lot or 0,
        fixed=fixed,
        fixed_bye=fixed_bye,
        drawn=state.settings.first_round == "lot",
        tables=None if tables is None else tuple(tables),
    )


def is_outdated(run: PairingRun, state: SwissState) -> bool:
    """Results, entries or attendance are no longer those a proposed pairing was made from."""
    fixed = tuple((a, b) for a, b in run.input["fixed"])
    try:
        return round_to_pair(state, fixed=fixed, fixed_bye=run.input["fixed_bye"]).digest != run.digest
    except PairingError:
        return True


def _away(stage: Stage, number: int) -> set[EntryId]:
    """Who joins only after this round or misses it."""
    rows = Attendance.objects.filter(stage=stage, revoked_at=None).values_list("entry", "kind", "round")
    return {
        entry for entry, kind, round_ in rows if (round_ > number if kind == AttendanceKind.JOINS else round_ == number)
    }


def _opponents(folded: Folded) -> dict[EntryId, dict[EntryId, int]]:
    """For each entry whom it was paired with, and in which round."""
    found: dict[EntryId, dict[EntryId, int]] = {}
    for match in folded.matches.values():
        left, right = match.occupants
        if isinstance(left, int) and isinstance(right, int):
            found.setdefault(left, {})[right] = match.node.round
            found.setdefault(right, {})[left] = match.node.round
    return found
