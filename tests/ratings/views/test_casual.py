"""Pages about casual games: tables, offering, answering, and numbers that can be followed by hand."""

import re
from datetime import timedelta
from html import unescape

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from players.actors import SYSTEM, Actor
from players.models import Player
from ratings.models import CasualGame
from ratings.services import PastGame, apply_casual_games, enter_past_games, mark_robot, void_game
from tests.ratings.casual_scene import make_administrator, make_master, make_people, play, record_of
from tests.ratings.scene import make_players

pytestmark = pytest.mark.django_db
NOW = timezone.now()


@pytest.fixture
def pair(db) -> list[Actor]:
    people = make_people("anna", "boris")
    Player.objects.filter(slug="anna").update(country="HU")
    return people


def text(html: str) -> str:
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]+>", " ", html.split("<main")[1])))


def page(client: Client, path: str, status: int = 200) -> str:
    answer = client.get(path)
    assert answer.status_code == status, path
    return text(answer.content.decode())


def sign_in(client: Client, actor: Actor) -> Client:
    client.force_login(actor.user)
    return client


def offered(client: Client, **values: object) -> object:
    values = {"opponent": "Boris", "points_mine": 20, "points_theirs": 11, "played_on": NOW.date(), **values}
    return client.post("/ratings/games/offer/", {key: value for key, value in values.items() if value is not None})


def test_a_game_is_offered_and_confirmed_on_pages(client, pair):
    anna, boris = pair
    assert "Offer a game" in page(sign_in(client, anna), "/ratings/games/offer/?with=boris")
    assert 'value="Boris"' in client.get("/ratings/games/offer/?with=boris").content.decode()
    assert offered(client).status_code == 303
    game = CasualGame.objects.get()
    assert "Take back" in page(client, "/ratings/games/mine/")
    other = sign_in(Client(), boris)
    waiting = page(other, "/ratings/games/mine/")
    assert waiting.index("To be answered by you") < waiting.index("Confirm")
    # an open offer is the business of those who played
    page(Client(), f"/ratings/games/{game.pk}/", 404)
    assert other.post(f"/ratings/games/{game.pk}/answer/", {"act": "confirm"}).status_code == 303
    assert "being counted" in page(Client(), f"/ratings/games/{game.pk}/")
    apply_casual_games(now=NOW)
    shown = page(Client(), f"/ratings/games/{game.pk}/")
    assert "√9 = 3.0000" in shown
    assert "3 × 3.0000 × 1.0000 × 1.0000 = 9.00" in shown
    assert "500.00 +9.00 = 509.00" in shown
    assert "3 × 3.0000 × 1.0000 × 0.5000 = 4.50" in shown
    assert "500.00 −4.50 = 495.50" in shown
    assert "Anna" in page(client, "/ratings/games/")
    profile = page(client, "/players/anna/")
    assert "Lobby 509" in profile
    assert "rank 1" in profile


def test_a_game_of_pairs_shows_whose_word_is_missing(client, pair):
    anna, boris = pair
    carla, _dora = make_people("carla", "dora")
    answer = offered(sign_in(client, anna), partner_mine="Carla", partner_theirs="Dora")
    assert answer.status_code == 303
    game = CasualGame.objects.get()
    path = f"/ratings/games/{game.pk}/"
    assert "still to confirm: Boris or Dora ; Carla" in page(client, path)
    partner = sign_in(Client(), carla)
    assert "To be answered by you" in page(partner, "/ratings/games/mine/")
    said = partner.post(f"{path}answer/", {"act": "confirm"}, follow=True)
    assert "another is still missing" in text(said.content.decode())
    shown = page(partner, path)
    assert "still to confirm: Boris or Dora" in shown
    assert "Something is wrong" in shown
    assert "Carla" not in shown.split("still to confirm:")[1].split("Something")[0]
    assert "Waiting for others" in page(partner, "/ratings/games/mine/")
    sign_in(client, boris).post(f"{path}answer/", {"act": "confirm"})
    assert "being counted" in page(Client(), path)


def test_refusing_and_taking_back(client, pair):
    anna, boris = pair
    offered(sign_in(client, anna))
    first = CasualGame.objects.get()
    other = sign_in(Client(), boris)
    other.post(f"/ratings/games/{first.pk}/answer/", {"act": "refuse", "reason": ""}, follow=True)
    assert "Say what is wrong" in page(other, "/ratings/games/mine/") or first.state == "open"
    other.post(f"/ratings/games/{first.pk}/answer/", {"act": "refuse", "reason": "It was 20–12."})
    assert "It was 20–12." in page(client, "/ratings/games/mine/")
    offered(client, points_mine=15)
    second = CasualGame.objects.order_by("pk").last()
    assert other.post(f"/ratings/games/{second.pk}/answer/", {"act": "withdraw"}).status_code == 403
    client.post(f"/ratings/games/{second.pk}/answer/", {"act": "withdraw"})
    states = CasualGame.objects.order_by("pk").values_list("state", flat=True)
    assert list(states) == ["refused", "withdrawn"]


