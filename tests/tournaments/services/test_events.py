"""Making an event and taking it through its states."""

from dataclasses import replace

import pytest

from players.actors import SYSTEM, Actor, account_actor
from players.models import ActionLog
from tantrix_site.errors import Conflict, InvalidInput, NotFound, NotPermitted, StaleVersion
from tests.tournaments.scene import NOW, PLAIN, make_event, make_owner, make_scene, make_user
from tournaments import services
from tournaments.models import EventOrganiser, EventState, OrganiserRole
from tournaments.models.event import TRANSITIONS
from tournaments.services import EventDetails

pytestmark = pytest.mark.django_db


def test_a_new_event_is_a_draft_of_its_owner():
    owner = make_owner()
    event = make_event(owner, name="Été à Łódź", games_by_round=(4, 5), lead_threshold=50)
    assert (event.slug, event.state, event.version) == ("ete-a-lodz", "draft", 1)
    assert event.games_by_round == [4, 5]
    assert EventOrganiser.objects.get(event=event).role == "owner"
    assert ActionLog.objects.get(action="event.created").scope_id == event.pk


def test_events_of_one_name_have_addresses_of_their_own():
    owner = make_owner()
    assert [make_event(owner, name="日本").slug for _ in range(3)] == ["riben", "riben-2", "riben-3"]


@pytest.mark.parametrize("actor", [SYSTEM, Actor(via="link", entry_id=1)], ids=["nobody", "entry link"])
def test_an_event_needs_an_account(actor):
    with pytest.raises(NotPermitted, match="Sign in"):
        services.create_event(actor=actor, now=NOW, details=PLAIN)


@pytest.mark.parametrize(
    ("changes", "field", "code"),
    [
        ({"name": "  "}, "name", "name_empty"),
        ({"name": "x" * 121}, "name", "name_too_long"),
        ({"time_zone": "Europe/Atlantis"}, "time_zone", "unknown_time_zone"),
        ({"capacity": 1}, "capacity", "out_of_range"),
        ({"capacity": 1025}, "capacity", "out_of_range"),
        ({"confirm_hours": 0}, "confirm_hours", "out_of_range"),
        ({"games_by_round": ()}, "games_by_round", "bad_games"),
        ({"games_by_round": (0,)}, "games_by_round", "bad_games"),
        ({"games_by_round": (1,) * 8}, "games_by_round", "bad_games"),
        ({"lead_threshold": -1}, "lead_threshold", "out_of_range"),
        ({"seeding_mode": "fair"}, "seeding_mode", "bad_choice"),
        ({"separation": "town"}, "separation", "bad_choice"),
    ],
)
def test_details_are_checked_and_the_field_is_named(changes, field, code):
    with pytest.raises(InvalidInput) as error:
        make_event(**changes)
    assert (error.value.field, error.value.code) == (field, code)


def test_dates_in_order():
    with pytest.raises(InvalidInput) as error:
        make_event(starts_on=NOW.date(), ends_on=NOW.date().replace(day=1, month=4))
    assert error.value.field == "ends_on"


def test_an_update_raises_the_version_and_is_logged_field_by_field():
    owner = make_owner()
    event = make_event(owner)
    details = replace(EventDetails.of(event), capacity=16, place="Budapest")
    after = services.update_event(actor=owner, now=NOW, event_id=event.pk, details=details, expected_version=1)
    assert (after.version, after.capacity, after.place) == (2, 16, "Budapest")
    assert ActionLog.objects.get(action="event.updated").data == {"capacity": ["128", "16"], "place": ["", "Budapest"]}
    with pytest.raises(StaleVersion):
        services.update_event(actor=owner, now=NOW, event_id=event.pk, details=PLAIN, expected_version=1)


def test_an_update_without_change_changes_nothing():
    owner = make_owner()
    event = make_event(owner)
    services.update_event(actor=owner, now=NOW, event_id=event.pk, details=EventDetails.of(event))
    event.refresh_from_db()
    assert event.version == 1


def test_strangers_arbiters_and_links_cannot_update():
    owner = make_owner()
    event = make_event(owner)
    arbiter = make_user("arbiter")
    services.add_organiser(actor=owner, now=NOW, event_id=event.pk, user=arbiter, role=OrganiserRole.ARBITER)
    link_of_owner = Actor(via="link", user=owner.user, entry_id=5)
    for actor in (account_actor(make_user("stranger")), account_actor(arbiter), link_of_owner):
        with pytest.raises(NotPermitted):
            services.update_event(actor=actor, now=NOW, event_id=event.pk, details=replace(PLAIN, name="Mine"))


def test_staff_may_organise_every_event():
    event = make_event()
    staff = account_actor(make_user("boss", is_staff=True))
    assert services.publish_event(actor=staff, now=NOW, event_id=event.pk).state == "published"


def test_settings_of_the_draw_are_fixed_once_drawn_and_of_results_once_started():
    scene = make_scene(4, start=False)
    services.make_draw(actor=scene.owner, now=NOW, event_id=scene.event.pk)

    def change(**changes):
        details = replace(EventDetails.of(scene.reload()), **changes)
        return services.update_event(actor=scene.owner, now=NOW, event_id=scene.event.pk, details=details)

    with pytest.raises(Conflict) as error:
        change(games_by_round=(3,))
    assert (error.value.code, error.value.field) == ("settings_locked", "games_by_round")
    change(lead_threshold=50)
    services.start_event(actor=scene.owner, now=NOW, event_id=scene.event.pk)
    with pytest.raises(Conflict, match="started"):
        change(lead_threshold=0)
    assert change(place="Oslo").place == "Oslo"


