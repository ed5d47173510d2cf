"""Planning the stages on a page, drawing them, closing them and opening them again; who is level."""

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from players.models import ActionLog
from tests.kept import kept
from tests.tournaments.scene import LEVEL, NOW, Scene, add_arbiter, make_scene, quick_scene
from tests.tournaments.sizes import swiss_scenes
from tournaments import services
from tournaments.formats.progression import Progression, SeedOrder
from tournaments.models import Draw, Entry, Report, Stage, TieRuling
from tournaments.services import StagePlan

pytestmark = pytest.mark.django_db

CUT = [StagePlan("swiss", settings={"rounds": 2}), StagePlan(rule=Progression(first=2))]
GROUPS = [
    StagePlan("groups", settings={"groups": 2}),
    StagePlan(rule=Progression(first=2, order=SeedOrder.GROUP), crossing=True),
]


def text(answer) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", answer.content.decode()))


def fields(answer) -> dict[str, str]:
    """What a browser sends back from the forms of stages, as they are shown."""
    html = answer.content.decode()
    html = html[html.index('id="figures"') :]
    found = {}
    for tag in re.findall(r"<input[^>]*>", html):
        name = re.search(r'name="([^"]+)"', tag)
        value = re.search(r'value="([^"]*)"', tag)
        if name and ('type="checkbox"' not in tag or " checked" in tag):
            found[name[1]] = value[1] if value else ""
    for name, options in re.findall(r'<select name="([^"]+)".*?>(.*?)</select>', html, re.DOTALL):
        chosen = re.search(r'<option value="([^"]*)" selected', options)
        found[name] = chosen[1] if chosen else ""
    return found


def base(scene: Scene) -> str:
    return f"/organise/{scene.event.slug}/"


def kinds(scene: Scene) -> list[str]:
    return list(scene.event.stages.order_by("number").values_list("kind", flat=True))


def test_a_format_is_chosen_looked_at_and_stored(as_actor) -> None:
    scene = make_scene(8, start=False)
    client, url = as_actor(scene.owner), f"{base(scene)}stages/"
    page = client.get(f"{url}?format=swiss_cut")
    assert "Nothing is stored yet." in text(page)
    sent = {**fields(page), "s1-rounds": "4", "f2-first": "4", "s1-tie_2": "wins", "s1-tie_3": ""}
    look = client.post(url, {**sent, "act": "look"})
    assert look.status_code == 200
    for said in ("4 rounds.", "The first 4 go on.", "tournament points, games won"):
        assert said in text(look)
    assert kinds(scene) == ["knockout"]
    assert 'value="4"' in client.post(url, {**sent, "act": "change"}).content.decode()
    assert client.post(url, {**sent, "act": "store"}).status_code == 302
    assert kinds(scene) == ["swiss", "knockout"]
    first = Stage.objects.get(event=scene.event, number=1)
    assert first.settings["rounds"] == 4
    assert first.settings["tie_breaks"][:2] == ["tp", "wins"]
    assert Stage.objects.get(event=scene.event, number=2).feed["rule"]["first"] == 4


def test_a_field_at_fault_is_marked_and_nothing_typed_is_lost(as_actor) -> None:
    scene = make_scene(4, start=False)
    client, url = as_actor(scene.owner), f"{base(scene)}stages/"
    sent = {**fields(client.get(f"{url}?format=groups")), "s1-size": "4", "s1-name": "Vorrunde"}
    answer = client.post(url, {**sent, "act": "store"})
    assert answer.status_code == 400
    assert "Say either how many groups" in text(answer)
    assert 'value="Vorrunde"' in answer.content.decode()
    assert kinds(scene) == ["knockout"]


def test_who_saw_an_older_event_looks_again(as_actor) -> None:
    scene = make_scene(4, start=False)
    client, url = as_actor(scene.owner), f"{base(scene)}stages/"
    sent = fields(client.get(f"{url}?format=swiss"))
    services.set_seeds(actor=scene.owner, now=NOW, event_id=scene.event.pk, seeds={})
    answer = client.post(url, {**sent, "act": "store"})
    assert answer.status_code == 412
    assert "Somebody else changed the event" in text(answer)
    again = re.search(r'name="version" value="(\d+)"', answer.content.decode())
    assert again
    assert client.post(url, {**sent, "version": again[1], "act": "store"}).status_code == 302


