"""A game of two years ago is corrected: what was seen before comes true in every later list, chart and seeding."""

import re
from datetime import date, timedelta
from html import unescape

import pytest
from django.test import Client
from django.utils import timezone
from rest_framework.test import APIClient

from players.models import Player, User
from ratings.maths.elo import Standing
from ratings.models import EventSubmission, RatedEvent, Relevelling
from ratings.selectors import seeding_points_on
from ratings.services import EventResults, apply_waiting, check_ratings
from ratings.templatetags.rating_words import grouped, signed
from tantrix_site.demo import history
from tantrix_site.demo.logins import ONE
from tests.ratings.scene import expected, stored
from tests.tantrix_site.test_history import load
from tournaments.models import Event, GameResult, Match, SeedingPoints
from tournaments.services import rate_due_events

pytestmark = pytest.mark.django_db

# one player of these is in both
SWISS, CUP = "Demo Weekend Swiss 2023", "Demo World Cup 2023"
ROUND_ROBIN = "Demo Round Robin 2023"
BEFORE, AFTER = "2023-07-31", ("2023-08-31", "2023-10-31", "2023-12-31")


def body(answer) -> str:
    assert answer.status_code == 200
    return unescape(answer.content.decode())


def page(path: str) -> str:
    return body(Client().get(path))


def words(html: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html.split("<main")[1])).strip()


def tables(html: str) -> dict[str, list[list[str]]]:
    """The words of all cells of the body, by the words of the caption."""
    found = re.findall(r"<caption[^>]*>(.*?)</caption>.*?<tbody>(.*?)</tbody>", html, re.DOTALL)
    return {
        re.sub(r"<[^>]+>", "", caption): [
            [re.sub(r"<[^>]+>", "", cell).strip() for cell in re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row, re.DOTALL)]
            for row in rows.split("</tr>")[:-1]
        ]
        for caption, rows in found
    }


def standings_of(day: date) -> dict[int, Standing]:
    """Where all stand at the end of a day by what was sent last, worked out without the ledger."""
    last = {sent.source: EventResults.from_payload(sent.payload) for sent in EventSubmission.objects.order_by("pk")}
    levels = Relevelling.objects.filter(on__lte=day).values_list("on", flat=True)
    return expected([one for one in last.values() if one.closes_on <= day], levels)[2]


def all_is_right(reason: str) -> None:
    """Every later list, chart and seeding is that of a full recomputation, and says why it is another."""
    assert check_ratings().is_right
    last = {sent.source: EventResults.from_payload(sent.payload) for sent in EventSubmission.objects.order_by("pk")}
    assert stored() == expected(last.values(), Relevelling.objects.values_list("on", flat=True))
    names = dict(Player.objects.values_list("pk", "name"))
    for day in AFTER:
        right = standings_of(date.fromisoformat(day))
        html = page(f"/ratings/?date={day}")
        assert reason in html
        (rows,) = tables(html).values()
        listed = {names[pk]: grouped(one.rating) for pk, one in right.items() if one.games >= 12}
        assert {re.sub(r" +\*$", "", row[1]).strip(): row[2] for row in rows} == listed
        # 8.8, nobody has a lobby ranking
        assert seeding_points_on(date.fromisoformat(day), list(right)) == pytest.approx(
            {pk: (min(36, one.games) * one.rating + max(0, 36 - one.games) * 1400) / 36 for pk, one in right.items()}
        )
        told = APIClient().get("/api/v1/ratings/", {"date": day}).json()
        assert (told["reworks"][0]["reason"], told["reworks"][0]["causes"][0]["name"]) == (reason, SWISS)
        rows = told["results"]
        assert {row["player"]["name"]: row["rating"] for row in rows} == {
            names[pk]: one.rating for pk, one in right.items() if one.games >= 12
        }
    for event in RatedEvent.objects.filter(name__in=(SWISS, CUP)):
        assert reason in page(f"/ratings/events/{event.number}/")
        for change in event.changes.filter(current=True).select_related("player")[:2]:
            html = page(f"/ratings/players/{change.player.slug}/")
            told = APIClient().get(f"/api/v1/players/{change.player.slug}/rating/").json()
            assert told["reworks"][0]["reason"] == reason
            assert reason in html
            assert f"after {event.name}: {grouped(change.after_rating)}" in html


