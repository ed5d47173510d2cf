"""One act on several matches or entries."""

from datetime import timedelta

import pytest

from players.models import ActionLog, Notice
from tantrix_site.errors import Conflict, InvalidInput, NotPermitted
from tests.tournaments.scene import NOW, RIGHT_WINS, Scene, add_arbiter, make_event, make_owner, make_scene
from tests.tournaments.team_scene import team_scene
from tournaments import services
from tournaments.models import Entry, Match
from tournaments.services import EntryTerms, NewPerson, SeveralAct, SeveralOrder

pytestmark = pytest.mark.django_db
DAY = NOW + timedelta(days=3)


def plan(scene, act, *ids, actor=None, now=NOW, **more):
    order = SeveralOrder(SeveralAct(act), ids, **more)
    return services.plan_several(actor=actor or scene.owner, now=now, event_id=scene.event.pk, order=order)


def do(scene, shown, *, actor=None, now=NOW):
    return services.do_several(
        actor=actor or scene.owner, now=now, event_id=scene.event.pk, order=shown.order, digest=shown.digest
    )


def told(shown) -> dict[int, str]:
    return {line.id: line.code for line in shown.lines}


def acts() -> list[str]:
    return list(ActionLog.objects.order_by("pk").values_list("action", flat=True))


def test_what_is_shown_is_done_or_nothing_is():
    scene = make_scene(8)
    scene.enter(4)
    before = acts(), scene.reload().version
    shown = plan(scene, "deadline", 1, 2, 4, 77, deadline=DAY)
    assert told(shown) == {1: "", 2: "", 4: "match_not_open", 77: "match_not_found"}
    assert (shown.lines[0].before, shown.lines[0].after) == (None, DAY)
    assert (acts(), scene.reload().version) == before  # a look stores nothing
    scene.report(1, 1)
    with pytest.raises(Conflict, match="Meanwhile"):
        do(scene, shown)
    assert scene.match(2).deadline is None

    shown = plan(scene, "deadline", 1, 2, 4, deadline=DAY)
    row = do(scene, shown)
    assert row.data == {"act": "deadline", "count": 2, "done": [1, 2], "passed_over": {"4": "match_not_open"}}
    assert acts()[-3:] == ["match.deadline.set", "match.deadline.set", "event.several"]
    assert ActionLog.objects.filter(action="match.deadline.set")[0].data["changes"] == {
        "deadline": [None, DAY.isoformat()]
    }
    assert [scene.match(n).deadline for n in (1, 2, 4)] == [DAY, DAY, None]
    with pytest.raises(Conflict):  # it would change nothing now
        do(scene, shown)
    assert told(plan(scene, "deadline", 1, deadline=DAY)) == {1: "nothing_changes"}
    do(scene, plan(scene, "deadline", 1, deadline=DAY + timedelta(days=1)))
    assert acts()[-2:] == ["deadline.extended", "event.several"]  # told to both sides as any more time

    for wrong, code in (
        ({"ids": ()}, "nothing_chosen"), ({"ids": tuple(range(300))}, "too_many"), ({"ids": (1,)}, "deadline_needed"),
        ({"ids": (1,), "deadline": DAY.replace(tzinfo=None)}, "naive_time"),
    ):  # fmt: skip
        with pytest.raises(InvalidInput) as error:
            plan(scene, "deadline", *wrong.pop("ids"), **wrong)
        assert error.value.code == code


def test_reports_and_rulings_by_arbiters_but_not_in_their_own_match():
    scene = make_scene(8)
    arbiter = add_arbiter(scene)
    scene.report(1, 1)
    scene.report(2, 5)
    scene.report(2, 4, RIGHT_WINS)  # disputed
    with pytest.raises(NotPermitted):
        plan(scene, "deadline", 1, deadline=DAY, actor=arbiter)
    shown = plan(scene, "confirm", 1, 2, 3, actor=arbiter)
    assert told(shown) == {1: "", 2: "nothing_reported", 3: "nothing_reported"}
    do(scene, shown, actor=arbiter)
    assert scene.winner(1) == 1

    with pytest.raises(InvalidInput):
        plan(scene, "default", 3, 4)
    shown = plan(scene, "default", 3, 4, sides={3: 1}, reason="No offers")
    assert told(shown) == {3: "", 4: "side_needed"}
    assert shown.lines[0].text == "Player P3 wins by default of Player P6."
    do(scene, shown)
    assert scene.winner(3) == 3
    own = services.add_organiser(
        actor=scene.owner, now=NOW, event_id=scene.event.pk, user=scene.player(7).user, role="arbiter"
    )
    assert own is not None
    assert told(plan(scene, "double_default", 2, 4, reason="x", actor=scene.player(7))) == {2: "", 4: "own_match"}


def test_a_reminder_a_day():
    scene = make_scene(4)
    Match.objects.filter(number=1).update(deadline=DAY)
    shown = plan(scene, "remind", 1, 2, reason="Please arrange")
    assert not Notice.objects.filter(kind="match.reminder").exists()
    do(scene, shown)
    assert Notice.objects.filter(kind="match.reminder").count() == 4
    assert told(plan(scene, "remind", 1, 2)) == {1: "reminded_today", 2: "reminded_today"}
    with pytest.raises(Conflict):
        do(scene, shown)
    assert told(plan(scene, "remind", 1, now=NOW + timedelta(days=1))) == {1: ""}
    services.set_audience(actor=scene.owner, now=NOW, event_id=scene.event.pk, draw_released=False)
    assert told(plan(scene, "remind", 1, now=NOW + timedelta(days=1))) == {1: "draw_not_released"}


def test_entries_get_places_leave_and_are_there():
    owner = make_owner()
    event = make_event(owner, capacity=2)
    terms = EntryTerms(waiting_list=True, check_in_closes_at=DAY)
    services.set_entry_rules(actor=owner, now=NOW, event_id=event.pk, terms=terms)
    a, b, c, d = [
        services.add_entry(actor=owner, now=NOW, event_id=event.pk, person=NewPerson(name)).entry.pk for name in "ABCD"
    ]

    scene = Scene(event, owner)
    assert told(plan(scene, "accept", a, c)) == {a: "not_waiting", c: "event_full"}
    shown = plan(scene, "withdraw", a, 999, reason="Ill")
    assert told(shown) == {a: "", 999: "entry_not_found"}
    do(scene, shown)
    states = dict(Entry.objects.values_list("name", "state"))
    assert states == {"A": "withdrawn", "B": "accepted", "C": "accepted", "D": "waiting"}  # C came next
    assert told(plan(scene, "check_in", a, b, c)) == {a: "entry_left", b: "", c: ""}
    do(scene, plan(scene, "check_in", b, c))
    assert told(plan(scene, "check_in", b)) == {b: "nothing_changes"}
    do(scene, plan(scene, "refuse", d, reason="Too late"))
    assert Entry.objects.get(pk=d).state == "withdrawn"
    assert "entry.withdrawn" in acts()


def test_the_boards_of_several_matches():
    scene = team_scene(["FRA", "DEU"])
    numbers = Match.objects.filter(event=scene.event, state="open").values_list("number", flat=True)
    shown = plan(scene, "open_boards", *numbers)
    assert set(told(shown).values()) == {""}
    do(scene, shown)
    assert Match.every.filter(event=scene.event, team_match__isnull=False, state="open").exists()
    assert set(told(plan(scene, "open_boards", *numbers)).values()) == {"nothing_changes"}
