"""`/api/v1/events/<slug>/bracket/`."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.tournaments.api.conftest import code
from tests.tournaments.scene import NOW, make_scene, quick_scene
from tournaments import services
from tournaments.formats.progression import Progression, SeedOrder
from tournaments.services import StagePlan

pytestmark = pytest.mark.django_db
GROUPS_THEN_KNOCKOUT = [
    StagePlan("groups", settings={"groups": 2}),
    StagePlan("knockout", rule=Progression(first=2, order=SeedOrder.GROUP), crossing=True),
]


@pytest.mark.parametrize("count", [2, 3, 7, 32])
def test_bracket_shape(api, count) -> None:
    scene = quick_scene(count)
    data = api().get(f"/api/v1/events/{scene.event.slug}/bracket/").json()
    assert data["size"] >= count > data["size"] // 2
    (main,) = data["brackets"]
    assert sum(len(r["matches"]) for r in main["rounds"]) == data["size"] - 1
    assert len(data["entries"]) == count
    first = main["rounds"][0]
    assert first["total"] == count - data["size"] // 2
    standing = [m[side]["entry"] for m in first["matches"] for side in ("left", "right")]
    assert sorted(filter(None, standing)) == sorted(entry["id"] for entry in data["entries"])


def test_bracket_tells_who_may_come_and_who_won(api) -> None:
    scene = make_scene(4)
    url = f"/api/v1/events/{scene.event.slug}/bracket/"
    final = api().get(url).json()["brackets"][0]["rounds"][1]["matches"][0]
    ids = [entry.pk for entry in scene.entries]
    assert sorted(final["left"]["possible"]) == sorted([ids[0], ids[3]])
    assert (final["left"]["entry"], final["left"]["fed_by"], final["state"]) == (None, 1, "waiting")
    scene.enter(1)
    first, final = api().get(url).json()["brackets"][0]["rounds"]
    assert first["matches"][0]["left"]["is_winner"]
    assert first["matches"][0]["left"]["tp"] == 20.0
    assert final["matches"][0]["left"]["entry"] == ids[0]


def test_all_brackets_of_a_double_elimination(api) -> None:
    scene = quick_scene(4, stages=[StagePlan("double_elimination")])
    url = f"/api/v1/events/{scene.event.slug}/bracket/"
    data = api().get(url).json()
    assert [(b["key"], [len(r["matches"]) for r in b["rounds"]]) for b in data["brackets"]] == [
        ("main", [2, 1]), ("losers", [1, 1]), ("final", [1, 1]),
    ]  # fmt: skip
    first, second = (r["matches"][0] for r in data["brackets"][2]["rounds"])
    assert second["only_if"] == first["id"]
    opening = data["brackets"][0]["rounds"][0]["matches"][0]
    assert opening["loser_match"] == data["brackets"][1]["rounds"][0]["matches"][0]["id"]
    assert api().get(f"{url}?stage=1").json() == data
    assert code(api().get(f"{url}?stage=2")) == "not_drawn"


def test_a_stage_drawn_ahead_says_who_will_come(api) -> None:
    scene = quick_scene(8, stages=GROUPS_THEN_KNOCKOUT)
    services.make_draw(actor=scene.owner, now=NOW, event_id=scene.event.pk, stage_number=2)
    data = api().get(f"/api/v1/events/{scene.event.slug}/bracket/").json()
    assert data["stage"] == 2
    origins = [m[side]["origin"] for m in data["brackets"][0]["rounds"][0]["matches"] for side in ("left", "right")]
    assert sorted(origins) == [
        "Runner-up of group A", "Runner-up of group B", "Winner of group A", "Winner of group B",
    ]  # fmt: skip


def test_bracket_of_128_in_ten_queries_with_a_tag(api) -> None:
    scene = quick_scene(128)
    url = f"/api/v1/events/{scene.event.slug}/bracket/"
    with CaptureQueriesContext(connection) as queries:
        answer = api().get(url)
    assert len(queries) <= 10
    with CaptureQueriesContext(connection) as queries:
        assert api().get(url, headers={"If-None-Match": answer["ETag"]}).status_code == 304
    assert len(queries) <= 2
