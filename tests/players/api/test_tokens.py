"""`/api/v1/auth/tokens/`."""

from collections.abc import Mapping
from typing import Any

import pytest
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.test import Client

from players.actors import account_actor
from players.models import ApiToken, User
from players.services import MOST_TOKENS, create_token
from tests.players.conftest import PASSWORD

pytestmark = pytest.mark.django_db
URL = "/api/v1/auth/tokens/"


def post(body: Any, client: Client | None = None, **headers: str):
    return (client or Client()).post(URL, body, content_type="application/json", headers=headers)


def code(response) -> str:
    return response.json()["errors"][0]["code"]


def asked(**changes: str) -> Mapping[str, str]:
    return {"username": "anna", "password": PASSWORD, **changes}


def signed(secret: str) -> dict[str, str]:
    return {"authorization": f"Token {secret}"}


@pytest.mark.parametrize("username", ["anna", "ANNA", "anna@example.org"])
def test_a_token_for_a_password(username: str, anna: User) -> None:
    response = post(asked(username=username, name="bot"))
    assert response.status_code == 201
    assert "no-store" in response.headers["Cache-Control"]
    body = response.json()
    assert set(body) == {"id", "name", "created_at", "last_used_at", "token"}
    assert (body["name"], body["last_used_at"]) == ("bot", None)
    me = Client().get("/api/v1/me/", headers=signed(body["token"]))
    assert me.json()["username"] == "anna"
    assert ApiToken.objects.get().last_used_at is not None


def test_without_a_name_they_are_numbered(anna: User) -> None:
    assert [post(asked()).json()["name"] for _time in range(3)] == ["API", "API 2", "API 3"]


def test_wrong_and_unknown_say_the_same(anna: User) -> None:
    wrong, unknown = post(asked(password="wrong")), post(asked(username="nobody"))
    assert wrong.status_code == unknown.status_code == 403
    assert wrong.json() == unknown.json()
    assert code(wrong) == "invalid_credentials"
    User.objects.update(is_active=False)
    assert post(asked()).json() == wrong.json()


@pytest.mark.parametrize(
    ("body", "attr"),
    [
        ({}, "username"),
        ({"username": "anna"}, "password"),
        ({"username": "anna", "password": 5 * ["x"]}, "password"),
        ({"username": "an\x00na", "password": "x"}, "username"),
        ({"username": "x" * 255, "password": "x"}, "username"),
        ({"username": "anna", "password": PASSWORD, "name": ""}, "name"),
        ({"username": "anna", "password": PASSWORD, "name": "x" * 61}, "name"),
        ([], None),
        ("anna", None),
    ],
)
def test_bad_bodies(body: Any, attr: str | None, anna: User) -> None:
    response = post(body)
    assert response.status_code == 400
    assert response.json()["errors"][0]["attr"] in {attr, "non_field_errors"}


def test_json_only(anna: User) -> None:
    assert Client().post(URL, asked()).status_code == 415
    assert code(post("{")) == "parse_error"


def test_a_second_factor_is_not_gone_around(anna: User) -> None:
    TOTP.activate(anna, generate_totp_secret())
    response = post(asked())
    assert (response.status_code, code(response)) == (403, "second_factor_required")
    # only who knows the password learns that there is one
    assert code(post(asked(password="wrong"))) == "invalid_credentials"


def test_an_unconfirmed_address_where_that_is_needed(anna: User, settings) -> None:
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"
    response = post(asked())
    assert (response.status_code, code(response)) == (403, "email_not_verified")
    anna.emailaddress_set.create(email=anna.email, verified=True, primary=True)
    assert post(asked()).status_code == 201


def test_wrong_passwords_are_limited_for_the_account(anna: User) -> None:
    for _attempt in range(5):
        post(asked(password="wrong"))
    response = post(asked())
    assert (response.status_code, code(response)) == (429, "too_many_attempts")


def test_requests_are_limited_for_the_address(anna: User) -> None:
    codes = [post(asked()).status_code for _request in range(21)]
    assert codes == [201] * 20 + [429]


def test_a_name_twice_and_too_many(anna: User, now) -> None:
    for number in range(MOST_TOKENS - 1):
        create_token(actor=account_actor(anna), now=now, name=f"t{number}")
    twice = post(asked(name="t0"))
    assert (twice.status_code, code(twice), twice.json()["errors"][0]["attr"]) == (409, "token_name_taken", "name")
    assert post(asked()).status_code == 201
    assert code(post(asked())) == "too_many_tokens"


def test_the_list_is_mine_and_without_secrets(anna: User, boris: User, now, django_assert_num_queries) -> None:
    _token, secret = create_token(actor=account_actor(anna), now=now, name="a")
    create_token(actor=account_actor(boris), now=now, name="his")
    Client().get(URL, headers=signed(secret))
    for more in ((), ("b", "c")):
        for name in more:
            create_token(actor=account_actor(anna), now=now, name=name)
        with django_assert_num_queries(3):
            response = Client().get(URL, headers=signed(secret))
        assert {row["name"] for row in response.json()} == {"a", *more}
        assert secret not in response.content.decode()
    assert Client().get(URL).status_code == 401


def test_revoking(anna: User, boris: User, now) -> None:
    token, secret = create_token(actor=account_actor(anna), now=now, name="a")
    _his, other = create_token(actor=account_actor(boris), now=now, name="his")
    url = f"{URL}{token.public_id}/"
    assert Client().delete(url).status_code == 401
    refused = Client().delete(url, headers=signed(other))
    assert (refused.status_code, code(refused)) == (404, "token_not_found")
    assert Client().delete(url, headers=signed(secret)).status_code == 204
    assert Client().delete(url, headers=signed(secret)).status_code == 401


@pytest.mark.parametrize(
    "header",
    [
        "Token",
        "Token a b",
        "Token ttx_0000",
        "Token \xff\xfe",
        "Token " + "x" * 4000,
        "Token a%00b",
        "Token ttx_" + "0" * 64,
    ],
)
def test_made_up_tokens(header: str, anna: User) -> None:
    response = Client().get("/api/v1/me/", headers={"authorization": header})
    assert response.status_code == 401
    assert response.headers["WWW-Authenticate"] == "Token"


def test_the_token_of_a_closed_account(anna: User, now) -> None:
    _token, secret = create_token(actor=account_actor(anna), now=now, name="a")
    User.objects.filter(pk=anna.pk).update(is_active=False)
    assert Client().get("/api/v1/me/", headers=signed(secret)).status_code == 401


def test_one_that_has_run_out(anna: User, now) -> None:
    token, secret = create_token(actor=account_actor(anna), now=now, name="a")
    ApiToken.objects.filter(pk=token.pk).update(expiry=now)
    assert Client().get("/api/v1/me/", headers=signed(secret)).status_code == 401


def test_a_stale_token_is_no_hindrance_for_a_new_one(anna: User) -> None:
    assert post(asked(), authorization="Token ttx_" + "0" * 64).status_code == 201
