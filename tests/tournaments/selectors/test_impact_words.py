"""What a correction changes in plates and matches that depend on a condition, in sentences."""

import pytest

from tests.tournaments.scene import LEFT_WINS, RIGHT_WINS, Scene, quick_scene
from tournaments import services
from tournaments.models import Match
from tournaments.selectors.pages.impact import PlanView, plan_view
from tournaments.services import Correction, StagePlan

pytestmark = pytest.mark.django_db


def plan_of(scene: Scene, number: int, figures) -> PlanView:
    planned = services.plan_correction(
        actor=scene.owner, match_id=scene.match(number).pk, correction=Correction(games={1: figures})
    )
    return plan_view(planned.plan, planned.loaded, {entry.pk: entry.name for entry in scene.entries})


def test_places_in_a_plate() -> None:
    scene = quick_scene(
        4, stages=[StagePlan("knockout", settings={"plate": "first_match", "plate_games": 1})], played=True
    )
    plate = Match.objects.filter(event=scene.event, bracket="plate").order_by("number").first()
    view = plan_of(scene, 1, RIGHT_WINS)
    texts = [effect.text for effect in view.effects]
    assert f"M{plate.number} (plate, final): quick 1 stands there instead of quick 4." in texts
    assert any(text.startswith(f"M{plate.number} (plate, final): the result becomes void: ") for text in texts)
    assert any("Winner of the plate is open again." in text for text in view.places)


def test_a_second_grand_final_is_needed_after_all_or_no_more() -> None:
    scene = quick_scene(4, stages=[StagePlan("double_elimination")])
    first, second = Match.objects.filter(event=scene.event, bracket="final").order_by("round")
    scene.play_all()
    texts = [effect.text for effect in plan_of(scene, first.number, RIGHT_WINS).effects]
    name = f"M{second.number} (second match of the grand final)"
    assert f"{name} has to be played after all." in texts

    other = quick_scene(4, name="other", stages=[StagePlan("double_elimination")])
    first, second = Match.objects.filter(event=other.event, bracket="final").order_by("round")
    other.play_all(choose=lambda match: RIGHT_WINS if match.pk == first.pk else LEFT_WINS)
    texts = [effect.text for effect in plan_of(other, first.number, LEFT_WINS).effects]
    assert f"{name} is not needed any more." in texts