def test_a_drawn_stage_is_locked_and_the_next_one_is_not(as_actor) -> None:
    scene = quick_scene(8, stages=GROUPS)
    client, url = as_actor(scene.owner), f"{base(scene)}stages/"
    page = client.get(url)
    assert "This stage is drawn. Discard its draw first" in text(page)
    assert "Double elimination" not in text(page)
    sent = {**fields(page), "f2-first": "1", "s1-groups": "4"}
    assert client.post(url, {**sent, "act": "store"}).status_code == 302
    assert Stage.objects.get(event=scene.event, number=2).feed["rule"]["first"] == 1
    assert Stage.objects.get(event=scene.event, number=1).settings == {"groups": 2}


def test_groups_are_shown_side_by_side_and_the_next_stage_is_drawn_ahead(as_actor) -> None:
    scene = quick_scene(8, start=False, stages=GROUPS)
    client, url = as_actor(scene.owner), f"{base(scene)}draw/"
    look = text(client.get(f"{url}?stage=1&lot=3"))
    assert "Group A" in look
    assert "Group B" in look
    assert not Draw.objects.exists()
    assert client.post(f"{url}?stage=1", {"act": "make"}).status_code == 302
    assert client.post(f"{url}?stage=2", {"act": "make"}).status_code == 302
    ahead = text(client.get(f"{url}?stage=2"))
    assert "Winner of group A" in ahead
    assert "Runner-up of group B" in ahead
    record = text(Client().get(f"/events/{scene.event.slug}/draw/"))
    assert "In a snake by seed number" in record
    assert "Winner of group A" in record
    assert record.count("the same") == 2


def test_a_draw_by_hand_tells_its_problems_and_keeps_what_was_typed(as_actor) -> None:
    scene = quick_scene(4, start=False)
    client, url = as_actor(scene.owner), f"{base(scene)}draw/?stage=1&by=hand"
    typed = {"line-1": "1", "line-2": "quick 2", "line-3": "2", "line-4": "nobody"}
    answer = client.post(url, {**typed, "act": "make"})
    assert answer.status_code == 400
    assert "stands on line 2 already" in text(answer)
    assert "There is nobody called nobody." in text(answer)
    assert 'value="nobody"' in answer.content.decode()
    missing = client.post(url, {"line-1": "1", "line-2": "2", "line-3": "3", "line-4": "", "act": "make"})
    assert "These numbers stand on no line: 4." in text(missing)
    assert not Draw.objects.exists()
    good = {"line-1": "1 quick 1", "line-2": "2", "line-3": "4", "line-4": "quick 3"}
    assert "This draw would be" in text(client.post(url, {**good, "act": "look"}))
    assert client.post(url, {**good, "act": "make"}).status_code == 302
    assert Draw.objects.get().lines == [1, 2, 4, 3]


def test_a_second_press_on_an_old_page_draws_nothing(as_actor) -> None:
    scene = quick_scene(8, start=False, seeding_mode="lot")
    client, url = as_actor(scene.owner), f"{base(scene)}draw/?stage=1"
    version = re.search(r'name="version" value="(\d+)"', client.get(url).content.decode())
    assert version
    assert client.post(url, {"act": "make", "version": version[1]}).status_code == 302
    again = client.post(url, {"act": "make", "version": version[1]})
    assert again.status_code == 412
    assert Draw.objects.count() == 1
    assert client.post(url, {"act": "discard", "version": version[1]}).status_code == 412
    assert Draw.objects.filter(current=True).exists()


