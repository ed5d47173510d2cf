"""`/accounts/login/` and signing out."""

import pytest
from django.test import Client

from players.models import User
from tests.players.conftest import PASSWORD

pytestmark = pytest.mark.django_db
URL = "/accounts/login/"


@pytest.mark.parametrize("login", ["anna", "ANNA", " anna ", "ａｎｎａ", "anna@example.org", "Anna@Example.ORG"])
def test_by_name_or_address_on_any_keyboard(login: str, client: Client, anna: User) -> None:
    response = client.post(URL, {"login": login, "password": PASSWORD})
    assert response.status_code == 302
    assert response.headers["Location"] == "/me/"
    assert client.session["_auth_user_id"] == str(anna.pk)


def test_the_accounts_language_and_zone_come_along(client: Client, anna: User) -> None:
    User.objects.filter(pk=anna.pk).update(language="fr")
    response = client.post(URL, {"login": "anna", "password": PASSWORD})
    assert response.cookies["tz"].value == "Europe/Budapest"
    assert response.cookies["django_language"].value == "fr"


@pytest.mark.parametrize(
    ("login", "password"),
    [
        ("anna", "wrong"),
        ("nobody", "wrong"),
        ("anna@example.org", "wrong"),
        ("nobody@example.org", "wrong"),
        ("", ""),
    ],
)
def test_refused(login: str, password: str, client: Client, anna: User) -> None:
    response = client.post(URL, {"login": login, "password": password})
    assert response.status_code == 200
    assert response.context["form"].errors
    assert "_auth_user_id" not in client.session
    assert client.post(URL, {"login": f"{login}\x00", "password": password}).status_code == 400


def test_a_wrong_password_says_the_same_as_an_unknown_account(client: Client, anna: User) -> None:
    def said(login: str) -> list[str]:
        response = client.post(URL, {"login": login, "password": "wrong"})
        return [str(error) for error in response.context["form"].non_field_errors()]

    assert said("anna") == said("nobody")
    assert said("anna@example.org") == said("nobody@example.org")


def test_wrong_passwords_are_limited(client: Client, anna: User) -> None:
    for _attempt in range(5):
        client.post(URL, {"login": "anna", "password": "wrong"})
    response = client.post(URL, {"login": "anna", "password": PASSWORD})
    assert response.status_code == 200
    assert "Too many" in str(response.context["form"].errors)
    assert "_auth_user_id" not in client.session


def test_next_is_followed_within_the_site_only(anna: User) -> None:
    sign_in = {"login": "anna", "password": PASSWORD}
    assert Client().post(URL, {**sign_in, "next": "/me/tokens/"}).headers["Location"] == "/me/tokens/"
    for bad in ("https://evil.example/", "//evil.example", "javascript:alert(1)", "/\\evil.example"):
        assert Client().post(URL, {**sign_in, "next": bad}).headers["Location"] == "/me/"


def test_a_closed_account_cannot_enter(client: Client, anna: User) -> None:
    User.objects.filter(pk=anna.pk).update(is_active=False)
    response = client.post(URL, {"login": "anna", "password": PASSWORD}, follow=True)
    assert response.redirect_chain[-1][0] == "/accounts/inactive/"
    assert "_auth_user_id" not in client.session


def test_signing_out_needs_a_post(as_anna: Client) -> None:
    assert as_anna.get("/accounts/logout/").status_code == 200
    assert "_auth_user_id" in as_anna.session
    assert as_anna.post("/accounts/logout/").status_code == 302
    assert "_auth_user_id" not in as_anna.session


def test_forms_need_their_csrf_token(anna: User) -> None:
    strict = Client(enforce_csrf_checks=True)
    assert strict.post(URL, {"login": "anna", "password": PASSWORD}).status_code == 403
