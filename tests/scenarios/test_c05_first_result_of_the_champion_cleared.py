"""C5: a knockout of sixteen played out; the first result of the champion is cleared."""

import pytest

from tests.tournaments.scene import NOW, make_scene
from tournaments import services
from tournaments.models import Decision, GameResult, Match
from tournaments.services import Correction

pytestmark = pytest.mark.django_db


def test_every_later_match_of_the_champion_is_emptied_of_it_and_all_others_keep_theirs():
    scene = make_scene(16)
    scene.play_all()
    champion = scene.winner(15)
    path = [m.number for m in Match.objects.filter(event=scene.event, winner=scene.entries[champion - 1])]
    first, *later = sorted(path)
    assert len(later) == 3
    services.finish_event(actor=scene.owner, now=NOW, event_id=scene.event.pk)
    others = {
        match.number: (scene.sides(match.number), scene.winner(match.number))
        for match in Match.objects.filter(event=scene.event).exclude(number__in=path)
    }

    clear = Correction(clear=True)
    planned = services.plan_correction(actor=scene.owner, match_id=scene.match(first).pk, correction=clear)
    assert sorted(planned.loaded.number(v.decision.match) for v in planned.plan.voided) == later
    services.correct_result(
        actor=scene.owner, now=NOW, match_id=scene.match(first).pk, correction=clear, reason="Played with a wrong set",
        digest=planned.plan.digest,
    )  # fmt: skip

    assert scene.match(first).state == "open"
    for number in later:
        assert str(champion) not in scene.sides(number)
        assert None in scene.sides(number)
        assert (scene.winner(number), scene.match(number).state) == (None, "waiting")
        assert Decision.objects.get(match=scene.match(number), current=True).kind == "void"
        assert not GameResult.objects.filter(match=scene.match(number), current=True).exists()
    for number, known in others.items():
        assert (scene.sides(number), scene.winner(number)) == known
    assert scene.reload().state == "running"
    scene.check_cache()
