"""Cross tables as plain values."""

from dataclasses import replace

from tests.tournaments.formats.playing import leave, seeded
from tests.tournaments.formats.test_table import with_tiles
from tournaments.formats.cross_table import Cell, Mark, group_cross_table, swiss_cross_table
from tournaments.formats.deciding import adjudicated, default, double_default, imported, retired, walkover
from tournaments.formats.facts import Facts
from tournaments.formats.fold import fold
from tournaments.formats.graph import BYE, EntrySource, MatchNode, Structure, Table, TableKind
from tournaments.formats.round_robin import round_robin

GROUP = round_robin([range(1, 5)], games=2)


def cross(facts: Facts, structure: Structure = GROUP):
    return group_cross_table(fold(structure, facts), structure.table("A"))


def match_of(left: int, right: int, structure: Structure = GROUP) -> int:
    return next(n.id for n in structure.matches if [source.n for source in n.sources] == [left, right])


def cell(table, entry: int, other: int) -> Cell:
    row = next(row for row in table.rows if row.entry == entry)
    column = [row.entry for row in (*table.rows, *table.out)].index(other)
    (found,) = row.cells[column]
    return found


def test_both_sides_of_every_match_and_an_empty_diagonal():
    match = match_of(1, 4)
    table = cross(with_tiles(seeded(4), match, (20, 15), (10, 15)))
    assert [row.entry for row in table.rows] == [101, 104, 102, 103]
    ours = cell(table, 101, 104)
    assert ours == Cell(Mark.PLAYED, match, match, 1, 104, 2, (200, 200), ((150, 50), (50, 150)))
    assert cell(table, 104, 101) == replace(ours, opponent=101, place=1, games=((50, 150), (150, 50)))
    assert [row.cells[i] for i, row in enumerate(table.rows)] == [()] * 4
    assert cell(table, 102, 103).mark is Mark.OPEN
    assert cell(table, 102, 103).tp is None
    assert table.rows[0].totals.tp == 200


def test_a_match_that_goes_on_shows_its_games():
    table = cross(with_tiles(seeded(4), match_of(1, 4), (20, 15)))
    assert (cell(table, 104, 101).mark, cell(table, 104, 101).games) == (Mark.LIVE, ((50, 150),))


def test_a_mark_for_each_kind_of_decision():
    def marks(decide, *games):
        match = match_of(1, 4)
        facts = with_tiles(seeded(4), match, *games) if games else seeded(4)
        table = cross(facts.with_decision(decide(facts, fold(GROUP, facts)[match])))
        return cell(table, 101, 104).mark, cell(table, 104, 101).mark

    assert marks(lambda f, m: walkover(f, m, 1)) == (Mark.WALKOVER_WON, Mark.WALKOVER_LOST)
    assert marks(lambda f, m: default(f, m, 0)) == (Mark.DEFAULT_LOST, Mark.DEFAULT_WON)
    assert marks(double_default) == (Mark.DOUBLE_DEFAULT, Mark.DOUBLE_DEFAULT)
    assert marks(lambda f, m: retired(f, m, 0, f.games[m.node.id]), (9, 5)) == (Mark.RETIRED_LOST, Mark.RETIRED_WON)
    assert marks(lambda f, m: adjudicated(f, m, (200, 200))) == (Mark.ADJUDICATED, Mark.ADJUDICATED)
    assert marks(lambda f, m: imported(f, m, 0)) == (Mark.IMPORTED, Mark.IMPORTED)


def test_who_left_stands_below_or_has_walkovers():
    early = cross(leave(GROUP, seeded(4), 104))
    assert [row.entry for row in early.rows] == [101, 102, 103]
    assert [(row.entry, row.place) for row in early.out] == [(104, 0)]
    assert cell(early, 101, 104) == Cell(Mark.ANNULLED, match_of(1, 4), match_of(1, 4), 1, 104)
    facts = with_tiles(with_tiles(seeded(4), match_of(1, 4), (9, 5), (9, 5)), match_of(4, 3), (9, 5), (9, 5))
    late = cross(leave(GROUP, facts, 104))
    assert cell(late, 102, 104).mark is Mark.WALKOVER_WON
    assert cell(late, 104, 102).tp == (100, 300)
    both = leave(
        GROUP, with_tiles(with_tiles(facts, match_of(1, 2), (9, 5), (9, 5)), match_of(2, 3), (9, 5), (9, 5)), 102
    )
    assert cell(cross(leave(GROUP, both, 104)), 102, 104).mark is Mark.DOUBLE_DEFAULT


def test_two_cycles_give_two_matches_a_cell():
    double = round_robin([range(1, 4)], cycles=2)
    table = cross(seeded(3), double)
    assert [len(found) for found in table.rows[0].cells] == [0, 2, 2]
    assert [found.round for found in table.rows[0].cells[1]] == [2, 5]


def test_a_swiss_round_by_round():
    def node(number, round_, position, left, right):
        source = BYE if right is None else EntrySource(right)
        return MatchNode(number, number, round_, position, (EntrySource(left), source), 1, table="S", bracket="S")

    nodes = [node(1, 1, 0, 101, 102), node(2, 1, 1, 103, None), node(3, 2, 0, 103, 101)]
    members = tuple(EntrySource(entry) for entry in (101, 102, 103, 104))
    structure = Structure(nodes, [Table("S", TableKind.SWISS, members, 2)])
    facts = with_tiles(Facts({}), 1, (20, 15), structure=structure)
    rows = swiss_cross_table(fold(structure, facts), structure.table("S"))
    assert [(row.place, row.entry) for row in rows] == [(1, 101), (2, 103), (3, 102), (4, 104)]
    assert rows[0].cells == (
        Cell(Mark.PLAYED, 1, 1, 1, 102, 3, (150, 50), ((150, 50),)),
        Cell(Mark.OPEN, 3, 3, 2, 103, 2),
    )
    assert rows[1].cells[0] == Cell(Mark.BYE, 2, 2, 1, None, None, (120, 0))
    assert rows[2].cells[1] == Cell(Mark.ABSENT, round=2)
    assert [found.mark for found in rows[3].cells] == [Mark.ABSENT] * 2
    assert rows[3].totals.tp == 0