def test_capacity_cannot_go_below_the_entries():
    scene = make_scene(3, start=False)
    with pytest.raises(Conflict) as error:
        services.update_event(
            actor=scene.owner, now=NOW, event_id=scene.event.pk,
            details=replace(EventDetails.of(scene.event), capacity=2),
        )  # fmt: skip
    assert (error.value.code, error.value.extra) == ("capacity_below_entries", {"accepted": 3})


_MOVES = {
    EventState.PUBLISHED: services.publish_event,
    EventState.DRAFT: services.unpublish_event,
    EventState.FINISHED: services.finish_event,
    EventState.RUNNING: services.start_event,
}


@pytest.mark.parametrize("before", EventState)
@pytest.mark.parametrize("after", EventState)
def test_every_change_of_state_is_in_the_table(before, after):
    scene = make_scene(2, start=False)
    services.make_draw(actor=scene.owner, now=NOW, event_id=scene.event.pk)
    scene.event.state = before
    scene.event.save()
    if after == EventState.FINISHED and before == EventState.RUNNING:
        scene.enter(1)
    arguments = {"actor": scene.owner, "now": NOW, "event_id": scene.event.pk}
    if before == EventState.FINISHED and after == EventState.RUNNING:
        assert services.reopen_event(**arguments, reason="A wrong sheet").state == after
    elif after in TRANSITIONS[before]:
        assert _MOVES[after](**arguments).state == after
    else:
        with pytest.raises(Conflict):
            _MOVES[after](**arguments)


def test_an_event_starts_only_with_a_draw_of_the_entries_it_has():
    scene = make_scene(1, start=False)
    arguments = {"actor": scene.owner, "now": NOW, "event_id": scene.event.pk}

    def refusal():
        with pytest.raises(Conflict) as error:
            services.start_event(**arguments)
        return error.value.code

    assert refusal() == "too_few_entries"
    for name in ("q1", "q2"):
        services.add_entry(**arguments, player_id=make_user(name).player.pk)
    assert refusal() == "not_drawn"
    services.make_draw(**arguments)
    services.add_entry(**arguments, player_id=make_user("q3").player.pk)
    assert refusal() == "draw_outdated"
    services.make_draw(**arguments)
    assert services.start_event(**arguments).state == "running"
    assert refusal() == "bad_event_state"


def test_seeds_changed_after_the_draw_need_a_new_one():
    scene = make_scene(2, start=False)
    arguments = {"actor": scene.owner, "now": NOW, "event_id": scene.event.pk}
    services.make_draw(**arguments)
    services.set_seeds(**arguments, seeds={scene.entries[0].pk: 2, scene.entries[1].pk: 1})
    with pytest.raises(Conflict) as error:
        services.start_event(**arguments)
    assert error.value.code == "draw_outdated"


def test_one_who_withdrew_after_the_draw_may_be_left_as_a_walkover():
    scene = make_scene(4, start=False)
    arguments = {"actor": scene.owner, "now": NOW, "event_id": scene.event.pk}
    services.make_draw(**arguments)
    plan = services.plan_exit(actor=scene.player(4), now=NOW, entry_id=scene.entries[3].pk)
    services.withdraw_entry(actor=scene.player(4), now=NOW, entry_id=scene.entries[3].pk, digest=plan.plan.digest)
    with pytest.raises(Conflict) as error:
        services.start_event(**arguments)
    assert error.value.extra["gone"] == [scene.entries[3].pk]
    services.start_event(**arguments, keep_draw=True)
    assert scene.winner(1) == 1


def test_a_draft_cannot_start():
    owner = make_owner()
    with pytest.raises(Conflict) as error:
        services.start_event(actor=owner, now=NOW, event_id=make_event(owner).pk)
    assert error.value.code == "not_published"


def test_an_event_finishes_when_nothing_is_open():
    scene = make_scene(4)
    with pytest.raises(Conflict) as error:
        services.finish_event(actor=scene.owner, now=NOW, event_id=scene.event.pk)
    assert (error.value.code, error.value.extra) == ("matches_open", {"matches": [1, 2, 3]})
    scene.play_all()
    assert services.finish_event(actor=scene.owner, now=NOW, event_id=scene.event.pk).state == "finished"
    with pytest.raises(InvalidInput, match="why"):
        services.reopen_event(actor=scene.owner, now=NOW, event_id=scene.event.pk, reason=" ")


def test_an_event_always_has_an_owner():
    owner = make_owner()
    event = make_event(owner)
    other = make_user("other")
    arguments = {"actor": owner, "now": NOW, "event_id": event.pk}
    with pytest.raises(Conflict, match="owner"):
        services.remove_organiser(**arguments, user=owner.user)
    with pytest.raises(Conflict, match="owner"):
        services.add_organiser(**arguments, user=owner.user, role=OrganiserRole.ARBITER)
    services.add_organiser(**arguments, user=other, role=OrganiserRole.OWNER)
    services.remove_organiser(**arguments, user=owner.user)
    with pytest.raises(NotPermitted, match="owner"):
        services.add_organiser(**arguments, user=owner.user, role=OrganiserRole.ORGANISER)


def test_an_event_that_does_not_exist():
    with pytest.raises(NotFound):
        services.publish_event(actor=make_owner(), now=NOW, event_id=999_999)


@pytest.mark.parametrize("field", ["name", "place"])
@pytest.mark.parametrize("text", ["Cup \u202egnirpS", "Spring\nCup", "Cup\u200b"])
def test_what_pages_show_of_an_event_hides_nothing(field, text):
    with pytest.raises(InvalidInput) as error:
        make_event(**{field: text})
    assert (error.value.code, error.value.field) == ("name_invisible_character", field)
