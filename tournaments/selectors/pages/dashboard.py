"""What an organiser sees first: what needs a decision, how far the event is, who has not been heard of."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Prefetch
from django.utils.translation import gettext as _

from tournaments.models import Draw, EntryState, Event, EventState, Match, Report, Slot
from tournaments.models.report import LIVE_STATES
from tournaments.selectors.pages import words
from tournaments.selectors.pages.events import Progress, current_round, load_progress

SOON = timedelta(hours=6)
NEAR = timedelta(hours=48)


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that needs somebody. `rank` 0 comes first; `link` says which page helps."""

    rank: int
    match: int
    text: str
    moment: datetime | None
    link: str
    action: str


@dataclass(frozen=True)
class Dashboard:
    """Problems first, then the state of the current round."""

    problems: tuple[Problem, ...]
    rounds: tuple[Progress, ...]
    current: Progress | None
    counts: tuple[tuple[words.StateWord, int], ...]
    open_matches: int
    entries: int
    draw: Draw | None
    draw_is_current: bool
    next_step: str


def load_dashboard(event: Event, *, now: datetime) -> Dashboard:
    """Everything an organiser needs to see at once; six queries."""
    slots = Prefetch("slots", Slot.objects.select_related("occupant"))
    matches = list(
        Match.objects.filter(event=event, state="open")
        .prefetch_related(slots, Prefetch("reports", Report.objects.filter(state__in=LIVE_STATES)))
        .order_by("number")
    )
    entries = dict(event.entries.filter(state=EntryState.ACCEPTED).values_list("pk", "seed"))
    draw = Draw.objects.filter(stage__event=event, current=True).select_related("stage").first()
    rounds = load_progress([event.pk]).get(event.pk, ())
    problems: list[Problem] = []
    counts: dict[str, int] = {}
    for match in matches:
        live = list(match.reports.all())
        word = words.match_word(state=match.state, reports=frozenset(r.state for r in live))
        counts[word.key] = counts.get(word.key, 0) + 1
        if event.state == EventState.RUNNING:
            problems += _problems(match, live, now)
    problems.sort(key=lambda p: (p.rank, p.moment or now, p.match))
    return Dashboard(
        problems=tuple(problems),
        rounds=rounds,
        current=current_round(rounds),
        counts=tuple((words.MATCH_WORDS[key], n) for key, n in sorted(counts.items(), key=lambda item: -item[1])),
        open_matches=len(matches),
        entries=len(entries),
        draw=draw,
        draw_is_current=draw is not None and set(draw.entrants) == set(entries),
        next_step=_next_step(event, len(entries), draw, set(entries), rounds),
    )


def _pair(match: Match) -> str:
    names = [
        slot.occupant.name for slot in sorted(match.slots.all(), key=lambda s: s.side) if slot.occupant is not None
    ]
    return " – ".join(names)


def _problems(match: Match, live: list[Report], now: datetime) -> list[Problem]:
    found = []
    pair = _pair(match)
    states = {report.state for report in live}
    numbers = sorted({report.number for report in live if report.state in ("disputed", "conflict")})
    games = ", ".join(map(str, numbers))
    if "disputed" in states:
        text = _("Disputed, game {games}: {pair}").format(games=games, pair=pair)
        found.append(Problem(0, match.number, text, match.deadline, "match", _("Compare and rule")))
    elif "conflict" in states:
        text = _("The record contradicts the report, game {games}: {pair}").format(games=games, pair=pair)
        found.append(Problem(0, match.number, text, match.deadline, "match", _("Look and rule")))
    due = [report.confirm_by for report in live if report.state == "open" and report.confirm_by]
    if due and min(due) < now + SOON:
        text = _("Counts soon without an answer: {pair}").format(pair=pair)
        found.append(Problem(3, match.number, text, min(due), "match", _("Open")))
    if match.deadline and not live:
        if match.deadline < now:
            text = _("Overdue, nothing reported: {pair}").format(pair=pair)
            found.append(Problem(1, match.number, text, match.deadline, "decide", _("Decide")))
        elif match.deadline < now + NEAR:
            text = _("Nothing reported yet: {pair}").format(pair=pair)
            found.append(Problem(2, match.number, text, match.deadline, "match", _("Open")))
    return found


def _next_step(event: Event, count: int, draw: Draw | None, entries: set[int], rounds: tuple[Progress, ...]) -> str:
    """What the organiser does next, as a key for the template."""
    if event.state == EventState.FINISHED:
        return "finished"
    if event.state == EventState.RUNNING:
        return "running" if current_round(rounds) else "finish"
    if count < 2:
        return "entrants"
    if draw is None or set(draw.entrants) != entries:
        return "draw"
    return "publish" if event.state == EventState.DRAFT else "start"
