"""The page of a game, its picture, its record, the page to embed; all without a browser."""

import gzip
import json
import re
from collections.abc import Iterator
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from django.test import Client
from django.urls import reverse

from games.engine.notation import read_record_text, write_record_text
from games.engine.replay import position
from games.models import ContentType, Submission, Visibility
from games.selectors import captions
from games.selectors.captions import Caption, Crumb
from games.services import set_visibility, verify_record
from players.models import ActionLog
from tests.games.samples import LATER, as_bytes, illegal_record, legal_record, make_actor, make_user, submit

pytestmark = pytest.mark.django_db
RECORD = legal_record(1)


def shown(
    record: dict[str, Any] | None = None, *, visibility: str = Visibility.PUBLIC, check: bool = True
) -> Submission:
    submission = submit(make_actor("sender"), as_bytes(record or RECORD))
    if check:
        verify_record(record_pk=submission.record_id, now=LATER)
    set_visibility(submission_pks=[submission.pk], visibility=Visibility(visibility))
    submission.refresh_from_db()
    return submission


def get(client: Client, submission: Submission, query: str = "", page: str = "replay") -> Any:
    return client.get(reverse(f"games:{page}", args=[submission.public_id]) + query)


@pytest.fixture
def _caption() -> Iterator[None]:
    def provider(submission: Submission) -> Caption:
        return Caption(("Zoë <b>", "Ümit"), (Crumb("Open", "/events/open/"), Crumb("Game 1")), ("/players/zoe/", ""))

    captions.register_captions(provider)
    yield
    captions._providers.remove(provider)


def test_the_page_shows_the_end_unless_a_move_is_asked_for(client: Client) -> None:
    submission = shown()
    end = get(client, submission).content.decode()
    assert "Move 56 of 56" in end
    assert f'value="{len(RECORD["moves"])}"' in end
    middle = get(client, submission, "?ply=30").content.decode()
    move = RECORD["moves"][29]
    assert f"plays tile {move['tile']}" in middle
    assert middle.count('<use href="#Hb" class="off"') == 26
    assert 'href="?ply=29"' in middle
    assert 'href="?ply=31"' in middle


@pytest.mark.parametrize(
    ("asked", "expected"), [("0", 0), ("999", 56), ("-1", 56), ("x", 56), ("", 56), ("٣", 56), ("9" * 30, 56)]
)
def test_move_numbers_are_kept_within_the_game(client: Client, asked: str, expected: int) -> None:
    response = get(client, shown(), f"?ply={asked}")
    assert response.status_code == 200
    assert response.context["page"].ply == expected


@pytest.mark.parametrize("ply", [0, 13, 30, 56])
def test_scores_hands_and_bag_are_those_of_the_engine(client: Client, ply: int) -> None:
    page = get(client, shown(), f"?ply={ply}").context["page"]
    game = position(RECORD, ply)
    assert page.bag == len(game.bag)
    for panel in page.panels:
        assert panel.score == game.scores()[panel.colour.value]
        tiles = {
            int(text)
            for place in panel.places
            for tile in place
            if not tile.css
            for text in re.findall(r'label="(\d+)"', tile.text)
        }
        assert tiles == set(game.players[panel.seat].hand)


def test_the_page_is_complete_without_a_script(client: Client) -> None:
    html = get(client, shown(), "?ply=12&marks=0&line=blue").content.decode()
    assert 'class="replay no-marks"' in html
    assert 'data-line="B"' in html
    assert 'href="?ply=13&amp;marks=0&amp;line=blue"' in html
    assert html.count("data-move=") == 56
    assert "Board as text" in html
    assert not re.search(r"<[^>]+ (style|onclick)=", html)


def test_the_cookie_remembers_switches_and_the_address_wins(client: Client) -> None:
    submission = shown()
    client.cookies["board"] = "marks0.letters1.nonsense"
    assert 'class="replay no-marks letters"' in get(client, submission).content.decode()
    assert 'class="replay letters"' in get(client, submission, "?marks=1").content.decode()


