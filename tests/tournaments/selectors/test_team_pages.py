"""Teams and their matches as readers see them."""

import pytest

from tests.tournaments.scene import LEFT_WINS, RIGHT_WINS
from tests.tournaments.team_scene import team_scene
from tournaments import services
from tournaments.models import DecisionKind, Match
from tournaments.selectors.team_matches import boards_of_match
from tournaments.selectors.team_pages import team_card, team_cards, team_matches
from tournaments.services import Ruling

pytestmark = pytest.mark.django_db


def test_a_team_with_its_players_its_matches_and_their_boards(django_assert_max_num_queries):
    scene = team_scene(("FR", "GB", "DE", "HU"))
    first, second = Match.objects.filter(event=scene.event, round=1).order_by("number")
    scene.open(first)
    scene.enter(first, 1, LEFT_WINS, RIGHT_WINS)
    scene.enter(first, 2, RIGHT_WINS)
    ruling = Ruling(DecisionKind.ADJUDICATED, tp=(938, 1062))
    services.decide_match(**scene.act(match_id=second.pk, ruling=ruling, reason="as published"))
    left, right = (scene.teams[str(name)] for name in scene.sides(first))
    with django_assert_max_num_queries(5):
        cards = team_cards(scene.event)
    assert [card.entry.name for card in cards] == ["FRA A", "GBR A", "GER A", "HUN A"]
    assert [len(cards[0].regular), len(cards[0].substitutes), cards[0].points] == [5, 1, pytest.approx(2180)]
    assert team_card(left).entry == left
    with django_assert_max_num_queries(14):
        (row,) = team_matches(right)
    assert (row.opponent, row.tp, row.won, row.outcome) == (left, (400, 200), (0, 0), "")
    loser, winner = (scene.teams[str(name)] for name in scene.sides(second))
    (lost,) = team_matches(loser)
    assert (lost.opponent, lost.tp, lost.won, lost.outcome, lost.kind) == (
        winner, (938, 1062), None, "lost", "adjudicated",
    )  # fmt: skip
    assert [row.match.round for row in team_matches(winner)] == [1, 2]
    with django_assert_max_num_queries(20):
        shown = boards_of_match(Match.objects.select_related("event", "stage").get(pk=first.pk))
    assert [line.score.tp for line in shown.boards] == [(200, 200), (0, 200), (0, 0), (0, 0), (0, 0)]
    assert [line.players[0].name for line in shown.boards[:2]] == [f"{left.name} 1", f"{left.name} 2"]
