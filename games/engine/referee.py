"""Why a move is refused: the checks behind the reason codes, in their order of precedence (``docs/rules.md``)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice

from .board import Board, Placement
from .errors import DEADLOCK_RULE, Code, Fault, fault, gettext_noop
from .hexes import ORIGIN
from .moves import LEGAL_SHOWN, Move, Seat
from .tiles import RETIRED_TILES, SWAPPED_NUMBERS, TILES


class Referee:
    """The part of a game that finds faults in moves; the rest, :class:`.game.Game`, keeps the state named here."""

    players: tuple[Seat, ...]
    board: Board
    bag: set[int]
    to_move: int | None
    free_move_used: bool

    @property
    def legal_moves(self) -> Iterable[Placement]:
        raise NotImplementedError

    @property
    def must_fill(self) -> bool:
        raise NotImplementedError

    @property
    def restrictions_hold(self) -> bool:
        raise NotImplementedError

    @property
    def is_deadlock(self) -> bool:
        raise NotImplementedError

    @property
    def moves(self) -> Sequence[Move]:
        raise NotImplementedError

    def next_player(self) -> int | None:
        raise NotImplementedError

    def fault_of(self, move: Move) -> Fault | None:
        """Why the rules forbid a move, or None if they allow it. The position is not changed."""
        if self.to_move is None:
            return fault(Code.GAME_OVER, gettext_noop("All tiles lie; the game was over before this move."))
        found = self._turn_fault(move) or self._tile_fault(move) or self._placement_fault(move)
        # A legal move is itself the proof that the game is not deadlocked, so the search is made for the others only.
        if found and self.is_deadlock:
            also = (Code.WRONG_PLAYER,) if move.player != self.to_move else ()
            template = gettext_noop(
                "Player %(player)s could not make the free move anywhere: the game had ended there."
            )
            return fault(Code.GAME_OVER, template, *also, rule=DEADLOCK_RULE, player=self.to_move + 1)
        return found

    def _turn_fault(self, move: Move) -> Fault | None:
        if move.player == self.to_move:
            return None
        assert self.to_move is not None
        values = {"player": move.player + 1, "expected": self.to_move + 1}
        due = (Code.FORCED_SPACE_SKIPPED,) if self.must_fill else ()
        if self.must_fill and self.free_move_used and move.player == self.next_player():
            codes = (Code.FORCED_SPACE_SKIPPED, Code.WRONG_PLAYER)
            template = gettext_noop(
                "Player %(expected)s could still fill a forced space, so the turn was not over when player %(player)s "
                "moved."
            )
        elif self.moves and self.moves[-1].player == move.player:
            codes = (Code.SECOND_FREE_MOVE, Code.WRONG_PLAYER, *due)
            template = gettext_noop(
                "The turn of player %(player)s was over after the free move; it was player %(expected)s's turn."
            )
        else:
            codes = (Code.WRONG_PLAYER, *due)
            template = gettext_noop("It was player %(expected)s's turn, but player %(player)s moved.")
        return self._with_legal(codes, template, values, any_tile=True)

    def _tile_fault(self, move: Move) -> Fault | None:
        values = {"tile": move.tile, "player": move.player + 1}
        if move.tile in self.players[move.player].hand:
            return None
        if move.tile in RETIRED_TILES:
            codes: tuple[Code, ...] = (Code.UNKNOWN_TILE,)
            template = gettext_noop("Tile %(tile)s is one of the eight triple crossings taken out of the game in 1993.")
        elif move.tile not in TILES:
            codes = (Code.UNKNOWN_TILE,)
            template = gettext_noop("There is no tile %(tile)s; tiles are numbered 1 to 56.")
        elif any(move.tile == placed.tile for placed in self.board):
            codes = (Code.DUPLICATE_TILE, Code.TILE_NOT_IN_HAND)
            template = gettext_noop("Tile %(tile)s already lies on the table.")
        else:
            codes = (Code.TILE_NOT_IN_HAND,)
            template = gettext_noop("Player %(player)s does not hold tile %(tile)s.")
        return self._with_legal(codes, template, values, any_tile=True)

    def _placement_fault(self, move: Move) -> Fault | None:
        placement = move.placement
        codes = self.place_codes(placement)
        if self.must_fill and self.board.sides(move.hex) < 3:
            codes = (*codes, Code.FORCED_SPACE_SKIPPED)
        if not codes:
            return self._draw_fault(move)
        template, values = self._sentence(codes[0], placement)
        return self._with_legal(codes, template, values, tile=move.tile)

    def place_codes(self, placement: Placement) -> tuple[Code, ...]:
        """What is wrong with the place itself: rules 6–8 and, while they hold, the restrictions."""
        board = self.board
        if not len(board):
            return () if placement.hex == ORIGIN else (Code.NOT_AT_ORIGIN,)
        if placement.hex in board:
            return (Code.OCCUPIED,)
        if not board.sides(placement.hex):
            return (Code.NOT_ADJACENT,)
        if not board.matches(placement):
            return (Code.COLOUR_MISMATCH,)
        if not self.restrictions_hold:
            return ()
        return tuple(_RESTRICTION_CODES[number] for number in board.broken_restrictions(placement))

    def _draw_fault(self, move: Move) -> Fault | None:
        if move.drawn is None:
            if not self.bag:
                return None
            code, template = Code.MISSING_DRAW, gettext_noop("The bag had tiles, but no replacement was drawn.")
        elif move.drawn in self.bag:
            return None
        elif not self.bag:
            code, template = Code.DRAW_NOT_IN_BAG, gettext_noop("Tile %(drawn)s was drawn from an empty bag.")
        else:
            code, template = Code.DRAW_NOT_IN_BAG, gettext_noop("The drawn tile %(drawn)s was not in the bag.")
        found = fault(code, template, drawn=move.drawn if move.drawn is not None else "")
        return Fault(found.codes, found.template, found.values, found.rule, (move.placement,), tuple(sorted(self.bag)))

    def _sentence(self, code: Code, placement: Placement) -> tuple[str, dict[str, str | int]]:
        """The sentence for a fault of the place."""
        space = placement.hex
        values: dict[str, str | int] = {"tile": placement.tile, "place": str(space), "rotation": placement.rotation}
        if code == Code.COLOUR_MISMATCH:
            values["edges"] = self.board.pattern(space)
            values["shown"] = TILES[placement.tile].turned(placement.rotation)
            if self._other_numbering_matches(placement):
                return _OTHER_NUMBERING, values
        return _PLACE_SENTENCES[code], values

    def _other_numbering_matches(self, placement: Placement) -> bool:
        """Whether the colours would match if tiles 25 and 28 were exchanged on the table and in the hand."""
        swapped = Board(
            Placement(SWAPPED_NUMBERS.get(placed.tile, placed.tile), placed.hex, placed.rotation)
            for placed in self.board
        )
        tile = SWAPPED_NUMBERS.get(placement.tile, placement.tile)
        return swapped.matches(Placement(tile, placement.hex, placement.rotation))

    def _with_legal(
        self,
        codes: tuple[Code, ...],
        template: str,
        values: dict[str, str | int] | dict[str, int],
        *,
        tile: int | None = None,
        any_tile: bool = False,
    ) -> Fault:
        """A fault with what would have been legal: fills if due, else placements of the tile, else of any tile."""
        found = fault(codes[0], template, *codes[1:], **values)
        moves: Iterable[Placement] = self.legal_moves
        if not any_tile and not self.must_fill:
            same_tile = [placement for placement in self.legal_moves if placement.tile == tile]
            moves = same_tile or moves
        legal = tuple(islice(moves, LEGAL_SHOWN))
        return Fault(found.codes, found.template, found.values, found.rule, legal)


_RESTRICTION_CODES = {1: Code.RESTRICTION_1, 2: Code.RESTRICTION_2, 3: Code.RESTRICTION_3}
_PLACE_SENTENCES = {
    Code.NOT_AT_ORIGIN: gettext_noop("The first tile lies at 0,0, not at %(place)s."),
    Code.OCCUPIED: gettext_noop("A tile already lies at %(place)s."),
    Code.NOT_ADJACENT: gettext_noop("A tile at %(place)s would touch no other tile."),
    Code.COLOUR_MISMATCH: gettext_noop(
        "Tile %(tile)s shows %(shown)s at %(place)s, where %(edges)s is asked for (clockwise from the top)."
    ),
    Code.RESTRICTION_1: gettext_noop(
        "Tile %(tile)s at %(place)s would leave a forced space that asks for three equal colours while the bag still "
        "has tiles."
    ),
    Code.RESTRICTION_2: gettext_noop(
        "A tile at %(place)s would stand next to a forced space and give an empty space a fourth side while the bag "
        "still has tiles."
    ),
    Code.RESTRICTION_3: gettext_noop(
        "A tile at %(place)s would stand along a side controlled by a forced space while the bag still has tiles."
    ),
    Code.FORCED_SPACE_SKIPPED: gettext_noop(
        "A forced space could be filled and had to be; tile %(tile)s was put at %(place)s instead."
    ),
}
_OTHER_NUMBERING = gettext_noop(
    "Tile %(tile)s shows %(shown)s at %(place)s, where %(edges)s is asked for (clockwise from the top). With the other "
    "numbering of tiles 25 and 28 the colours would match: see “numbering” in the record format."
)
