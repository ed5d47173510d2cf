"""Teams for their readers: the cards of an event's teams, and one team with its matches."""

from dataclasses import dataclass

from tournaments.formats.teams.boards import BoardScore, boards_won, total
from tournaments.formats.teams.seeding import team_points
from tournaments.models import Decision, DecisionKind, Entry, EntryState, Event, Match, MatchState, SeedingPoints, Team
from tournaments.selectors.boards import boards_in, scores_of
from tournaments.selectors.seeding import points_of
from tournaments.selectors.stages import board_points
from tournaments.selectors.teams import players_of


@dataclass(frozen=True)
class TeamPlayerRow:
    """A player of a team, with the seeding points that count for it."""

    entry: Entry
    points: SeedingPoints | None


@dataclass(frozen=True)
class TeamCard:
    """A team with its players in its order; `points` is the mean by which it is seeded, None without any points."""

    entry: Entry
    team: Team
    players: tuple[TeamPlayerRow, ...]
    points: float | None

    @property
    def regular(self) -> tuple[TeamPlayerRow, ...]:
        return tuple(row for row in self.players if not row.entry.is_substitute)

    @property
    def substitutes(self) -> tuple[TeamPlayerRow, ...]:
        return tuple(row for row in self.players if row.entry.is_substitute)


@dataclass(frozen=True)
class TeamMatchRow:
    """A match of a team from its side: `tp` and `won` boards are its own first; None where nothing counts yet.

    `outcome` is "won", "lost" or "level" once it is decided, else empty. `kind` is the decision's. `boards` are those
    of the match, sides left and right.
    """

    match: Match
    opponent: Entry | None
    tp: tuple[int, int] | None
    won: tuple[int, int] | None
    outcome: str
    kind: str
    boards: tuple[BoardScore, ...]


def team_cards(event: Event, *, everybody: bool = False) -> tuple[TeamCard, ...]:
    """The teams of an event by seed, with `everybody` also those that left; five queries however many there are."""
    rows = Entry.objects.filter(event=event, player=None).order_by("seed", "pk")
    return _cards(event, list(rows if everybody else rows.filter(state=EntryState.ACCEPTED)))


def team_card(team: Entry) -> TeamCard:
    """One team. Raises Team.DoesNotExist for an entry that is none."""
    cards = _cards(team.event, [team])
    if not cards:
        raise Team.DoesNotExist
    return cards[0]


def team_matches(team: Entry) -> tuple[TeamMatchRow, ...]:
    """The matches of a team in the order of play; eleven queries at most for each stage."""
    found = (
        Match.objects.filter(slots__occupant=team)
        .exclude(state=MatchState.BYE)
        .select_related("stage", "event")
        .prefetch_related("slots__occupant")
        .order_by("stage__number", "round", "number")
    )
    matches = list(found)
    decisions = {
        row.match_id: row
        for row in Decision.objects.filter(match__in=matches, current=True).exclude(kind=DecisionKind.VOID)
    }
    scores: dict[int, tuple[BoardScore, ...]] = {}
    for stage in {match.stage for match in matches}:
        own = [match.pk for match in matches if match.stage == stage]
        scores |= scores_of(boards_in(Match.objects.filter(pk__in=own)), board_points(stage, team.event))
    return tuple(_row(team, match, decisions.get(match.pk), scores.get(match.pk, ())) for match in matches)


def _cards(event: Event, entries: list[Entry]) -> tuple[TeamCard, ...]:
    teams = Team.objects.select_related("captain", "deputy").in_bulk([entry.pk for entry in entries])
    players = players_of([entry.pk for entry in entries])
    points = points_of(row for rows in players.values() for row in rows)
    cards = []
    for entry in entries:
        if entry.pk not in teams:
            continue
        rows = tuple(TeamPlayerRow(row, points.get(row.pk)) for row in players[entry.pk])
        known = [row.points.points for row in rows if row.points is not None and not row.entry.is_substitute]
        cards.append(
            TeamCard(entry, teams[entry.pk], rows, team_points(known, event.team_size) if known else None)
        )  # fmt: skip
    return tuple(cards)


def _row(team: Entry, match: Match, decision: Decision | None, scores: tuple[BoardScore, ...]) -> TeamMatchRow:
    sides = sorted(match.slots.all(), key=lambda slot: slot.side)
    side = next(slot.side for slot in sides if slot.occupant_id == team.pk)
    tp: tuple[int, int] | None = total(scores).tp if any(score.games for score in scores) else None
    won: tuple[int, int] | None = None if tp is None else boards_won(scores)
    if decision is not None and decision.kind != DecisionKind.PLAYED:
        stated = decision.tp_left is not None and decision.tp_right is not None
        tp, won = ((decision.tp_left or 0, decision.tp_right or 0) if stated else None), None
    outcome = ""
    if decision is not None:
        outcome = "level" if decision.winner_side is None else "won" if decision.winner_side == side else "lost"
    elif match.state == MatchState.WALKOVER:
        outcome = "won" if match.winner_id == team.pk else "lost"
    return TeamMatchRow(
        match=match,
        opponent=sides[1 - side].occupant,
        tp=_turned(tp, side),
        won=_turned(won, side),
        outcome=outcome,
        kind="" if decision is None else str(decision.kind),
        boards=scores,
    )


def _turned(pair: tuple[int, int] | None, side: int) -> tuple[int, int] | None:
    return pair if pair is None or side == 0 else (pair[1], pair[0])
