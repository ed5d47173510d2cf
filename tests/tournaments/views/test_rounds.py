"""The rounds of a Swiss on the organiser's pages: proposed, fixed, changed by hand, published, taken back."""

import re
from dataclasses import replace

import pytest
from django.test import Client

from tests.tournaments.scene import LEFT_WINS, NOW, RIGHT_WINS, Scene, add_arbiter, make_scene, quick_scene
from tournaments import services
from tournaments.models import Attendance, Decision, Match, PairingRun
from tournaments.services import Correction, StagePlan

pytestmark = pytest.mark.django_db

SWISS = [StagePlan("swiss", settings={"rounds": 3})]


def text(answer) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", answer.content.decode()))


def rounds(scene: Scene) -> str:
    return f"/organise/{scene.event.slug}/rounds/"


def draft() -> PairingRun:
    return PairingRun.objects.get(state="draft")


def propose(scene: Scene) -> PairingRun:
    return services.propose_pairing(actor=scene.owner, now=NOW, event_id=scene.event.pk)


def test_a_round_is_proposed_explained_and_published(as_actor) -> None:
    scene = quick_scene(7, stages=SWISS)
    client, url = as_actor(scene.owner), rounds(scene)
    assert "Pair round 1" in text(client.get(url))
    assert client.post(url, {"act": "propose"}).status_code == 302
    page = client.get(url)
    assert "Proposal for round 1" in text(page)
    assert "Upper half by seed against the lower half." in text(page)
    assert "bye" in text(page)
    run = draft()
    sent = {"act": "publish", "seen": run.mark, "round": 1, "deadline": "2026-06-01T12:00"}
    assert client.post(url, {**sent, "deadline": "soon"}).status_code == 400
    assert client.post(url, sent).status_code == 302
    assert Match.objects.filter(event=scene.event, state="open", deadline__isnull=False).count() == 3
    again = client.post(url, sent, follow=True)  # pressed twice
    assert "This round is published already." in text(again)
    assert "Round 1: 3 matches are open" in text(client.get(url))
    assert "Enter results" in text(client.get(f"/organise/{scene.event.slug}/"))
    scene.play_all()
    assert "Pair round 2 of 3" in text(client.get(f"/organise/{scene.event.slug}/"))
    client.post(url, {"act": "propose"})
    assert "Publish round 2" in text(client.get(f"/organise/{scene.event.slug}/"))
    assert re.search(r"they met in round 1|costs at least as much|has the bye", text(client.get(url)))


def test_the_public_learns_nothing_of_a_proposal(as_actor) -> None:
    scene = make_scene(6, stages=SWISS)
    public = [f"/events/{scene.event.slug}/{path}" for path in ("", "matches/", "standings/", "pairings/", "draw/")]
    api = f"/api/v1/events/{scene.event.slug}/"
    public += [
        api,
        f"{api}stages/",
        f"{api}stages/1/rounds/",
        f"{api}draw/",
        f"/api/v1/matches/?event={scene.event.slug}",
    ]
    before = [Client().get(url) for url in public]
    run = propose(scene)
    services.edit_pairing(
        actor=scene.owner, now=NOW, event_id=scene.event.pk, pairs=[tuple(pair) for pair in run.pairs], bye=None
    )
    after = [Client().get(url) for url in public]
    for url, old, new in zip(public, before, after, strict=True):
        assert old.status_code == 200, url
        assert strip(old) == strip(new), url
    assert Client().get(f"{api}stages/1/pairing/").status_code == 404
    arbiter = as_actor(add_arbiter(scene))
    assert arbiter.get(rounds(scene)).status_code == 403
    assert arbiter.post(rounds(scene), {"act": "propose"}).status_code == 403
    assert as_actor(scene.player(1)).get(f"/organise/{scene.event.slug}/log/").status_code == 403


def strip(answer) -> str:
    """The page without what differs from request to request."""
    return re.sub(r'csrfmiddlewaretoken" value="[^"]*"', "", answer.content.decode())


def test_marked_pairs_stay_when_the_round_is_paired_again(as_actor) -> None:
    scene = quick_scene(6, stages=SWISS)
    client, url = as_actor(scene.owner), rounds(scene)
    run = propose(scene)
    (left, right), other = run.pairs[0], run.pairs[1]
    services.edit_pairing(
        actor=scene.owner, now=NOW, event_id=scene.event.pk,
        pairs=[(left, other[0]), (right, other[1]), tuple(run.pairs[2])], bye=None,
    )  # fmt: skip
    client.post(url, {"act": "propose", "keep": f"{left}-{other[0]}"})
    again = draft()
    assert {left, other[0]} in [set(pair) for pair in again.pairs]
    assert again.number == run.number + 1
    assert "kept by an organiser" in text(client.get(url))
    assert "Earlier proposals for round 1" in text(client.get(url))


