"""`manage.py recompute_ratings`."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from players.actors import SYSTEM
from players.models import Player
from ratings.models import Rating
from ratings.services import Pairing, PastGame, enter_past_games, recompute_titles, wrong_titles
from tests.ratings.masters_scene import make_masters
from tests.ratings.scene import NOW, make_players, results, send

pytestmark = pytest.mark.django_db


def told(*arguments: str) -> str:
    out = StringIO()
    call_command("recompute_ratings", *arguments, stdout=out)
    return out.getvalue()


def test_checking_and_mending():
    assert "nothing differed" in told()
    a, b = make_players(2)
    send(results(1, [Pairing(a, b, 2, (260, 140))]))
    assert "1 steps worked out; ledger and standings agree" in told("--check")
    Rating.objects.filter(player=a).update(rating=1.0)
    with pytest.raises(CommandError, match="0 steps, 1 standings, 0 casual games and titles after 0 names differ"):
        told("--check")
    assert "batch 2" in told()
    enter_past_games(actor=SYSTEM, now=NOW, games=[PastGame((a,), (b,), (20, 11), NOW)], reason="old")
    with pytest.raises(CommandError, match="0 steps, 0 standings, 1 casual games and titles after 0 names differ"):
        told("--check")
    assert "All casual games worked out: what differed is batch 1" in told()
    assert "agree" in told("--check")


def test_titles_after_names():
    (master,), (other,) = make_masters(1500.0), make_players(1)
    Player.objects.filter(pk=master).update(titles="")
    Player.objects.filter(pk=other).update(titles="TGM")
    assert set(wrong_titles()) == {master, other}
    assert recompute_titles() == 2
    assert dict(Player.objects.values_list("pk", "titles"))[master] == "LM"
    assert not wrong_titles()
