"""Masters, applications, titles and norms for programs."""

from datetime import date, timedelta

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from players.actors import Actor
from players.models import Player, PlayerSlug
from tests.ratings.masters_scene import make_applicant, make_boss, make_masters, masters_on
from tests.ratings.scene import NOW, make_players

pytestmark = pytest.mark.django_db
MASTERS = "/api/v1/ratings/masters/"
APPLICATIONS, DEMOTION = f"{MASTERS}applications/", f"{MASTERS}demotion/"


def as_user(actor: Actor) -> APIClient:
    client = APIClient()
    client.force_authenticate(actor.user)
    return client


@pytest.fixture
def boss() -> APIClient:
    return as_user(make_boss())


def refused(answer, status: int) -> str:
    assert answer.status_code == status, answer.content
    return answer.json()["errors"][0]["code"]


def test_the_list_with_its_caps(settings):
    settings.MASTER_CAPS = ((date.min, 120), (date(2999, 1, 1), 100))
    pk = make_masters(1700, since=timezone.now() - timedelta(1))[0]
    answer = APIClient().get(MASTERS).json()
    assert (answer["cap"], answer["next_caps"]) == (120, [{"first_on": "2999-01-01", "cap": 100}])
    (row,) = answer["results"]
    assert (row["place"], row["ranking"], row["games"], row["is_active"]) == (1, 1700.0, 0, True)
    assert row["player"]["slug"] == Player.objects.get(pk=pk).slug
    assert row["player"]["titles"] == ["LM"]


def test_an_application_from_the_conditions_to_the_title(boss, settings):
    settings.MASTER_CAPS = ((date.min, 1),)
    (old,) = make_masters(1700)
    anna, short = make_applicant(), make_applicant("short", events=0)
    slug = anna.player.slug
    conditions = APIClient().get(f"/api/v1/players/{slug}/titles/").json()["conditions"]
    assert [row["is_met"] for row in conditions] == [True, True, True]
    assert refused(APIClient().post(APPLICATIONS, {}), 401)
    assert refused(as_user(short).post(APPLICATIONS, {}), 409) == "conditions_unmet"
    made = as_user(anna).post(APPLICATIONS, {"statement": "Hello"}, format="json").json()
    assert (made["state"], made["applicant"]["slug"]) == ("pending", slug)
    path = f"{APPLICATIONS}{made['id']}/decision/"
    assert as_user(short).get(APPLICATIONS).json() == []
    assert [row["id"] for row in as_user(anna).get(APPLICATIONS).json()] == [made["id"]]
    assert [row["id"] for row in boss.get(APPLICATIONS).json()] == [made["id"]]
    assert refused(as_user(short).post(path, {"decision": "withdrawn"}), 404) == "application_not_found"
    assert refused(as_user(anna).post(path, {"decision": "approved"}), 403) == "not_administrator"
    assert refused(boss.post(path, {"decision": "refused"}), 400) == "reason_needed"
    assert refused(boss.post(path, {"decision": "approved"}), 409) == "plan_changed"
    plan = boss.get(DEMOTION, {"room": 1}).json()
    assert [row["player"]["slug"] for row in plan["demoted"]] == [Player.objects.get(pk=old).slug]
    answer = boss.post(path, {"decision": "approved", "digest": plan["digest"]})
    assert answer.json()["state"] == "approved"
    assert masters_on(timezone.now()) == {anna.player.pk}
    assert refused(as_user(anna).post(path, {"decision": "withdrawn"}), 409) == "application_decided"


def test_a_demotion(boss):
    make_masters(1700)
    assert refused(as_user(make_applicant(opponents=2)).get(DEMOTION), 403) == "not_administrator"
    assert boss.get(DEMOTION).json()["demoted"] == []
    plan = boss.get(DEMOTION, {"all_inactive": True}).json()
    assert (plan["masters"], plan["remaining"], plan["demoted"][0]["ground"]) == (1, 0, "inactive")
    sent = {"reason": "idle", "digest": plan["digest"], "all_inactive": True}
    assert refused(boss.post(DEMOTION, sent | {"digest": "0"}), 409) == "plan_changed"
    assert boss.post(DEMOTION, sent).json()["digest"] == plan["digest"]
    assert not masters_on(timezone.now())


def test_titles_and_norms(boss):
    player = Player.objects.get(pk=make_players(1)[0])
    path = f"/api/v1/players/{player.slug}"
    norm = {"title": "ITM", "event": "Euro 2003", "on": "2003-06-01", "scored": "4th", "source": "the report"}
    award = {"title": "ITM", "on": "2003-07-01", "reason": "two norms"}
    anna = as_user(make_applicant(opponents=2))
    for to, sent in ((f"{path}/norms/", norm), (f"{path}/titles/award/", award)):
        assert refused(anna.post(to, sent), 403) == "not_administrator"
        assert refused(boss.post(to, sent | {"on": "1950-01-01"}), 400) == "day_impossible"
        assert boss.post(to, sent).json() == boss.post(to, sent).json()
    assert refused(boss.post(f"{path}/titles/award/", award | {"on": "2003-07-02"}), 409) == "title_held"
    told = APIClient().get(f"{path}/titles/").json()
    (held,), (noted,) = told["terms"], told["norms"]
    assert (held["title"], held["since"], held["end"]) == ("ITM", "2003-07-01T00:00:00Z", None)
    assert {name: noted[name] for name in norm} == norm
    for kind, row in (("titles", held), ("norms", noted)):
        to = f"/api/v1/ratings/{kind}/{row['id']}/withdrawal/"
        assert refused(anna.post(to, {"reason": "x"}), 403) == "not_administrator"
        assert boss.post(to, {"reason": "an error"}).json()["end"]["reason"] == "an error"
        assert refused(boss.post(f"/api/v1/ratings/{kind}/999/withdrawal/", {"reason": "x"}), 404)
    PlayerSlug.objects.create(slug="old-name", player=player, since=NOW)
    assert APIClient().get("/api/v1/players/old-name/titles/")["Location"] == f"{path}/titles/"
