"""A draw with names: lines, groups or a list, with what is worth knowing about it first."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Protocol

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.formats.progression import Origin
from tournaments.models import Draw, Entry, Event, StageKind
from tournaments.selectors.feeding import StageEntries
from tournaments.selectors.pages.names import country_code
from tournaments.selectors.pages.stage_words import origin_text, stage_title, table_title
from tournaments.selectors.pages.words import Text


@dataclass(frozen=True, slots=True)
class Drawn:
    """A seed number in the draw and who has it; before that is known `name` says where it will come from."""

    number: int
    name: str
    country: str
    is_known: bool = True

    @property
    def id(self) -> int:
        return self.number

    @property
    def seed(self) -> int:
        return self.number

    @property
    def typed(self) -> str:
        """How it stands in a field: the number first, which is enough to type."""
        return f"{self.number} {self.name}"


@dataclass(frozen=True, slots=True)
class DrawnGroup:
    """A group and who plays in it, best seed first."""

    title: str
    members: tuple[Drawn, ...]


@dataclass(frozen=True)
class DrawView:
    """A draw of any stage.

    `pairs` is the first round of a tree from the top to the bottom, `groups` those of a table stage; a Swiss has only
    `entrants`, by seed number. `clashes` are pairs that could not be kept apart; `swaps` says who changed places so
    that others are.
    """

    lot: int | None
    entrants: tuple[Drawn, ...]
    pairs: tuple[tuple[Drawn | None, Drawn | None], ...]
    groups: tuple[DrawnGroup, ...]
    preliminary: tuple[tuple[Drawn, Drawn], ...]
    clashes: tuple[tuple[Drawn, Drawn], ...]
    swaps: tuple[str, ...]

    @property
    def byes(self) -> tuple[Drawn, ...]:
        """Who has no opponent in the first round, best seed first."""
        free = [side for pair in self.pairs for side in pair if side is not None and None in pair]
        return tuple(sorted(free, key=lambda drawn: drawn.number))

    @property
    def has_placeholders(self) -> bool:
        return any(not drawn.is_known for drawn in self.entrants)


class HasLines(Protocol):
    """What a draw gives, made or stored."""

    @property
    def lines(self) -> Sequence[int | None]: ...
    @property
    def clashes(self) -> Sequence[Sequence[int]]: ...
    @property
    def detail(self) -> Mapping[str, Any]: ...


def preview_view(
    found: StageEntries, built: HasLines, groups: Mapping[str, Sequence[int]], lot: int | None
) -> DrawView:
    """What a draw of these entries would be."""
    return _view(drawn_entries(found), built, groups, lot)


def stored_view(draw: Draw) -> DrawView:
    """The draw that stands; one query."""
    rows = Entry.objects.in_bulk([pk for pk in draw.entrants if pk is not None])
    origins = tuple(Origin.from_json(stored) for stored in draw.detail.get("origins", ()))
    found = StageEntries(
        tuple(rows.get(pk) if pk is not None else None for pk in draw.entrants), origins,
        int(draw.detail.get("groups_before", 0)),
    )  # fmt: skip
    return _view(drawn_entries(found), draw, draw.detail.get("groups", {}), draw.lot)


def drawn_entries(found: StageEntries) -> tuple[Drawn, ...]:
    """The seed numbers of a stage with names, or with where they will come from."""
    listed = []
    for number, entry in enumerate(found.entries, start=1):
        if entry is not None:
            listed.append(Drawn(number, entry.name, country_code(str(entry.country or ""))))
            continue
        origin = found.origins[number - 1] if number <= len(found.origins) else None
        text = _("Seed {n}").format(n=number) if origin is None else origin_text(origin, groups=found.groups)
        listed.append(Drawn(number, text, "", is_known=False))
    return tuple(listed)


def _view(
    entrants: tuple[Drawn, ...], drawn: HasLines, groups: Mapping[str, Sequence[int]], lot: int | None
) -> DrawView:
    by_number = {one.number: one for one in entrants}
    lines = [by_number.get(line) if line is not None else None for line in drawn.lines]
    pairs = zip(lines[::2], lines[1::2], strict=True)
    known = by_number.keys()
    return DrawView(
        lot=lot,
        entrants=entrants,
        pairs=tuple(pairs),
        groups=tuple(
            DrawnGroup(table_title(key), tuple(by_number[number] for number in numbers if number in known))
            for key, numbers in groups.items()
        ),
        preliminary=tuple(
            (by_number[a], by_number[b])
            for a, b in drawn.detail.get("preliminary", ())
            if a in known and b in known
        ),
        clashes=tuple((by_number[a], by_number[b]) for a, b in drawn.clashes if a in known and b in known),
        swaps=tuple(_swap(swap, by_number) for swap in drawn.detail.get("swaps", ()) if swap["moved"] in known),
    )  # fmt: skip


def _swap(stored: Mapping[str, Any], by_number: Mapping[int, Drawn]) -> str:
    moved = by_number[stored["moved"]]
    other = by_number.get(stored["with"] or 0)
    shared = country_code(str(stored.get("country") or stored.get("shared") or ""))
    values = {
        "moved": moved.name,
        "other": "" if other is None else other.name,
        "shared": shared or stored.get("shared", ""),
        "group": stored.get("to", ""),
        "left": stored.get("from", ""),
    }
    if "to" not in stored:
        return _("{moved} and {other} changed places, to keep {shared} apart.").format(**values)
    if other is None:
        return _("{moved} moved from group {left} to group {group}, to spread {shared}.").format(**values)
    return _("{moved} went to group {group} and {other} to group {left}, to spread {shared}.").format(**values)


@dataclass(frozen=True)
class DrawRecord:
    """The published record of a stage's draw: all that is needed to draw it again, and whether the site just did."""

    number: int
    title: Text
    kind: str
    made: datetime
    view: DrawView
    mode: str
    seeded: int
    apart: str
    again: bool | None
    replaced: str
    earlier: int

    @property
    def is_tree(self) -> bool:
        return self.kind in (StageKind.KNOCKOUT, StageKind.DOUBLE_ELIMINATION)


