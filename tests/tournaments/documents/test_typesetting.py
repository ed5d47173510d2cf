"""Documents as PDF: what stands on their pages, whatever people are called."""

from dataclasses import replace
from io import BytesIO

import pytest
from pypdf import PdfReader

from tournaments.documents.letters import printable
from tournaments.documents.qr import qr_svg
from tournaments.documents.typesetting import pdf
from tournaments.documents.values import (
    Column,
    Head,
    Layout,
    ScoreSheet,
    ScoreSheets,
    Section,
    SheetSide,
    SheetWords,
    TableDocument,
    Tree,
    TreeBox,
    TreeDocument,
    TreeLine,
    TreeSide,
)

HEAD = Head("Spring Cup #1 $x$", "Pairings", "Round 3", "Printed Tue 1 Dec 2026, 14:05 (UTC)", "Page {page} of {pages}")
WORDS = SheetWords("Game", "Colour", "Tiles", "TP", "Time", "Total", "Signed:", "Decider")
COLUMNS = (Column("", "number"), Column("Name", "name"))
# what would be code, markup, references or files if it were read as a template
INJECTIONS = (
    '#read("/etc/passwd")', '#panic("x")', "#set page(fill: black)", "$ x^2 $", "\\", "*b* _i_ `c`", "= head",
    "@ref <l>", "// note", "/* note", "=cmd|'/C calc'!A0", '"', "{page}", "[x]", "#import sys: inputs",
)  # fmt: skip
NAMES = ("Łukasz Żółć", "Ольга Жукова", "Παναγιώτης", "Đorđe Ћирић", "Zoë O’Hara", "Nguyễn Văn Ấn")


def texts(made: bytes) -> list[str]:
    """The text of each page."""
    return [page.extract_text() for page in PdfReader(BytesIO(made)).pages]


def table(names, **options) -> TableDocument:
    rows = tuple((str(n), name) for n, name in enumerate(names, start=1))
    return TableDocument(HEAD, Layout(), (Section("", COLUMNS, rows),), **options)


def test_every_page_has_event_round_time_and_number():
    pages = texts(pdf(table([f"Player {n}" for n in range(1, 121)], size=16)))
    assert len(pages) > 3
    for number, page in enumerate(pages, start=1):
        for told in (HEAD.event, "Pairings", "Round 3", HEAD.printed, f"Page {number} of {len(pages)}", "Name"):
            assert told in page
    assert sum(page.count("Player ") for page in pages) == 120


def test_names_of_many_alphabets_are_printed_as_they_are():
    (page,) = texts(pdf(table(NAMES)))
    for name in NAMES:
        assert name in page


def test_nothing_of_a_persons_text_is_read_as_markup():
    head = replace(HEAD, event='#panic("event")', part="$1$ *x*", mark="#x <y>")
    (page,) = texts(pdf(replace(table(INJECTIONS), head=head)))
    flat = "".join(page.split())
    for told in (*INJECTIONS, head.event, head.part, head.mark):
        assert "".join(told.split()) in flat


def test_a_letter_that_no_font_has_is_written_in_latin_ones():
    assert printable("山田 Ken") == "ShanTian Ken"
    assert printable("한국\u2028x\x07") == "HanGug x"
    assert [printable(name) for name in NAMES] == list(NAMES)
    (page,) = texts(pdf(table(["山田 Ken", "👍 Ann"])))
    assert "ShanTian Ken" in page
    assert "Ann" in page


def test_the_same_document_is_the_same_file():
    assert pdf(table(["Ann"])) == pdf(table(["Ann"]))


def boxes_in(paper: str, *, landscape: bool = False) -> tuple[int, int]:
    box = PdfReader(BytesIO(pdf(replace(table(["Ann"]), layout=Layout(paper, "en", landscape))))).pages[0].mediabox
    return round(box.width), round(box.height)


@pytest.mark.parametrize(
    ("paper", "size"), [("a4", (595, 842)), ("us-letter", (612, 792)), ("a3", (842, 1191)), ("a0", (2384, 3370))]
)
def test_papers(paper, size):
    assert boxes_in(paper) == size
    assert boxes_in(paper, landscape=True) == size[::-1]


def sheets(count: int, a_page: int, games: int = 2) -> ScoreSheets:
    sides = (SheetSide("Ольга Жукова", "FRA", "red"), SheetSide(INJECTIONS[0] + " x" * 30, "", ""))
    qr = qr_svg("https://example.org/events/cup/matches/7/")
    made = tuple(ScoreSheet("Round 3", f"Table {n}", f"M{n}", sides, games, qr) for n in range(1, count + 1))
    return ScoreSheets(HEAD, Layout(), made, WORDS, a_page)


@pytest.mark.parametrize(("a_page", "games", "pages"), [(1, 30, 3), (2, 7, 2), (4, 6, 1)])
def test_score_sheets_fit_so_many_on_a_page(a_page, games, pages):
    found = texts(pdf(sheets(3, a_page, games)))
    assert len(found) == pages
    text = "\n".join(found)
    for told in ("Table 1", "Table 3", "Ольга Жукова", "red", "M2", HEAD.event, HEAD.printed):
        assert told in text
    assert text.count("Total") == text.count("Decider") == 3


def test_a_bracket_has_a_box_for_every_match_and_names_that_shrink():
    long = "Maximiliane-Konstantina von Hohenstaufen-Überlingen zu Schwäbisch Gmünd"
    sides = (TreeSide(long, "Gmünd", "1", "HUN", "20.0", is_winner=True), TreeSide(expected="Winner of M4"))
    boxes = (TreeBox("M1", 0, 0, sides), TreeBox("M2", 0, 1, sides), TreeBox("M3", 1, 0.5, sides))
    lines = (TreeLine((0, 1), (0, 0.5)), TreeLine((0, 1), (1, 0.5)))
    tree = Tree("Plate", ("Semi-finals", "Final"), 2, boxes, lines)
    (first, second) = texts(pdf(TreeDocument(HEAD, Layout(), ((tree, tree), (tree,)))))
    assert first.count("Winner of M4") == 6
    assert second.count("Winner of M4") == 3
    for told in ("Plate", "Semi-finals", "Final", "M3", "20.0", "Gmünd"):
        assert told in second
