"""The organiser's pages about seeding points."""

from dataclasses import replace
from datetime import timedelta
from html import unescape

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from django.utils.formats import date_format

from players.actors import SYSTEM
from ratings.services import Pairing, apply_waiting, submit_event
from tests.ratings.scene import results, send
from tests.tournaments.scene import NOW, make_scene
from tests.tournaments.sizes import scenes_of
from tournaments import services
from tournaments.models import SeedingPoints

pytestmark = pytest.mark.django_db
TODAY = timezone.now().date()


def text(answer) -> str:
    return " ".join(unescape(answer.content.decode()).replace("\u202f", " ").split())


def test_every_number_says_where_it_comes_from(as_actor):
    scene = make_scene(4, start=False)
    ids = [entry.player_id for entry in scene.entries]
    send(results(1, [Pairing(ids[0], ids[1], 36, (3600, 3600)), Pairing(ids[1], ids[2], 9, (900, 900))],
                 closes_on=TODAY - timedelta(9)))  # fmt: skip
    client, base = as_actor(scene.owner), f"/organise/{scene.event.slug}"
    assert "Not taken yet." in text(client.get(f"{base}/seeds/"))
    client.post(f"{base}/seeds/points/", {"act": "take", "on": TODAY.isoformat()})
    hand = f"{base}/entrants/{scene.entries[1].pk}/points/"
    assert client.post(hand, {"points": "1800,5", "reason": ""}).status_code == 400
    client.post(hand, {"points": "1800.5", "reason": "see the letter"})
    shown = text(client.get(f"{base}/entrants/"))
    for said in ("1 800.5", "by hand: see the letter", ", 36 games", "9 of 36 games at 1 850 on", "the others at 1 400",
                 "no rating on"):  # fmt: skip
        assert said in shown
    client.post(f"{base}/seeds/points/", {"act": "number"})
    assert [scene.entry(n).seed for n in (1, 2, 3, 4)] == [1, 2, 3, 4]
    assert "1 800.5" in text(client.get(f"{base}/seeds/"))
    client.post(hand, {"act": "clear"})
    assert not SeedingPoints.objects.filter(origin="hand", current=True).exists()
    log = text(client.get(f"{base}/log/"))
    assert "gave Player P2 1800.5 seeding points by hand" in log
    assert f"took the seeding points of {date_format(TODAY, 'j M Y')}" in log


def test_ratings_worked_out_anew_are_named_until_the_points_are_taken_again(as_actor):
    scene = make_scene(4, start=False)
    a, b, c = [entry.player_id for entry in scene.entries][:3]
    first = results(1, [Pairing(a, b, 36, (3600, 3600))], closes_on=TODAY - timedelta(9))
    send(first, results(2, [Pairing(b, c, 9, (900, 900))], closes_on=TODAY - timedelta(3)))
    client, url = as_actor(scene.owner), f"/organise/{scene.event.slug}/seeds/"
    said = "Ratings of that day have been worked out anew since"
    take = {"act": "take", "on": (TODAY - timedelta(5)).isoformat()}
    client.post(f"{url}points/", take)
    # an event of after that day moves nothing
    send(results(2, [Pairing(b, c, 9, (1000, 800))], closes_on=TODAY - timedelta(3)))
    assert said not in text(client.get(url))
    second = replace(first, pairings=(Pairing(a, b, 36, (4000, 3200)),))
    submit_event(actor=SYSTEM, now=NOW, results=second, reason="the sheet was upside down")
    apply_waiting(now=NOW)
    # nor does a late one hide: it ends no row
    send(results(3, [Pairing(c, scene.entries[3].player_id, 9, (900, 900))], closes_on=TODAY - timedelta(6)))
    shown = text(client.get(url))
    assert said in shown
    assert "the sheet was upside down" in shown
    assert "results came in" in shown
    assert [f"Cup {n}<" in shown for n in (1, 2, 3)] == [True, False, True]
    client.post(f"{url}points/", take)
    assert said not in text(client.get(url))


def test_anybody_sees_them_with_the_entrants(client):
    scene = make_scene(3, start=False)
    services.set_seeds(actor=scene.owner, now=NOW, event_id=scene.event.pk, seeds={})
    url = f"/events/{scene.event.slug}/entrants/"
    assert "Seeding points" not in text(client.get(url))
    for n, points in ((1, 1500), (2, 1700)):
        services.set_seeding_points(
            actor=scene.owner, now=NOW, entry_id=scene.entries[n].pk, points=points, reason="see the letter"
        )
    shown = text(client.get(url))
    assert "by hand: see the letter" in shown
    names = [shown.index(f">Player P{n}<") for n in (3, 2, 1)]
    assert names == sorted(names)


def test_after_the_draw_they_stand(as_actor):
    scene = make_scene(4, start=False)
    client, base = as_actor(scene.owner), f"/organise/{scene.event.slug}"
    services.make_draw(actor=scene.owner, now=NOW, event_id=scene.event.pk)
    assert "they stand" in text(client.get(f"{base}/seeds/"))
    answer = client.post(f"{base}/seeds/points/", {"act": "take", "on": TODAY.isoformat()}, follow=True)
    assert "The draw has been made" in text(answer)
    assert "Give the day" in text(client.post(f"{base}/seeds/points/", {"on": "soon"}, follow=True))


def test_the_pages_cost_the_same_queries_for_8_and_128(as_actor):
    counts = []
    for scene in scenes_of(8, 128, start=False):
        SeedingPoints.objects.bulk_create(
            SeedingPoints(entry=entry, origin="hand", points=1500, reason="as told", at=NOW, via="system")
            for entry in scene.entries
        )
        client = as_actor(scene.owner)
        for page in ("organise/{}/entrants", "organise/{}/seeds", "events/{}/entrants"):
            with CaptureQueriesContext(connection) as queries:
                assert client.get(f"/{page.format(scene.event.slug)}/").status_code == 200
            counts.append(len(queries))
    assert counts[:3] == counts[3:]
