"""Whatever is done to an event of any format, in whatever order: the promises hold, and what is taken back is gone.

Long runs are made by `bin/bench --only guard`.
"""

import random

import pytest

from tests.effort import times
from tests.tournaments.guard.acts import ACTS
from tests.tournaments.guard.invariants import check
from tests.tournaments.guard.play import Play
from tests.tournaments.guard.results import enter_whole
from tests.tournaments.guard.sequence import fewest, rolled_back, run
from tests.tournaments.guard.shapes import SHAPES, Shape, begin
from tests.tournaments.scene import LEFT_WINS, RIGHT_WINS
from tournaments import services
from tournaments.models import Decision, Entry, GameResult, Match, Slot, StageKind
from tournaments.services import Correction, GameFigures, Planned

pytestmark = pytest.mark.django_db

STEPS = times(3)


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_all_promises_hold_after_every_step_and_the_event_can_be_ended(shape: Shape):
    # a tree is played to its end by other tests, and so is a Swiss; an odd number has one to its end before a top cut
    _, failure = run(shape, "kinds", range(STEPS), to_the_end=len(shape.stages) > 1, evenly=True)
    assert failure is None, str(failure)


def test_the_guard_sees_what_is_broken_and_finds_the_steps_that_matter(monkeypatch):
    def spoil(play: Play, rng: random.Random) -> str | None:
        match = next(iter(play.matches("decided")), None)
        return None if match is None else str(Match.objects.filter(pk=match.pk).update(state="open"))

    monkeypatch.setattr("tests.tournaments.guard.sequence.ACTS", {"enter": ACTS["enter"], "spoil": (spoil, 10)})
    shape = next(shape for shape in SHAPES if shape.name == "knockout of 5, third place")
    _, failure = rolled_back(shape, "broken", range(20))
    assert failure is not None
    assert "state or winner" in failure.fault
    least = fewest(failure)
    assert len(least.steps) == 2
    assert [told.split()[1] for told in least.told] == ["enter:", "spoil:"]
    assert not Match.objects.exists()


def picture(play: Play) -> dict[str, object]:
    """All that counts now, without versions and times."""
    games = GameResult.objects.filter(match__event=play.event_id, current=True).order_by("match", "number")
    decisions = Decision.objects.filter(match__event=play.event_id, current=True).exclude(kind="void").order_by("match")
    slots = Slot.objects.filter(match__event=play.event_id).order_by("match", "side")
    return {
        "matches": [(match.number, match.state, match.winner_id) for match in Match.objects.order_by("number")],
        "slots": list(slots.values_list("match", "side", "occupant", "is_bye")),
        "places": list(Entry.objects.order_by("pk").values_list("pk", "place", "state")),
        "games": list(games.values_list("match", "number", "left", "right", "tp_left", "tp_right")),
        "decisions": list(
            decisions.values_list("match", "kind", "left", "right", "winner_side", "tp_left", "tp_right")
        ),
    }  # fmt: skip


def all_of(planned: Planned | None) -> dict[str, object]:
    """The digest of a plan, and all that it offers to bring back."""
    if planned is None:
        return {}
    return {"digest": planned.plan.digest, "reinstate": [offer.decision.match for offer in planned.plan.reinstatable]}


def correct(play: Play, match: Match, correction: Correction) -> None:
    planned = services.plan_correction(actor=play.owner, match_id=match.pk, correction=correction)
    services.correct_result(**play.by, match_id=match.pk, correction=correction, reason="r", **all_of(planned))


@pytest.mark.parametrize("shape", SHAPES[::3], ids=str)
def test_what_is_taken_back_leaves_no_trace(shape: Shape):
    play, rng = begin(shape), random.Random(f"back {shape}")
    if play.stages()[0].kind == StageKind.SWISS:
        ACTS["pair"][0](play, rng)
    while len(play.matches("decided")) < min(4, shape.entries // 2) and enter_whole(play, rng):
        pass

    before = picture(play)
    match = rng.choice(play.matches("decided"))
    first = GameResult.objects.get(match=match, number=1, current=True)
    as_it_was = GameFigures((first.tiles_left, first.tiles_right))
    for other in (RIGHT_WINS, LEFT_WINS):
        if other != as_it_was:
            correct(play, match, Correction(games={1: other}))
    correct(play, match, Correction(games={1: as_it_was}))
    assert picture(play) == before

    play.later(hours=1)
    who = {**play.by, "entry_id": rng.choice(play.entries("accepted")).pk}
    services.withdraw_entry(**who, digest=all_of(services.plan_exit(**who)).get("digest"))
    check(play)
    services.revoke_exit(**who, reason="r", **all_of(services.plan_return(**who)))
    assert picture(play) == before

    if open_matches := play.matches("open"):
        services.enter_result(**play.by, match_id=open_matches[0].pk, number=_next(open_matches[0]), figures=LEFT_WINS)
        number = GameResult.objects.filter(match=open_matches[0], current=True).latest("number").number
        correct(play, open_matches[0], Correction(games={number: None}))
        assert picture(play) == before
    check(play, thorough=True)


def _next(match: Match) -> int:
    return GameResult.objects.filter(match=match, current=True).count() + 1
