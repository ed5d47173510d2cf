"""Brackets to print: by quarter, one a page, or all of it as one poster."""

from collections.abc import Iterable
from datetime import datetime
from typing import Final

from django.utils.translation import gettext as _

from tantrix_site.errors import NotFound, TooLarge
from tournaments.documents.values import Tree, TreeBox, TreeDocument, TreeLine, TreeSide
from tournaments.formats import bracket as core
from tournaments.formats.layout import lay_out
from tournaments.formats.sections import played, sections
from tournaments.models import Event
from tournaments.selectors.documents.wanted import Wanted, head_of, layout_of, pick_stage, stage_part
from tournaments.selectors.pages.boxes import Box, BoxWriter, Side
from tournaments.selectors.pages.bracket import PLACES, Bracket, part_of, part_titles
from tournaments.selectors.pages.loading import load_knockout, tree_stages
from tournaments.selectors.pages.round_names import key_name

A_PAGE: Final = 16
"""Rows on a page."""
MOST_ROWS: Final = 160
"""Of a poster; more cannot be read on any paper there is."""
POSTER_PAPERS: Final = ((16, "a4"), (32, "a3"), (64, "a2"), (MOST_ROWS, "a1"))


def bracket_document(event: Event, wanted: Wanted, now: datetime) -> TreeDocument:
    """All brackets of a stage.

    Raises NotFound `no_such_list`, `stage_not_found`; TooLarge `poster_too_large` for more than `MOST_ROWS` rows.
    """
    stages = tree_stages(event)
    drawn = [stage for stage in stages if stage.rounds]
    stage = pick_stage(drawn, wanted.stage, none=_("There is no bracket yet."))
    knockout = load_knockout(stage, results=wanted.results)
    if knockout is None:
        raise NotFound("no_such_list", _("The draw has not been made."))
    bracket = Bracket(knockout, stages)
    title = stage_part(list(event.stages.all()), stage)
    if wanted.is_poster:
        return _poster(event, wanted, now, bracket, title)
    pages = tuple(_pages(bracket))
    columns = max(len(tree.columns) for page in pages for tree in page)
    head = head_of(event, now, _("Bracket"), title)
    return TreeDocument(head, layout_of(wanted, landscape=columns > 3), pages)


def _poster(event: Event, wanted: Wanted, now: datetime, bracket: Bracket, title: str) -> TreeDocument:
    trees = tuple(
        _tree(bracket, name, view, _name_title(bracket, name), third=True)
        for name in bracket.names
        if part_of(name) != PLACES
        for view in (played(bracket.view(name)),)
        if view.rounds
    )
    rows = sum(tree.height for tree in trees)
    if rows > MOST_ROWS:
        raise TooLarge("poster_too_large", _("So large a bracket is printed by quarters only."), {"most": MOST_ROWS})
    paper = next(paper for most, paper in POSTER_PAPERS if rows <= most)
    layout = layout_of(wanted, landscape=rows <= A_PAGE, paper=paper)
    return TreeDocument(head_of(event, now, _("Bracket"), title), layout, (trees,))


def _pages(bracket: Bracket) -> Iterable[tuple[Tree, ...]]:
    """A page for each part of a large bracket; small brackets share one."""
    page: list[Tree] = []
    for tree in _trees(bracket):
        if page and sum(other.height for other in page) + tree.height + len(page) > A_PAGE:
            yield tuple(page)
            page = []
        page.append(tree)
    if page:
        yield tuple(page)


def _trees(bracket: Bracket) -> Iterable[Tree]:
    for name in bracket.names:
        parts = sections(played(bracket.view(name)), A_PAGE)
        own = _name_title(bracket, name)
        for number, part in enumerate(parts, start=1):
            is_last = number == len(parts)
            told = "" if len(parts) == 1 else _("Last rounds") if is_last else _part_title(number, len(parts) - 1)
            title = " · ".join(text for text in (own, told) if text)
            tree = _tree(bracket, name, part, title, third=is_last)
            # a part of a large bracket has its page to itself
            yield tree if len(parts) == 1 or tree.height > A_PAGE / 2 else _tall(tree)


def _tall(tree: Tree) -> Tree:
    return Tree(tree.title, tree.columns, max(tree.height, A_PAGE / 2 + 0.5), tree.boxes, tree.lines)


def _part_title(number: int, count: int) -> str:
    if count == 4:
        return _("Quarter {part}").format(part=number)
    return _("Part {n} of {count}").format(n=number, count=count)


def _name_title(bracket: Bracket, name: str) -> str:
    """What a bracket is called where there are several."""
    if len(bracket.names) == 1:
        return ""
    if part_of(name) == name:
        return part_titles(bracket.stage)[name]
    return bracket.round_name(name, 1).title


def _tree(bracket: Bracket, name: str, view: core.BracketView, title: str, *, third: bool) -> Tree:
    """The boxes of a view where `lay_out` puts them, the match for third place below the final."""
    layout, writer = lay_out(view), bracket.writer(name)
    at = {p.box.match: (column, p.y) for column, r in enumerate(layout.rounds) for p in r.boxes}
    boxes = [
        _box(writer, p.box, column, p.y) for column, r in enumerate(layout.rounds) for p in r.boxes
    ]  # fmt: skip
    lines = [
        TreeLine((at[match][0], at[following][0]), (at[match][1], at[following][1]))
        for match in at
        for following in (view.boxes[match].next_match,)
        if following in at
    ]
    height = float(layout.rows)
    box = bracket.view(name).third_place
    if third and box is not None:
        column = len(layout.rounds) - 1
        y = boxes[-1].y + max(1.5, height / 5)
        boxes.append(_box(writer, box, column, y, label=key_name("third_place").title))
        height = max(height, y + 1)
    titles = tuple(bracket.round_name(name, r.number).title for r in layout.rounds)
    return Tree(title, titles, height, tuple(boxes), tuple(lines))


def _box(writer: BoxWriter, box: core.Box, column: int, y: float, label: str = "") -> TreeBox:
    shown = writer.box(box)
    number = f"M{box.number}"
    return TreeBox(
        f"{label} · {number}" if label else number, column, y, (_side(shown, 0), _side(shown, 1))
    )  # fmt: skip


def _side(box: Box, number: int) -> TreeSide:
    side: Side = box.sides[number]
    return TreeSide(
        name=side.name,
        short=side.surname,
        seed=str(side.seed or ""),
        country=side.country,
        score=side.score,
        is_winner=side.role == "w",
        expected=side.text,
    )
