"""Reporting, confirming and disputing on pages."""

import json
import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from games.services import verify_record
from tests.tournaments.scene import NOW, RIGHT_WINS, Scene, add_arbiter, make_scene, record_bytes
from tournaments import services
from tournaments.models import GameResult, Report
from tournaments.services import StagePlan

pytestmark = pytest.mark.django_db


def url(scene: Scene, act: str = "", number: int = 1) -> str:
    return f"/events/{scene.event.slug}/matches/{number}/{act}"


def form(scene: Scene, number: int = 1, **values: object) -> dict[str, object]:
    return {"version": scene.match(number).version, **{key.replace("__", "-"): str(v) for key, v in values.items()}}


def text(answer) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", answer.content.decode()))


def test_report_typed_figures(as_actor) -> None:
    scene = make_scene(2)
    client = as_actor(scene.player(1))
    page = client.get(url(scene, "report/"))
    assert "You are on the left." in page.content.decode()
    answer = client.post(
        url(scene, "report/"),
        form(scene, g1__tiles_left=17, g1__tiles_right=12, g1__colour_left="red", g1__colour_right="blue",
             g1__time_left="13.20", g1__time_right="1510"),
    )  # fmt: skip
    assert (answer.status_code, answer["Location"]) == (302, url(scene))
    report = Report.objects.get()
    assert (report.tiles_left, report.tiles_right, report.seconds_left, report.seconds_right) == (17, 12, 800, 910)
    said = text(client.get(url(scene)))
    assert "Player P1 (red) 17 tiles, Player P2 (blue) 12 tiles: 15.0 to 5.0 points." in said
    assert "Counts without an answer from" in said


def test_time_is_claimed_only_when_ticked(as_actor) -> None:
    scene = make_scene(2)
    values = {"g1__tiles_left": 17, "g1__tiles_right": 12, "g1__time_right": "16:10"}
    as_actor(scene.player(1)).post(url(scene, "report/"), form(scene, **values))
    assert " loses " not in text(Client().get(url(scene)))
    as_actor(scene.player(1)).post(url(scene, "report/"), form(scene, **values, g1__claim="on"))
    assert "Player P2 loses 2.0 for time." in text(Client().get(url(scene)))


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({}, "Say how at least one game ended"),
        ({"g1__tiles_left": 17}, "Give the tiles of both players."),
        ({"g1__tiles_left": 99, "g1__tiles_right": 1}, "less than or equal to 84"),
        ({"g1__tiles_left": "many", "g1__tiles_right": 1}, "Enter a whole number"),
        ({"g1__tiles_left": 9, "g1__tiles_right": 1, "g1__time_left": "13:99"}, "minutes and seconds"),
        (
            {"g1__tiles_left": 9, "g1__tiles_right": 1, "g1__colour_left": "red", "g1__colour_right": "red"},
            "same colour",
        ),
        ({"g1__tiles_left": 9, "g1__tiles_right": 1, "g1__claim": "on"}, "Give the opponent"),
        ({"g1__record": "{"}, "Nothing was sent|Please correct"),
    ],
)
def test_bad_input_is_told_and_kept(as_actor, values, message) -> None:
    scene = make_scene(2)
    answer = as_actor(scene.player(1)).post(url(scene, "report/"), form(scene, **values))
    assert answer.status_code == 400
    assert re.search(message, text(answer)), text(answer)
    for name, value in values.items():
        if "tiles" in name:
            assert f'value="{value}"' in answer.content.decode()
    assert Report.objects.count() == 0


def test_a_double_press_reports_once(as_actor) -> None:
    """The second one carries an old version: it is told, shows what stands, and changes nothing."""
    scene = make_scene(2)
    values = form(scene, g1__tiles_left=17, g1__tiles_right=12)
    client = as_actor(scene.player(1))
    assert client.post(url(scene, "report/"), values).status_code == 302
    again = client.post(url(scene, "report/"), values)
    assert again.status_code == 400
    assert "Something was reported or changed meanwhile." in text(again)
    assert "17 tiles" in text(again)  # what stands
    assert 'value="17"' in again.content.decode()  # what was typed
    assert Report.objects.filter(state="open").count() == 1


