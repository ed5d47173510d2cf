"""Entering players: one entry a person, seeds, links."""

import pytest

from players.actors import Actor, account_actor
from players.models import ActionLog, Player
from tantrix_site.errors import Conflict, InvalidInput, NotFound, NotPermitted
from tests.tournaments.scene import NOW, make_event, make_owner, make_scene, make_user
from tournaments import services
from tournaments.models import Entry
from tournaments.services import NewPerson
from tournaments.services.links import hash_link

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner():
    return make_owner()


@pytest.fixture
def event(owner):
    return make_event(owner)


@pytest.fixture
def enter(owner, event):
    def enter(name=None, **more):
        person = None if name is None else NewPerson(name, more.pop("country", ""), more.pop("surely_new", False))
        return services.add_entry(actor=owner, now=NOW, event_id=event.pk, person=person, **more)

    return enter


def test_an_organiser_makes_a_profile_and_gets_a_private_link(enter):
    entered = enter("Zoë Bó", country="HU")
    assert (entered.entry.name, entered.entry.country.code, entered.entry.state) == ("Zoë Bó", "HU", "accepted")
    assert entered.entry.player.user is None
    assert entered.entry.link_hash == hash_link(entered.link)
    assert entered.link not in str(list(ActionLog.objects.values()))


def test_an_account_needs_no_link_and_the_name_is_a_snapshot(enter):
    user = make_user("anna")
    entered = enter(player_id=user.player.pk)
    assert (entered.link, entered.entry.name) == (None, "Player ANNA")
    Player.objects.filter(pk=user.player.pk).update(name="Somebody Else")
    entered.entry.refresh_from_db()
    assert entered.entry.name == "Player ANNA"


@pytest.mark.parametrize("spelling", ["José Núñez", "josé  núñez", "JOSE\u0301 NU\u0301N\u0303EZ"])
def test_another_spelling_of_an_entered_name_is_already_entered(enter, spelling):
    first = enter("José Núñez").entry
    with pytest.raises(Conflict) as error:
        enter(spelling)
    assert error.value.code == "already_entered"
    assert error.value.extra == {"entry": first.pk, "name": "José Núñez"}
    assert Player.objects.count() == 1


def test_another_person_of_the_same_name_can_be_entered_on_purpose(enter):
    enter("Jan Novák")
    second = enter("Jan Novák", surely_new=True)
    assert Entry.objects.count() == 2
    assert second.entry.player.slug == "jan-novak-2"


def test_a_name_that_somebody_has_is_doubtful_until_somebody_says_who_is_meant(enter):
    known = make_user("kim").player
    with pytest.raises(Conflict) as error:
        enter("player kim")
    assert error.value.code == "doubtful_person"
    assert [row["player"] for row in error.value.extra["candidates"]] == [known.pk]
    assert enter(player_id=known.pk).entry.player == known
    with pytest.raises(Conflict, match="already entered"):
        enter(player_id=known.pk)


def test_the_event_is_never_over_full(owner):
    event = make_event(owner, capacity=2)
    for name in ("One", "Two"):
        services.add_entry(actor=owner, now=NOW, event_id=event.pk, person=NewPerson(name))
    with pytest.raises(Conflict) as error:
        services.add_entry(actor=owner, now=NOW, event_id=event.pk, person=NewPerson("Three"))
    assert error.value.code == "event_full"
    assert not Player.objects.filter(name="Three").exists()


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ({}, "name_empty"),
        ({"name": " "}, "name_empty"),
        ({"name": "Ann", "country": "Atlantis"}, "unknown_country"),
        ({"name": "Ann", "seed": 0}, "seed_range"),
        ({"name": "Ann", "seed": 1025}, "seed_range"),
    ],
)
def test_what_cannot_be_is_refused_and_nothing_stored(enter, arguments, code):
    with pytest.raises(InvalidInput) as error:
        enter(**arguments)
    assert error.value.code == code
    assert Player.objects.count() == Entry.objects.count() == 0


def test_a_seed_belongs_to_one(enter):
    enter("Ann", seed=1)
    with pytest.raises(Conflict) as error:
        enter("Ben", seed=1)
    assert (error.value.code, error.value.field) == ("seed_taken", "seed")


def test_only_organisers_enter_others(event):
    for actor in (account_actor(make_user("stranger")), Actor(via="link", entry_id=1)):
        with pytest.raises(NotPermitted):
            services.add_entry(actor=actor, now=NOW, event_id=event.pk, person=NewPerson("Ann"))


def test_nobody_enters_once_the_event_has_started():
    scene = make_scene(2)
    with pytest.raises(Conflict) as error:
        services.add_entry(actor=scene.owner, now=NOW, event_id=scene.event.pk, person=NewPerson("Late"))
    assert error.value.code == "event_started"


def test_a_player_may_enter_where_the_event_is_open_for_it(owner):
    event = make_event(owner, self_entry=True)
    anna = account_actor(make_user("anna"))
    with pytest.raises(NotPermitted):
        services.enter_oneself(actor=anna, now=NOW, event_id=event.pk)
    services.publish_event(actor=owner, now=NOW, event_id=event.pk)
    assert services.enter_oneself(actor=anna, now=NOW, event_id=event.pk).entry.player == anna.player
    with pytest.raises(Conflict, match="already"):
        services.enter_oneself(actor=anna, now=NOW, event_id=event.pk)
    with pytest.raises(NotPermitted, match="profile"):
        services.enter_oneself(actor=owner, now=NOW, event_id=event.pk)


