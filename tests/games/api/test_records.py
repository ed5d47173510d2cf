"""`/api/v1/records/`: sending, asking, listing, fetching; every documented failure."""

import json
import time

import pytest
from rest_framework.test import APIClient

from games.engine import write_record_text
from games.models import Record, Submission, Visibility
from games.services import MAX_RECORD_BYTES, set_visibility, verify_record
from players.actors import account_actor
from players.models import ApiToken
from tests.games.samples import NOW, as_bytes, illegal_record, legal_record, make_actor, make_user, submit
from tests.worker import sending_to

pytestmark = pytest.mark.django_db
URL = "/api/v1/records/"


@pytest.fixture
def anna() -> APIClient:
    client = APIClient()
    client.force_authenticate(make_user("anna"))
    return client


def post(client: APIClient, data: bytes | None = None, content_type: str = "application/json", **headers: str):
    body = as_bytes(legal_record()) if data is None else data
    return client.post(URL, body, content_type=content_type, headers=headers)


def problem(answer) -> tuple[int, str, str | None]:
    body = answer.json()
    assert set(body) == {"type", "errors"}
    (error,) = body["errors"]
    assert error["detail"]
    return answer.status_code, error["code"], error["attr"]


def test_a_record_is_taken_and_judged(anna) -> None:
    data = b" " + as_bytes(legal_record())
    answer = post(anna, data)
    assert answer.status_code == 202
    body = answer.json()
    assert answer["Location"] == body["url"] == f"http://testserver{URL}{body['id']}/"
    assert (body["state"], body["verdict"], body["complete"], body["size"]) == ("pending", None, None, len(data))
    assert answer["Retry-After"] == "1"
    record = Record.objects.get()
    assert bytes(record.raw) == data

    verify_record(record_pk=record.pk, now=NOW)
    told = anna.get(answer["Location"])
    assert told.status_code == 200
    assert "Retry-After" not in told
    body = told.json()
    assert (body["state"], body["complete"], body["verdict"]["ok"]) == ("verified", True, True)
    assert body["scores"] == body["verdict"]["scores"] == legal_record()["result"]["scores"]
    assert "template" not in body["verdict"]


def test_a_rejection_has_the_whole_verdict(anna) -> None:
    record, expect = illegal_record("restriction_1")
    answer = post(anna, as_bytes(record))
    verify_record(record_pk=Record.objects.get().pk, now=NOW)
    verdict = anna.get(answer["Location"]).json()["verdict"]
    assert (verdict["code"], verdict["index"], verdict["rule"]) == ("restriction_1", expect["index"], 20)
    assert verdict["message"].endswith(".")


def test_nothing_changes_while_nothing_changes(anna) -> None:
    address = post(anna)["Location"]
    first = anna.get(address)
    assert first["ETag"]
    assert "private" in first["Cache-Control"]
    again = anna.get(address, headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content, again["Retry-After"]) == (304, b"", "1")
    verify_record(record_pk=Record.objects.get().pk, now=NOW)
    later = anna.get(address, headers={"If-None-Match": first["ETag"]})
    assert (later.status_code, later.json()["state"]) == (200, "verified")


def test_a_token_is_enough() -> None:
    _, secret = ApiToken.objects.create(user=make_user(), name="program")
    client = APIClient(enforce_csrf_checks=True)
    answer = client.post(
        URL, as_bytes(legal_record()), content_type="application/json", headers={"Authorization": f"Token {secret}"}
    )
    assert answer.status_code == 202
    assert Submission.objects.get().via == "token"


def test_a_session_needs_its_csrf_token() -> None:
    client = APIClient(enforce_csrf_checks=True)
    client.force_login(make_user())
    assert problem(post(client)) == (403, "permission_denied", None)
    assert not Submission.objects.exists()


