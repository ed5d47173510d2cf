"""The organiser's way through the pages, from a new event to its end."""

import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.tournaments.scene import LEVEL, NOW, add_arbiter, make_event, make_owner, make_scene, make_user
from tests.tournaments.sizes import scenes_of
from tournaments import services
from tournaments.forms.events import event_initial
from tournaments.models import Draw, Entry, Event, EventOrganiser, Match

pytestmark = pytest.mark.django_db


def settings_form(event: Event, **changes: object) -> dict[str, object]:
    """What a browser sends back when nothing but `changes` was typed."""
    values = {**event_initial(event), "games_by_round": ", ".join(map(str, event.games_by_round)),
              "lead_threshold": event.lead_threshold / 10}  # fmt: skip
    values = {name: value for name, value in values.items() if value is not None and value is not False}
    return {**values, "version": event.version, **changes}


def new_form(client: Client, key: str, **changes: object) -> dict[str, object]:
    """What a browser sends back from the page of a template."""
    page = client.get(f"/organise/new/{key}/").context
    return {**page["form"].initial, "told": page["told"], "once": page["once"], **changes}


def text(answer) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", answer.content.decode()))


def test_from_nothing_to_a_champion(as_actor) -> None:
    owner = make_owner()
    client = as_actor(owner)
    answer = client.post("/organise/new/blank/", new_form(client, "blank", name="Coupe d’Été", entrants=4))
    assert answer.status_code == 302, text(answer)
    event = Event.objects.get()
    base = f"/organise/{event.slug}/"
    assert answer["Location"] == base
    client.post(f"{base}settings/", settings_form(event, seeding_mode="strict"))
    assert "Enter the players" in text(client.get(base))

    lines = "Ana Example;NL\nBen Example;DE\nCem Example;TR\nŁukasz Żak;PL\n"
    look = client.post(f"{base}entrants/list/", {"text": lines, "act": "look"})
    assert "Nothing is stored yet." in text(look)
    assert Entry.objects.count() == 0
    done = client.post(f"{base}entrants/list/", {"text": lines, "act": "enter"}, follow=True)
    assert "4 players are entered." in text(done)
    links = re.findall(r"http://testserver/e/[^\s<]+", done.content.decode())  # on no other page than this
    assert len(links) == 8  # in the table and in the text to copy
    assert len(set(links)) == 4
    assert "/e/" not in text(client.get(f"{base}entrants/"))

    ids = list(Entry.objects.order_by("pk").values_list("pk", flat=True))
    client.post(f"{base}seeds/", {f"seed-{pk}": str(4 - i) for i, pk in enumerate(ids)})
    assert list(Entry.objects.order_by("seed").values_list("pk", flat=True)) == ids[::-1]
    client.post(f"{base}seeds/", {"act": f"up-{ids[0]}", **{f"seed-{pk}": "" for pk in ids}})
    assert Entry.objects.get(pk=ids[0]).seed == 3

    preview = client.get(f"{base}draw/?lot=5")
    assert "This draw would be" in text(preview)
    assert not Draw.objects.exists()
    assert client.post(f"{base}draw/", {"act": "make"}).status_code == 302
    assert Draw.objects.get().lot is None  # strict: nothing is left to chance

    assert "Publish the event" in text(client.get(base))
    client.post(f"{base}step/", {"step": "publish"})
    assert Client().get(f"/events/{event.slug}/").status_code == 200
    client.post(f"{base}step/", {"step": "start"})
    event.refresh_from_db()
    assert event.state == "running"

    client.post(f"{base}deadlines/", {"round": "1-main-1", "r1-main-1-deadline": "2026-06-01T23:59"})
    assert Match.objects.filter(round=1, deadline__isnull=False).count() == 2
    assert "Schedule" in text(Client().get(f"/events/{event.slug}/"))

    while match := Match.objects.filter(state="open").order_by("number").first():
        row = {"match": match.number, "game": 1, "version": match.version, "left": 20, "right": 10}
        assert client.post(f"{base}results/", row).status_code == 302
    assert "Finish the event" in text(client.get(base))
    client.post(f"{base}step/", {"step": "finish"})
    event.refresh_from_db()
    assert event.state == "finished"
    assert "Champion" in text(Client().get(f"/events/{event.slug}/entrants/"))
    bad = client.post(f"{base}step/", {"step": "reopen", "reason": ""}, follow=True)
    assert "Say why" in text(bad)
    assert client.post(f"{base}step/", {"step": "dance"}).status_code == 404


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"name": ""}, "required"),
        ({"games_by_round": "5, x"}, "Write numbers such as"),
        ({"capacity": "1"}, "greater than or equal to 2"),
        ({"starts_on": "2026-05-02", "ends_on": "2026-05-01"}, "The last day comes before the first day."),
        ({"lead_threshold": "0.25"}, "decimal place"),
        ({"time_zone": "Mars/Crater"}, "Select a valid choice"),
    ],
)
def test_settings_are_checked(as_actor, changes, message) -> None:
    scene = make_scene(2, start=False)
    answer = as_actor(scene.owner).post(
        f"/organise/{scene.event.slug}/settings/", settings_form(scene.event, **changes)
    )
    assert answer.status_code == 400
    assert message in text(answer)
    assert scene.reload().version == scene.event.version


