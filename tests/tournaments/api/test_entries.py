"""`/api/v1/events/<slug>/entries/`, `/seeds/` and `/api/v1/entries/<id>/`."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.tournaments.api.conftest import code
from tests.tournaments.scene import NOW, make_event, make_owner, make_scene, quick_scene
from tests.tournaments.sizes import scenes_of
from tournaments import services
from tournaments.models import Entry
from tournaments.services import StagePlan

pytestmark = pytest.mark.django_db

SWISS = StagePlan("swiss", settings={"rounds": 3})


def entries_url(event) -> str:
    return f"/api/v1/events/{event.slug}/entries/"


def test_list_needs_the_same_queries_for_one_and_three(api) -> None:
    event = make_event(owner := make_owner())
    counts = []
    for n in range(3):
        api(owner).post(entries_url(event), {"name": f"Player {chr(97 + n)}"})
        with CaptureQueriesContext(connection) as queries:
            rows = api(owner).get(entries_url(event)).json()["results"]
        assert len(rows) == n + 1
        counts.append(len(queries))
    assert counts[0] == counts[2]


def test_enter_a_new_person_with_a_private_link(api) -> None:
    event = make_event(owner := make_owner())
    answer = api(owner).post(entries_url(event), {"name": "Łukasz Żak", "country": "Poland", "seed": 1})
    assert answer.status_code == 201
    data = answer.json()
    assert (data["name"], data["country"], data["country3"], data["seed"]) == ("Łukasz Żak", "PL", "POL", 1)
    assert "/e/" in data["link"]
    assert "link" not in api(owner).get(f"/api/v1/entries/{data['id']}/").json()


@pytest.mark.parametrize(
    ("body", "status", "expected"),
    [
        ({"name": "Player P1"}, 409, "already_entered"),
        ({"name": "PLAYER  p1"}, 409, "already_entered"),
        ({"player": "player-p1"}, 409, "already_entered"),
        ({"player": "nobody"}, 404, "player_not_found"),
        ({"name": "New Person", "seed": 1}, 409, "seed_taken"),
        ({"name": "New Person", "country": "Atlantis"}, 400, "unknown_country"),
        ({"name": "\u200b"}, 400, None),
        ({"name": "x" * 200}, 400, "max_length"),
    ],
)
def test_what_cannot_be_entered(api, body, status, expected) -> None:
    scene = make_scene(2, start=False)
    answer = api(scene.owner).post(entries_url(scene.event), body)
    assert answer.status_code == status, answer.json()
    if expected:
        assert code(answer) == expected
    assert Entry.objects.filter(event=scene.event).count() == 2


def test_a_doubtful_person_must_be_chosen(api) -> None:
    scene = make_scene(2, start=False)
    other = make_event(scene.owner, name="Other Cup")
    answer = api(scene.owner).post(entries_url(other), {"name": "player p1"})
    assert (answer.status_code, code(answer)) == (409, "doubtful_person")
    candidate = answer.json()["errors"][0]["extra"]["candidates"][0]
    assert api(scene.owner).post(entries_url(other), {"player": candidate["slug"]}).status_code == 201
    assert api(scene.owner).post(entries_url(other), {"name": "player p1", "surely_new": True}).status_code == 201


def test_a_key_makes_one_entry(api) -> None:
    event = make_event(owner := make_owner())
    answers = [
        api(owner).post(entries_url(event), {"name": "Ana"}, headers={"Idempotency-Key": "e1"}).json() for _ in range(2)
    ]
    assert answers[0]["id"] == answers[1]["id"]
    assert answers[0]["link"] is not None
    assert answers[1]["link"] is None  # the token is shown once


def test_only_organisers_enter_others(api) -> None:
    scene = make_scene(2, start=False)
    assert api().post(entries_url(scene.event), {"name": "X"}).status_code == 401
    answer = api(scene.player(1)).post(entries_url(scene.event), {"name": "X"})
    assert (answer.status_code, code(answer)) == (403, "not_organiser")


def test_nobody_is_entered_after_the_start(api) -> None:
    scene = make_scene(2)
    answer = api(scene.owner).post(entries_url(scene.event), {"name": "Late"})
    assert (answer.status_code, code(answer)) == (409, "event_started")


def test_import_looks_first(api) -> None:
    event = make_event(owner := make_owner())
    text = "name;country;seed\nÅsa Öberg;SE;1\nBen Example;;2\n;;\n"
    url = f"{entries_url(event)}import/"
    look = api(owner).post(url, {"text": text, "dry_run": True}).json()
    assert [line["state"] for line in look["lines"]][:2] == ["new", "new"]
    assert Entry.objects.count() == 0
    bad = api(owner).post(url, {"text": text})
    assert (bad.status_code, code(bad)) == (409, "import_refused")
    assert Entry.objects.count() == 0
    skip = [line["line"] for line in look["lines"] if line["state"] == "wrong"]
    done = api(owner).post(url, {"text": text, "skip": skip})
    assert [entry["name"] for entry in done.json()["entries"]] == ["Åsa Öberg", "Ben Example"]


def test_import_is_for_organisers_even_to_look(api) -> None:
    scene = make_scene(2, start=False)
    url = f"{entries_url(scene.event)}import/"
    assert api(scene.player(1)).post(url, {"text": "A B", "dry_run": True}).status_code == 403


def test_seeds(api) -> None:
    scene = make_scene(3, start=False)
    url = f"/api/v1/events/{scene.event.slug}/seeds/"
    one, two, three = (entry.pk for entry in scene.entries)
    body = {"seeds": [{"entry": three, "seed": 1}, {"entry": one, "seed": 2}]}
    assert [row["id"] for row in api(scene.owner).put(url, body).json()][:2] == [three, one]
    twice = {"seeds": [{"entry": one, "seed": 1}, {"entry": two, "seed": 1}]}
    answer = api(scene.owner).put(url, twice)
    assert (answer.status_code, code(answer)) == (400, "seed_twice")
    again = {"seeds": [{"entry": one, "seed": 1}, {"entry": one, "seed": 2}]}
    assert code(api(scene.owner).put(url, again)) == "entry_twice"
    assert api(scene.player(1)).put(url, body).status_code == 403


def test_remove_before_the_draw_only(api) -> None:
    scene = make_scene(3, start=False)
    url = f"/api/v1/entries/{scene.entries[2].pk}/"
    assert api(scene.player(1)).delete(url).status_code == 403
    assert api(scene.owner).delete(url).status_code == 204
    started = make_scene_again(api)
    answer = api(started[0]).delete(f"/api/v1/entries/{started[1]}/")
    assert (answer.status_code, code(answer)) == (409, "entry_drawn")


def make_scene_again(api):
    owner = make_owner("second")
    event = make_event(owner, name="Second Cup")
    ids = [api(owner).post(entries_url(event), {"name": name}).json()["id"] for name in ("Ana", "Ben")]
    api(owner).post(f"/api/v1/events/{event.slug}/draw/")
    return owner, ids[0]


def test_withdraw_shows_what_follows_and_needs_its_digest(api) -> None:
    scene = make_scene(4)
    scene.enter(1)
    entry = scene.entry(1)  # stands in the final by its win
    url = f"/api/v1/entries/{entry.pk}/leave/"
    assert api(scene.player(2)).post(url, {}).status_code == 403
    plan = api(scene.player(1)).post(f"{url}?dry_run=1", {}).json()
    assert plan["digest"]
    assert scene.entry(1).state == "accepted"
    answer = api(scene.player(1)).post(url, {"digest": plan["digest"]})
    assert (answer.status_code, answer.json()["state"]) == (200, "withdrawn")
    back = api(scene.owner).post(f"/api/v1/entries/{entry.pk}/return/?dry_run=1").json()
    done = api(scene.owner).post(
        f"/api/v1/entries/{entry.pk}/return/", {"reason": "A mistake.", "digest": back["digest"]}
    )
    assert done.json()["state"] == "accepted"


def test_disqualify_needs_a_reason(api) -> None:
    scene = make_scene(4)
    url = f"/api/v1/entries/{scene.entry(1).pk}/leave/"
    answer = api(scene.owner).post(url, {"kind": "disqualified"})
    assert (answer.status_code, code(answer)) == (400, "reason_needed")
    assert api(scene.player(1)).post(url, {"kind": "disqualified", "reason": "x"}).status_code == 403


def test_a_late_entry_of_a_swiss_is_told_its_first_round(api) -> None:
    scene = make_scene(4, stages=[SWISS])
    scene.pair()
    answer = api(scene.owner).post(f"/api/v1/events/{scene.event.slug}/entries/", {"name": "Late Comer"})
    assert (answer.status_code, answer.json()["joins"]) == (201, {"stage": 1, "round": 2})
    assert api().get(f"/api/v1/entries/{answer.json()['id']}/").json()["joins"] == {"stage": 1, "round": 2}
    assert api().get(f"/api/v1/entries/{scene.entries[0].pk}/").json()["joins"] is None


def test_a_player_misses_a_round_and_is_there_after_all(api) -> None:
    scene = make_scene(4, stages=[SWISS])
    scene.pair()
    path = f"/api/v1/entries/{scene.entries[0].pk}/absences/2/"
    assert api().post(path, {}).status_code == 401
    stranger = api(scene.player(2)).post(path, {})
    assert (stranger.status_code, code(stranger)) == (403, "not_your_entry")
    for _twice in range(2):
        answer = api(scene.player(1)).post(path, {"reason": "A wedding."})
        assert (answer.status_code, answer.json()["absences"]) == (200, [{"stage": 1, "round": 2}])
    answer = api(scene.owner).delete(path)
    assert (answer.status_code, answer.json()["absences"]) == (200, [])
    for number, status, expected in ((1, 409, "round_paired"), (4, 400, "bad_round"), (0, 400, "bad_round")):
        answer = api(scene.player(1)).post(path.replace("/2/", f"/{number}/"), {})
        assert (answer.status_code, code(answer)) == (status, expected)
    tree = quick_scene(2)
    answer = api(tree.owner).post(f"/api/v1/entries/{tree.entries[0].pk}/absences/1/", {})
    assert (answer.status_code, code(answer)) == (409, "not_swiss")


def test_entries_take_as_many_queries_for_any_number(api) -> None:
    counts = []
    for scene in scenes_of(4, 16, stages=[SWISS]):
        for entry in scene.entries:
            services.set_absence(actor=scene.owner, now=NOW, entry_id=entry.pk, round_number=3)
        with CaptureQueriesContext(connection) as queries:
            rows = api().get(f"/api/v1/events/{scene.event.slug}/entries/").json()["results"]
        assert len(rows) == len(scene.entries)
        counts.append(len(queries))
    assert counts[0] == counts[1]
