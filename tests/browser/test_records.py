"""Sending records in a browser, with a real worker behind the pages."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from games.models import Record
from games.services import verify_record
from players.actors import account_actor
from tests.browser.watching import accessibility_faults, faults_on_screens, sideways_overflow
from tests.games.samples import NOW, as_bytes, illegal_record, legal_record, make_user, submit, varied
from tests.worker import make_worker

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.worker
def test_a_record_is_sent_and_its_verdict_appears_by_itself(open_page: Any, worker: Any, tmp_path: Path) -> None:
    good, bad = tmp_path / "good.json", tmp_path / "bad.json"
    good.write_bytes(as_bytes(legal_record()))
    record, expected = illegal_record("restriction_2")
    bad.write_bytes(as_bytes(record))
    page = open_page(user=make_user("anna"), path="/records/new/", width=390, height=844)

    page.get_by_label("Files").set_input_files(good)
    page.get_by_role("button", name="Send", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Verified")
    expect(page.locator("svg#board")).to_be_visible()

    page.goto("/records/new/")
    page.get_by_label("Files").set_input_files(bad)
    page.get_by_role("button", name="Send", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text(f"Rejected at move {expected['index'] + 1}")
    expect(page.get_by_text("Rule 21")).to_be_visible()
    with page.expect_download() as download:
        page.get_by_role("link", name="Download the original").click()
    assert Path(download.value.path()).read_bytes() == bad.read_bytes()

    page.goto("/records/")
    expect(page.locator(".rows li")).to_have_count(2)
    page.get_by_role("link", name="Rejected", exact=True).click()
    expect(page.locator(".rows li")).to_have_text([re.compile("bad.json")])


@pytest.mark.worker
def test_the_list_keeps_itself_fresh(open_page: Any, broker: Any, tmp_path: Path) -> None:
    anna = make_user("anna")
    for index in range(3):
        submit(account_actor(anna), as_bytes(legal_record(index)), filename=f"{index}.json")
    page = open_page(user=anna, path="/records/")
    expect(page.get_by_text("Being checked").nth(1)).to_be_visible()
    worker = make_worker(broker=broker, folder=tmp_path)
    try:
        worker.start()
        expect(page.locator(".rows").get_by_text("Verified")).to_have_count(3, timeout=90_000)
    finally:
        worker.kill()


@pytest.mark.worker
def test_an_upload_of_many_shows_its_progress_and_its_result(open_page: Any, worker: Any, tmp_path: Path) -> None:
    bad, _ = illegal_record("wrong_player")
    file = tmp_path / "season.jsonl"
    file.write_bytes(b"\n".join([*(varied(index) for index in range(600)), as_bytes(bad), b"nonsense"]))
    page = open_page(user=make_user("anna"), path="/records/new/", width=390, height=844)
    page.get_by_label("Files").set_input_files(file)
    page.get_by_role("button", name="Send", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("All records are checked", timeout=90_000)
    expect(page.locator(".sums")).to_contain_text("602")
    expect(page.get_by_role("link", name="line 601")).to_be_visible()
    expect(page.get_by_role("cell", name="malformed")).to_be_visible()
    assert sideways_overflow(page) == 0
    assert accessibility_faults(page) == []
    with page.expect_download() as download:
        page.get_by_role("link", name="Download the result").click()
    rows = [json.loads(line) for line in Path(download.value.path()).read_text().splitlines()]
    assert [row["state"] for row in rows] == ["verified"] * 600 + ["rejected", "malformed"]
    page.get_by_role("link", name="line 601").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Rejected at move")


def test_without_a_script(open_page: Any) -> None:
    page = open_page(user=make_user("anna"), path="/records/new/", script=False)
    page.get_by_label("Or paste a record").fill("{}")
    page.get_by_role("button", name="Send", exact=True).click()
    expect(page.get_by_role("alert")).to_contain_text("format is missing")
    page.get_by_label("Or paste a record").fill(as_bytes(legal_record()).decode())
    page.get_by_role("button", name="Send", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Being checked")
    verify_record(record_pk=Record.objects.get().pk, now=NOW)
    page.get_by_role("link", name="Look again").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Verified")


def test_pages_fit_and_are_accessible(open_page: Any) -> None:
    anna = make_user("anna")
    actor = account_actor(anna)
    unrecorded = legal_record(2)
    unrecorded["draws"] = "unknown"
    records = {
        "verified": legal_record(),
        "rejected": illegal_record("restriction_3")[0],
        "forced": illegal_record("forced_space_skipped")[0],
        "setup": illegal_record("bad_hand")[0],
        "unrecorded": unrecorded,
    }
    sent = {name: submit(actor, as_bytes(record), filename=f"{name}.json") for name, record in records.items()}
    for submission in sent.values():
        verify_record(record_pk=submission.record_id, now=NOW)
    sent["pending"] = submit(actor, as_bytes(legal_record(7)), filename="a name that is long enough to wrap " * 4)
    page = open_page(user=anna)
    paths = {"upload": "/records/new/", "list": "/records/"}
    paths |= {name: f"/records/{submission.public_id}/" for name, submission in sent.items()}
    for name, path in paths.items():
        page.goto(path)
        assert faults_on_screens(page) == [], name
