"""The frame of every page: header, menu, theme, language, skip links, paper, forced colours."""

from typing import Any

import pytest
from playwright.sync_api import expect

from games.models import Visibility
from games.services import set_visibility, verify_record
from tests.browser.watching import accessibility_faults, sideways_overflow
from tests.games.samples import LATER, as_bytes, legal_record, make_actor, submit

pytestmark = pytest.mark.django_db(transaction=True)
PATH, OTHER = "/rules/tiles/1/", "/rules/tiles/2/"


@pytest.mark.parametrize(("script", "width"), [(True, 320), (True, 1440), (False, 390)])
def test_the_menu_opens_with_and_without_a_script(open_page: Any, script: bool, width: int) -> None:
    page = open_page(path=PATH, width=width, height=844, script=script)
    page.locator("details.menu > summary").click()
    expect(page.get_by_role("button", name="Dark")).to_be_visible()
    expect(page.locator(".menu").get_by_role("link", name="Rules")).to_be_visible(visible=width < 900)
    assert sideways_overflow(page) <= 0
    if script:
        assert accessibility_faults(page) == []
        page.keyboard.press("Escape")
        expect(page.get_by_role("button", name="Dark")).to_be_hidden()
        expect(page.locator("details.menu > summary")).to_be_focused()


@pytest.mark.parametrize("script", [True, False])
def test_theme_and_language_are_chosen_and_stay(open_page: Any, script: bool) -> None:
    page = open_page(path=PATH, script=script)
    page.locator("details.menu > summary").click()
    page.get_by_role("button", name="Dark").click()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    assert page.url.endswith(PATH)
    page.goto(OTHER)
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    assert (
        page.evaluate("getComputedStyle(document.body.parentElement).backgroundColor") == "rgb(16, 18, 23)"
        if script
        else True
    )
    page.locator("details.menu > summary").click()
    page.get_by_role("button", name="Français").click()
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    assert page.url.endswith(OTHER)
    page.goto(PATH)
    assert page.evaluate("[document.documentElement.lang, document.documentElement.dataset.theme]") == ["fr", "dark"]


def test_the_first_key_leads_past_the_header_and_paper_shows_the_content_alone(open_page: Any) -> None:
    page = open_page(path=PATH)
    page.keyboard.press("Tab")
    skip = page.get_by_role("link", name="Skip to the content")
    expect(skip).to_be_focused()
    for _ in range(3):
        page.keyboard.press("Tab")
    outline = page.evaluate(
        "(({outlineWidth, outlineStyle}) => [outlineWidth, outlineStyle])(getComputedStyle(document.activeElement))"
    )
    assert outline == ["3px", "solid"]
    skip.press("Enter")
    expect(page.locator("main")).to_be_focused()
    # what else a page does when it is opened: the server learns the zone of the browser
    assert {cookie["name"]: cookie["value"] for cookie in page.context.cookies()}["tz"] == "UTC"

    page.emulate_media(media="print", color_scheme="dark")
    expect(page.locator("header.top")).to_be_hidden()
    expect(page.locator("footer")).to_be_hidden()
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    assert page.evaluate("getComputedStyle(document.documentElement).backgroundColor") == "rgb(255, 255, 255)"
    assert page.evaluate("getComputedStyle(document.documentElement).color") == "rgb(0, 0, 0)"


def test_letters_appear_on_paper_and_in_forced_colours(open_page: Any) -> None:
    submission = submit(make_actor("sender"), as_bytes(legal_record(1)))
    verify_record(record_pk=submission.record_id, now=LATER)
    set_visibility(submission_pks=[submission.pk], visibility=Visibility.PUBLIC)
    page = open_page(path=f"/g/{submission.public_id}/")
    letters = "getComputedStyle(document.querySelector('.board')).getPropertyValue('--letters').trim()"
    assert page.evaluate(letters) == ""
    page.emulate_media(media="print")
    assert page.evaluate(letters) == "inline"
    page.emulate_media(media="screen", forced_colors="active")
    assert page.evaluate(letters) == "inline"
    assert page.evaluate("getComputedStyle(document.querySelector('.panel .dot')).backgroundColor") in (
        "rgb(238, 67, 56)", "rgb(252, 216, 53)", "rgb(58, 203, 147)", "rgb(59, 128, 245)",
    )  # fmt: skip
