"""Theme, language and time zone."""

import pytest
from django.test import Client
from django.urls import reverse

from players.models import Player, User

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("name", ["set_theme", "set_language", "set_time_zone"])
def test_only_by_post_with_a_token(name: str, client: Client) -> None:
    assert client.get(reverse(name)).status_code == 405
    assert Client(enforce_csrf_checks=True).post(reverse(name), {}).status_code == 403


@pytest.mark.parametrize("theme", ["auto", "light", "dark"])
def test_the_theme_is_on_the_page_from_then_on(theme: str, client: Client) -> None:
    response = client.post(reverse("set_theme"), {"theme": theme, "next": "/accounts/login/?next=/me/"})
    assert (response.status_code, response.headers["Location"]) == (303, "/accounts/login/?next=/me/")
    page = client.get("/accounts/login/").content.decode()
    assert (f'data-theme="{theme}"' in page) == (theme != "auto")


def test_the_language(client: Client) -> None:
    client.post(reverse("set_language"), {"language": "ru", "next": "/"})
    assert '<html lang="ru"' in client.get("/accounts/login/").content.decode()
    client.post(reverse("set_language"), {"language": ""})
    assert '<html lang="en"' in client.get("/accounts/login/").content.decode()


def test_the_zone(client: Client) -> None:
    response = client.post(reverse("set_time_zone"), {"time_zone": "Asia/Tokyo"})
    assert response.cookies["tz"].value == "Asia/Tokyo"
    assert not response.cookies["tz"]["httponly"]
    assert response.headers["Location"] == "/"


def test_an_account_remembers(as_anna: Client, anna: User) -> None:
    as_anna.post(reverse("set_language"), {"language": "fr"})
    as_anna.post(reverse("set_time_zone"), {"time_zone": "Asia/Tokyo"})
    anna.refresh_from_db()
    assert (anna.language, Player.objects.get(user=anna).time_zone) == ("fr", "Asia/Tokyo")


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("set_theme", {}),
        ("set_theme", {"theme": "pink"}),
        ("set_language", {"language": "tlh"}),
        ("set_language", {"language": "../en"}),
        ("set_time_zone", {"time_zone": "Mars/Base"}),
        ("set_time_zone", {"time_zone": "../../etc/passwd"}),
    ],
)
def test_what_is_not_offered(name, values, client: Client, as_anna: Client) -> None:
    for visitor in (client, as_anna):
        response = visitor.post(reverse(name), values)
        assert response.status_code == 400
        assert not response.cookies.get("tz")


@pytest.mark.parametrize(
    "bad",
    ["https://evil.example/", "//evil.example/", "javascript:alert(1)", "/\\evil.example", "\n//evil.example", ""],
)
def test_only_back_into_the_site(bad: str, client: Client) -> None:
    response = client.post(reverse("set_theme"), {"theme": "dark", "next": bad})
    assert response.headers["Location"] == "/"


@pytest.mark.parametrize("cookie", ["Mars/Base", "../../etc/passwd", "x" * 3000, "Europe", "%00", ""])
def test_a_made_up_zone_cookie_is_ignored(cookie: str, client: Client) -> None:
    client.cookies["tz"] = cookie
    client.cookies["theme"] = '"><script>'
    response = client.get("/accounts/login/")
    assert response.status_code == 200
    assert b'"><script>' not in response.content
