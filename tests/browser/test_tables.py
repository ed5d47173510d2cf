"""Standings that keep themselves fresh under a reader, and the slides of a hall screen."""

import pytest
from playwright.sync_api import expect

from tests.tournaments.scene import LEFT_WINS, make_scene, quick_scene
from tournaments.models import Match
from tournaments.services import StagePlan

pytestmark = pytest.mark.django_db(transaction=True)

SWISS = StagePlan("swiss", settings={"rounds": 3})


def test_what_a_reader_opened_stays_open_when_rows_move(open_page) -> None:
    scene = make_scene(8, stages=[SWISS])
    scene.pair()
    last = Match.objects.filter(event=scene.event, slots__occupant=scene.entries[7]).get()
    mine, other = "Player P8", "Player P1"
    page = open_page(user=scene.player(8).user, path=f"/events/{scene.event.slug}/standings/?around=me", width=390)
    row = page.locator("tr.me")
    expect(row).to_contain_text(mine)
    summary = row.locator("summary")
    summary.click()
    expect(row.locator(".why")).to_be_visible()
    expect(summary).to_be_focused()
    # the match of the last seed is won by it, so that it moves up
    side = last.slots.get(occupant=scene.entries[7]).side
    scene.enter(last.number, LEFT_WINS if side == 0 else type(LEFT_WINS)(tiles=(10, 50)))
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    first = page.locator("#rS-0")
    expect(first).to_contain_text(mine)
    expect(first).to_have_class("me changed")
    expect(first.locator(".why")).to_be_visible()
    expect(first.locator("summary")).to_be_focused()
    expect(page.locator("tr.me")).to_have_count(1)
    expect(page.locator("details[data-keep][open]")).to_have_count(1)
    expect(page.locator("tbody")).to_contain_text(other)


def test_a_hall_screen_turns_by_itself_and_can_be_stopped(open_page) -> None:
    scene = quick_scene(30, stages=[SWISS])
    scene.pair()
    page = open_page(fresh=True)  # a clock stays with its context
    page.clock.install()
    page.goto(f"/events/{scene.event.slug}/wall/?show=pairings,standings&every=10")
    expect(page.locator("h2")).to_contain_text("Tables 1–15")
    page.clock.run_for(10_000)
    expect(page.locator("h2")).to_contain_text("Standings")
    page.get_by_role("button", name="Pause").click()
    page.clock.run_for(30_000)
    expect(page.locator("h2")).to_contain_text("1–24")
    page.get_by_role("button", name="Go on").click()
    page.clock.run_for(10_000)
    expect(page.locator("h2")).to_contain_text("25–30")
    page.route("**/wall/live/**", lambda route: route.abort())
    page.clock.run_for(10_000)
    expect(page.locator("#wall-note")).to_contain_text("No connection")
    expect(page.locator("h2")).to_contain_text("25–30")
    page.unroute("**/wall/live/**")
    page.clock.run_for(10_000)
    expect(page.locator("h2")).to_contain_text("Tables 1–15")
    expect(page.locator("#wall-note")).to_be_empty()
