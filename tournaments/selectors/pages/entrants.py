"""The entrants of an event as rows."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from players.names import latin_key
from tournaments.models import EntryState, Event, Slot
from tournaments.selectors.pages import words
from tournaments.selectors.pages.loading import EntryRow, load_entries

SORTS = ("seed", "name", "country")


@dataclass(frozen=True, slots=True)
class Entrant:
    """An entry and how far it came: `state` is a sentence, `is_in` whether it is still in the event."""

    entry: EntryRow
    state: str
    is_in: bool
    match: int | None


def load_entrants(event: Event, *, sort: str = "seed", query: str = "") -> tuple[Entrant, ...]:
    """The entries that fit the query, in the wanted order. Two queries."""
    entries = load_entries(event).values()
    latest = _latest_matches(event)
    key = latin_key(query)
    orders = {
        "seed": lambda row: (row.seed is None, row.seed or 0, row.id),
        "name": lambda row: (latin_key(row.name), row.id),
        "country": lambda row: (row.country or "~", row.seed is None, row.seed or 0, row.id),
    }
    found = [row for row in entries if all(part in latin_key(row.name) for part in key.split())]
    return tuple(_entrant(row, latest.get(row.id)) for row in sorted(found, key=orders[sort]))


@dataclass(frozen=True, slots=True)
class _Latest:
    number: int
    round: int
    label: str
    state: str
    size: int
    is_winner: bool


def _latest_matches(event: Event) -> dict[int, _Latest]:
    """The latest match in which each entry stands, byes left out."""
    rows = (
        Slot.objects.filter(match__event=event, occupant__isnull=False)
        .exclude(match__state__in=("bye", "not_needed"))
        .order_by("match__round", "match__number")
        .values_list(
            "occupant_id", "match__number", "match__round", "match__label", "match__state", "match__winner_id",
            "match__loser_place",
        )
    )  # fmt: skip
    found: dict[int, _Latest] = {}
    for occupant, number, round_, label, state, winner, loser_place in rows:
        size = 0 if label or loser_place is None else 2 * (loser_place - 1)
        found[occupant] = _Latest(number, round_, label, state, size, winner == occupant)
    return found


def _entrant(row: EntryRow, latest: _Latest | None) -> Entrant:
    match = latest.number if latest else None
    if row.state == EntryState.WITHDRAWN:
        return Entrant(row, _("withdrawn"), is_in=False, match=match)
    if row.state == EntryState.DISQUALIFIED:
        return Entrant(row, _("disqualified"), is_in=False, match=match)
    if row.place in (1, 2, 3):
        return Entrant(row, words.place_text(row.place or 0), is_in=row.place == 1, match=match)
    if latest is None:
        return Entrant(row, _("entered"), is_in=True, match=None)
    word = words.THIRD_PLACE_WORD if latest.label else words.ROUND_WORDS.get(latest.size, "")
    if latest.state in ("decided", "walkover"):
        if latest.is_winner:
            return Entrant(row, _("won: {round}").format(round=word), is_in=True, match=match)
        return Entrant(row, _("out: {round}").format(round=word), is_in=False, match=match)
    return Entrant(row, _("in: {round}").format(round=word), is_in=True, match=match)
