"""What of a name everybody may read: pure rules, profiles, and coming of age."""

from datetime import UTC, date, datetime

import pytest

from players import names
from players.actors import SYSTEM, account_actor
from players.models import ActionLog, Player
from players.selectors import find_player, possible_doubles, search_players
from players.selectors.namesakes import namesakes
from players.services import create_player, update_profile
from players.services.shown_names import restore_grown_names
from tantrix_site.errors import InvalidInput, NotFound


@pytest.mark.parametrize(
    ("full", "short"),
    [
        ("Anna Kovács", "Anna K."),
        ("Anna Maria  Kovács-Nagy", "Anna Maria K."),
        ("Kovács, Anna", "Anna K."),
        ("Séan O’Brien", "Séan O."),
        ("Анна Ковач", "Анна К."),
        ("Ann", "Ann"),
        ("Ann ’", "Ann ’"),
        ("Anna Kovács Jr.", "Anna K."),
        ("Anna Kovács III", "Anna K."),
        ("Anna Kovács (HUN) 2", "Anna K."),
        ("Anna Kovács 3rd", "Anna K."),
        ("Kovács, Anna *", "Anna K."),
    ],
)
def test_a_surname_is_cut_to_its_initial(full: str, short: str) -> None:
    assert names.shortened(full) == short


def test_of_age_on_the_birthday() -> None:
    assert names.adult_on(date(2008, 2, 29)) == date(2026, 3, 1)
    assert names.adult_on(date(2008, 5, 2)) == date(2026, 5, 2)
    shown = {"shown_in_full": False, "today": date(2026, 5, 1)}
    assert names.public_name("Ann Lee", minor_until=date(2026, 5, 2), **shown) == "Ann L."
    assert names.public_name("Ann Lee", minor_until=date(2026, 5, 1), **shown) == "Ann Lee"
    assert names.public_name("Ann Lee", minor_until=None, **shown) == "Ann Lee"


@pytest.mark.django_db
def test_a_minor_is_public_by_first_name_and_initial(anna, now) -> None:
    """From the date of birth on, until the name is chosen or the birthday; nothing public tells the surname."""
    actor = account_actor(anna)
    old = anna.player.slug
    before = anna.player.name
    birth = date(now.year - 17, now.month, now.day)

    def change(**changes: object) -> Player:
        return update_profile(actor=actor, player=anna.player, now=now, changes=changes)

    short = change(birth_date=birth)
    assert (short.name, short.in_full, short.slug) == (names.shortened(before), before, names.slug_base(short.name))
    surname = before.split()[-1]
    assert names.name_key(surname) not in short.name_key + short.latin_key + short.slug
    assert not search_players(surname).exists()
    with pytest.raises(NotFound):
        find_player(old)
    # who writes the whole name is told of the profile
    assert list(possible_doubles(before)) == [short]
    assert namesakes([before]).same(before) == [short]

    shown = change(shown_in_full=True)
    assert (shown.name, shown.full_name, shown.slug) == (before, "", old)
    assert (shown.shown_in_full_at, shown.shown_in_full_by) == (now, anna)
    assert ActionLog.objects.get(action="player.name_shown").data == {"in_full": True}
    again = change(shown_in_full=False)
    assert again.name == short.name
    # a new name is cut too, and an address of a shortened one leads nowhere else
    renamed = change(name="Anna Example")
    assert (renamed.name, renamed.in_full) == ("Anna E.", "Anna Example")

    assert restore_grown_names(now=now) == 0
    assert restore_grown_names(now=now.replace(year=now.year + 1)) == 1
    grown = Player.objects.get(pk=renamed.pk)
    assert (grown.name, grown.full_name, grown.slug) == ("Anna Example", "", "anna-example")
    assert find_player(short.slug) == grown


@pytest.mark.django_db
def test_an_age_class_is_enough(organiser, now) -> None:
    details = {"name": "Ben Young", "minor_until": date(2027, 1, 1)}
    made = create_player(actor=account_actor(organiser), now=datetime(2026, 5, 1, tzinfo=UTC), details=details)
    assert (made.name, made.slug) == ("Ben Y.", "ben-y")
    assert restore_grown_names(now=datetime(2026, 12, 31, tzinfo=UTC)) == 0
    assert restore_grown_names(now=datetime(2027, 1, 1, tzinfo=UTC)) == 1
    with pytest.raises(InvalidInput) as refusal:
        create_player(actor=SYSTEM, now=now, details={"name": "Old", "minor_until": date(2999, 1, 1)})
    assert refusal.value.field == "minor_until"
