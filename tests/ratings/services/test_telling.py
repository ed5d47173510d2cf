"""Who is told of casual games and applications."""

from zoneinfo import ZoneInfo

import pytest

from players.models import Notice
from players.notices import kind_of
from ratings.services import apply_for_master, approve_application, refuse_application, refuse_offer, void_game
from tests.ratings import casual_scene, masters_scene
from tests.ratings.casual_scene import make_administrator, make_people, offer, play

pytestmark = pytest.mark.django_db


def told(kind: str) -> list[tuple[str, str]]:
    """The accounts told, each with the subject."""
    rows = Notice.objects.filter(kind=kind).select_related("user").order_by("user__username")
    for row in rows:
        words = kind_of(kind).words(row.data, ZoneInfo("UTC"))
        assert all("{" not in line for line in [words.subject, *words.lines])
    return [(row.user.username, kind_of(kind).words(row.data, ZoneInfo("UTC")).subject) for row in rows]


def test_casual_games() -> None:
    anna, boris = make_people("anna", "boris")
    now = casual_scene.NOW
    game = play(anna, boris)
    assert told("casual.offered") == [("boris", "Anna offers a casual game")]
    assert told("casual.confirmed") == [("anna", "Your casual game counts")]
    other = offer(anna, boris, (30, 2))
    refuse_offer(actor=boris, now=now, game_id=other.pk, reason="never played")
    assert [name for name, _subject in told("casual.refused")] == ["anna"]
    void_game(actor=make_administrator(), now=now, game_id=game.pk, reason="played twice")
    assert [name for name, _subject in told("casual.void")] == ["anna", "boris"]


def test_applications() -> None:
    anna, boss, now = masters_scene.make_applicant(), masters_scene.make_boss(), masters_scene.NOW
    first = apply_for_master(actor=anna, now=now, statement="")
    refuse_application(actor=boss, now=now, application=first, reason="not yet")
    assert told("master.refused") == [("anna", "Your application as a Lobby Master was refused")]
    approve_application(actor=boss, now=now, application=apply_for_master(actor=anna, now=now, statement=""))
    assert told("master.approved") == [("anna", "You are a Lobby Master")]
