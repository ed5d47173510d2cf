"""`/api/v1/matches/<id>/games/<n>/…`."""

import json

import pytest

from games.services import verify_record
from tests.tournaments.api.conftest import code
from tests.tournaments.scene import NOW, Scene, add_arbiter, make_scene, record_bytes
from tournaments import services
from tournaments.models import Report

pytestmark = pytest.mark.django_db
FIGURES = {"tiles": {"left": 17, "right": 12}, "colours": {"left": "red", "right": "blue"}}


def url(scene: Scene, number: int, act: str, game: int = 1) -> str:
    return f"/api/v1/matches/{scene.match(number).pk}/games/{game}/{act}/"


def test_report_and_confirm(api) -> None:
    scene = make_scene(2)
    data = api(scene.player(1)).post(url(scene, 1, "result"), FIGURES).json()
    assert data["state"] == "reported"
    own = api(scene.player(1)).post(url(scene, 1, "confirm"))
    assert (own.status_code, code(own)) == (404, "report_not_found")
    done = api(scene.player(2)).post(url(scene, 1, "confirm"))
    assert (done.status_code, done.json()["winner"]) == (200, "left")
    again = api(scene.player(2)).post(url(scene, 1, "confirm"))
    assert again.status_code == 200
    assert again.json()["version"] == done.json()["version"]


def test_confirming_ones_own_report_by_its_id_is_refused(api) -> None:
    scene = make_scene(2)
    report = scene.report(1, 1)
    answer = api(scene.player(1)).post(url(scene, 1, "confirm"), {"report": report.pk})
    assert (answer.status_code, code(answer)) == (403, "own_report")


def test_an_organiser_enters_what_counts_at_once(api) -> None:
    scene = make_scene(2)
    data = api(scene.owner).post(url(scene, 1, "result"), FIGURES).json()
    assert (data["state"], data["game_list"][0]["signature"]) == ("final", "organiser")


def test_strangers_may_not(api) -> None:
    scene = make_scene(4)
    acts = {"result": FIGURES, "record": {"submission": "x"}, "confirm": {}, "dispute": {"reason": "x"}, "accept": {},
            "refuse": {"reason": "x"}, "time-claim": {"minutes": 20}}  # fmt: skip
    for act, body in acts.items():
        assert api().post(url(scene, 1, act), body).status_code == 401, act
        assert api(scene.player(2)).post(url(scene, 1, act), body).status_code in (403, 404), act
    assert Report.objects.count() == 0


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ({}, "required"),
        ({"tiles": {"left": 17}}, "required"),
        ({"tiles": {"left": 17, "right": None}}, "required"),
        ({"tiles": {"left": -1, "right": 3}}, "bad_tiles"),
        ({"tiles": {"left": 85, "right": 3}}, "bad_tiles"),
        ({"tiles": {"left": 17, "right": "many"}}, "invalid"),
        ({**FIGURES, "colours": {"left": "red", "right": "red"}}, "bad_colours"),
        ({**FIGURES, "colours": {"left": "pink"}}, "invalid_choice"),
        ({**FIGURES, "seconds": {"left": -5, "right": 4}}, "bad_time"),
        ({**FIGURES, "claim_time": True}, "no_penalty"),
        ([1, 2], None),
    ],
)
def test_figures_that_cannot_be(api, body, expected) -> None:
    scene = make_scene(2)
    answer = api(scene.player(1)).post(url(scene, 1, "result"), body)
    assert answer.status_code == 400, answer.json()
    if expected:
        assert code(answer) == expected
    assert Report.objects.count() == 0


def test_bad_json_is_a_clear_400(api) -> None:
    scene = make_scene(2)
    answer = api(scene.player(1)).post(url(scene, 1, "result"), data="{", content_type="application/json")
    assert (answer.status_code, code(answer)) == (400, "parse_error")


@pytest.mark.parametrize(
    ("body", "expected", "told"),
    [
        (b"[" * 100_000, (400, "parse_error"), "nested"),
        (b'{"tiles": ' + b"[" * 900 + b"]" * 900 + b"}", (400, "parse_error"), "column 26"),
        (b'{"tiles": {"left": 20, "left": 10, "right": 5}}', (400, "parse_error"), "tiles.left"),
        (b'{"reason": "' + b"a" * 2_000_000 + b'"}', (413, "body_too_large"), "bytes"),
        ('{"reason": "é"}'.encode("latin-1"), (400, "parse_error"), "UTF-8"),
    ],
)
def test_json_beyond_measure_is_refused_with_its_place(api, body, expected, told) -> None:
    scene = make_scene(2)
    answer = api(scene.player(1)).post(url(scene, 1, "result"), data=body, content_type="application/json")
    assert (answer.status_code, code(answer)) == expected
    assert told in answer.json()["errors"][0]["detail"]


@pytest.mark.parametrize(("game", "expected", "status"), [(0, "bad_game_number", 400), (2, "game_not_due", 409)])
def test_games_that_are_not_due(api, game, expected, status) -> None:
    scene = make_scene(2)
    answer = api(scene.player(1)).post(url(scene, 1, "result", game), FIGURES)
    assert answer.status_code in (status, 400, 409), answer.json()
    assert Report.objects.count() == 0


def test_a_game_with_a_result_is_not_reported_again(api) -> None:
    scene = make_scene(2)
    scene.enter(1)
    answer = api(scene.player(1)).post(url(scene, 1, "result"), FIGURES)
    assert (answer.status_code, code(answer)) == (409, "game_decided")


