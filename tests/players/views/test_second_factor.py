"""The second factor: setting up, signing in with it, switching off."""

import re
import time

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value
from django.test import Client

from players.models import User
from tests.players.conftest import PASSWORD

pytestmark = pytest.mark.django_db
LOGIN = {"login": "anna", "password": PASSWORD}


def code_of(secret: str) -> str:
    return format_hotp_value(hotp_value(secret, int(time.time()) // 30))


@pytest.fixture
def signed_in(client: Client, anna: User) -> Client:
    anna.emailaddress_set.create(email=anna.email, verified=True, primary=True)
    client.post("/accounts/login/", LOGIN)
    return client


def switch_on(client: Client) -> str:
    asked = client.get("/accounts/2fa/totp/activate/")
    assert asked.headers["Location"].startswith("/accounts/reauthenticate/")
    client.post(asked.headers["Location"], {"password": PASSWORD})
    page = client.get("/accounts/2fa/totp/activate/")
    assert page.status_code == 200
    assert 'src="data:image/svg+xml' in page.content.decode()
    secret = page.context["form"].secret
    assert client.post("/accounts/2fa/totp/activate/", {"code": "000000"}).status_code == 200
    response = client.post("/accounts/2fa/totp/activate/", {"code": code_of(secret)})
    assert response.status_code == 302
    return secret


def test_set_up_and_sign_in(signed_in: Client, anna: User) -> None:
    secret = switch_on(signed_in)
    assert b"in use" in signed_in.get("/accounts/2fa/").content
    other = Client()
    response = other.post("/accounts/login/", LOGIN)
    assert response.headers["Location"].startswith("/accounts/2fa/authenticate/")
    assert "_auth_user_id" not in other.session
    assert other.post("/accounts/2fa/authenticate/", {"code": "000000"}).status_code == 200
    # a code counts once: the one used for setting up is spent, a recovery code is not
    codes = signed_in.get("/accounts/2fa/recovery-codes/").context["unused_codes"]
    done = other.post("/accounts/2fa/authenticate/", {"code": codes[0]})
    assert done.headers["Location"] == "/me/"
    assert other.session["_auth_user_id"] == str(anna.pk)
    assert secret not in signed_in.get("/accounts/2fa/").content.decode()


def test_recovery_codes_pages(signed_in: Client) -> None:
    switch_on(signed_in)
    page = signed_in.get("/accounts/2fa/recovery-codes/")
    assert len(re.findall(r"<li><code>\d+</code></li>", page.content.decode())) == 10
    assert signed_in.get("/accounts/2fa/recovery-codes/download/").headers["Content-Type"].startswith("text/plain")
    assert signed_in.get("/accounts/2fa/recovery-codes/generate/").status_code == 200
    before = page.context["unused_codes"]
    signed_in.post("/accounts/2fa/recovery-codes/generate/")
    assert signed_in.get("/accounts/2fa/recovery-codes/").context["unused_codes"] != before


def test_switch_off(signed_in: Client, anna: User) -> None:
    switch_on(signed_in)
    assert signed_in.get("/accounts/2fa/totp/deactivate/").status_code == 200
    signed_in.post("/accounts/2fa/totp/deactivate/")
    assert not Authenticator.objects.filter(user=anna, type="totp").exists()
    assert Client().post("/accounts/login/", LOGIN).headers["Location"] == "/me/"


def test_the_password_is_asked_again_first(signed_in: Client) -> None:
    response = signed_in.get("/accounts/2fa/totp/activate/")
    assert response.headers["Location"].startswith("/accounts/reauthenticate/")
    again = signed_in.get(response.headers["Location"])
    assert b"Is it still you?" in again.content
    assert again.context["reauthentication_alternatives"] == []
    assert signed_in.post("/accounts/reauthenticate/", {"password": "wrong"}).status_code == 200
    assert signed_in.post("/accounts/reauthenticate/", {"password": PASSWORD}).status_code == 302