def test_a_record_fills_the_form(as_actor) -> None:
    scene = make_scene(2)
    record = json.loads(record_bytes(3))
    left, right = (player["colour"] for player in record["players"])
    values = form(scene, g1__record=json.dumps(record), g1__colour_left=left)
    answer = as_actor(scene.player(1)).post(url(scene, "report/"), {**values, "read": "1"})
    html = answer.content.decode()
    assert answer.status_code == 200
    scores = record["result"]["scores"]
    assert re.search(rf'name="g1-tiles_left" value="{scores[left]}"', html)
    assert re.search(rf'name="g1-tiles_right" value="{scores[right]}"', html)
    assert "Verified" in html
    assert 'class="board' in html
    assert Report.objects.count() == 0


def test_a_record_that_breaks_a_rule_shows_where(as_actor) -> None:
    scene = make_scene(2)
    record = json.loads(record_bytes(3))
    record["moves"][4]["rotation"] = (record["moves"][4]["rotation"] + 1) % 6
    answer = as_actor(scene.player(1)).post(
        url(scene, "report/"), {**form(scene, g1__record=json.dumps(record)), "read": "1"}
    )
    said = text(answer)
    assert "Rejected at move" in said
    assert "rule" in said
    assert Report.objects.count() == 0


def test_a_sent_record_that_breaks_a_rule_is_not_said_to_be_confirmable(as_actor) -> None:
    scene = make_scene(2)
    record = json.loads(record_bytes(3))
    colour = record["players"][0]["colour"]
    client = as_actor(scene.player(1))
    broken = json.loads(record_bytes(3))
    broken["moves"][4]["rotation"] = (broken["moves"][4]["rotation"] + 1) % 6
    values = form(scene, g1__record=json.dumps(broken), g1__colour_left=colour)
    said = text(client.post(url(scene, "report/"), values, follow=True))
    assert "The record of game 1 was sent, but it breaks a rule" in said
    assert "can confirm it" not in said
    assert Report.objects.count() == 1

    values = form(scene, g1__record=json.dumps(record), g1__colour_left=colour)
    said = text(client.post(url(scene, "report/"), values, follow=True))
    assert "Player P2 can confirm it or say what is wrong." in said
    assert "breaks a rule" not in said


def test_a_record_without_colours_is_refused_beside_the_colour(as_actor) -> None:
    scene = make_scene(2, stages=[StagePlan("knockout", settings={"games": [2]})])
    records = {f"g{n}__record": record_bytes(n).decode() for n in (1, 2)}
    first = json.loads(records["g1__record"])["players"][0]["colour"]
    values = form(scene, **records, g1__colour_left=first)
    answer = as_actor(scene.player(1)).post(url(scene, "report/"), values)
    assert (answer.status_code, Report.objects.count()) == (400, 0)
    wrong = {card.number: dict(card.errors) for card, _game, _reading in answer.context["cards"] if card.errors}
    assert wrong == {2: {"colour_left": ["Say which colour of the record the left player had."]}}


def test_a_file_is_read_and_kept_for_sending(as_actor) -> None:
    scene = make_scene(2)
    file = SimpleUploadedFile("game.json", record_bytes(3), "application/json")
    answer = as_actor(scene.player(1)).post(url(scene, "report/"), {**form(scene), "g1-file": file, "read": "1"})
    assert "tantrix-record/1" in answer.content.decode()


def test_a_record_becomes_the_report_and_counts_when_confirmed(as_actor) -> None:
    scene = make_scene(2)
    record = json.loads(record_bytes(3))
    colour = record["players"][0]["colour"]
    answer = as_actor(scene.player(1)).post(
        url(scene, "report/"), form(scene, g1__record=json.dumps(record), g1__colour_left=colour)
    )
    assert answer.status_code == 302
    report = Report.objects.get()
    assert "being checked" in text(Client().get(url(scene)))
    verify_record(record_pk=report.submission.record_id, now=NOW)
    services.settle_report(now=NOW, report_id=report.pk)
    page = as_actor(scene.player(2)).get(url(scene, "confirm/"))
    assert f"/g/{report.submission.public_id}/" in page.content.decode()
    done = as_actor(scene.player(2)).post(url(scene, "confirm/"), {**form(scene), "report": report.pk})
    assert done.status_code == 302
    assert GameResult.objects.get().submission_id == report.submission_id
    assert f"/g/{report.submission.public_id}/" in Client().get(url(scene)).content.decode()


