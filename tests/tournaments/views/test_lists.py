"""Lists: what they show, in what order, and that their queries do not grow with their rows."""

import re
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from players.actors import account_actor
from players.models import Player
from players.services import update_profile
from tests.tournaments.scene import NOW, make_event, make_owner, make_scene, make_user, quick_scene
from tests.tournaments.sizes import scenes_of
from tournaments import services
from tournaments.formats.progression import Progression
from tournaments.models import Event, EventState, Match
from tournaments.selectors.pages.events import event_rows
from tournaments.services import StagePlan

pytestmark = pytest.mark.django_db


def text(answer) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", answer.content.decode()))


def queries_of(client: Client, url: str) -> int:
    client.get(url)
    with CaptureQueriesContext(connection) as queries:
        assert client.get(url).status_code == 200
    return len(queries)


def test_queries_of_public_lists_do_not_grow() -> None:
    """One event, then three."""
    counts = []
    for more in (1, 2):
        for n in range(more):
            scene = quick_scene(4, name=f"p{more}{n}")
            Event.objects.filter(pk=scene.event.pk).update(name=f"Cup {more}{n}")
            scene.enter(1)
        for url in ("/", "/events/", "/players/", "/search/?q=cup", "/search/?q=p"):
            counts.append((url, queries_of(Client(), url)))
    assert counts[:5] == counts[5:]


def test_queries_of_event_pages_do_not_grow() -> None:
    counts = []
    for scene in scenes_of(2, 8):
        Match.objects.filter(event=scene.event).update(deadline=NOW)
        scene.enter(1)
        for path in ("", "entrants/", "matches/", "schedule/"):
            counts.append((path, queries_of(Client(), f"/events/{scene.event.slug}/{path}")))
    assert counts[:4] == counts[4:]


def test_queries_of_my_matches_do_not_grow() -> None:
    """One person in one, then in three events."""
    me = account_actor(make_user("me"))
    counts = []
    client = Client()
    client.force_login(me.user)
    for n in (1, 2, 3):
        owner = make_owner(f"owner{n}")
        event = make_event(owner, name=f"Cup {n}")
        for player in (me.player, make_user(f"rival{n}").player):
            services.add_entry(actor=owner, now=NOW, event_id=event.pk, player_id=player.pk)
        services.publish_event(actor=owner, now=NOW, event_id=event.pk)
        services.make_draw(actor=owner, now=NOW, event_id=event.pk)
        services.start_event(actor=owner, now=NOW, event_id=event.pk)
        if n != 2:
            counts.append([(url, queries_of(client, url)) for url in ("/me/", "/", "/players/player-me/")])
    assert counts[0] == counts[1]


def test_events_are_grouped_by_state() -> None:
    owner = make_owner()
    for name, state in (("Later", EventState.PUBLISHED), ("Hidden", EventState.DRAFT), ("Now", EventState.RUNNING),
                        ("Before", EventState.FINISHED)):  # fmt: skip
        event = make_event(owner, name=name)
        Event.objects.filter(pk=event.pk).update(state=state, finished_at=NOW if name == "Before" else None)
    said = text(Client().get("/events/"))
    assert said.index("Running Now") < said.index("Coming Later") < said.index("Finished in 2026 Before")
    assert "Hidden" not in said
    assert "Before" not in text(Client().get("/events/?state=running"))
    assert "No event fits “zzz”." in text(Client().get("/events/?q=zzz"))


def test_an_event_that_never_started_leaves_the_lists() -> None:
    event = make_event(name="Forgotten Cup")
    long_ago = timezone.now().date() - timedelta(days=20)
    Event.objects.filter(pk=event.pk).update(state=EventState.PUBLISHED, starts_on=long_ago)
    assert "Forgotten Cup" not in text(Client().get("/events/"))
    assert Client().get(f"/events/{event.slug}/").status_code == 200


def test_players_are_found_with_and_without_accents() -> None:
    make_user("lukasz")
    Player.objects.filter(slug="player-lukasz").update(
        name="Łukasz Żółty", name_key="łukasz żółty", latin_key="lukasz zolty"
    )
    for query in ("żółty", "zolty", "LUKASZ"):
        assert "Łukasz Żółty" in text(Client().get(f"/players/?q={query}"))
        assert "Łukasz Żółty" in text(Client().get(f"/search/?q={query}"))
    assert "No player is called “nobody”." in text(Client().get("/players/?q=nobody"))