def draw_records(
    event: Event, *, again: Callable[[Draw], bool | None], last_stage: int | None = None
) -> tuple[DrawRecord, ...]:
    """The draws that stand, stage by stage, up to `last_stage`; `again` makes one anew and compares."""
    rows = list(Draw.objects.filter(stage__event=event).select_related("stage").order_by("stage__number", "number"))
    found = []
    for draw in rows:
        if not draw.current or (last_stage is not None and draw.stage.number > last_stage):
            continue
        draw.stage.event = event
        found.append(
            DrawRecord(
                number=draw.stage.number,
                title=stage_title(draw.stage),
                kind=draw.stage.kind,
                made=draw.at,
                view=stored_view(draw),
                mode=_mode_text(draw),
                seeded=draw.seeded,
                apart=_("Entries of one country are kept apart where that can be.")
                if draw.separation == "country"
                else "",
                again=again(draw),
                replaced=_replaced(draw),
                earlier=sum(other.stage_id == draw.stage_id and not other.current for other in rows),
            )
        )
    return tuple(found)


def _mode_text(draw: Draw) -> str:
    n = draw.seeded
    return {
        "strict": _("Strictly by seed number: the first meets the last."),
        "lot": _("Everybody by lot."),
        "manual": _("Placed by hand."),
        "snake": _("In a snake by seed number: 1, 2, 3 … and back."),
        "bands": ngettext(
            "By lot within bands: {n} seed stands in its band, all others in the last one.",
            "By lot within bands: {n} seeds stand in their bands, all others in the last one.",
            n,
        ).format(n=n),
    }.get(draw.mode, "")


def _replaced(draw: Draw) -> str:
    stored = draw.detail.get("replaced")
    if not stored:
        return ""
    names = dict(Entry.objects.filter(pk__in=(stored["left"], stored["alternate"])).values_list("pk", "name"))
    text = (
        _("{name} left before play; {alternate} took the line.")
        if stored["mode"] == "direct"
        else _("{name} left before play; the seeds moved up band by band, and {alternate} took the last line.")
    )
    return text.format(name=names.get(stored["left"], ""), alternate=names.get(stored["alternate"], ""))
