"""The editor in a browser: on a phone by touch, by keyboard alone, and without a script."""

from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from games.models import GameDraft
from games.services.drafts import start_draft
from players.actors import account_actor
from players.models import User
from tests.browser.watching import accessibility_faults, faults_on_screens, sideways_overflow
from tests.games.samples import legal_record, make_user

pytestmark = pytest.mark.django_db(transaction=True)
RECORD = legal_record(1)


def begin(page: Page) -> None:
    page.goto("/g/new/")
    first, second = (player["colour"] for player in RECORD["players"])
    page.get_by_label("Colour of seat 1").select_option(first)
    page.get_by_label("Colour of seat 2").select_option(second)
    page.get_by_role("button", name="Begin").click()
    page.wait_for_url("**/g/drafts/**")


def one_move_in(writer: User) -> str:
    """The address of a draft in which the first move is written down, as `test_the_first_moves_on_a_phone` does it."""
    record = {
        "format": RECORD["format"],
        "draws": "unknown",
        "players": [{"colour": player["colour"]} for player in RECORD["players"]],
        "moves": [{k: v for k, v in RECORD["moves"][0].items() if k != "drawn"}],
    }
    return f"/g/drafts/{start_draft(actor=account_actor(writer), record=record, now=timezone.now()).public_id}/"


def choose_by_touch(page: Page, move: dict[str, Any]) -> None:
    """Tile, place, rotation, done: each a press on the screen."""
    page.locator(f"#tile-{move['tile']}").click()
    expect(page.locator(f"#tile-{move['tile']}")).to_have_attribute("aria-current", "true")
    place = page.locator(f'.targets a[href*="at={move["q"]}%2C{move["r"]}"]')
    if not page.locator(f"#rotation-{move['rotation']}").count():
        place.click()
        expect(page.locator("#lay")).to_be_visible()
    page.locator(f"#rotation-{move['rotation']}").click()
    expect(page.locator(f"#rotation-{move['rotation']}")).to_have_attribute("aria-current", "true")
    page.locator("#lay").click()


@pytest.mark.parametrize("script", [True, False])
def test_the_first_moves_on_a_phone(open_page: Any, script: bool) -> None:
    page = open_page(width=390, height=844, script=script, has_touch=True)
    begin(page)
    moves = RECORD["moves"][:2]  # the last ones are laid in `test_look_table_game`
    for number, move in enumerate(moves, 1):
        if number > 1:
            mover = page.locator('nav[aria-label="Who moves"] a').nth(
                0 if move["player"] != RECORD["moves"][number - 2]["player"] else 1
            )
            if mover.count():
                mover.click()
        choose_by_touch(page, move)
        expect(page.locator("[data-status]")).to_contain_text(f"Move {number + 1}")
        assert sideways_overflow(page) <= 0
    draft = GameDraft.objects.get()
    assert [move["tile"] for move in draft.record["moves"]] == [move["tile"] for move in moves]


def test_who_is_quicker_than_the_answers_lays_the_same_tile(open_page: Any) -> None:
    """Mover, tile and place pressed at once, before the server has answered the first of them."""
    writer = make_user("writer")
    page = open_page(user=writer, path=one_move_in(writer))
    move = RECORD["moves"][1]
    page.locator(f"#mover-{1 + (move['player'] == RECORD['moves'][0]['player'])}").click()
    page.evaluate(
        """([tile, at]) => {
            const press = (link) => link.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
            press(document.getElementById(`tile-${tile}`));
            const places = [...document.querySelectorAll('.targets a')];
            press(places.find((link) => new URLSearchParams(link.getAttribute('href')).get('at') === at));
        }""",
        [move["tile"], f"{move['q']},{move['r']}"],
    )
    expect(page.locator("#lay")).to_be_visible()
    expect(page.locator(f"#tile-{move['tile']}")).to_have_attribute("aria-current", "true")


def test_by_keyboard_alone(open_page: Any) -> None:
    page = open_page()
    begin(page)
    page.get_by_label("Tile number").focus()
    page.keyboard.type(str(RECORD["moves"][0]["tile"]))
    page.keyboard.press("Enter")
    expect(page.locator("#lay")).to_be_visible()
    page.locator("#lay").focus()
    page.keyboard.press("r")
    expect(page.locator("#rotation-1")).to_have_attribute("aria-current", "true")
    page.locator("#lay").focus()
    page.keyboard.press("Enter")
    expect(page.locator("[data-status]")).to_contain_text("Move 2")
    page.locator(".targets a").first.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".targets [aria-current]")).to_have_count(1)
    page.locator(".picks .pick:not(.faint)").first.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#lay")).to_be_visible()
    page.locator("#lay").focus()
    page.keyboard.press("Enter")
    expect(page.locator("[data-status]")).to_contain_text("Move 3")
    expect(page.locator("[data-status]")).to_be_focused()
    page.keyboard.press("u")
    expect(page.locator("[data-status]")).to_contain_text("Move 2")
    expect(page.locator("#up")).to_contain_text("Take up 1 kept move")


def test_any_place_shows_the_rule(open_page: Any) -> None:
    writer = make_user("writer")
    page = open_page(user=writer, path=one_move_in(writer))
    page.locator("#any").click()
    expect(page.locator("#any")).to_contain_text("legal places only")
    page.locator("#tile-56").click()
    expect(page.locator("#tile-56")).to_have_attribute("aria-current", "true")
    page.locator(".targets a").nth(1).click()
    for number in range(6):
        page.locator(".turns .pick").nth(number).click()
        expect(page.locator(".turns .pick").nth(number)).to_have_attribute("aria-current", "true")
        if page.locator(".put .note.error").count():
            break
    expect(page.locator(".put .note.error")).to_contain_text("Rule 8")
    expect(page.locator("#lay")).to_have_count(0)


def test_the_set_up_shows_the_seats_that_play(open_page: Any) -> None:
    page = open_page(path="/g/new/")
    expect(page.get_by_label("Name at seat 3")).to_be_hidden()
    page.get_by_label("Who plays").select_option("doubles")
    expect(page.get_by_label("Name at seat 4")).to_be_visible()
    expect(page.get_by_label("Colour of seat 3")).to_be_hidden()


def test_pages_fit_and_everybody_can_use_them(open_page: Any) -> None:
    writer = make_user("writer")
    page = open_page(path="/g/new/", width=320, height=844, user=writer)
    assert sideways_overflow(page) <= 0
    assert accessibility_faults(page) == []
    page.goto(one_move_in(writer))
    page.locator("#tile-1").click()
    expect(page.locator("#tile-1")).to_have_attribute("aria-current", "true")
    page.locator(".targets a").first.click()
    expect(page.locator("#lay")).to_be_visible()
    for summary in page.locator(".finish summary").all():
        summary.click()
    assert faults_on_screens(page) == []
