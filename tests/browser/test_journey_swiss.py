"""A small Swiss from its creation to its end, by keyboard and on a phone: a late entry, an absence, an exit."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.watching import accessibility_faults, sideways_overflow
from tests.tournaments.scene import make_user
from tournaments.models import Entry, Event, Match, PairingRun

pytestmark = pytest.mark.django_db(transaction=True)

NAMES = ["Ada Hexagon", "Björn Linje", "Чара Плитка", "Dmitri Zug"]


def check_page(page: Page) -> None:
    assert sideways_overflow(page) <= 0
    assert accessibility_faults(page) == []


def press(page: Page, name: str, role: str = "button") -> None:
    """Reach a control by the keyboard and press it."""
    control = page.get_by_role(role, name=name, exact=True).first
    control.focus()
    with page.expect_navigation():
        page.keyboard.press("Enter")


def test_a_swiss_from_nothing_to_its_end(open_page) -> None:
    page = open_page(user=make_user("olga"), path="/organise/new/open-swiss/", width=390, height=844)
    page.get_by_label("Name", exact=True).fill("Village Open")
    press(page, "Create the event")
    event = Event.objects.get()
    home = f"/organise/{event.slug}/"

    page.goto(f"{home}stages/")
    page.get_by_label("Rounds", exact=True).fill("2")
    press(page, "See what this sets")
    expect(page.get_by_text("2 rounds.")).to_be_visible()
    press(page, "Store this")

    page.goto(f"{home}entrants/list/")
    page.locator("textarea").fill("\n".join(NAMES))
    press(page, "Look at the lines")
    press(page, "Enter all lines")
    page.goto(f"{home}draw/")
    press(page, "Make the draw")
    press(page, "To the next step", "link")
    press(page, "Publish")
    press(page, "Start")

    press(page, "Propose the pairing")
    expect(page.get_by_text("Proposal for round 1")).to_be_visible()
    by_hand(page)
    press(page, "Publish round 1")
    enter_round(page, home)

    page.goto(f"{home}entrants/")
    page.get_by_label("Name", exact=True).fill("Late Comer")
    press(page, "Enter")
    expect(page.get_by_text("Late Comer is entered and joins in round 2.")).to_be_visible()
    leave(page, event, "Dmitri Zug", home)

    page.goto(home)
    press(page, "Propose the pairing")
    # sentences in closed reasons name others too
    expect(page.locator(".pairings").get_by_text("Late Comer", exact=True)).to_be_visible()
    press(page, "Publish round 2")
    assert not Match.objects.filter(event=event, round=2, slots__occupant__name="Dmitri Zug").exists()
    enter_round(page, home)

    page.goto(f"{home}stages/1/close/")
    press(page, "Close the stage")
    press(page, "Finish")
    event.refresh_from_db()
    assert event.state == "finished"
    assert event.stages.get().state == "finished"
    assert sorted(Entry.objects.values_list("place", flat=True)) == [1, 2, 3, 4, 5]


def by_hand(page: Page) -> None:
    """Swap two players, see the doubts come by themselves, and go on with what was stored."""
    press(page, "Change by hand", "link")
    page.get_by_label("Player", exact=True).fill("1")
    page.get_by_label("with", exact=True).fill("Björn Linje")
    press(page, "Swap")
    right = page.get_by_label("Table 1, right")
    kept = right.input_value()
    right.fill("")
    right.blur()
    expect(page.locator("#doubts")).to_contain_text("Neither opponent nor bye")
    right.fill(kept)
    right.blur()
    expect(page.locator("#doubts")).not_to_contain_text("Neither opponent nor bye")
    check_page(page)
    press(page, "Store this pairing")
    expect(page.get_by_text("Changed by hand.")).to_be_visible()
    assert PairingRun.objects.get(state="draft").manual


def enter_round(page: Page, home: str) -> None:
    """Type row after row: left, Tab, right, Enter; the next row has the focus by itself."""
    page.goto(f"{home}results/")
    rows = page.locator("form[data-row]").count()
    page.get_by_label(re.compile("^Tiles of")).first.focus()
    for _row in range(rows):
        page.keyboard.type("21")
        page.keyboard.press("Tab")
        page.keyboard.type("10")
        with page.expect_response(lambda answer: answer.request.method == "POST"):
            page.keyboard.press("Enter")
    expect(page.get_by_text("All rows are stored.")).to_be_visible()


def leave(page: Page, event: Event, name: str, home: str) -> None:
    """An entry withdraws between two rounds."""
    entry = Entry.objects.get(event=event, name=name)
    page.goto(f"{home}entrants/{entry.pk}/leave/?kind=withdrawn")
    press(page, "Withdraw the entry")
