"""A bracket as shapes for a page: rounds of boxes, neighbours for arrow keys.

Nothing here is a sentence or a name: entries are ids, rounds have keys ("semi", "r16") that the
shell translates. `lens` and `layout` add the geometry, `path` the way of an entry.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from .facts import DecisionKind
from .fold import Folded, FoldedMatch, MatchState
from .graph import Bye, EntryId, LoserOf, MatchId, MatchNode, Occupant, Seed, Slot, Structure, WinnerOf
from .knockout import PRELIMINARY, THIRD_PLACE
from .play_offs import PLAY_OFF


def round_name(players: int) -> str:
    """The key of a round by the number of its slots: final, semi, quarter, r16, r32 …"""
    return {2: "final", 4: "semi", 8: "quarter"}.get(players, f"r{players}")


def round_keys(structure: Structure, bracket: str) -> dict[int, str]:
    """The key of each round of a bracket.

    Counted back from the end, rounds that double have the names of a knockout. Others, as those of a losers'
    bracket or before everybody has entered, are "round_1", "round_2" … The preliminary round is "preliminary"; rounds
    of play-offs name the places still played for, "places_5_8".
    """
    rounds: dict[int, list[MatchNode]] = {}
    for node in structure.matches:
        if node.bracket == bracket and not node.label:
            rounds.setdefault(node.round, []).append(node)
    if bracket == PRELIMINARY:
        return dict.fromkeys(rounds, PRELIMINARY)
    if bracket.startswith(PLAY_OFF):
        # those who lose a round share the place behind all who go on
        last = {round_: (found[0].loser_place or 0) + len(found) - 1 for round_, found in sorted(rounds.items())}
        return {round_: f"{bracket}_{place}" for round_, place in last.items()}
    keys: dict[int, str] = {}
    expected = 1
    for round_ in sorted(rounds, reverse=True):
        if len(rounds[round_]) != expected:
            break
        keys[round_] = round_name(2 * expected)
        expected *= 2
    if len(keys) < 2 <= len(rounds):
        keys = {}  # a single match at the end is not yet a tree
    return {round_: keys.get(round_, f"round_{round_}") for round_ in sorted(rounds)}


@dataclass(frozen=True, slots=True)
class Target:
    """A match that somebody goes to, or comes from: "loser to M67"."""

    match: MatchId
    number: int
    bracket: str


@dataclass(frozen=True, slots=True)
class BoxSlot:
    """One side of a match box.

    `seed` is the occupant's seed number. While `occupant` is None, `possible` lists who may come
    ("Svoboda or Halbach") and `fed_by` is the number of the match whose winner, or loser where
    `takes_loser`, comes here ("Winner of M98"); it stands in the bracket `fed_from`. `tp` are tenths.
    """

    occupant: Occupant
    seed: int | None
    possible: tuple[EntryId, ...]
    fed_by: int | None
    takes_loser: bool
    tp: int | None
    is_winner: bool
    is_out: bool
    fed_from: str | None = None

    @property
    def is_bye(self) -> bool:
        return isinstance(self.occupant, Bye)


@dataclass(frozen=True, slots=True)
class Box:
    """One match as drawn. `feeders` and `next_match` are match ids, for lines and arrow keys.

    `winner_to` and `loser_to` say where its sides go on, be it in another bracket; None where they do not.
    """

    match: MatchId
    number: int
    round: int
    position: int
    label: str
    games: int
    state: MatchState
    kind: DecisionKind | None
    slots: tuple[BoxSlot, BoxSlot]
    feeders: tuple[MatchId | None, MatchId | None]
    next_match: MatchId | None
    winner_to: Target | None = None
    loser_to: Target | None = None

    @property
    def next_slot(self) -> int:
        """The slot of the next match that this one feeds."""
        return self.position % 2

    @property
    def is_to_play(self) -> bool:
        """Two entries meet here, or may do: nobody has a bye, nor will have, and it is not left out."""
        return self.state is not MatchState.NOT_NEEDED and not any(slot.is_bye for slot in self.slots)


@dataclass(frozen=True, slots=True)
class RoundView:
    """One round: `key` names it, `settled` of `total` matches are over ("21/32"), byes left out."""

    number: int
    key: str
    boxes: tuple[Box, ...]

    @property
    def total(self) -> int:
        return sum(box.is_to_play for box in self.boxes)

    @property
    def settled(self) -> int:
        return sum(box.state in (MatchState.DECIDED, MatchState.WALKOVER) for box in self.boxes)


@dataclass(frozen=True)
class BracketView:
    """A whole bracket. `parts` is how many parts (quarters, halves) a page offers, 1 unless it `is_regular`."""

    bracket: str
    rounds: tuple[RoundView, ...]
    third_place: Box | None
    parts: int
    boxes: Mapping[MatchId, Box] = field(repr=False)

    @property
    def is_regular(self) -> bool:
        """A full tree, each round half of the one before: only this has columns and a strip in `lens`.

        Any bracket can be laid out by `layout`.
        """
        rounds = len(self.rounds)
        return all(len(r.boxes) == 1 << (rounds - i) for i, r in enumerate(self.rounds, start=1))

    @property
    def size(self) -> int:
        """The lines of the first round."""
        return 2 * len(self.rounds[0].boxes)

    @property
    def current_round(self) -> int:
        """The first round with a match still to settle; the final once all is over."""
        return next((r.number for r in self.rounds if r.settled < r.total), len(self.rounds))

    def parts_of(self, box: Box) -> range:
        """The parts, counted from 1, whose lines lead to that match."""
        if box.label or self.parts == 1:
            return range(1, self.parts + 1)
        matches = len(self.rounds[box.round - 1].boxes)
        if matches >= self.parts:
            part = box.position * self.parts // matches + 1
            return range(part, part + 1)
        width = self.parts // matches
        return range(box.position * width + 1, (box.position + 1) * width + 1)

    def part_of(self, entry: EntryId) -> int | None:
        """The part in which an entry started, None if it does not take part."""
        for round_ in self.rounds:
            for box in round_.boxes:
                if any(slot.occupant == entry for slot in box.slots):
                    return self.parts_of(box)[0]
        return None

    def busiest_part(self, round_: int) -> int:
        """The part with the most matches to settle in a round; the first of equals."""
        waiting = [0] * self.parts
        for box in self.rounds[round_ - 1].boxes:
            if box.is_to_play and box.state not in (MatchState.DECIDED, MatchState.WALKOVER):
                for part in self.parts_of(box):
                    waiting[part - 1] += 1
        return waiting.index(max(waiting)) + 1

    def neighbours(self, match: MatchId) -> "Neighbours":
        """Where the arrow keys lead from a match."""
        box = self.boxes[match]
        column = (box,) if box.label else self.rounds[box.round - 1].boxes
        at = column.index(box)
        return Neighbours(
            up=column[at - 1].match if at > 0 else None,
            down=column[at + 1].match if at + 1 < len(column) else None,
            right=box.next_match if box.next_match in self.boxes else None,
            left=next((feeder for feeder in box.feeders if feeder in self.boxes), None),
        )


@dataclass(frozen=True, slots=True)
class Neighbours:
    """Matches above, below, after and before; None at the rim."""

    up: MatchId | None
    down: MatchId | None
    right: MatchId | None
    left: MatchId | None


def bracket_view(folded: Folded, bracket: str = "main", *, parts: int | None = None) -> BracketView:
    """The shape of one bracket of a folded structure.

    `parts` must be a power of two; by default a draw of 32 lines or more is offered in
    quarters, smaller ones whole, and so is whatever is no regular tree. Raises `KeyError` if there is no such bracket.
    """
    seed_of = {entry: seed for seed, entry in folded.facts.seeds.items()}
    by_round: dict[int, list[Box]] = {}
    third: Box | None = None
    boxes: dict[MatchId, Box] = {}
    for node in folded.structure.matches:
        if node.bracket != bracket:
            continue
        box = _box(folded, folded[node.id], seed_of)
        boxes[node.id] = box
        if node.label == THIRD_PLACE:
            third = box
        else:
            by_round.setdefault(node.round, []).append(box)
    if not by_round:
        raise KeyError(bracket)
    keys = round_keys(folded.structure, bracket)
    rounds = tuple(
        RoundView(number, keys[number], tuple(sorted(found, key=lambda b: b.position)))
        for number, found in sorted(by_round.items())
    )
    view = BracketView(bracket, rounds, third, 1, boxes)
    if parts is None:
        parts = 4 if view.size >= 32 else 1
    return replace(view, parts=parts if view.is_regular else 1)


def _box(folded: Folded, match: FoldedMatch, seed_of: Mapping[EntryId, int]) -> Box:
    node = match.node
    winner_to = _target(folded.structure, folded.structure.winner_to.get(node.id))
    return Box(
        match=node.id,
        number=node.number,
        round=node.round,
        position=node.position,
        label=node.label,
        games=node.games,
        state=match.state,
        kind=match.decision.kind if match.decision else None,
        slots=(_slot(folded, match, 0, seed_of), _slot(folded, match, 1, seed_of)),
        feeders=(_feeder(folded.structure, node.id, 0), _feeder(folded.structure, node.id, 1)),
        next_match=winner_to.match if winner_to else None,
        winner_to=winner_to,
        loser_to=_target(folded.structure, folded.structure.loser_to.get(node.id)),
    )


def _target(structure: Structure, slot: Slot | None) -> Target | None:
    if slot is None:
        return None
    node = structure[slot[0]]
    return Target(node.id, node.number, node.bracket)


def _slot(folded: Folded, match: FoldedMatch, side: int, seed_of: Mapping[EntryId, int]) -> BoxSlot:
    node, occupant = match.node, match.occupants[side]
    source = node.sources[side]
    feeder = folded.structure[source.match] if isinstance(source, WinnerOf | LoserOf) else None
    is_entry = occupant is not None and not isinstance(occupant, Bye)
    seed = seed_of.get(occupant) if occupant is not None and not isinstance(occupant, Bye) else None
    if seed is None and isinstance(source, Seed):
        seed = source.n
    decision = match.decision
    return BoxSlot(
        occupant=occupant,
        seed=seed,
        possible=folded.possible(node.id, side) if occupant is None else (),
        fed_by=feeder.number if feeder else None,
        takes_loser=isinstance(source, LoserOf),
        tp=decision.tp[side] if decision and decision.tp else None,
        is_winner=is_entry and match.winner == occupant,
        is_out=is_entry and occupant in match.out,
        fed_from=feeder.bracket if feeder else None,
    )


def _feeder(structure: Structure, match: MatchId, side: int) -> MatchId | None:
    source = structure[match].sources[side]
    return source.match if isinstance(source, WinnerOf | LoserOf) else None