def test_settings_with_a_comma_and_a_conflict_of_versions(as_actor) -> None:
    scene = make_scene(2, start=False)
    base = f"/organise/{scene.event.slug}/settings/"
    seen = settings_form(scene.event, lead_threshold="5,5", place="Győr")
    assert as_actor(scene.owner).post(base, seen).status_code == 302
    assert (scene.reload().lead_threshold, scene.event.place) == (55, "Győr")
    stale = as_actor(scene.owner).post(base, {**seen, "place": "Paris"})
    assert stale.status_code == 412
    assert "Győr" in text(stale)
    assert "Paris" in text(stale)
    assert scene.reload().place == "Győr"


def test_entering_one_asks_about_doubles(as_actor) -> None:
    scene = make_scene(2, start=False)
    other = make_event(scene.owner, name="Other")
    client, base = as_actor(scene.owner), f"/organise/{other.slug}/entrants/"
    asked = client.post(base, {"name": "player P1"})
    assert asked.status_code == 400
    assert "Same person as …?" in text(asked)
    player = scene.entries[0].player
    done = client.post(base, {"name": "player P1", "player": player.pk}, follow=True)
    assert "Player P1 is entered." in text(done)
    again = client.post(base, {"name": "player P1", "player": player.pk})
    assert "already entered" in text(again)
    new = client.post(base, {"name": "player P2", "player": "new"}, follow=True)
    assert "player P2 is entered." in text(new)
    assert Entry.objects.filter(event=other).count() == 2


def test_import_answers(as_actor) -> None:
    scene = make_scene(2, start=False)
    other = make_event(scene.owner, name="Other")
    client, url = as_actor(scene.owner), f"/organise/{other.slug}/entrants/list/"
    lines = "player p1\nNew One;XX\nNew Two"
    bad = client.post(url, {"text": lines, "act": "enter"})
    assert bad.status_code == 400
    assert "first line 2" in text(bad)
    assert Entry.objects.filter(event=other).count() == 0
    answers = {"line-1": scene.entries[0].player_id, "line-2": "skip"}
    good = client.post(url, {"text": lines, "act": "enter", **answers}, follow=True)
    assert "2 players are entered." in text(good)
    look = {"act": "look", "text": "Name;Shoe size;Pays;Éléments\nCid C;44;FR;x"}
    assert "Columns that are not read: Shoe size, Éléments" in text(client.post(url, look))
    assert "not read" not in text(client.post(url, {**look, "text": "Dot D;NL"}))
    latin1 = client.post(url, {"act": "look", "text": "", "file": _file("Åsa\n".encode("latin-1"))})
    assert "not in UTF-8" in text(latin1)


