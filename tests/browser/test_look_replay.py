"""The replay in a browser: keys, slider, switches, and the same without a script."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from games.models import Submission, Visibility
from games.services import set_visibility, verify_record
from tests.browser.elsewhere import elsewhere
from tests.browser.watching import accessibility_faults, sideways_overflow
from tests.games.samples import LATER, as_bytes, legal_record, make_actor, submit

__all__ = ["elsewhere"]  # a fixture
pytestmark = pytest.mark.django_db(transaction=True)
NOON = datetime(2026, 6, 1, 12, tzinfo=UTC)


@pytest.fixture
def game() -> Submission:
    submission = submit(make_actor("sender"), as_bytes(legal_record(1)))
    verify_record(record_pk=submission.record_id, now=LATER)
    set_visibility(submission_pks=[submission.pk], visibility=Visibility.PUBLIC)
    return submission


def state(page: Page) -> dict[str, Any]:
    return page.evaluate(
        """() => ({
            tiles: document.querySelectorAll('.bodies > :not(.off)').length,
            spaces: document.querySelectorAll('.forced > :not(.off)').length,
            sides: document.querySelectorAll('.sides > :not(.off)').length,
            hands: [...document.querySelectorAll('.hand')].map(
                (hand) => [...hand.querySelectorAll('.tile:not(.off)')].map((tile) => tile.getAttribute('aria-label'))),
            scores: [...document.querySelectorAll('.score')].map((score) => score.textContent),
            lines: [...document.querySelectorAll('.panel .line')].map((line) => line.textContent),
            turn: document.querySelector('.panel.turn')?.dataset.seat,
            sentence: document.querySelector('[data-sentence]').textContent,
            picture: document.querySelector('.board > desc').textContent,
            bag: document.querySelector('[data-bag]').textContent,
            slider: document.querySelector('#ply').value,
            spoken: document.querySelector('#ply').getAttribute('aria-valuetext'),
            current: document.querySelector('.moves [aria-current]')?.dataset.move,
            rows: document.querySelectorAll('.as-text tbody tr:not(.off)').length,
            words: [...document.querySelectorAll('.as-text li:not(.off)')].map((item) => item.textContent),
            closed: document.querySelector('[data-sides]').textContent,
        })"""
    )


def test_the_script_shows_what_the_server_shows(open_page: Any, game: Submission) -> None:
    plain = open_page(script=False)
    page = open_page(path=f"/g/{game.public_id}/?ply=30")
    for ply in (0, 17, 44, 56):
        plain.goto(f"/g/{game.public_id}/?ply={ply}")
        page.locator("#ply").evaluate(
            f"(slider) => {{ slider.value = {ply}; slider.dispatchEvent(new Event('input')); }}"
        )
        assert state(page) == state(plain)


def test_keys_step_through_moves_and_turns(open_page: Any, game: Submission) -> None:
    page = open_page(path=f"/g/{game.public_id}/?ply=30")
    sentence = page.locator("[data-sentence]")
    for key, move in (("ArrowRight", 31), ("ArrowLeft", 30), ("End", 56), ("ArrowRight", 56), ("ArrowLeft", 55)):
        page.keyboard.press(key)
        expect(sentence).to_contain_text(f"Move {move} of 56")
    page.keyboard.press("Home")
    expect(sentence).to_contain_text("The table is empty")
    turns = page.evaluate("JSON.parse(document.getElementById('replay-data').textContent).moves.map((move) => move[3])")
    ends = [index + 1 for index, turn in enumerate(turns) if index + 1 == len(turns) or turns[index + 1] != turn]
    for end in ends[:4]:
        page.keyboard.press("Shift+ArrowRight")
        expect(sentence).to_contain_text(f"Move {end} of 56")
    for end in reversed(ends[:3]):
        page.keyboard.press("Shift+ArrowLeft")
        expect(sentence).to_contain_text(f"Move {end} of 56")
    page.wait_for_url("**/?ply=" + str(ends[0]))


def test_letter_keys_switch_and_can_be_switched_off(open_page: Any, game: Submission) -> None:
    """But not in a field or with a modifier."""
    page = open_page(path=f"/g/{game.public_id}/?ply=30")
    root = page.locator(".replay")
    field = page.get_by_role("searchbox").first
    field.fill("")
    field.press("m")
    field.press("Home")
    expect(root).to_have_class("replay")
    expect(page.locator("[data-sentence]")).to_contain_text("Move 30 of 56")
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("Control+m")
    expect(root).to_have_class("replay")
    for key, css in (("m", "no-marks"), ("f", "no-forced"), ("c", "no-sides")):
        page.keyboard.press(key)
        expect(root).to_have_class(f"replay {css}")
        page.keyboard.press(key)
        expect(root).to_have_class("replay")
    page.keyboard.press("l")
    expect(page.locator(".board")).to_have_attribute("data-line", "Y")
    page.keyboard.press("l")
    expect(page.locator(".board")).to_have_attribute("data-line", "B")
    page.keyboard.press("l")
    assert page.locator(".board").get_attribute("data-line") is None
    page.keyboard.press("?")
    expect(page.locator("#keys")).to_be_visible()
    page.get_by_label("Use these keys").uncheck()
    page.get_by_role("button", name="Close").click()
    page.keyboard.press("m")
    expect(root).to_have_class("replay")
    page.reload()
    page.keyboard.press("m")
    expect(root).to_have_class("replay")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("[data-sentence]")).to_contain_text("Move 29 of 56")


def test_the_longest_line_follows_the_moves_and_a_switch_is_remembered(open_page: Any, game: Submission) -> None:
    page = open_page(path=f"/g/{game.public_id}/?ply=30")
    page.get_by_role("button", name="Letters").click()
    page.get_by_role("button", name="Blue line").click()
    assert page.locator(".lines > .h").count() == 11
    page.keyboard.press("End")
    text = page.locator('.panel[data-seat="1"] .line').inner_text()
    assert page.locator(".lines > .h").count() == int(text.split()[1])
    page.goto(f"/g/{game.public_id}/?ply=3")
    expect(page.locator(".replay")).to_have_class("replay letters")
    expect(page.get_by_role("button", name="Letters")).to_have_attribute("aria-pressed", "true")


def test_without_a_script_links_and_buttons_do_the_same(open_page: Any, game: Submission) -> None:
    page = open_page(path=f"/g/{game.public_id}/?ply=30", script=False)
    page.get_by_role("link", name="Next move").click()
    expect(page.locator("[data-sentence]")).to_contain_text("Move 31 of 56")
    page.get_by_role("link", name="Start", exact=True).click()
    expect(page.locator("[data-sentence]")).to_contain_text("The table is empty")
    page.locator(".moves a").nth(11).click()
    expect(page.locator("[data-sentence]")).to_contain_text("Move 12 of 56")
    page.get_by_role("button", name="Line marks").click()
    expect(page.locator(".replay")).to_have_class("replay no-marks")
    page.get_by_role("button", name="Yellow line").click()
    expect(page.locator(".board")).to_have_attribute("data-line", "Y")
    expect(page.locator(".replay")).to_have_class("replay no-marks")
    expect(page.locator("[data-sentence]")).to_contain_text("Move 12 of 56")


def test_it_plays_by_itself_and_stops_on_any_key(open_page: Any, game: Submission) -> None:
    page = open_page(fresh=True)  # a clock stays with its context
    page.clock.install(time=NOON)
    page.goto(f"/g/{game.public_id}/?ply=5")
    expect(page.locator("[data-play]")).to_be_hidden()  # nothing moves by itself where motion is not wanted
    page.emulate_media(reduced_motion="no-preference")
    page.reload()
    page.clock.pause_at(NOON + timedelta(hours=1))
    page.get_by_role("button", name="Play").click()
    page.clock.run_for(2_000)
    expect(page.locator("[data-sentence]")).to_contain_text("Move 7 of 56")
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_role("button", name="Play")).to_have_attribute("aria-pressed", "false")
    page.clock.run_for(3_000)
    assert "Move 6 of 56" in page.locator("[data-sentence]").inner_text()


def test_the_page_fits_and_everybody_can_use_it(open_page: Any, game: Submission) -> None:
    page = open_page(path=f"/g/{game.public_id}/?ply=30", width=390, height=844)
    for name in ("Start", "Previous move", "Next move", "End"):  # in reach on a phone, and large enough
        box = page.get_by_role("link", name=name, exact=True).bounding_box()
        assert box["height"] >= 48
        assert box["y"] + box["height"] <= 844
    page.locator(".as-text > summary").click()
    for width, scheme in ((1440, "light"), (390, "light"), (320, "dark")):
        page.set_viewport_size({"width": width, "height": 844})
        page.emulate_media(color_scheme=scheme)
        assert sideways_overflow(page) <= 0
        if width == 320:
            assert accessibility_faults(page) == []


def test_the_embedded_page_plays_in_a_foreign_frame(
    open_page: Any, game: Submission, live_server: Any, elsewhere: Any
) -> None:
    page = open_page(path=f"/g/{game.public_id}/embed/?ply=26&theme=dark", width=640, height=760)
    assert accessibility_faults(page) == []
    page.keyboard.press("ArrowRight")
    expect(page.locator("[data-sentence]")).to_contain_text("Move 27 of 56")
    frame = f'<iframe src="{live_server.url}/g/{game.public_id}/embed/?ply=26" width="640" height="760"></iframe>'
    outside = open_page()
    outside.goto(elsewhere(frame))
    expect(outside.frame_locator("iframe").locator("[data-sentence]")).to_contain_text("Move 26 of 56")
    assert outside.context.cookies() == []
