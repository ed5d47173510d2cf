"""An organiser makes an event from nothing, on a phone: create, enter, draw, publish, start, enter results, finish."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.watching import accessibility_faults, sideways_overflow
from tests.tournaments.scene import make_user
from tournaments.models import Event

pytestmark = pytest.mark.django_db(transaction=True)

NAMES = ["Ada Hexagon", "Björn Linje", "Чара Плитка", "六角はな", "Ø"]


def check_page(page: Page) -> None:
    assert sideways_overflow(page) <= 0
    assert accessibility_faults(page) == []


def test_an_event_from_nothing_to_its_winner(open_page) -> None:
    page = open_page(user=make_user("olga"), path="/organise/new/", width=390, height=844)
    page.get_by_role("link", name="Blank", exact=True).click()
    page.get_by_label("Name", exact=True).fill("Village Cup")
    page.get_by_role("button", name="Create the event").click()
    event = Event.objects.get()
    home = f"/organise/{event.slug}/"

    page.goto(f"{home}entrants/list/")
    page.locator("textarea").fill("\n".join(NAMES))
    page.get_by_role("button", name="Look at the lines").click()
    check_page(page)
    page.get_by_role("button", name="Enter all lines").click()
    expect(page.get_by_text("5 entries")).to_be_visible()

    page.goto(f"{home}draw/")
    page.get_by_role("button", name="Make the draw").click()

    page.goto(home)
    page.get_by_role("button", name="Publish").click()
    page.get_by_role("button", name="Start").click()
    expect(page.get_by_role("link", name="Enter results").first).to_be_visible()

    play_to_the_end(page, home)

    page.goto(home)
    page.get_by_role("button", name="Finish").click()
    event.refresh_from_db()
    assert event.state == "finished"
    page.goto(f"/events/{event.slug}/")
    check_page(page)


def play_to_the_end(page: Page, home: str) -> None:
    """Enter 20 to 10 wherever a game is open, until there is none."""
    for _game in range(12):
        page.goto(f"{home}results/")
        row = page.locator("form[data-row]")
        if row.count() == 0:
            return
        first = row.first
        number = first.get_attribute("data-row")
        first.get_by_label(re.compile("^Tiles of")).nth(0).fill("20")
        first.get_by_label(re.compile("^Tiles of")).nth(1).fill("10")
        with page.expect_response(lambda answer: answer.request.method == "POST"):
            first.get_by_role("button", name="Store").click()
        assert number
    raise AssertionError("There is always another open game.")
