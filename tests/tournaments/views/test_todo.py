"""What needs somebody: on the dashboard, on the list of one's events, and for programs."""

import re
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from rest_framework.test import APIClient

from players.actors import account_actor
from players.models import ActionLog
from players.services import request_claim
from tests.tournaments.scene import (
    NOW,
    RIGHT_WINS,
    add_arbiter,
    make_event,
    make_owner,
    make_scene,
    make_user,
    quick_scene,
)
from tournaments import services
from tournaments.formats.progression import Progression
from tournaments.models import Entry, Event, Extension, Match, TimeOffer
from tournaments.selectors.pages.dashboard import load_dashboard
from tournaments.selectors.pages.todo import count_todo, load_todo
from tournaments.services import EntryTerms, NewPerson, StagePlan

pytestmark = pytest.mark.django_db


def text(answer) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", answer.content.decode()))


def codes(event: Event, now=NOW, **more) -> list[str]:
    return [problem.code for problem in load_todo(event, now=now, **more)]


def program(actor) -> APIClient:
    client = APIClient()
    client.force_authenticate(actor.user)
    return client


def queries(act) -> int:
    with CaptureQueriesContext(connection) as found:
        act()
    return len(found)


def test_decisions_come_before_what_is_late_and_that_before_what_is_near(as_actor):
    scene = make_scene(8)
    Match.objects.filter(number=1).update(deadline=NOW - timedelta(hours=1))
    Match.objects.filter(number=2).update(deadline=NOW + timedelta(hours=30))
    scene.report(3, 3)
    scene.report(3, 6, RIGHT_WINS)  # disputed
    scene.report(4, 7)
    soon = NOW + timedelta(hours=45)
    Match.objects.filter(number=1).update(deadline=soon - timedelta(hours=1))
    Match.objects.filter(number=2).update(deadline=soon + timedelta(hours=1))
    found = load_todo(scene.event, now=soon)
    assert [(p.code, p.match) for p in found] == [
        ("dispute", 3), ("overdue", 1), ("nothing_reported", 2), ("counts_soon", 4),
    ]  # fmt: skip
    assert found[0].round == "1-main-1"
    assert found[1].path == f"/organise/{scene.event.slug}/matches/1/decide/"
    assert found[3].moment == NOW + timedelta(hours=48)

    client, base = as_actor(scene.owner), f"/organise/{scene.event.slug}/"
    page = text(client.get(base))
    for words in ("Needs somebody 4", "Disputed, game 1: Player P3 – Player P6", "4 open matches", "reported, to"):
        assert words in page, words
    assert "Player P7: reported game 1" in page  # who did something last
    assert "Overdue" not in text(client.get(f"{base}?kind=results"))
    assert text(client.get(f"{base}?kind=entries")).count("Nothing fits.") == 1
    only = text(client.get(f"{base}?state=disputed&round=1-main-1"))
    assert "Player P1 – Player P8" not in only.split("open matches")[1].split("Latest")[0]
    assert "4 need somebody" in text(client.get("/organise/"))

    arbiter = add_arbiter(scene)
    sent = program(arbiter).get(f"/api/v1/events/{scene.event.slug}/todo/").json()["problems"]
    assert (sent[0]["code"], sent[0]["rank"], sent[0]["match"]) == ("dispute", 0, 3)
    assert program(scene.player(1)).get(f"/api/v1/events/{scene.event.slug}/todo/").status_code == 403
    assert as_actor(scene.player(1)).get(base).status_code == 403


def test_stages_that_nothing_holds_up():
    scene = quick_scene(
        4, stages=[StagePlan("swiss", settings={"rounds": 2}), StagePlan("knockout", rule=Progression(first=2))]
    )
    assert codes(scene.event) == ["round_to_pair"]
    assert codes(scene.event, organises=False) == []  # an arbiter pairs nothing
    services.propose_pairing(actor=scene.owner, now=NOW, event_id=scene.event.pk, stage_number=1)
    assert codes(scene.event) == ["round_to_publish"]
    services.publish_pairing(actor=scene.owner, now=NOW, event_id=scene.event.pk, stage_number=1)
    assert codes(scene.event) == []
    scene.play_all()
    assert codes(scene.event) == ["round_to_pair"]
    scene.pair()
    scene.play_all()
    found = codes(scene.event)
    assert found in (["ties_to_break"], ["stage_to_close"])
    # counted for many events, ties are not looked for, and the number is the same
    assert count_todo([scene.event], now=NOW)[scene.event.pk] == 1


def test_before_the_draw():
    owner = make_owner()
    event = make_event(owner, capacity=2, starts_on=NOW.date())
    closes = NOW + timedelta(hours=2)
    terms = EntryTerms(waiting_list=True, check_in_closes_at=closes)
    services.set_entry_rules(actor=owner, now=NOW, event_id=event.pk, terms=terms)
    entries = [
        services.add_entry(actor=owner, now=NOW, event_id=event.pk, person=NewPerson(name)).entry for name in "ABC"
    ]
    request_claim(actor=account_actor(make_user("zoe", player=False)), player=entries[0].player, now=NOW)
    assert codes(event) == ["profile_claim", "not_drawn", "check_in_missing"]
    assert "2 have not checked in" in [p.text for p in load_todo(event, now=NOW)]
    # the end of the check-in gives no place to one who is missing, and so one place stays free
    Entry.objects.filter(pk=entries[0].pk).update(state="withdrawn")
    assert "places_free" in codes(event)
    assert codes(event, now=NOW - timedelta(days=9))[:1] == ["places_free"]


