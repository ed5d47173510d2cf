"""Sessions end as Django's do: when they run out, with the account, with its password, and by signing out."""

from datetime import timedelta

import pytest
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY
from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone

from players.models import User
from players.sessions import BACKEND_BEFORE, SessionStore
from tests.players.conftest import PASSWORD
from tests.sign_in import signed_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def client(anna: User) -> Client:
    return signed_in(anna)


def _is_in(client: Client) -> bool:
    status = client.get("/me/settings/").status_code
    assert status in (200, 302)
    return status == 200


def _key(client: Client) -> str:
    return str(client.cookies[settings.SESSION_COOKIE_NAME].value)


def test_until_it_runs_out(client: Client) -> None:
    assert _is_in(client)
    Session.objects.update(expire_date=timezone.now() + timedelta(seconds=60))
    assert _is_in(client)
    Session.objects.update(expire_date=timezone.now())
    assert not _is_in(client)


def test_until_the_account_is_closed_or_gone(client: Client, anna: User) -> None:
    User.objects.filter(pk=anna.pk).update(is_active=False)
    assert not _is_in(client)
    other = signed_in(User.objects.create_user("other"))
    assert _is_in(other)
    User.objects.get(username="other").delete()
    assert not _is_in(other)


def test_until_the_password_is_another(client: Client, anna: User) -> None:
    anna.set_password("quite another one")
    anna.save()
    assert not _is_in(client)
    assert not Session.objects.exists()


def test_a_key_that_nobody_has(client: Client) -> None:
    client.cookies[settings.SESSION_COOKIE_NAME] = "a" * 32
    assert not _is_in(client)


def test_signing_in_takes_a_new_key_and_signing_out_forgets_it(anna: User) -> None:
    client = Client()
    assert client.post("/accounts/login/", {"login": anna.username, "password": PASSWORD}).status_code == 302
    assert _is_in(client)
    first = _key(client)
    client.post("/accounts/logout/")
    assert not Session.objects.filter(session_key=first).exists()
    client.cookies[settings.SESSION_COOKIE_NAME] = first
    assert client.post("/accounts/login/", {"login": anna.username, "password": PASSWORD}).status_code == 302
    assert _key(client) != first
    assert _is_in(client)


def test_one_begun_before_the_site_had_a_backend_of_its_own(client: Client) -> None:
    row = Session.objects.get()
    told = SessionStore().decode(row.session_data) | {BACKEND_SESSION_KEY: BACKEND_BEFORE}
    Session.objects.update(session_data=db.SessionStore().encode(told))
    assert _is_in(client)
    Session.objects.update(session_data=db.SessionStore().encode(told | {BACKEND_SESSION_KEY: "some.other.Backend"}))
    assert not _is_in(client)
