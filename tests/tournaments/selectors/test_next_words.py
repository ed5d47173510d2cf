"""Where winners and losers of a match go on."""

import pytest

from tests.tournaments.scene import LEVEL, RIGHT_WINS, Scene, quick_scene
from tournaments.models import Match
from tournaments.selectors.pages.addresses import round_url
from tournaments.selectors.pages.match import find_match, load_match
from tournaments.services import StagePlan

pytestmark = pytest.mark.django_db


def next_text(scene: Scene, number: int) -> str:
    match = find_match(scene.event, number)
    return load_match(scene.event, match).next_text


def test_a_double_elimination() -> None:
    scene = quick_scene(4, stages=[StagePlan("double_elimination")])
    assert next_text(scene, 1) == (
        "The winner plays quick 3 or quick 2 in M3. The loser plays on in M4: losers’ round 1."
    )  # fmt: skip
    assert next_text(scene, 3) == "The winner plays in M6: grand final. The loser plays on in M5: losers’ final."
    assert next_text(scene, 6) == (
        "If the side without a defeat wins, it wins the event; otherwise both play again in M7."
    )  # fmt: skip
    assert next_text(scene, 7) == (
        "Only if whoever has lost before wins M6: then both have lost once. The winner of this match wins the event."
    )


def test_a_plate_and_places() -> None:
    scene = quick_scene(8, stages=[StagePlan("knockout", settings={"plate": "first_match"})])
    plate = list(Match.objects.filter(event=scene.event, bracket="plate").order_by("number"))
    assert "The loser plays on in M" in next_text(scene, 1)
    assert next_text(scene, 5).endswith("(plate, semi-final) if it was the first match.")
    assert next_text(scene, plate[-1].number) == "The winner of this match wins the plate."
    assert round_url("x", plate[-1]) == f"/events/x/bracket/?stage=1&part=plate&round={plate[-1].round}"
    places = quick_scene(8, name="places", stages=[StagePlan("knockout", settings={"places_to": 8})])
    last = Match.objects.filter(event=places.event, bracket="places_7").get()
    assert next_text(places, last.number) == "The winner takes place 7, the loser place 8."


def test_what_decided_a_level_match() -> None:
    scene = quick_scene(2, games_by_round=[2])
    scene.enter(1, LEVEL)
    scene.enter(1, LEVEL, game=2)
    scene.enter(1, RIGHT_WINS, game=3)
    page = load_match(scene.event, find_match(scene.event, 1))
    assert page.decided_text == "Level in points and tiles; the decider game decided."
    assert [side.score for side in page.sides] == ["20.0", "20.0"]
