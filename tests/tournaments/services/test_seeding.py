"""Seeding points: taken on a reference date, entered by hand, kept once there is a draw (8.8)."""

from datetime import timedelta

import pytest

from players.models import ActionLog
from ratings.maths.seeding import seeding_points
from ratings.selectors import standings_on
from ratings.selectors.ladders import lobby_ratings_on
from ratings.services import Pairing
from tantrix_site.errors import Conflict, InvalidInput, NotPermitted
from tests.kept import kept
from tests.ratings.casual_scene import count, play
from tests.ratings.scene import results, send
from tests.tournaments.scene import NOW, Scene, make_scene
from tournaments import services
from tournaments.models import Entry, SeedingPoints
from tournaments.selectors.feeding import accepted_entries
from tournaments.selectors.seeding import points_of

pytestmark = pytest.mark.django_db
TODAY = NOW.date()


@pytest.fixture
@kept
def scene() -> Scene:
    """Four entries: the second strong by 40 games, the third by a dozen, two without a rating; nobody has a number."""
    scene = make_scene(4, start=False)
    ids = [entry.player_id for entry in scene.entries]
    send(
        results(1, [Pairing(ids[1], ids[0], 40, (6000, 2000))], closes_on=TODAY - timedelta(40)),
        results(2, [Pairing(ids[2], ids[1], 12, (1700, 700))], closes_on=TODAY - timedelta(20)),
    )
    services.set_seeds(actor=scene.owner, now=NOW, event_id=scene.event.pk, seeds={})
    return scene


def take(scene, days=0):
    return services.take_seeding_points(actor=scene.owner, now=NOW, event_id=scene.event.pk, on=TODAY - timedelta(days))


def by_hand(scene, seed, points=1999.5, reason="rating of another federation"):
    return services.set_seeding_points(
        actor=scene.owner, now=NOW, entry_id=scene.entries[seed - 1].pk, points=points, reason=reason
    )


def points(scene) -> list[float | None]:
    found = points_of(scene.entries)
    return [found[entry.pk].points if entry.pk in found else None for entry in scene.entries]


def order(scene) -> list[int]:
    place = {entry.pk: number for number, entry in enumerate(scene.entries, start=1)}
    return [place[entry.pk] for entry in accepted_entries(scene.event)]


@pytest.mark.parametrize("days", [0, 30, 50])
def test_points_are_those_of_the_reference_date_with_what_they_come_from(scene, days):
    take(scene, days)
    held = standings_on(TODAY - timedelta(days))
    for entry, row in ((entry, points_of([entry])[entry.pk]) for entry in scene.entries):
        standing = held[entry.player_id].standing if entry.player_id in held else None
        assert row.points == seeding_points(standing, None)
        assert (row.rating, row.games) == ((None, 0) if standing is None else (standing.rating, standing.games))
        assert (row.origin, row.on, row.lobby) == ("ratings", TODAY - timedelta(days), None)
        assert (row.parameters, row.ledger) == ("2026-1", 1)
    assert points(scene)[3] == 1400.0


def test_entries_without_a_number_are_seeded_by_points_then_in_order_of_entry(scene):
    assert order(scene) == [1, 2, 3, 4]
    take(scene)
    best = sorted(range(1, 5), key=lambda n: (-points(scene)[n - 1], n))
    assert order(scene) == best != [1, 2, 3, 4]
    Entry.objects.filter(pk=scene.entries[3].pk).update(seed=1)
    assert order(scene)[0] == 4
    draw = services.make_draw(actor=scene.owner, now=NOW, event_id=scene.event.pk)
    assert draw.entrants == [entry.pk for entry in accepted_entries(scene.event)]


def test_the_lobby_ranking_of_that_day_stands_in_for_what_is_missing(scene):
    left, right = scene.player(3), scene.player(4)
    play(left, right, now=NOW - timedelta(5))
    count()
    ranking = lobby_ratings_on(TODAY, [left.player.pk, right.player.pk])
    assert len(set(ranking.values())) == 2
    take(scene)
    third, fourth = (points_of(scene.entries)[scene.entries[n].pk] for n in (2, 3))
    assert (third.lobby, fourth.lobby) == (ranking[left.player.pk], ranking[right.player.pk])
    assert fourth.points == 2 * fourth.lobby
    assert third.points == pytest.approx((12 * third.rating + 24 * 2 * third.lobby) / 36)
    take(scene, 6)
    assert points(scene)[3] == 1400.0


