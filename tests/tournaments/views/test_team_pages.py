"""Teams on pages: entering them, the captain's order and substitutions, the match board by board."""

import re
from datetime import timedelta

import pytest
from django.test import Client

from players.models import Player, User
from tests.sign_in import signed_in as client_of
from tests.tournaments.scene import LEFT_WINS, LEVEL, NOW, RIGHT_WINS, make_event, make_owner, make_user
from tests.tournaments.team_scene import TeamScene, team_scene
from tournaments import services
from tournaments.models import DecisionKind, Entry, LineUp, Match, OverallCaptain, Team
from tournaments.services import Ruling, StagePlan

pytestmark = pytest.mark.django_db


def text(answer) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", answer.content.decode()))


def give_account(entry: Entry, name: str) -> Client:
    """The player of that entry signs up and takes the profile."""
    user = make_user(name, player=False)
    Player.objects.filter(pk=entry.player_id).update(user=user)
    return client_of(user)


def captain_of(scene: TeamScene, team: str) -> Client:
    first = scene.players[team][0]
    services.name_captains(**scene.act(team_id=scene.teams[team].pk, captain_id=first.player_id))
    return give_account(first, f"captain-{team.replace(' ', '-').lower()}")


def event_url(scene: TeamScene, rest: str = "") -> str:
    return f"/events/{scene.event.slug}/{rest}"


def order_url(scene: TeamScene, match: Match, team: str) -> str:
    return event_url(scene, f"matches/{match.number}/order/{scene.teams[team].pk}/")


def sheet(entries, *boards: str) -> dict[str, str]:
    return {f"board-{entry.pk}": board for entry, board in zip(entries, boards, strict=True)}


def test_an_organiser_enters_teams_with_their_players_and_captains():
    owner = make_owner()
    event = make_event(owner, team_size=3, team_substitutes=1)
    organiser = client_of(owner.user)
    url = f"/organise/{event.slug}/teams/"
    assert organiser.get(f"/organise/{event.slug}/entrants/").url == url
    assert organiser.post(url, {"act": "add", "country": "FR", "region": "Pacific"}).status_code == 400
    desk = organiser.post(url, {"act": "add", "country": "FR"}).url
    team = Team.objects.get()
    assert desk.endswith(f"/teams/{team.pk}/")
    assert "FRA A" in text(organiser.get(url))
    assert "1 team has fewer than 3 regular players" in text(organiser.get(url))

    # a line that cannot be entered leaves nobody entered
    answer = organiser.post(desk, {"act": "squad", "squad": "Ann Example\n\nBob Example\nann example"})
    assert answer.status_code == 400
    assert "Line 3, ann example" in text(answer)
    assert not Entry.every.filter(team=team.pk).exists()
    answer = organiser.post(
        desk, {"act": "squad", "squad": "Ann Example\nBob Example\nCid Example\nDon Example"}, follow=True
    )
    assert "4 players are entered" in text(answer)
    assert text(answer).count("/e/") == 8  # a private link each, in the table and as plain text
    ann, bob, cid, don = Entry.every.filter(team=team.pk).order_by("team_place")
    assert [one.is_substitute for one in (ann, bob, cid, don)] == [False, False, False, True]
    assert str(ann.country) == "FR"

    organiser.post(desk, {"act": f"up-{bob.pk}"})
    places = {f"place-{one.pk}": n for n, one in enumerate((don, bob, ann, cid), 1)}
    assert "Give each number from 1 to 4 once." in text(
        organiser.post(desk, {"act": "order", **places, f"place-{don.pk}": "2"}, follow=True)
    )
    assert Entry.every.filter(team=team.pk).order_by("team_place").first() == bob
    organiser.post(desk, {"act": "order", **places})
    assert [one.name for one in Entry.every.filter(team=team.pk, is_substitute=True)] == ["Cid Example"]

    assert organiser.post(desk, {"act": "captains", "captain": "", "deputy": "", "other": "Nobody"}).status_code == 400
    Player.objects.create(slug="eve", name="Eve Elder", name_key="eve elder", latin_key="eve elder", created_at=NOW)
    organiser.post(desk, {"act": "captains", "captain": "", "deputy": ann.player_id, "other": "Eve Elder"})
    team.refresh_from_db()
    assert (team.captain.name, team.deputy.name) == ("Eve Elder", "Ann Example")
    organiser.post(url, {"act": "overall", "origin": "c:FR", "name": "Bob Example"})
    assert OverallCaptain.objects.get().player == bob.player
    organiser.post(url, {"act": "add", "country": "FR"})
    other = Team.objects.exclude(pk=team.pk).get()
    organiser.post(f"{desk}players/{cid.pk}/move/", {"to": other.pk, "as": "regular"})
    organiser.post(f"{desk}players/{don.pk}/remove/")
    assert Entry.every.get(pk=cid.pk).team_id == other.pk
    assert not Entry.every.filter(pk=don.pk).exists()
    # a name with a profile is asked about, and the answer holds for that name only
    eve, desk = team.captain, f"/events/{event.slug}/teams/{other.pk}/"
    squad = {"act": "squad", "squad": "Eve Elder\nFay Example"}
    asked = organiser.post(desk, squad)
    assert (asked.status_code, "Line 1, Eve Elder: same person as …?" in text(asked)) == (400, True)
    assert "required checked" not in asked.content.decode()  # her country is not known
    Player.objects.filter(pk=eve.pk).update(country="FR")
    assert f'value="{eve.pk}" id="who-1-{eve.pk}" required checked' in organiser.post(desk, squad).content.decode()
    assert organiser.post(desk, {**squad, "who-1": eve.pk, "name-1": "Eva"}).status_code == 400
    organiser.post(desk, {**squad, "who-1": eve.pk, "name-1": "Eve Elder"})
    assert list(Entry.every.filter(team=other.pk).order_by("pk").values_list("player", flat=True))[1] == eve.pk

    page = text(Client().get(f"/events/{event.slug}/entrants/"))
    assert "FRA A" not in page  # a draft
    services.publish_event(actor=owner, now=NOW, event_id=event.pk)
    page = text(Client().get(f"/events/{event.slug}/entrants/"))
    assert "Captain Eve Elder · deputy Ann Example" in page
    assert "FRA B" not in text(Client().get(f"/events/{event.slug}/entrants/?q=ann"))


