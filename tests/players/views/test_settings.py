"""`/me/settings/`."""

from datetime import date

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from players.actors import account_actor
from players.models import ActionLog, Player, User
from players.services import create_player, request_claim, withdraw_claim

pytestmark = pytest.mark.django_db
URL = "/me/settings/"


def sent(**changes: str) -> dict[str, str]:
    return {
        "name": "Anna Kovács", "country": "HU", "time_zone": "Europe/Budapest", "first_colour": "", "second_colour": "",
        "birth_date": "", "language": "", **changes,
    }  # fmt: skip


def test_signed_in_only(client: Client) -> None:
    assert client.get(URL).headers["Location"] == f"/accounts/login/?next={URL}"
    assert client.post(URL, sent()).status_code == 302


def test_the_form_shows_what_is_stored(as_anna: Client) -> None:
    page = as_anna.get(URL).content.decode()
    assert 'value="Anna Kovács"' in page
    assert '<option value="HU" selected>' in page
    assert '<option value="Europe/Budapest" selected>Budapest</option>' in page


def test_all_is_stored_and_shown_in_the_new_language_and_zone(as_anna: Client, anna: User) -> None:
    response = as_anna.post(
        URL,
        sent(name="Anna Nagy", country="", time_zone="Asia/Tokyo", first_colour="red", second_colour="blue",
             birth_date="1992-05-30", language="fr"),
    )  # fmt: skip
    assert (response.status_code, response.headers["Location"]) == (303, URL)
    assert (response.cookies["django_language"].value, response.cookies["tz"].value) == ("fr", "Asia/Tokyo")
    player = Player.objects.get()
    assert (player.name, player.slug, player.country.code, player.time_zone) == (
        "Anna Nagy",
        "anna-nagy",
        "",
        "Asia/Tokyo",
    )
    assert (player.first_colour, player.second_colour, player.birth_date) == ("red", "blue", date(1992, 5, 30))
    anna.refresh_from_db()
    assert anna.language == "fr"
    assert '<html lang="fr"' in as_anna.get(URL).content.decode()


def test_back_to_the_browsers_choice(as_anna: Client) -> None:
    as_anna.post(URL, sent(language="ru"))
    response = as_anna.post(URL, sent(time_zone=""))
    assert response.cookies["django_language"].value == response.cookies["tz"].value == ""
    assert response.cookies["tz"]["max-age"] == 0


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"name": ""}, "name"),
        ({"name": "An\u200bna"}, "name"),
        ({"country": "XX"}, "country"),
        ({"time_zone": "Mars/Base"}, "time_zone"),
        ({"first_colour": "pink"}, "first_colour"),
        ({"first_colour": "red", "second_colour": "red"}, "second_colour"),
        ({"second_colour": "red"}, "second_colour"),
        ({"birth_date": "30.5.2012"}, "birth_date"),
        ({"birth_date": "2999-01-01"}, "birth_date"),
        ({"language": "tlh"}, "language"),
    ],
)
def test_refused_beside_the_field_and_nothing_stored(changes, field, as_anna: Client) -> None:
    logged = ActionLog.objects.count()
    response = as_anna.post(URL, sent(**changes))
    assert response.status_code == 400
    assert list(response.context["form"].errors) == [field]
    assert f'id="id_{field}_error"' in response.content.decode()
    player = Player.objects.get()
    assert (player.name, player.country.code, player.time_zone) == ("Anna Kovács", "HU", "Europe/Budapest")
    assert ActionLog.objects.count() == logged


def test_sent_twice_is_stored_and_logged_once(as_anna: Client) -> None:
    for _twice in range(2):
        assert as_anna.post(URL, sent(country="SK")).status_code == 303
    assert ActionLog.objects.filter(action="player.updated").count() == 1


def test_a_zone_under_an_old_name_is_kept(as_anna: Client) -> None:
    Player.objects.update(time_zone="Asia/Calcutta")
    assert '<option value="Asia/Calcutta" selected>' in as_anna.get(URL).content.decode()
    assert as_anna.post(URL, sent(time_zone="Asia/Calcutta")).status_code == 303


def test_an_account_without_profile_gets_one(client: Client, django_user_model) -> None:
    user = django_user_model.objects.create_superuser("root2", "root2@example.org", "x")
    client.force_login(user)
    assert b"no profile yet" in client.get(URL).content
    assert client.post(URL, sent(name="Root")).status_code == 303
    assert Player.objects.get(user=user).name == "Root"


def test_names_are_escaped(as_anna: Client) -> None:
    as_anna.post(URL, sent(name="<script>alert(1)</script> & Co"))
    page = as_anna.get(URL).content.decode()
    assert "<script>alert" not in page
    assert "&lt;script&gt;" in page


def test_the_date_of_birth_is_nowhere_but_here(as_anna: Client, as_boris: Client) -> None:
    as_anna.post(URL, sent(birth_date="2012-05-30"))
    assert b"2012-05-30" in as_anna.get(URL).content
    for url in ("/api/v1/me/", "/players/anna-kovacs/claim/"):
        for client in (as_anna, as_boris):
            assert b"2012" not in client.get(url).content


def test_a_possible_double_is_pointed_out(as_anna: Client, guest: Player) -> None:
    assert b"Is that you?" not in as_anna.get(URL).content
    as_anna.post(URL, sent(name="GUEST player"))
    page = as_anna.get(URL).content.decode()
    assert "Is that you?" in page
    assert f"/players/{guest.slug}/claim/" in page
    as_anna.post(f"/players/{guest.slug}/claim/", {})
    assert b"Is that you?" not in as_anna.get(URL).content


def test_the_number_of_queries_does_not_grow(as_anna: Client, anna: User, organiser: User, now) -> None:
    counts = []
    for number in range(3):
        guest = create_player(actor=account_actor(organiser), now=now, details={"name": f"Guest {chr(97 + number)}"})
        claim = request_claim(actor=account_actor(anna), player=guest, now=now)
        withdraw_claim(actor=account_actor(anna), claim=claim, now=now)
        with CaptureQueriesContext(connection) as queries:
            as_anna.get(URL)
        counts.append(len(queries))
    assert counts[0] == counts[2] <= 8
