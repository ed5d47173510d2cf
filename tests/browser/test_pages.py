"""Results on pages: reported, confirmed, entered by keyboard, with and without script."""

import json
import random
import re

import pytest
from playwright.sync_api import expect

from games.engine.random_games import random_record
from tests.browser.watching import accessibility_faults
from tests.kept import kept
from tests.tournaments.scene import NOW, RIGHT_WINS, Scene, add_arbiter, make_scene
from tournaments import services
from tournaments.models import GameResult
from tournaments.services import GameFigures

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
@kept
def scene() -> Scene:
    scene = make_scene(8, games_by_round=(2,))
    names = ("Annabella-Maria Schwarzenberger-Lindqvist", "Łukasz Żak", "Анна Ковач")
    for entry, name in zip(scene.entries, names, strict=False):
        entry.name = name
        entry.save()
        entry.player.name = name
        entry.player.save()
    scene.report(1, 1, GameFigures((17, 12), ("red", "blue"), (800, 980)))
    scene.report(2, 4)
    scene.report(2, 5, RIGHT_WINS)
    scene.enter(3)
    return scene


def test_a_result_from_report_to_confirmation(open_page, scene: Scene) -> None:
    """Two people on phones: one reports both games, the other confirms, the bracket moves on."""
    slug = scene.event.slug
    one = open_page(user=scene.player(7).user, width=390, path="/me/")
    one.get_by_role("link", name="Report a game").first.click()
    for game in (1, 2):
        if game == 2:
            one.get_by_text("Report 1 more game at once").click()
        one.locator(f"#g{game}-tiles_left").fill("17")
        one.locator(f"#g{game}-tiles_right").fill("12")
    assert one.locator("#game-1 output").inner_text() == "15.0 – 5.0"
    one.get_by_role("button", name="Send for confirmation").click()
    expect(one.locator(".note.success:not([hidden])")).to_contain_text("can confirm it or say what is wrong")

    two = open_page(user=scene.player(2).user, width=390, path="/")
    two.get_by_role("link", name="Look and confirm").first.click()
    two.get_by_role("link", name="Look and confirm").first.click()
    two.get_by_role("button", name="Confirm these 2 games").click()
    expect(two.locator(".note.success:not([hidden])")).to_contain_text("2 games are confirmed.")
    two.goto(f"/events/{slug}/bracket/")
    assert scene.match(4).state == "decided"


def test_a_pasted_record_fills_the_form(open_page, scene: Scene) -> None:
    record = random_record(random.Random(5))
    left = record["players"][0]["colour"]
    page = open_page(user=scene.player(8).user, path=f"/events/{scene.event.slug}/matches/1/report/")
    page.locator("#g1-record").fill(json.dumps(record))
    page.locator("#g1-colour_left").select_option(left)
    page.locator("#game-1").get_by_role("button", name="Read the record").click()
    expect(page.locator(".reading")).to_contain_text("Verified")
    assert page.locator("#g1-tiles_left").input_value() == str(record["result"]["scores"][left])
    assert page.locator(".small-board svg").is_visible()
    assert accessibility_faults(page) == []


def test_a_chosen_file_is_read_at_once(open_page, scene: Scene) -> None:
    page = open_page(user=scene.player(8).user, path=f"/events/{scene.event.slug}/matches/1/report/")
    data = json.dumps(random_record(random.Random(5))).encode()
    with page.expect_navigation():
        page.locator("#g1-file").set_input_files({"name": "g.json", "mimeType": "application/json", "buffer": data})
    expect(page.locator(".reading")).to_contain_text("Verified")
    assert "tantrix-record/1" in page.locator("#g1-record").input_value()


def test_quick_entry_by_keyboard(open_page, scene: Scene) -> None:
    page = open_page(user=scene.owner.user, path=f"/organise/{scene.event.slug}/results/")
    page.locator("#q4 input[name=left]").focus()
    page.keyboard.type("17")
    page.keyboard.press("Tab")
    page.keyboard.type("12")
    expect(page.locator("#q4 [data-note]")).to_have_text("15.0 – 5.0")
    page.keyboard.press("Enter")
    expect(page.locator("#q4 [data-note]")).to_contain_text(re.compile(r"✓ \d\d:\d\d by [A-Z]+"))
    expect(page.locator("#q4 .mno .sub")).to_have_text("game 2 of 2")
    page.keyboard.type("20")
    page.keyboard.press("Tab")
    page.keyboard.type("10")
    page.keyboard.press("Enter")
    expect(page.locator("#q4 input[name=left]")).to_be_disabled()
    expect(page.locator("#q4 input[name=left]")).to_have_value("20")  # there to be compared with the sheet
    assert scene.match(4).state == "decided"


