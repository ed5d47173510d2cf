"""Making, changing and finding profiles."""

from datetime import date

import pytest

from players.actors import SYSTEM, Actor, account_actor
from players.models import ActionLog, Player, PlayerSlug, User
from players.selectors import find_player, is_used, possible_doubles, search_players
from players.services import create_player, update_profile
from tantrix_site.errors import Conflict, InvalidInput, NotFound, NotPermitted

pytestmark = pytest.mark.django_db


def rename(user: User, name: str, now) -> Player:
    return update_profile(actor=account_actor(user), player=user.player, now=now, changes={"name": name})


def test_an_organiser_makes_a_profile_without_account(organiser, now) -> None:
    actor = account_actor(organiser)
    player = create_player(actor=actor, now=now, details={"name": "  Zoë   Żak", "country": "PL"})
    assert (player.name, player.slug, player.name_key, player.latin_key) == ("Zoë Żak", "zoe-zak", "zoë żak", "zoe zak")
    assert player.user is None
    assert player.created_by == organiser
    entry = ActionLog.objects.get(action="player.created", target_id=player.pk)
    assert (entry.user, entry.via, entry.at, entry.data) == (
        organiser,
        "account",
        now,
        {"name": "Zoë Żak", "own": False},
    )


def test_same_names_get_numbered_addresses(organiser, now) -> None:
    made = [create_player(actor=SYSTEM, now=now, details={"name": name}) for name in ("Ann Lee", "ann lee", "Ann Lée")]
    assert [player.slug for player in made] == ["ann-lee", "ann-lee-2", "ann-lee-3"]


def test_an_account_has_one_profile(anna, now) -> None:
    with pytest.raises(Conflict) as refusal:
        create_player(actor=account_actor(anna), user=anna, now=now, details={"name": "Again"})
    assert refusal.value.code == "profile_exists"


def test_a_private_link_makes_no_profiles(guest, now) -> None:
    with pytest.raises(NotPermitted):
        create_player(actor=Actor(via="link", player=guest, entry_id=1), now=now, details={"name": "Friend"})


@pytest.mark.parametrize(
    ("details", "code", "field"),
    [
        ({}, "name_empty", "name"),
        ({"name": "A\u200bnn"}, "name_invisible_character", "name"),
        ({"name": "Ann", "country": "XX"}, "unknown_country", "country"),
        ({"name": "Ann", "time_zone": "Mars/Base"}, "unknown_time_zone", "time_zone"),
        ({"name": "Ann", "first_colour": "pink"}, "unknown_colour", "first_colour"),
        ({"name": "Ann", "first_colour": "red", "second_colour": "red"}, "colours_equal", "second_colour"),
        ({"name": "Ann", "second_colour": "red"}, "colour_order", "second_colour"),
        ({"name": "Ann", "birth_date": date(2027, 1, 1)}, "birth_date_impossible", "birth_date"),
        ({"name": "Ann", "birth_date": date(1899, 12, 31)}, "birth_date_impossible", "birth_date"),
    ],
)
def test_what_cannot_be_is_refused_and_nothing_stored(details, code, field, now) -> None:
    with pytest.raises(InvalidInput) as refusal:
        create_player(actor=SYSTEM, now=now, details=details)
    assert (refusal.value.code, refusal.value.field) == (code, field)
    assert not Player.objects.exists()
    assert not ActionLog.objects.exists()


def test_a_new_name_moves_the_address_and_the_old_one_leads_on(anna, now) -> None:
    player = rename(anna, "Anna Nagy", now)
    assert player.slug == "anna-nagy"
    assert find_player("anna-kovacs") == player
    assert find_player("anna-nagy") == player
    again = rename(anna, "Anna Kis", now)
    assert {find_player(slug) for slug in ("anna-kovacs", "anna-nagy", "anna-kis")} == {again}


def test_a_former_address_is_never_given_away(anna, now) -> None:
    rename(anna, "Anna Nagy", now)
    other = create_player(actor=SYSTEM, now=now, details={"name": "Anna Kovács"})
    assert other.slug == "anna-kovacs-2"


