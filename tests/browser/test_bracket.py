"""The lens in a real browser: shapes at three widths, tabs, paths, keys, and updates of themselves."""

import re
from collections.abc import Iterable
from datetime import datetime
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
from playwright.sync_api import Page, expect

from tests.browser.watching import accessibility_faults, change_screen, sideways_overflow
from tests.tournaments.scene import LEFT_WINS, NOW, RIGHT_WINS, Scene, quick_scene
from tournaments import services
from tournaments.models import Entry, Match
from tournaments.services import StagePlan

pytestmark = pytest.mark.django_db(transaction=True)
WIDTHS = [320, 390, 1440]
# what the page would do after many seconds it does at once
IMPATIENT = "const later = window.setTimeout; window.setTimeout = (f, t, ...a) => later(f, t > 5000 ? 150 : t, ...a);"


def url(scene: Scene, query: str = "") -> str:
    return f"/events/{scene.event.slug}/bracket/{query}"


def played_scene(count: int, numbers: Iterable[int]) -> Scene:
    """With names of all kinds; those of these matches that can be played by then are."""
    scene = quick_scene(count)
    names = ("Łukasz Bakker", "Annabella Schwarzenberger-Lindqvist", "Willem van den Berg", "Анна Ковач", "Åsa")
    for n, entry in enumerate(scene.entries):
        entry.name, entry.country = f"{names[n % 5]} {n}" if n >= 5 else names[n], ("FI", "NL", "HU")[n % 3]
        entry.save()
    for number in numbers:
        if Match.objects.get(event=scene.event, number=number).state == "open":
            scene.enter(number, (LEFT_WINS, RIGHT_WINS)[number % 2])
    return scene


def shown_rounds(page: Page) -> list[str]:
    visible = [h for h in page.locator(".lens .r h3").all() if h.is_visible()]
    return [str(h.evaluate("h => h.firstChild.textContent")).strip() for h in visible]


def test_nothing_overflows_and_all_is_accessible(open_page) -> None:
    scene = played_scene(64, [*range(1, 9), *range(33, 37), 49])  # an eighth of the field is down to two
    slug = scene.entries[0].player.slug
    page = open_page()
    for query in ("", "?round=1&quarter=all", "?round=6", f"?follow={slug}"):
        page.goto(url(scene, query))
        for width in WIDTHS:
            change_screen(page, width, "light")
            assert sideways_overflow(page) <= 0, (query, width)
    for width, scheme in ((390, "dark"), (1440, "light")):
        change_screen(page, width, scheme)
        assert accessibility_faults(page) == [], (width, scheme)


@pytest.mark.parametrize("count", [2, 7, 33])
def test_other_sizes(open_page, count) -> None:
    page = open_page(path=url(quick_scene(count)))
    for width in WIDTHS:
        change_screen(page, width, "light")
        assert sideways_overflow(page) <= 0
        assert page.locator(".lens .m:visible").count() >= 1


def test_how_many_rounds_stand_side_by_side(open_page) -> None:
    page = open_page(path=url(quick_scene(64), "?round=1&quarter=2"))
    for width, rounds in ((320, 1), (390, 2), (1440, 4)):
        change_screen(page, width, "light")
        assert len(shown_rounds(page)) == rounds
        boxes = page.locator(".lens .r5 .m:visible")
        assert boxes.count() == 8
        assert all(box.bounding_box()["height"] >= 34 for box in boxes.all())


# where the line of each box of a tree ends, from the middle of the box at which it should
OFF_THE_MIDDLE = """() => [...document.querySelectorAll('.tree li[data-next]')].map((li) => {
  const middle = (box) => { const r = box.getBoundingClientRect(); return r.top + r.height / 2; };
  const next = document.getElementById(li.dataset.next);
  if (!next.offsetParent) return 0;
  const straight = li.closest('.r').nextElementSibling === next.closest('.r');
  const line = getComputedStyle(li, '::after');
  const way = li.classList.contains('dn') ? 1 : li.classList.contains('up') ? -1 : 0;
  return straight ? Math.abs(middle(li) + way * parseFloat(line.height) - middle(next)) : 0;
})"""


