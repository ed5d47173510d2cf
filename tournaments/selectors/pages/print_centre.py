"""What an organiser can print now, stage by stage."""

from dataclasses import dataclass

from django.db.models import Count, Q

from tournaments.models import Event, Match, MatchState, PairingRun, RunState, SittingRound, Stage, StageKind
from tournaments.selectors.pages.stage_words import stage_title
from tournaments.selectors.pages.words import Text


@dataclass(frozen=True, slots=True)
class StagePrints:
    """A drawn stage. `rounds` are the published ones of a stage with tables, the last first; `current` is the one to
    print now. `proposal` is the round whose pairing is only proposed, 0 for none; `to_play` counts open matches."""

    number: int
    title: Text
    is_table: bool
    is_swiss: bool
    rounds: tuple[int, ...]
    current: int
    proposal: int
    to_play: int


def load_prints(event: Event) -> tuple[StagePrints, ...]:
    """The drawn stages in order; three queries for any number of entries and rounds."""
    stages = list(event.stages.filter(draws__current=True).distinct().order_by("number"))
    is_open = Count("pk", filter=Q(state=MatchState.OPEN))
    counts: dict[int, list[tuple[int, int]]] = {}
    rows = Match.objects.filter(stage__in=stages).values("stage", "round").annotate(open=is_open).order_by("round")
    for row in rows.values_list("stage", "round", "open"):
        counts.setdefault(row[0], []).append((row[1], row[2]))
    drafts = dict(
        PairingRun.objects.filter(stage__in=stages, state=RunState.DRAFT).values_list("stage", "round")
    )  # fmt: skip
    return tuple(_prints(stage, counts.get(stage.pk, []), drafts.get(stage.pk, 0)) for stage in stages)


def sitting_rounds(event: Event) -> tuple[int, ...]:
    """The rounds of tables drawn each round, the last first; empty in other events."""
    if not event.has_sittings:
        return ()
    return tuple(SittingRound.objects.filter(event=event).order_by("-number").values_list("number", flat=True))


def _prints(stage: Stage, counts: list[tuple[int, int]], proposal: int) -> StagePrints:
    rounds = tuple(number for number, _open in reversed(counts)) if stage.is_table else ()
    current = next((number for number, open_ in counts if open_), max(rounds, default=0))
    return StagePrints(
        stage.number, stage_title(stage), stage.is_table, stage.kind == StageKind.SWISS, rounds, current, proposal,
        sum(open_ for _number, open_ in counts),
    )  # fmt: skip
