"""Results as from the organiser's score sheets: typed in, match by match, with figures that follow from strength."""

from collections.abc import Mapping
from datetime import datetime
from random import Random

from players.actors import Actor
from tournaments.formats.facts import GameResult
from tournaments.formats.match import MatchRule, match_outcome
from tournaments.formats.scoring import game_points
from tournaments.models import Entry, Match
from tournaments.services import GameFigures, enter_results

# how a lead in places shows in tiles, and how far a game goes astray of it
TILES_A_PLACE = 0.09
ASTRAY = 11
USUAL = 17


def enter_match(match: Match, *, strength: Mapping[int, int], organiser: Actor, now: datetime) -> None:
    """Enter all games of an open match that were needed; `strength` is each entry's place by strength, 1 the best."""
    left, right = sides_of(match)
    key = f"tantrix demo {match.event.slug} M{match.number}"
    lead = TILES_A_PLACE * (strength[right.pk] - strength[left.pk])
    enter_results(actor=organiser, now=now, match_id=match.pk, games=_games(match, lead, Random(key)))  # noqa: S311


def sides_of(match: Match) -> tuple[Entry, Entry]:
    """The two who stand in a match, left first."""
    left, right = sorted(match.slots.all(), key=lambda slot: slot.side)
    assert left.occupant is not None
    assert right.occupant is not None
    return left.occupant, right.occupant


def _games(match: Match, lead: float, rng: Random) -> dict[int, GameFigures]:
    """Games one after the other until the match is decided; in a table all that are planned."""
    rule = MatchRule(match.games, table=bool(match.table))
    figures: dict[int, GameFigures] = {}
    played: list[GameResult] = []
    while not match_outcome(played, rule).is_decided:
        number = len(figures) + 1
        tiles = _tiles(lead, rng)
        points = game_points(tiles)
        figures[number] = GameFigures(tiles=tiles)
        played.append(GameResult(match.pk, number, (points[0], points[1]), tiles, number > rule.last_game))
    return figures


def _tiles(lead: float, rng: Random) -> tuple[int, int]:
    margin = round(rng.gauss(lead, ASTRAY))
    loser = max(4, round(rng.gauss(USUAL, 3)) - abs(margin) // 3)
    winner = loser + abs(margin)
    return (winner, loser) if margin >= 0 else (loser, winner)
