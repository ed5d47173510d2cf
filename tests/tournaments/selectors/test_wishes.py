"""Preferred colours, from the entry or else from the profile."""

import pytest

from tests.tournaments.scene import make_scene
from tournaments.formats.colours import Preferences
from tournaments.models import EntryAnswers
from tournaments.selectors.wishes import wishes_of

pytestmark = pytest.mark.django_db


def test_the_entry_is_asked_before_the_profile():
    scene = make_scene(4, start=False)
    for seed, (first, second) in enumerate([("red", "blue"), ("red", ""), ("", "")], start=1):
        player = scene.player(seed).player
        player.first_colour, player.second_colour = first, second
        player.save()
    EntryAnswers.objects.create(entry=scene.entries[0], first_colour="green", second_colour="")
    EntryAnswers.objects.create(entry=scene.entries[1], nickname="asked nothing of colours")
    wishes = wishes_of(entry.pk for entry in scene.entries)
    assert [wishes[entry.pk] for entry in scene.entries] == [
        Preferences("green"), Preferences("red"), Preferences(), Preferences(),
    ]  # fmt: skip