@pytest.mark.usefixtures("_caption")
def test_display_names_are_shown_and_typed_names_never(client: Client) -> None:
    record = legal_record(1)
    for player, name in zip(record["players"], ("Typed One", "Typed Two"), strict=True):
        player["name"] = name
    record["event"] = "Typed Event"
    submission = shown(record)
    html = get(client, submission, "?ply=1").content.decode()
    assert "Zoë &lt;b&gt; plays tile" in html
    assert 'href="/players/zoe/"' in html
    assert 'href="/events/open/"' in html
    for page in ("replay", "embed", "record_json", "board"):
        assert "Typed" not in get(client, submission, page=page).content.decode()
    assert json.loads(get(client, submission, page="record_json").content)["players"][0]["name"] == "Zoë <b>"


def test_without_names_players_go_by_their_colour(client: Client) -> None:
    page = get(client, shown()).context["page"]
    assert {panel.name for panel in page.panels} == {player["colour"].capitalize() for player in RECORD["players"]}


def test_a_public_record_is_the_same_game(client: Client) -> None:
    submission = shown()
    record = json.loads(get(client, submission, page="record_json").content)
    assert [move["tile"] for move in record["moves"]] == [move["tile"] for move in RECORD["moves"]]
    assert list(position(record).board) == list(position(RECORD).board)


def test_what_is_private_is_not_found_by_others(client: Client) -> None:
    submission = shown(visibility=Visibility.PRIVATE)
    for page in ("replay", "embed", "record_json", "board"):
        assert get(client, submission, page=page).status_code == 404
    client.force_login(submission.sender)
    assert get(client, submission).status_code == 200
    assert get(client, submission, page="embed").status_code == 404
    assert "private" in get(client, submission, page="board")["Cache-Control"]


def test_what_may_be_seen_by_its_address_only_is_kept_out_of_search_engines(client: Client) -> None:
    assert get(client, shown(visibility=Visibility.LINK))["X-Robots-Tag"] == "noindex"


def test_while_a_record_waits_the_page_says_so(client: Client) -> None:
    html = get(client, shown(check=False)).content.decode()
    assert "waits to be checked" in html
    assert '<svg id="board"' not in html


@pytest.mark.parametrize(
    "code", ["colour_mismatch", "restriction_1", "restriction_3", "occupied", "forced_space_skipped"]
)
def test_an_illegal_record_is_shown_up_to_its_fault_with_the_place_marked(client: Client, code: str) -> None:
    record, _ = illegal_record(code)
    response = get(client, shown(record))
    html = response.content.decode()
    verdict = response.context["verdict"]
    assert f"Rejected at move {verdict['index'] + 1}." in html
    assert verdict["message"].split(",")[0][:30] in html
    assert f"<code>{verdict['code']}</code>" in html
    assert response.context["page"].last == verdict["index"]
    assert f'data-ply="{verdict["index"]}-{verdict["index"]}"' in html
    assert 'href="#Hx"' in html


@pytest.mark.parametrize("code", ["bad_hand", "score_mismatch", "incomplete"])
def test_faults_without_a_place_have_no_mark(client: Client, code: str) -> None:
    record, _ = illegal_record(code)
    response = get(client, shown(record))
    assert response.status_code == 200
    assert 'id="Hx"' not in response.content.decode() or 'href="#Hx"' not in response.content.decode()
    assert f"<code>{response.context['verdict']['code']}</code>" in response.content.decode()


def test_a_table_game_is_never_called_verified(client: Client) -> None:
    record = {**legal_record(1), "draws": "unknown"}
    record["moves"] = [{key: value for key, value in move.items() if key != "drawn"} for move in record["moves"]]
    html = get(client, shown(record)).content.decode()
    assert "Checked as far as written down" in html
    assert "Verified</span>" not in html


def test_the_picture_is_a_file_that_stands_alone(client: Client) -> None:
    submission = shown()
    response = get(client, submission, "?ply=20&theme=dark&letters=1", "board")
    assert response["Content-Type"] == "image/svg+xml"
    root = ET.fromstring(response.content)
    assert response.content.decode().count('<use href="#Hb"') == 20
    assert root.findtext("{http://www.w3.org/2000/svg}title")
    assert "#1b1e25" in response.content.decode()
    assert "'unsafe-inline'" in response["Content-Security-Policy"]
    again = client.get(
        reverse("games:board", args=[submission.public_id]) + "?ply=20&theme=dark&letters=1",
        headers={"if-none-match": response["ETag"]},
    )
    assert again.status_code == 304
    assert get(client, submission, "?ply=21", "board")["ETag"] != response["ETag"]


