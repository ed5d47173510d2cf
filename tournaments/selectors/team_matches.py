"""A match of two teams for its readers: board by board, and the orders as far as they may be seen."""

from dataclasses import dataclass
from itertools import pairwise

from players.actors import Actor
from tournaments.formats.fold import fold
from tournaments.formats.graph import Bye, EntryId
from tournaments.formats.teams.board_match import board_scores
from tournaments.formats.teams.boards import BoardScore
from tournaments.formats.teams.outcome import TeamOutcome, team_outcome
from tournaments.models import Entry, LineUp, LineUpKind, Match
from tournaments.selectors.boards import boards_in, read_boards
from tournaments.selectors.match_rule import team_rule_of
from tournaments.selectors.stages import board_points, load_boards
from tournaments.selectors.team_officers import leads_team


@dataclass(frozen=True)
class BoardLine:
    """One board: its match, who sits there (None before the orders are fixed and where nobody does), what it counts."""

    match: Match
    board: int
    players: tuple[Entry | None, Entry | None]
    is_empty: tuple[bool, bool]
    score: BoardScore


@dataclass(frozen=True)
class TeamSide:
    """One of the two teams.

    `has_sent` tells whether it gave an order for this match; `own_order` is that order while only the team and the
    organisers may see it. `leads` says that the viewer acts for the team.
    """

    team: Entry | None
    has_sent: bool = False
    own_order: tuple[EntryId | None, ...] | None = None
    leads: bool = False


@dataclass(frozen=True)
class Substitution:
    """Who stepped in for whom; `name` is empty where the board was left empty, `absent` where it had been."""

    side: int
    board: int
    absent: str
    name: str
    line_up: LineUp


@dataclass(frozen=True)
class TeamMatchView:
    """A team match; `is_open` once everybody sees who meets whom."""

    match: Match
    sides: tuple[TeamSide, TeamSide]
    boards: tuple[BoardLine, ...]
    outcome: TeamOutcome
    is_open: bool
    substitutions: tuple[Substitution, ...]

    @property
    def tp(self) -> tuple[int, int]:
        return self.outcome.tp


def boards_of_match(match: Match, *, viewer: Actor | None = None, is_organiser: bool = False) -> TeamMatchView:
    """The boards of a team match as the viewer, or who runs the event, may see them; at most twenty queries."""
    event, stage = match.event, match.stage
    boards = boards_in(Match.objects.filter(pk=match.pk))
    rows = read_boards(boards)
    loaded = load_boards(stage, event, boards)
    scores = board_scores(fold(loaded.structure, loaded.facts), rows, board_points(stage, event)).get(match.pk, ())
    matches = {board.pk: board for board in boards}
    for board in matches.values():
        board.event, board.stage, board.team_match = event, stage, match
    names = Entry.every.select_related("player").in_bulk(
        [pk for row in rows for pk in row.occupants if isinstance(pk, int)]
    )
    slots = match.slots.select_related("occupant")
    left, right = (slot.occupant for slot in slots)
    orders = list(LineUp.objects.filter(match=match).order_by("pk"))
    is_open = any(occupant is not None for row in rows for occupant in row.occupants)
    lines = tuple(
        BoardLine(
            match=matches[row.match],
            board=row.board,
            players=(_player(names, row.occupants[0]), _player(names, row.occupants[1])),
            is_empty=(isinstance(row.occupants[0], Bye), isinstance(row.occupants[1], Bye)),
            score=score,
        )
        for row, score in zip(sorted(rows, key=lambda row: row.board), scores, strict=True)
    )
    return TeamMatchView(
        match=match,
        sides=(
            _side(left, right, orders, leads=_leads(viewer, left, is_organiser), is_open=is_open),
            _side(right, left, orders, leads=_leads(viewer, right, is_organiser), is_open=is_open),
        ),
        boards=lines,
        outcome=team_outcome(scores, team_rule_of(event, match)),
        is_open=is_open,
        substitutions=_substitutions(left, right, orders),
    )


def _player(names: dict[int, Entry], occupant: object) -> Entry | None:
    return names.get(occupant) if isinstance(occupant, int) else None


def _leads(viewer: Actor | None, team: Entry | None, is_organiser: bool) -> bool:
    if team is None or viewer is None:
        return False
    return is_organiser or leads_team(viewer, team.event, team)


def _side(team: Entry | None, opponent: Entry | None, orders: list[LineUp], *, leads: bool, is_open: bool) -> TeamSide:
    if team is None or opponent is None:
        return TeamSide(team)
    own = next((o for o in orders if o.current and (o.team_id, o.opponent_id) == (team.pk, opponent.pk)), None)
    return TeamSide(
        team=team,
        has_sent=own is not None and own.kind != LineUpKind.DEFAULT,
        own_order=tuple(own.players) if own is not None and leads and not is_open else None,
        leads=leads,
    )


def _substitutions(left: Entry | None, right: Entry | None, orders: list[LineUp]) -> tuple[Substitution, ...]:
    if left is None or right is None:
        return ()
    found: list[Substitution] = []
    for side, (team, opponent) in enumerate(((left, right), (right, left))):
        own = [o for o in orders if (o.team_id, o.opponent_id) == (team.pk, opponent.pk)]
        known = dict(Entry.every.filter(team=team).values_list("pk", "name"))
        for before, after in pairwise(own):
            if after.kind != LineUpKind.SUBSTITUTION:
                continue
            found += [
                Substitution(side, board, known.get(was or 0, ""), known.get(now or 0, ""), after)
                for board, (was, now) in enumerate(zip(before.players, after.players, strict=True), start=1)
                if was != now
            ]
    return tuple(sorted(found, key=lambda one: one.line_up.pk))
