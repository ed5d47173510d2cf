"""The stages of an event with what their draws made of them."""

from dataclasses import dataclass

from django.db.models import Max

from tournaments.models import Draw, Event, Match, Stage, StageKind
from tournaments.selectors.stages import SWISS_TABLE


@dataclass(frozen=True)
class ListedStage:
    """A stage, its draw if there is one, the keys of its tables, and the last round that has matches (0: none)."""

    stage: Stage
    draw: Draw | None
    tables: tuple[str, ...]
    last_round: int


def listed_stages(event: Event) -> list[ListedStage]:
    """All stages of an event in order; three queries for any number."""
    draws = {draw.stage_id: draw for draw in Draw.objects.filter(stage__event=event, current=True)}
    rounds = dict(
        Match.objects.filter(event=event).values("stage").annotate(last=Max("round")).values_list("stage", "last")
    )
    found = []
    for stage in Stage.objects.filter(event=event).order_by("number"):
        stage.event = event
        draw = draws.get(stage.pk)
        found.append(ListedStage(stage, draw, _tables(stage, draw), rounds.get(stage.pk, 0)))
    return found


def _tables(stage: Stage, draw: Draw | None) -> tuple[str, ...]:
    if draw is None:
        return ()
    if stage.kind == StageKind.SWISS:
        return (SWISS_TABLE,)
    return tuple(draw.detail.get("groups", {}))
