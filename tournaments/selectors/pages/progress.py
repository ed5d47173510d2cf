"""How far the rounds of each stage are, for organisers."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Count, Min, Q, QuerySet
from django.utils.translation import gettext as _

from tantrix_site.compiled import Compiled
from tournaments.models import Event, Match, Stage, StageKind
from tournaments.selectors.pages.round_names import key_name, round_name
from tournaments.selectors.pages.stage_words import stage_title
from tournaments.selectors.pages.words import Text
from tournaments.selectors.stages import stages_of


@dataclass(frozen=True, slots=True)
class RoundProgress:
    """A round of one part of a stage; byes are not counted. `deadline` is that of its open matches, else of any.

    `line_ups_by` is until when its teams may order their players.
    """

    stage: Stage
    stage_title: Text
    bracket: str
    number: int
    title: str
    done: int
    total: int
    open: int
    deadline: datetime | None
    line_ups_by: datetime | None = None

    @property
    def is_done(self) -> bool:
        return self.done == self.total

    @property
    def key(self) -> str:
        """Names the round in a form."""
        return f"{self.stage.number}-{self.bracket}-{self.number}"

    @property
    def text(self) -> str:
        """ "Round of 64: 21 of 32"."""
        return _("{round}: {done} of {total}").format(round=self.title, done=self.done, total=self.total)


@Compiled
def _counts(event: int) -> QuerySet[Match, tuple[Any, ...]]:
    return (
        Match.objects.filter(event=event)
        .exclude(state__in=("not_needed", "annulled"))
        .values_list("stage", "bracket", "round", "table")
        .annotate(
            total=Count("pk", filter=~Q(state="bye")),
            done=Count("pk", filter=~Q(state__in=("bye", "open", "waiting"))),
            to_play=Count("pk", filter=Q(state="open")),
            due=Min("deadline", filter=Q(state__in=("open", "waiting"))),
            ends=Min("deadline"),
            orders=Min("line_ups_by"),
        )
        .order_by("stage__number", "round", "bracket")
    )


def round_progress(event: Event) -> tuple[RoundProgress, ...]:
    """The rounds of all stages as they are played; the groups of a stage count together. Two queries."""
    stages = {stage.pk: stage for stage in stages_of([event])}
    found: dict[tuple[int, str, int], RoundProgress] = {}
    for stage_id, part, number, _table, total, done, to_play, due, ends, orders in _counts(event.pk):
        stage = stages[stage_id]
        bracket = "" if stage.kind == StageKind.GROUPS else part
        before = found.get((stage.pk, bracket, number))
        title = key_name("", number).title if stage.is_table else round_name(stage, bracket, number).title
        found[stage.pk, bracket, number] = RoundProgress(
            stage, stage_title(stage), bracket, number, title,
            done + (before.done if before else 0),
            total + (before.total if before else 0),
            to_play + (before.open if before else 0),
            (before.deadline if before else None) or due or ends,
            (before.line_ups_by if before else None) or orders,
        )  # fmt: skip
    return tuple(found.values())