def test_back_to_the_former_name_is_back_to_the_former_address(anna, now) -> None:
    rename(anna, "Anna Nagy", now)
    player = rename(anna, "Anna Kovács", now)
    assert player.slug == "anna-kovacs"
    assert list(PlayerSlug.objects.values_list("slug", flat=True)) == ["anna-nagy"]


def test_another_spelling_keeps_the_address(anna, now) -> None:
    player = rename(anna, "Anna  Kovacs", now)
    assert (player.name, player.slug) == ("Anna Kovacs", "anna-kovacs")
    assert not PlayerSlug.objects.exists()


def test_nothing_changed_is_not_logged(anna, now) -> None:
    before = ActionLog.objects.count()
    for _twice in range(2):
        update_profile(actor=account_actor(anna), player=anna.player, now=now, changes={"country": "HU"})
    assert ActionLog.objects.count() == before


def test_a_change_is_logged_without_the_date_of_birth(anna, now) -> None:
    changes = {"country": "SK", "birth_date": date(2012, 5, 30)}
    player = update_profile(actor=account_actor(anna), player=anna.player, now=now, changes=changes)
    assert player.birth_date == date(2012, 5, 30)
    entry = ActionLog.objects.get(action="player.updated")
    assert entry.data == {"country": {"from": "HU", "to": "SK"}, "birth_date": "changed"}


def test_who_may_change_a_profile(anna, boris, organiser, guest, now, django_user_model) -> None:
    def change(actor: Actor, player: Player, **more) -> Player:
        return update_profile(actor=actor, player=player, now=now, changes={"country": "SE"}, **more)

    with pytest.raises(NotPermitted) as refusal:
        change(account_actor(boris), anna.player)
    assert refusal.value.code == "not_your_profile"
    with pytest.raises(NotPermitted):
        change(account_actor(organiser), anna.player, may_edit=lambda _actor, _player: True)
    with pytest.raises(NotPermitted):
        change(account_actor(boris), guest)
    with pytest.raises(NotPermitted):
        change(Actor(via="link", player=guest, entry_id=1), guest)
    assert change(account_actor(organiser), guest).country == "SE"
    assert change(account_actor(boris), guest, may_edit=lambda actor, _player: actor.user == boris).pk == guest.pk
    admin = django_user_model.objects.create_superuser("root2", "root2@example.org", "x")
    assert change(account_actor(admin), anna.player).country == "SE"


def test_colours_are_checked_against_what_is_stored(anna, now) -> None:
    actor = account_actor(anna)
    update_profile(actor=actor, player=anna.player, now=now, changes={"first_colour": "red", "second_colour": "blue"})
    with pytest.raises(InvalidInput) as refusal:
        update_profile(actor=actor, player=anna.player, now=now, changes={"first_colour": "blue"})
    assert refusal.value.code == "colours_equal"
    player = update_profile(
        actor=actor, player=anna.player, now=now, changes={"first_colour": "blue", "second_colour": "red"}
    )
    assert (player.first_colour, player.second_colour) == ("blue", "red")


def test_unknown_address(db) -> None:
    with pytest.raises(NotFound) as refusal:
        find_player("nobody")
    assert refusal.value.code == "player_not_found"


def test_search_finds_names_as_written_and_in_latin_letters(anna, boris, guest) -> None:
    def found(text: str) -> list[str]:
        return [player.name for player in search_players(text)]

    assert found("KOVACS") == found("kovács ann") == found("Kova\u0301cs") == ["Anna Kovács"]
    assert found("Борис") == found("boris ilin") == found("il'in") == ["Борис Ильин"]
    assert found("nobody") == []
    assert found("%") == found("_") == []
    assert len(found("")) == 4
    assert [player.name for player in search_players(" ".join(["a"] * 5000))][:1] == ["Anna Kovács"]


def test_doubles_are_a_warning_only(anna, now) -> None:
    same = create_player(actor=SYSTEM, now=now, details={"name": "ANNA kovacs"})
    assert list(possible_doubles("Anna Kovács", exclude=anna.player)) == [same]
    assert list(possible_doubles("Anna")) == []


def test_a_fresh_profile_is_unused(anna, guest, now) -> None:
    rename(anna, "Anna Nagy", now)
    assert not is_used(anna.player)
    assert not is_used(guest)
