"""From the games of a match to its outcome (`docs/regulations.md` 2)."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from .errors import ScoringError
from .facts import GameResult
from .scoring import GAME_TP


@dataclass(frozen=True, slots=True)
class MatchRule:
    """How many games, and when is enough (regulation 2.1).

    `games` are planned; a match ends early, or after its last planned game, only with a lead of
    at least `lead` TP (in tenths; 0 means any lead), else up to `extra` games follow.
    The template of a European championship is `MatchRule(6, lead=50, extra=3)`. In a `table` all
    planned games are played, none more, and the match may end level: each game counts by itself.
    """

    games: int
    lead: int = 0
    extra: int = 0
    table: bool = False

    def __post_init__(self) -> None:
        bad_table = self.table and (self.lead or self.extra)
        if self.games < 1 or self.extra < 0 or not 0 <= self.lead <= GAME_TP * self.games or bad_table:
            raise ScoringError("bad_rule", f"A match cannot be played by {self}.")

    @property
    def last_game(self) -> int:
        """The number of the last game that counts for TP."""
        return self.games + self.extra

    @property
    def enough(self) -> int:
        """The smallest TP, in tenths, that decide a match before its last planned game (2.2)."""
        half = self.games * GAME_TP // 2
        return half + (self.lead + 1) // 2 if self.lead else half + 1


class MatchStatus(StrEnum):
    UNDECIDED = "undecided"  # planned games are missing
    NEEDS_EXTRA = "needs_extra"  # the lead is too small: one more game
    NEEDS_DECIDER = "needs_decider"  # level in TP and tiles: a short game, unrated
    DECIDED = "decided"


class DecidedBy(StrEnum):
    """What decided a match, with its regulation."""

    EARLY = "early"  # 2.2
    LEAD = "lead"  # 2.3
    LAST_GAME = "last_game"  # 2.3, after the last extra game any lead will do
    ALL_GAMES = "all_games"  # 5.1, all games of a table's match are played
    TILES = "tiles"  # 2.4
    DECIDER = "decider"  # 2.4


@dataclass(frozen=True, slots=True)
class MatchOutcome:
    """What the games so far amount to.

    `tp` and `tiles` are the totals, left and right, over all games for points, those played on
    after the decision included; `tiles` is None if a game came without. `winner` is None while
    undecided and for a match of a table that ended level. `remaining` are the
    numbers of the games still to be played at most (planned ones, else the next extra or
    decider). `needed` are the TP each side still lacks for an early end, 0 when it has them.
    """

    status: MatchStatus
    winner: int | None
    decided_by: DecidedBy | None
    decided_after: int | None
    tp: tuple[int, int]
    tiles: tuple[int, int] | None
    remaining: tuple[int, ...]
    needed: tuple[int, int]

    @property
    def is_decided(self) -> bool:
        return self.status is MatchStatus.DECIDED


def match_outcome(games: Iterable[GameResult], rule: MatchRule) -> MatchOutcome:
    """The outcome of a match from its confirmed games, in any order.

    Once decided, later games no longer change the winner (2.2). An extra or decider game counts
    only when all games before it are there. Raises `ScoringError` if a game number occurs twice
    or is out of range, or if TP are out of bounds.
    """
    ordered = sorted(games, key=lambda game: game.number)
    scored = [game for game in ordered if not game.decider]
    deciders = [game for game in ordered if game.decider]
    _check_numbers(scored, deciders, rule)
    totals = _totals(scored)
    tiles = _tile_totals(scored)
    decision = _decide(scored, deciders, rule)
    needed = (0, 0) if rule.table else (max(0, rule.enough - totals[0]), max(0, rule.enough - totals[1]))
    status, winner, by, after = decision
    remaining: tuple[int, ...] = ()
    played = {game.number for game in ordered}
    if status is MatchStatus.NEEDS_EXTRA:
        remaining = (_first_missing(played, rule.games + 1),)
    elif status is MatchStatus.NEEDS_DECIDER:
        remaining = (_first_missing(played, rule.last_game + 1),)
    elif status is MatchStatus.UNDECIDED or by is DecidedBy.EARLY:
        remaining = tuple(n for n in range(1, rule.games + 1) if n not in played)
    return MatchOutcome(status, winner, by, after, totals, tiles, remaining, needed)


_Decision = tuple[MatchStatus, int | None, DecidedBy | None, int | None]


def _decide(scored: list[GameResult], deciders: list[GameResult], rule: MatchRule) -> _Decision:
    planned = [game for game in scored if game.number <= rule.games]
    if rule.table:
        if len(planned) < rule.games:
            return MatchStatus.UNDECIDED, None, None, None
        left, right = _totals(planned)
        winner = None if left == right else _leader(left, right)
        return MatchStatus.DECIDED, winner, DecidedBy.ALL_GAMES, rule.games
    early = _early_end(planned, rule)
    if len(planned) < rule.games:
        return early or (MatchStatus.UNDECIDED, None, None, None)
    left, right = _totals(planned)
    if early is not None and early[3] != planned[-1].number:
        return early
    if abs(left - right) >= max(rule.lead, 1):
        return MatchStatus.DECIDED, _leader(left, right), DecidedBy.LEAD, rule.games
    for number, game in enumerate(scored[rule.games :], start=rule.games + 1):
        if game.number != number:
            return MatchStatus.NEEDS_EXTRA, None, None, None
        left, right = left + game.tp[0], right + game.tp[1]
        if abs(left - right) >= max(rule.lead, 1):
            return MatchStatus.DECIDED, _leader(left, right), DecidedBy.LEAD, game.number
    if len(scored) < rule.last_game:
        return MatchStatus.NEEDS_EXTRA, None, None, None
    if left != right:
        return MatchStatus.DECIDED, _leader(left, right), DecidedBy.LAST_GAME, rule.last_game
    return _break_level(scored, deciders, rule)


def _early_end(planned: list[GameResult], rule: MatchRule) -> _Decision | None:
    left = right = 0
    for game in planned:
        left, right = left + game.tp[0], right + game.tp[1]
        if max(left, right) >= rule.enough:
            return MatchStatus.DECIDED, _leader(left, right), DecidedBy.EARLY, game.number
    return None


def _break_level(scored: list[GameResult], deciders: list[GameResult], rule: MatchRule) -> _Decision:
    tiles = _tile_totals(scored)
    if tiles is not None and tiles[0] != tiles[1]:
        return MatchStatus.DECIDED, _leader(*tiles), DecidedBy.TILES, rule.last_game
    for number, game in enumerate(deciders, start=rule.last_game + 1):
        if game.number != number:
            break
        if game.tp[0] != game.tp[1]:
            return MatchStatus.DECIDED, _leader(*game.tp), DecidedBy.DECIDER, game.number
    return MatchStatus.NEEDS_DECIDER, None, None, None


def _check_numbers(scored: list[GameResult], deciders: list[GameResult], rule: MatchRule) -> None:
    numbers = [game.number for game in (*scored, *deciders)]
    if len(set(numbers)) < len(numbers):
        raise ScoringError("game_twice", "A game number occurs twice.", numbers=tuple(numbers))
    last = rule.last_game
    if any(not 1 <= game.number <= last for game in scored):
        raise ScoringError(
            "bad_game_number", f"Games are numbered 1 to {last}.", numbers=tuple(numbers), first=1, last=last
        )
    if deciders and rule.table:
        raise ScoringError("bad_game_number", "A match of a table has no decider game.", numbers=tuple(numbers))
    if any(game.number <= last for game in deciders):
        raise ScoringError(
            "bad_game_number", f"Decider games are numbered from {last + 1}.", numbers=tuple(numbers), first=last + 1
        )
    for game in (*scored, *deciders):
        if min(game.tp) < 0 or sum(game.tp) > GAME_TP:
            raise ScoringError("bad_tp", "The sides of a game share at most 20.0 TP.", game=game.number, tp=game.tp)


def _first_missing(played: set[int], number: int) -> int:
    while number in played:
        number += 1
    return number


def _totals(games: list[GameResult]) -> tuple[int, int]:
    return sum(game.tp[0] for game in games), sum(game.tp[1] for game in games)


def _tile_totals(games: list[GameResult]) -> tuple[int, int] | None:
    known = [game.tiles for game in games if game.tiles is not None]
    if len(known) < len(games):
        return None
    return sum(tiles[0] for tiles in known), sum(tiles[1] for tiles in known)


def _leader(left: int, right: int) -> int:
    return 0 if left > right else 1
