"""What puts one entry before another that is level so far (`docs/regulations.md` 5.1).

A tie-break gives those who are level a value each, the more the better, or says why it has none:
then it does not apply to them and the next one in order is looked at.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import cached_property
from typing import Final, TypeAlias

from .errors import StructureError
from .graph import EntryId
from .scoring import GAME_TP
from .table import MatchScore

Value: TypeAlias = int | Fraction | None
"""A tie-break's value: the more the better; None where it does not apply to the tied entries."""


class Why(StrEnum):
    """Why a tie-break does not apply to entries that are level."""

    ALONE = "alone"  # nobody is level any more
    NOBODY_MET = "nobody_met"  # none of those who are level have met
    NOT_ALL_MET = "not_all_met"  # they have not all met equally often
    NOT_KNOWN = "not_known"  # the games of some are known by their TP only
    NO_GAMES = "no_games"  # some have no game that counts yet
    NO_RULING = "no_ruling"  # no arbiter has put all of them in order


@dataclass(frozen=True, slots=True)
class Totals:
    """What an entry has in a table; TP in tenths, wins in halves.

    `games` are all that count, `played` those over the board. `wins` and `tiles`, the difference
    of tiles, are those of played games, None where they are not known for all of them.
    `unearned` counts byes and matches won without play.
    """

    tp: int = 0
    games: int = 0
    played: int = 0
    wins: int | None = 0
    tiles: int | None = 0
    unearned: int = 0

    @property
    def percentage(self) -> Fraction | None:
        """TP of the TP at stake, 0 to 1, over all games counted; None before the first."""
        return Fraction(self.tp, GAME_TP * self.games) if self.games else None


def totals_of(entries: Sequence[EntryId], scores: Sequence[MatchScore]) -> dict[EntryId, Totals]:
    """What each entry has, over all its scores."""
    sums: dict[EntryId | None, list[int]] = {entry: [0] * 8 for entry in entries}
    for _, _, left, right, tp, games, played, wins, tiles, _, _, unearned in scores:
        for side, entry in ((0, left), (1, right)):
            mine = sums.get(entry)
            if mine is None:
                continue
            mine[0] += tp[side]
            mine[1] += games
            mine[2] += played
            if wins is None:
                mine[6] = 1
            else:
                mine[3] += wins[side]
            if tiles is None:
                mine[7] = 1
            else:
                mine[4] += tiles[side] - tiles[1 - side]
            if unearned == side:
                mine[5] += 1
    return {
        entry: Totals(tp, games, played, None if no_wins else wins, None if no_tiles else tiles, unearned)
        for entry in entries
        for tp, games, played, wins, tiles, unearned, no_wins, no_tiles in (sums[entry],)
    }


@dataclass(frozen=True)
class Context:
    """All that tie-breaks look at: entries in seed order, scores, totals, rulings of arbiters."""

    entries: tuple[EntryId, ...]
    scores: tuple[MatchScore, ...]
    totals: Mapping[EntryId, Totals]
    rulings: tuple[tuple[EntryId, ...], ...] = ()

    @cached_property
    def met(self) -> Mapping[EntryId, Sequence[MatchScore]]:
        """By entry its scores against others; those without a game are left out."""
        found: dict[EntryId, list[MatchScore]] = {entry: [] for entry in self.entries}
        for score in self.scores:
            if score.right is not None and score.games and score.left in found and score.right in found:
                found[score.left].append(score)
                found[score.right].append(score)
        return found

    @cached_property
    def tp(self) -> Mapping[EntryId, Value]:
        return {entry: totals.tp for entry, totals in self.totals.items()}

    @cached_property
    def wins(self) -> Mapping[EntryId, Value]:
        return {entry: totals.wins for entry, totals in self.totals.items()}

    @cached_property
    def tiles(self) -> Mapping[EntryId, Value]:
        return {entry: totals.tiles for entry, totals in self.totals.items()}

    @cached_property
    def percentage(self) -> Mapping[EntryId, Value]:
        return {entry: totals.percentage for entry, totals in self.totals.items()}

    @cached_property
    def opponents_tp(self) -> Mapping[EntryId, Value]:
        """The sum of the opponents' totals in this table, one addend for each match.

        A match counts once a game of it was played over the board or stated by a ruling; byes,
        walkovers and defaults add nothing, and who is met in two matches is added twice. An
        opponent's total is all it has, byes and unplayed games included, as it stands now, also
        after it left; an opponent taken out of the table adds nothing.
        """
        totals = self.totals
        return {
            entry: sum(
                totals[score.right if score.left == entry and score.right is not None else score.left].tp
                for score in scores
                if score.played
            )
            for entry, scores in self.met.items()
        }

    @cached_property
    def seed(self) -> Mapping[EntryId, Value]:
        return {entry: -place for place, entry in enumerate(self.entries, start=1)}