def test_a_pairing_by_hand_tells_doubts_and_keeps_what_was_typed(as_actor) -> None:
    scene = quick_scene(4, stages=[replace(SWISS[0], settings={"rounds": 2})])
    scene.pair()
    scene.play_all()
    propose(scene)
    client, url = as_actor(scene.owner), f"{rounds(scene)}edit/?stage=1"
    first = {"left-1": "1", "right-1": "3", "left-2": "quick 2", "right-2": "4", "seen": draft().mark}
    check = client.post(url, {**first, "act": "check"})
    assert "met in round 1" in text(check)
    fragment = client.post(url, {**first, "act": "check"}, headers={"X-Fragment": "1"})
    assert "met in round 1" in text(fragment)
    assert b"<html" not in fragment.content
    wrong = client.post(url, {**first, "right-1": "9", "right-2": "2", "act": "store"})
    assert wrong.status_code == 400
    assert "There is nobody with number 9." in text(wrong)
    assert "Nobody plays against themselves." in text(wrong)
    assert 'value="quick 2"' in wrong.content.decode()
    twice = client.post(url, {**first, "left-2": "3", "act": "store"})
    assert "stands at table 1 already" in text(twice)
    swapped = client.post(url, {**first, "act": "swap", "first": "3", "second": "quick 4"})
    assert 'name="right-1" list="players" autocomplete="off" value="4 quick 4"' in swapped.content.decode()
    assert not draft().manual
    assert client.post(url, {**first, "act": "store"}).status_code == 302
    ids = [entry.pk for entry in scene.entries]
    assert draft().pairs == [[ids[0], ids[2]], [ids[1], ids[3]]]
    assert "Changed by hand." in text(client.get(rounds(scene)))
    stale = client.post(url, {**first, "act": "store"})  # the mark is that of the pairing before
    assert "no longer the one you saw" in text(stale)


def test_an_outdated_proposal_is_published_only_on_purpose(as_actor) -> None:
    scene = quick_scene(6, stages=SWISS)
    scene.pair()
    scene.play_all()
    run = propose(scene)
    services.correct_result(
        actor=scene.owner, now=NOW, match_id=scene.event.matches.order_by("number")[0].pk,
        correction=Correction(games={1: RIGHT_WINS}), reason="swapped",
    )  # fmt: skip
    client, url = as_actor(scene.owner), rounds(scene)
    assert "have changed since this was proposed" in text(client.get(url))
    refused = client.post(url, {"act": "publish", "seen": run.mark, "deadline": "2026-06-01T12:00"})
    assert refused.status_code == 409
    assert "2026-06-01T12:00" in refused.content.decode()
    assert client.post(url, {"act": "publish", "seen": run.mark, "keep_outdated": "on"}).status_code == 302
    assert PairingRun.objects.filter(round=2, state="published").exists()


def test_discarding_meets_only_the_proposal_that_was_seen(as_actor) -> None:
    scene = quick_scene(6, stages=SWISS)
    client, url = as_actor(scene.owner), rounds(scene)
    seen = propose(scene).mark
    propose(scene)
    assert "no longer the one you saw" in text(client.post(url, {"act": "discard", "seen": seen}, follow=True))
    assert draft()
    client.post(url, {"act": "discard", "seen": draft().mark})
    assert not PairingRun.objects.filter(state="draft").exists()


def test_a_published_round_is_taken_back_or_changed_with_a_reason(as_actor) -> None:
    scene = quick_scene(4, stages=SWISS)
    client, url = as_actor(scene.owner), rounds(scene)
    scene.pair()
    assert client.post(url, {"act": "unpublish", "reason": ""}).status_code == 400
    assert client.post(url, {"act": "unpublish", "reason": "Wrong list"}).status_code == 302
    assert not scene.event.matches.exists()
    client.post(url, {"act": "publish", "seen": draft().mark})
    edit = f"{url}edit/?stage=1&round=published"
    mark = PairingRun.objects.get(state="published").mark
    sent = {"left-1": "1", "right-1": "2", "left-2": "3", "right-2": "4", "seen": mark, "act": "store"}
    assert client.post(edit, {**sent, "reason": ""}).status_code == 400
    assert client.post(edit, {**sent, "reason": "Same club"}).status_code == 302
    assert "Same club" in text(client.get(url))
    scene.play_all()
    mark = PairingRun.objects.get(state="published").mark
    played = client.post(edit, {**sent, "right-1": "3", "left-2": "2", "seen": mark, "reason": "Late"})
    assert "Something was reported in these matches" in text(played)
    assert 'value="3"' in played.content.decode()