@pytest.mark.parametrize(
    ("values", "told"),
    [
        ({"opponent": "Nemo"}, "Nobody is called “Nemo”"),
        ({"opponent": "nn"}, "Several players are called so"),
        ({"points_theirs": None}, "Write the points of both sides"),
        ({"points_mine": None, "points_theirs": None}, "Give the points of both sides, or a game record"),
        ({"points_mine": 99}, "84"),
        ({"opponent": "Anna"}, "Nobody plays against oneself"),
        ({"partner_mine": "Annika"}, "A game of pairs has a partner on both sides"),
        ({"played_on": "2020-01-01"}, "at most 14 days"),
    ],
)
def test_what_is_wrong_with_an_offer_is_said_in_the_form(client, pair, values, told):
    make_people("annika")
    answer = offered(sign_in(client, pair[0]), **values)
    assert answer.status_code == 400
    assert told in text(answer.content.decode())


def test_the_seventh_game_may_be_offered_unrated(client, pair):
    anna, boris = pair
    for n in range(6):
        play(anna, boris, (20, n), now=NOW)
    answer = offered(sign_in(client, anna))
    assert "You may offer this one as an unrated game" in text(answer.content.decode())
    assert offered(client, unrated="on").status_code == 303
    assert not CasualGame.objects.get(state="open").rated


def test_a_record_is_chosen_from_those_i_sent(client, pair):
    sent = record_of(pair[0])
    shown = sign_in(client, pair[0]).get(f"/ratings/games/offer/?record={sent.public_id}").content.decode()
    assert f'value="{sent.public_id}" selected' in shown
    offered(client, points_mine=None, points_theirs=None, record=sent.public_id, colour=sent.record.colours[0])
    game = CasualGame.objects.get()
    assert game.points_left == sent.record.scores[sent.record.colours[0]]
    assert f"/g/{sent.public_id}/" in client.get(f"/ratings/games/{game.pk}/").content.decode()
    assert sent.public_id not in client.get("/ratings/games/offer/").content.decode()
    replay = page(client, f"/g/{sent.public_id}/")
    assert "Anna" in replay
    assert "Boris" in replay


def test_tables_of_all_time_and_of_a_month_and_of_a_country(client, pair):
    anna, boris = pair
    make_master(anna, NOW - timedelta(100))
    make_master(boris, NOW - timedelta(100))
    carla, dora = make_people("carla", "dora")
    a, b, c, d = (actor.player.pk for actor in (anna, boris, carla, dora))
    long_ago = (NOW - timedelta(80)).replace(day=3)
    games = [
        PastGame((a,), (b,), (20, 11), long_ago), PastGame((a,), (c,), (11, 11), NOW),
        PastGame((a, b), (c, d), (20, 11), NOW), PastGame((c,), (d,), (20, 11), NOW, rated=False),
    ]  # fmt: skip
    enter_past_games(actor=SYSTEM, now=NOW, games=games, reason="old")
    apply_casual_games(now=NOW)
    all_time = page(client, "/ratings/lobby/")
    assert "3 players of all time" in all_time
    assert "1 Anna 509 2 1 1 0 HUN" in all_time
    month = page(client, f"/ratings/lobby/?month={long_ago:%Y-%m}")
    assert "2 players with rated games" in month
    assert "2 Boris 496 −4 1 0 0 1" in month
    assert "Boris" not in page(client, "/ratings/lobby/?country=hu")
    assert "1 Anna 1 512" in page(client, "/ratings/lobby/?table=master")
    assert "4 players of all time" in page(client, "/ratings/lobby/?table=doubles")
    assert "unrated" in page(client, "/ratings/games/")
    assert "Dora" not in page(client, "/ratings/games/?player=anna").split("Carla / Dora")[-1]
    assert "Find me" in page(sign_in(client, anna), "/ratings/lobby/?around=me")
    page(client, "/ratings/games/?player=nobody", 404)
    for nonsense in ("?month=2026-13", "?table=x", "?country=%27", "?page=x"):
        page(client, f"/ratings/lobby/{nonsense}")
    master = CasualGame.objects.get(between_masters=True)
    shown = page(client, f"/ratings/games/{master.pk}/")
    # 16.0 of 20 expected 10
    assert "16.0 / 20 = 80.0 %" in shown
    assert "Φ(0.00 / 565.69) = 50.0 %" in shown
    assert "40 × (0.80000 − 0.50000) = +12.00" in shown
    assert "1 500.00 +12.00 = 1 512.00" in shown
    doubles = CasualGame.objects.get(left_partner__isnull=False)
    assert "the mean of its members" in page(client, f"/ratings/games/{doubles.pk}/")


