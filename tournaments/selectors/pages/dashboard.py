"""What an organiser sees first: what needs a decision, how far the event is, who has not been heard of."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Prefetch
from django.utils.translation import gettext as _

from tournaments.models import EntryState, Event, EventState, Match, Report, Slot
from tournaments.models.report import LIVE_STATES
from tournaments.selectors.pages import words
from tournaments.selectors.pages.progress import RoundProgress, round_progress
from tournaments.selectors.pages.stages import NextStep, StageLine, next_step, stage_lines

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
    rounds: tuple[RoundProgress, ...]
    current: RoundProgress | None
    counts: tuple[tuple[words.StateWord, int], ...]
    open_matches: int
    entries: int
    stages: tuple[StageLine, ...]
    step: NextStep


def load_dashboard(event: Event, *, now: datetime) -> Dashboard:
    """Everything an organiser needs to see at once; some fifteen queries for any number of matches."""
    slots = Prefetch("slots", Slot.objects.select_related("occupant"))
    found = Match.every.filter(event=event, state="open").order_by("number")
    found = found.prefetch_related(slots, Prefetch("reports", Report.objects.filter(state__in=LIVE_STATES)))
    matches = [match for match in found if match.board is None]
    boards = [match for match in found if match.board is not None]
    # a match of teams is reported of board by board
    reported = {board.team_match_id for board in boards if board.reports.all()}
    opened = {board.team_match_id for board in boards}
    entries = event.entries.filter(state=EntryState.ACCEPTED).count()
    rounds = round_progress(event)
    stages = stage_lines(event)
    problems: list[Problem] = []
    counts: dict[str, int] = {}
    for match in matches:
        live = list(match.reports.all())
        word = words.match_word(state=match.state, reports=frozenset(r.state for r in live))
        counts[word.key] = counts.get(word.key, 0) + 1
        if event.state == EventState.RUNNING:
            problems += _problems(match, live, now)
            if match.pk not in reported:
                problems += _late(match, live, now)
            if event.is_for_teams and match.pk not in opened:
                problems += _orders(match, now)
    if event.state == EventState.RUNNING:
        problems += [problem for board in boards for problem in _problems(board, list(board.reports.all()), now)]
    problems.sort(key=lambda p: (p.rank, p.moment or now, p.match))
    return Dashboard(
        problems=tuple(problems),
        rounds=rounds,
        current=next((round_ for round_ in rounds if round_.open), None),
        counts=tuple((words.MATCH_WORDS[key], n) for key, n in sorted(counts.items(), key=lambda item: -item[1])),
        open_matches=len(matches),
        entries=entries,
        stages=stages,
        step=next_step(event, stages, entries),
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
    return found


def _late(match: Match, live: list[Report], now: datetime) -> list[Problem]:
    """A match of which nothing is known though its time is over, or nearly."""
    found: list[Problem] = []
    pair = _pair(match)
    if match.deadline and not live:
        if match.deadline < now:
            text = _("Overdue, nothing reported: {pair}").format(pair=pair)
            found.append(Problem(1, match.number, text, match.deadline, "decide", _("Decide")))
        elif match.deadline < now + NEAR:
            text = _("Nothing reported yet: {pair}").format(pair=pair)
            found.append(Problem(2, match.number, text, match.deadline, "match", _("Open")))
    return found


def _orders(match: Match, now: datetime) -> list[Problem]:
    """Two teams whose orders are due soon."""
    if match.line_ups_by is None or match.line_ups_by > now + NEAR:
        return []
    text = _("The orders are not fixed yet: {pair}").format(pair=_pair(match))
    return [Problem(2, match.number, text, match.line_ups_by, "match", _("Open"))]
