"""Matches as lines of lists over several events, and those of one person."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from tantrix_site.compiled import Compiled, CompiledObjects, give
from tournaments.formats.fold import MatchState
from tournaments.models import Decision, Event, EventState, GameResult, Match, Report, Slot, TimeOffer
from tournaments.selectors.arranging import Arrangement, arrangement_of
from tournaments.selectors.pages import words
from tournaments.selectors.pages.names import country_code
from tournaments.selectors.pages.round_names import match_round
from tournaments.selectors.slots import give_feeding, give_slots, slots_of

WITHOUT_RESULT = ("void", "double_default")


@dataclass(frozen=True, slots=True)
class Line:
    """A decided match in one line, for lists over several events; level sides stand as they sat."""

    event: Event
    number: int
    round: str
    winner: str
    loser: str
    score: str
    note: str
    at: datetime | None
    is_level: bool


def last_results(events: QuerySet[Event], *, limit: int) -> tuple[Line, ...]:
    """The latest decided matches of these events; of teams, those of whole teams."""
    return tuple(line_of(row) for row in _with_result(Decision.objects.filter(match__event__in=events))[:limit])


def last_results_in(event: Event, *, limit: int) -> tuple[Line, ...]:
    """The latest decided matches of one event, at most sixteen; of teams, those of whole teams."""
    rows = _last_in(event.pk)[:limit]
    for row in rows:
        row.match.event = event
    return tuple(line_of(row) for row in rows)


def _with_result(decisions: QuerySet[Decision]) -> QuerySet[Decision]:
    found = decisions.filter(match__team_match=None, current=True).exclude(kind__in=WITHOUT_RESULT)
    return found.select_related("match__event", "match__stage", "left", "right").order_by("-at", "-pk")


@CompiledObjects
def _last_in(event: int) -> QuerySet[Decision]:
    return _with_result(Decision.objects.filter(match__event=event))[:16]


def line_of(row: Decision) -> Line:
    match = row.match
    sides = [(row.left.name, row.tp_left), (row.right.name, row.tp_right)]
    if row.winner_side == 1:
        sides.reverse()
    (winner, high), (loser, low) = sides
    score = "" if high is None or low is None else f"{words.tp_text(high)}–{words.tp_text(low)}"
    note = "" if row.kind == "played" else str(words.MATCH_WORDS[row.kind].text)
    if row.kind == "played" and high == low and row.winner_side is not None:
        note = _("by boards") if match.event.is_for_teams else _("by tiles or a decider")
    return Line(
        match.event, match.number, match_round(match).title, winner, loser, score, note, row.at, row.winner_side is None
    )


@dataclass(frozen=True, slots=True)
class Mine:
    """A match of one person, as its next match card and list need it."""

    event: Event
    match: Match
    round: str
    own: Slot
    other: Slot
    opponent: str
    opponent_country: str
    state: words.StateWord
    to_confirm: bool
    confirm_by: datetime | None
    answer_by: datetime | None
    arranged: Arrangement

    @property
    def is_open(self) -> bool:
        return self.match.state == MatchState.OPEN

    @property
    def offered(self) -> TimeOffer | None:
        """The latest time that the opponent offers."""
        theirs = self.arranged.offers_of(self.other.side)
        return max(theirs, key=lambda offer: (offer.at, offer.pk), default=None)

    @property
    def more_offers(self) -> int:
        """How many times the opponent offers beside `offered`."""
        return max(0, len(self.arranged.offers_of(self.other.side)) - 1)


def still_to_play(slots: QuerySet[Slot]) -> QuerySet[Slot]:
    """Those of these slots whose matches are not over, in running events whose draw is released."""
    running = slots.filter(match__event__state=EventState.RUNNING, match__event__draw_released=True)
    not_over = running.filter(match__state__in=(MatchState.OPEN, MatchState.WAITING))
    return not_over.select_related("match__event", "match__stage")


def matches_of(mine: Collection[Slot]) -> tuple[Mine, ...]:
    """The matches of these slots, which are those of `still_to_play`: what needs an answer first, then by deadline. Six
    queries."""
    pks = sorted({slot.match_id for slot in mine})
    both = slots_of(pks)
    give_slots([slot.match for slot in mine], both)
    give_feeding(both)
    reports: dict[int, list[Report]] = {}
    for report in _reports(pks):
        reports.setdefault(report.match_id, []).append(report)
    for slot in mine:
        own = reports.get(slot.match_id, [])
        for report in own:
            report.match = slot.match
        give(slot.match, "reports", own)
    playing = {pk for (pk,) in _with_games(pks)}
    arranged = arrangement_of([slot.match_id for slot in mine])
    rows = [_mine(slot, arranged[slot.match_id], games_in=slot.match_id in playing) for slot in mine]
    far = datetime.max.replace(tzinfo=UTC)
    return tuple(
        sorted(
            rows,
            key=lambda row: (
                not row.to_confirm,
                not row.is_open,
                row.answer_by is not None,
                row.match.deadline or far,
                row.event.pk,
                row.match.number,
            ),
        )
    )


@CompiledObjects
def _reports(matches: Sequence[int]) -> QuerySet[Report]:
    return Report.objects.filter(match__in=matches)


@Compiled
def _with_games(matches: Sequence[int]) -> QuerySet[GameResult, tuple[int]]:
    return GameResult.objects.filter(match__in=matches, current=True).values_list("match_id").distinct()


def _mine(slot: Slot, arranged: Arrangement, *, games_in: bool) -> Mine:
    match = slot.match
    other = next(s for s in match.slots.all() if s.side != slot.side)
    live = [report for report in match.reports.all() if report.is_live]
    waiting = [report for report in live if report.state == "open" and report.side != slot.side]
    answers = [r.confirm_by for r in live if r.state == "open" and r.side == slot.side and r.confirm_by]
    opponent = other.occupant.name if other.occupant is not None else _expected(other)
    return Mine(
        event=match.event,
        match=match,
        round=match_round(match).title,
        own=slot,
        other=other,
        opponent=opponent,
        opponent_country=country_code(str(other.occupant.country or "")) if other.occupant is not None else "",
        state=words.match_word(
            state=match.state,
            reports=frozenset(report.state for report in live),
            games_in=games_in,
            arranged=arranged,
            deadline=match.deadline,
        ),
        to_confirm=bool(waiting),
        confirm_by=min((report.confirm_by for report in waiting if report.confirm_by), default=None),
        answer_by=max(answers, default=None),
        arranged=arranged,
    )


def _expected(slot: Slot) -> str:
    feeding = slot.source_match
    if feeding is None:
        return _("nobody")
    names = [s.occupant.name for s in feeding.slots.all() if s.occupant is not None]
    if len(names) == 2 and slot.match.event.results_released:
        return _("{one} or {other}").format(one=names[0], other=names[1])
    if slot.source == "loser":
        return _("Loser of M{number}").format(number=feeding.number)
    return _("Winner of M{number}").format(number=feeding.number)