def test_an_overall_captain_enters_teams_and_sees_no_private_link():
    owner = make_owner()
    event = make_event(owner, team_size=3)
    services.publish_event(actor=owner, now=NOW, event_id=event.pk)
    chief = make_user("chief")
    services.name_overall_captain(actor=owner, now=NOW, event_id=event.pk, player_id=chief.player.pk, country="FR")
    client = client_of(chief)
    url = f"/events/{event.slug}/teams/"
    assert client_of(make_user("stranger")).get(url).status_code == 403
    assert "Enter a further team of France" in text(client.get(url))
    assert client.post(url, {"origin": "c:DE"}).status_code == 404
    client.post(url, {"origin": "c:FR"})
    team = Team.objects.get()
    desk = f"{url}{team.pk}/"
    answer = client.post(desk, {"act": "add", "name": "Ann Example", "country": ""}, follow=True)
    assert "Ann Example is entered." in text(answer)
    assert "captains do not see it" in text(answer)
    assert "/e/" not in answer.content.decode()
    ann = Entry.every.get(name="Ann Example")
    assert ann.link_hash is None
    organiser = client_of(owner.user)
    assert "neither account nor link" in text(organiser.get(desk))
    answer = organiser.post(f"/organise/{event.slug}/entrants/{ann.pk}/link/", follow=True)
    assert answer.redirect_chain[-1][0] == desk
    assert "/e/" in text(answer)
    assert "FRA A" in text(client.get("/me/"))
    answer = client.post(desk, {"act": "add", "name": "Gus Example", "country": "DE"})
    assert "is entered for another country" in text(answer)
    client.post(desk, {"act": "add", "name": "Gus Example", "country": "DE", "any_country": "on"})
    assert Entry.every.filter(team=team.pk).count() == 2


