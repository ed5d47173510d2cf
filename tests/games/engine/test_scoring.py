from games.engine.board import Board, Placement
from games.engine.hexes import Hex
from games.engine.scoring import best_line, lines
from games.engine.tiles import TURNED, Colour

from .records import legal_rows, started


def loop_of_three():
    """Tiles 1, 2 and 3 round a corner make a yellow loop, the first puzzle of every set."""
    spaces = (Hex(0, 0), Hex(1, 0), Hex(0, 1))
    towards = ((2, 3), (3 + 1, 3 + 2), (0, 1))  # the two directions in which each tile meets the others
    found = []
    for tile, space, sides in zip((1, 2, 3), spaces, towards, strict=True):
        found += [Placement(tile, space, k) for k in range(6) if all(TURNED[tile][k][side] == "Y" for side in sides)]
    return found


def test_a_loop_of_three_scores_two_points_a_tile():
    placements = loop_of_three()
    assert len(placements) == 3
    line = best_line(Board(placements), Colour.YELLOW)
    assert line.loop
    assert set(line.cells) == {Hex(0, 0), Hex(1, 0), Hex(0, 1)}
    assert line.score == 6


def test_a_single_tile_is_a_line_of_one_and_a_missing_colour_scores_nothing():
    board = Board([Placement(1, Hex(0, 0), 0)])
    assert best_line(board, Colour.RED).score == 1
    assert best_line(board, Colour.GREEN).score == 0
    assert best_line(board, Colour.GREEN).cells == ()


def test_touching_edges_of_other_colours_do_not_join():
    # A board that breaks the golden rule may be shown in an editor; its lines end where the colours differ.
    board = Board([Placement(1, Hex(0, 0), 0), Placement(2, Hex(1, 0), 3)])
    for colour in Colour:
        for line in lines(board, colour):
            for cell, following in zip(line.cells, line.cells[1:], strict=False):
                side = cell.neighbours().index(following)
                here, there = board.tiles[cell], board.tiles[following]
                assert TURNED[here.tile][here.rotation][side] == colour.letter
                assert TURNED[there.tile][there.rotation][(side + 3) % 6] == colour.letter


def test_lines_share_out_the_tiles_of_a_colour_and_run_from_neighbour_to_neighbour():
    for row in legal_rows()[::20]:
        game = started(row["record"], None)
        for colour in game.colours:
            found = lines(game.board, colour)
            cells = [cell for line in found for cell in line.cells]
            assert len(cells) == len(set(cells))
            assert len(cells) == sum(colour.letter in TURNED[placed.tile][0] for placed in game.board)
            for line in found:
                pairs = list(zip(line.cells, line.cells[1:], strict=False))
                if line.loop:
                    pairs.append((line.cells[-1], line.cells[0]))
                assert all(following in cell.neighbours() for cell, following in pairs)


def test_scores_of_finished_games_are_those_expected():
    for row in legal_rows()[::5]:
        assert started(row["record"], None).scores() == row["expect"]["scores"]
