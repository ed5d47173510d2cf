"""Until when what is to be played, by day in the active zone."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime

from django.db.models import Count, Q, QuerySet
from django.utils import timezone

from tournaments.models import Event, Match, MatchState, Stage
from tournaments.selectors.pages.event_matches import EventMatch, event_matches
from tournaments.selectors.pages.loading import load_entries
from tournaments.selectors.pages.round_names import key_name
from tournaments.selectors.pages.stage_words import stage_title
from tournaments.selectors.pages.words import Text


@dataclass(frozen=True, slots=True)
class RoundDue:
    """A round of a stage with tables: all its matches of one deadline. `stage_title` only where there are several."""

    stage: int
    stage_title: Text
    number: int
    title: str
    done: int
    total: int


@dataclass(frozen=True, slots=True)
class Due:
    """What is to be played by one moment: a match of a bracket, or a round of tables."""

    at: datetime
    match: EventMatch | None = None
    round: RoundDue | None = None


def load_schedule(event: Event, *, results: bool = True) -> tuple[tuple[date, tuple[Due, ...]], ...]:
    """The days with deadlines, in order. As many queries for any number of matches.

    Without `results` matches stand as they were drawn.
    """
    timed = Match.objects.filter(event=event, deadline__isnull=False).exclude(state=MatchState.BYE)
    single = event_matches(event, timed.filter(table=""), load_entries(event), results=results)
    dues = [Due(match.deadline, match=match) for match in single if match.deadline is not None]
    dues += _rounds(event, timed.exclude(table=""))
    days: dict[date, list[Due]] = {}
    for due in sorted(dues, key=lambda due: (due.at, due.match.number if due.match else 0)):
        days.setdefault(timezone.localtime(due.at).date(), []).append(due)
    return tuple((day, tuple(rows)) for day, rows in days.items())


def _rounds(event: Event, matches: QuerySet[Match]) -> Iterable[Due]:
    stages = {stage.pk: stage for stage in Stage.objects.filter(event=event)}
    rows = (
        matches.values("stage", "round", "deadline")
        .annotate(total=Count("pk"), done=Count("pk", filter=~Q(state__in=(MatchState.OPEN, MatchState.WAITING))))
        .order_by("deadline", "stage", "round")
    )
    for row in rows:
        stage = stages[row["stage"]]
        title = stage_title(stage) if len(stages) > 1 else ""
        name = key_name("", row["round"]).title
        assert row["deadline"] is not None  # only matches with one
        yield Due(row["deadline"], round=RoundDue(stage.number, title, row["round"], name, row["done"], row["total"]))
