"""Forgotten and changed passwords."""

import re

import pytest
from django.core import mail
from django.test import Client

from players.models import User
from tests.players.conftest import PASSWORD

pytestmark = pytest.mark.django_db
RESET = "/accounts/password/reset/"
NEW = "quite-another-tile"


def test_the_answer_is_the_same_for_any_address(client: Client, anna: User) -> None:
    known = client.post(RESET, {"email": "ANNA@example.org"})
    unknown = client.post(RESET, {"email": "nobody@example.org"})
    assert known.status_code == unknown.status_code == 302
    assert known.headers["Location"] == unknown.headers["Location"]
    assert [message.to for message in mail.outbox] == [["anna@example.org"], ["nobody@example.org"]]


def test_a_new_password_by_the_link_in_the_mail(client: Client, anna: User) -> None:
    client.post(RESET, {"email": "anna@example.org"})
    link = re.search(r"/accounts/password/reset/key/\S+", mail.outbox[0].body)
    assert link is not None
    form = client.get(link[0], follow=True)
    address = form.redirect_chain[-1][0]
    assert client.post(address, {"password1": "1234567890", "password2": "1234567890"}).status_code == 200
    done = client.post(address, {"password1": NEW, "password2": NEW})
    assert done.status_code == 302
    anna.refresh_from_db()
    assert anna.check_password(NEW)
    # the link is spent
    used = Client().get(link[0], follow=True)
    assert "does not work any more" in used.content.decode()


def test_a_made_up_link(client: Client) -> None:
    response = client.get("/accounts/password/reset/key/1-abc-def/", follow=True)
    assert response.status_code == 200
    assert "does not work any more" in response.content.decode()


def test_changing_it_needs_the_old_one(as_anna: Client, anna: User) -> None:
    url = "/accounts/password/change/"
    wrong = as_anna.post(url, {"oldpassword": "wrong", "password1": NEW, "password2": NEW})
    assert list(wrong.context["form"].errors) == ["oldpassword"]
    differs = as_anna.post(url, {"oldpassword": PASSWORD, "password1": NEW, "password2": NEW + "x"})
    assert list(differs.context["form"].errors) == ["password2"]
    as_anna.post(url, {"oldpassword": PASSWORD, "password1": NEW, "password2": NEW})
    anna.refresh_from_db()
    assert anna.check_password(NEW)
    # still signed in, and told by mail
    assert as_anna.get("/me/settings/").status_code == 200
    assert [message.to for message in mail.outbox] == [["anna@example.org"]]


def test_signed_in_only(client: Client) -> None:
    for url in ("/accounts/password/change/", "/accounts/email/", "/accounts/2fa/"):
        response = client.get(url)
        assert response.status_code == 302
        assert response.headers["Location"].startswith("/accounts/login/?next=")
