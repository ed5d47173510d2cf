"""Who takes part, to print."""

from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.documents.values import Column, Section, TableDocument
from tournaments.models import Event
from tournaments.selectors.documents.wanted import Wanted, head_of, layout_of
from tournaments.selectors.pages.entrants import load_entrants


def entrants_document(event: Event, wanted: Wanted, now: datetime) -> TableDocument:
    """The entrants by seed, or by name; as many queries for any number."""
    rows = load_entrants(event, sort="name" if wanted.by == "name" else "seed", results=wanted.results)
    columns = (Column(_("Seed"), "number"), Column(_("Name"), "name"), Column(_("Country")), Column(_("State")))
    lines = tuple((str(row.entry.seed or ""), row.entry.name, row.entry.country, row.state) for row in rows)
    count = ngettext("{n} entrant", "{n} entrants", len(rows)).format(n=len(rows))
    return TableDocument(
        head_of(event, now, _("Entrants"), count), layout_of(wanted), (Section("", columns, lines),), size=11
    )  # fmt: skip
