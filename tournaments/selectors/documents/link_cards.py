"""Cards with the private links just made, for people who play without an account."""

from collections.abc import Mapping
from datetime import datetime

from django.urls import reverse
from django.utils.translation import gettext as _

from players.names import list_order
from tournaments.documents.qr import qr_svg
from tournaments.documents.values import LinkCard, LinkCards
from tournaments.models import Entry, Event
from tournaments.selectors.documents.wanted import Wanted, head_of, layout_of


def link_cards_document(
    event: Event, wanted: Wanted, now: datetime, site: str, tokens: Mapping[int, str]
) -> LinkCards:  # fmt: skip
    """A card for each entry with its token, by name."""
    entries = Entry.every.filter(pk__in=tokens)
    named = [(entry.pk, entry.in_full) for entry in entries]
    key = list_order([name for _pk, name in named])
    rows = sorted(named, key=lambda row: key(row[1]))
    cards = []
    for pk, name in rows:
        address = site + reverse("entry-link", args=[tokens[pk]])
        cards.append(LinkCard(name, address, qr_svg(address)))
    text = _(
        "Scan the code or type the address to report and confirm your results. "
        "It is yours alone: whoever has it can act for you."
    )
    return LinkCards(head_of(event, now, _("Private links")), layout_of(wanted), tuple(cards), text)
