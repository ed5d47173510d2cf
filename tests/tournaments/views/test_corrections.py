"""Reopen and correct: old and new, the reason, everything that follows, and only then the change."""

import re

import pytest
from django.test import Client

from ratings.models import Rating
from ratings.services import apply_waiting
from ratings.templatetags.rating_words import grouped, signed
from tests.tournaments.scene import NOW, Scene, make_scene
from tournaments import services
from tournaments.models import Decision

pytestmark = pytest.mark.django_db


def url(scene: Scene, number: int = 1) -> str:
    return f"/events/{scene.event.slug}/matches/{number}/correct/"


def text(answer) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", answer.content.decode()))


def values(scene: Scene, left: int, right: int, **more: object) -> dict[str, object]:
    return {"way": "games", "g1-tiles_left": left, "g1-tiles_right": right, "version": scene.match(1).version, **more}


def digest(answer) -> str:
    return re.search(r'name="digest" value="(\w+)"', answer.content.decode())[1]


def test_a_first_round_result_of_a_finished_draw_is_flipped(as_actor) -> None:
    scene = make_scene(8)
    scene.play_all()
    services.finish_event(actor=scene.owner, now=NOW, event_id=scene.event.pk)
    client = as_actor(scene.owner)
    assert "Player P1 50 tiles, Player P8 10 tiles" in text(client.get(url(scene)))
    plan = client.post(url(scene), values(scene, 10, 50, act="plan"))
    said = text(plan)
    assert "2 results become void." in said
    assert "M5: Player P8 stands there instead of Player P1." in said
    assert "Correct it and void 2 later results" in said
    assert "The event is finished; it is opened again by this" in said
    assert ("Player P1: Place 5 instead of Champion. Player P3: Second place is open again. "
            "Player P5: Third place is open again. Player P8: Place 5 is open again.") in said  # fmt: skip
    assert scene.winner(1) == 1  # nothing has happened yet

    unsaid = client.post(url(scene), values(scene, 10, 50, act="apply", digest=digest(plan)))
    assert unsaid.status_code == 400
    assert "Say why" in text(unsaid)
    done = client.post(url(scene), values(scene, 10, 50, act="apply", digest=digest(plan), reason="Misread sheet."))
    assert done.status_code == 302
    assert (scene.winner(1), scene.match(5).state, scene.match(7).state) == (8, "open", "waiting")
    assert scene.reload().state == "running"
    scene.check_cache()
    page = text(Client().get(f"/events/{scene.event.slug}/matches/1/"))
    assert "Misread sheet." in page
    assert "corrected the result" in page
    assert "version 2" in page
    log = text(client.get(f"/organise/{scene.event.slug}/log/"))
    assert "M5 the result is void, as the players of this match changed" in log

    back = client.post(url(scene), values(scene, 50, 10, act="plan"))
    assert "opened again" not in text(back)  # it runs already
    offers = re.findall(r'name="reinstate" value="(\d+)"', back.content.decode())
    assert len(offers) == 2
    client.post(url(scene), values(scene, 50, 10, act="apply", digest=digest(back), reason="It was right.",
                                   reinstate=offers))  # fmt: skip
    assert scene.match(7).state == "decided"
    assert scene.winner(7) == 1
    scene.check_cache()


def test_a_harmless_correction_needs_no_agreement_but_a_reason(as_actor) -> None:
    scene = make_scene(4)
    scene.enter(1)
    client = as_actor(scene.owner)
    plan = client.post(url(scene), values(scene, 40, 10, act="plan"))
    assert "Nothing else changes." in text(plan)
    done = client.post(
        url(scene), values(scene, 40, 10, act="apply", digest=digest(plan), reason="One tile miscounted.")
    )
    assert done.status_code == 302


def test_the_plan_seen_is_the_plan_made(as_actor) -> None:
    scene = make_scene(8)
    scene.enter(1)
    scene.enter(2)
    client = as_actor(scene.owner)
    plan = client.post(url(scene), values(scene, 10, 50, act="plan"))
    scene.enter(5)  # meanwhile the next match is played
    answer = client.post(url(scene), values(scene, 10, 50, act="apply", digest=digest(plan), reason="Misread."))
    assert answer.status_code in (409, 412)
    assert "shown anew below" in text(answer) or "meanwhile" in text(answer)
    assert "M5: the result becomes void" in text(answer)
    assert scene.winner(1) == 1


