"""`/api/v1/records/bulk/`: many records in one request."""

import io
import json
import zipfile

import pytest
from rest_framework.test import APIClient

from games.models import BulkBatch, BulkImport, Record, Submission
from games.services import verify_bulk_batch
from tests.games.api.test_records import problem
from tests.games.samples import NOW, as_bytes, illegal_record, make_user, varied

pytestmark = pytest.mark.django_db
URL = "/api/v1/records/bulk/"


@pytest.fixture
def anna() -> APIClient:
    client = APIClient()
    client.force_authenticate(make_user("anna"))
    return client


def post(client: APIClient, data: bytes, content_type: str = "application/jsonl", **headers: str):
    return client.post(URL, data, content_type=content_type, headers=headers)


def work_off() -> None:
    for pk in BulkBatch.objects.values_list("pk", flat=True):
        verify_bulk_batch(batch_pk=pk, now=NOW)


def test_json_lines_from_upload_to_result(anna) -> None:
    bad, _ = illegal_record()
    answer = post(anna, b"\n".join([varied(0), b"{oh}", as_bytes(bad)]))
    assert answer.status_code == 202
    body = answer.json()
    assert answer["Location"] == body["url"] == f"http://testserver{URL}{body['id']}/"
    assert (body["state"], body["rows"], body["done"]) == ("pending", 3, 0)
    early = anna.get(body["result"])
    assert problem(early) == (409, "bulk_not_finished", None)

    pending = anna.get(body["url"])
    assert pending["Retry-After"] == "1"
    same = anna.get(body["url"], headers={"If-None-Match": pending["ETag"]})
    assert (same.status_code, same["Retry-After"]) == (304, "1")
    work_off()
    done = anna.get(body["url"], headers={"If-None-Match": pending["ETag"]})
    assert done.status_code == 200
    assert "Retry-After" not in done
    told = done.json()
    assert (told["state"], told["done"], told["verified"], told["rejected"], told["malformed"]) == ("done", 3, 1, 1, 1)
    assert told["finished_at"] == "2026-05-02T10:00:00Z"

    answer = anna.get(body["result"], headers={"Accept": "*/*"})
    assert answer["Content-Type"] == "application/jsonl"
    rows = [json.loads(line) for line in answer.getvalue().splitlines()]
    assert [(row["row"], row["state"], row["code"]) for row in rows] == [
        (0, "verified", None),
        (1, "malformed", "malformed"),
        (2, "rejected", "colour_mismatch"),
    ]
    record = anna.get(f"/api/v1/records/{rows[2]['id']}/").json()
    assert record["verdict"]["code"] == "colour_mismatch"
    assert len(anna.get("/api/v1/records/").json()["results"]) == 2


def test_a_zip(anna) -> None:
    kept = io.BytesIO()
    with zipfile.ZipFile(kept, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("round 1/a.json", varied(0))
        archive.writestr("b.jsonl", varied(1) + b"\n" + varied(2))
    body = post(anna, kept.getvalue(), "application/zip").json()
    assert body["rows"] == 3
    work_off()
    names = Submission.objects.order_by("bulk_row").values_list("filename", flat=True)
    assert list(names) == ["round 1/a.json", "b.jsonl:1", "b.jsonl:2"]


@pytest.mark.parametrize(
    ("data", "content_type", "expected"),
    [
        (b"[{}]", "application/jsonl", (400, "json_array", None)),
        (b"[{}]", "application/json", (400, "json_array", None)),
        (b"", "application/jsonl", (400, "empty_upload", None)),
        (b"", "application/zip", (400, "bad_zip", None)),
        (b"PK\x03\x04", "application/zip", (400, "bad_zip", None)),
        (b"{\n}", "application/x-ndjson", (400, "not_json_lines", None)),
        (b"{}\n" * 10_001, "application/jsonl", (413, "too_many_records", None)),
        (b"x", "text/csv", (415, "unsupported_media_type", None)),
        (b"x", "multipart/form-data; boundary=x", (415, "unsupported_media_type", None)),
    ],
)
def test_refused_as_a_whole(anna, data: bytes, content_type: str, expected: tuple) -> None:
    assert problem(post(anna, data, content_type)) == expected
    assert not BulkImport.objects.exists()


def test_lines_of_every_kind_are_no_failure(anna) -> None:
    lines = [
        b"\x00", b"\xff\xfe", b'{"a": NaN}', b"9" * 5000, b'{"a": ' + b"[" * 30_000, b'"\\ud800"', b'{"a": 1, "a": 2}',
        as_bytes({"format": "tantrix-record/1", "players": None, "moves": []}), varied(0).replace(b'"A"', b'"\\u0000"'),
    ]  # fmt: skip
    body = post(anna, b"\n".join(lines)).json()
    work_off()
    rows = [json.loads(line) for line in anna.get(body["result"]).getvalue().splitlines()]
    assert [row["state"] for row in rows] == ["malformed"] * 8 + ["verified"]
    assert Record.objects.count() == 1


def test_a_repeated_request(anna) -> None:
    first = post(anna, varied(0), **{"Idempotency-Key": "k"})
    assert post(anna, varied(0), **{"Idempotency-Key": "k"})["Location"] == first["Location"]
    again = post(anna, varied(1), **{"Idempotency-Key": "k"})
    assert problem(again) == (422, "idempotency_key_reused", "Idempotency-Key")


def test_not_for_others(anna) -> None:
    body = post(anna, varied(0)).json()
    boris = APIClient()
    boris.force_authenticate(make_user("boris"))
    for address in (body["url"], body["result"]):
        assert problem(boris.get(address)) == (404, "bulk_import_not_found", None)
        assert APIClient().get(address).status_code == 401
    assert boris.get(URL).json()["results"] == []
    assert problem(post(APIClient(), varied(0))) == (401, "not_authenticated", None)
    assert problem(anna.delete(body["url"])) == (405, "method_not_allowed", None)


@pytest.mark.parametrize("rows", [1, 3])
def test_the_list_needs_one_query(anna, rows: int, django_assert_num_queries) -> None:
    sent = [post(anna, varied(index)).json()["id"] for index in range(rows)]
    with django_assert_num_queries(1):
        found = anna.get(URL).json()["results"]
    assert [row["id"] for row in found] == sent[::-1]


def test_too_many_uploads(anna, monkeypatch) -> None:
    from rest_framework.throttling import ScopedRateThrottle

    monkeypatch.setitem(ScopedRateThrottle.THROTTLE_RATES, "bulk", "1/hour")
    assert [post(anna, varied(0)).status_code for _ in range(2)] == [202, 429]
