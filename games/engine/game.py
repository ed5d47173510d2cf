"""A game in progress: hands, bag, turns, forced spaces and legal moves (``docs/rules.md`` 9–18, 27–32).

The model is python-chess: :meth:`Game.push` checks a move, :meth:`Game._push` does not, :meth:`Game.pop` takes the
last one back, and :attr:`Game.legal_moves` is a lazy container. Games hold no clock and no chance: the tile drawn
after a placement is part of the move.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import islice

from .board import Board, Placement
from .errors import DEADLOCK_RULE, Code, Fault, IllegalMove, fault, gettext_noop
from .hexes import ORIGIN, Hex
from .scoring import Line, best_line, scores
from .tiles import OPEN, RETIRED_TILES, SWAPPED_NUMBERS, TILES, Colour, fitting

HAND_SIZE = 6
#: How many legal placements a fault lists at most.
LEGAL_SHOWN = 64


@dataclass(frozen=True, slots=True)
class Move:
    """A placement by a player, with the replacement drawn; ``drawn`` is None once the bag is empty."""

    player: int
    tile: int
    hex: Hex
    rotation: int
    drawn: int | None = None

    @property
    def placement(self) -> Placement:
        return Placement(self.tile, self.hex, self.rotation)


@dataclass(slots=True)
class Seat:
    """A player at the table. In doubles two seats share a colour."""

    index: int
    colour: Colour
    hand: list[int]
    name: str = ""
    #: Tiles held of which only the number is known; always 0 where the draws were written down.
    unseen: int = 0

    @property
    def tile_count(self) -> int:
        return len(self.hand) + self.unseen


@dataclass(frozen=True, slots=True)
class ForcedSpace:
    """An empty space that touches three tiles or more (rule 12).

    ``edges`` are the colours coming in from directions 0 to 5 (``.`` where nothing lies), ``fillers`` the seats with a
    tile that may legally go there, ``tiles_in_bag`` the number of tiles still in the bag that fit by colour.
    """

    hex: Hex
    edges: str
    fillers: tuple[int, ...]
    tiles_in_bag: int


class OutcomeKind(StrEnum):
    WIN = "win"
    DRAW = "draw"
    DEADLOCK = "deadlock"


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: a win of a colour, a draw, or a deadlock, which is drawn too (rules 32 and 35)."""

    kind: OutcomeKind
    winner: Colour | None


@dataclass(frozen=True, slots=True)
class _Undo:
    move: Move
    hand_index: int
    to_move: int | None
    free_move_used: bool


class LegalMoves:
    """The legal placements of the player to move: supports ``in``, iteration, ``bool`` and :meth:`count`.

    Nothing is computed before it is asked for, and a membership test does not build the list.
    """

    def __init__(self, game: Game) -> None:
        self._game = game

    def __iter__(self) -> Iterator[Placement]:
        return self._game.generate_legal_moves()

    def __bool__(self) -> bool:
        return any(True for _ in self)

    def __contains__(self, placement: object) -> bool:
        return isinstance(placement, Placement) and self._game.is_legal(placement)

    def count(self) -> int:
        return sum(1 for _ in self)

    def __repr__(self) -> str:
        return f"<LegalMoves {', '.join(map(str, self))}>"


