"""The fast verifier: the same verdicts as the readable engine, for the records of a busy site.

:func:`first_objection` replays a record on flat numbers (see :mod:`.fast_tables`) and says where the first fault is;
why, is left to the readable engine, which looks at that place. What makes it fast, and why it is right:

* A fill that is played is the witness that a fill was possible, so whether one is possible is searched only before a
  free move and at the end of a turn, where in a legal game the answer is no.
* The shape that the imagined filling of rule 24 ends in has no empty space with three sides, so it is the hexagonal
  convex hull of the tiles: bounds of ``q``, ``r`` and ``q + r``. A free placement keeps restrictions 2 and 3 exactly
  if it lies outside the hull and touches no imagined tile of it. A fill keeps them always (rule 25).
* Draws need no bookkeeping: the tiles drawn are those that start in no hand, each once, until there is none left.
* Lines are followed once, at the end, from tile to tile by steps kept in tables.

Where anything is out of the ordinary (a type, a range, a missing key, draws or numbering of another kind) nothing is
decided here.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain, repeat
from operator import countOf, itemgetter
from typing import Any

from .fast_tables import BIT, FILLED, FIT, ONE, ROW, STEPS, THREE, TILES_OF_A_COLOUR, TURNS, TWO, steps_of
from .moves import HAND_SIZE
from .setup import COLOUR_WORDS, FORMAT, is_duration, tags_are_well_formed

#: Says that nothing could be decided.
UNDECIDED = -2

_SEATS = [frozenset(range(count)) for count in range(5)]
_ROTATIONS = frozenset(range(6))
_ALL_TILES = frozenset(range(1, 57))
_FIELDS = itemgetter("player", "tile", "q", "r", "rotation", "drawn")
_COLOUR = itemgetter("colour")
_HAND = itemgetter("hand")
#: The keys of a record that this verifier knows what to do with; tags are looked at on their own.
_PLAIN_KEYS = frozenset({"format", "players", "doubles", "start_tiles", "moves", "result"})


def first_objection(record: Mapping[str, Any]) -> tuple[int, dict[str, int]]:
    """Where the first illegal move of a record is, or the number of moves if all are legal, with the scores of the
    colours in play at that place; or :data:`UNDECIDED`."""
    try:
        setup = _setup(record)
        return _replay(*setup) if setup else (UNDECIDED, {})
    except (KeyError, TypeError, AttributeError, IndexError, ValueError):
        # A key or type that a record of the usual form does not have; the readable engine says which.
        return UNDECIDED, {}


def _setup(record: Mapping[str, Any]) -> tuple[tuple[str, ...], list[int], list[tuple[Any, ...]], int] | None:
    """Colours in play, hands as bits, moves as columns and the number of draws, if all is of the usual form."""
    players, moves = record["players"], record["moves"]
    if type(record) is not dict or type(players) is not list or record["format"] != FORMAT:
        return None
    count = len(players)
    colours = tuple(map(_COLOUR, players))
    hands = list(map(_HAND, players))
    if not 2 <= count <= 4 or not COLOUR_WORDS.issuperset(colours) or any(type(hand) is not list for hand in hands):
        return None
    doubles = record.get("doubles", False)
    if doubles is True:
        if count != 4 or not colours[0] == colours[2] != colours[1] == colours[3]:
            return None
        colours = colours[:2]
    elif doubles is not False or len(set(colours)) != count:
        return None
    for player in players:
        if type(player.get("name", "")) is not str or len(player["hand"]) != HAND_SIZE:
            return None
    if not record.keys() <= _PLAIN_KEYS and not _tags_are_right(record):
        return None
    if "start_tiles" in record and not _start_tiles_are_right(record["start_tiles"], count):
        return None
    columns = _columns(moves)
    if columns is None:
        return None
    movers, tiles, _, _, rotations, drawn = columns
    held = [*chain.from_iterable(hands)]
    draws = len(_ALL_TILES) - len(held)
    in_time = drawn[:draws]
    # The tiles held at the start and those drawn are all different, all whole numbers from 1 to 56; then none is drawn.
    seen = {*held, *in_time}
    if (
        len(seen) != len(held) + len(in_time)
        or not seen <= _ALL_TILES
        or drawn.count(None) != len(drawn) - len(in_time)
        or countOf(map(type, chain(held, *columns)), int) != 5 * len(drawn) + len(seen)
        or not _ALL_TILES.issuperset(tiles)
        or not _SEATS[count].issuperset(movers)
        or not _ROTATIONS.issuperset(rotations)
    ):
        return None
    return colours, [sum(map(BIT.__getitem__, hand)) for hand in hands], columns, draws


def _tags_are_right(record: Mapping[str, Any]) -> bool:
    return record.get("draws") is None and record.get("numbering") is None and tags_are_well_formed(record)


def _start_tiles_are_right(start_tiles: Any, count: int) -> bool:
    return start_tiles is None or (
        type(start_tiles) is list
        and len(start_tiles) == count
        and countOf(map(type, start_tiles), int) == count
        and len(set(start_tiles)) == count
        and _ALL_TILES.issuperset(start_tiles)
        and start_tiles[0] == max(start_tiles)
    )


def _columns(moves: Any) -> list[tuple[Any, ...]] | None:
    """The moves as six columns (players, tiles, q, r, rotations, drawn tiles), or None if one is of another form."""
    if type(moves) is not list or not moves:
        return None
    try:
        columns = list(zip(*map(_FIELDS, moves)))  # noqa: B905 - rows of one length
        has_more = sum(map(len, moves)) > 6 * len(moves)
    except KeyError:
        columns = list(zip(*(_FIELDS({"drawn": None, **move}) for move in moves)))  # noqa: B905
        has_more = True
    if has_more and not all(is_duration(move["seconds"]) for move in moves if move.get("seconds") is not None):
        return None
    return columns


def _replay(  # noqa: C901 - one loop on purpose, see below
    colours: tuple[str, ...], hands: list[int], columns: list[tuple[Any, ...]], draws: int
) -> tuple[int, dict[str, int]]:
    """Replay moves whose form, tiles and draws are in order.

    One long function with all names local and the six neighbours written out, as calls and loops would cost half the
    speed. The first illegal move ends it at once.
    """
    movers, tiles, qs, rs, rotations, drawn = columns
    columns_used, rows_used = set(qs), set(rs)
    left, top = min(columns_used) - 1, min(rows_used) - 1
    rows = max(rows_used) - top + 2
    if rows > ROW or max(columns_used) - left > ROW - 2 or movers[0] or qs[0] or rs[0]:
        return UNDECIDED, {}
    corner = -ROW * top - left
    cells = [corner + ROW * r + q for q, r in zip(qs, rs)]  # noqa: B905 - columns of one length
    faces = [6 * tile + rotation for tile, rotation in zip(tiles, rotations)]  # noqa: B905
    turns = map(TURNS.__getitem__, faces)
    bits = map(BIT.__getitem__, tiles)
    # A drawn tile as its bit; none is drawn, and the restrictions are over, from the moment the bag is empty.
    drawn_bits = chain(map(BIT.__getitem__, drawn[:draws]), repeat(0))

    patterns = [0] * (ROW * rows)
    patterns[cells[0]] = ONE  # as if the first tile touched one, so that it need not be told apart
    forced: dict[int, int] = {}  # forced space -> the tiles that fit it
    fits, row, three, filled = FIT.get, ROW, THREE, FILLED
    seats = len(hands)
    player = 0
    free_move_used = False
    # The hull, in numbers of columns, rows and diagonals; empty at first, so that the first tile is outside.
    q0, r0 = -left, -top
    q1, r1 = q0 - 1, r0
    s0 = s1 = q0 + r0

    for mover, cell, bit, drawn_bit, turn in zip(movers, cells, bits, drawn_bits, turns):  # noqa: B905
        pattern = patterns[cell]
        hand = hands[player]
        clash, north, north_east, south_east, south, south_west, north_west = turn
        if pattern & clash:
            return _tiles_laid(patterns), {}
        if pattern >= three:
            # A fill: the witness that one was possible. By another player it also says that the turn before is over.
            if mover != player:
                for fitting in forced.values():
                    if fitting & hand and _can_fill(patterns, forced, hand, drawn_bit):
                        return _tiles_laid(patterns), {}
                player = (player + 1) % seats
                if not hands[player]:
                    player = _next_player(player, hands)
                if mover != player or not free_move_used:
                    return _tiles_laid(patterns), {}
                hand = hands[player]
                free_move_used = False
            del forced[cell]
        elif pattern > 0:
            # A free move, after the fills of a turn or as the first move of one: nothing may be left to fill.
            wanted = 0
            for fitting in forced.values():
                wanted |= fitting
            if wanted & hand and _can_fill(patterns, forced, hand, drawn_bit):
                return _tiles_laid(patterns), {}
            if free_move_used:
                player = (player + 1) % seats
                hand = hands[player]
                if not hand:
                    player = _next_player(player, hands)
                    hand = hands[player]
                if wanted & hand and _can_fill(patterns, forced, hand, drawn_bit):
                    return _tiles_laid(patterns), {}
            free_move_used = True
            if mover != player:
                return _tiles_laid(patterns), {}
            if drawn_bit:
                # Restrictions 2 and 3: outside the hull; and where one tile is touched, whether two cells of it are.
                q = cell % ROW
                r = cell // ROW
                s = q + r
                if q > q1:
                    touches_two = s0 < s <= s1 and r0 <= r < r1
                elif q < q0:
                    touches_two = s0 <= s < s1 and r0 < r <= r1
                elif r > r1:
                    touches_two = s0 < s <= s1 and q0 <= q < q1
                elif r < r0:
                    touches_two = s0 <= s < s1 and q0 < q <= q1
                elif s > s1:
                    touches_two = q0 < q <= q1 and r0 < r <= r1
                elif s < s0:
                    touches_two = q0 <= q < q1 and r0 <= r < r1
                else:
                    return _tiles_laid(patterns), {}
                if touches_two and pattern < TWO:
                    return _tiles_laid(patterns), {}
                if q < q0:
                    q0 = q
                elif q > q1:
                    q1 = q
                if r < r0:
                    r0 = r
                elif r > r1:
                    r1 = r
                if s < s0:
                    s0 = s
                elif s > s1:
                    s1 = s
        else:
            return _tiles_laid(patterns), {}

        if not hand & bit:
            return _tiles_laid(patterns), {}
        hands[player] = hand = hand ^ bit | drawn_bit

        # Lay the tile. While the bag has tiles, three sides that no tile fits are three equal colours (rule 20).
        space = cell - row
        pattern = patterns[space]
        if pattern >= 0:
            patterns[space] = pattern = pattern + north
            if pattern >= three:
                if fitting := fits(pattern, 0):
                    forced[space] = fitting
                elif drawn_bit:
                    return _tiles_laid(patterns), {}
                else:
                    forced.pop(space, None)
        space += 1
        pattern = patterns[space]
        if pattern >= 0:
            patterns[space] = pattern = pattern + north_east
            if pattern >= three:
                if fitting := fits(pattern, 0):
                    forced[space] = fitting
                elif drawn_bit:
                    return _tiles_laid(patterns), {}
                else:
                    forced.pop(space, None)
        space = cell + 1
        pattern = patterns[space]
        if pattern >= 0:
            patterns[space] = pattern = pattern + south_east
            if pattern >= three:
                if fitting := fits(pattern, 0):
                    forced[space] = fitting
                elif drawn_bit:
                    return _tiles_laid(patterns), {}
                else:
                    forced.pop(space, None)
        space = cell + row
        pattern = patterns[space]
        if pattern >= 0:
            patterns[space] = pattern = pattern + south
            if pattern >= three:
                if fitting := fits(pattern, 0):
                    forced[space] = fitting
                elif drawn_bit:
                    return _tiles_laid(patterns), {}
                else:
                    forced.pop(space, None)
        space -= 1
        pattern = patterns[space]
        if pattern >= 0:
            patterns[space] = pattern = pattern + south_west
            if pattern >= three:
                if fitting := fits(pattern, 0):
                    forced[space] = fitting
                elif drawn_bit:
                    return _tiles_laid(patterns), {}
                else:
                    forced.pop(space, None)
        space = cell - 1
        pattern = patterns[space]
        if pattern >= 0:
            patterns[space] = pattern = pattern + north_west
            if pattern >= three:
                if fitting := fits(pattern, 0):
                    forced[space] = fitting
                elif drawn_bit:
                    return _tiles_laid(patterns), {}
                else:
                    forced.pop(space, None)

        patterns[cell] = filled

        if not hand:
            player = _next_player(player, hands)
            free_move_used = False
    if len(cells) < len(_ALL_TILES):
        return len(cells), {}
    lying = [0] * len(patterns)
    for cell, face in zip(cells, faces):  # noqa: B905
        lying[cell] = face
    return len(cells), {colour: _best_score(colour, cells, faces, lying[:]) for colour in colours}


def _best_score(colour: str, cells: list[int], faces: list[int], lying: list[int]) -> int:
    """The score of a colour with all tiles on the table (rules 33 and 34).

    A line is followed from an end, a tile whose neighbour is empty; tiles passed are crossed out. What is left are
    loops. A tile entered by the step ``s`` is left by the sum of its two steps and ``s``, as one of the two is ``-s``.
    """
    firsts, seconds, sums = steps_of(colour)
    best = 0
    left = TILES_OF_A_COLOUR
    for start, face in zip(cells, faces):  # noqa: B905
        if (first := firsts[face]) and lying[start]:
            if not lying[start + first]:
                step = -first
            elif not lying[start + seconds[face]]:
                step = -seconds[face]
            else:
                continue
            cell = start
            length = 0
            while face:
                length += 1
                lying[cell] = 0
                step += sums[face]
                cell += step
                face = lying[cell]
            left -= length
            if length > best:
                best = length
            if 2 * left <= best:
                # Not even as a loop could the tiles left score more.
                return best
    if left:
        for start, face in zip(cells, faces):  # noqa: B905
            if firsts[face] and lying[start]:
                cell = start
                step = -firsts[face]
                length = 0
                while face:
                    length += 2
                    lying[cell] = 0
                    step += sums[face]
                    cell += step
                    face = lying[cell]
                if length > best:
                    best = length
    return best


def _tiles_laid(patterns: list[int]) -> int:
    """How many tiles lie: the index of the move that was about to be made."""
    return patterns.count(FILLED)


def _next_player(player: int, hands: list[int]) -> int:
    """The next seat with a tile, the same one if no other has any (rule 30)."""
    for step in range(1, len(hands) + 1):
        following = (player + step) % len(hands)
        if hands[following]:
            return following
    return player


def _can_fill(patterns: list[int], forced: dict[int, int], hand: int, restricted: int) -> bool:
    """Whether a hand can fill a forced space, with restriction 1 kept while the bag has tiles (rules 13 and 15)."""
    for space, fitting in forced.items():
        tiles = fitting & hand
        if tiles and not restricted:
            return True
        if tiles:
            pattern = patterns[space]
            # Neighbours that would get a third side, with the place of the added edge in a turned tile's entry.
            near = [(side, beside) for side, step in enumerate(STEPS, 1) if (beside := patterns[space + step]) >= TWO]
            while tiles:
                first = 6 * (tiles & -tiles).bit_length() - 6
                tiles &= tiles - 1
                for turn in TURNS[first : first + 6]:
                    if not pattern & turn[0]:
                        for side, beside in near:
                            if beside + turn[side] not in FIT:
                                break
                        else:
                            return True
    return False
