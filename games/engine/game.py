"""A game in progress: hands, bag, turns, forced spaces and legal moves (``docs/rules.md`` 9–18, 27–32).

The model is python-chess: :meth:`Game.push` checks a move, :meth:`Game._push` does not, :meth:`Game.pop` takes the
last one back, and :attr:`Game.legal_moves` is a lazy container. Games hold no clock and no chance: the tile drawn
after a placement is part of the move.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from .board import Board, Placement
from .errors import IllegalMove
from .hexes import ORIGIN, Hex
from .moves import HAND_SIZE, LEGAL_SHOWN, ForcedSpace, Move, Outcome, OutcomeKind, Seat, decide
from .referee import Referee
from .scoring import Line, best_line, scores
from .tiles import TILES, Colour, fitting

__all__ = [
    "HAND_SIZE",
    "LEGAL_SHOWN",
    "ForcedSpace",
    "Game",
    "LegalMoves",
    "Move",
    "Outcome",
    "OutcomeKind",
    "Seat",
    "decide",
]


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


class Game(Referee):
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
        if self.place_codes(placement):
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
        self.to_move = self.next_player()
        self.free_move_used = False
        self._forget()

    def next_player(self) -> int | None:
        """The next seat clockwise that has a tile, the present one last (rule 30)."""
        assert self.to_move is not None
        count = len(self.players)
        for step in range(1, count + 1):
            seat = self.players[(self.to_move + step) % count]
            if seat.tile_count:
                return seat.index
        return None
