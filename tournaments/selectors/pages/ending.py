"""What stands against finishing an event, and what somebody should look at before."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.formats.fold import fold
from tournaments.models import Event, Match, PenaltyState, Report, ReportState, Stage, StageState, TimePenalty
from tournaments.models.report import LIVE_STATES
from tournaments.selectors.pages.closing import levels_of
from tournaments.selectors.pages.loading import load_entries
from tournaments.selectors.sittings import load_rounds
from tournaments.selectors.stages import load


@dataclass(frozen=True, slots=True)
class Point:
    """One thing, and the page where it is settled."""

    text: str
    url: str


@dataclass(frozen=True, slots=True)
class Ending:
    """`open` keeps the event from being finished; `disputed` too, unless somebody says why it may be set aside;
    `looked_at` does not."""

    open: tuple[Point, ...]
    disputed: tuple[Point, ...]
    looked_at: tuple[Point, ...]

    @property
    def is_clear(self) -> bool:
        return not self.open and not self.disputed


MOST = 50


def load_ending(event: Event) -> Ending:
    """What is left to do in a running event; at most `MOST` points of each kind."""
    stages = list(event.stages.order_by("number"))
    for stage in stages:
        stage.event = event
    return Ending(tuple(_open(event, stages)), tuple(dict.fromkeys(_disputed(event))), tuple(_looked_at(event, stages)))


def _open(event: Event, stages: list[Stage]) -> Iterator[Point]:
    if event.has_sittings:
        rounds = load_rounds(event)
        if not rounds:
            yield Point(_("No round has been played."), reverse("organise:sittings", args=[event.slug]))
        for loaded in rounds:
            number = loaded.round.number
            for table, game in loaded.open_games[:MOST]:
                text = _("Round {round}, table {table}: game {game} has no score.")
                url = reverse("events:sitting", args=[event.slug, number, table])
                yield Point(text.format(round=number, table=table, game=game), url)
        return
    matches = Match.objects.filter(event=event, state__in=("open", "waiting")).order_by("number")
    for number, state in matches.values_list("number", "state")[:MOST]:
        text = _("M{n} waits for its players.") if state == "waiting" else _("M{n} is not decided.")
        yield Point(text.format(n=number), reverse("events:match", args=[event.slug, number]))
    for stage in stages:
        if stage.state == StageState.PLANNED:
            text = _("Stage {n} has not been played.").format(n=stage.number)
            yield Point(text, reverse("organise:stages", args=[event.slug]))


def _disputed(event: Event) -> Iterator[Point]:
    reports = Report.objects.filter(match__event=event, state__in=LIVE_STATES).order_by("match__number", "number")
    words = {
        ReportState.DISPUTED: _("M{n}, game {game}: the players disagree."),
        ReportState.CONFLICT: _("M{n}, game {game}: the record contradicts the report."),
    }
    for number, game, state in reports.values_list("match__number", "number", "state")[:MOST]:
        text = words.get(ReportState(state), _("M{n}, game {game}: the report waits for an answer."))
        yield Point(text.format(n=number, game=game), reverse("events:match", args=[event.slug, number]))


def _looked_at(event: Event, stages: list[Stage]) -> Iterator[Point]:
    claims = TimePenalty.objects.filter(match__event=event, state=PenaltyState.CLAIMED).order_by("match__number")
    for number, game in claims.values_list("match__number", "number")[:MOST]:
        text = _("M{n}, game {game}: a time claim that no arbiter has ruled on.")
        yield Point(text.format(n=number, game=game), reverse("events:match", args=[event.slug, number]))
    last = stages[-1] if stages else None
    if last is None or not last.is_table or event.has_sittings:
        return
    loaded = load(last, event)
    if loaded is None:
        return
    for level in levels_of(fold(loaded.structure, loaded.facts), load_entries(event)):
        if not level.is_ruled:
            names = ", ".join(entry.name for _place, entry in level.rows)
            url = reverse("organise:stage-ties", args=[event.slug, last.number])
            yield Point(_("Level: {names}.").format(names=names), url)
