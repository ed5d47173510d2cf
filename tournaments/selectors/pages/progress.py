"""How far the rounds of each stage are, for organisers."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Min, Q
from django.utils.translation import gettext as _

from tournaments.models import Event, Match, Stage, StageKind
from tournaments.selectors.pages.round_names import key_name, round_name
from tournaments.selectors.pages.stage_words import stage_title
from tournaments.selectors.pages.words import Text


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


def round_progress(event: Event) -> tuple[RoundProgress, ...]:
    """The rounds of all stages as they are played; the groups of a stage count together. Two queries."""
    stages = {stage.pk: stage for stage in event.stages.order_by("number")}
    rows = (
        Match.objects.filter(event=event)
        .exclude(state__in=("not_needed", "annulled"))
        .values("stage", "bracket", "round", "table")
        .annotate(
            total=Count("pk", filter=~Q(state="bye")),
            done=Count("pk", filter=~Q(state__in=("bye", "open", "waiting"))),
            open=Count("pk", filter=Q(state="open")),
            due=Min("deadline", filter=Q(state__in=("open", "waiting"))),
            ends=Min("deadline"),
            orders=Min("line_ups_by"),
        )
        .order_by("stage__number", "round", "bracket")
    )
    found: dict[tuple[int, str, int], RoundProgress] = {}
    for row in rows:
        stage = stages[row["stage"]]
        bracket = "" if stage.kind == StageKind.GROUPS else row["bracket"]
        number = row["round"]
        before = found.get((stage.pk, bracket, number))
        title = key_name("", number).title if stage.is_table else round_name(stage, bracket, number).title
        found[stage.pk, bracket, number] = RoundProgress(
            stage, stage_title(stage), bracket, number, title,
            row["done"] + (before.done if before else 0),
            row["total"] + (before.total if before else 0),
            row["open"] + (before.open if before else 0),
            (before.deadline if before else None) or row["due"] or row["ends"],
            (before.line_ups_by if before else None) or row["orders"],
        )  # fmt: skip
    return tuple(found.values())