def test_as_many_queries_for_any_number():
    small, large = quick_scene(4, name="small"), quick_scene(16, name="large")
    for scene in (small, large):
        Match.objects.filter(event=scene.event).update(deadline=NOW - timedelta(hours=1))
    costs = [queries(lambda scene=scene: load_dashboard(scene.event, now=timezone.now())) for scene in (small, large)]
    assert costs[0] == costs[1] <= 20
    one = queries(lambda: count_todo([large.event], now=NOW))
    assert queries(lambda: count_todo([small.event, large.event], now=NOW)) == one <= 18
    assert count_todo([small.event, large.event], now=NOW) == {small.event.pk: 2, large.event.pk: 8}


def test_by_page_and_by_program_once(as_actor):
    scene = make_scene(4)
    client, base = as_actor(scene.owner), f"/organise/{scene.event.slug}/several/"
    page = client.get(base, {"act": "deadline", "all": "1"})
    assert page.context["ids"] == [1, 2]
    assert page.context["plan"] is None  # it has to be told until when
    page = client.get(base, {"act": "deadline", "match": [1, 2, 9], "deadline": "2026-05-04T12:00", "look": "1"})
    context = page.context
    assert "This is done to 2 of 3" in page.content.decode()
    form = {
        "act": "deadline", "match": [1, 2, 9], "deadline": "2026-05-04T12:00", "digest": context["plan"].digest,
        "once": context["once"],
    }  # fmt: skip
    for _twice in range(2):
        answer = client.post(base, form, follow=True)
        assert "Done for 2 rows." in answer.content.decode()
    assert ActionLog.objects.filter(action="event.several").count() == 1
    stale = client.post(base, {**form, "once": "another"})
    assert stale.status_code == 409
    assert as_actor(scene.player(1)).get(base, {"act": "remind", "match": 1}).status_code == 403
    assert client.get(base, {"act": "dance"}).status_code == 404
    needs = client.get(base, {"act": "default", "match": 1, "look": "1"})
    assert needs.status_code == 400
    assert "This field is required." in needs.content.decode()
    sided = client.get(base, {"act": "walkover", "match": [1, 2], "side-1": "1"})
    assert [line.code for line in sided.context["plan"].lines] == ["", "side_needed"]
    path = f"/api/v1/events/{scene.event.slug}/several/"
    told = program(scene.owner).post(f"{path}plan/", {"act": "remind", "ids": [1, 9]}, format="json").json()
    assert [line["code"] for line in told["lines"]] == ["", "match_not_found"]
    sent = {"act": "remind", "ids": [1, 9], "digest": told["digest"]}
    for _twice in range(2):
        done = program(scene.owner).post(path, sent, format="json", HTTP_IDEMPOTENCY_KEY="one")
        assert done.json() == {"act": "remind", "done": [1], "passed_over": {"9": "match_not_found"}}
    again = program(scene.owner).post(path, sent, format="json")
    assert (again.status_code, again.json()["errors"][0]["code"]) == (409, "plan_changed")
    bad = program(scene.owner).post(f"{path}plan/", {"act": "default", "ids": [1]}, format="json").json()
    assert (bad["errors"][0]["code"], bad["errors"][0]["attr"]) == ("reason_needed", "reason")
    assert (
        program(scene.player(1)).post(f"{path}plan/", {"act": "remind", "ids": [1]}, format="json").status_code == 403
    )


def test_times_that_are_not_agreed():
    scene = make_scene(8)
    Match.objects.update(deadline=NOW + timedelta(days=9))

    def of(number: int) -> dict[str, object]:
        left, right = scene.match(number).slots.order_by("side").values_list("occupant", flat=True)
        return {"match": scene.match(number), "left_id": left, "right_id": right, "at": NOW, "via": "account"}

    TimeOffer.objects.create(**of(1), side=0, starts_at=NOW + timedelta(days=5), zone="UTC")
    soon = NOW + timedelta(days=3)
    row = {"before": NOW + timedelta(days=9), "after": NOW + timedelta(days=12), "state": "agreed"}
    Extension.objects.create(**of(2), side=0, **row)
    Match.objects.filter(number__in=(1, 3)).update(deadline=soon + timedelta(hours=9))
    found = {problem.match: problem for problem in load_todo(scene.event, now=soon)}
    assert {number: problem.code for number, problem in found.items()} == {
        2: "extension_asked", 1: "offer_unanswered", 3: "no_offer",
    }  # fmt: skip
    assert (found[1].who, found[3].who) == (("Player P8",), ("Player P3", "Player P6"))
    assert "unanswered for 3 days" in found[1].text


def test_the_log_by_page_list_and_program(as_actor):
    scene = make_scene(4)
    arbiter = add_arbiter(scene)
    scene.enter(1)
    services.set_deadline(actor=scene.owner, now=NOW, event_id=scene.event.pk, round_number=1, deadline=NOW)
    client, base = as_actor(arbiter), f"/organise/{scene.event.slug}/log"
    page = text(client.get(f"{base}/?group=arranging"))
    assert "set the deadline of round 1" in page
    assert "to be played by: – → Fri 1 May 2026, 12:00" in page
    assert "entered" not in page
    listed = client.get(f"{base}.csv?group=arranging").content.decode("utf-8-sig").splitlines()
    assert listed[0] == "at,who,via,action,what,match,reason,field,before,after"
    assert len(listed) == 2
    assert "event.deadline.set" in listed[1]
    answer = program(arbiter).get(f"/api/v1/events/{scene.event.slug}/log/?page_size=1&match=1").json()
    assert (len(answer["results"]), answer["results"][0]["match"]) == (1, 1)
    assert answer["next"]
    assert program(scene.player(1)).get(f"/api/v1/events/{scene.event.slug}/log/").status_code == 403
    assert as_actor(scene.player(1)).get(f"{base}.csv").status_code == 403