def test_an_alternate_comes_in_for_one_who_left(as_actor) -> None:
    scene = quick_scene(5, start=False)
    client = as_actor(scene.owner)
    services.withdraw_entry(actor=scene.owner, now=NOW, entry_id=scene.entries[4].pk)
    services.make_draw(actor=scene.owner, now=NOW, event_id=scene.event.pk)
    services.revoke_exit(actor=scene.owner, now=NOW, entry_id=scene.entries[4].pk, reason="here")
    planned = services.plan_exit(actor=scene.owner, now=NOW, entry_id=scene.entries[1].pk)
    assert planned is not None
    services.withdraw_entry(actor=scene.owner, now=NOW, entry_id=scene.entries[1].pk, digest=planned.plan.digest)
    url = f"{base(scene)}draw/?stage=1"
    assert "An alternate comes in" in text(client.get(url))
    sent = {"act": "replace", "leaving": scene.entries[1].pk, "alternate": scene.entries[4].pk, "mode": "direct"}
    assert client.post(url, sent).status_code == 302
    assert scene.entries[4].pk in Draw.objects.get(current=True).entrants
    assert "took the line" in text(Client().get(f"/events/{scene.event.slug}/draw/"))


def test_a_stage_is_closed_by_who_saw_how_it_stands(as_actor) -> None:
    scene = quick_scene(4, stages=CUT)
    client, url = as_actor(scene.owner), f"{base(scene)}stages/1/close/"
    scene.pair()
    blocked = text(client.get(url))
    assert "2 matches are in the way" in blocked
    assert "1 round of 2 is not paired yet." in blocked
    scene.play_all()
    scene.pair()
    scene.play_all()
    assert "Close Swiss" in text(client.get(base(scene)))
    page = client.get(url)
    assert "2 go on to Knockout" in text(page)
    seen = page.context["shown"].digest
    stale = client.post(url, {"digest": "old", "reason": ""})
    assert stale.status_code == 409
    # a report of a further game that nobody ruled on: the stage is closed over it with a reason, or not at all
    match = scene.match(1)
    report = Report.objects.create(
        match=match, number=9, left=match.slots.get(side=0).occupant, right=match.slots.get(side=1).occupant, side=0,
        state="disputed", at=NOW, via="account", tiles_left=10, tiles_right=9,
    )  # fmt: skip
    page = client.get(url)
    assert "say below why they are set aside" in text(page)
    digest = page.context["shown"].digest
    assert digest != seen
    assert client.post(url, {"digest": digest, "reason": ""}).status_code == 400
    programs = f"/api/v1/events/{scene.event.slug}/stages/1/close/"
    assert client.post(programs, {}, content_type="application/json").json()["errors"][0]["code"] == "reports_open"
    told = {"digest": digest, "reason": "", "despite": "Both agreed at the table"}
    assert client.post(url, told).status_code == 302
    assert Stage.objects.get(event=scene.event, number=1).state == "finished"
    report.refresh_from_db()
    assert (report.state, report.close_reason) == ("refused", "Both agreed at the table")
    assert ActionLog.objects.get(action="stage.closed").reason == "Both agreed at the table"
    assert "Draw: Knockout" in text(client.get(base(scene)))
    assert client.post(url, {"digest": digest, "reason": ""}).status_code == 302  # pressed twice


def test_a_swiss_ends_early_with_a_reason_only(as_actor) -> None:
    scene = quick_scene(4, stages=CUT)
    client, url = as_actor(scene.owner), f"{base(scene)}stages/1/close/"
    scene.pair()
    scene.play_all()
    digest = client.get(url).context["shown"].digest
    assert client.post(url, {"digest": digest, "reason": ""}).status_code == 400
    assert client.post(url, {"digest": digest, "reason": "The hall closes."}).status_code == 302
    assert Stage.objects.get(event=scene.event, number=1).state == "finished"


def test_opening_a_stage_again_tells_what_it_fed(as_actor) -> None:
    scene = quick_scene(4, stages=CUT)
    client, url = as_actor(scene.owner), f"{base(scene)}stages/1/reopen/"
    for _round in (1, 2):
        scene.pair()
        scene.play_all()
    services.close_stage(actor=scene.owner, now=NOW, event_id=scene.event.pk, stage_number=1)
    assert "No later stage was drawn" in text(client.get(url))
    services.make_draw(actor=scene.owner, now=NOW, event_id=scene.event.pk, stage_number=2)
    page = client.get(url)
    assert "2 entries had gone on" in text(page)
    number = scene.event.matches.order_by("number")[0].number
    frozen = text(client.get(f"/events/{scene.event.slug}/matches/{number}/correct/"))
    assert "Open it again before you correct" in frozen
    assert client.post(url, {"reason": "wrong sheet"}).status_code == 409
    assert client.post(url, {"reason": "", "digest": page.context["digest"]}).status_code == 400
    assert client.post(url, {"reason": "wrong sheet", "digest": page.context["digest"]}).status_code == 302
    assert Stage.objects.get(event=scene.event, number=1).state == "running"


