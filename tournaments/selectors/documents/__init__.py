"""What stands in the documents and lists of an event; `tournaments.documents` and `tantrix_site.sheets` write them."""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Final

from django.utils import timezone, translation
from django.utils.translation import gettext as _

from tantrix_site.errors import NotFound
from tournaments.documents.values import Document
from tournaments.models import Event
from tournaments.selectors.documents.board_sheets import TEAM_SHEETS, team_sheets_document
from tournaments.selectors.documents.bracket import bracket_document
from tournaments.selectors.documents.entrants import entrants_document
from tournaments.selectors.documents.pairings import pairings_document
from tournaments.selectors.documents.ranking import ranking_document
from tournaments.selectors.documents.score_sheets import score_sheets_document
from tournaments.selectors.documents.sittings import (
    seating_document,
    sitting_standings_document,
    table_sheets_document,
)
from tournaments.selectors.documents.standings import cross_table_document, standings_document
from tournaments.selectors.documents.wanted import Wanted

SCORE_SHEETS: Final = "scoresheets"

_MAKERS: Final[Mapping[str, Callable[[Event, Wanted, datetime], Document]]] = {
    "entrants": entrants_document,
    "pairings": pairings_document,
    "standings": standings_document,
    "cross-table": cross_table_document,
    "bracket": bracket_document,
    "ranking": ranking_document,
    TEAM_SHEETS: team_sheets_document,
}
_OF_SITTINGS: Final[Mapping[str, Callable[[Event, Wanted, datetime], Document]]] = {
    "pairings": seating_document,
    "standings": sitting_standings_document,
}
DOCUMENTS: Final = (*_MAKERS, SCORE_SHEETS)


def for_organisers(kind: str, wanted: Wanted) -> bool:
    """Whether a document is for the event's organisers and arbiters alone."""
    return kind in (SCORE_SHEETS, TEAM_SHEETS) or wanted.is_draft


def load_document(kind: str, event: Event, wanted: Wanted, now: datetime, site: str) -> Document:
    """One of `DOCUMENTS` in the language asked for, else in the active one, with times in the event's zone.

    `site` is the address that codes lead to. Raises NotFound `document_unknown`, `no_such_list`, `stage_not_found`,
    `round_not_found`; TooLarge `poster_too_large`.
    """
    with timezone.override(event.zone), translation.override(wanted.language or translation.get_language()):
        if kind == SCORE_SHEETS:
            make_sheets = table_sheets_document if event.has_sittings else score_sheets_document
            return make_sheets(event, wanted, now, site)
        make = (event.has_sittings and _OF_SITTINGS.get(kind)) or _MAKERS.get(kind)
        if make is None:
            raise NotFound("document_unknown", _("There is no such document."))
        return make(event, wanted, now)