def test_numbering_by_points(scene):
    with pytest.raises(Conflict) as error:
        services.seed_by_points(actor=scene.owner, now=NOW, event_id=scene.event.pk)
    assert error.value.code == "no_seeding_points"
    by_hand(scene, 4, 3000)
    by_hand(scene, 1, 2000)
    services.seed_by_points(actor=scene.owner, now=NOW, event_id=scene.event.pk)
    assert [scene.entry(n).seed for n in (1, 2, 3, 4)] == [2, None, None, 1]


def test_points_may_be_taken_again_until_there_is_a_draw_and_then_stand(scene):
    take(scene, 50)
    assert points(scene) == [1400.0] * 4
    assert len(take(scene)) == 4
    assert take(scene) == []
    kept = points(scene)
    services.make_draw(actor=scene.owner, now=NOW, event_id=scene.event.pk)
    for act in (lambda: take(scene, 50), lambda: by_hand(scene, 1)):
        with pytest.raises(Conflict) as error:
            act()
        assert error.value.code == "entries_drawn"
    # a correction of the past does not move what was drawn by
    first, second = (entry.player_id for entry in scene.entries[:2])
    send(results(1, [Pairing(second, first, 40, (3000, 5000))], closes_on=TODAY - timedelta(40)))
    assert points(scene) == kept
    services.discard_draw(actor=scene.owner, now=NOW, event_id=scene.event.pk)
    take(scene)
    assert points(scene)[0] != kept[0]
    assert SeedingPoints.objects.filter(entry=scene.entries[0]).count() == 3


def test_points_by_hand_stay_until_they_are_taken_back(scene):
    take(scene)
    before = points(scene)
    row = by_hand(scene, 4)
    assert by_hand(scene, 4) == row
    assert len(take(scene, 30)) == 3
    assert points(scene)[3] == 1999.5
    log = ActionLog.objects.get(action="entry.points.set")
    assert (log.data["points"], log.data["before"], log.reason) == (1999.5, 1400.0, "rating of another federation")
    take(scene)
    clear = {"actor": scene.owner, "now": NOW, "entry_id": scene.entries[3].pk}
    assert services.clear_seeding_points(**clear).origin == "ratings"
    services.clear_seeding_points(**clear)
    assert points(scene) == before
    assert ActionLog.objects.filter(action="entry.points.cleared").count() == 1


def test_points_by_hand_without_any_taken_go_without_a_trace_in_the_seeding(scene):
    by_hand(scene, 2)
    assert services.clear_seeding_points(actor=scene.owner, now=NOW, entry_id=scene.entries[1].pk) is None
    assert points(scene) == [None] * 4


@pytest.mark.parametrize(
    ("values", "code"),
    [
        ({"reason": " "}, "reason_needed"),
        ({"points": -1.0}, "bad_seeding_points"),
        ({"points": 5000.1}, "bad_seeding_points"),
        ({"points": float("nan")}, "bad_seeding_points"),
    ],
)
def test_points_that_cannot_be(scene, values, code):
    with pytest.raises(InvalidInput) as error:
        by_hand(scene, 1, **values)
    assert error.value.code == code


def test_who_may_and_which_day(scene):
    with pytest.raises(InvalidInput, match="has not come"):
        take(scene, -1)
    scene.owner, owner = scene.player(1), scene.owner
    for act in (lambda: take(scene), lambda: by_hand(scene, 1)):
        with pytest.raises(NotPermitted):
            act()
    scene.owner = owner
    services.withdraw_entry(actor=owner, now=NOW, entry_id=scene.entries[0].pk)
    with pytest.raises(Conflict) as error:
        by_hand(scene, 1)
    assert error.value.code == "entry_left"
    assert len(take(scene)) == 3
