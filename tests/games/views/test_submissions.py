"""The sender's pages, as a browser without scripts gets them."""

import html
import io
import json
import re
import zipfile

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.engine import write_record_text
from games.models import BulkImport, Record, Submission
from games.services import verify_bulk_batch, verify_record
from tests.games.samples import NOW, as_bytes, illegal_record, legal_record, make_actor, make_user, submit

pytestmark = pytest.mark.django_db


@pytest.fixture
def anna(client: Client) -> Client:
    client.force_login(make_user("anna"))
    return client


def file(name: str, data: bytes) -> SimpleUploadedFile:
    return SimpleUploadedFile(name, data, content_type="application/octet-stream")


def text_of(answer) -> str:
    return html.unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", answer.content.decode())))


@pytest.mark.parametrize("path", ["/records/", "/records/new/", "/records/abc/", "/records/abc/original/"])
def test_one_has_to_sign_in(client: Client, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 302
    assert answer["Location"] == f"/accounts/login/?next={path}"


def test_one_file(anna: Client) -> None:
    data = as_bytes(legal_record())
    answer = anna.post("/records/new/", {"records": [file("game.json", data)], "text": ""})
    submission = Submission.objects.get()
    assert (answer.status_code, answer["Location"]) == (302, f"/records/{submission.public_id}/")
    assert (submission.filename, bytes(submission.record.raw)) == ("game.json", data)


def test_several_files_and_a_pasted_text(anna: Client) -> None:
    files = [file(f"game {index}.json", as_bytes(legal_record(index))) for index in range(2)]
    answer = anna.post("/records/new/", {"records": files, "text": as_bytes(legal_record(2)).decode()}, follow=True)
    assert answer.redirect_chain == [("/records/", 302)]
    assert "3 records were sent." in text_of(answer)
    assert list(Submission.objects.order_by("pk").values_list("filename", flat=True)) == [
        "game 0.json",
        "game 1.json",
        "",
    ]


def test_one_bad_file_stops_all(anna: Client) -> None:
    files = [
        file("good.json", as_bytes(legal_record())),
        file("bad.json", b'{"format": "tantrix-record/1", "moves": ['),
        file("empty.json", b""),
        file("huge.json", b"{" + b" " * 70_000),
    ]
    answer = anna.post("/records/new/", {"records": files, "text": ""})
    assert answer.status_code == 400
    said = text_of(answer)
    assert "bad.json : line 1, column 42: Not JSON" in said
    assert "empty.json : line 1, column 1" in said
    assert "huge.json : A game record may have at most 65536 bytes" in said
    assert "good.json" not in said
    assert not Record.objects.exists()


def test_a_text_that_cannot_be_read_stays_in_the_form(anna: Client) -> None:
    answer = anna.post("/records/new/", {"text": "{oh}"})
    assert answer.status_code == 400
    assert "The pasted text : line 1, column 2" in text_of(answer)
    assert b"{oh}</textarea>" in answer.content


def test_nothing_to_send(anna: Client) -> None:
    answer = anna.post("/records/new/", {"text": " "})
    assert answer.status_code == 400
    assert "Choose a file or paste a record." in text_of(answer)


def test_a_pending_record_says_so_and_how_to_look_again(anna: Client) -> None:
    submission = _send(anna)
    answer = anna.get(f"/records/{submission.public_id}/")
    assert "Being checked" in text_of(answer)
    assert b'<a href="">Look again</a>' in answer.content
    fragment = {"X-Fragment": "1", "If-None-Match": answer["ETag"]}
    assert anna.get(f"/records/{submission.public_id}/", headers=fragment).status_code == 304
    verify_record(record_pk=submission.record_id, now=NOW)
    assert anna.get(f"/records/{submission.public_id}/", headers=fragment).status_code == 200


def test_a_verified_record_shows_its_end(anna: Client) -> None:
    record = legal_record()
    submission = _send(anna, as_bytes(record))
    verify_record(record_pk=submission.record_id, now=NOW)
    answer = anna.get(f"/records/{submission.public_id}/")
    said = text_of(answer)
    assert "Verified" in said
    assert "The game is legal from the first move to the last." in said
    assert b'<svg id="board"' in answer.content
    for score in record["result"]["scores"].values():
        assert f" {score} {score} " in said


def test_a_rejected_record_shows_where_and_why(anna: Client) -> None:
    record, expect = illegal_record("colour_mismatch")
    submission = _send(anna, as_bytes(record))
    verify_record(record_pk=submission.record_id, now=NOW)
    answer = anna.get(f"/records/{submission.public_id}/")
    said = text_of(answer)
    assert f"Rejected at move {expect['index'] + 1}" in said
    assert "Rule 8" in said
    assert "colour_mismatch" in said
    assert "What would have been legal" in said
    assert f"Tile {record['moves'][expect['index']]['tile']} (" in said
    assert b'<svg id="board"' in answer.content


@pytest.mark.parametrize("code", ["bad_hand", "score_mismatch", "incomplete", "draw_not_in_bag", "wrong_player"])
def test_every_kind_of_fault_has_its_page(anna: Client, code: str) -> None:
    record, _ = illegal_record(code)
    submission = _send(anna, as_bytes(record))
    verify_record(record_pk=submission.record_id, now=NOW)
    answer = anna.get(f"/records/{submission.public_id}/")
    assert answer.status_code == 200
    assert code in text_of(answer)
    assert (b'<svg id="board"' in answer.content) is (code != "bad_hand")


def test_a_false_claim_stands_beside_the_truth(anna: Client) -> None:
    record = legal_record()
    colour = next(iter(record["result"]["scores"]))
    true = record["result"]["scores"][colour]
    record["result"]["scores"][colour] = 99
    submission = _send(anna, as_bytes(record))
    verify_record(record_pk=submission.record_id, now=NOW)
    assert f"99 {true} differs" in text_of(anna.get(f"/records/{submission.public_id}/"))


def test_a_record_without_draws_is_never_called_verified(anna: Client) -> None:
    record = legal_record()
    record["draws"] = "unknown"
    for player in record["players"]:
        del player["hand"]
    for move in record["moves"]:
        move.pop("drawn", None)
    submission = _send(anna, as_bytes(record))
    verify_record(record_pk=submission.record_id, now=NOW)
    page = text_of(anna.get(f"/records/{submission.public_id}/"))
    assert "Not fully verified" in page
    assert "The hands at the start were not written down." in page
    assert " Verified " not in page
    assert "Not fully verified" in text_of(anna.get("/records/"))


def test_texts_of_a_record_are_escaped(anna: Client) -> None:
    record, _ = illegal_record("colour_mismatch")
    record["players"][0]["name"] = record["event"] = "<script>alert(1)</script>"
    record["result"] = {"scores": {"red": 10**400}}
    submission = _send(anna, as_bytes(record), name="<img src=x>.json")
    verify_record(record_pk=submission.record_id, now=NOW)
    for path in (f"/records/{submission.public_id}/", "/records/"):
        page = anna.get(path).content
        assert b"<script>alert" not in page
        assert b"<img" not in page


def test_bytes_that_can_no_longer_be_read_have_a_page(anna: Client) -> None:
    submission = _send(anna)
    Record.objects.update(raw=b"{")
    verify_record(record_pk=submission.record_id, now=NOW)
    assert "Not JSON" in text_of(anna.get(f"/records/{submission.public_id}/"))


def test_the_original_can_be_downloaded(anna: Client) -> None:
    data = b"\n" + as_bytes(legal_record())
    submission = _send(anna, data, name="Игра 1.json")
    answer = anna.get(f"/records/{submission.public_id}/original/")
    assert answer.content == data
    assert "filename*=utf-8''%D0%98" in answer["Content-Disposition"]


def test_what_others_sent_is_not_found(anna: Client) -> None:
    theirs = submit(make_actor("boris"), filename="theirs.json")
    for path in ("", "original/"):
        assert anna.get(f"/records/{theirs.public_id}/{path}").status_code == 404
    assert "theirs.json" not in text_of(anna.get("/records/"))


def test_the_list_in_pages_and_by_state(anna: Client) -> None:
    for index in range(27):
        _send(anna, as_bytes(legal_record(index)), name=f"game-{index:02}.json")
    verify_record(record_pk=Submission.objects.get(filename="game-03.json").record_id, now=NOW)
    first, second = text_of(anna.get("/records/")), text_of(anna.get("/records/?page=2"))
    assert "game-26.json" in first
    assert "game-01.json" not in first
    assert "game-01.json" in second
    verified = text_of(anna.get("/records/?state=verified"))
    assert re.findall(r"game-\d\d", verified) == ["game-03"]
    assert "There is nothing here yet." in text_of(anna.get("/records/?state=rejected"))
    assert anna.get("/records/?state=odd&page=odd").status_code == 200


def test_the_list_needs_as_many_queries_for_three_as_for_one(anna: Client) -> None:
    needed = []
    for index in range(3):
        _send(anna, as_bytes(legal_record(index)))
        with CaptureQueriesContext(connection) as queries:
            anna.get("/records/")
        needed.append(len(queries))
    assert needed[0] == needed[2] <= 7


def test_a_zip_and_json_lines_become_an_upload_of_many(anna: Client) -> None:
    lines = as_bytes(legal_record(0)) + b"\n" + as_bytes(legal_record(1)) + b"\nnonsense"
    kept = io.BytesIO()
    with zipfile.ZipFile(kept, "w") as archive:
        archive.writestr("a.jsonl", lines)
    for sent in (
        {"records": [file("all.jsonl", lines)]},
        {"records": [file("x", kept.getvalue())]},
        {"text": lines.decode()},
    ):
        answer = anna.post("/records/new/", sent, follow=True)
        upload = BulkImport.objects.order_by("-pk")[0]
        assert answer.redirect_chain == [(f"/records/bulk/{upload.public_id}/", 302)]
        assert "0 of 3 records are checked." in text_of(answer)
    for pk in upload.batches.values_list("pk", flat=True):
        verify_bulk_batch(batch_pk=pk, now=NOW)
    answer = anna.get(f"/records/bulk/{upload.public_id}/")
    said = text_of(answer)
    assert "All records are checked" in said
    assert "Verified 2 Rejected 0 Not readable 1" in said
    assert "line 3" in said
    fragment = {"X-Fragment": "1", "If-None-Match": answer["ETag"]}
    assert anna.get(f"/records/bulk/{upload.public_id}/", headers=fragment).status_code == 304
    result = anna.get(f"/records/bulk/{upload.public_id}/result/")
    assert [json.loads(line)["state"] for line in result.getvalue().splitlines()] == [
        "verified",
        "verified",
        "malformed",
    ]
    assert "Uploads of many records" in text_of(anna.get("/records/"))


def test_a_bad_upload_of_many_is_refused_in_the_form(anna: Client) -> None:
    answer = anna.post("/records/new/", {"records": [file("x.zip", b"PK\x03\x04 damaged")]})
    assert answer.status_code == 400
    assert "The zip archive cannot be read; it may be damaged." in text_of(answer)
    both = [file("x.zip", b"PK\x03\x04"), file("a.json", as_bytes(legal_record()))]
    answer = anna.post("/records/new/", {"records": both})
    assert "Send a zip or a file of JSON lines by itself." in text_of(answer)
    assert not BulkImport.objects.exists()


def test_an_upload_of_many_is_its_senders_own(anna: Client, client: Client) -> None:
    lines = as_bytes(legal_record(0)) + b"\n" + as_bytes(legal_record(1))
    anna.post("/records/new/", {"records": [file("all.jsonl", lines)]})
    path = f"/records/bulk/{BulkImport.objects.get().public_id}/"
    assert anna.get(f"{path}result/").status_code == 409
    other = Client()
    assert other.get(path).status_code == 302
    other.force_login(make_user("boris"))
    assert other.get(path).status_code == other.get(f"{path}result/").status_code == 404


def test_text_notation_is_taken_as_well(anna: Client) -> None:
    text = write_record_text(legal_record())
    anna.post("/records/new/", {"records": [file("game.txt", text.encode())]})
    anna.post("/records/new/", {"text": text})
    assert set(Record.objects.values_list("content_type", flat=True)) == {"text/plain"}
    submission = Submission.objects.order_by("pk")[0]
    verify_record(record_pk=submission.record_id, now=NOW)
    assert "The game is legal" in text_of(anna.get(f"/records/{submission.public_id}/"))
    assert anna.get(f"/records/{submission.public_id}/original/")["Content-Type"] == "text/plain"


def _send(client: Client, data: bytes | None = None, name: str = "game.json") -> Submission:
    body = as_bytes(legal_record()) if data is None else data
    client.post("/records/new/", {"records": [file(name, body)]})
    return Submission.objects.order_by("-pk")[0]
