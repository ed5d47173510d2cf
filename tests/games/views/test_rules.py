"""The rules pages and the catalogue of tiles."""

import gzip
import re

import pytest
from django.test import Client

from games.engine.errors import RULES
from games.engine.tiles import RETIRED_TILES, TILES

pytestmark = pytest.mark.django_db


def test_every_rule_has_its_place(client: Client) -> None:
    html = client.get("/rules/").content.decode()
    assert [int(number) for number in re.findall(r'id="rule-(\d+)"', html)] == list(range(1, 37))
    assert set(RULES.values()) <= set(range(1, 37))
    assert html.count('class="board"') == 16


def test_identifiers_are_used_once(client: Client) -> None:
    for address in ("/rules/", "/rules/tiles/", "/rules/tiles/6/"):
        found = re.findall(r' id="([^"]+)"', client.get(address).content.decode())
        assert len(found) == len(set(found))


def test_whatever_is_used_is_defined(client: Client) -> None:
    for address in ("/rules/", "/rules/tiles/", "/rules/tiles/60/"):
        html = client.get(address).content.decode()
        assert set(re.findall(r'href="#([A-Z]\w+)"', html)) <= set(re.findall(r' id="([^"]+)"', html))


@pytest.mark.parametrize("address", ["/rules/", "/rules/tiles/", "/rules/tiles/1/"])
def test_pages_are_small_and_need_no_query(client: Client, address: str, django_assert_num_queries) -> None:  # type: ignore[no-untyped-def]
    with django_assert_num_queries(0):
        response = client.get(address)
    assert len(gzip.compress(response.content)) < 20_000


def test_the_catalogue_has_all_tiles_and_the_retired_ones(client: Client) -> None:
    html = client.get("/rules/tiles/").content.decode()
    for tile in (*TILES.values(), *RETIRED_TILES.values()):
        assert f'href="/rules/tiles/{tile.number}/"' in html
        assert f">{tile.edges}</code>" in html


@pytest.mark.parametrize(("colour", "tiles"), [("red", 14), ("yellow", 14), ("green", 14), ("blue", 14), ("pink", 56)])
def test_the_catalogue_by_missing_colour(client: Client, colour: str, tiles: int) -> None:
    response = client.get(f"/rules/tiles/?without={colour}")
    assert len(response.context["tiles"]) == tiles


@pytest.mark.parametrize("number", [1, 25, 56, 57, 64])
def test_a_tile_has_its_page(client: Client, number: int) -> None:
    html = client.get(f"/rules/tiles/{number}/").content.decode()
    assert f"Tile {number}" in html
    assert ("taken out of the game in 1993" in html) == (number > 56)


def test_mirror_images(client: Client) -> None:
    assert client.get("/rules/tiles/25/").context["mirror"].number == 28
    assert client.get("/rules/tiles/28/").context["mirror"].number == 25
    assert client.get("/rules/tiles/6/").context["mirror"] is None


@pytest.mark.parametrize("number", [0, 65, 999])
def test_other_numbers_are_not_found(client: Client, number: int) -> None:
    assert client.get(f"/rules/tiles/{number}/").status_code == 404