def _file(data: bytes) -> SimpleUploadedFile:
    return SimpleUploadedFile("list.csv", data, "text/csv")


def test_seeds_are_checked(as_actor) -> None:
    scene = make_scene(3, start=False)
    one, two, three = (entry.pk for entry in scene.entries)
    client, url = as_actor(scene.owner), f"/organise/{scene.event.slug}/seeds/"
    bad = client.post(url, {f"seed-{one}": "1", f"seed-{two}": "1", f"seed-{three}": "9"})
    assert bad.status_code == 400
    assert "Seed 1 is given twice." in text(bad)
    assert "Seeds go from 1 to 3." in text(bad)
    assert 'value="9"' in bad.content.decode()
    client.post(url, {"act": "clear"})
    assert not Entry.objects.filter(event=scene.event, seed__isnull=False).exists()
    client.post(url, {"act": "order"})
    assert Entry.objects.filter(event=scene.event, seed__isnull=False).count() == 3


def test_seeds_that_the_draw_does_not_use_are_called_so(as_actor) -> None:
    scene = make_scene(3, start=False)
    client, url = as_actor(scene.owner), f"/organise/{scene.event.slug}/seeds/"
    for mode, said in (("strict", False), ("bands", False), ("lot", True)):
        Event.objects.filter(pk=scene.event.pk).update(seeding_mode=mode)
        assert ("the draw does not use the seeds" in text(client.get(url))) is said


def test_the_draw_page_names_the_next_step(as_actor) -> None:
    scene = make_scene(4, start=False)
    client, url = as_actor(scene.owner), f"/organise/{scene.event.slug}/draw/"
    client.post(url, {"act": "make", "lot": ""})
    for state, said in (("draft", "Next you publish the event"), ("published", "Next you start the event")):
        Event.objects.filter(pk=scene.event.pk).update(state=state)
        answer = client.get(url)
        assert said in text(answer)
        assert f'<a class="btn primary" href="/organise/{scene.event.slug}/">' in answer.content.decode()
    Event.objects.filter(pk=scene.event.pk).update(state="running")
    assert "Next you" not in text(client.get(url))
    Event.objects.filter(pk=scene.event.pk).update(state="published")
    Entry.objects.filter(pk=scene.entry(1).pk).update(state="withdrawn")
    assert "Next you" not in text(client.get(url))  # it has to be drawn again first


def test_new_private_links_stand_once_in_a_text_to_copy(as_actor) -> None:
    scene = make_scene(2, start=False)
    other = make_event(scene.owner, name="Other")
    client = as_actor(scene.owner)
    page = client.post(f"/organise/{other.slug}/entrants/list/", {"text": "Ada A\nBea B", "act": "enter"}, follow=True)
    html = page.content.decode()
    copied = re.search(r'<textarea id="links-text" readonly[^>]*>(.*?)</textarea>', html, re.DOTALL)[1].strip()
    assert [line.split(": ")[0] for line in copied.splitlines()] == ["Ada A", "Bea B"]
    links = [line.split(": ")[1] for line in copied.splitlines()]
    assert all(Client().get(link).status_code in (200, 302) for link in links)
    assert 'data-copy="#links-text"' in html
    assert "links-text" not in client.get(f"/organise/{other.slug}/entrants/").content.decode()


def test_who_has_left_is_still_counted(as_actor) -> None:
    scene = make_scene(4)
    client, base = as_actor(scene.owner), f"/organise/{scene.event.slug}/entrants/"
    overview = f"/events/{scene.event.slug}/"
    assert "have left" not in text(client.get(overview)) + text(client.get(base))
    page = client.get(f"{base}{scene.entry(1).pk}/leave/?kind=withdrawn")
    digest = re.search(r'name="digest" value="(\w+)"', page.content.decode())[1]
    client.post(f"{base}{scene.entry(1).pk}/leave/", {"kind": "withdrawn", "digest": digest, "reason": "Ill."})
    assert "Players 4 1 has left" in text(client.get(overview))
    assert "3 entries · 1 has left" in text(client.get(base))
    assert "4 players" in text(client.get("/organise/"))