def test_a_record_in_conflict_is_shown_to_both_and_the_arbiter(as_actor) -> None:
    scene = make_scene(2)
    record = json.loads(record_bytes(3))
    colour = record["players"][0]["colour"]
    values = form(scene, g1__record=json.dumps(record), g1__colour_left=colour, g1__tiles_left=1, g1__tiles_right=2)
    as_actor(scene.player(1)).post(url(scene, "report/"), values)
    report = Report.objects.get()
    verify_record(record_pk=report.submission.record_id, now=NOW)
    services.settle_report(now=NOW, report_id=report.pk)
    arbiter = add_arbiter(scene)
    for actor in (scene.player(1), scene.player(2), arbiter):
        said = text(as_actor(actor).get(url(scene)))
        assert "The record ends otherwise than the figures typed: 1 to 2 were typed." in said
    assert "Rule on this report" in text(as_actor(arbiter).get(url(scene)))
    assert "Rule on this report" not in text(as_actor(scene.player(2)).get(url(scene)))
    assert scene.match(1).state == "open"
    accepted = as_actor(arbiter).post(url(scene, "accept/"), {**form(scene), "report": report.pk})
    assert accepted.status_code == 302
    assert GameResult.objects.count() == 1


def test_confirm_and_confirm_again(as_actor) -> None:
    scene = make_scene(2)
    report = scene.report(1, 1)
    client = as_actor(scene.player(2))
    values = {**form(scene), "report": report.pk}
    assert "Player P1 50 tiles, Player P2 10 tiles: 20.0 to 0.0 points." in text(client.get(url(scene, "confirm/")))
    assert client.post(url(scene, "confirm/"), values).status_code == 302
    version = scene.match(1).version
    again = client.post(url(scene, "confirm/"), values)
    assert again.status_code == 302
    assert scene.match(1).version == version
    assert GameResult.objects.count() == 1
    assert "Final" in text(client.get(url(scene)))


def test_confirming_all_games_or_none(as_actor) -> None:
    scene = make_scene(2, games_by_round=(3,))
    first, second = scene.report(1, 1, game=1), scene.report(1, 1, game=2)
    other = scene.report(1, 1, RIGHT_WINS, game=3)
    services.withdraw_report(actor=scene.player(1), now=NOW, report_id=other.pk)
    client = as_actor(scene.player(2))
    bad = client.post(url(scene, "confirm/"), {**form(scene), "report": [first.pk, second.pk, other.pk]})
    assert bad.status_code == 409
    assert GameResult.objects.count() == 0
    good = client.post(url(scene, "confirm/"), {**form(scene), "report": [first.pk, second.pk]})
    assert good.status_code == 302
    assert GameResult.objects.count() == 2
    assert scene.winner(1) == 1  # 40 of 60 points are enough


def test_a_report_changed_meanwhile_is_not_confirmed(as_actor) -> None:
    scene = make_scene(2)
    report = scene.report(1, 1)
    seen = {**form(scene), "report": report.pk}
    scene.report(1, 1, RIGHT_WINS)
    answer = as_actor(scene.player(2)).post(url(scene, "confirm/"), seen)
    assert answer.status_code == 409
    assert "10 tiles, Player P2 50 tiles" in text(answer)
    assert GameResult.objects.count() == 0


def test_only_reports_of_the_match_are_confirmed(as_actor) -> None:
    scene = make_scene(4)
    mine, foreign = scene.report(1, 1), scene.report(2, 2)
    answer = as_actor(scene.player(4)).post(url(scene, "confirm/"), {**form(scene), "report": foreign.pk})
    assert answer.status_code == 409
    assert not Report.objects.filter(pk__in=[mine.pk, foreign.pk], state="confirmed").exists()


