"""The bracket page and its live fragment."""

import gzip
import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.sign_in import signed_in
from tests.tournaments.at_once import enter_at_once
from tests.tournaments.scene import LEFT_WINS, NOW, RIGHT_WINS, make_scene, quick_scene
from tests.tournaments.sizes import scenes_of
from tests.tournaments.team_scene import team_scene
from tournaments import services
from tournaments.formats.progression import Progression, SeedOrder
from tournaments.models import DecisionKind, Entry, EventState, Match
from tournaments.selectors.pages.names import short_name
from tournaments.services import StagePlan

pytestmark = pytest.mark.django_db


def url(scene, query: str = "") -> str:
    return f"/events/{scene.event.slug}/bracket/{query}"


def lens(html: str) -> tuple[str, str]:
    """The active round, counted from the final, and the part."""
    found = re.search(r'data-active="(\d)" data-part="(\w+)"', html)
    assert found
    return found[1], found[2]


def body(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200
    return answer.content.decode()


@pytest.mark.parametrize("count", [2, 3, 5, 8, 13, 16, 31, 33, 64])
def test_any_number_of_entries(count) -> None:
    scene = quick_scene(count)
    html = body(Client(), url(scene))
    size = 1 << (count - 1).bit_length()
    assert html.count('<li id="m') == size - 1
    assert html.count('class="m bye"') == size - count
    # with its brackets, as a random token may hold any two letters
    assert (">Q4<" in html) == (size >= 32)


def test_128_within_ten_queries_and_20_kilobytes() -> None:
    """Half played, with long names, for a signed-in follower."""
    scene = quick_scene(128)
    for n, entry in enumerate(scene.entries):
        entry.name = f"Annabella-Maria Schwarzenberger-Lindqvist {n}"
        entry.country = ("FI", "NL", "HU", "CZ")[n % 4]
    Entry.objects.bulk_update(scene.entries, ["name", "country"])
    enter_at_once(scene, {number: (LEFT_WINS, RIGHT_WINS)[number % 2] for number in range(1, 65)})
    client = signed_in(scene.owner.user)
    slug = scene.entries[8].player.slug
    with CaptureQueriesContext(connection) as queries:
        answer = client.get(url(scene, f"?follow={slug}"))
    assert answer.status_code == 200
    assert len(queries) <= 10, [q["sql"][:80] for q in queries]
    assert len(gzip.compress(answer.content, 6)) <= 20_000


def test_queries_do_not_grow_with_the_draw() -> None:
    scene = quick_scene(4)
    counts = []
    for _ in range(2):
        with CaptureQueriesContext(connection) as queries:
            Client().get(url(scene))
        counts.append(len(queries))
        scene.enter(1) if scene.match(1).state == "open" else None
    assert counts[0] == counts[1]


def test_opens_at_the_current_round_and_the_busiest_quarter() -> None:
    scene = quick_scene(32)
    assert lens(body(Client(), url(scene))) == ("4", "1")
    enter_at_once(scene, dict.fromkeys(range(1, 17), LEFT_WINS))
    assert lens(body(Client(), url(scene))) == ("3", "1")
    enter_at_once(scene, dict.fromkeys((17, 18), LEFT_WINS))
    assert lens(body(Client(), url(scene))) == ("3", "2")
    for numbers in (range(19, 25), range(25, 29), range(29, 31), range(31, 32)):
        enter_at_once(scene, dict.fromkeys(numbers, LEFT_WINS))
    scene.check_cache()
    assert lens(body(Client(), url(scene))) == ("0", "all")


@pytest.mark.parametrize(
    ("query", "shown"),
    [
        ("?round=1&quarter=3", ("4", "3")),
        ("?round=2&quarter=all", ("3", "all")),
        ("?round=4&quarter=2", ("1", "all")),  # semi-finals lie in no quarter
        ("?round=99&quarter=9", ("4", "1")),
        ("?round=x&quarter=", ("4", "1")),
        ("?round=-1", ("4", "1")),
    ],
)
def test_the_address_says_what_is_shown(query, shown) -> None:
    assert lens(body(Client(), url(quick_scene(32), query))) == shown


def test_every_tab_is_a_link() -> None:
    scene = quick_scene(32)
    html = body(Client(), url(scene))
    for number in range(1, 6):
        assert f"?round={number}&amp;quarter=" in html
    for part in ("all", "1", "2", "3", "4"):
        assert f"quarter={part}" in html


def test_following_by_name_with_and_without_accents() -> None:
    scene = quick_scene(32)
    entry = scene.entries[4]
    entry.name = "Łukasz Dvořák"
    entry.save()
    client = Client()
    for typed in ("Łukasz Dvořák", "lukasz dvorak", "DVORAK"):
        answer = client.get(url(scene, f"?follow={typed}&round=1"))
        assert answer.status_code == 302
        assert f"follow={entry.player.slug}" in answer["Location"]
    page = client.get(url(scene, f"?follow={entry.player.slug}"))
    assert page.cookies["follow"].value == entry.player.slug
    html = page.content.decode()
    assert 'class="s hl"' in html
    assert "Next: round of 32" in html
    again = body(client, url(scene))  # the cookie remembers
    assert 'class="s hl"' in again
    gone = client.get(url(scene, "?follow="))
    assert 'class="s hl"' not in gone.content.decode()
    assert gone.cookies["follow"].value == ""


def test_following_somebody_unknown_or_ambiguous() -> None:
    scene = quick_scene(4)
    assert "Nobody in this draw is called “Zzz”" in body(Client(), url(scene, "?follow=Zzz"))
    html = body(Client(), url(scene, "?follow=quick"))
    assert html.count("?follow=quick-") == 4


def test_a_player_follows_themself(as_actor) -> None:
    scene = make_scene(4)
    assert "Next: semi-final, M1, against" in body(as_actor(scene.player(1)), url(scene))


def test_boxes_speak_in_sentences() -> None:
    scene = make_scene(8)
    scene.enter(1)
    scene.report(2, 5)
    services.decide_match(
        actor=scene.owner, now=scene.event.created_at, match_id=scene.match(3).pk,
        ruling=services.Ruling(DecisionKind.DEFAULT, 1),
        reason="Absent.",
    )  # fmt: skip
    html = body(Client(), url(scene))
    assert "Match 1: Player P1 (seed 1) beat Player P8 (seed 8), 20.0 to 0.0. The winner plays in match 5." in html
    assert "Match 2: Player P5 (seed 5) against Player P4 (seed 4), reported, to confirm." in html
    assert "advances, Player P6 (seed 6) did not play." in html
    assert "Match 5: Player P1 (seed 1) against P5 or P4, waiting for opponent." in html
    assert "Match 7: Winner of M5 against Winner of M6, waiting for opponent." in html
    assert "To confirm" in html


def test_names_are_escaped() -> None:
    scene = quick_scene(2)
    Entry.objects.filter(pk=scene.entries[0].pk).update(name='<script>alert("x")</script>')
    html = body(Client(), url(scene))
    assert "<script>alert" not in html


def test_before_the_draw() -> None:
    scene = make_scene(4, start=False)
    assert "The draw has not been made yet." in body(Client(), url(scene))
    assert Client().get(url(scene, "live/")).status_code == 404


def test_fragment_answers_304_and_holds_nothing_of_the_viewer(as_actor) -> None:
    scene = make_scene(4)
    page = body(Client(), url(scene))
    tag = re.search(r'data-etag="([^"]+)"', page)[1].replace("&quot;", '"')
    unchanged = Client().get(url(scene, "live/"), headers={"If-None-Match": tag})
    assert (unchanged.status_code, unchanged.content) == (304, b"")
    with CaptureQueriesContext(connection) as queries:
        Client().get(url(scene, "live/"), headers={"If-None-Match": tag})
    assert len(queries) == 1
    scene.enter(1)
    changed = Client().get(url(scene, "live/"), headers={"If-None-Match": tag})
    assert changed.status_code == 200
    assert changed["ETag"] != tag
    mine = as_actor(scene.player(1)).get(url(scene, "live/"))
    assert mine.content == changed.content
    assert b"csrf" not in mine.content
    shapes = [re.search(r'data-shape="([^"]+)"', text)[1] for text in (page, changed.content.decode())]
    assert shapes[0] == shapes[1]


def test_the_line_of_the_followed_player_is_kept_fresh() -> None:
    scene = make_scene(4)
    slug = scene.entry(1).player.slug
    page = body(Client(), url(scene, f"?follow={slug}"))
    assert "Next: semi-final, M1" in page
    live = re.search(r'data-live="([^"]+)"', page)[1]
    assert live == f"{url(scene)}live/?follow={slug}"
    before = re.search(r'id="path-line" data-v="(\w+)"', page)[1]
    assert re.search(r'id="path-line" data-v="(\w+)"', body(Client(), live))[1] == before
    scene.enter(2)
    scene.enter(1)
    fresh = body(Client(), live)
    assert "Next: final, M3" in fresh
    assert re.search(r'id="path-line" data-v="(\w+)"', fresh)[1] != before
    assert "path-line" not in body(Client(), f"{url(scene)}live/")
    assert "path-line" not in body(Client(), f"{url(scene)}live/?follow=nobody")


def test_fragment_of_a_finished_event_says_that_nothing_more_comes() -> None:
    scene = make_scene(2)
    scene.enter(1)
    services.finish_event(actor=scene.owner, now=scene.event.created_at, event_id=scene.event.pk)
    assert scene.reload().state == EventState.FINISHED
    first = Client().get(url(scene, "live/"))
    assert first.status_code == 200
    assert Client().get(url(scene, "live/"), headers={"If-None-Match": first["ETag"]}).status_code == 410


def test_only_what_changed_has_another_version() -> None:
    scene = make_scene(8)
    versions = [dict(re.findall(r'id="(m\d+)" data-v="(\w+)"', body(Client(), url(scene, "live/"))))]
    scene.enter(1)
    versions.append(dict(re.findall(r'id="(m\d+)" data-v="(\w+)"', body(Client(), url(scene, "live/")))))
    changed = {key for key in versions[0] if versions[0][key] != versions[1][key]}
    assert changed == {"m1", "m5"}


def test_third_place_and_walkovers() -> None:
    scene = make_scene(4, third_place=True)
    scene.enter(1)
    scene.enter(2)
    assert "Match for third place" in body(Client(), url(scene))
    now, entry = scene.event.created_at, scene.entries[0].pk
    plan = services.plan_exit(actor=scene.player(1), now=now, entry_id=entry)
    services.withdraw_entry(actor=scene.player(1), now=now, entry_id=entry, digest=plan.plan.digest)
    html = body(Client(), url(scene))
    assert "advances, Player P1 (seed 1) did not play." in html


def test_the_fragment_needs_no_cache(settings) -> None:
    scene = make_scene(2)
    settings.CACHES = {
        "default": {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": "redis://127.0.0.1:1/0"}
    }
    assert Client().get(url(scene, "live/")).status_code == 200


def double(count: int, **settings):
    return quick_scene(count, stages=[StagePlan("double_elimination", settings=settings)])


def knockout(count: int, **settings):
    return quick_scene(count, stages=[StagePlan("knockout", settings=settings)])


def tabs(html: str, label: str) -> list[str]:
    """The texts of a bar of tabs, without the counts under them."""
    bar = re.search(rf'aria-label="{label}"><ul class="seg">(.*?)</ul>', html, re.DOTALL)
    return [re.sub(r"<small.*?</small>|<[^>]+>", "", item) for item in bar[1].split("</li>")[:-1]] if bar else []


def test_parts_of_a_double_elimination_say_where_losers_go_and_come_from() -> None:
    scene = double(8)
    scene.enter(1)
    html = body(Client(), url(scene))
    assert tabs(html, "Part of the bracket") == ["Winners", "Losers", "Grand final"]
    assert "M2 · loser to M8" in html
    assert "20.0 to 0.0. The winner plays in match 5. The loser plays in match 8." in html
    losers = body(Client(), url(scene, "?part=losers"))
    assert tabs(losers, "Round") == ["L1", "L2", "L3", "LF"]
    assert "M8 · from M1" in losers
    assert "Loser of M2" in losers
    final = body(Client(), url(scene, "?part=final"))
    assert "Only if whoever has lost before wins M14: then both have lost once." in final
    scene.play_all()
    over = body(Client(), url(scene))
    assert "Not needed: whoever had lost before lost M14." in over  # a finished one opens with its last match
    assert "Won by quick 1" in over


def test_a_plate_says_from_where_everybody_comes_before_it_is_known() -> None:
    scene = knockout(8, plate="first_match")
    html = body(Client(), url(scene, "?part=plate"))
    assert html.count("Loser of M") > 4
    assert "Loser of M5, if it was a first match" in html
    for number in range(1, 5):
        scene.enter(number)
    after = body(Client(), url(scene, "?part=plate"))
    assert "first match</span>" not in after
    assert tabs(after, "Round") == ["R1", "F"]  # nobody comes in later, so that round is left out
    scene.play_all()
    assert re.search(r"Plate won by quick \d", body(Client(), url(scene)))


def test_a_followed_player_is_shown_where_they_play_on() -> None:
    scene = knockout(8, plate="first_match")
    scene.enter(1)
    slug = scene.entries[7].player.slug
    html = body(Client(), url(scene, f"?follow={slug}"))
    assert 'aria-current="page"><span><svg' in html  # the star stands on the tab that is shown
    assert "Next: plate, round 1, M" in html
    steps = re.findall(r"<li><span>([^<]+)</span><a", html)
    assert steps[:2] == ["Quarter-finals", "Plate, round 1"]
    assert 'class="s hl"' in html


def test_the_preliminary_round_stands_before_the_main_draw() -> None:
    scene = knockout(10, main_size=8)
    html = body(Client(), url(scene))
    assert tabs(html, "Round") == ["Pre", "QF", "SF", "F"]
    assert html.count('<li id="m') == 4  # two preliminary matches and those they lead to
    for match in scene.event.matches.filter(bracket="preliminary").order_by("number"):
        for game in range(1, match.games + 1):
            match.refresh_from_db()
            if match.state == "open":
                scene.enter(match.number, game=game)
    assert lens(body(Client(), url(scene))) == ("2", "all")
    assert body(Client(), url(scene, "?round=0")).count('<li id="m') == 4


def test_entering_later_leaves_no_empty_boxes() -> None:
    html = body(Client(), url(knockout(20, entry_rounds=[[4, 3]], seeds=4)))
    assert 'class="lens tree"' in html
    assert html.count('<li id="m') == 19
    assert 'class="m bye"' not in html


def test_play_offs_of_places_are_listed() -> None:
    scene = knockout(8, places_to=8)
    assert tabs(body(Client(), url(scene)), "Part of the bracket") == ["Main draw", "Places"]
    html = body(Client(), url(scene, "?part=places"))
    titles = re.findall(r"<h3[^>]*>([^<]+)</h3>", html)
    assert titles == ["Places 5–8", "Match for 5th place", "Match for 7th place"]


def test_a_stage_drawn_ahead_names_places_of_the_stage_before() -> None:
    scene = quick_scene(
        8, stages=[
            StagePlan("groups", settings={"groups": 2}),
            StagePlan("knockout", rule=Progression(first=2, order=SeedOrder.GROUP), crossing=True),
        ],
    )  # fmt: skip
    services.make_draw(actor=scene.owner, now=NOW, event_id=scene.event.pk, stage_number=2)
    html = body(Client(), url(scene))
    assert "Winner of group A" in html
    assert "Runner-up of group B" in html
    assert "Drawn ahead" in html


def test_each_stage_has_its_bracket() -> None:
    scene = quick_scene(
        4, stages=[StagePlan("knockout", name="Opening"), StagePlan("knockout", rule=Progression(first=2))]
    )
    assert tabs(body(Client(), url(scene)), "Stage") == ["Opening", "Knockout"]
    assert Client().get(url(scene, "?stage=2")).status_code == 200  # not drawn yet


def test_256_entries_are_shown_a_quarter_at_a_time() -> None:
    scene = quick_scene(256)
    html = body(Client(), url(scene))
    assert html.count('<li id="m') == 63
    assert "round=1&amp;quarter=4" in html
    assert body(Client(), url(scene, "?round=1&quarter=all")).count('<li id="m') == 255


def test_queries_of_a_double_elimination_do_not_grow() -> None:
    counts = []
    for scene in scenes_of(8, 32, stages=[StagePlan("double_elimination")]):
        for part in ("main", "losers", "final"):
            with CaptureQueriesContext(connection) as queries:
                answer = Client().get(url(scene, f"?part={part}"))
            assert answer.status_code == 200
            counts.append(len(queries))
    assert counts[:3] == counts[3:]
    assert max(counts) <= 8


def test_the_fragment_of_a_tree_holds_what_the_page_shows() -> None:
    scene = double(64)
    page = body(Client(), url(scene, "?part=losers&round=2&quarter=3"))
    live = re.search(r'data-live="([^"]+)"', page)[1].replace("&amp;", "&")
    assert live == f"{url(scene)}live/?part=losers&round=2&quarter=3"
    fresh = body(Client(), live)
    ids = [re.findall(r'<li id="(m\d+)" data-v="([^"]+)"', text) for text in (page, fresh)]
    assert ids[0] == ids[1] != []
    shapes = [re.search(r'data-shape="([^"]+)"', text)[1] for text in (page, fresh)]
    assert shapes[0] == shapes[1]


def test_teams_keep_their_whole_names() -> None:
    """The letters of a country are no first name."""
    scene = team_scene(["FR", "DE", "NL", "HU"], substitutes=0)
    services.make_draw(**scene.act(event_id=scene.event.pk))
    html = body(Client(), url(scene))
    assert all(f'<span class="n">{name}</span>' in html for name in scene.teams)
    for match in Match.objects.filter(event=scene.event, round=1):
        assert "{} or {}".format(*scene.sides(match)) in html


def test_a_narrow_column_has_the_surnames_of_a_pair() -> None:
    assert short_name("Anna Virtanen / Bo van den Berg") == "Virtanen / van den Berg"
