"""Rating pages: as wide as their screen at most, accessible, in both themes; the chart leads to its events."""

import random
from datetime import timedelta

import pytest
from django.utils import timezone

from players.models import Player
from tests.browser.watching import faults_on_screens
from tests.ratings.scene import make_players, random_pairings, results, send

pytestmark = pytest.mark.django_db(transaction=True)


def test_list_player_and_event(open_page) -> None:
    lot, today = random.Random(3), timezone.now().date()
    ids = make_players(24, country="HU")
    Player.objects.filter(pk=ids[1]).update(name="Sechseckfliesenlegerin-Schleifenberger" * 2)
    send(
        *(
            results(n, random_pairings(lot, ids, 60), closes_on=today - timedelta(1300 - 100 * n), name=f"Cup {n}")
            for n in range(1, 13)
        )
    )
    slug = Player.objects.get(pk=ids[0]).slug
    paths = {"list": "/ratings/", "player": f"/ratings/players/{slug}/", "event": f"/ratings/events/9/?player={slug}"}
    page = open_page()
    for name, path in paths.items():
        page.goto(path)
        assert faults_on_screens(page) == [], name
    page.goto(paths["player"])
    page.get_by_role("link", name="after Cup 9:").focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/ratings/events/9/**")