Found: TypeAlias = Mapping[EntryId, Value] | Why
"""The values of at least the tied entries, none of them None; or why there are none."""

TieBreak: TypeAlias = Callable[[Context, Sequence[EntryId]], Found]


def _complete(values: Mapping[EntryId, Value], tied: Sequence[EntryId], why: Why) -> Found:
    return why if any(values[entry] is None for entry in tied) else values


def _among(context: Context, tied: Sequence[EntryId], count: Callable[[MatchScore], tuple[int, int] | None]) -> Found:
    """What `count` gives the two sides, added up over the matches among the tied.

    Only where all of them have met equally often, counted in games, and at least once.
    """
    if len(tied) < 2:
        return Why.ALONE
    inside = set(tied)
    met: dict[tuple[EntryId, EntryId], int] = {}
    found = dict.fromkeys(tied, 0)
    for entry in tied:
        for score in context.met[entry]:
            right = score.right
            if score.left != entry or right is None or right not in inside:
                continue
            pair = (entry, right) if entry < right else (right, entry)
            met[pair] = met.get(pair, 0) + score.games
            counted = count(score)
            if counted is None:
                return Why.NOT_KNOWN
            found[entry] += counted[0]
            found[right] += counted[1]
    if not met:
        return Why.NOBODY_MET
    equally = len(met) == len(tied) * (len(tied) - 1) // 2 and len(set(met.values())) == 1
    return found if equally else Why.NOT_ALL_MET


def _direct_tp(context: Context, tied: Sequence[EntryId]) -> Found:
    """TP in the games among the tied, unplayed ones at their worth."""
    return _among(context, tied, lambda score: score.tp)


def _direct_matches(context: Context, tied: Sequence[EntryId]) -> Found:
    """Matches won among the tied by TP, in halves; a match that goes on counts as it stands."""
    return _among(context, tied, lambda score: _outcome(*score.tp))


def _direct_wins(context: Context, tied: Sequence[EntryId]) -> Found:
    """Games won among the tied, in halves."""
    return _among(context, tied, lambda score: score.wins)


def _outcome(left: int, right: int) -> tuple[int, int]:
    return 1 + (left > right) - (left < right), 1 + (right > left) - (right < left)


def _ruling(context: Context, tied: Sequence[EntryId]) -> Found:
    """The order an arbiter gave; it speaks only where it names all who are level.

    The last ruling that does so counts, so that a ruling is changed by a further one.
    """
    if len(tied) < 2:
        return Why.ALONE
    for ruling in reversed(context.rulings):
        if set(tied) <= set(ruling):
            return {entry: -ruling.index(entry) for entry in tied}
    return Why.NO_RULING


def _tp(context: Context, tied: Sequence[EntryId]) -> Found:
    return context.tp


def _percentage(context: Context, tied: Sequence[EntryId]) -> Found:
    return _complete(context.percentage, tied, Why.NO_GAMES)


def _wins(context: Context, tied: Sequence[EntryId]) -> Found:
    return _complete(context.wins, tied, Why.NOT_KNOWN)


def _tiles(context: Context, tied: Sequence[EntryId]) -> Found:
    return _complete(context.tiles, tied, Why.NOT_KNOWN)


def _opponents_tp(context: Context, tied: Sequence[EntryId]) -> Found:
    return context.opponents_tp


def _seed(context: Context, tied: Sequence[EntryId]) -> Found:
    return context.seed


TIE_BREAKS: Final[Mapping[str, TieBreak]] = {
    "tp": _tp,
    "percentage": _percentage,
    "direct_tp": _direct_tp,
    "direct_matches": _direct_matches,
    "direct_wins": _direct_wins,
    "wins": _wins,
    "tiles": _tiles,
    "opponents_tp": _opponents_tp,
    "ruling": _ruling,
    "seed": _seed,
}
"""Every tie-break by its name."""


def checked_tie_breaks(names: Sequence[str]) -> tuple[str, ...]:
    """The names, with the seed at their end whether named or not, so that no two share a place.

    Raises `StructureError`: `unknown_tie_break`, `double_tie_break`, `tie_break_after_seed`.
    """
    for name in names:
        if name not in TIE_BREAKS:
            raise StructureError("unknown_tie_break", f"There is no tie-break {name}.", name=name)
    if len(set(names)) < len(names):
        raise StructureError("double_tie_break", "A tie-break is named twice.", names=tuple(names))
    if "seed" in names[:-1]:
        raise StructureError("tie_break_after_seed", "After the seed nobody is level any more.", names=tuple(names))
    return tuple(names) if names[-1:] == ("seed",) else (*names, "seed")
