"""The tiles on the table, the open spaces around them, and the three restrictions (``docs/rules.md`` 7–8, 19–24)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from .hexes import Hex
from .tiles import OPEN, TURNED, fitting


class Placement(NamedTuple):
    """A tile lying in a space with a rotation."""

    tile: int
    hex: Hex
    rotation: int

    def __str__(self) -> str:
        return f"{self.tile}@{self.hex}/{self.rotation}"


class Board:
    """Tiles on the table.

    ``tiles`` maps each filled space to its placement in the order they were laid; ``open_spaces`` maps each empty
    space that touches a tile to the number of tiles it touches (its *sides*). Both are for reading only; they are
    kept up to date by :meth:`place` and :meth:`lift`, which check nothing.
    """

    def __init__(self, placements: Iterable[Placement] = ()) -> None:
        self.tiles: dict[Hex, Placement] = {}
        self.open_spaces: dict[Hex, int] = {}
        self._faces: dict[Hex, str] = {}
        for placement in placements:
            self.place(placement)

    def __len__(self) -> int:
        return len(self.tiles)

    def __iter__(self) -> Iterator[Placement]:
        return iter(self.tiles.values())

    def __contains__(self, space: object) -> bool:
        return space in self.tiles

    def copy(self) -> Board:
        return Board(self)

    def place(self, placement: Placement) -> None:
        """Lay a tile on an empty space without asking whether it may lie there."""
        tile, space, rotation = placement
        self.tiles[space] = placement
        self._faces[space] = TURNED[tile][rotation]
        self.open_spaces.pop(space, None)
        for neighbour in space.neighbours():
            if neighbour not in self.tiles:
                self.open_spaces[neighbour] = self.open_spaces.get(neighbour, 0) + 1

    def lift(self, space: Hex) -> Placement:
        """Take a tile up again: the exact opposite of :meth:`place` for the tile laid last."""
        placement = self.tiles.pop(space)
        del self._faces[space]
        touching = 0
        for neighbour in space.neighbours():
            if neighbour in self.tiles:
                touching += 1
            else:
                sides = self.open_spaces[neighbour] - 1
                if sides:
                    self.open_spaces[neighbour] = sides
                else:
                    del self.open_spaces[neighbour]
        if touching:
            self.open_spaces[space] = touching
        return placement

    # What a space asks for

    def sides(self, space: Hex) -> int:
        """How many tiles an empty space touches."""
        return self.open_spaces.get(space, 0)

    def pattern(self, space: Hex) -> str:
        """The colours coming in from the six directions, ``.`` where nothing lies."""
        faces = self._faces
        return "".join(
            faces[neighbour][(direction + 3) % 6] if neighbour in faces else OPEN
            for direction, neighbour in enumerate(space.neighbours())
        )

    def forced_spaces(self) -> list[Hex]:
        """The empty spaces that touch three tiles or more (rule 12), in reading order of their coordinates."""
        return sorted(space for space, sides in self.open_spaces.items() if sides >= 3)

    def matches(self, placement: Placement) -> bool:
        """Whether all touching edges have equal colours (rule 8)."""
        return placement.rotation in fitting(self.pattern(placement.hex)).get(placement.tile, ())

    # The three restrictions; the caller knows whether they hold

    def broken_restrictions(self, placement: Placement) -> tuple[int, ...]:
        """The restrictions (1, 2, 3) that laying this tile on an empty space would break (rules 20–24)."""
        broken = (1,) if self.breaks_restriction_1(placement) else ()
        if self.breaks_restriction_2(placement.hex):
            # A tile next to a forced space also stands on the side which that space controls.
            return (*broken, 2, 3)
        return (*broken, 3) if self.breaks_restriction_3(placement.hex) else broken

    def breaks_restriction_1(self, placement: Placement) -> bool:
        """Whether some empty space would be left with exactly three sides, all of one colour (rule 20)."""
        face = TURNED[placement.tile][placement.rotation]
        for direction, neighbour in enumerate(placement.hex.neighbours()):
            if self.open_spaces.get(neighbour) == 2:
                incoming = self.pattern(neighbour).replace(OPEN, "")
                if incoming == face[direction] * 2:
                    return True
        return False

    def breaks_restriction_2(self, space: Hex) -> bool:
        """Whether some empty space would be left with four sides or more (rule 21)."""
        return any(self.open_spaces.get(neighbour, 0) >= 3 for neighbour in space.neighbours())

    def breaks_restriction_3(self, space: Hex) -> bool:
        """Whether a tile here stands along a controlled side, said by its purpose (rules 22 and 24).

        With the tile in place, imagine every space of three sides filled, *one at a time*, until none is left. The
        placement is wrong if a space with four sides or more ever comes up. Filling all of them at once would hide
        the case of two such spaces side by side, which vanish together before the fourth side is seen.
        """
        return self._imagine_filled(space) is None

    def imagined(self) -> frozenset[Hex]:
        """The spaces that the imagined filling of rule 24 would fill in this position."""
        return frozenset(self._imagine_filled(None) or ())

    def _imagine_filled(self, extra: Hex | None) -> list[Hex] | None:
        """The spaces filled in imagination, in order, or None if a space with four sides comes up on the way."""
        tiles = self.tiles
        sides = dict(self.open_spaces)
        to_fill = [space for space, count in sides.items() if count == 3 and space != extra]
        filled: list[Hex] = []
        gone: set[Hex] = set()

        def fill(space: Hex) -> bool:
            gone.add(space)
            for neighbour in space.neighbours():
                if neighbour in tiles or neighbour in gone:
                    continue
                count = sides.get(neighbour, 0) + 1
                if count > 3:
                    return False
                sides[neighbour] = count
                if count == 3:
                    to_fill.append(neighbour)
            return True

        if extra is not None and not fill(extra):
            return None
        while to_fill:
            space = to_fill.pop()
            filled.append(space)
            if not fill(space):
                return None
        return filled

    def controlled_sides(self) -> set[Hex]:
        """The spaces along sides controlled by a forced space, the corner at each end included (rule 22).

        From every forced space the edge of the layout is followed both ways through spaces that touch two tiles, up
        to and including the first that touches one only.
        """
        return {space for forced in self.forced_spaces() for space in self._side_of(forced)}

    def _side_of(self, forced: Hex) -> Iterator[Hex]:
        around = forced.neighbours()
        for direction in range(6):
            # The row runs on where the space ahead is empty and the tile beside it, on one hand or the other, lies.
            ahead = around[direction]
            if ahead in self.tiles:
                continue
            for hand in (1, -1):
                if around[(direction + hand) % 6] not in self.tiles:
                    continue
                space = ahead
                while self.open_spaces.get(space, 0) == 2:
                    yield space
                    space = space.neighbour(direction)
                if self.open_spaces.get(space, 0) == 1:
                    yield space
