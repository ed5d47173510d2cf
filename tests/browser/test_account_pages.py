"""The pages of one's own account in a real browser: accessible, no wider than the screen, complete journeys."""

import time

import pytest
from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value
from django.utils import timezone
from playwright.sync_api import expect

from players.actors import account_actor
from players.models import Player, User
from players.services import create_player, create_token, request_claim
from tests.browser.watching import accessibility_faults, faults_on_screens, sideways_overflow
from tests.players.conftest import (  # noqa: F401
    PASSWORD,
    anna,
    guest,
    make_person,
    organiser,
)

pytestmark = pytest.mark.django_db(transaction=True)

PUBLIC = ["/accounts/signup/", "/accounts/login/", "/accounts/password/reset/", "/accounts/confirm-email/a:b:c/"]
OWN = [
    "/me/settings/", "/me/settings/notices/", "/me/tokens/", "/accounts/email/", "/accounts/password/change/",
    "/accounts/2fa/", "/players/guest-player/claim/", "/accounts/logout/",
]  # fmt: skip


def test_every_page_is_accessible_and_fits(open_page, anna: User, guest: Player, organiser: User) -> None:  # noqa: F811
    now = timezone.now()
    create_token(actor=account_actor(anna), now=now, name="x" * 60)
    create_player(actor=account_actor(organiser), now=now, details={"name": "ANNA KOVÁCS"})
    request_claim(actor=account_actor(anna), player=guest, now=now)
    for user, addresses in ((None, PUBLIC), (anna, OWN)):
        page = open_page(user=user)
        for address in addresses:
            page.goto(address)
            assert faults_on_screens(page) == [], address


def test_from_a_refused_sign_up_to_a_second_factor(open_page, anna: User) -> None:  # noqa: F811
    page = open_page(path="/accounts/signup/", width=390, height=844)
    page.fill("#id_name", "Zoë Żak")
    page.fill("#id_username", "ANNA")
    page.fill("#id_email", "zoe@example.org")
    page.fill("#id_password1", PASSWORD)
    page.click("text=Create the account")
    # the summary has the focus and leads to the field; nothing typed is lost but the password
    expect(page.locator("#errors")).to_be_focused()
    assert accessibility_faults(page) == []
    page.click("#errors a")
    expect(page.locator("#id_username")).to_be_focused()
    assert page.input_value("#id_name") == "Zoë Żak"
    page.fill("#id_username", "zoe")
    page.fill("#id_password1", PASSWORD)
    page.click("text=Create the account")
    page.wait_for_url(lambda url: "signup" not in url)
    zoe = User.objects.get(username="zoe")
    assert zoe.player.time_zone == "UTC"  # told by the browser
    zoe.emailaddress_set.update(verified=True)

    page.goto("/accounts/2fa/totp/activate/")
    page.fill("#id_password", PASSWORD)
    page.click("text=Go on")
    secret = page.inner_text("code[aria-labelledby=secret]")
    assert accessibility_faults(page) == []
    assert sideways_overflow(page) == 0
    page.fill("#id_code", format_hotp_value(hotp_value(secret, int(time.time()) // 30)))
    page.click("text=Switch on")
    page.wait_for_url("**/recovery-codes/")
    code = page.inner_text("ul.codes code >> nth=0")
    assert accessibility_faults(page) == []

    other = open_page(path="/accounts/login/?next=/me/tokens/", scheme="dark")
    other.fill("#id_login", "Zoe@Example.org")
    other.fill("#id_password", PASSWORD)
    other.click("main button:has-text('Sign in')")
    other.wait_for_selector("#id_code")
    assert accessibility_faults(other) == []
    other.fill("#id_code", code)
    other.click("main button:has-text('Sign in')")
    other.wait_for_url("**/me/tokens/")
    other.fill("#id_name", "results bot")
    other.click("text=Make the token")
    assert other.inner_text("code.secret").startswith("ttx_")
    assert accessibility_faults(other) == []
    other.reload()
    assert other.query_selector("code.secret") is None