def test_nobody_may_send_or_list() -> None:
    assert problem(post(APIClient())) == (401, "not_authenticated", None)
    assert problem(APIClient().get(URL)) == (401, "not_authenticated", None)
    wrong = APIClient().get(URL, headers={"Authorization": "Token wrong"})
    assert problem(wrong) == (401, "authentication_failed", None)


NESTED = b'{"a": ' + b"[" * 20_000 + b"]" * 20_000 + b"}"


@pytest.mark.parametrize(
    ("data", "attr"),
    [
        (b"", "line 1, column 1"),
        (b"   ", "line 1, column 4"),
        (b"not json", "line 1, column 1"),
        (b'{"format": "tantrix-record/1"', "line 1, column 30"),
        (b"null", None),
        (b"[1]", None),
        (b'"text"', None),
        (b"\xff", "byte 0"),
        (b"\xef\xbb\xbf", "line 1, column 1"),
        (b"\x00", "line 1, column 1"),
        (b'{"format": "\xed\xa0\x80"}', "byte 12"),
        (b'{"format": "\\ud800"}', "format"),
        (b'{"format": "a\\u0000b"}', "format"),
        (b'{"a": NaN}', "a"),
        (b'{"a": -Infinity}', "a"),
        (b'{"a": 1e999}', "a"),
        (b'{"a": ' + b"9" * 60_000 + b"}", "a"),
        (NESTED, "line 1, column 22"),
        (b'{"format": 1, "format": 2}', "format"),
        (b'{"format": "tantrix-record/9"}', "format"),
        (as_bytes({**legal_record(), "players": []}).replace(b'"players": []', b'"players": [1, 2]'), "players[0]"),
        (as_bytes({**legal_record(), "moves": [[]]}), "moves[0]"),
        (as_bytes({**legal_record(), "moves": [{"player": True}]}), "moves[0].player"),
        (as_bytes({**legal_record(), "date": 5}), "date"),
        (as_bytes({**legal_record(), "result": []}), "result"),
    ],
)
def test_malformed_bodies_are_refused_naming_the_place(anna, data: bytes, attr: str | None) -> None:
    assert problem(post(anna, data)) == (400, "malformed", attr)
    assert not Record.objects.exists()


@pytest.mark.parametrize(
    "key", ["\\ud800", "\\u0000", "%(place)s%d", "<b>", "\\u202e", "k" * 60_000, "players[0].hand", "é🙂"]
)
@pytest.mark.parametrize("value", ["NaN", '1, "x": "\\ud800"', "[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]"])
def test_odd_keys_do_no_harm_where_the_place_is_named(anna, key: str, value: str) -> None:
    answer = post(anna, f'{{"{key}": {value}}}'.encode())
    assert problem(answer)[:2] == (400, "malformed")
    assert len(answer.content) < 1000


def test_texts_of_every_kind_are_no_failure(anna) -> None:
    record = legal_record()
    record["players"][0]["name"] = "\x00\u202e🙂"
    record["event"] = "x" * 30_000
    record["anything"] = {"deeply": [[[[{"nested": 10**300}]]]]}
    record["moves"][3]["q"] = 10**300
    answer = post(anna, as_bytes(record))
    assert answer.status_code == 202
    verify_record(record_pk=Record.objects.get().pk, now=NOW)
    body = anna.get(answer["Location"]).json()
    assert (body["state"], body["verdict"]["code"]) == ("rejected", "not_adjacent")


@pytest.mark.parametrize("extra", [-1, 0])
def test_the_limit_is_64_kb(anna, extra: int) -> None:
    data = as_bytes(legal_record())
    assert post(anna, data + b" " * (MAX_RECORD_BYTES + extra - len(data))).status_code == 202


@pytest.mark.parametrize("extra", [1, 1_000_000])
def test_more_is_refused(anna, extra: int) -> None:
    answer = post(anna, b"x" * (MAX_RECORD_BYTES + extra))
    assert problem(answer) == (413, "record_too_large", None)


