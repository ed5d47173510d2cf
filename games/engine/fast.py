"""The fast verifier: the same verdicts as the readable engine, for the records of a busy site.

:func:`first_objection` replays a record on flat numbers (see :mod:`.fast_tables`) and says where the first fault is;
why, is left to the readable engine, which looks at that place. What makes it fast, and why it is right:

* A fill that is played is the witness that a fill was possible, so whether one is possible is searched only before a
  free move and at the end of a turn, where in a legal game the answer is no.
* The shape that the imagined filling of rule 24 ends in has no empty space with three sides, so it is the hexagonal
  convex hull of the tiles: bounds of ``q``, ``r`` and ``q + r``. A free placement keeps restrictions 2 and 3 exactly
  if it lies outside the hull and touches no imagined tile of it. A fill keeps them always (rule 25).
* Hands and bag are one bit a tile; tables keyed by tile, rotation and place refuse what is out of range.
* Lines are followed once, at the end, from tile to tile by steps kept in tables.

Where anything is out of the ordinary (a type, a range, a missing key, draws or numbering of another kind) nothing is
decided here.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain
from operator import countOf, itemgetter
from typing import Any

from .fast_tables import (
    BITS,
    COLUMNS,
    FILLED,
    FIT,
    ONE,
    ORIGIN_CELL,
    ROW,
    ROWS,
    STEPS,
    THREE,
    TILES_OF_A_COLOUR,
    TURNS,
    TURNS_OF,
    TWO,
    steps_of,
)
from .moves import HAND_SIZE
from .setup import COLOUR_WORDS, FORMAT, is_duration, tags_are_well_formed
from .tiles import TILES

#: Says that nothing could be decided.
UNDECIDED = -2

_ALL_BITS = sum(BITS.values())
_KEYS = ("player", "tile", "q", "r", "rotation", "drawn")
_FIELDS = itemgetter(*_KEYS)
_COLOUR = itemgetter("colour")
_HAND = itemgetter("hand")
#: The keys of a record that this verifier knows what to do with; tags are looked at on their own.
_PLAIN_KEYS = frozenset({"format", "players", "doubles", "start_tiles", "moves", "result"})


def first_objection(record: Mapping[str, Any]) -> tuple[int, dict[str, int]]:
    """Where the first illegal move of a record is, or the number of moves if all are legal, with the scores of the
    colours in play if these are all tiles; or :data:`UNDECIDED`."""
    try:
        setup = _setup(record)
        return _replay(*setup) if setup else (UNDECIDED, {})
    except (KeyError, TypeError, AttributeError):
        # A key that is missing, a value of another type or out of range; the readable engine says which.
        return UNDECIDED, {}


def _setup(record: Mapping[str, Any]) -> tuple[tuple[str, ...], list[int], int, list[dict[str, Any]]] | None:
    """Colours in play, hands and bag as bits, and the moves, if all is of the usual form."""
    players, moves = record["players"], record["moves"]
    if type(record) is not dict or type(players) is not list or record["format"] != FORMAT:
        return None
    count = len(players)
    colours = tuple(map(_COLOUR, players))
    hands = list(map(_HAND, players))
    if not 2 <= count <= 4 or not COLOUR_WORDS.issuperset(colours):
        return None
    doubles = record.get("doubles", False)
    if doubles is True:
        if count != 4 or not colours[0] == colours[2] != colours[1] == colours[3]:
            return None
        colours = colours[:2]
    elif doubles is not False or len(set(colours)) != count:
        return None
    for player, hand in zip(players, hands, strict=True):
        if type(hand) is not list or len(hand) != HAND_SIZE or type(player.get("name", "")) is not str:
            return None
    if not record.keys() <= _PLAIN_KEYS and not _tags_are_right(record):
        return None
    if "start_tiles" in record and not _start_tiles_are_right(record["start_tiles"], count):
        return None
    held = [*chain.from_iterable(hands)]
    in_hands = sum({BITS[tile] for tile in held})
    if in_hands.bit_count() != len(held) or countOf(map(type, held), int) != len(held):
        return None
    plain = _plain_moves(moves, len(TILES) - len(held))
    if not plain:
        return None
    return colours, [sum(map(BITS.__getitem__, hand)) for hand in hands], _ALL_BITS ^ in_hands, plain


def _plain_moves(moves: Any, draws: int) -> list[dict[str, Any]] | None:
    """The moves with their six keys and no other, all whole numbers but for ``drawn`` once ``draws`` are made, which is
    None; or None if they are of another form. Whether the numbers are in range is left open."""
    if type(moves) is not list:
        return None
    count = len(moves)
    if sum(map(len, moves)) != 6 * count:
        if not all(is_duration(move["seconds"]) for move in moves if move.get("seconds") is not None):
            return None
        moves = [dict(zip(_KEYS, _FIELDS({"drawn": None, **move}), strict=True)) for move in moves]
    if any(move["drawn"] is not None for move in moves[draws:]):
        return None
    whole = countOf(map(type, chain.from_iterable(map(dict.values, moves))), int)
    return moves if whole == 5 * count + min(count, draws) else None


def _tags_are_right(record: Mapping[str, Any]) -> bool:
    return record.get("draws") is None and record.get("numbering") is None and tags_are_well_formed(record)


def _start_tiles_are_right(start_tiles: Any, count: int) -> bool:
    return start_tiles is None or (
        type(start_tiles) is list
        and len(start_tiles) == count
        and countOf(map(type, start_tiles), int) == count
        and len(set(start_tiles)) == count
        and TILES.keys() >= set(start_tiles)
        and start_tiles[0] == max(start_tiles)
    )


def _replay(  # noqa: C901 - one loop on purpose, see below
    colours: tuple[str, ...], hands: list[int], bag: int, moves: list[dict[str, Any]]
) -> tuple[int, dict[str, int]]:
    """Replay moves that are whole numbers.

    One long function with all names local and the six neighbours written out, as calls and loops would cost half the
    speed. The first illegal move ends it at once. Places, tiles and rotations out of range are keys of no table.
    """
    patterns = [0] * (ROW * ROW)
    patterns[ORIGIN_CELL] = ONE  # as if the first tile touched one, so that it need not be told apart
    forced: dict[int, int] = {}  # forced space -> the tiles that fit it
    laid: list[tuple[int, int]] = []  # cells and the turned tiles on them
    columns, rows, turns_of, bits, fits = COLUMNS, ROWS, TURNS_OF, BITS, FIT.get
    row, three, filled = ROW, THREE, FILLED
    seats = len(hands)
    player = 0
    free_move_used = False
    # The hull, in numbers of columns, rows and diagonals; empty at first, so that the first tile is outside.
    q0 = r0 = r1 = ROW // 2
    q1 = q0 - 1
    s0 = s1 = ROW

    for mover, tile, q, r, rotation, drawn in map(_FIELDS, moves):
        cell = rows[r] + columns[q]
        clash, north, north_east, south_east, south, south_west, north_west, face = turns_of[tile][rotation]
        pattern = patterns[cell]
        hand = hands[player]
        if pattern & clash:
            return len(laid), {}
        if pattern >= three:
            # A fill: the witness that one was possible. By another player it also says that the turn before is over.
            if mover != player:
                for fitting in forced.values():
                    if fitting & hand and _can_fill(patterns, forced, hand, bag):
                        return len(laid), {}
                player = (player + 1) % seats
                if not hands[player]:
                    player = _next_player(player, hands)
                if mover != player or not free_move_used:
                    return len(laid), {}
                hand = hands[player]
                free_move_used = False
            del forced[cell]
        elif pattern > 0:
            # A free move, after the fills of a turn or as the first move of one: nothing may be left to fill.
            wanted = 0
            for fitting in forced.values():
                wanted |= fitting
            if wanted & hand and _can_fill(patterns, forced, hand, bag):
                return len(laid), {}
            if free_move_used:
                player = (player + 1) % seats
                hand = hands[player]
                if not hand:
                    player = _next_player(player, hands)
                    hand = hands[player]
                if wanted & hand and _can_fill(patterns, forced, hand, bag):
                    return len(laid), {}
            free_move_used = True
            if mover != player:
                return len(laid), {}
            if bag:
                # Restrictions 2 and 3: outside the hull; and where one tile is touched, whether two cells of it are.
                q = columns[q]
                r = cell // row
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
                    return len(laid), {}
                if touches_two and pattern < TWO:
                    return len(laid), {}
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
            return len(laid), {}

        bit = bits[tile]
        if not hand & bit:
            return len(laid), {}

        # Lay the tile. While the bag has tiles, three sides that no tile fits are three equal colours (rule 20).
        space = cell - row
        pattern = patterns[space]
        if pattern >= 0:
            patterns[space] = pattern = pattern + north
            if pattern >= three:
                if fitting := fits(pattern, 0):
                    forced[space] = fitting
                elif bag:
                    return len(laid), {}
                else:
                    forced.pop(space, None)
        space += 1
        pattern = patterns[space]
        if pattern >= 0:
            patterns[space] = pattern = pattern + north_east
            if pattern >= three:
                if fitting := fits(pattern, 0):
                    forced[space] = fitting
                elif bag:
                    return len(laid), {}
                else:
                    forced.pop(space, None)
        space = cell + 1
        pattern = patterns[space]
        if pattern >= 0:
            patterns[space] = pattern = pattern + south_east
            if pattern >= three:
                if fitting := fits(pattern, 0):
                    forced[space] = fitting
                elif bag:
                    return len(laid), {}
                else:
                    forced.pop(space, None)
        space = cell + row
        pattern = patterns[space]
        if pattern >= 0:
            patterns[space] = pattern = pattern + south
            if pattern >= three:
                if fitting := fits(pattern, 0):
                    forced[space] = fitting
                elif bag:
                    return len(laid), {}
                else:
                    forced.pop(space, None)
        space -= 1
        pattern = patterns[space]
        if pattern >= 0:
            patterns[space] = pattern = pattern + south_west
            if pattern >= three:
                if fitting := fits(pattern, 0):
                    forced[space] = fitting
                elif bag:
                    return len(laid), {}
                else:
                    forced.pop(space, None)
        space = cell - 1
        pattern = patterns[space]
        if pattern >= 0:
            patterns[space] = pattern = pattern + north_west
            if pattern >= three:
                if fitting := fits(pattern, 0):
                    forced[space] = fitting
                elif bag:
                    return len(laid), {}
                else:
                    forced.pop(space, None)

        patterns[cell] = filled
        laid.append((cell, face))

        # Draw. The restrictions are over from the moment the bag is empty.
        hand ^= bit
        if bag:
            bit = bits[drawn]
            if not bag & bit:
                return len(laid) - 1, {}
            bag ^= bit
            hands[player] = hand | bit
        else:
            hands[player] = hand
            if not hand:
                player = _next_player(player, hands)
                free_move_used = False
    if len(laid) < len(TILES):
        return len(laid), {}
    lying = [0] * (ROW * ROW)
    return len(laid), {colour: _best_score(colour, laid, lying) for colour in colours}


def _best_score(colour: str, laid: list[tuple[int, int]], lying: list[int]) -> int:
    """The score of a colour with all tiles on the table (rules 33 and 34).

    A line is followed from an end, a tile whose neighbour is empty; tiles passed are crossed out. What is left are
    loops. A tile entered by the step ``s`` is left by the sum of its two steps and ``s``, as one of the two is ``-s``.
    ``lying`` is room to keep the tiles in by cell.
    """
    firsts, seconds, sums = steps_of(colour)
    for cell, face in laid:
        lying[cell] = face
    best = 0
    left = TILES_OF_A_COLOUR
    for start, face in laid:
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
        for start, face in laid:
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
