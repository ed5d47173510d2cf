"""`/api/v1/categories/`, the category of an event, and two players compared."""

import pytest

from players.actors import account_actor
from players.models import User
from ratings.services import apply_waiting
from tests.tournaments.scene import NOW, make_scene
from tournaments import services
from tournaments.models import Event

pytestmark = pytest.mark.django_db
PATH = "/api/v1/categories/"


def test_categories_are_made_weighed_and_given_to_events(api) -> None:
    scene = make_scene(2)
    root = api(account_actor(User.objects.create(username="root", is_superuser=True)))
    made = root.post(PATH, {"name": "Open"})
    assert made.status_code == 201
    category = made.json()
    assert root.post(PATH, {"name": "Open"}).json()["errors"][0]["code"] == "category_exists"
    weight = {"weight": 2.0}
    own = f"{PATH}{category['id']}/weight/"
    plan = root.post(f"{own}plan/", weight).json()
    assert (plan["moves"], plan["events"]) == ([], [])
    agreed = weight | {"reason": "as decided", "digest": plan["digest"]}
    assert root.post(own, agreed | {"digest": "x"}).json()["errors"][0]["code"] == "plan_changed"
    assert root.post(own, agreed).json()["weight"] == 2.0
    assert root.post(f"{own}plan/", weight).status_code == 409
    put = {"category": category["id"]}
    event = f"/api/v1/events/{scene.event.slug}/category/"
    digest = root.post(f"{event}plan/", put).json()["digest"]
    assert root.post(event, put | {"reason": "as announced", "digest": digest}).json() == put
    assert Event.objects.get().category_id == category["id"]
    assert api(None).get(PATH).json()["results"] == [category | {"weight": 2.0}]
    assert api(None).get(f"/api/v1/events/{scene.event.slug}/ratings/").json()["weight"] == 2.0
    for path in (PATH, own, f"{own}plan/", event, f"{event}plan/"):
        assert api(scene.owner).post(path, agreed | put | {"name": "x"}).status_code == 403, path


def test_two_players_compared(api) -> None:
    scene = make_scene(2)
    scene.enter(1)
    services.finish_event(actor=scene.owner, now=NOW, event_id=scene.event.pk)
    services.rate_due_events(now=NOW)
    apply_waiting(now=NOW)
    answer = api(None).get("/api/v1/players/player-p2/vs/player-p1/").json()
    assert (answer["games"], answer["won"], answer["lost"], answer["tp"]) == (1, 0, 1, [0.0, 20.0])
    (meeting,) = answer["meetings"]
    assert (meeting["tp"], meeting["games"], answer["rated_tp"]) == (0.0, 1, 0.0)
    assert meeting["expected"] == answer["expected"]
    assert api(None).get("/api/v1/players/player-p2/vs/none/").status_code == 404