def test_captains_order_their_players_without_seeing_the_other_order():
    scene = team_scene(("FR", "DE"))
    match = scene.match("FRA A", "GER A")
    french, german = captain_of(scene, "FRA A"), captain_of(scene, "GER A")
    ours, url = scene.players["FRA A"], order_url(scene, match, "FRA A")
    assert "Your order is not sent yet." in text(french.get("/me/"))
    assert german.get(url).status_code == 403
    assert Client().get(url).status_code == 302
    assert "order the players" in text(french.get(event_url(scene, f"matches/{match.number}/")))

    # the arrows change the sheet, not what is stored
    moved = french.post(url, {"act": f"up-{ours[1].pk}", **sheet(ours, "1", "2", "3", "4", "5", "")})
    assert moved.status_code == 200
    assert f'name="board-{ours[1].pk}" value="1"' in moved.content.decode()
    assert not LineUp.objects.exists()
    assert "Board 2 is given twice." in text(
        french.post(url, {"act": "send", **sheet(ours, "1", "2", "2", "4", "5", "")})
    )
    empty = {"act": "send", **sheet(ours, "5", "4", "", "2", "1", "")}
    assert "Board 3 would stay empty" in text(french.post(url, empty))
    assert "at least three players" in text(
        french.post(url, {"act": "send", "empty": "1", **sheet(ours, "1", "2", "", "", "", "")})
    )
    assert not LineUp.objects.exists()
    assert french.post(url, {**empty, "empty": "1"}).status_code == 302
    assert LineUp.objects.get().players == [ours[4].pk, ours[3].pk, None, ours[1].pk, ours[0].pk]

    # nobody else learns more than that it was sent, neither from the page nor from what it refreshes itself with
    page = event_url(scene, f"matches/{match.number}/")
    for reader in (german, Client()):
        shown = text(reader.get(page))
        assert "FRA A has sent its order" in shown
        assert not any(entry.name in shown for entry in ours[1:])  # the first is the captain, whom the log names
        assert "FRA A" not in text(reader.get(f"{page}live/"))
    assert "you may still change it" in text(french.get("/me/"))
    assert 'value="5"' in french.get(url).content.decode()

    theirs = scene.players["GER A"]
    german.post(order_url(scene, match, "GER A"), {"act": "send", **sheet(theirs, "1", "2", "3", "4", "5", "")})
    shown = text(Client().get(page))
    assert "Still to play: boards 1, 2, 4, 5." in shown
    assert "nobody" in shown
    assert theirs[2].name in shown
    assert "So far 0.0 to 30.0." in shown if scene.sides(match)[0] == "FRA A" else "So far 30.0 to 0.0." in shown


def test_a_substitute_takes_a_board_until_something_was_played_there():
    scene = team_scene(("FR", "DE"))
    match = scene.match("FRA A", "GER A")
    captain, ours = captain_of(scene, "FRA A"), scene.players["FRA A"]
    scene.open(match)
    url = order_url(scene, match, "FRA A")
    scene.enter(match, 1, LEFT_WINS)
    page = captain.get(url)
    assert "Change the board" in page.content.decode()
    assert 'id="p1"' not in page.content.decode()  # board 1 was played
    answer = captain.post(url, {"board": "1", "player": ours[5].pk}, follow=True)
    assert "who sits there stays" in text(answer)
    captain.post(url, {"board": "5", "player": ours[5].pk, "reason": "ill"})
    assert ours[5] in scene.seated(match, 5)
    assert "Choose who takes the board." in text(captain.post(url, {"board": "4"}, follow=True))
    captain.post(url, {"board": "4", "player": "nobody"})
    shown = text(Client().get(event_url(scene, f"matches/{match.number}/")))
    assert f"{ours[5].name} for {ours[4].name}" in shown
    assert f"nobody for {ours[3].name}" in shown
    # a stronger player is no substitute at a board below a weaker one
    answer = captain.post(url, {"board": "3", "player": ours[4].pk}, follow=True)
    assert "has changed hands" in text(answer)
    assert captain.post(url, {"board": "2", "player": "999"}, follow=True).status_code == 200


def play(scene: TeamScene, match: Match, *boards) -> str:
    scene.open(match)
    for number, games in enumerate(boards, start=1):
        scene.enter(match, number, *games)
    return text(Client().get(event_url(scene, f"matches/{match.number}/")))


