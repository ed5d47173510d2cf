"""Score sheets of a round, filled in as far as it is known."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tantrix_site.errors import NotFound
from tournaments.documents.qr import qr_svg
from tournaments.documents.values import ScoreSheet, ScoreSheets, SheetSide, SheetWords
from tournaments.formats.colours import Preferences, assign_colours
from tournaments.formats.graph import EntryId
from tournaments.formats.settings import GroupSettings, SwissSettings
from tournaments.models import Event, Match, MatchState, Stage
from tournaments.selectors.documents.board_sheets import BoardToPlay, boards_to_play, no_boards
from tournaments.selectors.documents.rounds import PairedMatch, load_round
from tournaments.selectors.documents.wanted import Wanted, head_of, layout_of, pick_stage, stage_part
from tournaments.selectors.pages.event_matches import EventMatch, event_matches
from tournaments.selectors.pages.game_words import colour_name
from tournaments.selectors.pages.loading import EntryRow, load_entries
from tournaments.selectors.stages import stage_settings
from tournaments.selectors.wishes import wishes_of

MOST_ROWS: Final = {4: 6, 2: 7}
"""So many games fit on a sheet of its size; more take a larger one."""


@dataclass(frozen=True, slots=True)
class _Side:
    """`beside` stands next to the name: the country, or the team of a player at a board."""

    id: EntryId
    name: str
    beside: str

    @classmethod
    def of(cls, row: EntryRow) -> "_Side":
        return cls(row.id, row.name, row.country)


@dataclass(frozen=True, slots=True)
class _ToPlay:
    number: int
    round: str
    place: str
    sides: tuple[_Side, _Side]
    games: int


def score_sheets_document(event: Event, wanted: Wanted, now: datetime, site: str) -> ScoreSheets:
    """The sheets of a round; of a bracket, or without a round, those of the matches that are to be played now. Of teams
    those of the boards that are open.

    `site` is the address of the site, for the codes that lead to the pages of the matches. Raises NotFound
    `no_such_list` where nothing is to be played, `stage_not_found`, `round_not_found`.
    """
    stages = list(event.stages.filter(draws__current=True).distinct().order_by("number"))
    stage = pick_stage(stages, wanted.stage, none=_("The draw has not been made."))
    stage.event = event
    mark = ""
    parts: tuple[str, ...] = (stage_part(stages, stage),)
    if event.is_for_teams and not wanted.is_draft:
        matches: tuple[_ToPlay, ...] = tuple(_at_board(row) for row in boards_to_play(event, stage, wanted.round))
        if not matches:
            raise no_boards()
    elif wanted.is_draft or (stage.is_table and wanted.round):
        found = load_round(event, wanted)
        mark, parts, stage = found.mark, found.parts, found.stage
        matches = tuple(_paired(event, stage, found.number, found.matches))
    else:
        matches = tuple(_open(event, stage, wanted.round))
    if not matches:
        raise NotFound("no_such_list", _("No match is to be played now."))
    colours = _colours(event, matches)
    most = max(match.games for match in matches)
    a_page = wanted.a_page
    while a_page > 1 and most > MOST_ROWS[a_page]:
        a_page //= 2
    return ScoreSheets(
        head=head_of(event, now, _("Score sheet"), *parts, mark=mark),
        layout=layout_of(wanted),
        sheets=tuple(_sheet(event, match, colours, site) for match in matches),
        words=_words(decider=not stage.is_table and not event.is_for_teams),
        a_page=a_page,
    )


def _at_board(row: BoardToPlay) -> _ToPlay:
    left, right = (
        _Side(player.pk, player.name, team) for player, team in zip(row.players, row.teams, strict=True)
    )  # fmt: skip
    return _ToPlay(row.number, row.round, row.place, (left, right), row.games)


def _paired(event: Event, stage: Stage, round_: int, matches: Iterable[PairedMatch]) -> Iterable[_ToPlay]:
    settings = stage_settings(stage, event)
    games = dict(Match.objects.filter(stage=stage, round=round_).values_list("pk", "games"))
    planned = settings.games if isinstance(settings, GroupSettings | SwissSettings) else 1
    title = _("Round {n}").format(n=round_)
    for match in matches:
        left, right = match.sides
        if right is not None:
            yield _ToPlay(
                match.number, title, match.place, (_Side.of(left), _Side.of(right)), games.get(match.id or 0, planned)
            )


def _open(event: Event, stage: Stage, round_: int) -> Iterable[_ToPlay]:
    fitting = Q(round=round_) if round_ else Q(state=MatchState.OPEN)
    rows = Match.objects.filter(fitting, stage=stage)
    games = dict(rows.values_list("pk", "games"))
    for match in event_matches(event, rows, load_entries(event)):
        left, right = (seat.entry for seat in match.sides)
        if left is not None and right is not None:
            round_title, place = _titles(match)
            yield _ToPlay(match.number, round_title, place, (_Side.of(left), _Side.of(right)), games[match.id])


def _titles(match: EventMatch) -> tuple[str, str]:
    if match.hall:
        return _("Round {n}").format(n=match.round), _("Table {n}").format(n=match.hall)
    return match.title, ""


def _colours(event: Event, matches: Iterable[_ToPlay]) -> Mapping[EntryId, Preferences]:
    """What each player prefers; nothing where sides are pairs or teams, who say themselves."""
    if event.is_for_pairs:
        return {}
    return wishes_of(side.id for match in matches for side in match.sides)


def _sheet(event: Event, match: _ToPlay, colours: Mapping[EntryId, Preferences], site: str) -> ScoreSheet:
    left, right = (colours.get(side.id, Preferences()) for side in match.sides)
    answer = assign_colours(left, right)
    sides = tuple(
        SheetSide(side.name, side.beside, colour_name(colour or ""))
        for side, colour in zip(match.sides, (answer.left, answer.right), strict=True)
    )
    address = site + reverse("events:match", args=[event.slug, match.number]) if match.number else ""
    number = _("Match {n}").format(n=f"M{match.number}") if match.number else ""
    return ScoreSheet(
        match.round, match.place, number, (sides[0], sides[1]), match.games, qr_svg(address) if address else ""
    )  # fmt: skip


def _words(*, decider: bool) -> SheetWords:
    return SheetWords(
        game=_("Game"),
        colour=_("Colour"),
        tiles=pgettext("points counted on the board", "Tiles"),
        points=pgettext("column of a table: tournament points", "TP"),
        time=_("Time"),
        total=pgettext("of a score sheet", "Total"),
        signature=pgettext("of a score sheet", "Signed:"),
        decider=pgettext("of a score sheet", "Decider") if decider else "",
    )
