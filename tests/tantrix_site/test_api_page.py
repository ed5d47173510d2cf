"""The page that explains the API."""

import gzip

import pytest

from tests.tournaments.scene import make_scene

pytestmark = pytest.mark.django_db


def test_it_lists_all_operations_with_real_answers(client) -> None:
    scene = make_scene(2)
    page = client.get("/api/").content.decode()
    assert "<code>POST /api/v1/records/</code>" in page
    assert f"curl http://testserver/api/v1/events/{scene.event.slug}/" in page
    assert f'href="/api/v1/events/{scene.event.slug}/bracket/"' in page
    assert "&quot;name&quot;: &quot;Spring Cup&quot;" in page
    assert client.get(f"/api/v1/events/{scene.event.slug}/").status_code == 200
    assert len(gzip.compress(page.encode())) < 26_000


def test_an_empty_site_has_no_answers_to_show_and_no_fault(client) -> None:
    page = client.get("/api/")
    assert page.status_code == 200
    assert "GET /api/v1/events/{slug}/" in page.content.decode()


def test_answers_are_those_a_visitor_gets(client) -> None:
    make_scene(2)
    page = client.get("/api/").content.decode()
    assert "email" not in page.split("<h2>Events</h2>")[1].split("<h2>Account</h2>")[0]


def test_it_needs_no_cache(client, settings) -> None:
    settings.CACHES = {"default": {**settings.CACHES["default"], "LOCATION": "redis://127.0.0.1:1/0"}}
    assert client.get("/api/").status_code == 200
