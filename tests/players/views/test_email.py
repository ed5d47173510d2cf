"""Changing the e-mail address."""

import re

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client

from players.models import User
from tests.players.conftest import PASSWORD

pytestmark = pytest.mark.django_db
URL = "/accounts/email/"


@pytest.fixture
def signed_in(client: Client, anna: User) -> Client:
    EmailAddress.objects.create(user=anna, email="anna@example.org", verified=True, primary=True)
    client.post("/accounts/login/", {"login": "anna", "password": PASSWORD})
    mail.outbox.clear()
    return client


def link() -> str:
    found = re.search(r"/accounts/confirm-email/[-:\w]+/", mail.outbox[-1].body)
    assert found is not None
    return found[0]


def test_the_address_changes_when_the_new_one_is_confirmed(signed_in: Client, anna: User) -> None:
    signed_in.post(URL, {"action_add": "", "email": "New@example.org"})
    anna.refresh_from_db()
    assert anna.email == "anna@example.org"
    assert b"new@example.org" in signed_in.get(URL).content
    signed_in.post(link())
    anna.refresh_from_db()
    assert anna.email == "new@example.org"


def test_the_pending_change_can_be_dropped(signed_in: Client, anna: User) -> None:
    signed_in.post(URL, {"action_add": "", "email": "new@example.org"})
    assert signed_in.post(URL, {"action_remove": "", "email": "new@example.org"}).status_code == 302
    assert list(EmailAddress.objects.filter(user=anna).values_list("email", flat=True)) == ["anna@example.org"]


def test_who_reads_the_mails_gets_the_address(signed_in: Client, anna: User, make_person) -> None:
    squatter = make_person("squatter", email="real@example.org")
    EmailAddress.objects.create(user=squatter, email="real@example.org", primary=True, verified=False)
    signed_in.post(URL, {"action_add": "", "email": "real@example.org"})
    assert signed_in.post(link()).status_code == 302
    anna.refresh_from_db()
    squatter.refresh_from_db()
    assert (anna.email, squatter.email) == ("real@example.org", "")
    assert EmailAddress.objects.get(email="real@example.org").user == anna


def test_an_address_confirmed_by_another_account_stays_there(signed_in: Client, anna: User, boris: User) -> None:
    EmailAddress.objects.create(user=boris, email="boris@example.org", primary=True, verified=True)
    response = signed_in.post(URL, {"action_add": "", "email": "boris@example.org"})
    assert response.status_code in {200, 302}
    for address in re.findall(r"/accounts/confirm-email/[-:\w]+/", " ".join(m.body for m in mail.outbox)):
        signed_in.post(address)
    anna.refresh_from_db()
    boris.refresh_from_db()
    assert (anna.email, boris.email) == ("anna@example.org", "boris@example.org")


def test_an_address_never_confirmed_is_replaced_at_once(signed_in: Client, anna: User, boris: User) -> None:
    EmailAddress.objects.filter(user=anna).update(verified=False)
    signed_in.post(URL, {"action_add": "", "email": "new@example.org"})
    anna.refresh_from_db()
    assert anna.email == "new@example.org"
    # one that somebody else gave, unproven as well: it stays open, and nothing fails
    assert signed_in.post(URL, {"action_add": "", "email": "boris@example.org"}).status_code == 302
    anna.refresh_from_db()
    boris.refresh_from_db()
    assert (anna.email, boris.email) == ("", "boris@example.org")
    assert b"boris@example.org" in signed_in.get(URL).content


def test_a_made_up_link(client: Client) -> None:
    response = client.get("/accounts/confirm-email/abc:def:ghi/")
    assert response.status_code == 200
    assert "does not work any more" in response.content.decode()