def test_quick_entry_rows(as_actor) -> None:
    scene = make_scene(4)
    arbiter = add_arbiter(scene)
    client, url = as_actor(arbiter), f"/organise/{scene.event.slug}/results/"
    html = client.get(url).content.decode()
    assert html.index("Player P1") < html.index("Player P4")  # left stays left
    row = {"match": 1, "game": 1, "version": scene.match(1).version, "left": "x", "right": 10}
    bad = client.post(url, row)
    assert bad.status_code == 400
    assert "whole numbers" in text(bad)
    impossible = client.post(url, {**row, "left": 85})
    assert "between 0 and 84" in text(impossible)
    good = client.post(url, {**row, "left": 20})
    assert (good.status_code, good["Location"]) == (302, f"{url}?after=1")
    assert client.post(url, {**row, "left": 20}).status_code == 302  # the same again is as good as stored
    other = client.post(url, {**row, "left": 21})
    assert other.status_code == 400
    assert "entered 20–10 at" in text(other)
    assert "you typed 21–10. Yours is not stored." in text(other)
    script = client.post(url, {"match": 2, "game": 1, "version": scene.match(2).version, "left": 8, "right": 9},
                         headers={"X-Fragment": "1"})  # fmt: skip
    assert re.fullmatch(r"✓ \d\d:\d\d by [A-Z]+", script.json()["done"])
    assert re.search(r"M2, game 1: Player P\d 8–9 Player P\d", text(client.get(url)))  # typed last
    failed = client.post(url, {"match": 99, "game": 1, "left": 8, "right": 9}, headers={"X-Fragment": "1"})
    assert (failed.status_code, failed.json()["error"]) == (400, "There is no such match.")


def test_quick_entry_goes_on_with_the_next_game(as_actor) -> None:
    scene = make_scene(2, games_by_round=(3,))
    url = f"/organise/{scene.event.slug}/results/"
    answer = as_actor(scene.owner).post(
        url, {"match": 1, "game": 1, "version": scene.match(1).version, "left": 12, "right": 10},
        headers={"X-Fragment": "1"},
    )  # fmt: skip
    assert answer.json()["next"] == {"game": 2, "version": scene.match(1).version, "score": "13.9–6.1"}


def test_quick_entry_asks_for_tiles_and_names_an_extra_game(as_actor) -> None:
    scene = make_scene(2, extra_games=1)
    client, url = as_actor(scene.owner), f"/organise/{scene.event.slug}/results/"
    said = text(client.get(url))
    assert "Type the tiles of both players." in said
    assert "game 1 of 1" in said
    scene.enter(1, LEVEL)
    assert scene.match(1).state == "open"
    said = text(client.get(url))
    assert "M1 Game 2 " in said
    assert "2 of 1" not in said


def test_organisers_find_their_events_from_their_matches(as_actor) -> None:
    scene = make_scene(2)
    assert 'href="/organise/"' in as_actor(scene.owner).get("/me/").content.decode()
    assert "Events I organise" not in as_actor(scene.player(1)).get("/me/").content.decode()


def test_a_list_shows_countries_as_all_pages_do(as_actor) -> None:
    scene = make_scene(2, start=False)
    answer = as_actor(scene.owner).post(
        f"/organise/{scene.event.slug}/entrants/list/", {"text": "Ada A;GB", "act": "look"}
    )
    assert '<td data-label="Country">GBR</td>' in answer.content.decode()


