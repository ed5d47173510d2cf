"""Which seat of a record is which side of a match.

Names typed into a record are nobody's identity: seats are told apart by colours, as the sender claims them or as they
follow from the players' preferences. Names can only contradict.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from games.models import Record
from games.services.reading import read_bytes
from players.names import name_key
from tantrix_site.errors import InvalidInput
from tournaments.formats.colours import assign_colours
from tournaments.models import Entry, Event
from tournaments.selectors.teams import players_of
from tournaments.selectors.wishes import wishes_of
from tournaments.services.figures import MOST_SECONDS, GameFigures


@dataclass(frozen=True)
class Seating:
    """The figures of a record by sides, as far as they can be told, and what contradicts.

    `conflicts` and `notes` are codes; a note does not stop a report.
    """

    figures: GameFigures | None
    conflicts: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


def seat_record(
    *, event: Event, record: Record, left: Entry, right: Entry, claimed: tuple[str, str], typed: tuple[int, int] | None
) -> Seating:
    """Map a verified record to the sides of a match; in doubles a side is a pair, whose two seats share its colour.

    `claimed` are the colours left and right as its sender says, empty where unknown; `typed` the tiles it typed.
    Conflicts: `not_two_players` or, in doubles, `not_doubles`, `no_result`, `colours` (the record has others),
    `seats_unknown`, `figures`, `players` (a seat bears the name of the other side or of another entrant). Notes:
    `seats_by_preference`, `other_names`.
    """
    raw = read_bytes(bytes(record.raw), record.content_type)
    if not _is_game_of(event, record.colours, raw):
        return Seating(None, ("not_doubles" if event.is_for_pairs else "not_two_players",))
    if not record.outcome:
        return Seating(None, ("no_result",))
    notes: list[str] = []
    colours = _full(claimed, record.colours)
    if colours is None and any(claimed):
        return Seating(None, ("colours",))
    if colours is None:
        # a pair has no preferences; it agrees on its colour
        colours = None if event.is_for_pairs else _by_preference(left, right, record.colours)
        if colours is None:
            return Seating(None, ("seats_unknown",))
        notes.append("seats_by_preference")
    figures = _figures(record, raw, colours)
    conflicts: list[str] = []
    if typed is not None and typed != figures.tiles:
        conflicts.append("figures")
    strangers = _strangers(raw, colours, _names_of(event, (left, right)))
    if strangers and Entry.every.filter(event=event, name_key__in=strangers).exists():
        conflicts.append("players")
    elif strangers:
        notes.append("other_names")
    return Seating(figures, tuple(conflicts), tuple(notes))


def require_seats(*, event: Event, record: Record, left: Entry, right: Entry, claimed: tuple[str, str]) -> None:
    """Raises InvalidInput `seats_unknown` for a game of the event if nothing tells who had which colour.

    Needs no verdict, as the record itself names its colours. Whether they are those claimed `seat_record` says.
    """
    raw = read_bytes(bytes(record.raw), record.content_type)
    colours = tuple(dict.fromkeys(str(seat.get("colour")) for seat in raw.get("players", [])))
    if any(claimed) or not _is_game_of(event, colours, raw):
        return
    if event.is_for_pairs or _by_preference(left, right, colours) is None:
        raise InvalidInput(
            "seats_unknown", _("Say which colour of the record the left player had."), {"colours": list(colours)},
            field="colour_left",
        )  # fmt: skip


def figures_by_colour(event: Event, record: Record, left_colour: str) -> GameFigures | None:
    """The figures of a verified record once it is known which colour the left side had; None if it has not that."""
    colours = _full((left_colour, ""), record.colours)
    raw = read_bytes(bytes(record.raw), record.content_type)
    if colours is None or not _is_game_of(event, record.colours, raw):
        return None
    return _figures(record, raw, colours)


def _is_game_of(event: Event, colours: Collection[str], raw: Mapping[str, Any]) -> bool:
    """Whether the record is of the games that the event is played in: of two players, or of two pairs."""
    return len(set(colours)) == 2 and bool(raw.get("doubles")) == event.is_for_pairs


def _full(claimed: tuple[str, str], colours: Sequence[str]) -> tuple[str, str] | None:
    """Both colours from one or two claimed; None if nothing is claimed or the record has not these."""
    if not any(claimed) or not {colour for colour in claimed if colour} <= set(colours):
        return None
    left, right = claimed
    if left and right:
        return (left, right) if left != right else None
    other = next((colour for colour in colours if colour not in claimed), "")
    return (left or other, right or other)


def _by_preference(left: Entry, right: Entry, colours: Sequence[str]) -> tuple[str, str] | None:
    """The colours of regulation 2.5, if they are those of the record."""
    wishes = wishes_of((left.pk, right.pk))
    answer = assign_colours(wishes[left.pk], wishes[right.pk])
    return _full((answer.left or "", answer.right or ""), colours)


def _figures(record: Record, raw: Mapping[str, Any], colours: tuple[str, str]) -> GameFigures:
    return GameFigures(
        tiles=(int(record.scores[colours[0]]), int(record.scores[colours[1]])),
        colours=colours,
        seconds=_seconds(raw, colours),
        deadlock=record.outcome == "deadlock",
    )


def _seconds(raw: Mapping[str, Any], colours: tuple[str, str]) -> tuple[int | None, int | None]:
    """The time each side used, where the record notes it for every move and it can be."""
    seats = [seat.get("colour") for seat in raw.get("players", [])]
    total: dict[str, float] = {}
    for move in raw.get("moves", []):
        seconds, player = move.get("seconds"), move.get("player")
        if not isinstance(seconds, int | float) or not isinstance(player, int) or not 0 <= player < len(seats):
            return None, None
        total[seats[player]] = total.get(seats[player], 0) + seconds
    if any(seconds > MOST_SECONDS for seconds in total.values()):
        return None, None
    left, right = (total.get(colour) for colour in colours)
    return (None if left is None else int(left)), (None if right is None else int(right))


def _names_of(event: Event, sides: tuple[Entry, Entry]) -> tuple[set[str], set[str]]:
    """The names that may stand at the seats of each side."""
    if not event.is_for_pairs:
        return sides[0].name_keys, sides[1].name_keys
    left, right = (set().union(*(row.name_keys for row in players_of([side.pk])[side.pk])) for side in sides)
    return left, right


def _strangers(
    raw: Mapping[str, Any], colours: tuple[str, str], own: tuple[Collection[str], Collection[str]]
) -> list[str]:
    """The names at seats that are none of their side's."""
    allowed = dict(zip(colours, own, strict=True))
    seats = [(seat.get("colour"), name_key(str(seat.get("name") or ""))[:160]) for seat in raw.get("players", [])]
    return [name for colour, name in seats if name and name not in allowed.get(colour, ())]