def test_trees_of_any_shape(open_page) -> None:
    """A losers' bracket with byes: lines, widths, keys, updates of themselves."""
    scene = quick_scene(23, stages=[StagePlan("double_elimination")])
    for number in range(1, 25):
        if Match.objects.get(event=scene.event, number=number).state == "open":
            scene.enter(number, (LEFT_WINS, RIGHT_WINS)[number % 2])
    page = open_page()
    page.add_init_script(IMPATIENT)
    page.goto(url(scene, "?part=losers&round=1"))
    off = page.evaluate(OFF_THE_MIDDLE)
    assert len(off) > 15
    assert max(off) < 2
    first = page.locator(".tree li[data-next] a.m").first
    first.focus()
    here, following = (first.evaluate(f"a => a.closest('li').{name}") for name in ("id", "dataset.next"))
    for key, box in (("ArrowRight", following), ("ArrowLeft", here)):
        page.keyboard.press(key)
        assert page.evaluate("document.activeElement.closest('li').id") == box, key
    page.evaluate("document.activeElement.blur()")
    found = Match.objects.filter(event=scene.event, bracket="losers", state="open").first()
    scene.enter(found.number)
    page.wait_for_selector(f"#m{found.number} .s.w")
    assert page.locator("#live-reload").is_hidden()
    for width, scheme in ((320, "light"), (390, "dark"), (1440, "light")):
        change_screen(page, width, scheme)
        assert sideways_overflow(page) <= 0, width
        assert width == 320 or accessibility_faults(page) == [], (width, scheme)
    page.get_by_role("link", name=re.compile("^Grand final")).click()
    expect(page.get_by_text("Only if whoever has lost before wins")).to_be_visible()
    change_screen(page, 320, "light")
    assert sideways_overflow(page) <= 0


def test_tabs_change_the_view_and_the_address(open_page) -> None:
    page = open_page(width=390, path=url(quick_scene(64), "?round=1&quarter=1"))
    page.get_by_role("link", name="R32").click()
    assert shown_rounds(page) == ["Round of 32", "Round of 16"]
    expect(page).to_have_url(re.compile(r"round=2&quarter=1"))
    page.get_by_role("link", name="Q3").click()
    expect(page).to_have_url(re.compile(r"round=2&quarter=3"))
    assert page.get_by_role("link", name="Q3").get_attribute("aria-current") == "true"
    page.get_by_role("link", name=re.compile("^SF")).click()
    expect(page).to_have_url(re.compile(r"round=5&quarter=all"))
    page.go_back()
    expect(page).to_have_url(re.compile(r"round=2&quarter=3"))
    assert shown_rounds(page) == ["Round of 32", "Round of 16"]
    page.reload()
    assert shown_rounds(page) == ["Round of 32", "Round of 16"]


def test_tabs_are_links_without_script(open_page) -> None:
    page = open_page(width=390, script=False, path=url(quick_scene(64), "?round=1&quarter=1"))
    page.get_by_role("link", name="R32").click()
    expect(page).to_have_url(re.compile(r"round=2&quarter=1"))
    assert shown_rounds(page) == ["Round of 32", "Round of 16"]
    page.get_by_role("link", name="Q4").click()
    assert page.locator(".lens .r4 .m:visible").count() == 4
    page.get_by_label("Follow a player").fill("quick 7")
    page.get_by_label("Follow a player").press("Enter")
    expect(page).to_have_url(re.compile(r"follow=quick-7"))
    assert page.locator(".s.hl").count() >= 1