def test_the_match_page_says_what_decides():
    scene = team_scene(("FR", "DE", "US", "GB"), team_size=3)
    level, early = Match.objects.filter(event=scene.event, round=1).order_by("number")
    left, right = scene.sides(level)
    shown = play(scene, level, (RIGHT_WINS, LEVEL), (LEFT_WINS, LEVEL))
    assert "Still to play: board 3." in shown
    assert f"{left} wins early with 20.1 points more." in shown
    scene.enter(level, 3, LEVEL, LEVEL)
    shown = text(Client().get(event_url(scene, f"matches/{level.number}/")))
    assert f"{right} wins 60.0 : 60.0." in shown
    assert "Level in points and in boards won; the points of board 1 decide." in shown

    assert f"{right} 60.0–60.0 {left} (by boards)" in text(Client().get(event_url(scene)))
    assert "level in points, by boards." in text(Client().get(event_url(scene, "bracket/")))

    shown = play(scene, early, (LEFT_WINS, LEFT_WINS), (LEFT_WINS, LEFT_WINS))
    assert f"{scene.sides(early)[0]} wins 80.0 : 0.0." in shown
    assert "More than half of all points end the match early" in shown
    bracket = text(Client().get(event_url(scene, "bracket/")))
    assert "80.0" in bracket

    organiser = client_of(scene.owner.user)
    final = Match.objects.get(event=scene.event, round=2, label="")
    scene.open(final)
    scene.enter(final, 2, LEFT_WINS)
    assert "20.0" in text(Client().get(event_url(scene, "bracket/?round=2")))
    page = organiser.get(event_url(scene, f"matches/{final.number}/"))
    assert "Decide the whole match" in text(page)
    organiser.post(
        f"/organise/{scene.event.slug}/matches/{final.number}/decide/",
        {"choice": "adjudicated", "tp_left": "66.2", "tp_right": "53.8", "reason": "as published"},
    )
    shown = text(organiser.get(event_url(scene, f"matches/{final.number}/")))
    assert "The ruling stands above the boards" in shown
    assert "66.2" in shown
    assert "Correct the ruling" in shown
    assert "correct the board at which it went wrong" in text(
        organiser.get(event_url(scene, f"matches/{early.number}/"))
    )


def test_boards_are_entered_row_by_row_and_reported_by_their_players():
    scene = team_scene(("FR", "DE"))
    match = scene.match("FRA A", "GER A")
    player = give_account(scene.players["FRA A"][2], "third")
    assert "FRA A" in text(player.get("/me/"))
    assert "You have no match to play now." in text(player.get("/me/"))
    organiser = client_of(scene.owner.user)
    results = f"/organise/{scene.event.slug}/results/"
    assert "boards open once the orders of both teams are fixed" in text(organiser.get(results))
    scene.open(match)
    board = scene.board(match, 3)
    assert "Final, board 3" in text(player.get("/me/"))
    assert "Report a game" in text(player.get(event_url(scene, f"matches/{board.number}/")))
    assert (
        f'href="{event_url(scene, f"matches/{match.number}/")}"'
        in player.get(event_url(scene, f"matches/{board.number}/")).content.decode()
    )
    assert text(organiser.get(results)).count("board") >= 5
    organiser.post(results, {"match": board.number, "game": 1, "left": "30", "right": "20"})
    assert board.results.filter(current=True).count() == 1
    organiser.post(
        f"/organise/{scene.event.slug}/matches/{board.number}/decide/", {"choice": "retired-0", "reason": "ill"}
    )
    board.refresh_from_db()
    assert board.state == "decided"
    assert scene.players["FRA A"][0].name in text(Client().get(event_url(scene, f"matches/{match.number}/")))


def test_orders_have_a_deadline_of_their_own():
    scene = team_scene(("FR", "DE"))
    organiser = client_of(scene.owner.user)
    url = f"/organise/{scene.event.slug}/deadlines/"
    early, late = "2026-06-01T12:00", "2026-06-03T12:00"
    names = ("r1-main-1-line_ups_by", "r1-main-1-deadline")
    answer = organiser.post(url, {"round": "1-main-1", names[0]: late, names[1]: early})
    assert "Orders are due before the matches" in text(answer)
    organiser.post(url, {"round": "1-main-1", names[0]: early, names[1]: late})
    match = scene.match("FRA A", "GER A")
    assert match.deadline - match.line_ups_by == timedelta(days=2)
    assert f'value="{early}"' in organiser.get(url).content.decode()


