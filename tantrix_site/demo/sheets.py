"""Results as from the organiser's score sheets: typed in, match by match, with figures that follow from strength."""

from collections.abc import Mapping
from datetime import datetime
from random import Random

from players.actors import Actor
from tournaments.formats.facts import GameResult
from tournaments.formats.match import match_outcome
from tournaments.formats.scoring import game_points
from tournaments.models import Entry, Match
from tournaments.selectors.match_rule import rule_of
from tournaments.services import (
    Correction,
    GameFigures,
    correct_result,
    enter_results,
    plan_correction,
    plan_rating_change,
)

# how a lead in places shows in tiles, and how far a game goes astray of it
TILES_A_PLACE = 0.09
ASTRAY = 11
USUAL = 17


def enter_match(match: Match, *, strength: Mapping[int, float], organiser: Actor, now: datetime) -> None:
    """Enter all games of an open match that were needed; `strength` is each entry's place by strength, 1 the best."""
    left, right = sides_of(match)
    key = f"tantrix demo {match.event.slug} M{match.number}"
    lead = TILES_A_PLACE * (strength[right.pk] - strength[left.pk])
    enter_results(actor=organiser, now=now, match_id=match.pk, games=_games(match, lead, Random(key)))  # noqa: S311


def tp_of_games(games: int, lead: float, rng: Random) -> int:
    """What the left side has in tenths after so many games, if it leads by so many places."""
    return sum(game_points(tiles_of_game(lead, rng))[0] for _game in range(games))


def tiles_of_game(lead: float, rng: Random) -> tuple[int, int]:
    """How a game ends in which the left side leads by so many places."""
    return _tiles(TILES_A_PLACE * lead, rng)


def correct_misread(match: Match, *, organiser: Actor, now: datetime) -> bool:
    """The sheet of the first game was read upside down. False where it is corrected already, or nothing was played."""
    game = match.results.filter(number=1, current=True).first()
    if game is None or game.version > 1 or game.tiles_left is None or game.tiles_right is None:
        return False
    correction = Correction(games={1: GameFigures(tiles=(game.tiles_right, game.tiles_left))})
    digest = plan_correction(actor=organiser, match_id=match.pk, correction=correction).plan.digest
    rated = plan_rating_change(actor=organiser, now=now, match_id=match.pk, correction=correction, digest=digest)
    correct_result(
        actor=organiser, now=now, match_id=match.pk, correction=correction, digest=digest,
        rating_digest=None if rated is None else rated.digest,
        reason="The sheet was read upside down; both players say so.",
    )  # fmt: skip
    return True


def sides_of(match: Match) -> tuple[Entry, Entry]:
    """The two who stand in a match, left first."""
    left, right = sorted(match.slots.all(), key=lambda slot: slot.side)
    assert left.occupant is not None
    assert right.occupant is not None
    return left.occupant, right.occupant


def _games(match: Match, lead: float, rng: Random) -> dict[int, GameFigures]:
    """Games one after the other until the match is decided; in a table all that are planned."""
    rule = rule_of(match.event, match)
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
