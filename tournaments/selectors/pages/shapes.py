"""The three shapes in which a part of a bracket is shown.

A full tree of up to 128 lines is a lens: all its boxes are in the page, style sheet and script choose among them. Any
other tree is laid out here, from a round on. A grand final and play-offs of places are lists.
"""

from dataclasses import dataclass, replace
from functools import cached_property
from math import floor

from tournaments.formats import bracket as core
from tournaments.formats import lens
from tournaments.formats.double_elimination import FINAL
from tournaments.formats.fold import Folded
from tournaments.formats.graph import EntryId, MatchId
from tournaments.formats.knockout import PRELIMINARY
from tournaments.formats.layout import Layout, PlacedBox, lay_out
from tournaments.formats.tree import overview, quarters, shown, without_byes
from tournaments.selectors.pages.boxes import Box, condition_text
from tournaments.selectors.pages.bracket import (
    LEAST_SIZE_FOR_QUARTERS,
    MOST_LENS_ROUNDS,
    PLACES,
    Bracket,
    part_of,
)
from tournaments.selectors.pages.round_names import MAIN

MOST_ROWS = 128
"""So many rows the style sheet can place."""
LEAST_ROWS_FOR_STRIP = 16


@dataclass(frozen=True, slots=True)
class Round:
    """A round of a part and how far it is. In a lens `depth` counts from the final (0) and `groups` are the quarters
    of the draw, or one group 0 with all boxes."""

    number: int
    title: str
    tab: str
    done: int
    total: int
    depth: int = 0
    groups: tuple[tuple[int, tuple[Box, ...]], ...] = ()

    @property
    def count(self) -> str:
        return f"{self.done}/{self.total}"

    @property
    def is_done(self) -> bool:
        return self.done == self.total


class Shape:
    """What the shapes have in common: the rounds of one part, and which of them is on."""

    kind = ""

    def __init__(self, bracket: Bracket, part: str) -> None:
        self.bracket = bracket
        self.part = part

    @cached_property
    def view(self) -> core.BracketView:
        """The core's view, with the preliminary round as round 0 where there is one."""
        return with_preliminary(self.bracket, self.part)

    @property
    def signature(self) -> str:
        """Changes when an open page must be loaded anew: matches or whole rounds have come or gone."""
        return f"{self.bracket.shape}-{len(self.rounds)}"

    @cached_property
    def rounds(self) -> tuple[Round, ...]:
        return tuple(self._round(round_) for round_ in self.view.rounds)

    def _round(self, round_: core.RoundView) -> Round:
        name = self.bracket.round_name(self.part, round_.number)
        if not round_.number:
            name = self.bracket.round_name(PRELIMINARY, 1)
        return Round(round_.number, name.title, name.tab, round_.settled, round_.total)

    @property
    def has_quarters(self) -> bool:
        return False

    @property
    def current_round(self) -> int:
        """The first round with a match still to settle; the last once all is over."""
        return next((r.number for r in self.rounds if not r.is_done), self.rounds[-1].number)

    def quarter_of(self, entry: EntryId) -> int | None:
        """The quarter in which an entry stands, None where there are none."""
        return None

    def busiest_quarter(self, round_: int) -> int:
        return 1


