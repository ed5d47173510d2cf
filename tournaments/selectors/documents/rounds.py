"""The matches of a round, published or only proposed, as documents need them."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tantrix_site.errors import NotFound
from tournaments.formats.graph import EntryId
from tournaments.formats.hall import number_tables
from tournaments.models import Event, Match, PairingRun, RunState, Stage
from tournaments.selectors.documents.wanted import Wanted, pick_stage, stage_part
from tournaments.selectors.hall import fixed_tables
from tournaments.selectors.pages.event_matches import event_matches
from tournaments.selectors.pages.loading import EntryRow, load_entries
from tournaments.selectors.pages.pairings import current_round, rounds_of
from tournaments.selectors.pages.round_names import key_name
from tournaments.selectors.pages.stage_words import table_title
from tournaments.selectors.tables import table_stages


@dataclass(frozen=True, slots=True)
class PairedMatch:
    """Two who meet, the second None for a bye. `number` is 0 for a proposal; `group` is its title where there are
    groups; `id` is that of the match, None before there is one."""

    id: int | None
    number: int
    table: int
    group: str
    sides: tuple[EntryRow, EntryRow | None]
    scores: tuple[str, str] = ("", "")

    @property
    def place(self) -> str:
        """Where it is played."""
        return _("Table {n}").format(n=self.table) if self.table else self.group

    @property
    def result(self) -> str:
        return " – ".join(score or "·" for score in self.scores) if any(self.scores) else ""


@dataclass(frozen=True, slots=True)
class PairedRound:
    """A round of groups or a Swiss. `parts` are what to say of it in a heading."""

    event: Event
    stage: Stage
    number: int
    parts: tuple[str, ...]
    matches: tuple[PairedMatch, ...]
    is_draft: bool

    @property
    def mark(self) -> str:
        return _("Proposal: not published") if self.is_draft else ""


def load_round(event: Event, wanted: Wanted) -> PairedRound:
    """The published round asked for, else the current one; with `is_draft` the one that is proposed.

    Raises NotFound `no_such_list`, `stage_not_found`, `round_not_found`.
    """
    stages = table_stages(event)
    stage = pick_stage(stages, wanted.stage, none=_("There is no round of groups or a Swiss yet."))
    entries = load_entries(event)
    if wanted.is_draft:
        number, matches = _proposed(stage, entries)
    else:
        number = wanted.round or current_round(stage)
        if number not in rounds_of(stage):
            raise NotFound("round_not_found", _("No such round is published."), field="round")
        matches = _published(event, stage, number, entries, results=wanted.results)
    parts = (stage_part(stages, stage), key_name("", number).title)
    return PairedRound(event, stage, number, parts, matches, wanted.is_draft)


def _published(
    event: Event, stage: Stage, number: int, entries: Mapping[EntryId, EntryRow], *, results: bool
) -> tuple[PairedMatch, ...]:
    rows = Match.objects.filter(stage=stage, round=number).exclude(table="")
    found = event_matches(event, rows, entries, results=results)
    several = len({match.table for match in found}) > 1
    return tuple(
        PairedMatch(
            match.id, match.number, 0 if match.is_bye else match.hall, table_title(match.table) if several else "",
            (seats[0].entry, seats[1].entry if len(seats) > 1 else None),
            (match.sides[0].score, match.sides[1].score),
        )
        for match in found
        for seats in (tuple(seat for seat in match.sides if seat.entry is not None),)
        if seats and seats[0].entry is not None
    )  # fmt: skip


def _proposed(stage: Stage, entries: Mapping[EntryId, EntryRow]) -> tuple[int, tuple[PairedMatch, ...]]:
    run = PairingRun.objects.filter(stage=stage, state=RunState.DRAFT).order_by("-round").first()
    if run is None:
        raise NotFound("round_not_found", _("No round is proposed."), field="draft")
    tables = number_tables(run.pairs, fixed_tables(stage.event))
    rows = sorted(zip(tables, run.pairs, strict=True), key=lambda row: row[0])
    found = [PairedMatch(None, 0, table, "", (entries[left], entries[right])) for table, (left, right) in rows]
    if run.bye_id:
        found.append(PairedMatch(None, 0, 0, "", (entries[run.bye_id], None)))
    return run.round, tuple(found)
