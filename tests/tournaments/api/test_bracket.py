"""`/api/v1/events/<slug>/bracket/`."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.tournaments.scene import make_scene, quick_scene

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("count", [2, 3, 7, 32])
def test_bracket_shape(api, count) -> None:
    scene = quick_scene(count)
    data = api().get(f"/api/v1/events/{scene.event.slug}/bracket/").json()
    assert data["size"] >= count > data["size"] // 2
    assert sum(len(r["matches"]) for r in data["rounds"]) == data["size"] - 1
    assert len(data["entries"]) == count
    first = data["rounds"][0]
    assert first["total"] == count - data["size"] // 2
    standing = [m[side]["entry"] for m in first["matches"] for side in ("left", "right")]
    assert sorted(filter(None, standing)) == sorted(entry["id"] for entry in data["entries"])


def test_bracket_tells_who_may_come_and_who_won(api) -> None:
    scene = make_scene(4)
    url = f"/api/v1/events/{scene.event.slug}/bracket/"
    final = api().get(url).json()["rounds"][1]["matches"][0]
    ids = [entry.pk for entry in scene.entries]
    assert sorted(final["left"]["possible"]) == sorted([ids[0], ids[3]])
    assert (final["left"]["entry"], final["left"]["fed_by"], final["state"]) == (None, 1, "waiting")
    scene.enter(1)
    data = api().get(url).json()
    assert data["rounds"][0]["matches"][0]["left"]["is_winner"]
    assert data["rounds"][0]["matches"][0]["left"]["tp"] == 20.0
    assert data["rounds"][1]["matches"][0]["left"]["entry"] == ids[0]


def test_bracket_of_128_in_ten_queries_with_a_tag(api) -> None:
    scene = quick_scene(128)
    url = f"/api/v1/events/{scene.event.slug}/bracket/"
    with CaptureQueriesContext(connection) as queries:
        answer = api().get(url)
    assert len(queries) <= 10
    with CaptureQueriesContext(connection) as queries:
        assert api().get(url, headers={"If-None-Match": answer["ETag"]}).status_code == 304
    assert len(queries) <= 2
