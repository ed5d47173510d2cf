"""A team over the years for readers, and one team in its event with its matches board by board."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from django.core.paginator import Page, Paginator
from django.db.models import Q

from tournaments.formats.teams.boards import BoardScore
from tournaments.models import (
    Discipline,
    Edition,
    Entry,
    EventState,
    HistoricEvent,
    HistoricMatch,
    HistoricMedal,
    HistoricPlace,
    LineUp,
    LineUpKind,
    Match,
)
from tournaments.selectors.editions import MEDALS
from tournaments.selectors.lineages import Lineage, TeamRecord, entries_of_lineage, records_of_teams
from tournaments.selectors.pages.round_names import match_round
from tournaments.selectors.team_pages import TeamCard, TeamMatchRow, team_card, team_matches
from tournaments.selectors.teams import players_of

A_PAGE = 25


@dataclass(frozen=True, slots=True)
class LineageRow:
    """One event of a team: who played, how far it came. `medal` as in careers."""

    entry: Entry
    players: tuple[Entry, ...]
    record: TeamRecord
    editions: tuple[Edition, ...]
    medal: int | None


@dataclass(frozen=True, slots=True)
class PastTeam:
    """What lists tell of a team of that name in an event of the past."""

    event: HistoricEvent
    place: int | None
    won: int
    lost: int
    matches: int


@dataclass(frozen=True)
class LineagePage:
    """A team over the years; `past` are results published elsewhere under exactly this name."""

    lineage: Lineage
    page: Page[Entry]
    rows: tuple[LineageRow, ...]
    past: tuple[PastTeam, ...]


@dataclass(frozen=True, slots=True)
class BoardRow:
    """A board from the side of the team: who sits there, None before everybody may know; own points first."""

    match: Match
    board: int
    own: Entry | None
    other: Entry | None
    is_empty: tuple[bool, bool]
    tp: tuple[int, int]
    games: int
    is_final: bool


@dataclass(frozen=True, slots=True)
class TeamMatchBoards:
    """A match of the team with its boards, empty before both orders are fixed."""

    row: TeamMatchRow
    round: str
    boards: tuple[BoardRow, ...]


@dataclass(frozen=True, slots=True)
class SteppedIn:
    """A board that changed hands before a match; either name is empty where nobody sat there."""

    match: Match
    board: int
    absent: str
    name: str


@dataclass(frozen=True)
class TeamPage:
    """One team of an event."""

    card: TeamCard
    matches: tuple[TeamMatchBoards, ...]
    substitutions: tuple[SteppedIn, ...]
    record: TeamRecord


def load_lineage(lineage: Lineage, page: str | None) -> LineagePage:
    """A page of its events; ten queries, however many there are."""
    found = Paginator(entries_of_lineage(lineage), A_PAGE).get_page(page)
    return LineagePage(lineage, found, _rows(list(found.object_list)), past_of(lineage))


def lineage_rows(lineage: Lineage, part: slice) -> tuple[LineageRow, ...]:
    """Some of its events, the latest first."""
    return _rows(list(entries_of_lineage(lineage)[part]))


def load_team(team: Entry, *, results: bool = True) -> TeamPage:
    """A team of an event; the number of queries grows with the stages it plays in, not with its matches.

    Without `results` its players alone.
    """
    card = team_card(team)
    if not results:
        return TeamPage(card, (), (), TeamRecord())
    matches = team_matches(team)
    boards = _boards(matches)
    shown = tuple(
        TeamMatchBoards(row, match_round(row.match).title, _seen_from(team, row, boards.get(row.match.pk, ())))
        for row in matches
    )
    names = {row.entry.pk: row.entry.name for row in card.players}
    record = records_of_teams([team.pk]).get(team.pk, TeamRecord())
    return TeamPage(card, shown, _substitutions(team, matches, names), record)


def _rows(entries: Sequence[Entry]) -> tuple[LineageRow, ...]:
    players = players_of([entry.pk for entry in entries])
    records = records_of_teams(players)
    editions: dict[int, tuple[Edition, ...]] = {}
    for edition in Edition.objects.filter(event__in=[entry.event_id for entry in entries]).select_related("series"):
        event = edition.event_id or 0
        editions[event] = (*editions.get(event, ()), edition)
    return tuple(
        LineageRow(
            entry, tuple(players[entry.pk]), records.get(entry.pk, TeamRecord()), editions.get(entry.event_id, ()),
            _medal(entry, editions.get(entry.event_id, ())),
        )
        for entry in entries
    )  # fmt: skip


def _medal(entry: Entry, editions: Sequence[Edition]) -> int | None:
    over = entry.event.state == EventState.FINISHED and entry.state == "accepted"
    return entry.place if over and editions and entry.place in MEDALS else None


def past_of(lineage: Lineage) -> tuple[PastTeam, ...]:
    """Rows under its name in events that were editions of a series of teams; three queries."""
    name = lineage.name
    of_teams = HistoricEvent.objects.filter(editions__series__discipline=Discipline.TEAM).values("pk")
    found: dict[int, PastTeam] = {}

    def part(event: HistoricEvent) -> PastTeam:
        return found.setdefault(event.pk, PastTeam(event, None, 0, 0, 0))

    places = HistoricPlace.objects.filter(event__in=of_teams, current=True, after_round=None, name__iexact=name)
    for place in places.select_related("event"):
        before = part(place.event)
        found[place.event_id] = PastTeam(place.event, place.place, before.won, before.lost, before.matches)
    medals = HistoricMedal.objects.filter(edition__historic__in=of_teams, current=True, name__iexact=name)
    for medal in medals.select_related("edition__historic"):
        event = medal.edition.historic
        assert event is not None
        before = part(event)
        found[event.pk] = PastTeam(event, before.place or medal.place, before.won, before.lost, before.matches)
    either = Q(name_a__iexact=name) | Q(name_b__iexact=name)
    for match in HistoricMatch.objects.filter(either, event__in=of_teams, current=True).select_related("event"):
        before = part(match.event)
        side = 0 if match.name_a.casefold() == name.casefold() else 1
        found[match.event_id] = PastTeam(
            match.event, before.place, before.won + (match.winner == side), before.lost + (match.winner == 1 - side),
            before.matches + 1,
        )  # fmt: skip
    return tuple(sorted(found.values(), key=lambda row: (-(row.event.year or 0), row.event.pk)))


def _boards(rows: Iterable[TeamMatchRow]) -> dict[int, list[Match]]:
    """The boards of these matches with who sits there; two queries."""
    found: dict[int, list[Match]] = {}
    boards = Match.every.filter(team_match__in=[row.match.pk for row in rows]).order_by("board")
    for board in boards.prefetch_related("slots__occupant__player"):
        found.setdefault(board.team_match_id or 0, []).append(board)
    return found


def _seen_from(team: Entry, row: TeamMatchRow, boards: Sequence[Match]) -> tuple[BoardRow, ...]:
    side = next(slot.side for slot in row.match.slots.all() if slot.occupant_id == team.pk)
    scores: dict[int, BoardScore] = {score.board: score for score in row.boards}
    found = []
    for board in boards:
        slots = sorted(board.slots.all(), key=lambda slot: slot.side)
        if all(slot.occupant is None and not slot.is_bye for slot in slots):
            continue
        own, other = slots[side], slots[1 - side]
        score = scores[board.board or 0]
        found.append(
            BoardRow(
                board, board.board or 0, own.occupant, other.occupant, (own.is_bye, other.is_bye),
                (score.tp[side], score.tp[1 - side]), score.games, score.is_final,
            )
        )  # fmt: skip
    return tuple(found)


def _substitutions(team: Entry, rows: Sequence[TeamMatchRow], names: dict[int, str]) -> tuple[SteppedIn, ...]:
    """In the order of the matches; one query."""
    orders: dict[tuple[int, int], list[LineUp]] = {}
    for line_up in LineUp.objects.filter(team=team, fixed_at__isnull=False).order_by("pk"):
        orders.setdefault((line_up.match_id, line_up.opponent_id), []).append(line_up)
    found = []
    for row in rows:
        own = orders.get((row.match.pk, row.opponent.pk if row.opponent else 0), [])
        for before, after in pairwise(own):
            if after.kind != LineUpKind.SUBSTITUTION:
                continue
            found += [
                SteppedIn(row.match, board, names.get(was or 0, ""), names.get(now or 0, ""))
                for board, (was, now) in enumerate(zip(before.players, after.players, strict=True), start=1)
                if was != now
            ]
    return tuple(found)