@pytest.mark.parametrize(
    ("choice", "more", "state"),
    [
        ("walkover-0", {}, "walkover"),
        ("default-1", {"reason": "Absent."}, "default"),
        ("retired-0", {"reason": "Ill."}, "retired"),
        ("double_default", {"reason": "Both absent."}, "double_default"),
        ("adjudicated", {"reason": "Power cut.", "tp_left": "12,5", "tp_right": "7.5"}, "adjudicated"),
    ],
)
def test_decisions(as_actor, choice, more, state) -> None:
    scene = make_scene(4)
    url = f"/organise/{scene.event.slug}/matches/1/decide/"
    answer = as_actor(scene.owner).post(url, {"choice": choice, "version": scene.match(1).version, **more})
    assert answer.status_code == 302, text(answer)
    assert scene.match(1).decisions.get(current=True).kind == state
    assert (more.get("reason") or "Walkover") in text(Client().get(f"/events/{scene.event.slug}/matches/1/"))


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({}, "required"),
        ({"choice": "default-0"}, "Say why"),
        ({"choice": "adjudicated", "reason": "x"}, "Give the points of both sides."),
        ({"choice": "adjudicated", "reason": "x", "tp_left": "5", "tp_right": "5"}, "say who wins"),
    ],
)
def test_decisions_are_checked(as_actor, values, message) -> None:
    scene = make_scene(2)
    url = f"/organise/{scene.event.slug}/matches/1/decide/"
    answer = as_actor(scene.owner).post(url, {**values, "version": scene.match(1).version})
    assert answer.status_code == 400
    assert message in text(answer)
    assert scene.match(1).state == "open"


def test_a_stale_decision_is_refused(as_actor) -> None:
    scene = make_scene(2)
    version = scene.match(1).version
    scene.report(1, 1)
    answer = as_actor(scene.owner).post(
        f"/organise/{scene.event.slug}/matches/1/decide/", {"choice": "walkover-0", "version": version}
    )
    assert answer.status_code == 400
    assert "Somebody changed this" in text(answer)


def test_ruling_on_time(as_actor) -> None:
    """A ruling that turns a match round names what depends on it first."""
    scene = make_scene(4)
    scene.enter(1, services.GameFigures((17, 16)))  # 13.3 to 6.7
    scene.enter(2)
    scene.enter(3)
    client, url = as_actor(add_arbiter(scene)), f"/organise/{scene.event.slug}/matches/1/time/"
    assert client.get(url).status_code == 200
    assert as_actor(scene.player(1)).get(url).status_code == 403
    ruling = {"game": 1, "side": 0, "points": "5", "reason": "20 minutes used."}
    asked = client.post(url, ruling)
    assert asked.status_code == 400
    assert "M3" in text(asked)
    assert scene.winner(1) == 1
    digest = re.search(r'name="digest" value="(\w+)"', asked.content.decode())[1]
    assert client.post(url, {**ruling, "digest": digest}).status_code == 302
    assert scene.winner(1) == 4
    scene.check_cache()
    bad = client.post(url, {**ruling, "game": 9})
    assert bad.status_code == 400


def test_leaving_and_coming_back(as_actor) -> None:
    scene = make_scene(4)
    scene.enter(1)
    entry = scene.entry(1)
    client, base = as_actor(scene.owner), f"/organise/{scene.event.slug}/entrants/{entry.pk}/"
    page = client.get(f"{base}leave/?kind=disqualified")
    assert "What follows" in text(page)
    digest = re.search(r'name="digest" value="(\w+)"', page.content.decode())[1]
    no_reason = client.post(f"{base}leave/", {"kind": "disqualified", "digest": digest})
    assert no_reason.status_code == 400
    done = client.post(f"{base}leave/", {"kind": "disqualified", "digest": digest, "reason": "Cheated."})
    assert done.status_code == 302
    assert scene.entry(1).state == "disqualified"
    again = client.get(f"{base}leave/?kind=withdrawn", follow=True)
    assert "has left already" in text(again)
    page = client.get(f"{base}return/")
    digest = re.search(r'name="digest" value="(\w+)"', page.content.decode())[1]
    assert client.post(f"{base}return/", {"digest": digest, "reason": "A mistake."}).status_code == 302
    assert scene.entry(1).state == "accepted"
    assert client.get(f"{base}leave/?kind=eaten").status_code == 404