def test_one_who_withdrew_comes_back_with_the_same_entry(enter, owner, event):
    entry = enter("Ann").entry
    services.withdraw_entry(actor=owner, now=NOW, entry_id=entry.pk)
    entry.refresh_from_db()
    assert entry.state == "withdrawn"
    again = enter(player_id=entry.player_id).entry
    assert (again.pk, again.state) == (entry.pk, "accepted")
    assert not again.exits.filter(revoked_at=None).exists()


def test_one_who_was_disqualified_does_not(enter, owner):
    entry = enter("Ann").entry
    services.disqualify_entry(actor=owner, now=NOW, entry_id=entry.pk, reason="Cheating")
    with pytest.raises(Conflict) as error:
        enter(player_id=entry.player_id)
    assert error.value.code == "disqualified"


def test_an_entry_made_by_mistake_is_removed_before_the_draw(enter, owner, event):
    entry = enter("Ann").entry
    services.remove_entry(actor=owner, now=NOW, event_id=event.pk, entry_id=entry.pk)
    assert Entry.objects.count() == 0
    assert ActionLog.objects.get(action="entry.removed").data == {"name": "Ann"}


def test_an_entry_that_was_drawn_withdraws_instead():
    scene = make_scene(2)
    with pytest.raises(Conflict) as error:
        services.remove_entry(actor=scene.owner, now=NOW, event_id=scene.event.pk, entry_id=scene.entries[0].pk)
    assert error.value.code == "entry_drawn"


def test_a_draw_that_was_discarded_stands_in_nobodys_way():
    scene = make_scene(3, start=False)
    arguments = {"actor": scene.owner, "now": NOW, "event_id": scene.event.pk}
    services.make_draw(**arguments)
    services.discard_draw(**arguments)
    services.remove_entry(**arguments, entry_id=scene.entries[0].pk)
    assert services.make_draw(**arguments).entrants == [entry.pk for entry in scene.entries[1:]]


def test_one_who_left_after_the_draw_gets_the_place_in_it_back():
    scene = make_scene(4, start=False)
    arguments = {"actor": scene.owner, "now": NOW}
    services.make_draw(**arguments, event_id=scene.event.pk)
    leave(scene, 1)
    assert scene.match(1).state == "walkover"
    services.add_entry(**arguments, event_id=scene.event.pk, player_id=scene.entries[0].player_id, seed=1)
    scene.check_cache()
    services.start_event(**arguments, event_id=scene.event.pk)
    assert scene.match(1).state == "open"


def test_the_seed_of_one_who_left_is_free():
    scene = make_scene(4, start=False)
    arguments = {"actor": scene.owner, "now": NOW, "event_id": scene.event.pk}
    services.make_draw(**arguments)
    leave(scene, 1)
    new = services.add_entry(**arguments, person=NewPerson("Ann"), seed=1).entry
    assert services.make_draw(**arguments).entrants[0] == new.pk
    assert scene.entry(1).seed is None


def leave(scene, seed):
    arguments = {"actor": scene.owner, "now": NOW, "entry_id": scene.entries[seed - 1].pk}
    with pytest.raises(Conflict) as error:
        services.withdraw_entry(**arguments)
    services.withdraw_entry(**arguments, digest=error.value.extra["digest"])


def test_seeds_are_given_all_at_once_and_may_change_places(enter, owner, event):
    entries = [enter(name).entry for name in ("Ann", "Ben", "Cleo")]
    ann, ben, cleo = (entry.pk for entry in entries)
    arguments = {"actor": owner, "now": NOW, "event_id": event.pk}
    services.set_seeds(**arguments, seeds={ann: 1, ben: 2})
    services.set_seeds(**arguments, seeds={ann: 2, ben: 1})
    assert dict(Entry.objects.values_list("pk", "seed")) == {ann: 2, ben: 1, cleo: None}
    for seeds, code in (({ann: 4}, "seed_range"), ({ann: 1, ben: 1}, "seed_twice"), ({99_999: 1}, "unknown_entry")):
        with pytest.raises(InvalidInput) as error:
            services.set_seeds(**arguments, seeds=seeds)
        assert error.value.code == code


def test_a_new_link_ends_the_old_one_and_claims_the_profile(enter, owner):
    entered = enter("Ann")
    fresh = services.regenerate_entry_link(actor=owner, now=NOW, entry_id=entered.entry.pk)
    claimer = account_actor(make_user("ann-account", player=False))
    with pytest.raises(NotFound):
        services.claim_profile(actor=claimer, now=NOW, token=entered.link)
    player = services.claim_profile(actor=claimer, now=NOW, token=fresh)
    assert (player.pk, player.user) == (entered.entry.player_id, claimer.user)
    with pytest.raises(NotFound):
        services.claim_profile(actor=claimer, now=NOW, token=fresh)


def test_a_link_can_be_ended(enter, owner):
    entered = enter("Ann")
    services.revoke_entry_link(actor=owner, now=NOW, entry_id=entered.entry.pk)
    with pytest.raises(NotFound):
        services.claim_profile(actor=owner, now=NOW, token=entered.link)
    with pytest.raises(NotPermitted):
        services.regenerate_entry_link(actor=account_actor(make_user("x")), now=NOW, entry_id=entered.entry.pk)
