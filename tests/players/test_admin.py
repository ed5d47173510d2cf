"""The admin of superusers."""

import pytest
from django.test import Client

from players.actors import account_actor
from players.models import ActionLog, Player, User
from players.services import create_token

pytestmark = pytest.mark.django_db


@pytest.fixture
def admin(client: Client, django_user_model) -> Client:
    client.force_login(django_user_model.objects.create_superuser("root2", "root2@example.org", "x"))
    return client


def test_signing_in_goes_through_the_sites_own_page(client: Client) -> None:
    response = client.get("/admin/", follow=True)
    assert response.redirect_chain[-1][0].startswith("/accounts/login/?next=")


def test_players_may_not_enter(as_anna: Client) -> None:
    assert as_anna.get("/admin/login/").status_code == 403
    assert as_anna.get("/admin/players/player/").status_code == 302


@pytest.mark.parametrize("model", ["user", "player", "profileclaim", "apitoken", "actionlog", "notice"])
def test_lists(model: str, admin: Client, anna: User, now) -> None:
    create_token(actor=account_actor(anna), now=now, name="laptop")
    assert admin.get(f"/admin/players/{model}/").status_code == 200
    assert admin.get(f"/admin/players/{model}/?q=anna").status_code in {200, 302}


def test_a_token_shows_no_digest(admin: Client, anna: User, now) -> None:
    token, _secret = create_token(actor=account_actor(anna), now=now, name="laptop")
    page = admin.get(f"/admin/players/apitoken/{token.pk}/change/").content.decode()
    assert "laptop" in page


def test_the_log_cannot_be_changed(admin: Client, anna: User) -> None:
    entry = ActionLog.objects.first()
    assert admin.get("/admin/players/actionlog/add/").status_code == 403
    assert admin.post(f"/admin/players/actionlog/{entry.pk}/change/", {"reason": "x"}).status_code == 403
    assert admin.post(f"/admin/players/actionlog/{entry.pk}/delete/", {"post": "yes"}).status_code == 403


def test_a_profile_is_changed_as_on_the_pages(admin: Client, anna: User) -> None:
    form = {
        "name": "Anna Nagy", "country": "HU", "time_zone": "", "first_colour": "", "second_colour": "",
        "birth_date": "", "user": str(anna.pk), "former_slugs-TOTAL_FORMS": "0", "former_slugs-INITIAL_FORMS": "0",
    }  # fmt: skip
    response = admin.post(f"/admin/players/player/{anna.player.pk}/change/", form)
    assert response.status_code == 302
    player = Player.objects.get(pk=anna.player.pk)
    assert (player.name, player.slug) == ("Anna Nagy", "anna-nagy")
    assert player.former_slugs.get().slug == "anna-kovacs"
    assert ActionLog.objects.filter(action="player.updated", user__username="root2").exists()


def test_a_profile_is_made_as_on_the_pages(admin: Client) -> None:
    form = {
        "name": "New Guest", "country": "", "time_zone": "", "first_colour": "", "second_colour": "", "birth_date": "",
        "user": "", "former_slugs-TOTAL_FORMS": "0", "former_slugs-INITIAL_FORMS": "0",
    }  # fmt: skip
    assert admin.post("/admin/players/player/add/", form).status_code == 302
    assert Player.objects.get(name="New Guest").slug == "new-guest"
