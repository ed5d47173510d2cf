"""The open matches of events as an organiser looks at them: who plays, where each stands, who did something last."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Exists, Max, OuterRef, QuerySet

from players.models import ActionLog
from tantrix_site.compiled import CompiledObjects
from tournaments.models import Event, GameResult, Match, MatchState, Report, StageKind
from tournaments.models.report import LIVE_STATES
from tournaments.selectors.arranging import Arrangement, arrangement_of
from tournaments.selectors.pages import words
from tournaments.selectors.pages.log import LogLine, log_lines
from tournaments.selectors.pages.round_names import match_round
from tournaments.selectors.slots import give_slots, occupied_slots

STATES = ("to_play", "proposed", "agreed", "playing", "checking", "reported", "conflict", "disputed", "void")


@dataclass(frozen=True, slots=True)
class OpenMatch:
    """A match that can be played now, with its live reports and how far its sides are with a time."""

    row: Match
    names: tuple[str, str]
    reports: tuple[Report, ...]
    state: words.StateWord
    title: str
    arrangement: Arrangement

    @property
    def number(self) -> int:
        return self.row.number

    @property
    def pair(self) -> str:
        return " – ".join(name for name in self.names if name)

    @property
    def round(self) -> str:
        """The key of its round, as of `RoundProgress`."""
        bracket = "" if self.row.stage.kind == StageKind.GROUPS else self.row.bracket
        return f"{self.row.stage.number}-{bracket}-{self.row.round}"

    @property
    def deadline(self) -> datetime | None:
        return self.row.deadline


@CompiledObjects
def _listed(events: Sequence[int]) -> QuerySet[Match]:
    playing = GameResult.objects.filter(match=OuterRef("pk"), current=True)
    found = Match.every.filter(event__in=events, state=MatchState.OPEN).select_related("stage")
    return found.annotate(games_in=Exists(playing)).order_by("event", "number")


@CompiledObjects
def _live(matches: Sequence[int]) -> QuerySet[Report]:
    return Report.objects.filter(match__in=matches, state__in=LIVE_STATES).order_by("number", "pk")


def open_matches(events: Mapping[int, Event]) -> dict[int, list[OpenMatch]]:
    """The open matches of these events, boards among them, by event and number; six queries."""
    listed = _listed(list(events))
    pks = [match.pk for match in listed]
    give_slots(listed, occupied_slots(pks))
    live: dict[int, list[Report]] = {}
    for report in _live(pks):
        live.setdefault(report.match_id, []).append(report)
    arrangements = arrangement_of(listed) if listed else {}
    rows: dict[int, list[OpenMatch]] = {pk: [] for pk in events}
    for match in listed:
        match.event = match.stage.event = events[match.event_id]
        both = [slot.occupant.name if slot.occupant is not None else "" for slot in match.slots.all()]
        reports = tuple(live.get(match.pk, ()))
        state = words.match_word(
            state=match.state,
            reports=frozenset(report.state for report in reports),
            games_in=match.games_in,  # type: ignore[attr-defined]
        )
        arrangement = arrangements[match.pk]
        if state.key == "to_play":
            state = words.MATCH_WORDS.get(arrangement.key, state)
        title = match_round(match).title
        rows[match.event_id].append(OpenMatch(match, (both[0], both[1]), reports, state, title, arrangement))
    return rows


def by_deadline(matches: Iterable[OpenMatch]) -> list[OpenMatch]:
    """The soonest deadline first; those without one last."""
    return sorted(matches, key=lambda m: (m.deadline is None, m.deadline.timestamp() if m.deadline else 0, m.number))


def filtered(matches: Iterable[OpenMatch], *, state: str = "", round_: str = "") -> list[OpenMatch]:
    """Those in a state, of a round; what is empty lets all through."""
    return [m for m in matches if (not state or m.state.key == state) and (not round_ or m.round == round_)]


def last_acts(ids: Collection[int]) -> dict[int, LogLine]:
    """The latest act of the log about each of these matches; two queries."""
    rows = ActionLog.objects.filter(target_type=Match._meta.label_lower, target_id__in=list(ids))
    latest = rows.order_by().values("target_id").annotate(last=Max("pk")).values_list("last", flat=True)
    found = list(ActionLog.objects.select_related("player", "user").filter(pk__in=list(latest)))
    return {row.target_id: line for row, line in zip(found, log_lines(found), strict=True)}
