"""Pages about ratings: lists, a player's history, an event whose numbers can be followed by hand."""

import re
from dataclasses import replace
from datetime import date, timedelta
from html import unescape

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from players.actors import SYSTEM
from players.models import Player, PlayerSlug, User
from ratings.models import RatedState
from ratings.selectors import ListRow
from ratings.services import Pairing, apply_waiting, plan_relevelling, relevel, submit_event
from tests.ratings.scene import NOW, make_players, results, send, standings

pytestmark = pytest.mark.django_db
TODAY = timezone.now().date()


def page(client: Client, path: str) -> str:
    answer = client.get(path)
    assert answer.status_code == 200, path
    return unescape(answer.content.decode())


def text(html: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html.split("<main")[1]))


@pytest.fixture
def two() -> list[Player]:
    ids = [*make_players(1, country="HU"), *make_players(1, country="NZ")]
    send(
        results(1, [Pairing(*ids, 40, (4400, 3600))], closes_on=TODAY - timedelta(80)),
        results(2, [Pairing(*ids, 4, (300, 500))], closes_on=TODAY - timedelta(2)),
    )
    return [Player.objects.get(pk=pk) for pk in ids]


def test_the_list_of_today_of_a_country_and_of_another_day(client, two):
    html = page(client, "/ratings/")
    assert all(player.name in html for player in two)
    assert "HUN" in html
    assert "NZL" in html
    assert two[0].name not in page(client, "/ratings/?country=nz")
    long_ago = (TODAY - timedelta(365)).isoformat()
    assert "Nobody is on this list" in page(client, f"/ratings/?date={long_ago}")
    for nonsense in ("?date=2026-13-45", "?date=0001-01-01", "?date=9999-01-01", "?country=%27", "?page=x"):
        page(client, f"/ratings/{nonsense}")


def test_the_list_by_name_title_and_activity_with_places_won(client, two):
    one, other = (player.name for player in two)
    Player.objects.filter(pk=two[0].pk).update(titles="ITM")

    def named(query: str) -> list[str]:
        table = page(client, f"/ratings/{query}").partition("<tbody>")[2].partition("</tbody>")[0]
        return [player.name for player in two if player.name in table]

    assert named("") == [one, other]
    assert named(f"?q={other}") == [other]
    assert named("?title=itm") == [one]
    assert named("?title=x&played=x") == [one, other]
    assert named("?played=3") == [one, other]
    # 80 days before, only the first event had closed
    assert named(f"?played=3&date={(TODAY - timedelta(81)).isoformat()}") == []
    last = ListRow(2, two[0], 1800.0, 44, TODAY, True, 1, -50.0)
    assert (last.places_up, last.places_down) == (-1, 1)


def test_queries_of_the_list_do_not_grow_with_it(client):
    costs = []
    for number, count in enumerate((8, 24), start=1):
        players = make_players(count, country="HU")
        pairings = [Pairing(a, b, 20, (2200, 1800)) for a, b in zip(players[::2], players[1::2], strict=True)]
        send(results(number, pairings, closes_on=TODAY - timedelta(9)))
        with CaptureQueriesContext(connection) as queries:
            html = page(client, "/ratings/?q=rated&country=hu")
        assert html.count('<th scope="row"') == len(standings())
        costs.append(len(queries))
    assert costs[0] >= costs[1]
    assert max(costs) <= 13


def test_find_me_leads_to_the_page_with_my_row(client, two, monkeypatch):
    monkeypatch.setattr("ratings.views.pages.A_PAGE", 1)
    assert "Find me" not in page(client, "/ratings/")
    user = User.objects.create(username="me")
    last = min(two, key=lambda player: standings()[player.pk].rating)
    Player.objects.filter(pk=last.pk).update(user=user)
    client.force_login(user)
    assert 'id="me"' not in page(client, "/ratings/")
    assert "around=me#me" in page(client, "/ratings/")
    html = page(client, "/ratings/?around=me")
    assert 'class="me" id="me"' in html
    assert "Page 2 of 2" in html


def test_a_player_with_chart_and_table(client, two):
    html = page(client, f"/ratings/players/{two[0].slug}/")
    rating = round(standings()[two[0].pk].rating)
    assert f"after Cup 2: {rating // 1000}\u202f{rating % 1000:03}" in html
    assert len(re.findall(r'<circle class="mark"', html)) == 2
    assert "rank 1" in html or "rank 2" in html
    assert len(re.findall(r"<circle", page(client, f"/ratings/players/{two[0].slug}/?span=1"))) == 2
    page(client, f"/ratings/players/{two[0].slug}/?span=x")


