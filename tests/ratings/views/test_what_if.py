"""The calculator, without a script: everything stands in the address."""

import re
from html import unescape

import pytest
from django.test import Client

from players.models import Player, PlayerSlug
from ratings.services import Pairing
from tests.ratings.scene import make_players, results, send, standings

pytestmark = pytest.mark.django_db
PATH = "/ratings/what-if/"


def text(query: str) -> str:
    answer = Client().get(PATH + query)
    assert answer.status_code == 200
    html = unescape(answer.content.decode()).split("<main")[1].replace("\u202f", "").replace("\xa0", " ")
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html))


@pytest.fixture
def two() -> list[Player]:
    ids = make_players(2)
    send(results(1, [Pairing(*ids, 40, (4400, 3600))]), results(2, [Pairing(*ids, 6, (500, 700))], day=3))
    return [Player.objects.get(pk=pk) for pk in ids]


def test_two_ratings_and_a_result():
    """Vector 13: from 1850 after 40 games, 72 of 120 points against 1800; a comma will do as well."""
    for rating in ("1800", "1800,0", "1 800"):
        page = text(f"?rating=1850&played=40&o1={rating}&g1=6&t1=72")
        assert "1850.0 → 1862.2 (+12.2)" in page
        assert "= 1943.31" in page
    assert "(40 × 1850.00 + 6 × 1943.31) / (40 + 6) = 1862.17" in page


def test_only_what_is_to_be_expected():
    page = text("?rating=1866&played=40&o1=1814&g1=9")
    assert "96.6–83.4 95.4–84.6 53 %" in page
    assert "→" not in page
    several = text("?rating=1866&o1=1814&g1=9&o2=1900&g2=1")
    assert re.search(r"All 10[56]\.\d 10[45]\.\d", several)


def test_a_newcomer_and_another_weight():
    assert "A newcomer’s rating: 1943.3" in text("?rating=&o1=1800&g1=6&t1=72")
    assert "2.00 × 6" in text("?rating=1850&played=40&weight=2&o1=1800&g1=6&t1=72")


def test_filled_from_a_player_an_opponent_and_an_event(two):
    one, other = two
    assert "Empty for a newcomer" in text("")
    assert f"Filled with the rating of {one.name}" in text(f"?player={one.slug}")
    page = text(f"?player={one.slug}&against={other.slug}&games=6")
    assert "× 6" in page
    held = standings()[one.pk]
    assert f"{held.rating:.4f}".rstrip("0") in Client().get(f"{PATH}?player={one.slug}").content.decode()
    whole = text(f"?player={one.slug}&event=2")
    assert f"Filled with the games of {one.name} in Cup 2" in whole
    assert "50.0 / 120 = 0.416667" in whole
    by_name = text(f"?rating=1850&played=40&o1={other.name}&g1=6&t1=72")
    assert f"{other.name} {standings()[other.pk].rating:.0f} × 6" in by_name
    assert "What if …" in Client().get(f"/ratings/players/{one.slug}/").content.decode()
    assert "event=2" in Client().get(f"/ratings/events/2/?player={one.slug}").content.decode()


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("?rating=x&o1=1800", "Enter a number"),
        ("?rating=nan&o1=1800", "Enter a number"),
        ("?rating=1850&o1=1800&g1=6&t1=120.1", "A game is worth 20 points"),
        ("?rating=1850&o1=1800&g1=0", "From 1 to 1000 games"),
        ("?rating=1850&o1=99999", "No rating is as large as this"),
        ("?rating=1850&o1=Zeno", "Nobody is called “Zeno”"),
        ("?rating=1850&o1=Rated", "Several players are called so"),
        ("?rating=1850&weight=0&o1=1800", "greater than or equal to 0.01"),
    ],
)
def test_what_cannot_be(query, said):
    make_players(2)
    page = text(query)
    assert said in page
    assert "Exactly:" not in page


def test_more_rows_and_nonsense_in_the_address():
    html = Client().get(f"{PATH}?rating=1850&o1=1800&rows=3&more=8").content.decode()
    assert len(re.findall(r'name="o\d+"', html)) == 8
    assert len(re.findall(r'name="o\d+"', Client().get(f"{PATH}?rows=999999").content.decode())) == 60
    for nonsense in ("?player=none", "?player=none&event=5", "?rows=x", "?event=9999999999", "?player=%00"):
        assert Client().get(PATH + nonsense).status_code in (200, 400)


def test_a_player_is_known_by_a_former_address_too(two):
    PlayerSlug.objects.create(slug="once", player=two[0], since=two[0].created_at)
    assert two[0].name in text("?player=once")
    assert text("?player=nobody") == text("")
