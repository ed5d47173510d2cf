"""The final ranking of an event, to print."""

from datetime import datetime
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tantrix_site.errors import NotFound
from tournaments.documents.values import Column, Section, TableDocument
from tournaments.models import Event, EventState
from tournaments.selectors.documents.wanted import Wanted, head_of, layout_of
from tournaments.selectors.pages.ranking import RankingRow, load_ranking

_MEDALS: Final = {1: gettext_lazy("gold"), 2: gettext_lazy("silver"), 3: gettext_lazy("bronze")}


def ranking_document(event: Event, wanted: Wanted, now: datetime) -> TableDocument:
    """Every entry with its place, `=` marking a shared one; one query for any number.

    Raises NotFound `no_such_list` before the event is finished.
    """
    if event.state != EventState.FINISHED:
        raise NotFound("no_such_list", _("The event is not finished."))
    rows = load_ranking(event)
    columns = (Column(_("Place"), "number"), Column(_("Name"), "name"), Column(_("Country")), Column(_("Medal")))
    count = ngettext("{n} entrant", "{n} entrants", len(rows)).format(n=len(rows))
    return TableDocument(
        head_of(event, now, _("Final ranking"), count), layout_of(wanted),
        (Section("", columns, tuple(map(_line, rows))),), size=11,
    )  # fmt: skip


def _line(row: RankingRow) -> tuple[str, str, str, str]:
    place = "–" if row.place is None else f"{row.place}{'=' if row.is_shared else ''}"
    word = _("has left") if row.has_left else str(_MEDALS.get(row.medal or 0, ""))
    return place, row.entry.name, row.entry.country, word
