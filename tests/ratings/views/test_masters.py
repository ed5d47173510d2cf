"""Pages about Masters and titles."""

from datetime import date, timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from players.actors import SYSTEM
from players.models import Player, PlayerSlug
from ratings.models import MasterApplication, TitleNorm, TitleTerm
from ratings.services import apply_for_master, award_title, plan_demotion
from tests.ratings.masters_scene import make_applicant, make_boss, make_masters, masters_on
from tests.ratings.scene import NOW, make_players
from tests.ratings.views.test_pages import page, text

pytestmark = pytest.mark.django_db
MASTERS, APPLY = "/ratings/masters/", "/ratings/masters/apply/"
APPLICATIONS, DEMOTION = "/ratings/masters/applications/", "/ratings/masters/demotion/"


@pytest.fixture
def boss(client: Client) -> Client:
    other = Client()
    other.force_login(make_boss().user)
    return other


def player_of(pk: int) -> Player:
    return Player.objects.get(pk=pk)


def test_the_list_tells_activity_and_ranks(client):
    now = timezone.now()
    make_masters(1900, since=now - timedelta(10), games=1)
    make_masters(1500, games=1)
    found = text(page(client, MASTERS))
    assert "2 Masters of 120 at most" in found
    assert found.index("1 900") < found.index("1 500")
    assert "active 0 games" in found
    assert "inactive 0 games" in found


def test_no_page_asks_more_for_24_than_for_8(boss, settings):
    settings.MASTER_CAPS = ((date.min, 7),)

    def grow(upto: int) -> None:
        masters = make_masters(*range(1000, 1000 + upto), games=1)
        MasterApplication.objects.bulk_create(
            MasterApplication(applicant_id=pk, conditions=[], created_at=NOW) for pk in make_players(len(masters))
        )

    def asked() -> list[int]:
        found = []
        for path in (MASTERS, APPLICATIONS, DEMOTION):
            with CaptureQueriesContext(connection) as queries:
                page(boss, path)
            found.append(len(queries))
        return found

    grow(8)
    page(boss, MASTERS)
    few = asked()
    grow(16)
    assert asked() == few


def test_the_coming_cap_is_told(client, settings):
    settings.MASTER_CAPS = ((date.min, 120), (date(2999, 1, 1), 100))
    assert "From 1 Jan 2999 on there are 100 Masters at most." in text(page(client, MASTERS))


def test_applying_with_the_conditions_one_by_one(client):
    assert client.get(APPLY)["Location"].startswith("/accounts/login/")
    short = make_applicant("short", lobby=949.9, events=0)
    client.force_login(short.user)
    found = text(page(client, APPLY))
    assert "not met: 950 reached in the lobby ranking: 949 at best" in found
    assert "met: 20 different opponents in rated lobby games: 20" in found
    assert "not met: Rated events, at least 1: 0" in found
    assert "<textarea" not in page(client, APPLY)
    answer = client.post(APPLY, {"statement": ""})
    assert answer.status_code == 409
    assert "Not all conditions are met" in answer.content.decode()
    anna = make_applicant()
    client.force_login(anna.user)
    assert "<textarea" in page(client, APPLY)
    for _twice in range(2):
        assert client.post(APPLY, {"statement": "Hello"})["Location"] == APPLY
    assert "waits for an administrator" in page(client, APPLY)
    application = MasterApplication.objects.get()
    other = Client()
    other.force_login(short.user)
    assert other.post(f"{APPLICATIONS}{application.pk}/withdraw/").status_code == 404
    for _twice in range(2):
        assert client.post(f"{APPLICATIONS}{application.pk}/withdraw/").status_code == 303
    assert "withdrawn" in text(page(client, APPLY))


