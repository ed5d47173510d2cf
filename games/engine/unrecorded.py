"""A table game written down without its draws (``"draws": "unknown"``).

Where the tiles are is known only in part: what lies on the table, what was in a hand that was written down and has
not been played, and, once the bag is empty and all moves are known, everything. How *many* tiles the bag and every
hand hold is always known, so the restrictions (rule 19) and most of the order of play can be checked; the duty to
fill a forced space is checked wherever a tile certainly in the hand would do it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager

from .board import Placement
from .errors import Code, Fault, fault, gettext_noop
from .game import Game
from .hexes import ORIGIN
from .moves import HAND_SIZE, Move, Outcome, OutcomeKind
from .tiles import TILES, Colour


class UnrecordedGame(Game):
    """A game whose draws are unknown.

    ``bag`` holds the tiles that may be anywhere, a seat's ``hand`` those it certainly has, ``unseen`` how many more.
    After the free move the turn stays open, as nobody can tell whether another fill was due: the same seat may go on
    filling, and the next may begin. ``played`` (seat and tile of every move) lets the hands be worked out at the moment
    the bag is empty.
    """

    def __init__(
        self,
        colours: Sequence[Colour],
        hands: Sequence[Iterable[int] | None],
        names: Sequence[str] = (),
        *,
        played: Sequence[tuple[int, int]] = (),
    ) -> None:
        super().__init__(colours, [hand or () for hand in hands], names)
        for seat in self.players:
            seat.unseen = HAND_SIZE - len(seat.hand)
        self._hands_written = all(hand is not None for hand in hands)
        self._played = list(played)
        self._snapshots: list[tuple[set[int], list[tuple[list[int], int]]]] = []
        self._deadlock_claimed = False

    # What is known

    @property
    def draws_known(self) -> bool:
        return False

    def unchecked(self) -> tuple[str, ...]:
        """What could not be looked at: ``draws``, ``forced_spaces`` (before the hands are known), ``hands`` where
        they were not written down, and ``deadlock`` where it is only claimed."""
        found = ["draws", "forced_spaces"]
        if not self._hands_written:
            found.append("hands")
        if self._deadlock_claimed:
            found.append("deadlock")
        return tuple(found)

    @property
    def bag_count(self) -> int:
        return max(0, len(TILES) - HAND_SIZE * len(self.players) - self.ply)

    @property
    def restrictions_hold(self) -> bool:
        return self.bag_count > 0

    def _all_known(self) -> bool:
        return not self.bag

    @property
    def is_deadlock(self) -> bool:
        return super().is_deadlock if self._all_known() else self._deadlock_claimed

    def note_claimed_outcome(self, outcome: str) -> None:
        """A claimed deadlock cannot be proved while the hands are unknown; it is taken as said where it can be true."""
        self._deadlock_claimed = (
            outcome == OutcomeKind.DEADLOCK
            and not self._all_known()
            and self.to_move is not None
            and self._may_be_stuck()
        )

    def _may_be_stuck(self) -> bool:
        """Whether the seat that has to make a free move may hold nothing but tiles without a legal place."""
        if self.must_fill:
            return False
        if self.free_move_used:
            with self._next_turn():
                return not self.must_fill and self._hand_may_be_stuck()
        return self._hand_may_be_stuck()

    def _hand_may_be_stuck(self) -> bool:
        seat = self.players[self.to_move or 0]
        movable = {placement.tile for placement in self.generate_legal_moves()}
        return movable.isdisjoint(seat.hand) and len(self.bag - movable) >= seat.unseen

    def outcome(self) -> Outcome | None:
        if self._deadlock_claimed:
            return Outcome(OutcomeKind.DEADLOCK, None)
        return super().outcome()

    def generate_legal_moves(self) -> Iterator[Placement]:
        """The placements that may be legal for the seat to move, with any tile it may hold."""
        if self._all_known() or self.to_move is None:
            yield from super().generate_legal_moves()
            return
        seat = self.players[self.to_move]
        tiles = sorted({*seat.hand, *(self.bag if seat.unseen else ())})
        if not len(self.board):
            yield from (Placement(tile, ORIGIN, rotation) for tile in tiles for rotation in range(6))
            return
        only_fills = self.must_fill or (self.free_move_used and self.next_player() != self.to_move)
        for space in sorted(self.board.open_spaces):
            if not only_fills or self.board.sides(space) >= 3:
                yield from self.placements_at(space, tiles)

    def is_legal(self, placement: Placement) -> bool:
        if self._all_known():
            return super().is_legal(placement)
        return any(placement == legal for legal in self.generate_legal_moves())

    # The open turn

    @property
    def turn_may_pass_to(self) -> int | None:
        if self._all_known() or not self.free_move_used or self.must_fill:
            return None
        return self.next_player()

    def legal_moves_for(self, player: int) -> Iterator[Placement]:
        yield from super().legal_moves_for(player)
        if player == self.turn_may_pass_to and player != self.to_move:
            with self._next_turn():
                yield from list(self.generate_legal_moves())

    def _begins_next_turn(self, move: Move) -> bool:
        if move.player != self.turn_may_pass_to:
            return False
        # The last seat with tiles plays turn after turn (rule 30): its fills go on with a turn, a free move begins one.
        return move.player != self.to_move or self.board.sides(move.hex) < 3

    @contextmanager
    def _next_turn(self) -> Iterator[None]:
        """Look at the position as if the next seat had begun its turn."""
        before = self.to_move, self.free_move_used
        self._begin_next_turn()
        try:
            yield
        finally:
            self.to_move, self.free_move_used = before
            self._forget()

    def _begin_next_turn(self) -> None:
        self.to_move, self.free_move_used = self.next_player(), False
        self._forget()

    # Making and taking back moves

    def _push(self, move: Move) -> None:
        self._snapshots.append((set(self.bag), [(list(seat.hand), seat.unseen) for seat in self.players]))
        if self._all_known():
            super()._push(move)
            return
        begins_next_turn = self._begins_next_turn(move)
        self._note(move, 0)
        if begins_next_turn:
            self._begin_next_turn()
        if self.board.sides(move.hex) < 3:
            self.free_move_used = True
        self.board.place(move.placement)
        self._exchange_tile(move)
        self._forget()
        self._work_out_hands()
        if self._all_known():
            self._end_turn_if_over()
        elif not self.players[move.player].tile_count:
            self._begin_next_turn()

    def _exchange_tile(self, move: Move) -> None:
        """Take the tile out of the hand and draw another, known or not, while the bag has one (rule 9)."""
        seat = self.players[move.player]
        if move.tile in seat.hand:
            seat.hand.remove(move.tile)
        else:
            seat.unseen -= 1
            self.bag.remove(move.tile)
        # The move is in the history by now, so the bag held one tile more before it than is counted.
        if self.ply <= len(TILES) - HAND_SIZE * len(self.players):
            if move.drawn is None:
                seat.unseen += 1
            else:
                self.bag.remove(move.drawn)
                seat.hand.append(move.drawn)

    def pop(self) -> Move:
        undo = self._history.pop()
        self.board.lift(undo.move.hex)
        self.to_move, self.free_move_used = undo.to_move, undo.free_move_used
        self.bag, hands = self._snapshots.pop()
        for seat, (hand, unseen) in zip(self.players, hands, strict=True):
            seat.hand, seat.unseen = hand, unseen
        self._forget()
        return undo.move

    def _work_out_hands(self) -> None:
        """Once the bag is empty a hand is what its seat plays from then on, if all 56 placements were written down."""
        if self.bag_count or len(self._played) != len(TILES):
            return
        to_come: list[list[int]] = [[] for _ in self.players]
        for player, tile in self._played[self.ply :]:
            to_come[player].append(tile)
        rest = [tile for tiles in to_come for tile in tiles]
        # A tile that comes twice keeps the place of one that never comes.
        fits = len(set(rest)) == len(rest) and all(
            len(tiles) == seat.tile_count and set(seat.hand) <= set(tiles) <= self.bag.union(seat.hand)
            for seat, tiles in zip(self.players, to_come, strict=True)
        )
        if fits:
            for seat, tiles in zip(self.players, to_come, strict=True):
                seat.hand, seat.unseen = tiles, 0
            self.bag = set()
            self._forget()

    # Faults

    def fault_of(self, move: Move) -> Fault | None:
        if self._begins_next_turn(move):
            with self._next_turn():
                return super().fault_of(move)
        return super().fault_of(move)

    def _turn_fault(self, move: Move) -> Fault | None:
        fills = self.board.sides(move.hex) >= 3
        open_turn = self.free_move_used and not self.must_fill and not self._all_known()
        if not open_turn or fills or move.player != self.to_move:
            return super()._turn_fault(move)
        template = gettext_noop("Player %(player)s had made the free move of this turn already.")
        codes: tuple[Code, ...] = (Code.SECOND_FREE_MOVE, Code.WRONG_PLAYER)
        return self._with_legal(codes, template, {"player": move.player + 1}, any_tile=True)

    def _tile_fault(self, move: Move) -> Fault | None:
        seat = self.players[move.player]
        if not self._all_known() and seat.unseen and move.tile in self.bag:
            return None
        return super()._tile_fault(move)

    def _draw_fault(self, move: Move) -> Fault | None:
        if move.drawn is None:
            return None
        if not self.restrictions_hold:
            return fault(
                Code.DRAW_NOT_IN_BAG, gettext_noop("Tile %(drawn)s was drawn from an empty bag."), drawn=move.drawn
            )
        if move.drawn not in self.bag or move.drawn == move.tile:
            return fault(
                Code.DRAW_NOT_IN_BAG, gettext_noop("The drawn tile %(drawn)s was not in the bag."), drawn=move.drawn
            )
        return None