def test_a_ruling_instead_and_clearing(as_actor) -> None:
    scene = make_scene(4)
    scene.enter(1)
    client = as_actor(scene.owner)
    ruling = {"way": "ruling", "choice": "default-0", "version": scene.match(1).version}
    plan = client.post(url(scene), {**ruling, "act": "plan"})
    done = client.post(url(scene), {**ruling, "act": "apply", "digest": digest(plan), "reason": "Clock broken."})
    assert done.status_code == 302
    assert Decision.objects.get(match=scene.match(1), current=True).kind == "default"
    clear = {"way": "clear", "version": scene.match(1).version}
    plan = client.post(url(scene), {**clear, "act": "plan"})
    assert client.post(
        url(scene), {**clear, "act": "apply", "digest": digest(plan), "reason": "To be played again."}
    ).status_code == 302  # fmt: skip
    assert scene.match(1).state == "open"
    scene.check_cache()


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({}, "Nothing was changed."),
        ({"g1-tiles_left": "85"}, "less than or equal to 84"),
        ({"g1-tiles_left": ""}, "Give the tiles of both players"),
    ],
)
def test_bad_corrections(as_actor, changes, message) -> None:
    scene = make_scene(2)
    scene.enter(1)
    answer = as_actor(scene.owner).post(url(scene), {**values(scene, 50, 10, act="plan"), **changes})
    assert answer.status_code == 400
    assert message in text(answer)


def test_corrections_are_for_arbiters(as_actor) -> None:
    scene = make_scene(2)
    scene.enter(1)
    assert as_actor(scene.player(1)).get(url(scene)).status_code == 403
    assert as_actor(scene.player(1)).post(url(scene), values(scene, 1, 2, act="apply")).status_code == 403
    assert "Correct the result" not in text(as_actor(scene.player(1)).get(f"/events/{scene.event.slug}/matches/1/"))


def test_a_stale_version_is_shown(as_actor) -> None:
    scene = make_scene(2, games_by_round=(3,))
    scene.enter(1)
    old = values(scene, 10, 50)
    plan = as_actor(scene.owner).post(url(scene), {**old, "act": "plan"})
    scene.enter(1, game=2)
    answer = as_actor(scene.owner).post(
        url(scene),
        {**old, "g2-tiles_left": 50, "g2-tiles_right": 10, "act": "apply", "digest": digest(plan), "reason": "x"},
    )
    assert answer.status_code == 412
    assert "Something changed in this match meanwhile." in text(answer)


def test_who_moves_by_how_much_is_shown_before_a_rated_event_is_corrected(as_actor) -> None:
    scene = make_scene(2)
    scene.play_all()
    client = as_actor(scene.owner)
    assert "worked out anew" not in text(client.post(url(scene), values(scene, 10, 50, act="plan")))
    services.finish_event(actor=scene.owner, now=NOW, event_id=scene.event.pk)
    services.rate_due_events(now=NOW)
    apply_waiting(now=NOW)
    won = Rating.objects.get(player__slug="player-p1").rating
    said = text(client.post(url(scene), values(scene, 10, 50, act="plan")))
    assert "1 event is worked out anew: Spring Cup" in said
    moved = f"{grouped(won, 1)} {grouped(3700 - won, 1)} {signed(3700 - 2 * won, 1)}"
    assert moved.replace("\u202f", " ") in said
    assert Rating.objects.get(player__slug="player-p1").rating == won


def test_what_a_correction_does_to_ratings_has_to_be_seen(as_actor) -> None:
    scene = make_scene(2)
    scene.play_all()
    services.finish_event(actor=scene.owner, now=NOW, event_id=scene.event.pk)
    services.rate_due_events(now=NOW)
    client = as_actor(scene.owner)
    plan = client.post(url(scene), values(scene, 10, 50, act="plan"))
    seen = re.search(r'name="rating_digest" value="(\w+)"', plan.content.decode())[1]
    agreed = values(scene, 10, 50, act="apply", digest=digest(plan), reason="Misread sheet.")
    for other in ({}, {"rating_digest": "x"}):
        unseen = client.post(url(scene), agreed | other)
        assert unseen.status_code == 409
        assert "The consequences are not those you saw" in text(unseen)
    assert scene.winner(1) == 1
    assert client.post(url(scene), agreed | {"rating_digest": seen}).status_code == 302
    assert scene.winner(1) == 2
