"""Templates of events for programs."""

import pytest

from tests.tournaments.scene import make_event, make_owner
from tests.tournaments.services.test_editions import make_series
from tournaments.formats.event_templates.known import TEMPLATES
from tournaments.models import Event, SavedTemplate

pytestmark = pytest.mark.django_db
URL = "/api/v1/event-templates/"


def code(answer) -> tuple[str, str | None]:
    fault = answer.json()["errors"][0]
    return fault["code"], fault["attr"]


def test_templates_are_listed_and_told_in_words_and_values(api):
    client = api(make_owner())
    assert [row["key"] for row in client.get(URL).json()] == [template.key for template in TEMPLATES]
    told = client.get(f"{URL}open-swiss/?entrants=34&rounds=16").json()
    assert (told["entrants"], told["settings"]["confirm_hours"]) == (34, 2)
    assert told["stages"] == [{"kind": "swiss", "name": "", "settings": {"rounds": 16, "games": 1}, "feed": None}]
    (choice,) = told["choices"]
    assert (choice["name"], choice["value"], choice["is_chosen"], choice["options"][-1]) == ("rounds", "16", True, 33)
    assert "16 rounds." in [sentence for rule in told["rules"] for sentence in rule["sentences"]]
    assert code(client.get(f"{URL}open-swiss/?entrants=1")) == ("bad_entrants", "entrants")
    assert code(client.get(f"{URL}open-swiss/?entrants=x")) == ("invalid", "entrants")
    assert code(client.get(f"{URL}open-swiss/?groups=2")) == ("bad_choice", "chosen.groups")
    assert code(client.get(f"{URL}moon/"))[0] == "template_not_found"
    assert api().get(URL).status_code == 401


def test_an_event_is_made_once_for_a_key(api):
    client = api(make_owner())
    body = {"name": "Open", "entrants": 34, "chosen": {"rounds": 16}, "time_zone": "Europe/Paris"}
    send = {"data": body, "format": "json", "HTTP_IDEMPOTENCY_KEY": "k"}
    answers = [client.post(f"{URL}open-swiss/events/", **send) for _time in range(2)]
    assert [answer.status_code for answer in answers] == [201, 201]
    event = Event.objects.get()
    assert {answer.json()["slug"] for answer in answers} == {event.slug}
    assert (event.time_zone, event.stages.get().settings["rounds"]) == ("Europe/Paris", 16)
    for wrong, fault in (
        ({"entrants": 600}, ("bad_entrants", "entrants")),
        ({"chosen": {"rounds": 40}}, ("bad_choice", "chosen.rounds")),
        ({"chosen": {"speed": 1}}, ("unknown_field", "chosen.speed")),
        ({"time_zone": "Moon"}, ("unknown_time_zone", "time_zone")),
    ):
        assert code(client.post(f"{URL}open-swiss/events/", {**body, **wrong}, format="json")) == fault
    assert Event.objects.count() == 1


def test_an_event_is_kept_and_the_template_deleted(api):
    owner, other = make_owner(), make_owner("other")
    event, series = make_event(owner), make_series(owner)
    url = f"/api/v1/events/{event.slug}/template/"
    own = api(owner).post(url, {"name": "Ours"}, format="json").json()
    shared = api(owner).post(url, {"name": "Ours", "series": series.slug}, format="json").json()
    assert (own["is_own"], own["series"], shared["is_own"], shared["series"]) == (True, None, False, "wtc")
    keys = [row["key"] for row in api(other).get(URL).json()]
    assert (shared["key"] in keys, own["key"] in keys) == (True, False)
    assert api(other).get(f"{URL}{own['key']}/").status_code == 404
    assert code(api(other).delete(f"{URL}{shared['key']}/"))[0] == "not_keeper"
    made = api(other).post(f"{URL}{shared['key']}/events/", {"name": "Next"}, format="json")
    assert made.status_code == 201
    SavedTemplate.objects.filter(series=series).update(content=[])
    assert [row["key"] for row in api(other).get(URL).json() if not row["is_readable"]] == [shared["key"]]
    assert code(api(other).get(f"{URL}{shared['key']}/"))[0] == "template_unreadable"
    assert api(owner).delete(f"{URL}{own['key']}/").status_code == 204
    assert api(owner).delete(f"{URL}{own['key']}/").status_code == 404
