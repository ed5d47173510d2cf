"""Going through casual games again from some point, and telling what differs from the ledger."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass

from ratings.maths.casual import GameChange, rate_lobby_game, rate_margin_game
from ratings.maths.elo import Standing
from ratings.maths.parameters import CURRENT, Parameters
from ratings.models import Ladder
from ratings.selectors.ladder_steps import GameStep, StoredChange
from ratings.selectors.ladders import GamePosition, start_of

Standings = dict[Ladder, dict[int, Standing]]


@dataclass(frozen=True, slots=True)
class GameOutcome:
    """What a game makes of one ranking, where that differs: rows to be written, and keys of rows to be ended."""

    ladder: Ladder
    position: GamePosition
    written: tuple[GameChange, ...]
    ended: tuple[int, ...]


def replay_games(
    steps: Iterable[GameStep],
    standings: Standings,
    *,
    fresh: Collection[int] = (),
    thorough: bool = False,
    parameters: Parameters = CURRENT,
) -> Iterator[GameOutcome]:
    """Take the games one after the other, moving `standings` on; only what differs from the ledger is told.

    A game is worked out when it is among `fresh` or when somebody comes to it with another standing than the ledger
    says; `thorough` works out all. Everything else follows from the same inputs and is taken from the ledger, so that
    both ways end with the same floats. A game whose act came in meanwhile is left to the next batch.
    """
    for step in steps:
        is_fresh = thorough or step.position.game in fresh
        for ladder in dict.fromkeys((*step.stored, *step.ladders)):
            held = standings.setdefault(ladder, {})
            stored = step.stored.get(ladder, {})
            if is_fresh or _differs(stored, held, start_of(ladder, parameters)):
                found = _rated(step, ladder, held, parameters)
            else:
                found = {player: row.change for player, row in stored.items()}
            held.update({player: change.after for player, change in found.items()})
            written = tuple(c for player, c in found.items() if player not in stored or stored[player].change != c)
            ended = tuple(row.pk for player, row in stored.items() if found.get(player) != row.change)
            if written or ended:
                yield GameOutcome(ladder, step.position, written, ended)


def _differs(stored: Mapping[int, StoredChange], held: Mapping[int, Standing], start: Standing) -> bool:
    return any(row.change.before != held.get(player, start) for player, row in stored.items())


def _rated(
    step: GameStep, ladder: Ladder, held: Mapping[int, Standing], parameters: Parameters
) -> dict[int, GameChange]:
    if ladder not in step.ladders:
        return {}
    rate = rate_lobby_game if ladder is Ladder.LOBBY else rate_margin_game
    return {change.player: change for change in rate(step.played, held, parameters)}