class Lens(Shape):
    """A full tree, all of it in the page."""

    kind = "lens"

    @cached_property
    def tree(self) -> core.BracketView:
        """The full tree without what is played before it."""
        return self.bracket.view(self.part)

    @cached_property
    def columns(self) -> tuple[Round, ...]:
        writer = self.bracket.writer(self.part)
        found = []
        for round_ in self.tree.rounds:
            boxes = [writer.box(box) for box in round_.boxes]
            in_parts = self.has_quarters and len(boxes) >= self.tree.parts
            parts = self.tree.parts if in_parts else 1
            share = len(boxes) // parts
            groups = tuple((n + 1 if in_parts else 0, tuple(boxes[n * share : (n + 1) * share])) for n in range(parts))
            found.append(replace(self._round(round_), depth=len(self.tree.rounds) - round_.number, groups=groups))
        return tuple(found)

    @cached_property
    def third(self) -> tuple[Box, ...]:
        """The match for third place, if there is one."""
        box = self.tree.third_place
        return () if box is None else (self.bracket.writer(self.part).box(box),)

    @property
    def has_quarters(self) -> bool:
        return self.tree.parts > 1

    def quarter_of(self, entry: EntryId) -> int | None:
        return self.tree.part_of(entry) if self.has_quarters else None

    def busiest_quarter(self, round_: int) -> int:
        return self.tree.busiest_part(max(round_, 1))

    def strip(self, follow: EntryId | None) -> lens.Strip | None:
        """The overview of the whole draw."""
        return lens.strip(self.tree, follow=follow) if self.has_quarters else None

    @property
    def strip_heights(self) -> tuple[float, ...]:
        """The heights of its levels, for the script that draws the path of a hovered player."""
        return lens.strip_levels(len(self.tree.rounds))


@dataclass(frozen=True, slots=True)
class Placed:
    """A box at its height, in half rows; without a box a line that passes through the column.

    `reach` is how far below (or above) its middle the next box stands, None where no line goes on. `next` is the number
    of that match.
    """

    box: Box | None
    y: int
    reach: int | None
    is_fed: bool
    next: int | None = None

    @property
    def v(self) -> str:
        """Changes with where it stands."""
        return f".{self.y}.{self.reach}"

    @property
    def classes(self) -> str:
        """Where it stands and how its line goes on, in classes of the style sheet; numbers as two digits to base 16."""
        names = [f"a{self.y // 16} b{self.y % 16}"]
        if self.reach is not None:
            size = abs(self.reach)
            names.append("st" if not size else f"{'dn' if self.reach > 0 else 'up'} c{size // 16} d{size % 16}")
        if self.is_fed:
            names.append("in")
        if self.box is None:
            names.append("pass")
        return " ".join(names)


@dataclass(frozen=True, slots=True)
class Column:
    """A round as shown, its boxes from top to bottom."""

    round: Round
    items: tuple[Placed, ...]


class Tree(Shape):
    """A bracket of any shape; only what is shown of it is in the page."""

    kind = "tree"

    @cached_property
    def view(self) -> core.BracketView:
        return without_byes(with_preliminary(self.bracket, self.part))

    @cached_property
    def layout(self) -> Layout:
        return lay_out(self.view)

    @cached_property
    def _quarters(self) -> tuple[frozenset[MatchId], ...]:
        return quarters(self.view) if self.layout.rows >= LEAST_SIZE_FOR_QUARTERS // 2 else ()

    @property
    def has_quarters(self) -> bool:
        return bool(self._quarters)

    @cached_property
    def last_quarter_round(self) -> int:
        """The last round of which every match lies in a quarter."""
        return max((self.view.boxes[m].round for part in self._quarters for m in part), default=0)

    def quarter_of(self, entry: EntryId) -> int | None:
        for number, part in enumerate(self._quarters, start=1):
            if any(slot.occupant == entry for match in part for slot in self.view.boxes[match].slots):
                return number
        return None

    def busiest_quarter(self, round_: int) -> int:
        waiting = [
            sum(
                box.round == round_ and box.is_to_play and not self.bracket.knockout.folded[match].is_settled
                for match in part
                for box in (self.view.boxes[match],)
            )
            for part in self._quarters
        ]
        return waiting.index(max(waiting)) + 1

    def fits(self, round_: int) -> bool:
        """Whether all of it can be shown from that round on."""
        return lay_out(shown(self.view, active=round_)).rows <= MOST_ROWS

    def columns(self, round_: int, quarter: int | None) -> tuple[Column, ...]:
        """The boxes from a round on, of one quarter (counted from 1) or of all."""
        within: frozenset[MatchId] | None = None if quarter is None else self._quarters[quarter - 1]
        if not round_:  # before the main draw: with the matches it leads to, and no further
            early = self.view.rounds[0].boxes
            within = frozenset(m for box in early for m in (box.match, box.next_match) if m is not None)
        found = shown(self.view, active=round_, within=within)
        writer = self.bracket.writer(self.part)
        by_number = {r.number: r for r in self.rounds}
        layout = lay_out(found)
        at = {p.box.match: (k, _half_rows(p)) for k, r in enumerate(layout.rounds) for p in r.boxes}
        columns: list[list[Placed]] = [[] for _round in layout.rounds]
        for k, placed in ((k, p) for k, r in enumerate(layout.rounds) for p in r.boxes):
            y = _half_rows(placed)
            target = at.get(placed.box.next_match) if placed.box.next_match is not None else None
            following = None if target is None else self.view.boxes[placed.box.next_match or 0].number
            reach = None if target is None else target[1] - y
            passing = range(k + 1, target[0]) if target is not None else range(0)
            is_fed = any(feeder is not None for feeder in placed.feeders)
            box = writer.box(placed.box)
            columns[k].append(Placed(box, y, 0 if passing else reach, is_fed, following))
            for between in passing:
                columns[between].append(Placed(None, y, reach if between == passing[-1] else 0, is_fed=True))
        return tuple(
            Column(by_number[r.number], tuple(sorted(items, key=lambda item: item.y)))
            for r, items in zip(layout.rounds, columns, strict=True)
        )

    def strip(self, follow: EntryId | None) -> lens.Strip | None:
        """The overview of the whole bracket."""
        if self.layout.rows < LEAST_ROWS_FOR_STRIP:
            return None
        return overview(self.layout, parts=self._quarters, follow=follow)

    @property
    def third(self) -> tuple[Box, ...]:
        box = self.bracket.view(self.part).third_place
        return () if box is None else (self.bracket.writer(self.part).box(box),)