def test_an_arbiter_orders_who_is_level(as_actor) -> None:
    scene = quick_scene(4, stages=[StagePlan("groups")])
    scene.play_all(choose=lambda _match: LEVEL)
    client, url = as_actor(add_arbiter(scene)), f"{base(scene)}stages/1/ties/"
    level = client.get(url).context["rows"][0]
    first, second, third, fourth = (entry.id for _place, entry in level[0].rows)
    numbers = {f"place-{pk}": str(n) for n, pk in enumerate((third, first, second, fourth), start=1)}
    sent = {"level": level[1], **numbers}
    assert client.post(url, {**sent, "reason": ""}).status_code == 400
    twice = client.post(url, {**sent, f"place-{first}": "1", "reason": "lot"})
    assert "Give each of them one number" in text(twice)
    assert client.post(url, {**sent, "reason": "lot"}).status_code == 302
    assert TieRuling.objects.get(revoked_at=None).entries == [third, first, second, fourth]
    assert "ruled" in text(client.get(url))
    assert client.get(f"{base(scene)}stages/").status_code == 403
    assert client.get(f"{base(scene)}stages/1/close/").status_code == 403


def test_pages_of_stages_are_for_organisers(as_actor) -> None:
    scene = make_scene(4, stages=CUT)
    player, owner = as_actor(scene.player(1)), as_actor(scene.owner)
    for path in ("stages/", "stages/1/close/", "stages/1/reopen/", "stages/1/ties/", "rounds/", "draw/?stage=2"):
        assert player.get(f"{base(scene)}{path}").status_code == 403, path
        assert Client().get(f"{base(scene)}{path}").status_code == 302, path
        assert owner.get(f"{base(scene)}{path}").status_code in (200, 302), path
    assert owner.get(f"{base(scene)}stages/9/close/").status_code == 404
    assert owner.get(f"{base(scene)}draw/?stage=9").status_code == 404


@kept
def proposed() -> Scene:
    """Five players after a round, with a proposal for the next."""
    scene = quick_scene(5, stages=CUT)
    scene.pair()
    scene.play_all()
    services.propose_pairing(actor=scene.owner, now=NOW, event_id=scene.event.pk)
    return scene


@pytest.mark.parametrize("language", ["fr", "ru"])
def test_pages_of_stages_in_other_languages(as_actor, language: str) -> None:
    scene = proposed()
    client = as_actor(scene.owner)
    client.cookies["django_language"] = language
    for path in ("", "stages/", "stages/?format=swiss", "stages/1/close/", "stages/1/ties/", "rounds/", "rounds/edit/",
                 "draw/?stage=1", "draw/?stage=2&by=hand", "entrants/", "results/", "deadlines/"):  # fmt: skip
        answer = client.get(f"{base(scene)}{path}")
        assert answer.status_code == 200, path
        assert f'<html lang="{language}"' in answer.content.decode(), path
    assert client.get(f"/events/{scene.event.slug}/draw/").status_code == 200


@pytest.mark.parametrize("path", ["", "stages/", "stages/1/close/", "draw/?stage=1", "rounds/", "results/"])
def test_queries_do_not_grow_with_the_entries(as_actor, path: str) -> None:
    counts = []
    for scene in swiss_scenes(8, 128):
        client = as_actor(scene.owner)
        with CaptureQueriesContext(connection) as queries:
            assert client.get(f"{base(scene)}{path}").status_code == 200
        counts.append(len(queries))
    assert counts[0] == counts[1] <= 45, counts
    assert Entry.objects.count() == 136
