"""Every page answers, for everybody who may see it; nobody else gets in; reading changes nothing."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.kept import kept
from tests.tournaments.scene import LEFT_WINS, Scene, make_event, make_scene

pytestmark = pytest.mark.django_db

PUBLIC = [
    "/", "/events/", "/events/?state=running", "/events/?q=spring", "/players/", "/search/", "/search/?q=player",
    "/search/?q=M1", "/events/{e}/", "/events/{e}/entrants/", "/events/{e}/entrants/?sort=name&q=a",
    "/events/{e}/bracket/", "/events/{e}/bracket/?round=2", "/events/{e}/matches/", "/events/{e}/matches/?state=open",
    "/events/{e}/matches/1/", "/events/{e}/matches/3/", "/events/{e}/rules/", "/events/{e}/schedule/",
    "/events/{e}/live/", "/events/{e}/bracket/live/", "/events/{e}/matches/1/live/", "/players/player-p1/",
    "/ratings/", "/ratings/players/player-p1/", "/ratings/what-if/?player=player-p1", "/ratings/level/",
    "/ratings/categories/", "/events/{e}/ratings/", "/players/player-p1/vs/", "/players/player-p1/vs/player-p4/",
]  # fmt: skip
OWN = ["/me/", "/organise/", "/organise/new/", "/organise/new/wtc/"]
ORGANISER = [
    "", "settings/", "people/", "log/", "registration/", "registration/players/", "check-in/", "entrants/",
    "entrants/list/", "seeds/", "draw/", "draw/?lot=5", "deadlines/", "arranging/", "matches/1/deadline/",
    "results/", "results/check/", "hall/", "matches/1/enter/", "matches/1/decide/", "matches/1/reinstate/",
]  # fmt: skip


@pytest.fixture
@kept
def scene() -> Scene:
    scene = make_scene(4)
    scene.report(1, 1)
    scene.enter(2)
    return scene


def urls(scene: Scene, paths: list[str]) -> list[str]:
    return [path.format(e=scene.event.slug) for path in paths]


def test_public_pages_answer_a_visitor_and_write_nothing(scene: Scene) -> None:
    client = Client()
    for url in urls(scene, PUBLIC):
        with CaptureQueriesContext(
            connection,
        ) as queries:
            answer = client.get(url)
        assert answer.status_code == 200, url
        assert not [q for q in queries if q["sql"].split()[0] in ("INSERT", "UPDATE", "DELETE")], url
        assert b"<script>" not in answer.content, url
        assert b" style=" not in answer.content, url


@pytest.mark.parametrize("language", ["fr", "ru"])
def test_pages_answer_in_other_languages(scene: Scene, as_actor, language: str) -> None:
    """What everybody may read is read by the organiser in French and by a player in Russian; an organiser's in both."""
    organiser, public = as_actor(scene.owner), [*urls(scene, PUBLIC), *OWN]
    pages = [f"/organise/{scene.event.slug}/{path}" for path in ORGANISER]
    if language == "fr":
        scene.enter(1)
        walks = [(organiser, [*public, *pages])]
    else:
        walks = [(as_actor(scene.player(1)), public), (organiser, pages)]
    for client, addresses in walks:
        client.cookies["django_language"] = language
        for url in addresses:
            answer = client.get(url)
            # some pages of an organiser lead on where there is nothing to do
            assert answer.status_code == 200 or (answer.status_code == 302 and url in pages), url
            if answer.status_code == 200 and "/live/" not in url:
                assert f'<html lang="{language}"' in answer.content.decode(), url


def test_organiser_pages_are_for_organisers(scene: Scene, as_actor) -> None:
    """The organiser is let in by the walk in other languages, above."""
    player = as_actor(scene.player(1))
    for path in ORGANISER:
        url = f"/organise/{scene.event.slug}/{path}"
        assert player.get(url).status_code == 403, url
        visitor = Client().get(url)
        assert visitor.status_code == 302, url
        assert visitor["Location"].startswith("/accounts/login/?next=%2Forganise"), url


@pytest.mark.parametrize("page", ["report", "confirm", "dispute"])
def test_reporting_pages_are_for_the_two_players(scene: Scene, as_actor, page: str) -> None:
    url = f"/events/{scene.event.slug}/matches/1/{page}/"
    assert as_actor(scene.player(2)).get(url).status_code == 403
    assert "/accounts/login/" in Client().get(url)["Location"]
    assert as_actor(scene.player(4)).get(url).status_code == 200


def test_a_draft_is_hidden_from_all_but_its_organisers(as_actor) -> None:
    scene = make_scene(4, start=False)
    draft = make_event(scene.owner, name="Secret Draft")
    player = as_actor(scene.player(1))
    for path in ("", "entrants/", "bracket/", "matches/", "rules/", "live/", "bracket/live/"):
        url = f"/events/{draft.slug}/{path}"
        assert Client().get(url).status_code == 404, url
        assert player.get(url).status_code == 404, url
    assert as_actor(scene.owner).get(f"/events/{draft.slug}/").status_code == 200
    assert b"Secret Draft" not in Client().get("/events/").content
    assert b"Secret Draft" not in Client().get("/search/?q=secret").content
    assert player.get(f"/organise/{draft.slug}/").status_code == 404


def test_reading_does_not_change_state(scene: Scene, as_actor) -> None:
    """Opening the confirmation from a mail confirms nothing."""
    before = scene.match(1).version
    client = as_actor(scene.player(4))
    client.get(f"/events/{scene.event.slug}/matches/1/confirm/")
    assert scene.match(1).version == before
    for path in ("accept", "refuse", "withdraw-report", "claim-time", "withdraw-claim"):
        assert client.get(f"/events/{scene.event.slug}/matches/1/{path}/").status_code == 405
    assert scene.match(1).state == "open"


def test_unknown_addresses_are_not_found(scene: Scene) -> None:
    for path in ("/events/none/", "/events/none/bracket/live/", f"/events/{scene.event.slug}/matches/99/",
                 "/players/nobody/", "/e/wrong-token/", "/entry/none/"):  # fmt: skip
        assert Client().get(path).status_code == 404, path


def test_the_banner_stands_on_every_page(scene: Scene, as_actor) -> None:
    text = b"1 result waits for your confirmation."
    client = as_actor(scene.player(4))
    for url in ("/", "/players/", f"/events/{scene.event.slug}/bracket/"):
        assert text in client.get(url).content, url
    assert text not in as_actor(scene.player(1)).get("/").content
    scene.report(1, 4, LEFT_WINS)
    assert text not in client.get("/").content