def test_dispute_opens_with_the_opponents_figures(as_actor) -> None:
    scene = make_scene(2)
    scene.report(1, 1)
    client = as_actor(scene.player(2))
    html = client.get(url(scene, "dispute/?game=1")).content.decode()
    assert 'name="g1-tiles_left" value="50"' in html
    same = client.post(url(scene, "dispute/"), {**form(scene, g1__tiles_left=50, g1__tiles_right=10), "game": "1"})
    assert same.status_code == 400
    assert "Change what is wrong" in text(same)
    answer = client.post(
        url(scene, "dispute/"),
        {**form(scene, g1__tiles_left=50, g1__tiles_right=49), "game": "1", "reason": "Tisztán láttam: 49"},
    )
    assert answer.status_code == 302
    said = text(Client().get(url(scene)))
    assert said.count("Disputed") >= 2
    assert "Tisztán láttam: 49" in said


def test_dispute_with_words_alone(as_actor) -> None:
    scene = make_scene(2)
    scene.report(1, 1)
    answer = as_actor(scene.player(2)).post(
        url(scene, "dispute/"),
        {**form(scene, g1__tiles_left=50, g1__tiles_right=10), "game": "1", "reason": "Not played."},
    )
    assert answer.status_code == 302
    assert Report.objects.get().state == "disputed"


def test_taking_a_report_back(as_actor) -> None:
    scene = make_scene(2)
    report = scene.report(1, 1)
    foreign = as_actor(scene.player(2)).post(url(scene, "withdraw-report/"), {"report": report.pk})
    assert foreign.status_code == 403
    assert as_actor(scene.player(1)).post(url(scene, "withdraw-report/"), {"report": report.pk}).status_code == 302
    again = as_actor(scene.player(1)).post(url(scene, "withdraw-report/"), {"report": report.pk}, follow=True)
    assert "answered already" in text(again)
    assert as_actor(scene.player(1)).post(url(scene, "withdraw-report/"), {"report": "x"}).status_code == 404


def test_ruling_needs_a_reason_to_refuse(as_actor) -> None:
    scene = make_scene(2)
    report = scene.report(1, 1)
    arbiter = add_arbiter(scene)
    client = as_actor(arbiter)
    bad = client.post(url(scene, "refuse/"), {**form(scene), "report": report.pk}, follow=True)
    assert "Say why" in text(bad)
    assert client.post(url(scene, "refuse/"), {**form(scene), "report": report.pk, "reason": "No."}).status_code == 302
    report.refresh_from_db()
    assert report.state == "refused"
    assert as_actor(scene.player(1)).post(url(scene, "accept/"), {"report": report.pk}).status_code == 403


def test_unicode_names_everywhere(as_actor) -> None:
    scene = make_scene(2)
    name = "Łukasz “Ż” O’Brien-Müller & Анна <b>"
    scene.entries[0].name = name
    scene.entries[0].save()
    scene.report(1, 1)
    for path in ("", "report/"):
        html = as_actor(scene.player(1)).get(url(scene, path)).content.decode()
        assert "Łukasz “Ż” O’Brien-Müller &amp; Анна &lt;b&gt;" in html
        assert "<b>Ан" not in html


def test_nothing_to_report_or_confirm_leads_back(as_actor) -> None:
    scene = make_scene(2)
    scene.enter(1)
    for path in ("report/", "confirm/", "dispute/"):
        answer = as_actor(scene.player(1)).get(url(scene, path))
        assert (answer.status_code, answer["Location"]) == (302, url(scene))


def test_reporting_before_the_start(as_actor) -> None:
    scene = make_scene(2, start=False)
    services.make_draw(actor=scene.owner, now=NOW, event_id=scene.event.pk)
    assert as_actor(scene.player(1)).get(url(scene, "report/")).status_code == 302
    assert Client().get(url(scene)).status_code == 200


def test_time_claims_on_the_match_page(as_actor) -> None:
    scene = make_scene(2)
    scene.report(1, 1)
    late = as_actor(scene.player(2)).post(url(scene, "claim-time/"), {"game": 1, "minutes": 10}, follow=True)
    assert "There is a penalty from 15 minutes on." in text(late)
    assert as_actor(scene.player(2)).post(url(scene, "claim-time/"), {"game": 9, "minutes": 20}).status_code == 404
    assert as_actor(scene.player(1)).post(url(scene, "withdraw-claim/"), {"game": 1}, follow=True).status_code == 200