def test_an_administrator_marks_a_robot(client, pair):
    path = "/ratings/players/boris/robot/"
    sign_in(client, pair[0])
    assert "Robot" not in page(client, "/ratings/games/?player=boris")
    assert client.post(path, {"ranking": "300", "reason": "A program."}).status_code == 403
    admin = sign_in(Client(), make_administrator())
    assert "Robot" in page(admin, "/ratings/games/?player=boris")
    for ranking in ("1001", "x"):
        answer = admin.post(path, {"ranking": ranking, "reason": "A program."}, follow=True)
        assert "between 10 and 1000" in text(answer.content.decode()).replace("\u202f", "")
    answer = admin.post(path, {"ranking": "300.5", "reason": "A program."}, follow=True)
    assert "robot at 300.5" in text(answer.content.decode())
    answer = admin.post(path, {"ranking": "", "reason": "A person."}, follow=True)
    assert "robot at" not in text(answer.content.decode())


def test_an_administrator_confirms_for_a_robot_and_declares_void(client, pair):
    anna, boris = pair
    admin = make_administrator()
    mark_robot(actor=admin, now=NOW, player=boris.player, ranking=200, reason="A program.")
    offered(sign_in(client, anna))
    game = CasualGame.objects.get()
    other = sign_in(Client(), admin)
    assert "Confirm" in page(other, f"/ratings/games/{game.pk}/")
    other.post(f"/ratings/games/{game.pk}/answer/", {"act": "confirm", "from": "game"})
    apply_casual_games(now=NOW)
    assert "Nothing is won from a robot that stands 300 or more below" in page(client, f"/ratings/games/{game.pk}/")
    assert "Declare void" not in page(client, f"/ratings/games/{game.pk}/")
    other.post(f"/ratings/games/{game.pk}/answer/", {"act": "void", "reason": "Wrong program.", "from": "game"})
    apply_casual_games(now=NOW)
    shown = page(client, f"/ratings/games/{game.pk}/")
    assert "void" in shown
    assert "Wrong program." in shown


def test_what_no_form_sends_is_refused(client, pair):
    sign_in(client, pair[0])
    offered(client)
    number = CasualGame.objects.get().pk
    for sent in ({"act": "eat"}, {}, {"act": "refuse", "reason": "\x00"}, {"act": "refuse", "reason": "x" * 501}):
        assert client.post(f"/ratings/games/{number}/answer/", sent).status_code == 400
    assert client.post("/ratings/games/999999999999999999999/answer/", {"act": "confirm"}).status_code == 404
    assert client.get("/ratings/games/?player=%00").status_code in (400, 404)
    assert client.get("/ratings/games/offer/?with=%00&record=%00").status_code in (200, 400)
    assert offered(client, opponent="\x00").status_code == 400


def test_a_number_that_changed_says_why(client, pair):
    anna, boris = pair
    first = play(anna, boris, (20, 11), now=NOW)
    second = play(anna, boris, (20, 16), now=NOW + timedelta(minutes=5))
    apply_casual_games(now=NOW)
    void_game(actor=SYSTEM, now=NOW, game_id=first.pk, reason="Somebody else played.")
    apply_casual_games(now=NOW)
    shown = page(client, f"/ratings/games/{second.pk}/")
    assert "506.00 – Somebody else played. (counts now)" in shown
    assert "514." in shown
    assert "Lobby 506 (+6.0)" in page(client, "/ratings/games/?player=anna")


def test_visitors_are_sent_to_sign_in(client, pair):
    for path in ("/ratings/games/mine/", "/ratings/games/offer/"):
        assert client.get(path).status_code == 302
    assert page(sign_in(client, make_administrator()), "/ratings/games/mine/", 403)


def asked(path: str, client: Client) -> int:
    with CaptureQueriesContext(connection) as queries:
        assert client.get(path).status_code == 200
    return len(queries)


def test_queries_do_not_grow_with_games(client, pair):
    me = pair[0].player.pk
    counts = []
    for number in (8, 24):
        players = make_players(number)
        games = [PastGame((me,), (other,), (20, 11), NOW - timedelta(hours=1)) for other in players]
        enter_past_games(actor=SYSTEM, now=NOW, games=games, reason="many")
        apply_casual_games(now=NOW)
        sign_in(client, pair[0])
        paths = ("/ratings/lobby/", f"/ratings/lobby/?month={NOW:%Y-%m}", "/ratings/games/", "/ratings/games/mine/")
        counts.append([asked(path, client) for path in paths])
    assert counts[0] == counts[1]
    assert max(counts[0]) <= 14
