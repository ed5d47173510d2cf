"""The cache can always be made anew from the facts."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from tests.tournaments.scene import make_scene
from tournaments.models import Entry, Match, Slot

pytestmark = pytest.mark.django_db


def run(*args, **options):
    out = StringIO()
    call_command("rebuild_brackets", *args, stdout=out, **options)
    return out.getvalue()


def test_nothing_differs_after_ordinary_play():
    make_scene(4).play_all()
    assert "1 events, 0 differences" in run()


def test_what_differs_is_named_and_mended():
    scene = make_scene(4)
    scene.play_all()
    Slot.objects.filter(match=scene.match(3), side=0).update(occupant=scene.entries[3])
    Match.objects.filter(pk=scene.match(1).pk).update(state="open", winner=None)
    Entry.objects.filter(pk=scene.entries[0].pk).update(place=4)
    before = scene.reload().version
    with pytest.raises(CommandError):
        run("spring-cup")
    assert scene.reload().version == before
    assert "3 differences, mended" in run("spring-cup", mend=True)
    scene.check_cache()
    assert scene.reload().version == before + 1
    assert (scene.winner(1), scene.sides(3), scene.entry(1).place) == (1, ("1", "3"), 1)


def test_an_unknown_event_is_named():
    with pytest.raises(CommandError, match="nowhere"):
        run("nowhere")