class Game:
    """A game with its whole state. ``to_move`` is the seat to move, or None when no seat has a tile left."""

    def __init__(self, colours: Sequence[Colour], hands: Sequence[Iterable[int]], names: Sequence[str] = ()) -> None:
        self.players = tuple(
            Seat(index, Colour(colour), list(hand), names[index] if names else "")
            for index, (colour, hand) in enumerate(zip(colours, hands, strict=True))
        )
        self.board = Board()
        self.bag: set[int] = set(TILES).difference(*(seat.hand for seat in self.players))
        self.to_move: int | None = 0
        self.free_move_used = False
        self._history: list[_Undo] = []
        self._fill_is_due: bool | None = None
        self._stuck: bool | None = None

    # State

    @property
    def moves(self) -> list[Move]:
        """The moves made so far."""
        return [undo.move for undo in self._history]

    @property
    def ply(self) -> int:
        """How many moves have been made."""
        return len(self._history)

    @property
    def colours(self) -> tuple[Colour, ...]:
        """The colours in play, in seat order, each once (in doubles one for each team)."""
        return tuple(dict.fromkeys(seat.colour for seat in self.players))

    @property
    def draws_known(self) -> bool:
        """Whether every draw is written down, so that all hands are known at every moment."""
        return True

    def unchecked(self) -> tuple[str, ...]:
        """What could not be looked at because it was not written down."""
        return ()

    def note_claimed_outcome(self, outcome: str) -> None:
        """Told of the claimed outcome at the end of a record; a game with known draws decides for itself."""

    @property
    def turn_may_pass_to(self) -> int | None:
        """The seat that may begin its turn although that of ``to_move`` need not be over: only where the draws are
        unknown, as nobody can tell whether another fill was due."""
        return None

    @property
    def restrictions_hold(self) -> bool:
        """Whether the next placement is made while the bag has a tile (rules 19 and 27)."""
        return bool(self.bag)

    @property
    def must_fill(self) -> bool:
        """Whether the player to move has to fill a forced space (rule 13)."""
        if self._fill_is_due is None:
            self._fill_is_due = self.to_move is not None and any(True for _ in self.fills(self.to_move))
        return self._fill_is_due

    @property
    def is_deadlock(self) -> bool:
        """Whether the player to move has to make the free move and cannot (rule 32)."""
        if self._stuck is None:
            self._stuck = self.to_move is not None and not self.must_fill and not any(True for _ in self._free_moves())
        return self._stuck

    @property
    def is_over(self) -> bool:
        """Whether all tiles lie or the game is deadlocked (rules 31 and 32)."""
        return self.to_move is None or self.is_deadlock

    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on (rules 32 and 35)."""
        if self.to_move is not None:
            return Outcome(OutcomeKind.DEADLOCK, None) if self.is_deadlock else None
        return decide(self.scores())

    def scores(self) -> dict[str, int]:
        """The score of each colour in play as the table stands, by its word."""
        return scores(self.board, self.colours)

    def best_line(self, colour: Colour) -> Line:
        """The line or loop of a colour that scores most."""
        return best_line(self.board, colour)

    # Spaces

    def forced_spaces(self) -> list[ForcedSpace]:
        """The forced spaces with who can fill them, restrictions respected, and how many tiles in the bag fit."""
        found = []
        for space in self.board.forced_spaces():
            edges = self.board.pattern(space)
            fillers = tuple(seat.index for seat in self.players if any(True for _ in self._fills_of(space, seat.index)))
            in_bag = sum(1 for tile in fitting(edges) if tile in self.bag)
            found.append(ForcedSpace(space, edges, fillers, in_bag))
        return found

    def controlled_sides(self) -> set[Hex]:
        """The spaces closed by restriction 3 (rule 22); none once the bag is empty."""
        return self.board.controlled_sides() if self.restrictions_hold else set()

    # Legal placements

    @property
    def legal_moves(self) -> LegalMoves:
        """The legal placements of the player to move."""
        return LegalMoves(self)

    def generate_legal_moves(self) -> Iterator[Placement]:
        """The legal placements of the player to move: the fills if one is due, else the free moves."""
        if self.to_move is not None:
            yield from self.fills(self.to_move) if self.must_fill else self._free_moves()

    def legal_moves_for(self, player: int) -> Iterator[Placement]:
        """The legal placements of a seat if it may move now, else none."""
        if player == self.to_move:
            yield from self.generate_legal_moves()

    def is_legal(self, placement: Placement) -> bool:
        """Whether the player to move may make this placement."""
        if self.to_move is None or placement.tile not in self.players[self.to_move].hand:
            return False
        if self._place_codes(placement):
            return False
        return not self.must_fill or self.board.sides(placement.hex) >= 3

    def fills(self, player: int) -> Iterator[Placement]:
        """The legal fills of forced spaces that a seat has (rules 13–15)."""
        for space in self.board.forced_spaces():
            yield from self._fills_of(space, player)

    def _fills_of(self, space: Hex, player: int) -> Iterator[Placement]:
        rotations_of = fitting(self.board.pattern(space))
        for tile in self.players[player].hand:
            for rotation in rotations_of.get(tile, ()):
                placement = Placement(tile, space, rotation)
                if not self.restrictions_hold or not self.board.broken_restrictions(placement):
                    yield placement

    def _free_moves(self) -> Iterator[Placement]:
        """The placements allowed by rules 6–8 and 19–24, the duty to fill left aside."""
        hand = self.players[self.to_move].hand if self.to_move is not None else []
        if not len(self.board):
            yield from (Placement(tile, ORIGIN, rotation) for tile in hand for rotation in range(6))
            return
        for space in sorted(self.board.open_spaces):
            yield from self.placements_at(space, hand)

    def placements_at(self, space: Hex, tiles: Iterable[int]) -> Iterator[Placement]:
        """Where restrictions 2 and 3 allow a tile at all, the turned tiles that match and respect restriction 1."""
        board = self.board
        if self.restrictions_hold and (board.breaks_restriction_2(space) or board.breaks_restriction_3(space)):
            return
        rotations_of = fitting(board.pattern(space))
        for tile in tiles:
            for rotation in rotations_of.get(tile, ()):
                placement = Placement(tile, space, rotation)
                if not self.restrictions_hold or not board.breaks_restriction_1(placement):
                    yield placement

    # Making and taking back moves

    def push(self, move: Move) -> None:
        """Make a move. Raises :class:`IllegalMove` and changes nothing if the rules forbid it."""
        found = self.fault_of(move)
        if found:
            raise IllegalMove(found)
        self._push(move)

    def _push(self, move: Move) -> None:
        """Make a move that is known to be legal."""
        seat = self.players[move.player]
        index = seat.hand.index(move.tile)
        self._note(move, index)
        if self.board.sides(move.hex) < 3:
            self.free_move_used = True
        self.board.place(move.placement)
        del seat.hand[index]
        if move.drawn is not None:
            self.bag.remove(move.drawn)
            seat.hand.append(move.drawn)
        self._forget()
        self._end_turn_if_over()

    def _note(self, move: Move, hand_index: int) -> None:
        self._history.append(_Undo(move, hand_index, self.to_move, self.free_move_used))

    def pop(self) -> Move:
        """Take the last move back and return it. Raises ``IndexError`` if there is none."""
        undo = self._history.pop()
        move = undo.move
        hand = self.players[move.player].hand
        if move.drawn is not None:
            hand.pop()
            self.bag.add(move.drawn)
        hand.insert(undo.hand_index, move.tile)
        self.board.lift(move.hex)
        self.to_move, self.free_move_used = undo.to_move, undo.free_move_used
        self._forget()
        return move

    def _forget(self) -> None:
        self._fill_is_due = None
        self._stuck = None

    def _end_turn_if_over(self) -> None:
        """Rule 18: the turn ends after the free move when nothing can be filled, or with the last tile of the hand."""
        assert self.to_move is not None
        if self.players[self.to_move].hand and not (self.free_move_used and not self.must_fill):
            return
        self.to_move = self._next_player()
        self.free_move_used = False
        self._forget()

    def _next_player(self) -> int | None:
        """The next seat clockwise that has a tile, the present one last (rule 30)."""
        assert self.to_move is not None
        count = len(self.players)
        for step in range(1, count + 1):
            seat = self.players[(self.to_move + step) % count]
            if seat.tile_count:
                return seat.index
        return None

    # Faults, in the order of precedence of the reason codes

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
        if self.must_fill and self.free_move_used and move.player == self._next_player():
            codes = (Code.FORCED_SPACE_SKIPPED, Code.WRONG_PLAYER)
            template = gettext_noop(
                "Player %(expected)s could still fill a forced space, so the turn was not over when player %(player)s "
                "moved."
            )
        elif self._history and self._history[-1].move.player == move.player:
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
        codes = self._place_codes(placement)
        if self.must_fill and self.board.sides(move.hex) < 3:
            codes = (*codes, Code.FORCED_SPACE_SKIPPED)
        if not codes:
            return self._draw_fault(move)
        template, values = self._sentence(codes[0], placement)
        return self._with_legal(codes, template, values, tile=move.tile)

    def _place_codes(self, placement: Placement) -> tuple[Code, ...]:
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
                return (
                    gettext_noop(
                        "Tile %(tile)s shows %(shown)s at %(place)s, where %(edges)s is asked for. With the other "
                        "numbering of tiles 25 and 28 the colours would match: see “numbering” in the record format."
                    ),
                    values,
                )
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


def decide(points: dict[str, int]) -> Outcome:
    """The outcome of a finished game: the highest score wins, a shared one is a draw (rule 35)."""
    best = max(points.values())
    leaders = [colour for colour, score in points.items() if score == best]
    return Outcome(OutcomeKind.WIN, Colour(leaders[0])) if len(leaders) == 1 else Outcome(OutcomeKind.DRAW, None)


_RESTRICTION_CODES = {1: Code.RESTRICTION_1, 2: Code.RESTRICTION_2, 3: Code.RESTRICTION_3}
_PLACE_SENTENCES = {
    Code.NOT_AT_ORIGIN: gettext_noop("The first tile lies at 0,0, not at %(place)s."),
    Code.OCCUPIED: gettext_noop("A tile already lies at %(place)s."),
    Code.NOT_ADJACENT: gettext_noop("A tile at %(place)s would touch no other tile."),
    Code.COLOUR_MISMATCH: gettext_noop("Tile %(tile)s shows %(shown)s at %(place)s, where %(edges)s is asked for."),
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

__all__ = [
    "HAND_SIZE",
    "LEGAL_SHOWN",
    "OPEN",
    "ForcedSpace",
    "Game",
    "LegalMoves",
    "Move",
    "Outcome",
    "OutcomeKind",
    "Seat",
    "decide",
]