def test_people_and_log(as_actor) -> None:
    scene = make_scene(2)
    helper = make_user("helper")
    client, base = as_actor(scene.owner), f"/organise/{scene.event.slug}/"
    client.post(f"{base}people/", {"user": "HELPER", "role": "organiser"})
    assert EventOrganiser.objects.get(user=helper).role == "organiser"
    assert "no account" in text(client.post(f"{base}people/", {"user": "nobody", "role": "owner"}, follow=True))
    last = client.post(f"{base}people/", {"user": "owner", "act": "remove"}, follow=True)
    assert "needs an owner" in text(last)
    client.post(f"{base}people/", {"user": "helper", "act": "remove"})
    assert not EventOrganiser.objects.filter(user=helper).exists()
    log = text(client.get(f"{base}log/"))
    for words in ("created the event", "made draw 1 of 2 entries", "started the event", "made helper an organiser"):
        assert words in log
    assert "{" not in log


def test_a_draw_that_is_played_asks_for_no_other(as_actor) -> None:
    scene = make_scene(4)
    client, base = as_actor(scene.owner), f"/organise/{scene.event.slug}/"
    entry = scene.event.entries.first()
    leave = f"{base}entrants/{entry.pk}/leave/"
    digest = client.get(f"{leave}?kind=withdrawn").context["plan"].digest
    assert client.post(leave, {"kind": "withdrawn", "digest": digest, "reason": "Ill."}).status_code == 302
    entry.refresh_from_db()
    assert entry.state != "accepted"
    assert "have changed since the draw" not in text(client.get(f"{base}draw/"))


def test_an_arbiter_rules_but_does_not_organise(as_actor) -> None:
    scene = make_scene(4)
    client, base = as_actor(add_arbiter(scene)), f"/organise/{scene.event.slug}/"
    for path in ("", "results/", "log/", "matches/1/decide/"):
        assert client.get(base + path).status_code == 200, path
    for path in ("settings/", "entrants/", "seeds/", "draw/", "people/", "deadlines/"):
        assert client.get(base + path).status_code == 403, path
    assert client.post(f"{base}step/", {"step": "finish"}).status_code == 403
    assert "Settings" not in re.sub(r"(?s)<header.*?</header>", "", client.get(base).content.decode())


def test_who_may_not_rule_on_an_own_match_is_told_before_the_form(as_actor) -> None:
    scene = make_scene(4)
    services.add_organiser(
        actor=scene.owner, now=NOW, event_id=scene.event.pk, user=scene.player(1).user, role="organiser"
    )
    client = as_actor(scene.player(1))
    kinds = ("enter", "decide", "time", "reinstate", "deadline")
    forms = [f"/organise/{scene.event.slug}/matches/{{}}/{kind}/" for kind in kinds]
    for form in (*forms, f"/events/{scene.event.slug}/matches/{{}}/correct/"):
        own = client.get(form.format(1))
        assert (own.status_code, "You play in this match yourself" in text(own)) == (403, True), form
        assert client.get(form.format(2)).status_code in (200, 302), form


def test_the_dashboard_names_problems_first(as_actor) -> None:
    scene = make_scene(8)
    scene.report(1, 1)
    scene.report(1, 8, services.GameFigures((10, 12)))
    Match.objects.filter(number=2).update(deadline=NOW)
    said = text(as_actor(scene.owner).get(f"/organise/{scene.event.slug}/"))
    assert said.index("Disputed, game 1: Player P1 – Player P8") < said.index("Overdue, nothing reported")
    assert "Needs somebody 2" in said


def test_queries_do_not_grow_with_rows(as_actor) -> None:
    counts = []
    for scene in scenes_of(2, 6):
        client = as_actor(scene.owner)
        for path in ("", "results/", "log/", "entrants/", "seeds/", "draw/"):
            with CaptureQueriesContext(connection) as queries:
                assert client.get(f"/organise/{scene.event.slug}/{path}").status_code == 200
            counts.append((path, len(queries)))
    assert counts[:6] == counts[6:]