def test_quick_entry_keeps_rows_without_a_connection(open_page, scene: Scene) -> None:
    """Typed, sent without a network, the page loaded again: stored once, and never over what another entered."""
    page = open_page(user=scene.owner.user, path=f"/organise/{scene.event.slug}/results/")
    row = page.locator("#q4")
    page.context.set_offline(True)
    row.locator("input[name=left]").fill("17")
    row.locator("input[name=right]").fill("12")
    row.locator("input[name=right]").press("Enter")
    expect(row.locator("[data-note]")).to_contain_text("Not saved yet: will be sent when the network is back")
    expect(page.locator("[data-waiting]")).to_contain_text("not saved yet: 1.")
    held = page.evaluate("JSON.stringify(Object.entries(localStorage))")
    assert str(scene.owner.user.pk) in held
    assert "csrf" not in held.lower()
    another = add_arbiter(scene)
    services.enter_result(actor=another, now=NOW, match_id=scene.match(4).pk, number=1, figures=GameFigures((18, 12)))
    page.context.set_offline(False)
    page.reload()
    # that game is over: both values are told, and mine stays until it is discarded
    expect(page.locator("[data-gone]")).to_contain_text("17–12")
    expect(page.locator(".lately")).to_contain_text("18–12")
    page.get_by_role("button", name="Discard mine").click()
    assert page.evaluate("localStorage.length") == 0

    page.context.set_offline(True)
    row.locator("input[name=left]").fill("20")
    row.locator("input[name=right]").fill("10")
    row.locator("input[name=right]").press("Enter")
    expect(page.locator("[data-waiting]")).to_be_visible()
    page.context.set_offline(False)
    page.reload()
    expect(row.locator("[data-note]")).to_contain_text("✓")
    expect(page.locator("[data-waiting]")).to_be_hidden()
    assert page.evaluate("localStorage.length") == 0
    assert GameResult.objects.filter(match=scene.match(4), tiles_left=20).count() == 1


def test_the_way_works_without_script(open_page, scene: Scene) -> None:
    page = open_page(user=scene.player(8).user, script=False, path=f"/events/{scene.event.slug}/matches/1/confirm/")
    page.get_by_role("button", name="Confirm this game").click()
    expect(page.locator(".note.success:not([hidden])")).to_contain_text("1 game is confirmed.")
    page.goto(f"/events/{scene.event.slug}/matches/1/report/")
    page.locator("#g2-tiles_left").fill("9")
    page.locator("#g2-tiles_right").fill("14")
    page.get_by_role("button", name="Send for confirmation").click()
    expect(page.locator(".note.success:not([hidden])")).to_be_visible()
    organiser = open_page(user=scene.owner.user, script=False, path=f"/organise/{scene.event.slug}/results/")
    organiser.locator("#q4 input[name=left]").fill("17")
    organiser.locator("#q4 input[name=right]").fill("12")
    organiser.locator("#q4").get_by_role("button", name="Store").click()
    expect(organiser.locator(".note.success:not([hidden])")).to_contain_text("M4 is stored.")


def test_a_match_page_says_when_something_happened(open_page, scene: Scene) -> None:
    page = open_page(user=scene.player(1).user)
    page.add_init_script(
        "const later = window.setTimeout; window.setTimeout = (f, t, ...a) => later(f, t > 5000 ? 150 : t, ...a);"
    )
    page.goto(f"/events/{scene.event.slug}/matches/1/")
    scene.report(1, 8, GameFigures((12, 17)))
    page.wait_for_selector("#live-reload:not([hidden])")
    page.locator("#live-reload a").click()
    expect(page.locator("main")).to_contain_text("Disputed")
