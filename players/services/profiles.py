"""Making and changing profiles."""

from collections.abc import Callable, Mapping
from datetime import date, datetime, timedelta
from typing import Any, TypedDict

from django.db import transaction
from django.utils.translation import gettext as _
from django_countries import countries

from players import zones
from players.actors import Actor
from players.models import ColourChoice, Player, User
from players.services.action_log import log_action
from players.services.naming import checked_name
from players.services.shown_names import lock_copies_of_names, note_choice, save_with_slug, settle_shown_name
from tantrix_site.errors import Conflict, InvalidInput, NotPermitted

EARLIEST_BIRTH = date(1900, 1, 1)
# nobody is under age for longer than this
_LONGEST_MINORITY = timedelta(days=18 * 366)

# what decides about the name that everybody reads
_OF_NAMES = frozenset({"name", "birth_date", "minor_until", "shown_in_full"})

# asked before a profile without an account is changed: may this actor (an organiser) do it?
MayEdit = Callable[[Actor, Player], bool]


class ProfileChanges(TypedDict, total=False):
    """What can be changed about a profile; what is left out stays as it is.

    `minor_until` is the first day of full age where the date of birth is not told; `shown_in_full` chooses the full
    name on public pages for somebody under age.
    """

    name: str
    country: str
    time_zone: str
    first_colour: str
    second_colour: str
    birth_date: date | None
    minor_until: date | None
    shown_in_full: bool


@transaction.atomic
def create_player(*, actor: Actor, now: datetime, details: ProfileChanges, user: User | None = None) -> Player:
    """A new profile: somebody's own (`user`), or one an organiser makes for a person without an account.

    Raises InvalidInput for a value that cannot be, Conflict `profile_exists` when the account has a profile,
    NotPermitted `not_signed_in` for a private link. The caller has checked that the actor organises something.
    """
    if actor.user is None and not actor.is_system:
        raise NotPermitted("not_signed_in", _("Sign in first."))
    values = _checked(details, now=now)
    if "name" not in values:
        raise InvalidInput("name_empty", _("Write a name."), field="name")
    _check_colours(values.get("first_colour", ""), values.get("second_colour", ""))
    if user is not None:
        User.objects.select_for_update().get(pk=user.pk)
        if Player.objects.filter(user=user).exists():
            raise Conflict("profile_exists", _("This account has a profile already."))
    in_full = values.pop("shown_in_full", False)
    player = Player(
        user=user,
        created_at=now,
        created_by=None if actor.user == user else actor.user,
        shown_in_full_at=now if in_full else None,
        shown_in_full_by=actor.user if in_full else None,
        **values,
    )
    player.show_name(player.name, today=now.date())
    save_with_slug(player)
    log_action(
        actor=actor,
        now=now,
        action="player.created",
        target=player,
        data={"name": player.name, "own": user is not None},
    )
    return player


@transaction.atomic
def update_profile(
    *, actor: Actor, player: Player, now: datetime, changes: ProfileChanges, may_edit: MayEdit | None = None
) -> Player:
    """Change what is given; nothing is written and logged when it is so already.

    A new name gives a new address; the old one goes on leading to the profile and stays reserved for it. The owner may
    change a profile with an account; one without an account its maker, or whom `may_edit` allows.
    Raises NotPermitted `not_your_profile`, InvalidInput for a value that cannot be.
    """
    if _OF_NAMES & set(changes):
        lock_copies_of_names([player.pk])
    player = Player.objects.select_for_update(of=("self",)).get(pk=player.pk)
    if not _may_change(actor, player, may_edit):
        raise NotPermitted("not_your_profile", _("Only its owner can change this profile."))
    values = _checked(changes, now=now)
    _check_colours(values.get("first_colour", player.first_colour), values.get("second_colour", player.second_colour))
    in_full = values.pop("shown_in_full", None)
    chose = in_full is not None and note_choice(actor=actor, now=now, player=player, in_full=in_full)
    before = {field: player.in_full if field == "name" else getattr(player, field) for field in values}
    changed = [field for field, value in values.items() if before[field] != value]
    if not changed and not chose:
        return player
    for field in changed:
        if field != "name":
            setattr(player, field, values[field])
    settle_shown_name(player, now=now, full=values.get("name", ""))
    if not changed:
        return player
    log_action(
        actor=actor, now=now, action="player.updated", target=player,
        data={field: _for_log(field, before[field], values[field]) for field in changed},
    )  # fmt: skip
    return player


def _may_change(actor: Actor, player: Player, may_edit: MayEdit | None) -> bool:
    if actor.is_system:
        return True
    if actor.user is None:
        return False
    if actor.user.is_superuser or player.user_id == actor.user.pk:
        return True
    if player.user_id is not None:
        return False
    return player.created_by_id == actor.user.pk or (may_edit is not None and may_edit(actor, player))


def _check_colours(first: str, second: str) -> None:
    if second and not first:
        raise InvalidInput("colour_order", _("Choose a first colour before a second one."), field="second_colour")
    if second and first == second:
        raise InvalidInput("colours_equal", _("The second colour must differ from the first."), field="second_colour")


def _checked(changes: ProfileChanges, *, now: datetime) -> dict[str, Any]:
    values: dict[str, Any] = dict(changes)
    if "name" in values:
        values["name"] = checked_name(values["name"])
    if values.get("country") and values["country"] not in dict(countries):
        raise InvalidInput("unknown_country", _("This country code is not known."), field="country")
    if values.get("time_zone") and not zones.is_zone(values["time_zone"]):
        raise InvalidInput("unknown_time_zone", _("This time zone is not known."), field="time_zone")
    for field in ("first_colour", "second_colour"):
        if values.get(field) and values[field] not in ColourChoice.values:
            raise InvalidInput("unknown_colour", _("Choose red, yellow, green or blue."), field=field)
    born = values.get("birth_date")
    if born is not None and not EARLIEST_BIRTH <= born <= now.date():
        raise InvalidInput("birth_date_impossible", _("This date of birth cannot be."), field="birth_date")
    until = values.get("minor_until")
    if until is not None and not EARLIEST_BIRTH <= until <= now.date() + _LONGEST_MINORITY:
        raise InvalidInput("minor_until_impossible", _("Nobody is under age for so long."), field="minor_until")
    return values


def _for_log(field: str, before: Any, after: Any) -> Mapping[str, str] | str:
    # a date of birth is private even from those who may read the log
    return "changed" if field in ("birth_date", "minor_until") else {"from": str(before), "to": str(after)}
