"""What is printed of matches of teams: a sheet for each match with its line-ups, and who plays at the boards."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db.models import Prefetch, Q
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tantrix_site.errors import NotFound
from tournaments.documents.values import Column, Section, TableDocument
from tournaments.formats.graph import EntryId
from tournaments.models import Entry, Event, Match, MatchState, Slot, Stage
from tournaments.selectors.documents.wanted import Wanted, head_of, layout_of, pick_stage, stage_part
from tournaments.selectors.pages.round_names import match_round
from tournaments.selectors.teams import players_of

TEAM_SHEETS: Final = "team-sheets"


@dataclass(frozen=True, slots=True)
class BoardToPlay:
    """An open board with both its players, and the team of each."""

    number: int
    round: str
    place: str
    players: tuple[Entry, Entry]
    teams: tuple[str, str]
    games: int


def boards_to_play(event: Event, stage: Stage, round_: int) -> tuple[BoardToPlay, ...]:
    """The open boards of a round, or of all matches that are to be played now; five queries.

    A board whose line-ups are not fixed, or at which somebody is missing, has no sheet.
    """
    slots = Prefetch("slots", Slot.objects.select_related("occupant"))
    rows = Match.every.filter(stage=stage, team_match__isnull=False, state=MatchState.OPEN)
    if round_:
        rows = rows.filter(round=round_)
    rows = rows.select_related("team_match").prefetch_related(slots)
    boards = list(rows.order_by("round", "team_match__hall_table", "team_match__number", "board"))
    teams = Entry.objects.in_bulk(
        {slot.occupant.team_id for board in boards for slot in board.slots.all() if slot.occupant is not None}
    )
    found = []
    for board in boards:
        whole, (left, right) = board.team_match, (slot.occupant for slot in board.slots.all())
        if whole is None or left is None or right is None:
            continue
        whole.stage = board.stage = stage
        found.append(
            BoardToPlay(
                board.number, match_round(whole).title, _place(whole, board.board or 0), (left, right),
                (teams[left.team_id or 0].name, teams[right.team_id or 0].name), board.games,
            )
        )  # fmt: skip
    return tuple(found)


def _place(whole: Match, board: int) -> str:
    if whole.hall:
        return _("Table {n}, board {board}").format(n=whole.hall, board=board)
    return _("M{n}, board {board}").format(n=whole.number, board=board)


def no_boards() -> NotFound:
    """What is said where no board can be played."""
    return NotFound(
        "no_such_list", _("No board is open: boards open once the orders of both teams are fixed.")
    )  # fmt: skip


def team_sheets_document(event: Event, wanted: Wanted, now: datetime) -> TableDocument:
    """A form for each match of teams: who sits at which board, room for points and the names of the captains.

    Of a round, or of the matches that are to be played now. Before the line-ups are fixed the boards are empty, and the
    players of both teams stand below. Raises NotFound `no_such_list`, `stage_not_found`.
    """
    stages = list(event.stages.filter(draws__current=True).distinct().order_by("number"))
    stage = pick_stage(stages, wanted.stage, none=_("The draw has not been made."))
    slots = Prefetch("slots", Slot.objects.select_related("occupant"))
    fitting = Q(round=wanted.round) if wanted.round else Q(state=MatchState.OPEN)
    rows = Match.objects.filter(fitting, stage=stage).order_by("round", "hall_table", "number")
    matches = [
        match for match in rows.prefetch_related(slots) if all(slot.occupant is not None for slot in match.slots.all())
    ]
    if not event.is_for_teams or not matches:
        raise NotFound("no_such_list", _("No match is to be played now."))
    teams = {slot.occupant_id for match in matches for slot in match.slots.all()}
    squads = players_of(pk for pk in teams if pk is not None)
    seats: dict[int, list[tuple[str, str]]] = {match.pk: [] for match in matches}
    for board in Match.every.filter(team_match__in=matches).order_by("board").prefetch_related(slots):
        left, right = ("" if slot.occupant is None else slot.occupant.name for slot in board.slots.all())
        seats[board.team_match_id or 0].append((left, right))
    for match in matches:
        match.stage = stage
    return TableDocument(
        head=head_of(event, now, _("Team sheets"), stage_part(stages, stage)),
        layout=layout_of(wanted),
        sections=tuple(_section(match, seats[match.pk], squads) for match in matches),
        size=11,
        is_form=True,
    )


def _section(match: Match, seats: Sequence[tuple[str, str]], squads: Mapping[EntryId, list[Entry]]) -> Section:
    left, right = (slot.occupant for slot in match.slots.all())
    if left is None or right is None:
        raise ValueError("Only matches with two teams are printed.")
    is_open = any(one or other for one, other in seats)
    rows = [(str(number), one, "", "", other) for number, (one, other) in enumerate(seats, start=1)]
    rows.append(("", pgettext("of a score sheet", "Total"), "", "", ""))
    points = pgettext("column of a table: tournament points", "TP")
    where = _("Table {n}").format(n=match.hall) if match.hall else ""
    title = " · ".join(part for part in (f"M{match.number}", match_round(match).title, where) if part)
    signed = _("Captains: {left} ____________________   {right} ____________________").format(
        left=left.name, right=right.name
    )
    if not is_open:
        signed = "\n".join((*(_squad(team, squads) for team in (left, right)), signed))
    return Section(
        title=f"{title}: {left.name} – {right.name}",
        columns=(
            Column(_("Board")), Column(left.name, "name"), Column(f"{points} {left.name}", "cell"),
            Column(f"{points} {right.name}", "cell"), Column(right.name, "name"),
        ),
        rows=tuple(rows),
        note=signed,
    )  # fmt: skip


def _squad(team: Entry, squads: Mapping[EntryId, list[Entry]]) -> str:
    names = ", ".join(player.name for player in squads[team.pk])
    return f"{team.name}: {names}"