def test_dispute_and_ruling(api) -> None:
    scene = make_scene(2)
    api(scene.player(1)).post(url(scene, 1, "result"), FIGURES)
    empty = api(scene.player(2)).post(url(scene, 1, "dispute"), {})
    assert (empty.status_code, code(empty)) == (400, "reason_needed")
    other = {"figures": {"tiles": {"left": 12, "right": 17}}}
    data = api(scene.player(2)).post(url(scene, 1, "dispute"), other).json()
    assert data["state"] == "disputed"
    reports = data["game_list"][0]["reports"]
    arbiter = add_arbiter(scene)
    unclear = api(arbiter).post(url(scene, 1, "accept"), {})
    assert (unclear.status_code, code(unclear)) == (409, "which_report")
    assert api(scene.player(1)).post(url(scene, 1, "accept"), {"report": reports[0]["id"]}).status_code == 403
    mine = next(report["id"] for report in reports if report["side"] == "right")
    done = api(arbiter).post(url(scene, 1, "accept"), {"report": mine, "reason": "The sheet says so."}).json()
    assert (done["winner"], done["game_list"][0]["signature"]) == ("right", "arbiter")


def test_refuse_and_withdraw(api) -> None:
    scene = make_scene(2)
    report = scene.report(1, 1)
    arbiter = add_arbiter(scene)
    assert api(arbiter).post(url(scene, 1, "refuse"), {}).status_code == 400
    assert api(arbiter).post(url(scene, 1, "refuse"), {"reason": "Not this match."}).json()["state"] == "to_play"
    report.refresh_from_db()
    assert report.state == "refused"
    scene.report(1, 1)
    other = api(scene.player(2)).post(url(scene, 1, "withdraw"), {})
    assert (other.status_code, code(other)) == (403, "not_your_report")
    assert api(scene.player(1)).post(url(scene, 1, "withdraw"), {}).json()["state"] == "to_play"


def test_a_stale_version_is_refused(api) -> None:
    scene = make_scene(2)
    tag = api().get(f"/api/v1/matches/{scene.match(1).pk}/")["ETag"]
    scene.report(1, 2)
    for stale in (tag, f'"m{scene.match(1).pk}-{"9" * 5000}"'):
        answer = api(scene.player(1)).post(url(scene, 1, "result"), FIGURES, headers={"If-Match": stale})
        assert (answer.status_code, code(answer)) == (412, "stale_version")


def test_time_claim(api) -> None:
    scene = make_scene(2, games_by_round=(3,))
    scene.report(1, 1)
    none = api(scene.player(2)).post(url(scene, 1, "time-claim"), {"minutes": 10})
    assert (none.status_code, code(none)) == (400, "no_penalty")
    data = api(scene.player(2)).post(url(scene, 1, "time-claim"), {"minutes": 16}).json()
    assert data["game_list"][0]["reports"][0]["figures"]["penalties"] == {"left": 2.0, "right": 0.0}
    answer = api(scene.player(1)).delete(url(scene, 1, "time-claim"))
    assert (answer.status_code, code(answer)) == (409, "no_claim")
    data = api(scene.player(2)).delete(url(scene, 1, "time-claim")).json()
    assert data["game_list"][0]["reports"][0]["figures"]["penalties"] == {"left": 0.0, "right": 0.0}


def test_time_ruling(api) -> None:
    scene = make_scene(2, games_by_round=(3,))
    scene.report(1, 1)
    body = {"side": "left", "points": 3.5, "reason": "The clock stood still."}
    assert api(scene.player(2)).post(url(scene, 1, "time-ruling"), body).status_code == 403
    data = api(scene.owner).post(url(scene, 1, "time-ruling"), body).json()
    assert data["game_list"][0]["reports"][0]["figures"]["penalties"] == {"left": 3.5, "right": 0.0}
    data = api(scene.owner).post(url(scene, 1, "time-ruling"), {**body, "points": 0}).json()
    assert data["game_list"][0]["reports"][0]["figures"]["penalties"] == {"left": 0.0, "right": 0.0}
    much = api(scene.owner).post(url(scene, 1, "time-ruling"), {**body, "points": 20.1})
    assert (much.status_code, code(much)) == (400, "bad_penalty")


def checked(report: Report) -> Report:
    """The report once the worker has looked at its record."""
    verify_record(record_pk=report.submission.record_id, now=NOW)
    services.settle_report(now=NOW, report_id=report.pk)
    report.refresh_from_db()
    return report


def test_a_record_becomes_a_report(api) -> None:
    scene = make_scene(2)
    record = json.loads(record_bytes(3))
    colour = record["players"][0]["colour"]
    body = {"record": record, "colours": {"left": colour}}
    answer = api(scene.player(1)).post(url(scene, 1, "record"), body, headers={"Idempotency-Key": "r1"})
    assert answer.status_code == 202
    again = api(scene.player(1)).post(url(scene, 1, "record"), body, headers={"Idempotency-Key": "r1"})
    assert again.status_code == 202
    report = checked(Report.objects.get(side=0))
    assert report.state == "open"
    done = api(scene.player(2)).post(url(scene, 1, "confirm")).json()
    game = done["game_list"][0]
    assert game["record"] == report.submission.public_id
    assert done["winner"] is not None or game["result"]["tp"]["left"] == 10.0


def test_a_record_in_text_and_one_that_is_none(api) -> None:
    scene = make_scene(2)
    client = api(scene.player(1))
    bad = client.post(url(scene, 1, "record"), {"record": {"format": "nonsense"}})
    assert (bad.status_code, code(bad)) == (400, "malformed")
    nothing = client.post(url(scene, 1, "record"), {})
    assert (nothing.status_code, code(nothing)) == (400, "no_record")
    text = client.generic("POST", url(scene, 1, "record"), b"no record at all", content_type="text/plain")
    assert text.status_code == 400
    unknown = client.post(url(scene, 1, "record"), {"submission": "abc"})
    assert (unknown.status_code, code(unknown)) == (404, "submission_not_found")
    assert Report.objects.count() == 0
