"""Whatever is done in whatever order: the cache equals a fold from scratch, and steps taken back leave no trace."""

import random

import pytest

from tantrix_site.errors import DomainError
from tests.tournaments.scene import LEFT_WINS, LEVEL, NOW, RIGHT_WINS, Scene, quick_scene
from tournaments import services
from tournaments.models import Decision, Entry, GameResult, Match, Slot
from tournaments.selectors.stages import cache_faults
from tournaments.services import Correction, GameFigures, Planned, Ruling

pytestmark = pytest.mark.django_db


def state(scene: Scene) -> dict[str, object]:
    """All that counts now, without versions and times."""
    return {
        "matches": list(Match.objects.order_by("number").values_list("number", "state", "winner")),
        "slots": list(Slot.objects.order_by("match", "side").values_list("match", "side", "occupant", "is_bye")),
        "places": list(Entry.objects.order_by("pk").values_list("pk", "place", "state")),
        "games": list(
            GameResult.objects.filter(current=True)
            .order_by("match", "number")
            .values_list("match", "number", "left", "right", "tp_left", "tp_right")
        ),
        "decisions": list(
            Decision.objects.filter(current=True)
            .exclude(kind="void")
            .order_by("match")
            .values_list("match", "kind", "left", "right", "winner_side", "tp_left", "tp_right")
        ),
    }


REFUSALS = {
    "", "no_change", "nothing_to_clear", "nothing_to_reinstate", "match_decided", "game_not_due", "bad_game_number",
}  # fmt: skip


class Play:
    """One person pressing buttons at random, always looking at the plan before agreeing to it."""

    def __init__(self, scene: Scene, rng: random.Random) -> None:
        self.scene, self.rng = scene, rng

    def some_match(self, **conditions: object) -> Match | None:
        found = list(Match.objects.filter(event=self.scene.event, **conditions).order_by("number"))
        return self.rng.choice(found) if found else None

    def figures(self) -> GameFigures:
        return self.rng.choice([LEFT_WINS, RIGHT_WINS, GameFigures((15, 12)), GameFigures((9, 20)), LEVEL])

    def play(self) -> None:
        match = self.some_match(state="open")
        if match is not None:
            played = GameResult.objects.filter(match=match, current=True).count()
            self.scene.enter(match.number, self.figures(), game=played + 1)

    def rule(self) -> None:
        match = self.some_match(state="open")
        if match is not None:
            ruling = self.rng.choice([Ruling("walkover", 0), Ruling("default", 1), Ruling("double_default")])
            services.decide_match(actor=self.scene.owner, now=NOW, match_id=match.pk, ruling=ruling, reason="r")

    def correct(self) -> None:
        match = self.some_match(state__in=("decided", "walkover"))
        if match is not None:
            correction = self.rng.choice(
                [Correction(games={1: self.figures()}), Correction(clear=True), Correction(ruling=Ruling("default", 0))]
            )
            self.correct_match(match, correction)

    def correct_match(self, match: Match, correction: Correction, *, reinstate: bool | None = None) -> None:
        planned = services.plan_correction(actor=self.scene.owner, match_id=match.pk, correction=correction)
        services.correct_result(
            actor=self.scene.owner, now=NOW, match_id=match.pk, correction=correction, reason="r",
            digest=planned.plan.digest, reinstate=self.chosen(planned, reinstate),
        )  # fmt: skip

    def leave(self) -> None:
        entry = self.rng.choice(list(Entry.objects.filter(state="accepted").order_by("pk")) or [None])
        if entry is not None:
            self.withdraw(entry)

    def withdraw(self, entry: Entry) -> None:
        planned = services.plan_exit(actor=self.scene.owner, now=NOW, entry_id=entry.pk)
        services.withdraw_entry(actor=self.scene.owner, now=NOW, entry_id=entry.pk, digest=planned.plan.digest)

    def come_back(self, entry: Entry | None = None, *, reinstate: bool | None = None) -> None:
        entry = entry or self.rng.choice(list(Entry.objects.filter(state="withdrawn").order_by("pk")) or [None])
        if entry is not None:
            planned = services.plan_return(actor=self.scene.owner, now=NOW, entry_id=entry.pk)
            services.revoke_exit(
                actor=self.scene.owner, now=NOW, entry_id=entry.pk, reason="r", digest=planned.plan.digest,
                reinstate=self.chosen(planned, reinstate),
            )  # fmt: skip

    def bring_back(self) -> None:
        match = self.some_match(state="open")
        if match is not None:
            services.reinstate_match(actor=self.scene.owner, now=NOW, match_id=match.pk, reason="r")

    def chosen(self, planned: Planned, every: bool | None) -> list[int]:
        offers = planned.plan.reinstatable
        if every is None:
            every = self.rng.random() < 0.5
        return [offer.decision.match for offer in offers] if every else []

    def step(self) -> None:
        acts = [self.play] * 6 + [self.correct] * 2 + [self.rule, self.leave, self.come_back, self.bring_back]
        # a refusal is an answer; what it must not do is to leave something behind
        refused = ""
        try:
            self.rng.choice(acts)()
        except DomainError as error:
            refused = error.code
        assert refused in REFUSALS


@pytest.mark.parametrize(("count", "seed"), [(2, 1), (3, 1), (5, 1), (5, 2), (8, 1), (16, 1), (64, 1)])
def test_the_cache_is_always_what_a_fold_from_scratch_gives(count, seed):
    scene = quick_scene(count, third_place=count > 3)
    play = Play(scene, random.Random(f"{count}/{seed}"))
    for _ in range(30):
        play.step()
        assert cache_faults([scene.event]) == []
    check_history(scene)


def check_history(scene: Scene) -> None:
    for match in Match.objects.filter(event=scene.event):
        versions = list(Decision.objects.filter(match=match).order_by("version"))
        assert [row.version for row in versions] == list(range(1, len(versions) + 1))
        assert [row.current for row in versions] == [False] * (len(versions) - 1) + [True] * bool(versions)
        occupants = tuple(match.slots.order_by("side").values_list("occupant", flat=True))
        for game in GameResult.objects.filter(match=match, current=True):
            assert (game.left_id, game.right_id) == occupants


@pytest.mark.parametrize("count", [4, 7, 8])
@pytest.mark.parametrize("seed", [1, 2])
def test_a_correction_taken_back_leaves_no_trace(count, seed):
    scene = quick_scene(count)
    play = Play(scene, random.Random(f"back {count}/{seed}"))
    for _ in range(4 * count):
        play.play()
    before = state(scene)
    match = play.some_match(state="decided")
    game = GameResult.objects.get(match=match, number=1, current=True)
    as_it_was = GameFigures((game.tiles_left, game.tiles_right))
    for other in (RIGHT_WINS, LEFT_WINS):
        if other != as_it_was:
            play.correct_match(match, Correction(games={1: other}), reinstate=True)
    play.correct_match(match, Correction(games={1: as_it_was}), reinstate=True)
    assert state(scene) == before
    assert cache_faults([scene.event]) == []


@pytest.mark.parametrize("count", [4, 7, 8])
@pytest.mark.parametrize("seed", [1, 2])
def test_an_exit_taken_back_leaves_no_trace(count, seed):
    scene = quick_scene(count)
    play = Play(scene, random.Random(f"exit {count}/{seed}"))
    for _ in range(play.rng.randrange(3 * count)):
        play.play()
    before = state(scene)
    entry = play.rng.choice(scene.entries)
    play.withdraw(entry)
    assert cache_faults([scene.event]) == []
    play.come_back(entry, reinstate=True)
    assert state(scene) == before
    assert cache_faults([scene.event]) == []
