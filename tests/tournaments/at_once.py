"""Results of many matches at once, for scenes in which it does not matter how they came in."""

from collections.abc import Mapping

from tests.tournaments.scene import NOW, Scene
from tournaments import services
from tournaments.models import Decision, GameResult, Match
from tournaments.services import GameFigures


def enter_at_once(scene: Scene, games: Mapping[int, GameFigures]) -> None:
    """The only game of each of these open matches of a tree, by number, with a winner. The log tells of none."""
    results, decisions = [], []
    matches = Match.objects.filter(event=scene.event, number__in=games, state="open", games=1)
    for match in matches.select_related("stage").prefetch_related("slots"):
        left, right = (slot.occupant_id for slot in match.slots.all())
        figures = games[match.number]
        tp = figures.raw_tp
        who = {"match": match, "version": 1, "left_id": left, "right_id": right, "at": NOW, "via": "account"}
        who |= {"user": scene.owner.user, "tp_left": tp[0], "tp_right": tp[1]}
        results.append(
            GameResult(
                **who, number=1, raw_left=tp[0], raw_right=tp[1], signature="organiser",
                tiles_left=figures.tiles[0], tiles_right=figures.tiles[1],
            )
        )  # fmt: skip
        decisions.append(Decision(**who, kind="played", winner_side=int(tp[0] < tp[1])))
    assert len(results) == len(games)
    GameResult.objects.bulk_create(results)
    Decision.objects.bulk_create(decisions)
    services.rebuild_event(now=NOW, event_id=scene.event.pk)
