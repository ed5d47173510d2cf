"""The frame around pages is put together once, and says of each request what is its own."""

import re

import pytest
from django.test import Client
from django.utils.translation import override

from players.models import User
from tests.sign_in import signed_in

ADDRESS = '/search/?q="><b>&next=/%C3%A9'


def _header(client: Client, address: str = "/search/") -> str:
    found = re.search(r"<header.*?</header>", client.get(address).content.decode(), re.DOTALL)
    assert found is not None
    return found.group()


def _tokens(header: str) -> set[str]:
    return set(re.findall(r'name="csrfmiddlewaretoken" value="([^"]{64})"', header))


@pytest.mark.django_db
def test_each_request_has_its_own_name_address_and_token() -> None:
    anna, eve = (User.objects.create_user(name) for name in ("anna", "eve<i>"))
    clients = [signed_in(anna), signed_in(eve), Client(), Client()]
    headers = [_header(client) for client in clients]
    names = [re.findall(r'<span class="wide">(.*?)</span>', header) for header in headers]
    assert names == [["anna"], ["eve&lt;i&gt;"], ["Settings"], ["Settings"]]
    assert all(len(_tokens(header)) == 1 for header in headers)
    assert len(set.union(*map(_tokens, headers))) == 4
    assert all('name="next" value="/search/"' in header for header in headers)
    assert not any("\ue000" in header for header in headers)
    for client, signs_out in zip(clients, (True, True, False, False), strict=True):
        assert ("Sign out" in _header(client)) is signs_out
        assert ("Sign in" in _header(client)) is not signs_out


@pytest.mark.django_db
def test_the_address_is_escaped_in_forms_and_quoted_in_links() -> None:
    client = Client()
    _header(client)  # what is put together now is taken up by the next
    header = _header(client, ADDRESS)
    assert "<b>" not in header
    asked = "/search/?q=%22%3E%3Cb%3E&amp;next=/%C3%A9"
    assert header.count(f'name="next" value="{asked}"') == 2
    assert "?next=/search/%3Fq%3D%2522%253E%253Cb%253E%26next%3D/%25C3%25A9" in header


@pytest.mark.django_db
def test_language_theme_and_section_are_those_of_the_request() -> None:
    client = Client()
    for theme in ("light", "dark"):
        client.cookies["theme"] = theme
        assert re.findall(r'value="(\w+)"(?: lang="\w+")? aria-pressed="true"', _header(client)) == ["en", theme]
    client.cookies["django_language"] = "fr"
    assert re.findall(r'value="(\w+)"(?: lang="\w+")? aria-pressed="true"', _header(client)) == ["fr", "dark"]
    assert 'aria-current="true"' not in _header(client)
    current = re.findall(r'href="(\S+)" aria-current="true"', _header(client, "/rules/"))
    assert current == ["/rules/", "/rules/"]
    with override("en"):
        assert "Help and rules" in Client().get("/rules/").content.decode()


@pytest.mark.django_db
def test_a_token_of_the_header_is_taken() -> None:
    client = Client(enforce_csrf_checks=True)
    _header(client)
    (token,) = _tokens(_header(client))
    sent = {"theme": "dark", "next": "/rules/"}
    assert client.post("/preferences/theme/", sent).status_code == 403
    assert client.post("/preferences/theme/", sent | {"csrfmiddlewaretoken": token}).status_code == 303
