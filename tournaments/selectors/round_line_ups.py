"""How far the line-ups of a round of team matches are, and in which order a team plays that has sent none.

For organisers. What a team has sent is not in here, only that it did: nobody needs it to open the boards.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from tournaments.formats.graph import EntryId
from tournaments.formats.teams.line_up import LineUp as CoreLineUp
from tournaments.formats.teams.line_up import Squad, TeamPlayer, default_line_up, least_present
from tournaments.models import Entry, Event, LineUp, LineUpKind, Match, MatchState
from tournaments.selectors.teams import players_of


@dataclass(frozen=True, slots=True)
class SideLineUp:
    """A team before a match. `plays` holds a player, or nobody, for each board where it has sent no line-up."""

    team: Entry
    is_sent: bool
    plays: tuple[Entry | None, ...] = ()
    too_few: bool = False

    @property
    def empty(self) -> tuple[int, ...]:
        """The boards that would be lost by default."""
        return tuple(board for board, player in enumerate(self.plays, start=1) if player is None)


@dataclass(frozen=True, slots=True)
class MatchLineUps:
    """An open match of two teams and what each has sent; `is_open` once its boards are."""

    match: Match
    sides: tuple[SideLineUp, SideLineUp]
    is_open: bool


def open_team_matches(event: Event, *, stage: int, round_number: int, bracket: str | None = None) -> list[Match]:
    """The open matches of a round between teams; None takes all its parts together. Three queries."""
    rows = Match.objects.filter(event=event, stage__number=stage, round=round_number, state=MatchState.OPEN)
    if bracket is not None:
        rows = rows.filter(bracket=bracket)
    return list(rows.select_related("stage").prefetch_related("slots__occupant").order_by("number"))


def round_line_ups(event: Event, matches: Iterable[Match]) -> tuple[MatchLineUps, ...]:
    """What the teams of these open matches have sent; four queries."""
    pairs: dict[int, tuple[Entry, Entry]] = {}
    found = list(matches)
    for match in found:
        left, right = (slot.occupant for slot in sorted(match.slots.all(), key=lambda slot: slot.side))
        if left is not None and right is not None:
            pairs[match.pk] = (left, right)
    teams = {team.pk for pair in pairs.values() for team in pair}
    sent = {
        (row.match_id, row.team_id, row.opponent_id): row
        for row in LineUp.objects.filter(match__in=pairs, current=True)
    }
    players, last = players_of(teams), _last_line_ups(teams)

    def side(match: int, team: Entry, opponent: Entry) -> SideLineUp:
        own = sent.get((match, team.pk, opponent.pk))
        if own is not None and own.kind != LineUpKind.DEFAULT:
            return SideLineUp(team, is_sent=True)
        plays = _plays(event, players[team.pk], last.get(team.pk))
        present = sum(player is not None for player in plays)
        return SideLineUp(team, False, plays, too_few=present < least_present(event.team_size))

    rows = []
    for match in found:
        if match.pk not in pairs:
            continue
        left, right = pairs[match.pk]
        both = (sent.get((match.pk, left.pk, right.pk)), sent.get((match.pk, right.pk, left.pk)))
        is_open = all(row is not None and row.fixed_at is not None for row in both)
        rows.append(MatchLineUps(match, (side(match.pk, left, right), side(match.pk, right, left)), is_open))
    return tuple(rows)


def _last_line_ups(teams: Iterable[EntryId]) -> Mapping[EntryId, CoreLineUp]:
    """In which order each team last sat down, as `last_line_up` has it for one."""
    rows = LineUp.objects.filter(team__in=list(teams), current=True, fixed_at__isnull=False).order_by("fixed_at", "pk")
    return {row.team_id: tuple(row.players) for row in rows}


def _plays(event: Event, rows: Iterable[Entry], last: CoreLineUp | None) -> tuple[Entry | None, ...]:
    people: dict[int, Entry] = {row.pk: row for row in rows}
    # seeding points do not matter to this order
    squad = Squad(
        tuple(TeamPlayer(row.pk, 0.0, is_substitute=row.is_substitute) for row in people.values()), event.team_size
    )
    return tuple(None if pk is None else people[pk] for pk in default_line_up(squad, last))