def test_only_the_page_to_embed_may_be_framed(client: Client) -> None:
    submission = shown()
    embed = get(client, submission, "?ply=26&theme=dark", "embed")
    assert "frame-ancestors *" in embed["Content-Security-Policy"]
    assert "X-Frame-Options" not in embed
    assert not embed.cookies
    assert 'data-theme="dark"' in embed.content.decode()
    page = get(client, submission)
    assert "frame-ancestors 'none'" in page["Content-Security-Policy"]
    assert page["X-Frame-Options"] == "DENY"


def test_controls_of_the_embedded_page_can_be_left_out(client: Client) -> None:
    submission = shown()
    assert "data-go=" in get(client, submission, page="embed").content.decode()
    without = get(client, submission, "?controls=0", "embed").content.decode()
    assert "data-go=" not in without
    assert "replay.js" not in without


@pytest.mark.parametrize("index", [1, 3, 40, 80, 120])
def test_a_replay_has_at_most_20_kilobytes(client: Client, index: int) -> None:
    response = get(client, shown(legal_record(index)), "?ply=30")
    assert len(gzip.compress(response.content)) < 20_000


def test_few_queries(client: Client, django_assert_max_num_queries: Any) -> None:
    # the record, then whoever may know its players: the tournaments and the casual games
    submission = shown()
    with django_assert_max_num_queries(3):
        get(client, submission)
    client.force_login(make_user("reader"))
    with django_assert_max_num_queries(7):
        get(client, submission)


def test_only_reading_is_allowed(client: Client) -> None:
    submission = shown()
    assert client.post(reverse("games:replay", args=[submission.public_id])).status_code == 405


def share(client: Client, submission: Submission, shared: str) -> Any:
    response = client.post(reverse("games:share", args=[submission.public_id]), {"shared": shared})
    submission.refresh_from_db()
    return response


def test_the_sender_decides_who_sees_a_game_of_no_event(client: Client) -> None:
    submission = shown(visibility=Visibility.PRIVATE)
    client.force_login(submission.sender)
    assert "Only you can see this page." in get(client, submission).content.decode()
    assert share(client, submission, "1").status_code == 302
    assert submission.visibility == Visibility.LINK
    assert get(Client(), submission, page="embed").status_code == 200
    assert ActionLog.objects.filter(action="submission.share").count() == 1
    share(client, submission, "0")
    assert submission.visibility == Visibility.PRIVATE
    assert get(Client(), submission).status_code == 404


def test_nobody_else_decides(client: Client) -> None:
    submission = shown(visibility=Visibility.PRIVATE)
    assert share(client, submission, "1").status_code == 403
    client.force_login(make_user("other"))
    assert share(client, submission, "1").status_code == 404
    assert submission.visibility == Visibility.PRIVATE


@pytest.mark.usefixtures("_caption")
def test_an_event_decides_about_its_games(client: Client) -> None:
    submission = shown(visibility=Visibility.PRIVATE)
    client.force_login(submission.sender)
    assert "games:share" not in get(client, submission).content.decode()
    assert "/share/" not in get(client, submission).content.decode()
    assert share(client, submission, "1").status_code == 409
    assert submission.visibility == Visibility.PRIVATE


def test_a_record_in_the_text_notation_has_the_same_pages(client: Client) -> None:
    text = write_record_text(RECORD).encode()
    submission = submit(make_actor("sender"), text, content_type=ContentType.TEXT)
    verify_record(record_pk=submission.record_id, now=LATER)
    set_visibility(submission_pks=[submission.pk], visibility=Visibility.PUBLIC)
    assert "Move 56 of 56" in get(client, submission).content.decode()
    assert get(client, submission, page="board").status_code == 200
    exported = get(client, submission, page="record_text")
    assert exported["Content-Type"].startswith("text/plain")
    assert read_record_text(exported.content) == json.loads(get(client, submission, page="record_json").content)
