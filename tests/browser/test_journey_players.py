"""Two players and a game record, from the file to the bracket, with the real worker between."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from players.actors import Actor
from players.services import update_profile
from tantrix_site.demo.records import as_bytes, illegal_record, legal_record
from tests.browser.watching import accessibility_faults, sideways_overflow
from tests.kept import kept
from tests.tournaments.scene import NOW, Scene, make_scene
from tests.worker import wait_until
from tournaments.models import Report

pytestmark = [pytest.mark.worker, pytest.mark.django_db(transaction=True)]


@pytest.fixture
@kept
def scene() -> Scene:
    """Four players; M1 is the first, who wishes red, against the fourth, who wishes blue."""
    scene = make_scene(4)
    for seed, colour in ((1, "red"), (4, "blue")):
        wish(scene.player(seed), colour)
    return scene


def wish(actor: Actor, colour: str) -> None:
    assert actor.player is not None
    update_profile(actor=actor, player=actor.player, now=NOW, changes={"first_colour": colour})


def record_files(scene: Scene, folder: Path) -> tuple[Path, Path]:
    names = (scene.entries[0].name, scene.entries[3].name)
    record = legal_record("journey", names, winner=1)
    legal, illegal = folder / "legal.json", folder / "illegal.json"
    legal.write_bytes(as_bytes(record))
    illegal.write_bytes(as_bytes(illegal_record(record)))
    return legal, illegal


def check_page(page: Page) -> None:
    assert sideways_overflow(page) <= 0
    assert accessibility_faults(page) == []


def test_a_record_decides_a_match_once_the_opponent_confirms(worker, open_page, scene, tmp_path) -> None:
    legal, illegal = record_files(scene, tmp_path)
    sender = open_page(user=scene.player(1).user, path="/me/", width=390, height=844)
    sender.get_by_role("link", name="Report a game").first.click()
    expect(sender.get_by_role("heading", level=1)).to_have_text("Report M1")

    # an illegal record: the fault, its rule and the board at the move
    attach(sender, illegal)
    expect(sender.locator("b", has_text="Rejected at move")).to_be_visible()
    expect(sender.get_by_role("link", name=re.compile("rule 8"))).to_be_visible()
    expect(sender.get_by_role("img", name=re.compile("Rejected at move"))).to_be_visible()
    check_page(sender)

    attach(sender, legal)
    expect(sender.get_by_role("paragraph").filter(has_text="The game is legal from the first move")).to_be_visible()
    sender.get_by_role("button", name="Send for confirmation").click()
    sender.wait_for_url("**/matches/1/")
    wait_until(lambda: Report.objects.get().state == "open")

    opponent = open_page(user=scene.player(4).user, path="/", width=390, height=844)
    expect(opponent.get_by_text("1 result waits for your confirmation.")).to_be_visible()
    opponent.get_by_role("link", name="Look and confirm").first.click()
    check_page(opponent)
    opponent.get_by_role("button", name="Confirm this game").click()
    expect(opponent.get_by_text("1 game is confirmed.")).to_be_visible()
    check_page(opponent)

    visitor = open_page(path=f"/events/{scene.event.slug}/bracket/?round=2", width=390, height=844)
    expect(visitor.get_by_role("link", name=re.compile(f"^Match 3: {scene.entries[3].name}"))).to_be_visible()
    check_page(visitor)


def attach(page: Page, file: Path) -> None:
    """Choose a file; with scripts the page reads it at once."""
    with page.expect_navigation():
        page.locator("input[type=file]").first.set_input_files(file)


def test_a_file_chosen_before_the_script_runs_is_read_all_the_same(open_page, scene, tmp_path) -> None:
    legal, _illegal = record_files(scene, tmp_path)
    page = open_page(user=scene.player(1).user)
    held: list[Route] = []
    with page.expect_request("**/js/form.js"):
        page.route("**/js/form.js", lambda route: held.append(route), times=1)  # noqa: PLW0108  (it must take attributes)
        page.goto(f"/events/{scene.event.slug}/matches/1/report/", wait_until="commit")
    page.locator("input[type=file]").first.set_input_files(legal)
    held.pop().continue_()
    expect(page.get_by_role("paragraph").filter(has_text="The game is legal from the first move")).to_be_visible()


def test_an_illegal_record_is_rejected_by_the_worker(worker, open_page, scene, tmp_path) -> None:
    _legal, illegal = record_files(scene, tmp_path)
    page = open_page(user=scene.player(1).user, path=f"/events/{scene.event.slug}/matches/1/report/", script=False)
    page.locator("details summary").first.click()
    page.locator("input[type=file]").first.set_input_files(illegal)
    page.get_by_role("button", name="Send for confirmation").click()
    wait_until(lambda: Report.objects.get().state == "rejected")
    page.goto(f"/events/{scene.event.slug}/matches/1/")
    expect(page.get_by_text("The game record breaks a rule and counts for nothing.")).to_be_visible()
    page.get_by_role("link", name="See the record").first.click()
    expect(page.get_by_text(re.compile("[Mm]ove 29"))).to_be_visible()
    expect(page.get_by_text(re.compile("rule 8", re.IGNORECASE)).first).to_be_visible()


def test_a_report_typed_and_confirmed_by_keyboard_alone(open_page, scene) -> None:
    page = open_page(user=scene.player(1).user, path=f"/events/{scene.event.slug}/matches/1/report/")
    for label in ("Colour", "Tiles"):
        assert page.get_by_label(label).count() >= 2
    tab_to(page, page.get_by_label("Tiles").first)
    page.keyboard.type("21")
    tab_to(page, page.get_by_label("Tiles").nth(1))
    page.keyboard.type("13")
    tab_to(page, page.get_by_role("button", name="Send for confirmation"))
    page.keyboard.press("Enter")
    page.wait_for_url("**/matches/1/")

    page = open_page(user=scene.player(4).user, path=f"/events/{scene.event.slug}/matches/1/confirm/")
    tab_to(page, page.get_by_role("button", name="Confirm this game"))
    page.keyboard.press("Enter")
    expect(page.get_by_text("1 game is confirmed.")).to_be_visible()
    assert scene.winner(1) == 1


def tab_to(page: Page, target) -> None:  # type: ignore[no-untyped-def]
    """Press Tab until the element has the focus, as a person without a mouse does; it must show."""
    for _press in range(80):
        page.keyboard.press("Tab")
        if target.evaluate("element => element === document.activeElement"):
            outline = target.evaluate("element => getComputedStyle(element).outlineStyle")
            assert outline != "none", "the focus does not show"
            return
    raise AssertionError("The element is not reached by Tab.")