def test_opening_the_boards_twice_changes_nothing():
    scene = team_scene(("FR", "DE"))
    match = scene.match("FRA A", "GER A")
    organiser = client_of(scene.owner.user)
    url = f"/organise/{scene.event.slug}/matches/{match.number}/open/"
    assert organiser.post(url).status_code == organiser.post(url).status_code == 302
    assert LineUp.objects.count() == 2
    assert captain_of(scene, "FRA A").post(url).status_code == 403
    services.decide_match(
        **scene.act(match_id=match.pk, ruling=Ruling(DecisionKind.WALKOVER, 0), reason="ill")
    )  # fmt: skip
    assert "FRA A wins" not in text(Client().get(event_url(scene, f"matches/{match.number}/")))


def test_queries_do_not_grow_with_the_teams(django_assert_max_num_queries):
    plans = [StagePlan("groups", settings={"groups": 1, "games": 2})]
    scene = team_scene(("FR", "DE", "US", "GB", "AU", "HU"), plans=plans)
    for path in ("", "entrants/", "matches/", "pairings/", "standings/", "rules/"):
        with django_assert_max_num_queries(46):
            assert Client().get(event_url(scene, path)).status_code == 200


def test_a_board_of_a_group_says_what_it_counts_for_its_team():
    plans = [StagePlan("groups", settings={"groups": 1, "games": 2})]
    scene = team_scene(("FR", "DE"), plans=plans)
    match = scene.match("FRA A", "GER A")
    waiting = scene.board(match, 1)
    assert "not known yet" in text(Client().get(event_url(scene, f"matches/{waiting.number}/")))
    for team in scene.sides(match):
        players = [entry.pk for entry in scene.players[str(team)][:4]]
        services.send_line_up(
            **scene.act(match_id=match.pk, team_id=scene.teams[str(team)].pk, players=[*players, None])
        )
    scene.enter(match, 1, LEFT_WINS)
    pages = [text(Client().get(event_url(scene, f"matches/{scene.board(match, n).number}/"))) for n in (1, 5)]
    assert "So far it counts 20.0 to 0.0." in pages[0]
    assert "2 games, whose points count for the team. Board 1 of " in pages[0]
    assert "Nobody sits here for either team" in pages[1]
    assert "Double default" in pages[1]
    scene.enter(match, 1, LEVEL, first=2)
    board = text(Client().get(event_url(scene, f"matches/{scene.board(match, 1).number}/")))
    assert "For the teams it counts 30.0 to 10.0." in board


def test_the_dashboard_tells_of_disputed_boards_and_missing_orders():
    scene = team_scene(("FR", "DE"))
    match, act = scene.match("FRA A", "GER A"), scene.act(event_id=scene.event.pk)
    organiser, url = client_of(scene.owner.user), f"/organise/{scene.event.slug}/"
    services.set_line_up_deadline(**act, round_number=1, deadline=NOW + timedelta(hours=3))
    assert "The orders are not fixed yet: " in text(organiser.get(url))
    scene.open(match)
    assert "Nothing needs a decision." in text(organiser.get(url))
    left, right = scene.seated(match, 2)
    board = scene.board(match, 2)
    report = services.report_game(
        actor=scene.actor(left), now=NOW, match_id=board.pk, number=1, figures=LEFT_WINS
    )  # fmt: skip
    services.dispute_game(actor=scene.actor(right), now=NOW, report_id=report.pk, figures=RIGHT_WINS)
    assert f"Disputed, game 1: {left.name} – {right.name}" in text(organiser.get(url))
    assert "somebody cannot play" in text(organiser.get(event_url(scene, f"matches/{match.number}/")))
    for number in range(1, 6):
        scene.enter(match, number, LEVEL, LEVEL)
    assert "Level on every board, an arbiter decides: " in text(organiser.get(url))
    assert "The orders are not fixed yet: " not in text(organiser.get(url))
    assert "somebody cannot play" not in text(organiser.get(event_url(scene, f"matches/{match.number}/")))


def test_the_administration_shows_a_match_with_its_boards():
    scene = team_scene(("FR", "DE"))
    match = scene.match("FRA A", "GER A")
    scene.open(match)
    staff = User.objects.create_superuser("root", "root@example.org", "x")
    client, url = client_of(staff), "/admin/tournaments/match/"
    assert "Spring Cup" in text(client.get(url))
    shown = client.get(f"{url}{match.pk}/change/").content.decode()
    board = scene.board(match, 2)
    assert f"{url}{board.pk}/change/" in shown
    assert "FRA A 2" in client.get(f"{url}{board.pk}/change/").content.decode()
