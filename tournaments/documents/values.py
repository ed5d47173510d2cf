"""What documents consist of. All texts are ready to be printed, in one language."""

from dataclasses import dataclass
from typing import ClassVar, Final

PAPERS: Final = ("a4", "us-letter")
"""What a document is printed on."""
POSTERS: Final = ("a3", "a2", "a1", "a0")
"""What a poster may be printed on as well."""


@dataclass(frozen=True, slots=True)
class Head:
    """What stands on every page. `page` has places for `{page}` and `{pages}`; `mark` is a warning, as of a draft."""

    event: str
    title: str
    part: str
    printed: str
    page: str
    mark: str = ""


@dataclass(frozen=True, slots=True)
class Layout:
    """The paper, one of `PAPERS` or `POSTERS`, and the language, by which words are parted and read aloud."""

    paper: str = "a4"
    language: str = "en"
    landscape: bool = False


@dataclass(frozen=True, slots=True)
class Column:
    """`kind` is "number" (to the right), "text", "name" (takes what room there is) or "cell" (in the middle)."""

    title: str
    kind: str = "text"


@dataclass(frozen=True, slots=True)
class Section:
    """A table under a heading. A row has a text for each column, None for a cell that is crossed out."""

    title: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[str | None, ...], ...]
    note: str = ""


@dataclass(frozen=True, slots=True)
class TableDocument:
    """Tables one after the other. `size` is that of the type in points; `is_form` leaves room to write by hand."""

    template: ClassVar[str] = "tables.typ"
    head: Head
    layout: Layout
    sections: tuple[Section, ...]
    size: float = 10
    is_form: bool = False


@dataclass(frozen=True, slots=True)
class SheetSide:
    """One side of a score sheet; `colour` is empty where it is not fixed."""

    name: str
    country: str
    colour: str


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """A match to be played. `place` is its table in the hall or its group, `games` how many are planned.

    `qr` is a picture as SVG that leads to its page, empty without one.
    """

    round: str
    place: str
    match: str
    sides: tuple[SheetSide, SheetSide]
    games: int
    qr: str = ""


@dataclass(frozen=True, slots=True)
class SheetWords:
    """The printed words of a score sheet; `decider` is empty where a match may end level, so that it has none."""

    game: str
    colour: str
    tiles: str
    points: str
    time: str
    total: str
    signature: str
    decider: str


@dataclass(frozen=True, slots=True)
class ScoreSheets:
    """Score sheets, 1, 2 or 4 a page."""

    template: ClassVar[str] = "score_sheets.typ"
    head: Head
    layout: Layout
    sheets: tuple[ScoreSheet, ...]
    words: SheetWords
    a_page: int = 2


@dataclass(frozen=True, slots=True)
class TableSheet:
    """A table of three or four, or of doubles, to be played: `sides` score as one each, `openers` open its games."""

    round: str
    place: str
    sides: tuple[str, ...]
    openers: tuple[str, ...]
    qr: str = ""


@dataclass(frozen=True, slots=True)
class TableSheetWords:
    """The printed words of the sheet of a table."""

    game: str
    opens: str
    tiles: str
    points: str
    total: str
    signature: str


@dataclass(frozen=True, slots=True)
class TableSheets:
    """Score sheets of tables, 1 or 2 a page."""

    template: ClassVar[str] = "table_sheets.typ"
    head: Head
    layout: Layout
    sheets: tuple[TableSheet, ...]
    words: TableSheetWords
    a_page: int = 2


@dataclass(frozen=True, slots=True)
class TreeSide:
    """A line of a box; `short` is for narrow ones, `expected` stands there while nobody is known."""

    name: str = ""
    short: str = ""
    seed: str = ""
    country: str = ""
    score: str = ""
    is_winner: bool = False
    expected: str = ""


@dataclass(frozen=True, slots=True)
class TreeBox:
    """A match in a column, its middle at row `y`, counted from 0."""

    match: str
    column: int
    y: float
    sides: tuple[TreeSide, TreeSide]


@dataclass(frozen=True, slots=True)
class TreeLine:
    """From the right of one box to the left of another: columns and rows of both."""

    columns: tuple[int, int]
    rows: tuple[float, float]


@dataclass(frozen=True, slots=True)
class Tree:
    """A bracket or a part of it, `height` rows high."""

    title: str
    columns: tuple[str, ...]
    height: float
    boxes: tuple[TreeBox, ...]
    lines: tuple[TreeLine, ...]


@dataclass(frozen=True, slots=True)
class TreeDocument:
    """Brackets; each page has trees one below the other. `rows` is for how many rows a page is laid out at least."""

    template: ClassVar[str] = "trees.typ"
    head: Head
    layout: Layout
    pages: tuple[tuple[Tree, ...], ...]
    rows: float = 8


@dataclass(frozen=True, slots=True)
class LinkCard:
    """A private link of one person: its picture, and the address for who cannot photograph it."""

    name: str
    address: str
    qr: str


@dataclass(frozen=True, slots=True)
class LinkCards:
    """Cards to be cut apart and handed out, eight a page; `text` says what to do with them."""

    template: ClassVar[str] = "link_cards.typ"
    head: Head
    layout: Layout
    cards: tuple[LinkCard, ...]
    text: str


Document = TableDocument | ScoreSheets | TableSheets | TreeDocument | LinkCards
