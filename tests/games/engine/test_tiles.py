from collections import Counter
from itertools import permutations

from games.engine.tiles import RETIRED_TILES, TILES, TURNED, Colour, fitting


def all_turns(edges):
    return {edges[k:] + edges[:k] for k in range(6)}


def test_every_tile_shows_three_colours_on_two_edges_each():
    for tile in (*TILES.values(), *RETIRED_TILES.values()):
        assert sorted(Counter(tile.edges).values()) == [2, 2, 2]


def test_all_tiles_are_different_even_when_turned():
    tiles = [*TILES.values(), *RETIRED_TILES.values()]
    assert len({min(all_turns(tile.edges)) for tile in tiles}) == 64


def test_the_64_tiles_are_all_possible_ones_of_each_colour_triple():
    possible = {
        min(all_turns("".join(order)))
        for triple in ("RYG", "RYB", "RGB", "YGB")
        for order in set(permutations(triple * 2))
    }
    assert possible == {min(all_turns(tile.edges)) for tile in (*TILES.values(), *RETIRED_TILES.values())}


def test_numbers_go_by_the_colour_that_is_missing():
    missing = {number: ({"R", "Y", "G", "B"} - set(tile.edges)).pop() for number, tile in TILES.items()}
    assert {number for number, letter in missing.items() if letter == "G"} == set(range(1, 15))
    assert {number for number, letter in missing.items() if letter == "B"} == {*range(15, 24), *range(31, 36)}
    assert {number for number, letter in missing.items() if letter == "Y"} == {*range(24, 31), *range(36, 43)}
    assert {number for number, letter in missing.items() if letter == "R"} == set(range(43, 57))


def test_the_crossing_code_counts_straights_bends_and_corners():
    for tile in (*TILES.values(), *RETIRED_TILES.values()):
        spans = Counter(link.span for link in tile.links())
        assert tile.crossings == f"{spans[3]}{spans[2]}{spans[1]}"


def test_25_and_28_follow_the_official_set():
    assert TILES[25].edges == "RBBGGR"
    assert TILES[28].edges == "BRRGGB"


def test_turning_moves_each_edge_clockwise():
    tile = TILES[4]
    for rotation in range(6):
        turned = tile.turned(rotation)
        for edge in range(6):
            assert turned[(edge + rotation) % 6] == tile.edges[edge]
            assert tile.edge((edge + rotation) % 6, rotation) == tile.edges[edge]


def test_links_join_the_two_edges_of_a_colour():
    # Tile 3 is YRRBBY: three corners; tile 6 is YRBYBR: a straight and two wide bends.
    assert set(TILES[3].links()) == {(Colour.YELLOW, 5, 1), (Colour.RED, 1, 1), (Colour.BLUE, 3, 1)}
    assert set(TILES[6].links()) == {(Colour.YELLOW, 0, 3), (Colour.RED, 5, 2), (Colour.BLUE, 2, 2)}
    assert set(TILES[3].links(2)) == {(Colour.YELLOW, 1, 1), (Colour.RED, 3, 1), (Colour.BLUE, 5, 1)}


def test_fitting_finds_exactly_the_turned_tiles_that_agree():
    for pattern in ("......", "R.....", ".GB..Y", "RGB...", "R..R.R", "YYBBRR"):
        expected = {
            (number, k)
            for number, faces in TURNED.items()
            for k in range(6)
            if all(asked in (".", shown) for asked, shown in zip(pattern, faces[k], strict=True))
        }
        assert {(number, k) for number, rotations in fitting(pattern).items() for k in rotations} == expected


def test_three_neighbouring_colours_fit_a_tile_in_one_rotation_at_most():
    for run in permutations("RYGB" * 2, 3):
        for rotations in fitting("".join(run) + "...").values():
            assert len(rotations) == 1


def test_no_tile_fits_three_equal_colours():
    for letter in "RYGB":
        assert not fitting(letter * 3 + "...")
        assert not fitting(f"{letter}.{letter}.{letter}.")