def test_a_history_tells_of_corrections_and_levels(client, two):
    on = TODAY - timedelta(40)
    relevel(actor=SYSTEM, now=timezone.now(), on=on, reason="custom", digest=plan_relevelling(on).digest)
    ids = [player.pk for player in two]
    corrected = results(1, [Pairing(*ids, 40, (4000, 4000))], closes_on=TODAY - timedelta(80))
    submit_event(actor=SYSTEM, now=NOW, results=corrected, reason="the sheet was misread")
    apply_waiting(now=NOW)
    html = page(client, f"/ratings/players/{two[0].slug}/")
    assert "All ratings were moved to the level" in html
    assert "worked out anew" in html
    assert "the sheet was misread" in page(client, f"/ratings/events/1/?player={two[0].slug}")
    send(replace(corrected, state=RatedState.PROVISIONAL))
    assert "being corrected" in page(client, f"/ratings/players/{two[0].slug}/")
    assert "open again to be corrected" in page(client, "/ratings/events/1/")


def test_somebody_unrated_and_former_addresses(client):
    (pk,) = make_players(1)
    player = Player.objects.get(pk=pk)
    assert "No rated games yet" in page(client, f"/ratings/players/{player.slug}/")
    PlayerSlug.objects.create(slug="old", player=player, since=NOW)
    assert client.get("/ratings/players/old/")["Location"] == f"/ratings/players/{player.slug}/"
    assert client.get("/ratings/players/nobody/").status_code == 404
    assert client.get("/ratings/events/77/").status_code == 404


def test_the_numbers_of_an_event_follow_from_its_page(client):
    """With a calculator and what the page says, nothing else; z is given."""
    a, b, c, new = make_players(4)
    day = date(2026, 1, 1)
    send(
        results(1, [Pairing(a, b, 14, (1600, 1200)), Pairing(b, c, 13, (1300, 1300))]),
        results(2, [Pairing(a, b, 3, (350, 250)), Pairing(a, new, 2, (300, 100))], closes_on=day + timedelta(1)),
    )
    slug = Player.objects.get(pk=a).slug
    html = page(client, f"/ratings/events/2/?player={slug}").replace("\u202f", "").replace("−", "-")
    mean, share, performance, mixed, balanced = re.findall(r'<p class="num">(.*?)</p>', html)
    number = r"(-?[\d.]+)"
    met, games, found = re.fullmatch(rf"\((.*)\) / (\d+) = {number}", mean).groups()
    opponents = [tuple(map(float, part.split(" × "))) for part in met.split(" + ")]
    assert sum(n * r for n, r in opponents) / int(games) == pytest.approx(float(found), abs=0.011)
    assert share == "65.0 / 100 = 0.6500"
    deviation, z, rp = re.fullmatch(rf".*\+ {number} × {number} = {number}", performance).groups()
    assert float(found) + float(deviation) * float(z) == pytest.approx(float(rp), abs=0.011)
    known, before, played, rp_again, unbalanced = re.match(
        rf"\((\d+) × {number} \+ (\d+) × {number}\) / \(\d+ \+ \d+\) = {number}", mixed
    ).groups()
    by_hand = (int(known) * float(before) + int(played) * float(rp_again)) / (int(known) + int(played))
    assert by_hand == pytest.approx(float(unbalanced), abs=0.011)
    start, constant, after = re.fullmatch(rf"{number} ([+-]?[\d.]+) = {number}", balanced).groups()
    assert float(start) + float(constant) == pytest.approx(float(after), abs=0.011)
    assert float(after) == pytest.approx(standings()[a].rating, abs=0.006)
    newcomer = Player.objects.get(pk=new).slug
    assert "A newcomer’s rating is the performance" in page(client, f"/ratings/events/2/?player={newcomer}")
    assert "All players, best performance first" in text(page(client, "/ratings/events/2/?player=nobody"))


def test_the_player_s_own_page_leads_there(client, two):
    html = page(client, f"/players/{two[0].slug}/")
    assert f'href="/ratings/players/{two[0].slug}/"' in html
    assert "44 rated games" in html