def test_an_administrator_decides(client, boss, settings):
    settings.MASTER_CAPS = ((date.min, 1),)
    make_masters(1500, games=0)
    anna, boris = make_applicant(), make_applicant("boris")
    for actor in (anna, boris):
        apply_for_master(actor=actor, now=NOW, statement="I am <b>bold</b>.")
    client.force_login(anna.user)
    first, second = MasterApplication.objects.order_by("pk")
    for path in (APPLICATIONS, DEMOTION, "/ratings/titles/"):
        assert client.get(path).status_code == 403
    assert client.post(f"{APPLICATIONS}{first.pk}/", {"act": "approve"}).status_code == 403
    html = page(boss, APPLICATIONS)
    assert "with each approval these lose the title" in text(html)
    boss.post(f"{APPLICATIONS}{first.pk}/", {"act": "approve"})
    assert "no longer those you saw" in page(boss, APPLICATIONS)
    digest = plan_demotion(timezone.now(), room=1).digest
    assert f'name="digest" value="{digest}"' in html
    boss.post(f"{APPLICATIONS}{first.pk}/", {"act": "approve", "digest": digest})
    assert masters_on(timezone.now()) == {anna.player.pk}
    boss.post(f"{APPLICATIONS}{second.pk}/", {"act": "refuse"})
    assert "Say why" in page(boss, APPLICATIONS)
    boss.post(f"{APPLICATIONS}{second.pk}/", {"act": "refuse", "reason": "Too early."})
    assert "No application waits" in page(boss, APPLICATIONS)
    client.force_login(boris.user)
    assert "Too early." in page(client, APPLY)
    assert boss.post(f"{APPLICATIONS}999/", {"act": "approve"}).status_code == 404


def test_a_demotion_is_seen_before_it_is_applied(client, boss):
    make_masters(1500, games=0)
    assert "Nobody loses the title" in text(page(boss, DEMOTION))
    html = page(boss, f"{DEMOTION}?inactive=1")
    assert "loses it: inactive" in text(html)
    assert boss.post(f"{DEMOTION}?inactive=1", {"reason": "idle", "digest": "x"}).status_code == 409
    assert len(masters_on(timezone.now())) == 1
    digest = plan_demotion(timezone.now(), all_inactive=True).digest
    assert digest in html
    answer = boss.post(f"{DEMOTION}?inactive=1", {"reason": "idle", "digest": digest})
    assert answer["Location"] == MASTERS
    assert not masters_on(timezone.now())


def test_titles_and_norms_of_a_player(client, boss):
    player = player_of(make_players(1)[0])
    path = f"/ratings/players/{player.slug}/titles/"
    assert "<form" not in page(client, path).split("<main")[1].split("</main")[0]
    assert client.post(path, {"act": "award"}).status_code == 403
    assert player.name in page(boss, f"/ratings/titles/?q={player.name}")
    sent = {"norm-title": "ITM", "norm-event": "Euro 2003", "norm-on": "2003-06-01", "norm-scored": "4th"}
    assert boss.post(path, sent | {"act": "norm"}).status_code == 409
    boss.post(path, sent | {"act": "norm", "norm-source": "the report"})
    norm = TitleNorm.objects.get()
    award = {"act": "award", "award-title": "ITM", "award-on": "2003-07-01", "award-reason": "two norms"}
    assert boss.post(path, award | {"award-on": "1950-01-01"}).status_code == 409
    boss.post(path, award)
    term = TitleTerm.objects.get()
    found = text(page(client, path))
    assert "ITM International Tantrix Master · since 1 Jul 2003" in found
    assert "Source: the report" in found
    for act, pk in (("norm", norm.pk), ("term", term.pk)):
        boss.post(path, {"act": f"{act}-{pk}", "reason": ""})
        boss.post(path, {"act": f"{act}-{pk}", "reason": f"wrong {act}"})
        assert f"wrong {act}" in page(client, path)
    assert boss.post(path, {"act": "term-999", "reason": "x"}).status_code == 404
    assert boss.post(path, {"act": "²", "reason": "x"}).status_code == 404
    PlayerSlug.objects.create(slug="old-name", player=player, since=NOW)
    assert client.get("/ratings/players/old-name/titles/")["Location"] == path


def test_titles_stand_after_the_name(client):
    player = player_of(make_masters(1500)[0])
    award_title(actor=SYSTEM, now=NOW, holder=player, title="TGM", on=NOW.date(), reason="norms")
    marks = '<abbr class="title" title="Tantrix Grand Master">TGM</abbr>'
    for path in ("/players/", f"/players/{player.slug}/", f"/ratings/players/{player.slug}/", MASTERS):
        html = page(client, path)
        assert marks in html, path
        assert '<abbr class="title" title="Lobby Master">LM</abbr>' in html, path
    assert "Titles and norms" in page(client, f"/players/{player.slug}/")