@pytest.mark.parametrize(
    "content_type", ["text/html", "multipart/form-data; boundary=x", "application/x-www-form-urlencoded", "x"]
)
def test_other_types_are_refused(anna, content_type: str) -> None:
    assert problem(post(anna, b"a=1", content_type)) == (415, "unsupported_media_type", None)


def test_text_notation(anna) -> None:
    text = b"\xef\xbb\xbf" + write_record_text(legal_record()).replace("\n", "\r\n").encode()
    answer = post(anna, text, "text/plain; charset=utf-8")
    assert (answer.status_code, answer.json()["content_type"]) == (202, "text/plain")
    record = verify_record(record_pk=Record.objects.get().pk, now=NOW)
    assert (record.state, bytes(record.raw)) == ("verified", text)
    same_game = post(anna)
    verify_record(record_pk=Submission.objects.get(public_id=same_game.json()["id"]).record_id, now=NOW)
    assert Record.objects.filter(game_key=record.game_key).count() == 2
    refused = post(anna, b'[Event "x"]\n1. oh', "text/plain")
    assert problem(refused)[:2] == (400, "malformed")
    assert problem(refused)[2].startswith("line 2")


def test_charset_and_case_of_the_type_do_not_matter(anna) -> None:
    assert post(anna, content_type="Application/JSON; charset=utf-8").status_code == 202


def test_answers_are_json_only(anna) -> None:
    address = post(anna)["Location"]
    assert problem(anna.get(address, headers={"Accept": "text/html"})) == (406, "not_acceptable", None)


def test_methods(anna) -> None:
    address = post(anna)["Location"]
    for answer in (anna.delete(address), anna.put(address, {}), anna.delete(URL)):
        assert problem(answer) == (405, "method_not_allowed", None)


@pytest.mark.parametrize("public_id", ["nothing-here", "%00", "é", "x" * 400])
def test_unknown_addresses(anna, public_id: str) -> None:
    assert anna.get(f"{URL}{public_id}/").status_code in {400, 404}


def test_repeated_requests(anna) -> None:
    first = post(anna, **{"Idempotency-Key": "k1"})
    second = post(anna, **{"Idempotency-Key": "k1"})
    assert second.status_code == 202
    assert second["Location"] == first["Location"]
    other = post(anna, as_bytes(legal_record(1)), **{"Idempotency-Key": "k1"})
    assert problem(other) == (422, "idempotency_key_reused", "Idempotency-Key")
    bad = post(anna, **{"Idempotency-Key": "two words"})
    assert problem(bad) == (400, "bad_idempotency_key", "Idempotency-Key")
    assert Submission.objects.count() == 1


def test_the_same_content_from_another_has_its_verdict_at_once(anna) -> None:
    first = submit(make_actor("boris"), filename="secret.json")
    verify_record(record_pk=first.record_id, now=NOW)
    body = post(anna).json()
    assert body["state"] == "verified"
    assert body["id"] != first.public_id
    assert body["filename"] == ""


@pytest.mark.parametrize(
    ("visibility", "status"), [(Visibility.PRIVATE, 404), (Visibility.LINK, 200), (Visibility.PUBLIC, 200)]
)
def test_what_others_may_see(anna, visibility: Visibility, status: int) -> None:
    theirs = submit(make_actor("boris"), filename="secret.json")
    set_visibility(submission_pks=[theirs.pk], visibility=visibility)
    for client in (anna, APIClient()):
        answer = client.get(f"{URL}{theirs.public_id}/")
        assert answer.status_code == status
        if status == 200:
            assert (answer.json()["filename"], answer.json()["original"]) == (None, None)
        else:
            assert problem(answer)[1] == "submission_not_found"
    assert problem(anna.get(f"{URL}{theirs.public_id}/original/")) == (404, "submission_not_found", None)
    assert APIClient().get(f"{URL}{theirs.public_id}/original/").status_code == 401


