"""`/api/v1/events/<slug>/draw/` and `…/stages/<number>/draw/`."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from players.models import Player
from tests.tournaments.api.conftest import code
from tests.tournaments.scene import NOW, make_scene
from tests.tournaments.sizes import scenes_of
from tournaments import services
from tournaments.api.stage_settings import settings_in
from tournaments.formats.progression import Origin, Progression, SeedOrder
from tournaments.formats.settings import settings_of
from tournaments.models import Entry
from tournaments.services import StagePlan
from tournaments.services.building import DrawInput, build

pytestmark = pytest.mark.django_db

GROUPS = StagePlan("groups", settings={"groups": 2, "formation": "lot"})
APART = StagePlan("groups", settings={"groups": 2, "separation": "country"})
FINAL = StagePlan(
    "knockout", settings={"separation": "country"}, rule=Progression(first=3, order=SeedOrder.GROUP), crossing=True
)


def drawn_again(data):
    """A draw made from what its record says, as anybody could."""
    seats = data["seats"]
    return build(
        settings_of(data["kind"], settings_in(data["settings"])),
        DrawInput(
            countries=tuple(seat["country"] for seat in seats),
            lot=data["lot"],
            lines=tuple(data["lines"]) if data["mode"] == "manual" else None,
            origins=tuple(Origin.from_json(seat["origin"]) for seat in seats if seat["origin"]),
            groups=data["rankings_before"],
            crossing=data["crossing"],
        ),
    )


def test_no_draw_yet(api) -> None:
    scene = make_scene(4, start=False)
    for path in ("draw/", "bracket/", "stages/1/draw/"):
        answer = api().get(f"/api/v1/events/{scene.event.slug}/{path}")
        assert (answer.status_code, code(answer)) == (404, "not_drawn")
    answer = api().get(f"/api/v1/events/{scene.event.slug}/stages/2/draw/")
    assert (answer.status_code, code(answer)) == (404, "stage_not_found")


@pytest.mark.parametrize("path", ["draw/", "stages/1/draw/"])
def test_the_same_lot_previews_and_makes_the_same_draw(api, path) -> None:
    scene = make_scene(7, start=False, seeding_mode="bands")
    url = f"/api/v1/events/{scene.event.slug}/{path}"
    preview = api(scene.owner).post(f"{url}preview/", {"lot": 42}).json()
    assert api().get(url).status_code == 404
    made = api(scene.owner).post(url, {"lot": 42})
    assert made.status_code == 201
    assert (made.json()["number"], preview["number"]) == (1, None)
    assert made.json() | {"number": None, "made_at": None} == preview
    assert api().get(url).json() == made.json()
    assert sum(None in pair for pair in preview["pairs"]) == 1
    assert drawn_again(made.json()).lines == tuple(made.json()["lines"])
    assert api(scene.owner).delete(url).status_code == 204
    assert api().get(url).status_code == 404


def test_lines_by_hand(api) -> None:
    scene = make_scene(5, start=False)
    url = f"/api/v1/events/{scene.event.slug}/draw/"
    lines = [5, None, 4, None, 3, None, 2, 1]
    made = api(scene.owner).post(url, {"lines": lines}).json()
    assert (made["mode"], made["lot"], made["lines"]) == ("manual", None, lines)
    assert made["pairs"][3] == [2, 1]
    answer = api(scene.owner).post(f"{url}preview/", {"lines": [1, 1, 2, 3, 4, 5, None, None]})
    assert answer.status_code == 400
    assert api(scene.owner).post(url, {"lines": [0]}).json()["errors"][0]["attr"].startswith("lines")


def test_a_draw_is_repeated_with_its_key_only_once(api) -> None:
    scene = make_scene(4, start=False, seeding_mode="lot")
    url = f"/api/v1/events/{scene.event.slug}/draw/"
    first, again = (api(scene.owner).post(url, {}, headers={"Idempotency-Key": "d"}).json() for _ in range(2))
    assert first == again
    assert api(scene.owner).post(url, {}).json()["number"] == 2


def test_drawing_is_for_organisers_while_nothing_was_played(api) -> None:
    scene = make_scene(4)
    url = f"/api/v1/events/{scene.event.slug}/draw/"
    assert api(scene.player(1)).post(url).status_code == 403
    assert api(scene.player(1)).post(f"{url}preview/", {"lot": 1}).status_code == 403
    assert api(scene.owner).post(url).status_code == 201
    scene.enter(1)
    answer = api(scene.owner).post(url)
    assert (answer.status_code, code(answer)) == (409, "stage_played")
    assert api(scene.owner).post(url, {"lot": -1}).status_code == 400


def test_a_draw_that_somebody_has_changed_is_left_alone(api) -> None:
    scene = make_scene(4)
    url = f"/api/v1/events/{scene.event.slug}/draw/"
    tag = api().get(url)["ETag"]
    assert api(scene.owner).post(url, {}, headers={"If-Match": tag}).status_code == 201
    for act in (api(scene.owner).post, api(scene.owner).delete):
        answer = act(url, headers={"If-Match": tag})
        assert (answer.status_code, code(answer)) == (412, "stale_version")


def test_a_later_stage_is_drawn_ahead_and_can_be_drawn_again_when_it_is_filled(api) -> None:
    scene = make_scene(8, start=False, stages=[GROUPS, FINAL])
    for number, entry in enumerate(scene.entries):
        Entry.objects.filter(pk=entry.pk).update(country=("NL", "HU")[number % 2])
    base = f"/api/v1/events/{scene.event.slug}/stages"
    client = api(scene.owner)
    early = client.post(f"{base}/2/draw/", {})
    assert (early.status_code, code(early)) == (409, "stage_not_fed")
    groups = client.post(f"{base}/1/draw/", {"lot": 7}).json()
    assert groups["groups"] == [
        {"key": key, "numbers": list(numbers)} for key, numbers in drawn_again(groups).groups.items()
    ]
    ahead = client.post(f"{base}/2/draw/", {"lot": 8}).json()
    assert {seat["entry"] for seat in ahead["seats"]} == {None}
    assert (ahead["crossing"], ahead["rankings_before"]) == (True, 2)
    assert ahead["seats"][1]["origin"] == {"kind": "place", "rank": 1, "group": "B"}
    services.start_event(actor=scene.owner, now=NOW, event_id=scene.event.pk)
    scene.play_all()
    services.close_stage(actor=scene.owner, now=NOW, event_id=scene.event.pk, stage_number=1)
    filled = api().get(f"{base}/2/draw/").json()
    assert all(seat["entry"] for seat in filled["seats"])
    assert filled["lines"] == ahead["lines"] == list(drawn_again(filled).lines)


def test_exchanges_that_kept_a_country_apart_are_told(api) -> None:
    scene = make_scene(4, start=False, stages=[APART])
    Entry.objects.filter(pk__in=[scene.entries[0].pk, scene.entries[3].pk]).update(country="NL")
    services.make_draw(actor=scene.owner, now=NOW, event_id=scene.event.pk)
    data = api().get(f"/api/v1/events/{scene.event.slug}/draw/").json()
    assert data["groups"] == [{"key": "A", "numbers": [1, 3]}, {"key": "B", "numbers": [2, 4]}]
    assert data["swaps"] == [{"moved": 4, "exchanged_with": 3, "from_group": "A", "to_group": "B", "shared": "NL"}]


def test_an_alternate_comes_in_and_the_draw_before_can_be_read(api) -> None:
    scene = make_scene(4)
    client, base = api(scene.owner), f"/api/v1/events/{scene.event.slug}"
    before = api().get(f"{base}/draw/").json()
    path, one = f"{base}/stages/1/draw/alternate/", scene.entries[0].pk
    body = {"leaving": one, "alternate": scene.entries[1].pk}
    assert api(scene.player(1)).post(path, body).status_code == 403
    for sent, status, expected in (
        (body, 409, "not_left"),
        ({**body, "leaving": 0}, 400, "not_drawn_entry"),
        ({**body, "mode": "swap"}, 400, "invalid_choice"),
    ):
        answer = client.post(path, sent)
        assert (answer.status_code, code(answer)) == (status, expected)
    late = Entry.objects.create(
        event=scene.event, player=Player.objects.create(slug="alt", name="Alt", name_key="alt", created_at=NOW),
        name="Alt", name_key="alt", created_at=NOW,
    )  # fmt: skip
    Entry.objects.filter(pk=one).update(state="withdrawn")
    assert code(client.post(path, body)) == "bad_alternate"
    done = client.post(path, {**body, "alternate": late.pk}).json()
    assert (done["number"], done["seats"][0]["entry"]["id"], done["replaced"]["draw"]) == (2, late.pk, 1)
    assert api().get(f"{base}/draw/?number=1").json() == before
    assert api().get(f"{base}/draw/?number=9").status_code == 404


def test_a_draw_takes_as_many_queries_for_any_size_and_answers_304(api) -> None:
    counts = []
    for scene in scenes_of(4, 16, stages=[GROUPS, FINAL]):
        url = f"/api/v1/events/{scene.event.slug}/stages/1/draw/"
        with CaptureQueriesContext(connection) as queries:
            answer = api().get(url)
        counts.append(len(queries))
        assert api().get(url, headers={"If-None-Match": answer["ETag"]}).status_code == 304
    assert counts[0] == counts[1] <= 6
