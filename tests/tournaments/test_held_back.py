"""What is held back is not reached by guessing: every address is asked for, and searched for what it must not tell.

Who is entered is public. What stands only where matches are shown is such as stands nowhere else: a deadline in 2031,
the way to a match, the lot, the tiles of a game.
"""

import re
from datetime import UTC, datetime

import pytest
from django.core.cache import cache
from django.http import HttpResponse
from django.test import Client
from django.urls import URLResolver, get_resolver

from tests.kept import kept
from tests.tournaments.scene import NOW, Scene, add_arbiter, make_scene
from tests.tournaments.sitting_scene import sitting_scene
from tournaments import services
from tournaments.models import Draw, Event, Match
from tournaments.services import GameFigures, StagePlan

pytestmark = pytest.mark.django_db

RESULTS = (r"\b57\b.*\b43\b", r"\b43\b.*\b57\b", r"\b61\b.*\b39\b", "results_to_confirm")
"""What tells of the result that counts, and of the one that waits for an answer."""
KINDS = ("pairings", "standings", "cross-table", "bracket", "ranking", "results", "entrants", "scoresheets", "sheets")
ELSEWHERE = re.compile(
    "^(admin|accounts?|static|media|g/|records|rules|healthz|readyz|api/$|api/v1/(games|records|tokens|schema))"
)


def routes(patterns: list, before: str = "") -> list[str]:
    """All addresses of the site as they are written in the lists of addresses."""
    found = []
    for one in patterns:
        text = before + str(one.pattern).lstrip("^").removesuffix("$").removesuffix("\\Z")
        found += routes(one.url_patterns, text) if isinstance(one, URLResolver) else [text]
    return [route for route in found if "(" not in route and not ELSEWHERE.match(route)]


def addresses(scene: Scene) -> list[str]:
    """Everything that can be asked for, with this event, its matches and its players in the place of names."""
    slug = scene.event.slug
    known = {
        "slug": slug, "event": slug, "number": "1", "pk": str(scene.match(1).pk), "stage": "1", "round": "1",
        "player": "player-p1", "other": "player-p4", "round_number": "1", "token": "x" * 32, "ending": "csv",
        "username": "p1",
    }  # fmt: skip
    found = []
    for route in routes(get_resolver().url_patterns):
        named = known | ({"slug": "player-p1"} if re.search(r"players/|ratings/", route) else {})
        for kind in KINDS if "kind>" in route else ("",):
            values = {**named, "kind": kind}
            found.append("/" + re.sub(r"<(?:\w+:)?(\w+)>", lambda m, v=values: v.get(m[1], "1"), route))
    for match in Match.objects.all():
        found += [f"/api/v1/matches/{match.pk}/", f"/events/{slug}/matches/{match.number}/"]
    found += [f"/api/v1/entries/{entry.pk}/" for entry in scene.entries]
    found += [f"/events/{slug}/{rest}" for rest in (
        "bracket/?stage=2", "bracket/live/?follow=player-p1", "matches/?player=P1", "matches/?state=done",
        "lists/results.xlsx", "wall/?show=bracket,standings",
    )]  # fmt: skip
    found += [f"/api/v1/matches/?{query}" for query in ("player=player-p1", "state=decided", f"event={slug}")]
    return [*dict.fromkeys([*found, "/search/?q=M1", "/search/?q=Spring"])]


def is_refusal(answer: HttpResponse) -> bool:
    """To sign in first, or to ask otherwise: nothing that depends on what is released."""
    return answer.status_code in (401, 405) or "/login/" in answer.headers.get("Location", "")


def telling(client: Client, paths: list[str], *marks: str, refused: set[str] | None = None) -> list[str]:
    """Of these addresses, those whose answer has one of the marks; in `refused` those that do not answer who asks."""
    cache.clear()
    found = []
    for path in paths:
        answer = client.get(path)
        assert answer.status_code < 500, path
        if refused is not None and is_refusal(answer):
            refused.add(path)
        # what is set as PDF or packed cannot be searched; the same lists are asked for as text
        readable = answer.status_code < 300 and re.search("html|json|csv|plain|calendar", answer["Content-Type"])
        text = b"".join(answer).decode() if readable else ""
        if any(re.search(mark, text, re.DOTALL) for mark in marks):
            found.append(path)
    return found


def signed_in(actor) -> Client:
    client = Client()
    client.force_login(actor.user)
    return client