def test_absences_and_late_entries(as_actor) -> None:
    scene = quick_scene(6, stages=SWISS)
    client, home = as_actor(scene.owner), f"/organise/{scene.event.slug}/"
    scene.pair()
    scene.play_all()
    late = client.post(f"{home}entrants/", {"name": "Late Comer"}, follow=True)
    assert "Late Comer is entered and joins in round 2." in text(late)
    sent = {"entry": scene.entries[0].pk, "round": 2, "reason": "Doctor", "act": "absent"}
    client.post(f"{rounds(scene)}absence/?stage=1", sent)
    page = text(client.get(rounds(scene)))
    assert "Doctor" in page
    assert "misses round 2" in text(client.get(f"{home}entrants/"))
    client.post(f"{rounds(scene)}absence/", {**sent, "act": "present", "next": "entrants"})
    assert not Attendance.objects.filter(kind="absent", revoked_at=None).exists()
    client.post(f"{rounds(scene)}absence/", {**sent, "round": 1})
    assert not Attendance.objects.filter(kind="absent", revoked_at=None).exists()
    leaves = text(client.get(f"{home}entrants/{scene.entries[1].pk}/leave/?kind=withdrawn"))
    assert "All results stand, and this entry is paired no more." in leaves
    assert "Nothing else changes" not in leaves
    empty = client.post(f"{rounds(scene)}absence/", {"round": 2, "entry": ""}, follow=True)
    assert "Say who misses the round." in text(empty)


def test_results_are_entered_by_table(as_actor) -> None:
    scene = quick_scene(5, stages=[replace(SWISS[0], settings={"rounds": 3, "games": 2})])
    client = as_actor(add_arbiter(scene))
    url = f"/organise/{scene.event.slug}/results/"
    scene.pair()
    html = client.get(f"{url}?stage=1&round=1").content.decode()
    assert html.count("data-row=") == 2  # the bye is not listed
    assert 'data-table="1"' in html
    match = Match.objects.filter(event=scene.event, state="open").order_by("position")[0]
    row = {"match": match.number, "game": 1, "version": match.version, "left": 30, "right": 0}
    said = client.post(f"{url}?stage=1&round=1", row, headers={"X-Fragment": "1"}).json()
    assert said["next"]["game"] == 2  # in a table every planned game counts
    row |= {"game": 2, "version": said["next"]["version"]}
    assert "next" not in client.post(url, row, headers={"X-Fragment": "1"}).json()
    assert client.get(f"{url}?stage=x&round=zz").status_code == 200


def test_newly_opened_matches_come_with_the_answer(as_actor) -> None:
    scene = quick_scene(4)
    url = f"/organise/{scene.event.slug}/results/"
    client = as_actor(scene.owner)
    scene.enter(1)
    match = scene.match(2)
    row = {"match": 2, "game": 1, "version": match.version, "left": 20, "right": 10}
    said = client.post(url, row, headers={"X-Fragment": "1"}).json()
    assert len(said["opened"]) == 1
    assert 'data-row="3"' in said["opened"][0]


def test_rulings_in_a_table(as_actor) -> None:
    scene = quick_scene(4, stages=SWISS)
    scene.pair()
    client = as_actor(add_arbiter(scene))
    numbers = list(scene.event.matches.order_by("number").values_list("number", flat=True))
    where = f"/organise/{scene.event.slug}/matches/"
    page = text(client.get(f"{where}{numbers[0]}/decide/"))
    assert "a game counts 15.0 for" in page
    assert "advances" not in page
    version = scene.match(numbers[0]).version
    level = {"choice": "adjudicated", "tp_left": "10", "tp_right": "10", "reason": "clock", "version": version}
    assert client.post(f"{where}{numbers[0]}/decide/", level).status_code == 302
    assert Decision.objects.get(match__number=numbers[0], current=True).winner_side is None
    gone = {"choice": "retired_at_fault-1", "reason": "left", "version": scene.match(numbers[1]).version}
    assert client.post(f"{where}{numbers[1]}/decide/", gone).status_code == 302
    assert Decision.objects.get(match__number=numbers[1], current=True).excused is False


def test_a_correction_is_told_by_the_age_of_its_round(as_actor) -> None:
    scene = quick_scene(6, stages=SWISS)
    arbiter, owner = as_actor(add_arbiter(scene)), as_actor(scene.owner)
    for _round in (1, 2):
        scene.pair()
        scene.play_all()
    first = scene.event.matches.filter(round=1).order_by("number")[0].number
    url = f"/events/{scene.event.slug}/matches/{first}/correct/"
    assert "paired already and stays" in text(arbiter.get(url))
    scene.pair()
    scene.play_all(choose=lambda _match: LEFT_WINS)
    assert "An older round" in text(owner.get(url))
    sent = {"way": "games", "act": "plan", "g1-tiles_left": "10", "g1-tiles_right": "40"}
    refused = arbiter.post(url, sent)
    assert refused.status_code in (400, 403)
    assert owner.post(url, sent).status_code == 200
