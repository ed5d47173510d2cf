"""`/api/v1/events/`."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from players.actors import account_actor
from tests.tournaments.api.conftest import code
from tests.tournaments.scene import NOW, make_event, make_owner, make_scene, make_user
from tournaments import services
from tournaments.models import Event

pytestmark = pytest.mark.django_db


def test_list_shows_public_events_and_own_drafts(api) -> None:
    scene = make_scene(2)
    make_event(scene.owner, name="Draft")
    assert [e["name"] for e in api().get("/api/v1/events/").json()["results"]] == ["Spring Cup"]
    own = api(scene.owner).get("/api/v1/events/").json()["results"]
    assert [e["name"] for e in own] == ["Draft", "Spring Cup"]
    assert own[1]["entries"] == 2
    assert api().get("/api/v1/events/?state=finished").json()["results"] == []
    assert api().get("/api/v1/events/?state=nonsense").status_code == 400


def test_list_needs_the_same_queries_for_one_and_three(api) -> None:
    owner = make_owner()
    counts = []
    for n in (1, 2, 3):
        make_event(owner, name=f"Cup {n}")
        with CaptureQueriesContext(connection) as queries:
            assert len(api(owner).get("/api/v1/events/").json()["results"]) == n
        counts.append(len(queries))
    assert counts[0] == counts[2]


def test_pages_by_cursor(api) -> None:
    owner = make_owner()
    for n in range(3):
        make_event(owner, name=f"Cup {n}")
    first = api(owner).get("/api/v1/events/?page_size=2").json()
    assert [e["name"] for e in first["results"]] == ["Cup 2", "Cup 1"]
    make_event(owner, name="Cup 3")
    assert [e["name"] for e in api(owner).get(first["next"]).json()["results"]] == ["Cup 0"]


def test_create(api) -> None:
    owner = make_owner()
    body = {"name": "Łódź Open", "time_zone": "Europe/Warsaw", "games_by_round": [3, 5], "lead_threshold": 5.5}
    answer = api(owner).post("/api/v1/events/", body)
    assert answer.status_code == 201
    data = answer.json()
    assert answer["Location"].endswith(f"/api/v1/events/{data['slug']}/")
    assert (data["state"], data["games_by_round"], data["lead_threshold"]) == ("draft", [3, 5], 5.5)
    assert Event.objects.get(slug=data["slug"]).lead_threshold == 55


@pytest.mark.parametrize(
    ("body", "attr"),
    [
        ({}, "name"),
        ({"name": "A", "time_zone": "Nowhere"}, "time_zone"),
        ({"name": "A", "capacity": 1025}, "capacity"),
        ({"name": "A", "games_by_round": []}, "games_by_round"),
        ({"name": "A", "lead_threshold": 0.25}, "lead_threshold"),
        ({"name": "A", "starts_on": "2026-05-02", "ends_on": "2026-05-01"}, "ends_on"),
        ({"name": "A", "seeding_mode": "magic"}, "seeding_mode"),
    ],
)
def test_create_names_the_field_at_fault(api, body, attr) -> None:
    answer = api(make_owner()).post("/api/v1/events/", body)
    assert answer.status_code == 400
    assert answer.json()["errors"][0]["attr"].startswith(attr)
    assert Event.objects.count() == 0


@pytest.mark.parametrize(
    ("body", "attr"),
    [
        ({"name": "A", "capcity": 8}, "capcity"),
        ({"name": "A", "lead_threshold": 1, "<b>": 1}, "<b>"),
    ],
)
def test_an_unknown_key_is_refused_and_named(api, body, attr) -> None:
    answer = api(make_owner()).post("/api/v1/events/", body)
    assert answer.status_code == 400
    assert [(e["code"], e["attr"]) for e in answer.json()["errors"]] == [("unknown_field", attr)]
    assert Event.objects.count() == 0


@pytest.mark.parametrize("content_type", ["*/*", "application/*", "", "text/plain", "*/*; charset=utf-8"])
def test_a_body_says_of_which_type_it_is(api, content_type) -> None:
    answer = api(make_owner()).generic("POST", "/api/v1/events/", b'{"name": "A"}', content_type=content_type)
    assert (answer.status_code, code(answer)) == (415, "unsupported_media_type")


def test_a_step_takes_no_body(api) -> None:
    scene = make_scene(2)
    answer = api(scene.owner).post(f"/api/v1/events/{scene.event.slug}/finish/", {"force": True})
    assert (answer.status_code, code(answer)) == (400, "unknown_field")


def test_entries_are_counted_with_and_without_those_that_left(api) -> None:
    scene = make_scene(4, start=False)
    services.withdraw_entry(actor=scene.owner, now=NOW, entry_id=scene.entries[3].pk)
    for data in (
        api().get("/api/v1/events/").json()["results"][0],
        api().get(f"/api/v1/events/{scene.event.slug}/").json(),
    ):
        assert (data["entries"], data["entries_all"]) == (3, 4)


def test_create_needs_an_account(api) -> None:
    assert api().post("/api/v1/events/", {"name": "A"}).status_code == 401


def test_a_key_makes_one_event(api) -> None:
    owner = make_owner()
    first = api(owner).post("/api/v1/events/", {"name": "Cup"}, headers={"Idempotency-Key": "k1"})
    again = api(owner).post("/api/v1/events/", {"name": "Cup"}, headers={"Idempotency-Key": "k1"})
    assert (first.status_code, again.status_code) == (201, 201)
    assert first.json()["slug"] == again.json()["slug"]
    assert Event.objects.count() == 1
    other = api(owner).post("/api/v1/events/", {"name": "Another"}, headers={"Idempotency-Key": "k1"})
    assert (other.status_code, code(other)) == (422, "idempotency_key_reused")
    bad = api(owner).post("/api/v1/events/", {"name": "Cup"}, headers={"Idempotency-Key": "a b"})
    assert (bad.status_code, code(bad)) == (400, "bad_idempotency_key")
    someone = api(make_owner("someone")).post("/api/v1/events/", {"name": "Cup"}, headers={"Idempotency-Key": "k1"})
    assert someone.json()["slug"] != first.json()["slug"]


def test_a_failed_request_leaves_no_key(api) -> None:
    owner = make_owner()
    bad = api(owner).post("/api/v1/events/", {"name": "Cup", "time_zone": "x"}, headers={"Idempotency-Key": "k"})
    assert bad.status_code == 400
    good = api(owner).post("/api/v1/events/", {"name": "Cup"}, headers={"Idempotency-Key": "k"})
    assert good.status_code == 201


def test_detail_has_a_tag_and_answers_304(api) -> None:
    scene = make_scene(2)
    url = f"/api/v1/events/{scene.event.slug}/"
    answer = api().get(url)
    assert answer.status_code == 200
    unchanged = api().get(url, headers={"If-None-Match": answer["ETag"]})
    assert (unchanged.status_code, unchanged.content) == (304, b"")
    scene.enter(1)
    assert api().get(url, headers={"If-None-Match": answer["ETag"]}).status_code == 200


def test_a_draft_of_somebody_else_is_not_found(api) -> None:
    event = make_event()
    other = api(make_owner("other"))
    for path in ("", "entries/", "bracket/", "draw/"):
        answer = other.get(f"/api/v1/events/{event.slug}/{path}")
        assert (answer.status_code, code(answer)) == (404, "event_not_found")


def test_update(api) -> None:
    scene = make_scene(2, start=False)
    url = f"/api/v1/events/{scene.event.slug}/"
    tag = api().get(url)["ETag"]
    answer = api(scene.owner).patch(url, {"place": "Győr"}, headers={"If-Match": tag})
    assert (answer.status_code, answer.json()["place"]) == (200, "Győr")
    assert answer.json()["name"] == "Spring Cup"
    stale = api(scene.owner).patch(url, {"place": "Paris"}, headers={"If-Match": tag})
    assert (stale.status_code, code(stale)) == (412, "stale_version")
    assert scene.reload().place == "Győr"
    foreign = api(scene.owner).patch(url, {"place": "Paris"}, headers={"If-Match": '"m1-1"'})
    assert foreign.status_code == 412


def test_update_is_for_organisers(api) -> None:
    scene = make_scene(2, start=False)
    url = f"/api/v1/events/{scene.event.slug}/"
    assert api().patch(url, {"place": "X"}).status_code == 401
    answer = api(scene.player(1)).patch(url, {"place": "X"})
    assert (answer.status_code, code(answer)) == (403, "not_organiser")


def test_what_results_depend_on_is_locked_after_the_start(api) -> None:
    scene = make_scene(2)
    answer = api(scene.owner).patch(f"/api/v1/events/{scene.event.slug}/", {"time_limit": 20})
    assert (answer.status_code, code(answer)) == (409, "settings_locked")


def test_the_whole_way(api) -> None:
    """An event from its making to its end, by programs alone."""
    owner = make_owner()
    client = api(owner)
    slug = client.post("/api/v1/events/", {"name": "Cup", "seeding_mode": "strict"}).json()["slug"]
    for name in ("Ana", "Ben", "Cem"):
        assert client.post(f"/api/v1/events/{slug}/entries/", {"name": name}).status_code == 201
    early = client.post(f"/api/v1/events/{slug}/start/")
    assert (early.status_code, code(early)) == (409, "not_published")
    assert client.post(f"/api/v1/events/{slug}/publish/").json()["state"] == "published"
    assert client.post(f"/api/v1/events/{slug}/draw/").status_code == 201
    assert client.post(f"/api/v1/events/{slug}/start/").json()["state"] == "running"
    open_left = client.post(f"/api/v1/events/{slug}/finish/")
    assert (open_left.status_code, code(open_left)) == (409, "matches_open")
    while matches := client.get(f"/api/v1/matches/?event={slug}&state=open").json()["results"]:
        body = {"tiles": {"left": 20, "right": 10}}
        assert client.post(f"/api/v1/matches/{matches[0]['id']}/games/1/result/", body).status_code == 200
    assert client.post(f"/api/v1/events/{slug}/finish/").json()["state"] == "finished"
    assert client.get(f"/api/v1/events/{slug}/bracket/").json()["champion"] is not None
    assert client.post(f"/api/v1/events/{slug}/reopen/", {"reason": ""}).status_code == 400
    assert client.post(f"/api/v1/events/{slug}/reopen/", {"reason": "A mistake."}).json()["state"] == "running"


@pytest.mark.parametrize("step", ["publish", "unpublish", "start", "finish", "reopen"])
def test_steps_are_for_organisers(api, step) -> None:
    scene = make_scene(2)
    answer = api(scene.player(1)).post(
        f"/api/v1/events/{scene.event.slug}/{step}/", {"reason": "x"} if step == "reopen" else {}
    )
    assert answer.status_code == 403
    assert api().post(f"/api/v1/events/{scene.event.slug}/{step}/").status_code == 401


def test_self_entry(api) -> None:
    scene = make_scene(2, start=False, self_entry=True)
    newcomer = account_actor(make_user("newcomer"))
    url = f"/api/v1/events/{scene.event.slug}/entries/"
    assert api(newcomer).post(url).status_code == 201
    again = api(newcomer).post(url)
    assert (again.status_code, code(again)) == (409, "already_entered")
