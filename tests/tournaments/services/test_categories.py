"""Weights of categories: seen before they are set, and rated anew at once."""

from datetime import date

import pytest

from players.actors import Actor, account_actor
from players.models import ActionLog, User
from ratings.models import RatedEvent, Rating
from ratings.services import Pairing, apply_waiting, check_ratings
from tantrix_site.errors import DomainError
from tests.kept import kept
from tests.ratings.scene import results, send
from tests.tournaments.scene import NOW, Scene, make_scene
from tournaments import services
from tournaments.models import Category
from tournaments.selectors.rated_games import event_ratings, rating_changes

pytestmark = pytest.mark.django_db


@pytest.fixture
def root() -> Actor:
    return account_actor(User.objects.create(username="root", is_superuser=True))


@pytest.fixture
@kept
def scene() -> Scene:
    """Two players with ratings, and a game of theirs in an event that goes on."""
    scene = make_scene(2)
    ids = [entry.player_id for entry in scene.entries]
    send(results(9000, [Pairing(*ids, 40, (4400, 3600))], closes_on=date(2026, 3, 1)))
    scene.enter(1)
    return scene


@pytest.fixture
def heavy(root) -> Category:
    category = services.create_category(actor=root, now=NOW, name=" World  championship ")
    weigh(root, category, 3.0)
    return Category.objects.get()


def weigh(root: Actor, category: Category, weight: float) -> None:
    plan = services.plan_category_weight(actor=root, category_id=category.pk, weight=weight)
    services.set_category_weight(
        actor=root, now=NOW, category_id=category.pk, weight=weight, reason="as decided", digest=plan.digest
    )


def put(root: Actor, scene: Scene, category: Category | None) -> None:
    act = {"actor": root, "event_id": scene.event.pk, "category_id": None if category is None else category.pk}
    plan = services.plan_event_category(**act)
    services.set_event_category(**act, now=NOW, reason="as announced", digest=plan.digest)


def finish(scene: Scene) -> None:
    services.finish_event(actor=scene.owner, now=NOW, event_id=scene.event.pk)
    rate()


def rate() -> None:
    services.rate_due_events(now=NOW)
    apply_waiting(now=NOW)


def gained(scene: Scene) -> float:
    return rating_changes(scene.reload())[scene.entries[0].player_id].difference


def test_a_running_event_counts_provisionally_with_its_weight(root, scene, heavy):
    plain = gained(scene)
    put(root, scene, heavy)
    found = event_ratings(scene.reload())
    assert found.weight == 3.0
    # (72 · R + w · Rp) / (72 + w), of which the balance takes the same from both
    change = found.rows[0].change
    assert change.unbalanced == pytest.approx((40 * change.before.rating + 3 * change.performance) / 43)
    as_shown = gained(scene)
    assert as_shown > 2 * plain
    finish(scene)
    assert gained(scene) == as_shown
    assert RatedEvent.objects.get(source=f"event:{scene.event.pk}").weight == 3.0


def test_another_weight_rates_the_events_of_the_category_anew_as_it_was_seen(root, scene, heavy):
    put(root, scene, heavy)
    finish(scene)
    before = {row.player_id: row.rating for row in Rating.objects.all()}
    plan = services.plan_category_weight(actor=root, category_id=heavy.pk, weight=1.5)
    assert [event.name for event in plan.events] == ["Spring Cup"]
    assert {move.player: move.before.rating for move in plan.moves} == before
    act = {"actor": root, "now": NOW, "category_id": heavy.pk, "weight": 1.5, "reason": "as decided"}
    with pytest.raises(DomainError) as unseen:
        services.set_category_weight(**act, digest="x")
    assert unseen.value.code == "plan_changed"
    assert {row.player_id: row.rating for row in Rating.objects.all()} == before
    services.set_category_weight(**act, digest=plan.digest)
    after = {move.player: move.after.rating for move in plan.moves}
    assert {row.player_id: row.rating for row in Rating.objects.all()} == after
    rate()
    assert {row.player_id: row.rating for row in Rating.objects.all()} == after
    assert check_ratings().is_right
    row = ActionLog.objects.filter(action="category.weighed").latest("pk")
    assert (row.data, row.reason, row.user) == ({"weight": [3.0, 1.5]}, "as decided", root.user)


def test_a_finished_event_goes_into_a_category_and_out_again(root, scene, heavy):
    finish(scene)
    plain = {row.player_id: row.rating for row in Rating.objects.all()}
    put(root, scene, heavy)
    assert {row.player_id: row.rating for row in Rating.objects.all()} != plain
    rate()
    put(root, scene, None)
    rate()
    assert {row.player_id: row.rating for row in Rating.objects.all()} == plain
    assert ActionLog.objects.filter(action="event.categorised", scope_id=scene.event.pk).count() == 2


def test_what_is_refused(root, scene, heavy):
    nowhere = Category(pk=0)
    acts = [
        ("no_change", lambda: weigh(root, heavy, 3.0)),
        ("bad_weight", lambda: weigh(root, heavy, 0.0)),
        ("bad_weight", lambda: weigh(root, heavy, float("nan"))),
        ("bad_weight", lambda: weigh(root, heavy, 1.125)),
        ("category_not_found", lambda: weigh(root, nowhere, 2.0)),
        ("no_change", lambda: put(root, scene, None)),
        ("category_not_found", lambda: put(root, scene, nowhere)),
        ("not_administrator", lambda: put(scene.owner, scene, heavy)),
        ("not_administrator", lambda: weigh(scene.owner, heavy, 2.0)),
        ("not_administrator", lambda: services.create_category(actor=scene.owner, now=NOW, name="x")),
        ("name_empty", lambda: services.create_category(actor=root, now=NOW, name=" ")),
        ("category_exists", lambda: services.create_category(actor=root, now=NOW, name="World championship")),
    ]
    for code, act in acts:
        with pytest.raises(DomainError) as refused:
            act()
        assert refused.value.code == code
