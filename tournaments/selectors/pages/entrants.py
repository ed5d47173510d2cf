"""The entrants of an event as rows."""

from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from players.names import latin_key, list_order
from tournaments.models import Attendance, AttendanceKind, EntryState, Event, SeedingPoints, Slot
from tournaments.selectors.pages import words
from tournaments.selectors.pages.loading import EntryRow, load_entries
from tournaments.selectors.pages.round_names import round_name

SORTS = ("seed", "name", "country")


@dataclass(frozen=True, slots=True)
class Entrant:
    """An entry and how far it came: `state` is a sentence, `is_in` whether it is still in the event.

    `points` are those it is seeded by, if any were taken or entered.
    """

    entry: EntryRow
    state: str
    is_in: bool
    match: int | None
    points: SeedingPoints | None = None


def load_entrants(event: Event, *, sort: str = "seed", query: str = "", results: bool = True) -> tuple[Entrant, ...]:
    """The entries that fit the query, in the wanted order. Five queries.

    Without `results` nothing is said of how far anybody came.
    """
    entries = [row if results else replace(row, place=None) for row in load_entries(event).values()]
    latest = _latest_matches(event) if results else {}
    joined = dict(
        Attendance.objects.filter(stage__event=event, kind=AttendanceKind.JOINS, revoked_at=None).values_list(
            "entry", "round"
        )
    )
    points = {row.entry_id: row for row in SeedingPoints.objects.filter(entry__event=event, current=True)}
    key, by_name = latin_key(query), list_order([row.name for row in entries])
    orders = {
        "seed": lambda row: (
            row.seed is None,
            row.seed or 0,
            -points[row.id].points if row.id in points else 1.0,
            row.id,
        ),
        "name": lambda row: (by_name(row.name), row.id),
        "country": lambda row: (row.country or "~", row.seed is None, row.seed or 0, row.id),
    }
    found = [row for row in entries if all(part in latin_key(row.name) for part in key.split())]
    return tuple(
        replace(_entrant(row, latest.get(row.id), joined.get(row.id)), points=points.get(row.id))
        for row in sorted(found, key=orders[sort])
    )


@dataclass(frozen=True, slots=True)
class _Latest:
    number: int
    round: str
    is_over: bool
    is_winner: bool


def _latest_matches(event: Event) -> dict[int, _Latest]:
    """The latest match in which each entry stands, byes left out; in a table nobody is out by losing one."""
    stages = event.stages.in_bulk()
    rows = (
        Slot.objects.filter(match__event=event, occupant__isnull=False)
        .exclude(match__state__in=("bye", "not_needed", "annulled"))
        .order_by("match__stage__number", "match__number")
        .values_list(
            "occupant", "match__number", "match__stage", "match__bracket", "match__round", "match__label",
            "match__table", "match__state", "match__winner",
        )
    )  # fmt: skip
    found: dict[int, _Latest] = {}
    for occupant, number, stage, bracket, round_, label, table, state, winner in rows:
        name = round_name(stages[stage], bracket, round_, label=label, table=table)
        is_over = not table and state in ("decided", "walkover")
        found[occupant] = _Latest(number, name.word, is_over, winner == occupant)
    return found


def _entrant(row: EntryRow, latest: _Latest | None, joined: int | None) -> Entrant:
    match = latest.number if latest else None
    if row.state == EntryState.WITHDRAWN:
        return Entrant(row, _("withdrawn"), is_in=False, match=match)
    if row.state == EntryState.WAITING:
        return Entrant(row, _("on the waiting list"), is_in=False, match=None)
    if row.state == EntryState.DISQUALIFIED:
        return Entrant(row, _("disqualified"), is_in=False, match=match)
    if row.place in (1, 2, 3):
        return Entrant(row, words.place_text(row.place or 0), is_in=row.place == 1, match=match)
    if latest is None and joined is not None:
        return Entrant(row, _("since round {n}").format(n=joined), is_in=True, match=None)
    if latest is None:
        return Entrant(row, _("entered"), is_in=True, match=None)
    if not latest.is_over and joined is not None:
        text = _("in: {round}, since round {n}").format(round=latest.round, n=joined)
        return Entrant(row, text, is_in=True, match=match)
    if not latest.is_over:
        return Entrant(row, _("in: {round}").format(round=latest.round), is_in=True, match=match)
    if latest.is_winner:
        return Entrant(row, _("won: {round}").format(round=latest.round), is_in=True, match=match)
    return Entrant(row, _("out: {round}").format(round=latest.round), is_in=False, match=match)
