"""What the mails about accounts say, and in which language."""

import pytest
from django.core import mail
from django.test import Client
from django.utils.translation import gettext, override

from players.models import User
from tests.players.conftest import PASSWORD

pytestmark = pytest.mark.django_db
RESET = "/accounts/password/reset/"


def test_each_mail_has_a_subject_a_link_and_the_site(client: Client, anna: User, settings) -> None:
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"
    person = {"name": "Zoë", "country": "", "username": "zoe", "password1": PASSWORD}
    client.post(RESET, {"email": "anna@example.org"})
    client.post(RESET, {"email": "nobody@example.org"})
    client.post("/accounts/signup/", {**person, "email": "zoe@example.org"})
    Client().post("/accounts/signup/", {**person, "username": "zo2", "email": "anna@example.org"})
    assert [message.subject for message in mail.outbox] == [
        "[Tantrix] Choose a new password",
        "[Tantrix] There is no account with this address",
        "[Tantrix] Confirm your e-mail address",
        "[Tantrix] You have an account already",
    ]
    for message in mail.outbox:
        assert message.body.count("http://testserver/accounts/") == 1
        assert message.body.strip().endswith("Tantrix tournaments · testserver")
        assert "{{" not in message.body
        assert not message.alternatives


def test_in_the_language_of_the_account(client: Client, anna: User) -> None:
    User.objects.filter(pk=anna.pk).update(language="fr")
    client.cookies["django_language"] = "ru"
    client.post(RESET, {"email": "anna@example.org"})
    with override("fr"):
        assert mail.outbox[0].subject == f"[Tantrix] {gettext('Choose a new password')}"


def test_a_changed_password_is_told(as_anna: Client, anna: User) -> None:
    new = "quite-another-tile"
    as_anna.post(
        "/accounts/password/change/", {"oldpassword": PASSWORD, "password1": new, "password2": new},
        headers={"user-agent": "Browser <1>"},
    )  # fmt: skip
    body = mail.outbox[0].body
    assert "Browser <1>" in body
    assert "127.0.0.1" in body
    assert new not in body
