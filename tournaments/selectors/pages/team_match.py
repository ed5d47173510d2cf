"""The page of a match of two teams: its boards, the total as it grows, and what decides, in words."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from players.actors import Actor
from tournaments.formats.graph import MatchId
from tournaments.formats.teams.boards import Pair
from tournaments.formats.teams.outcome import TeamDecidedBy, TeamOutcome, TeamStatus
from tournaments.models import Decision, DecisionKind, Entry, Event, Match, MatchState, Report
from tournaments.models.report import LIVE_STATES
from tournaments.selectors.match_rule import team_rule_of
from tournaments.selectors.pages import words
from tournaments.selectors.pages.match import MatchPage, load_match
from tournaments.selectors.team_matches import Substitution, TeamMatchView, TeamSide, boards_of_match


@dataclass(frozen=True, slots=True)
class BoardRow:
    """A board as one line: who sits there, its points, and the total of the match once it is added."""

    match: Match
    board: int
    players: tuple[Entry | None, Entry | None]
    is_empty: tuple[bool, bool]
    tp: Pair | None
    running: Pair | None
    winner: int | None
    state: words.StateWord


@dataclass(frozen=True)
class TeamMatchPage:
    """A match of teams for one reader. `page` is what it has in common with matches of players; `sides` may hold an
    order that others do not see, so that this page is never shared between readers."""

    page: MatchPage
    sides: tuple[TeamSide, TeamSide]
    rows: tuple[BoardRow, ...]
    tp: Pair | None
    is_open: bool
    is_late: bool
    sentences: tuple[str, ...]
    substitutions: tuple[Substitution, ...]
    by_boards: bool

    @property
    def may_substitute(self) -> bool:
        """Whether anybody may still step in: at a board where nothing was played, or that is empty."""
        return any(row.state.key == "to_play" or any(row.is_empty) for row in self.rows)

    @property
    def led(self) -> tuple[TeamSide, ...]:
        """The teams for which the reader acts."""
        return tuple(side for side in self.sides if side.leads)


def is_team_match(event: Event, match: Match) -> bool:
    """Whether two teams meet in this match, rather than two players at a board or anywhere else."""
    return event.is_for_teams and match.team_match_id is None


def load_team_match(
    event: Event,
    match: Match,
    *,
    viewer: Actor | None,
    is_organiser: bool,
    is_late: bool = False,
    others: bool = True,
) -> TeamMatchPage:
    """The page of a team match found with `find_match`; about thirty queries. `is_late` says that the time to send
    orders is over."""
    page = load_match(event, match, others=others)
    view = boards_of_match(match, viewer=viewer, is_organiser=is_organiser)
    played = any(line.score.games for line in view.boards)
    rows = tuple(_rows(view))
    by_boards = page.decision is None or page.decision.kind == DecisionKind.PLAYED
    if by_boards and played and match.state != MatchState.WALKOVER:
        shown = tuple(
            replace(side, score=words.tp_text(tp)) for side, tp in zip(page.sides, view.tp, strict=True)
        )  # fmt: skip
        page = replace(page, sides=(shown[0], shown[1]))
    if played and page.state.key in words.UNPLAYED_KEYS:
        page = replace(page, state=words.MATCH_WORDS["playing"])
    return TeamMatchPage(
        page=replace(page, games=(), outcome=None, rule_text=rule_text(event, match)),
        sides=view.sides,
        rows=rows,
        tp=view.tp if played else None,
        is_open=view.is_open,
        is_late=is_late,
        sentences=tuple(_sentences(view, page, played=played)),
        substitutions=view.substitutions,
        by_boards=by_boards,
    )


def rule_text(event: Event, match: Match) -> str:
    """On how many boards, how many games on each and what decides, in sentences."""
    rule = team_rule_of(event, match)
    boards = ngettext("{n} board", "{n} boards", rule.boards).format(n=rule.boards)
    games = ngettext("{n} game on each", "{n} games on each", rule.games).format(n=rule.games)
    if rule.table:
        return _("{boards}, {games}. All of them are played, as the total counts in the table.").format(
            boards=boards, games=games
        )
    return _("{boards}, {games}. The total of all boards decides; {enough} points end the match early.").format(
        boards=boards, games=games, enough=words.tp_text(rule.enough)
    )


def _rows(view: TeamMatchView) -> Iterator[BoardRow]:
    boards = [line.match.pk for line in view.boards]
    reports = _reports(boards)
    decisions = dict(
        Decision.objects.filter(match__in=boards, current=True)
        .exclude(kind=DecisionKind.VOID)
        .values_list("match_id", "kind")
    )
    so_far = (0, 0)
    for line in view.boards:
        score = line.score
        so_far = (so_far[0] + score.tp[0], so_far[1] + score.tp[1])
        word = words.match_word(
            state=line.match.state,
            decision=decisions.get(line.match.pk),
            reports=reports.get(line.match.pk, frozenset()),
            games_in=score.played > 0,
        )
        if any(line.is_empty):
            word = words.MATCH_WORDS[DecisionKind.DOUBLE_DEFAULT if all(line.is_empty) else DecisionKind.DEFAULT]
        yield BoardRow(
            match=line.match,
            board=line.board,
            players=line.players,
            is_empty=line.is_empty,
            tp=score.tp if score.games else None,
            running=so_far if score.games else None,
            winner=score.winner,
            state=word,
        )


def _reports(boards: list[MatchId]) -> dict[MatchId, frozenset[str]]:
    found: dict[MatchId, frozenset[str]] = {}
    live = Report.objects.filter(match__in=boards, state__in=LIVE_STATES)
    for match, state in live.values_list("match_id", "state"):
        found[match] = found.get(match, frozenset()) | {state}
    return found


def _sentences(view: TeamMatchView, page: MatchPage, *, played: bool) -> Iterator[str]:
    """What stands and why, for a match whose two teams are known."""
    left, right = (side.team for side in view.sides)
    if left is None or right is None or view.match.state in (MatchState.BYE, MatchState.WALKOVER):
        return
    if page.decision is not None and page.decision.kind != DecisionKind.PLAYED:
        if played:
            yield _("The ruling stands above the boards; what was played on them is rated all the same.")
        return
    outcome = view.outcome
    if outcome.is_decided:
        yield _decided(outcome, left, right)
        yield from _why(outcome)
        return
    if outcome.status is TeamStatus.LEVEL:
        yield _("Level on every single board: an arbiter decides who plays on.")
        return
    if not view.is_open:
        return
    if played:
        yield _("So far {left} to {right}.").format(
            left=words.tp_text(outcome.tp[0]), right=words.tp_text(outcome.tp[1])
        )
    numbers = ", ".join(map(str, outcome.remaining))
    yield ngettext("Still to play: board {boards}.", "Still to play: boards {boards}.", len(outcome.remaining)).format(
        boards=numbers
    )
    if played and any(outcome.needed):
        for team, needed in zip((left, right), outcome.needed, strict=True):
            yield _("{team} wins early with {points} points more.").format(
                team=team.name, points=words.tp_text(needed)
            )  # fmt: skip


def _decided(outcome: TeamOutcome, left: Entry, right: Entry) -> str:
    if outcome.winner is None:
        return _("Level, {left} : {right}.").format(
            left=words.tp_text(outcome.tp[0]), right=words.tp_text(outcome.tp[1])
        )
    side = outcome.winner
    return _("{team} wins {own} : {other}.").format(
        team=(left, right)[side].name, own=words.tp_text(outcome.tp[side]), other=words.tp_text(outcome.tp[1 - side])
    )


def _why(outcome: TeamOutcome) -> Iterator[str]:
    """What decided where the totals alone do not tell."""
    if outcome.decided_by is TeamDecidedBy.EARLY:
        yield _("More than half of all points end the match early; boards played from now on change the total only.")
    elif outcome.decided_by is TeamDecidedBy.BOARDS and outcome.winner is not None:
        own, other = outcome.won[outcome.winner], outcome.won[1 - outcome.winner]
        yield _("Level in points; more boards won decide, {own} to {other}.").format(own=own, other=other)
    elif outcome.decided_by is TeamDecidedBy.BOARD:
        yield _("Level in points and in boards won; the points of board {n} decide.").format(n=outcome.decided_on)
    elif outcome.winner is None:
        yield _("Level in points, in boards won and on every board; in a table the match stays so.")
