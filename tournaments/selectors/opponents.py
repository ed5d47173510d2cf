"""Whom a player met most often, in games of events and in casual ones."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from players.models import Player
from ratings.selectors.casual_meetings import NO_CASUAL_GAMES, CasualTally, casual_tallies
from tournaments.selectors.tallies import NO_GAMES, GameTally, Side, counting_games, tally_by
from tournaments.selectors.visibility import told_events


@dataclass(frozen=True, slots=True)
class Met:
    """How often two met: `player` is the id of the other."""

    player: int
    games: GameTally
    casual: CasualTally

    @property
    def total(self) -> int:
        return self.games.games + self.casual.games


@dataclass(frozen=True, slots=True)
class Opponent:
    """One line of the list."""

    player: Player
    met: Met


def met_by(player: Player) -> tuple[Met, ...]:
    """Everybody a player met, most often first; four queries, a row for each opponent."""
    games = counting_games().filter(match__event__in=told_events())
    in_events: dict[int, GameTally] = {}
    sides: Iterable[tuple[Side, Side]] = (("left", "right"), ("right", "left"))
    for side, other in sides:
        rows = games.filter(**{f"{side}__player": player, f"{other}__player__isnull": False})
        for opponent, tally in tally_by(rows, side, f"{other}__player").items():
            in_events[int(opponent)] = in_events.get(int(opponent), NO_GAMES) + tally
    casual = casual_tallies(player.pk)
    found = [
        Met(other, in_events.get(other, NO_GAMES), casual.get(other, NO_CASUAL_GAMES))
        for other in in_events.keys() | casual.keys()
    ]
    return tuple(sorted(found, key=lambda met: (-met.total, -met.games.games, met.player)))


def opponents_in(rows: Sequence[Met]) -> tuple[Opponent, ...]:
    """These rows with their players; one query."""
    players = Player.objects.in_bulk([met.player for met in rows])
    return tuple(Opponent(players[met.player], met) for met in rows)
