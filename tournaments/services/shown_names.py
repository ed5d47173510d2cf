"""Entries keep a name of their own; what of it everybody may read follows the profile."""

from collections.abc import Iterable, Sequence
from datetime import date, datetime
from typing import TypedDict, Unpack

from django.db.models import F, QuerySet
from django.utils.translation import gettext as _

from players.actors import Actor
from players.models import Player
from players.models.person_name import stored_name
from players.names import name_key, shortened
from players.services import ProfileChanges, update_profile
from tantrix_site.compiled import CompiledObjects
from tantrix_site.errors import NotFound, NotPermitted
from tournaments import permissions
from tournaments.models import Entry, Event, EventOrganiser
from tournaments.models.entry import PAIR_JOINT


class NameChoice(TypedDict, total=False):
    """What is left out stays: `minor_until`, the first day of full age where no date of birth is known, and whether
    the full name was chosen for public pages."""

    minor_until: date | None
    shown_in_full: bool


def lock_events_of(player_ids: Iterable[int]) -> None:
    """Lock all events in which these are entered, also those that nothing else may change any more."""
    ids = Entry.every.filter(player__in=player_ids).values("event")
    list(Event.objects.select_for_update().filter(pk__in=ids).order_by("pk").values_list("pk"))


@CompiledObjects
def _locked(players: tuple[int, ...]) -> QuerySet[Player, Player]:
    return Player.objects.select_for_update(of=("self",), no_key=True).filter(pk__in=players).order_by("pk")


def take_names(players: Sequence[Player]) -> None:
    """Give profiles that were read before the event was locked the names of now, and keep those until the commit: an
    entry copies them, and one may have been shortened or erased meanwhile. One query. Raises NotFound
    `player_not_found` for somebody who was erased."""
    now = {row.pk: row for row in _locked(tuple({p.pk for p in players}))}
    for player in players:
        row = now.get(player.pk)
        if row is None or row.erased_at is not None:
            raise NotFound("player_not_found", _("There is no such player."))
        player.name, player.full_name, player.name_key = row.name, row.full_name, row.name_key


def copy_shown_name(player: Player) -> None:
    """Shorten the names of a player's entries, or give them back in full, with the pairs in which it plays.

    Names as they were entered stay otherwise. Call it inside the transaction that changes the profile.
    """
    rows = list(Entry.every.filter(player=player).order_by("pk"))
    moved = [row for row in rows if _follow(row, player)]
    if not moved:
        return
    Entry.every.bulk_update(moved, ["name", "full_name", "name_key"])
    rename_pairs({row.team_id for row in moved if row.team_id is not None})
    Event.objects.filter(pk__in={row.event_id for row in moved}).update(version=F("version") + 1)


def rename_pairs(teams: set[int]) -> None:
    """Call pairs by what is public of their players' names; teams have names of their own."""
    for pair in Entry.objects.filter(pk__in=teams, as_team=None).order_by("pk"):
        members = list(Entry.every.filter(team=pair).order_by("team_place", "pk"))
        pair.name = PAIR_JOINT.join(stored_name(member.name) for member in members)[:80]
        whole = PAIR_JOINT.join(stored_name(member.in_full) for member in members)[:80]
        pair.full_name = "" if whole == pair.name else whole
        pair.name_key = name_key(pair.name)[:160]
        pair.save(update_fields=["name", "full_name", "name_key"])


def _follow(entry: Entry, player: Player) -> bool:
    whole = entry.in_full
    shown = shortened(whole) if player.is_shortened else whole
    full = "" if shown == whole else whole
    if (shown, full) == (entry.name, entry.full_name):
        return False
    entry.name, entry.full_name, entry.name_key = shown, full, name_key(shown)[:160]
    return True


def may_choose_name(actor: Actor, player: Player) -> bool:
    """Whether the actor may say what of a name is public: the person; without an account who made the profile, who
    organises an event in which it is entered, and the site's staff."""
    if actor.is_system or (actor.player is not None and actor.player.pk == player.pk and actor.via != "link"):
        return True
    if actor.user is None or actor.via == "link":
        return False
    if player.user_id is not None:
        return bool(actor.user.is_superuser)
    made = player.created_by_id == actor.user.pk
    return made or permissions.is_site_staff(actor.user) or _organises(actor, player)


def choose_shown_name(*, actor: Actor, now: datetime, player_id: int, **choice: Unpack[NameChoice]) -> Player:
    """Say that somebody is under age, and until when, or choose the full name for public pages (or take that back).

    The choice is kept with its date and who made it. Raises NotPermitted `not_your_profile`; InvalidInput
    `minor_until_impossible`; NotFound `player_not_found`.
    """
    player = Player.objects.filter(pk=player_id).first()
    if player is None:
        raise NotFound("player_not_found", _("There is no such player."))
    if not may_choose_name(actor, player):
        raise NotPermitted("not_your_profile", _("Only its owner can change this profile."))
    asked: ProfileChanges = {}
    if "minor_until" in choice:
        asked["minor_until"] = choice["minor_until"]
    if "shown_in_full" in choice:
        asked["shown_in_full"] = choice["shown_in_full"]
    return update_profile(actor=actor, player=player, now=now, changes=asked, may_edit=may_choose_name)


def _organises(actor: Actor, player: Player) -> bool:
    rows = EventOrganiser.objects.filter(user=actor.user, role__in=permissions.ORGANISING)
    return rows.filter(event__in=Entry.every.filter(player=player).values("event")).exists()
