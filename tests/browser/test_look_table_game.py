"""A table game from the editor on a phone, through the real worker, to a frame on another site."""

from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from games.models import GameDraft, Submission
from games.services.drafts import start_draft
from players.actors import account_actor
from tests.browser.elsewhere import elsewhere
from tests.games.samples import legal_record, make_user

__all__ = ["elsewhere"]  # a fixture
pytestmark = [pytest.mark.worker, pytest.mark.django_db(transaction=True)]
RECORD = legal_record(1)
#: The last moves are laid by hand; with the bag empty every choice of the rules is at work in them.
BY_HAND = 3


def begun(user: Any) -> GameDraft:
    """The draft of somebody who has written down all but the last moves."""
    record = {
        "format": RECORD["format"],
        "draws": "unknown",
        "players": [{"colour": player["colour"]} for player in RECORD["players"]],
        "moves": [{k: v for k, v in move.items() if k != "drawn"} for move in RECORD["moves"][:-BY_HAND]],
    }
    return start_draft(actor=account_actor(user), record=record, now=timezone.now())


def lay(page: Page, before: dict[str, Any], move: dict[str, Any], number: int) -> None:
    movers = page.locator('nav[aria-label="Who moves"] a')
    if movers.count() and move["player"] == before["player"]:
        movers.nth(1).tap()
        expect(movers.nth(1)).to_have_attribute("aria-current", "true")
    page.locator(f"#tile-{move['tile']}").tap()
    expect(page.locator(f"#tile-{move['tile']}")).to_have_attribute("aria-current", "true")
    if not page.locator("#lay").count():
        page.locator(f'.targets a[href*="at={move["q"]}%2C{move["r"]}"]').tap()
        expect(page.locator("#lay")).to_be_visible()
    expect(page.locator("#lay")).to_be_in_viewport(ratio=1)  # wherever in the list the tile was found
    turn = page.locator(f"#rotation-{move['rotation']}")
    turn.tap()
    expect(turn).to_have_attribute("aria-current", "true")
    page.locator("#lay").tap()
    expect(page.locator("[data-status]")).to_contain_text(
        "The game is over" if number == len(RECORD["moves"]) else f"Move {number + 1}"
    )


def test_a_table_game_is_written_down_checked_replayed_and_shown_elsewhere(
    worker: Any, open_page: Any, live_server: Any, elsewhere: Any
) -> None:
    user = make_user("writer")
    draft = begun(user)
    page = open_page(user=user, path=f"/g/drafts/{draft.public_id}/", width=390, height=844, has_touch=True)
    moves = RECORD["moves"]
    for number in range(len(moves) - BY_HAND + 1, len(moves) + 1):
        lay(page, moves[number - 2], moves[number - 1], number)
    expect(page.locator(".finish .note.success")).to_contain_text("Everything that was written down is legal")
    page.get_by_role("button", name="Send the record").tap()
    page.wait_for_url("**/records/**")
    replay = page.get_by_role("link", name="Replay the game")
    expect(replay).to_be_visible(timeout=90_000)
    submission = Submission.objects.get()
    assert submission.record.state == "verified"
    assert submission.record.complete is False

    replay.tap()
    expect(page.get_by_text("Written down without its draws")).to_be_visible()
    page.get_by_role("button", name="Show it to everybody who has the address").tap()
    expect(page.get_by_text("Everybody who has the address can see this game now.")).to_be_visible()

    other = open_page(path=f"/g/{submission.public_id}/?ply=26", width=390, height=844)
    expect(other.locator("[data-sentence]")).to_contain_text("Move 26 of 56")
    outside = open_page()
    outside.goto(
        elsewhere(f'<iframe src="{live_server.url}/g/{submission.public_id}/embed/?ply=26" width="640" height="760">')
    )
    expect(outside.frame_locator("iframe").locator("[data-sentence]")).to_contain_text("Move 26 of 56")