def test_by_pages_and_by_programs(client):
    load(history.Size(4, 4, 6))
    assert check_ratings().is_right
    # one sheet was misread already, and found out when the cup was over
    assert "read upside down" in page(f"/ratings/events/{RatedEvent.objects.get(name=ROUND_ROBIN).number}/")
    event = Event.objects.get(name=SWISS)
    assert event.finished_at < timezone.now() - timedelta(days=730)
    old_list, drawn_by = page(f"/ratings/?date={BEFORE}"), list(SeedingPoints.objects.order_by("pk").values())
    client.force_login(User.objects.get(username="organiser"))

    # by pages
    match = matches_of_petra(event)[0]
    games = {game.number: game for game in GameResult.objects.filter(match=match, current=True)}
    url = f"/events/{event.slug}/matches/{match.number}/correct/"
    assert "g1-tiles_left" in body(client.get(url))
    form = {"way": "games", "version": match.version}
    for number, game in games.items():
        form |= {f"g{number}-tiles_left": game.tiles_left, f"g{number}-tiles_right": game.tiles_right}
    form |= {"g1-tiles_left": games[1].tiles_right, "g1-tiles_right": games[1].tiles_left}
    html = body(client.post(url, {**form, "act": "plan"}))
    preview = tables(html)
    assert "2 events are worked out anew" in words(html)
    assert "After 28 Nov 2023 all ratings are moved to the level" in words(html)
    assert {SWISS, CUP, "Today’s ratings that move"} <= set(preview)
    assert stored() == expected_now()  # nothing has happened yet
    digests = {name: re.search(rf'name="{name}" value="(\w+)"', html)[1] for name in ("digest", "rating_digest")}
    before = {name: row for name, *row in preview["Today’s ratings that move"]}
    reason = "The two columns of the sheet were swapped."
    answer = client.post(url, {**form, "act": "apply", "reason": reason, **digests})
    assert answer.status_code == 302
    work()
    assert Event.objects.get(pk=event.pk).state == "finished"
    assert as_previewed(standings_of(timezone.now().date()), before) == before
    for source in RatedEvent.objects.filter(name__in=(SWISS, CUP)):
        changes = source.changes.filter(current=True).select_related("player")
        after = {change.player.name: grouped(change.after_rating, 1) for change in changes}
        assert {row[0]: row[2] for row in preview[source.name]}.items() <= after.items()
    all_is_right(reason)
    # what came before is as it was, and draws stand on what was known then
    assert words(page(f"/ratings/?date={BEFORE}")) == words(old_list)
    assert list(SeedingPoints.objects.order_by("pk").values()) == drawn_by

    # by programs
    api = APIClient()
    api.force_authenticate(User.objects.get(username="organiser"))
    match = matches_of_petra(event)[1]
    game = GameResult.objects.get(match=match, number=1, current=True)
    tiles = {"left": game.tiles_right, "right": game.tiles_left}
    correction = {"games": [{"number": 1, "figures": {"tiles": tiles}}]}
    path = f"/api/v1/matches/{match.pk}/correction/"
    plan = api.post(f"{path}plan/", correction, format="json").json()
    assert [one["name"] for one in plan["ratings"]["events"]] == [SWISS, CUP]
    reason = "Both players wrote to say so."
    answer = api.post(
        path,
        {**correction, "reason": reason, "digest": plan["digest"], "rating_digest": plan["ratings"]["digest"]},
        format="json",
    )
    assert answer.status_code == 200
    work()
    moves = plan["ratings"]["moves"]
    right = standings_of(timezone.now().date())
    found = {Player.objects.get(pk=pk).name: one.rating for pk, one in right.items()}
    assert {move["player"]["name"]: move["rating_after"] for move in moves}.items() <= found.items()
    assert any(move["difference"] for move in moves)
    all_is_right(reason)


def matches_of_petra(event: Event) -> list[Match]:
    return list(Match.objects.filter(event=event, state="decided", slots__occupant__name=ONE.name).order_by("number"))


def expected_now() -> object:
    last = {sent.source: EventResults.from_payload(sent.payload) for sent in EventSubmission.objects.order_by("pk")}
    return expected(last.values(), Relevelling.objects.values_list("on", flat=True))


def as_previewed(right: dict[int, Standing], before: dict[str, list[str]]) -> dict[str, list[str]]:
    """The rows of the preview as they ought to be, from the ratings before and those that came true."""
    found = {}
    for pk, one in right.items():
        name = Player.objects.get(pk=pk).name
        if name in before:
            found[name] = [before[name][0], grouped(one.rating, 1), before[name][2]]
            was = float(before[name][0].replace("\u202f", ""))
            assert signed(one.rating - was, 1)[0] == before[name][2][0] or abs(one.rating - was) < 0.1
    return found


def work() -> None:
    """What a worker does of itself soon after."""
    rate_due_events(now=timezone.now())
    apply_waiting(now=timezone.now())