def switch(scene: Scene, **switches: bool) -> Event:
    return services.set_audience(actor=scene.owner, now=NOW, event_id=scene.event.pk, **switches)


@pytest.fixture
@kept
def scene() -> Scene:
    """Four in a knockout drawn by lot; M1 is decided, M2 reported by one side."""
    scene = make_scene(4, seeding_mode="lot")
    Match.objects.update(deadline=datetime(2031, 7, 19, tzinfo=UTC))
    scene.enter(1, GameFigures(tiles=(57, 43)))
    side = scene.match(2).slots.get(side=0).occupant
    scene.report(2, scene.entries.index(side) + 1, GameFigures(tiles=(61, 39)))
    return scene


def seats(scene: Scene, number: int) -> list:
    """The players of a match as actors."""
    slots = scene.match(number).slots.order_by("side")
    return [scene.players[scene.entries.index(slot.occupant)] for slot in slots if slot.occupant]


def test_nothing_of_a_draw_and_of_results_is_reached_by_guessing_before_it_is_released(scene):
    lot, slug = Draw.objects.get().lot, scene.event.slug
    marks = (r"\b2031\b", r"matches/\d+/", rf"\b{lot}\b", r"\b57\b.*\b43\b")
    paths = addresses(scene)
    shut = [f"/events/{slug}/{page}/" for page in ("draw", "bracket", "matches", "matches/1", "schedule")]
    shut += [f"/events/{slug}/{page}/live/" for page in ("bracket", "matches/1")]
    shut += [f"/api/v1/events/{slug}/{page}/" for page in ("draw", "bracket")]
    assert len(paths) > 200
    assert len(telling(Client(), shut, *marks)) >= 6  # they are there to be found
    switch(scene, draw_released=False)
    refused: set[str] = set()
    assert telling(Client(), paths, *marks, refused=refused) == []
    mine = [path for path in paths if re.match(r"/(me/$|events|entry|search|$)", path)]
    assert telling(signed_in(scene.player(1)), mine, *marks) == []
    for path in shut:
        answer = Client().get(path)
        assert (answer.status_code, "draw_not_released" in answer.content.decode()) == (404, True), path
    assert Client().get(f"/api/v1/matches/{scene.match(1).pk}/").status_code == 404
    officials = (scene.owner, add_arbiter(scene))
    assert all(signed_in(actor).get(path).status_code == 200 for actor in officials for path in shut)
    dashboard = signed_in(scene.owner).get(f"/organise/{slug}/").content.decode()
    assert "The draw is not released yet" in dashboard  # who started the event learns why nobody sees it
    # nor is anything of the results, once the draw is released; who was refused before is so now
    switch(scene, draw_released=True, results_released=False)
    answering = [path for path in paths if path not in refused]
    assert 150 < len(answering) < len(paths)
    assert telling(Client(), answering, *RESULTS) == []


def test_before_there_is_a_draw_nobody_is_told_that_it_is_held_back():
    scene = make_scene(2, start=False)
    switch(scene, draw_released=False, results_released=False)
    page = f"/events/{scene.event.slug}/"
    for client in (Client(), signed_in(scene.owner)):
        html = client.get(page).content.decode()
        assert "The draw is not made yet" in html
        assert "not released" not in html
    services.make_draw(actor=scene.owner, now=NOW, event_id=scene.event.pk)
    html = Client().get(page).content.decode()
    assert "The draw is not released yet" in html
    assert "The draw is not made yet" not in html


