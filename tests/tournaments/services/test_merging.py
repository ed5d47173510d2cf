"""Two profiles of one person become one, and ratings are those of one person."""

import pytest

from players.actors import SYSTEM
from players.models import Player
from players.selectors.profiles import find_player
from ratings.models import Rating
from ratings.services import CasualResult, apply_waiting, check_ladders, check_ratings, confirm_offer, offer_game
from tantrix_site.errors import Conflict, InvalidInput, NotPermitted
from tests.tournaments.scene import NOW, Scene, later, make_scene, quick_scene
from tournaments import services
from tournaments.models import Entry

pytestmark = pytest.mark.django_db


def finish(scene: Scene, at) -> None:
    scene.play_all()
    services.finish_event(actor=scene.owner, now=at, event_id=scene.event.pk)
    services.rate_event(now=at, event_id=scene.event.pk)
    apply_waiting(now=at)


def merge(kept: Player, gone: Player, actor=SYSTEM, reason="one person") -> Player:
    return services.merge_players(actor=actor, now=later(days=9), kept_id=kept.pk, gone_id=gone.pk, reason=reason)


def codes(act) -> list[str]:
    with pytest.raises(Conflict) as error:
        act()
    assert error.value.code == "merge_refused"
    return [row["code"] for row in error.value.extra["obstacles"]]


@pytest.fixture
def both() -> tuple[Scene, Scene]:
    """One person under two names in two rated events."""
    first, second = make_scene(4), quick_scene(4, name="other")
    finish(first, later(days=1))
    finish(second, later(days=3))
    return first, second


def test_entries_games_and_ratings_are_those_of_one(both):
    first, second = both
    kept, gone = first.entry(2).person, second.entry(1).person
    games = sum(Rating.objects.get(player=player).games for player in (kept, gone))
    assert merge(kept, gone) == kept
    assert set(Entry.objects.filter(player=kept).values_list("event", flat=True)) == {first.event.pk, second.event.pk}
    assert not Player.objects.filter(pk=gone.pk).exists()
    assert find_player(gone.slug) == kept
    assert Rating.objects.get(player=kept).games == games
    assert check_ratings().is_right
    # what the events themselves send afterwards is the same
    services.rate_due_events(now=later(days=10))
    assert apply_waiting(now=later(days=10)) is None
    assert check_ratings().is_right
    first.check_cache()


def test_the_other_way_round_comes_to_the_same(both):
    first, second = both
    kept, gone = second.entry(1).person, first.entry(2).person
    merge(kept, gone)
    assert check_ratings().is_right
    kept.refresh_from_db()
    assert (kept.name, kept.user_id) == ("other 1", gone.user_id)


def test_who_was_in_one_event_is_not_one_person(both):
    first, _second = both
    one, other = first.entry(1).person, first.entry(2).person
    before = Rating.objects.count()
    assert codes(lambda: merge(one, other)) == ["two_accounts", "same_event", "same_event"]
    assert Rating.objects.count() == before


def test_casual_games_move_and_who_met_is_not_one_person():
    scene, others = make_scene(3, start=False), quick_scene(3, name="other", start=False)
    left, right, gone = scene.player(1), scene.player(2), others.entry(1).person
    offer = offer_game(actor=left, now=NOW, opponent=right.player, result=CasualResult(points=(50, 30)))
    confirm_offer(actor=right, now=NOW, game_id=offer.pk)
    assert "met" in codes(lambda: merge(left.player, right.player))
    Player.objects.filter(pk=left.player.pk).update(user=None)
    merge(gone, left.player)
    offer.refresh_from_db()
    assert offer.left_id == gone.pk
    assert check_ladders().is_right


def test_only_administrators_and_with_a_reason():
    scene, others = make_scene(2), quick_scene(2, name="other")
    kept, gone = scene.entry(1).person, others.entry(1).person
    with pytest.raises(NotPermitted):
        merge(kept, gone, actor=scene.owner)
    with pytest.raises(InvalidInput):
        merge(kept, gone, reason=" ")
    with pytest.raises(InvalidInput):
        merge(kept, kept)