def test_the_staff_sees_everything() -> None:
    theirs = submit(make_actor("boris"), filename="game.json")
    staff = APIClient()
    staff.force_authenticate(make_user("root", is_staff=True))
    assert staff.get(f"{URL}{theirs.public_id}/").json()["filename"] == "game.json"
    assert staff.get(f"{URL}{theirs.public_id}/original/").status_code == 200


def test_the_original_comes_back_byte_for_byte(anna) -> None:
    data = b"\xef\xbb\xbf\n" + as_bytes(legal_record()) + b"\r\n"
    body = post(anna, data).json()
    answer = anna.get(body["original"], headers={"Accept": "text/html,*/*"})
    assert (answer.status_code, answer.content, answer["Content-Type"]) == (200, data, "application/json")
    assert answer["Content-Disposition"] == f'attachment; filename="{body["id"]}.json"'


def test_the_list_is_mine_newest_first_page_by_page(anna) -> None:
    sent = [post(anna, as_bytes(legal_record(index))).json()["id"] for index in range(5)]
    submit(make_actor("boris"))
    seen, address = [], f"{URL}?page_size=2"
    while address:
        body = anna.get(address).json()
        seen += [row["id"] for row in body["results"]]
        address = body["next"]
    assert seen == sent[::-1]
    assert "verdict" not in body["results"][0]


def test_the_list_by_state(anna) -> None:
    post(anna)
    other = post(anna, as_bytes(legal_record(1))).json()["id"]
    verify_record(record_pk=Submission.objects.get(public_id=other).record_id, now=NOW)
    found = anna.get(f"{URL}?state=verified").json()["results"]
    assert [row["id"] for row in found] == [other]
    assert problem(anna.get(f"{URL}?state=odd"))[:2] == (400, "invalid_choice")
    assert problem(anna.get(f"{URL}?cursor=odd"))[0] == 404


@pytest.mark.parametrize("rows", [1, 3])
def test_the_list_needs_one_query(anna, rows: int, django_assert_num_queries) -> None:
    for index in range(rows):
        post(anna, as_bytes(legal_record(index)))
    with django_assert_num_queries(1):
        assert len(anna.get(URL).json()["results"]) == rows


def test_the_detail_needs_one_query(anna, django_assert_num_queries) -> None:
    address = post(anna)["Location"]
    with django_assert_num_queries(1):
        anna.get(address)


def test_too_many_requests(anna, monkeypatch) -> None:
    from rest_framework.throttling import ScopedRateThrottle

    monkeypatch.setitem(ScopedRateThrottle.THROTTLE_RATES, "records", "2/min")
    assert [post(anna).status_code for _ in range(3)] == [202, 202, 429]
    refused = post(anna)
    assert problem(refused) == (429, "throttled", None)
    assert 0 < int(refused["Retry-After"]) <= 60
    assert anna.get(URL).status_code == 200  # reading is free


@pytest.mark.django_db(transaction=True)
def test_broker_and_cache_away(anna, settings) -> None:
    """Neither can be reached: the record is stored and answered for all the same, without delay."""
    nowhere = "redis://127.0.0.1:1/0"
    settings.CACHES = {"default": {**settings.CACHES["default"], "LOCATION": nowhere}}
    started = time.monotonic()
    with sending_to(nowhere):
        answer = post(anna)
    assert answer.status_code == 202
    assert time.monotonic() - started < 5
    assert Record.objects.get().is_pending


def test_the_schema_of_the_format() -> None:
    import jsonschema

    answer = APIClient().get("/api/v1/schemas/tantrix-record-1.json")
    assert answer.status_code == 200
    assert answer["Content-Type"] == "application/schema+json"
    schema = json.loads(answer.content)
    validator = jsonschema.validators.validator_for(schema)(schema)
    assert list(validator.iter_errors(legal_record())) == []
    assert list(validator.iter_errors({**legal_record(), "moves": 3}))


def test_staff_actor_is_no_special_sender() -> None:
    root = account_actor(make_user("root", is_staff=True))
    assert submit(root).sender == root.user