def test_connectors_meet_their_boxes_and_pointer_and_focus_show_a_path(open_page) -> None:
    """The tree is right: each box stands in the middle of the two that feed it, quarter gaps included."""
    scene = played_scene(32, range(1, 21))
    followed, other = scene.entries[0], scene.entries[2]
    page = open_page(path=url(scene, f"?round=1&quarter=all&follow={followed.player.slug}"))
    middles = page.evaluate(
        """() => [4, 3, 2, 1, 0].map((d) => [...document.querySelectorAll(`.r${d} .m`)].map((m) => {
             const r = m.getBoundingClientRect(); return r.top + r.height / 2; }))"""
    )
    assert [len(boxes) for boxes in middles] == [16, 8, 4, 2, 1]
    for feeding, fed in pairwise(middles):
        for i, middle in enumerate(fed):
            assert abs((feeding[2 * i] + feeding[2 * i + 1]) / 2 - middle) < 1.5
    own = page.locator(f'.lens [data-p="{followed.pk}"]')
    assert all("hl" in side.get_attribute("class") for side in own.all())
    line = page.locator(".strip .mine").get_attribute("d")
    page.locator(f'.lens [data-p="{other.pk}"]').first.hover()
    marked = page.locator(".lens .s.hl")
    assert {side.get_attribute("data-p") for side in marked.all()} == {str(other.pk)}
    assert page.locator(".strip .mine").get_attribute("d") != line
    page.mouse.move(5, 5)
    page.wait_for_function(
        "pk => [...document.querySelectorAll('.lens .hl')].every((s) => s.dataset.p === pk)", arg=str(followed.pk)
    )
    assert page.locator(".strip .mine").get_attribute("d") == line  # the script draws as the server does


def test_arrow_keys(open_page) -> None:
    scene = quick_scene(16)
    page = open_page(path=url(scene, "?round=1"))

    def focused() -> str:
        return page.evaluate("document.activeElement.closest('li')?.id ?? ''")

    page.locator("#m1 a").focus()
    for key, box in (("ArrowDown", "m2"), ("ArrowRight", "m9"), ("ArrowRight", "m13"), ("ArrowLeft", "m9"),
                     ("ArrowLeft", "m1"), ("ArrowUp", "m1")):  # fmt: skip
        page.keyboard.press(key)
        assert focused() == box, key
    page.keyboard.press("Tab")
    assert focused() == "m2"  # the order of the document stays


def test_arrow_keys_reach_what_is_not_shown_or_under_the_bar(open_page) -> None:
    page = open_page(width=390, path=url(quick_scene(64), "?round=1&quarter=all"))
    page.locator("#m20 a").focus()
    # below the edge that every page keeps free, and behind the bar
    page.evaluate("scrollBy(0, document.querySelector('#m19 a').getBoundingClientRect().top - 80)")
    page.keyboard.press("ArrowUp")
    box, bar = page.locator("#m19 a").bounding_box(), page.locator(".lens-bar").bounding_box()
    assert box["y"] >= bar["y"] + bar["height"]
    page.get_by_role("link", name="Q1").click()  # semi-finals are in no quarter
    page.locator("#m1 a").focus()
    for _ in range(4):
        page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.closest('li').id") == "m61"
    assert page.locator("#m61 a").is_visible()
    assert page.locator(".lens-bar").bounding_box()["y"] >= 0


def test_the_path_of_the_followed_player_opens_and_updates_itself(open_page) -> None:
    scene = quick_scene(16)
    page = open_page(width=390)
    page.add_init_script(IMPATIENT)
    page.goto(url(scene, f"?follow={scene.entries[0].player.slug}"))
    assert page.locator(".path summary").bounding_box()["height"] <= 48
    page.locator("#path-line").click()
    rows = page.locator(".path li")
    assert rows.count() == 4
    assert rows.nth(0).inner_text().startswith("Round of 16")
    page.evaluate("document.activeElement.blur()")
    expect(page.locator("#path-line")).to_contain_text("M1")
    scene.enter(1)
    expect(page.locator("#path-line")).to_contain_text("Next: quarter-final, M9")
    assert page.locator("details.path").get_attribute("open") is not None
    expect(page.locator("#path-steps")).to_contain_text("20.0–0.0")


