"""`/accounts/signup/`."""

import re

import pytest
from django.core import mail
from django.test import Client

from players.models import ActionLog, Player, User
from tests.players.conftest import PASSWORD

pytestmark = pytest.mark.django_db
URL = "/accounts/signup/"


def sent(**changes: str) -> dict[str, str]:
    return {
        "name": "Zoë Żak",
        "country": "PL",
        "username": "zoe",
        "email": "zoe@example.org",
        "password1": PASSWORD,
        **changes,
    }


def errors(response) -> dict[str, list[str]]:
    return {field: [str(error) for error in found] for field, found in response.context["form"].errors.items()}


def test_account_and_profile_are_made_together(client: Client) -> None:
    client.cookies["tz"] = "Europe/Warsaw"
    response = client.post(URL, sent())
    assert response.status_code == 302
    assert response.headers["Location"] == "/me/"
    user = User.objects.get()
    assert (user.username, user.email, user.check_password(PASSWORD)) == ("zoe", "zoe@example.org", True)
    player = Player.objects.get()
    assert (player.user, player.name, player.slug, player.country.code, player.time_zone) == (
        user, "Zoë Żak", "zoe-zak", "PL", "Europe/Warsaw",
    )  # fmt: skip
    assert ActionLog.objects.get(action="player.created").user == user
    assert client.session["_auth_user_id"] == str(user.pk)
    assert [message.to for message in mail.outbox] == [["zoe@example.org"]]


def test_a_chosen_language_is_kept_for_mails(client: Client) -> None:
    client.cookies["django_language"] = "fr"
    client.post(URL, sent())
    assert User.objects.get().language == "fr"


def test_so_is_the_language_of_the_browser_as_mails_know_none(client: Client) -> None:
    client.post(URL, sent(), headers={"accept-language": "ru-RU"})
    assert User.objects.get().language == "ru"


def test_a_made_up_zone_is_left_out(client: Client) -> None:
    client.cookies["tz"] = "Mars/Base"
    client.post(URL, sent())
    assert Player.objects.get().time_zone == ""


def test_next_is_followed_within_the_site_only(client: Client) -> None:
    assert client.post(URL, sent(next="/events/")).headers["Location"] == "/events/"
    client.logout()
    other = client.post(URL, sent(username="zo2", email="zo2@example.org", next="https://evil.example/"))
    assert other.headers["Location"] == "/me/"


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"username": "ANNA"}, "username"),
        ({"username": "ａｎｎａ"}, "username"),
        ({"username": "аnna"}, "username"),
        ({"username": "an\u200bna"}, "username"),
        ({"username": "zoe@example.org"}, "username"),
        ({"username": "admin"}, "username"),
        ({"username": ""}, "username"),
        ({"username": "x" * 61}, "username"),
        ({"email": "ANNA@Example.org"}, "email"),
        ({"email": "no address"}, "email"),
        ({"name": "Zoë\u200f"}, "name"),
        ({"name": ""}, "name"),
        ({"name": "Zоё"}, "name"),
        ({"country": "XX"}, "country"),
        ({"password1": "short"}, "password1"),
        ({"password1": "1234567890"}, "password1"),
        ({"password1": ""}, "password1"),
        ({"username": "tile-after", "password1": "tile-after"}, "password1"),
    ],
)
def test_refused_beside_the_field_and_nothing_made(changes, field, client: Client, anna: User) -> None:
    response = client.post(URL, sent(**changes))
    assert response.status_code == 200
    assert list(errors(response)) == [field]
    page = response.content.decode()
    assert f'id="id_{field}_error"' in page
    assert 'id="errors"' in page
    assert User.objects.count() == Player.objects.count() == 1
    if field != "password1":  # nothing typed is lost, but for the password
        assert PASSWORD not in page
        assert 'value="PL"' in page or field == "country"


def test_null_characters_are_refused(client: Client) -> None:
    for field in ("name", "username", "email", "password1"):
        assert client.post(URL, sent(**{field: "a\x00bcdefghijk"})).status_code == 400
    assert not User.objects.exists()


def test_the_same_form_sent_twice_makes_one_account(client: Client) -> None:
    client.post(URL, sent())
    again = Client().post(URL, sent())
    assert set(errors(again)) == {"username", "email"}
    assert User.objects.count() == Player.objects.count() == 1


def test_with_mandatory_verification_an_address_in_use_is_not_told(client: Client, anna: User, settings) -> None:
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"
    fresh = client.post(URL, sent())
    known = Client().post(URL, sent(username="zo2", email="anna@example.org"))
    assert fresh.status_code == known.status_code == 302
    assert fresh.headers["Location"] == known.headers["Location"] == "/accounts/confirm-email/"
    assert set(User.objects.values_list("username", flat=True)) == {"anna", "zoe"}
    assert [message.to for message in mail.outbox] == [["zoe@example.org"], ["anna@example.org"]]
    assert "_auth_user_id" not in client.session
    page = client.get("/accounts/confirm-email/")
    assert page.status_code == 200


def test_mandatory_verification_ends_with_a_usable_account(client: Client, settings) -> None:
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"
    client.post(URL, sent())
    link = re.search(r"/accounts/confirm-email/[-:\w]+/", mail.outbox[0].body)
    assert link is not None
    # opening a link from a mail changes nothing by itself
    assert client.get(link[0]).status_code == 200
    assert not User.objects.get().emailaddress_set.filter(verified=True).exists()
    assert client.post(link[0]).status_code == 302
    assert User.objects.get().emailaddress_set.get().verified
    assert Client().post("/accounts/login/", {"login": "zoe", "password": PASSWORD}).headers["Location"] == "/me/"


def test_many_attempts_are_slowed_down(client: Client, settings) -> None:
    settings.ACCOUNT_RATE_LIMITS = {"signup": "2/m/ip"}
    codes = [client.post(URL, sent(username="")).status_code for _attempt in range(3)]
    assert codes == [200, 200, 429]
    assert b"Wait a few minutes" in client.post(URL, sent()).content


def test_who_is_signed_in_needs_no_account(as_anna: Client) -> None:
    assert as_anna.get(URL).status_code == 302