@dataclass(frozen=True, slots=True)
class Section:
    """Matches under a heading; `note` says on what they depend."""

    key: str
    title: str
    boxes: tuple[Box, ...]
    note: str = ""


class List(Shape):
    """Few matches under headings: the grand final, and play-offs of places."""

    kind = "list"

    @cached_property
    def names(self) -> tuple[str, ...]:
        return tuple(name for name in self.bracket.names if part_of(name) == self.part)

    @cached_property
    def rounds(self) -> tuple[Round, ...]:
        return ()

    @property
    def current_round(self) -> int:
        return 1

    @cached_property
    def sections(self) -> tuple[Section, ...]:
        found = []
        for name in self.names:
            writer = self.bracket.writer(name)
            for round_ in self.bracket.view(name).rounds:
                boxes = tuple(writer.box(box) for box in round_.boxes)
                title = self.bracket.round_name(name, round_.number).title
                note = _condition(self.bracket.knockout.folded, round_.boxes[0].match)
                found.append(Section(f"{name}-{round_.number}", title, boxes, note))
        return tuple(found)


def _condition(folded: Folded, match: MatchId) -> str:
    found = folded[match]
    if found.node.condition is None:
        return ""
    return condition_text(found.state, folded.structure[found.node.condition.match].number)


def shape_of(bracket: Bracket, part: str, round_: int | None = None) -> Lens | Tree | List:
    """The shape in which a part is shown; the preliminary round (0) is laid out even before a full tree."""
    if part in (FINAL, PLACES):
        return List(bracket, part)
    view = bracket.view(part)
    if round_ != 0 and part == MAIN and view.is_regular and len(view.rounds) <= MOST_LENS_ROUNDS:
        return Lens(bracket, part)
    return Tree(bracket, part)


def with_preliminary(bracket: Bracket, part: str) -> core.BracketView:
    """The view of a part; the preliminary round stands before the main draw as round 0."""
    view = bracket.view(part)
    if part != MAIN or PRELIMINARY not in bracket.names:
        return view
    before = bracket.view(PRELIMINARY)
    early = core.RoundView(0, PRELIMINARY, tuple(replace(box, round=0) for box in before.rounds[0].boxes))
    boxes = {**view.boxes, **{box.match: box for box in early.boxes}}
    return replace(view, rounds=(early, *view.rounds), boxes=boxes, parts=1)


def _half_rows(placed: PlacedBox) -> int:
    return floor(2 * placed.y + 0.5)