def test_updates_tell_the_zone_of_the_page_and_a_withdrawal_needs_no_reload(open_page) -> None:
    scene = quick_scene(4)
    page = open_page(path="/rules/tiles/1/")
    page.add_init_script(IMPATIENT)
    page.evaluate("document.cookie = 'tz=Pacific/Kiritimati; path=/'")  # 14 hours ahead
    page.goto(url(scene))
    expect(page.locator(".zone")).to_have_text("Times in Pacific/Kiritimati")
    shown = re.match(r"Updated (\d\d):(\d\d)", page.locator("[data-updated]").inner_text())
    there = datetime.now(ZoneInfo("Pacific/Kiritimati"))
    minutes = 60 * there.hour + there.minute - 60 * int(shown[1]) - int(shown[2])
    assert minutes % 1440 <= 1
    plan = services.plan_exit(actor=scene.owner, now=NOW, entry_id=scene.entries[0].pk)
    services.withdraw_entry(actor=scene.owner, now=NOW, entry_id=scene.entries[0].pk, digest=plan.plan.digest)
    page.wait_for_selector("#m1:has-text('w/o')")
    assert page.locator("#live-reload").is_hidden()


def test_the_page_updates_itself(open_page) -> None:
    """Only what changed is replaced, the focus stays, an unchanged event costs a 304."""
    scene = quick_scene(8)
    statuses: list[int] = []
    page = open_page()
    page.on("response", lambda r: statuses.append(r.status) if "/bracket/live/" in r.url else None)
    page.add_init_script(IMPATIENT)
    with page.expect_response("**/bracket/live/**"):
        page.goto(url(scene, "?round=1"))
    assert statuses
    assert set(statuses) == {304}
    page.locator("#m3 a").focus()
    page.evaluate("document.querySelector('#m2').mark = 'the same'")
    scene.enter(1)
    page.wait_for_selector("#m1 .s.w")
    assert page.evaluate("document.activeElement.closest('li').id") == "m3"
    assert page.evaluate("document.querySelector('#m2').mark") == "the same"
    assert re.match(r"\d+ updated", page.locator("#live-note").inner_text())
    assert page.locator("#live-line").get_attribute("data-zone")
    assert re.match(r"Updated \d\d:\d\d · updates itself", page.locator("[data-updated]").inner_text())
    assert page.locator("#n2").inner_text() == "1/4"
    assert 200 in statuses

    button = page.get_by_role("button", name="Pause updates")
    button.click()
    page.wait_for_timeout(300)
    before = len(statuses)
    page.wait_for_timeout(500)
    assert len(statuses) == before
    with page.expect_response("**/bracket/live/**"):
        page.get_by_role("button", name="Go on updating").click()


def test_a_box_with_the_focus_is_taken_later(open_page) -> None:
    scene = quick_scene(4)
    page = open_page()
    page.add_init_script(IMPATIENT)
    page.goto(url(scene, "?round=1"))
    page.locator("#m1 a").focus()
    scene.enter(1)
    page.wait_for_selector("#m3:has-text('quick 1')")
    assert page.evaluate("document.activeElement.closest('li').id") == "m1"
    assert page.locator("#m1 .w").count() == 0
    page.locator("#m2 a").focus()
    page.wait_for_selector("#m1 .s.w")


def test_entrants_lead_to_their_path(open_page) -> None:
    scene = quick_scene(8)
    page = open_page(width=390, path=f"/events/{scene.event.slug}/entrants/")
    page.get_by_role("link", name="Follow quick 3 in the bracket").click()
    expect(page).to_have_url(re.compile("follow=quick-3"))
    assert Entry.objects.filter(event=scene.event).count() == 8
    page.goto(url(scene))
    assert page.locator(".s.hl").count() == 1
    page.get_by_role("link", name="Stop following quick 3").click()
    assert page.locator(".s.hl").count() == 0
