"""A new event from a template, through the pages; keeping an event as a template."""

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.tournaments.scene import NOW, make_event, make_owner
from tests.tournaments.services.test_editions import make_series
from tournaments import services
from tournaments.formats.event_templates.known import TEMPLATES
from tournaments.models import Event, SavedTemplate

pytestmark = pytest.mark.django_db


def text(answer) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", answer.content.decode()))


def filled(answer, **changes: object) -> dict[str, object]:
    """What a browser sends back from a page that is shown."""
    form = answer.context["form"]
    values = {name: form[name].value() for name in form.fields if form[name].value() not in (None, "")}
    return {**values, "told": answer.context["told"], "once": answer.context["once"], **changes}


def test_every_template_has_a_card_and_a_page_that_says_what_it_sets(as_actor):
    client = as_actor(make_owner())
    cards = client.get("/organise/new/").content.decode()
    for template in TEMPLATES:
        assert f"/organise/new/{template.key}/" in cards
    assert "teams of 5 with up to 3 substitutes" in cards
    page = text(client.get("/organise/new/euro/"))
    for words in ("A lead of 5.0 points is needed", "up to 3 extra games", "15 minutes a game", "after 72 hours"):
        assert words in page
    assert client.get("/organise/new/moon/").status_code == 404
    assert Client().get("/organise/new/wtc/").status_code == 302
    assert not Event.objects.exists()


def test_what_a_number_changes_is_shown_before_anything_is_made_and_a_double_click_makes_one(as_actor):
    client, page = as_actor(make_owner()), "/organise/new/open-swiss/"
    first = client.get(page)
    assert "7 rounds." in text(first)
    more = client.post(page, filled(first, name="World Open", entrants=100, act="create"))
    assert "Nothing is created yet" in text(more)
    assert "9 rounds." in text(more)
    shown = client.post(page, filled(more, rounds=16, act="show"))
    assert "16 rounds." in text(shown)
    assert not Event.objects.exists()
    sent = filled(shown, act="create", starts_on="2027-05-01", ends_on="2027-05-02", place="Győr")
    answers = [client.post(page, sent) for _click in range(2)]
    event = Event.objects.get()
    assert {(answer.status_code, answer["Location"]) for answer in answers} == {(302, f"/organise/{event.slug}/")}
    assert (event.name, event.place, event.stages.get().settings["rounds"]) == ("World Open", "Győr", 16)
    client.post(page, {**sent, "name": "Another"})
    assert Event.objects.count() == 2


def test_the_reason_of_a_figure_is_that_of_the_number_typed(as_actor):
    client = as_actor(make_owner())
    shown = client.post("/organise/new/wttc/", {"name": "X", "entrants": "9", "time_zone": "UTC", "act": "show"})
    assert "9 entries make 2 groups of 4 or 5." in shown.content.decode()
    assert "12 entries" not in shown.content.decode()
    assert "Two teams of one country never stand in the same group." in shown.content.decode()


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"name": " "}, "This field is required"),
        ({"entrants": "1"}, "greater than or equal to 2"),
        ({"entrants": "600"}, "This template is for 2 to 512 entries."),
        ({"entrants": "8", "rounds": "30"}, "This cannot be with so many entries."),
        ({"ends_on": "2026-01-01", "starts_on": "2026-02-01"}, "The last day comes before the first day."),
        ({"rounds": "many"}, "Enter a whole number."),
        ({"once": "a b"}, "Enter a valid value."),
    ],
)
def test_what_cannot_be_is_said_beside_the_field(as_actor, changes, words):
    client, page = as_actor(make_owner()), "/organise/new/open-swiss/"
    answer = client.post(page, filled(client.get(page), **{"name": "Cup", "act": "create", **changes}))
    assert answer.status_code == 400
    assert words in text(answer)
    assert not Event.objects.exists()


def test_an_event_is_kept_as_a_template_used_and_deleted(as_actor):
    owner = make_owner()
    series, event = make_series(owner), make_event(owner, confirm_hours=5, place="Pécs")
    client = as_actor(owner)
    assert f"/organise/{event.slug}/template/" in client.get(f"/organise/{event.slug}/settings/").content.decode()
    page = f"/organise/{event.slug}/template/"
    assert "after 5 hours" in text(client.get(page))
    assert client.post(page, {"name": ""}).status_code == 400
    for keeper in ("", str(series.pk)):
        assert client.post(page, {"name": "Tuesdays", "keeper": keeper}).status_code == 302
    make_event(owner, name="Other")
    clash = client.post("/organise/other/template/", {"name": "Tuesdays"})
    assert "another template of this name" in text(clash)
    own = SavedTemplate.objects.get(owner=owner.user)
    cards = text(client.get("/organise/new/"))
    assert "Kept by me" in cards
    assert "Shared by the series World Championship" in cards
    shown = client.get(f"/organise/new/{own.key}/")
    client.post(f"/organise/new/{own.key}/", filled(shown, name="Next Tuesday", act="create"))
    again = Event.objects.get(name="Next Tuesday")
    assert (again.confirm_hours, again.place) == (5, "Pécs")

    other = as_actor(make_owner("other"))
    assert "Kept by me" not in text(other.get("/organise/new/"))
    assert other.get(f"/organise/new/{own.key}/").status_code == 404
    assert other.post(f"/organise/new/{own.key}/delete/").status_code == 404
    assert other.get(page).status_code == 404
    SavedTemplate.objects.update(content={"version": 9})
    assert "cannot be used any more" in text(client.get("/organise/new/"))
    assert client.get(f"/organise/new/{own.key}/").status_code == 409
    assert client.post(f"/organise/new/{own.key}/delete/").status_code == 302
    assert SavedTemplate.objects.get().series == series


def test_many_templates_take_no_more_queries_than_few(as_actor):
    owner = make_owner()
    event, series = make_event(owner), make_series(owner)
    client = as_actor(owner)
    counts = []
    for more in (2, 20):
        for n in range(more):
            act = {"actor": owner, "now": NOW, "event_id": event.pk, "name": f"{more} {n}"}
            services.save_template(**act, series_id=series.pk if n % 2 else None)
        with CaptureQueriesContext(connection) as queries:
            client.get("/organise/new/")
        counts.append(len(queries))
    assert counts[0] == counts[1]