def test_matches_filter_by_state_round_and_player() -> None:
    scene = make_scene(4)
    scene.enter(1)
    scene.report(2, 2)
    base = f"/events/{scene.event.slug}/matches/"

    def numbers(query: str) -> list[str]:
        return re.findall(rf'<a href="{base}(\d+)/">', Client().get(f"{base}?{query}").content.decode())

    assert numbers("") == ["1", "2", "3"]
    assert numbers("state=done") == ["1"]
    assert numbers("state=reported") == ["2"]
    assert numbers("state=waiting") == ["3"]
    assert numbers("state=open") == []
    assert numbers("round=2") == ["3"]
    assert numbers("player=p4") == ["1"]
    assert numbers("round=x&state=y") == ["1", "2", "3"]


def test_a_profile_shows_results_and_colours() -> None:
    scene = make_scene(4)
    scene.enter(1, services.GameFigures((17, 12), ("red", "blue")))
    said = text(Client().get("/players/player-p1/"))
    assert "Won 1, lost 0, drawn 0." in said
    assert "Player P1 15.0–5.0 Player P4" in said
    assert "still in" in said
    assert "Won 0, lost 1, drawn 0." in text(Client().get("/players/player-p4/"))


def test_a_former_address_leads_to_the_present_one() -> None:
    actor = account_actor(make_user("old"))
    update_profile(actor=actor, player=actor.player, now=NOW, changes={"name": "New Name"})
    answer = Client().get("/players/player-old/")
    assert answer.status_code == 301
    assert text(Client().get(answer["Location"])).count("New Name")


def test_the_next_match_comes_first(as_actor) -> None:
    scene = make_scene(4)
    scene.report(1, 4)
    said = text(as_actor(scene.player(1)).get("/me/"))
    assert "Player P4 reported a result." in said
    assert "Look and confirm" in said
    theirs = text(as_actor(scene.player(4)).get("/me/"))
    assert "You have reported. Player P1 has until then to object" in theirs
    scene.enter(2)
    assert "waiting for" in text(as_actor(scene.player(3)).get("/"))  # the left side of M2 won
    assert "You have no match to play now." in text(as_actor(scene.player(2)).get("/"))


def test_the_schedule_stands_where_there_is_one() -> None:
    scene = make_scene(4)
    url = f"/events/{scene.event.slug}/"
    assert "Schedule" not in text(Client().get(url))
    services.set_deadline(actor=scene.owner, now=NOW, event_id=scene.event.pk, round_number=1,
                          deadline=NOW + timedelta(days=3))  # fmt: skip
    assert "Schedule" in text(Client().get(url))
    client = Client()
    client.cookies["tz"] = "Asia/Tokyo"
    said = text(client.get(f"{url}schedule/"))
    assert "Times in Asia/Tokyo" in said
    assert "21:00" in said  # noon of the universal time


def test_entering_oneself(as_actor) -> None:
    scene = make_scene(2, start=False, self_entry=True)
    newcomer = account_actor(make_user("newcomer"))
    client, url = as_actor(newcomer), f"/events/{scene.event.slug}/"
    assert "Enter this event" in text(client.get(url))
    assert Client().post(f"{url}enter/").status_code == 302
    assert "You are entered." in text(client.post(f"{url}enter/", follow=True))
    assert "Enter this event" not in text(client.get(url))
    assert "already entered" in text(client.post(f"{url}enter/", follow=True))
    assert client.get(f"{url}enter/").url == f"{url}my-entry/"


def test_pages_with_times_name_their_zone_once(as_actor) -> None:
    scene = make_scene(2)
    client = as_actor(scene.player(1))
    for zone in ("UTC", "Europe/Budapest", "Etc/GMT+5"):
        client.cookies["tz"] = zone
        for path in ("", "bracket/", "matches/", "matches/1/", "matches/1/report/", "schedule/"):
            answer = client.get(f"/events/{scene.event.slug}/{path}")
            assert text(answer).count(f"Times in {zone}") == 1, (path, zone)
            if "live-line" in answer.content.decode():
                assert f'data-zone="{zone}"' in answer.content.decode(), (path, zone)


def test_the_winner_of_an_event_is_not_that_of_its_plate_nor_of_an_earlier_stage() -> None:
    plate = quick_scene(4, name="plate", stages=[StagePlan("knockout", settings={"plate": "first_match"})])
    double = quick_scene(4, name="double", stages=[StagePlan("double_elimination")])
    later = quick_scene(
        4, name="later", stages=[StagePlan("knockout"), StagePlan("knockout", rule=Progression(first=2))]
    )  # fmt: skip
    for scene in (plate, double, later):
        scene.play_all()
    rows = event_rows([plate.event, double.event, later.event])
    assert [row.champion for row in rows] == ["plate 1", "double 1", ""]
    assert rows[0].plate_winner in ("plate 2", "plate 4")