def test_results_are_for_officials_and_for_those_who_played_until_they_are_released(scene):
    slug, (left, right), (stranger, _other) = scene.event.slug, seats(scene, 1), seats(scene, 2)
    winner = scene.match(1).winner
    page, api = f"/events/{slug}/matches/1/", f"/api/v1/matches/{scene.match(1).pk}/"
    assert len(telling(Client(), [page, api], *RESULTS)) == 2
    switch(scene, results_released=False)
    assert telling(Client(), [page, api], *RESULTS) == []
    assert telling(signed_in(stranger), [page, api, f"/events/{slug}/", "/me/"], *RESULTS[:2]) == []
    for actor in (left, right, scene.owner):
        assert telling(signed_in(actor), [page, api], *RESULTS) == [page, api]
    # the draw is there, and nobody stands in the final yet
    final = Client().get(f"/events/{slug}/matches/3/").content.decode()
    assert winner.name not in final
    assert winner.name in Client().get(page).content.decode()
    bracket = Client().get(f"/api/v1/events/{slug}/bracket/").json()
    held = Client().get(f"/api/v1/matches/{scene.match(3).pk}/").json()
    assert (held["left"]["entry"], held["right"]["entry"], held["decision"], bracket["champion"]) == (None,) * 4
    assert not re.search(r'"(decided|walkover)"', str(bracket).replace("'", '"'))
    assert Client().get(f"/events/{slug}/matches/?player={winner.name[-2:]}").content.decode().count("matches/3/") == 0
    assert Client().get("/api/v1/matches/?state=decided").json()["results"] == []
    for shut in (f"/events/{slug}/ratings/", f"/events/{slug}/lists/standings.csv", f"/api/v1/events/{slug}/ratings/"):
        answer = Client().get(shut)
        assert (answer.status_code, "results_not_released" in answer.content.decode()) == (404, True), shut
    # an own report can still be answered
    assert signed_in(seats(scene, 2)[1]).get(f"/events/{slug}/matches/2/confirm/").status_code == 200


def test_a_tag_of_one_audience_is_never_confirmed_to_another(scene):
    slug, owner, visitor = scene.event.slug, signed_in(scene.owner), Client()
    paths = [
        f"/events/{slug}/live/", f"/events/{slug}/bracket/live/", f"/api/v1/events/{slug}/bracket/",
        f"/api/v1/matches/{scene.match(1).pk}/",
    ]  # fmt: skip
    before = {path: visitor.get(path)["ETag"] for path in paths}
    switch(scene, results_released=False)
    cache.clear()
    for path in paths:
        seen = owner.get(path)
        assert "private" in seen["Cache-Control"], path
        held = visitor.get(path, headers={"if-none-match": seen["ETag"]})
        again = visitor.get(path, headers={"if-none-match": before[path]})
        assert (held.status_code, again.status_code) == (200, 200), path
        assert held["ETag"] != seen["ETag"], path
        assert held.content != seen.content, path
        assert visitor.get(path, headers={"if-none-match": held["ETag"]}).status_code == 304
        switched = held["ETag"]
        switch(scene, results_released=True)
        after = visitor.get(path, headers={"if-none-match": switched})
        assert (after.status_code, "private" in after["Cache-Control"]) == (200, False), path
        switch(scene, results_released=False)


def test_a_swiss_shows_its_published_round_without_points_and_reasons():
    plans = [StagePlan("swiss", settings={"rounds": 3})]
    scene = make_scene(4, stages=plans)
    scene.pair()
    scene.play_all(choose=lambda _match: GameFigures(tiles=(57, 43)))
    scene.pair()
    slug = scene.event.slug
    pages = [f"/events/{slug}/pairings/", f"/events/{slug}/lists/pairings.csv", f"/events/{slug}/pairings/?round=1"]
    rounds = [
        f"/api/v1/events/{slug}/stages/1/rounds/2/",
        f"/events/{slug}/standings/",
        f"/events/{slug}/standings/live/",
    ]
    marks = (r"\b17[.,]0|\b13[.,]5|\b16[.,]", "nearer", "apart")
    assert len(telling(Client(), pages, *marks)) >= 2
    switch(scene, results_released=False)
    assert telling(Client(), pages, *marks) == []
    assert "Player P1" in Client().get(pages[0]).content.decode()
    assert [Client().get(path).status_code for path in rounds] == [404] * 3


def test_tables_drawn_each_round_show_who_sits_where_alone():
    found = sitting_scene(4)
    scene = found.scene
    table = found.draw(games=1).sittings[0]
    services.enter_score(
        actor=scene.owner, now=NOW, sitting_id=table.sitting.pk, number=1,
        figures=services.TableFigures((57, 43, 18, 17)),
    )  # fmt: skip
    slug = scene.event.slug
    paths = [f"/events/{slug}/tables/", f"/events/{slug}/tables/1/1/", f"/api/v1/events/{slug}/tables/"]
    paths.append(f"/api/v1/tables/{table.sitting.pk}/")
    assert len(telling(Client(), paths, r"\b57\b")) >= 3
    switch(scene, results_released=False)
    assert telling(Client(), paths, r"\b57\b", r"Standings</h2>") == []
    assert telling(signed_in(found.actor(table.entries[0])), paths[1:2], r"\b57\b") == paths[1:2]
    switch(scene, draw_released=False)
    assert [Client().get(path).status_code for path in paths] == [404] * 4
