"""Erasing a person: names, addresses and answers go, results stay under a neutral name (decision 0137)."""

import logging
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models import Count, Q
from django.utils.translation import gettext as _

from players.actors import SYSTEM, Actor
from players.models import Player, User
from players.services import log_action
from players.services.shown_names import restore_grown_names
from tantrix_site.errors import Conflict, InvalidInput, NotFound, NotPermitted
from tournaments import permissions
from tournaments.models import PRESENT_STATES, Entry, Event, EventOrganiser, EventState, OrganiserRole
from tournaments.services.access import raise_version
from tournaments.services.erased_people import called, erase_account, erase_profile
from tournaments.services.erased_records import erase_from_records
from tournaments.services.erased_texts import erase_from_texts
from tournaments.services.hiding import hide_due
from tournaments.services.merging import Obstacle
from tournaments.services.shown_names import lock_events_of

logger = logging.getLogger(__name__)

#: for so long it can be called off
GRACE: Final = timedelta(days=7)


def erasure_obstacles(player: Player | None, user: User | None) -> Iterator[Obstacle]:
    """What has to be settled before a person can be erased; nothing is stored."""
    open_states = (EventState.DRAFT, EventState.PUBLISHED, EventState.RUNNING)
    if player is not None:
        entered = Entry.every.filter(player=player, state__in=PRESENT_STATES, event__state__in=open_states)
        for entry in entered.exclude(team__state__in=("withdrawn", "disqualified")).select_related("event"):
            yield Obstacle("entered", _("Entered in %(event)s. Withdraw first.") % {"event": entry.event.name})
    if user is not None:
        owners = Count("organiser_rows", filter=Q(organiser_rows__role=OrganiserRole.OWNER))
        owned = EventOrganiser.objects.filter(user=user, role=OrganiserRole.OWNER).values("event")
        rows = Event.objects.filter(pk__in=owned, state__in=open_states).annotate(owners=owners).filter(owners=1)
        for event in rows.order_by("pk"):
            yield Obstacle(
                "sole_owner",
                _("%(event)s has no other owner. Make somebody else an owner first.") % {"event": event.name},
            )


@transaction.atomic
def ask_erasure(*, actor: Actor, now: datetime, confirmation: str) -> datetime:
    """The account asks to be erased; when it happens. Until then it can be called off. `confirmation` is its user name.

    Raises NotPermitted `not_signed_in`; InvalidInput `confirmation_differs`; Conflict `erasure_refused`, naming what
    has to be settled first.
    """
    user = _own(actor)
    if confirmation.strip().lower() != user.username:
        raise InvalidInput("confirmation_differs", _("Type your user name as it stands here."), field="confirmation")
    if user.erase_after is not None:
        return user.erase_after
    _refuse(actor.player, user)
    user.erase_after = now + GRACE
    user.save(update_fields=["erase_after"])
    log_action(actor=actor, now=now, action="erasure.asked", target=user)
    return user.erase_after


@transaction.atomic
def call_off_erasure(*, actor: Actor, now: datetime) -> None:
    """Nothing is erased after all; doing it twice changes nothing. Raises NotPermitted `not_signed_in`."""
    user = _own(actor)
    if user.erase_after is not None:
        user.erase_after = None
        user.save(update_fields=["erase_after"])
        log_action(actor=actor, now=now, action="erasure.called_off", target=user)


def keep_privacy(*, now: datetime) -> None:
    """What time alone brings; the sweep calls this. What fails for one is noted, and done for all others."""
    restore_grown_names(now=now)
    erase_due(now=now)
    hide_due(now=now)


def erase_due(*, now: datetime) -> int:
    """Erase those whose time has come; how many. Who has entered or owns an event meanwhile has to settle that first.

    The sweep calls this; each person is a transaction of its own.
    """
    count = 0
    for pk in list(User.objects.filter(erase_after__lte=now).order_by("pk").values_list("pk", flat=True)):
        try:
            count += _erase_account_due(pk, now)
        except Exception:
            logger.exception("Account %d could not be erased; the sweep tries again.", pk)
    return count


@transaction.atomic
def _erase_account_due(pk: int, now: datetime) -> bool:
    player = Player.objects.filter(user=pk).first()
    _lock_person(player)
    user = User.objects.select_for_update().filter(pk=pk, erase_after__lte=now).first()
    if user is None or any(erasure_obstacles(player, user)):
        return False
    _erase(SYSTEM, now, player, user, "")
    return True


@transaction.atomic
def erase_player(*, actor: Actor, now: datetime, player_id: int, reason: str) -> Player:
    """The site's staff erases a person who has no account, at once and for ever; who has one asks for it there.

    Raises NotPermitted `not_staff`; NotFound `player_not_found`; InvalidInput `reason_needed`; Conflict
    `erasure_refused`, `has_account`.
    """
    if not (actor.is_system or (actor.via != "link" and permissions.is_site_staff(actor.user))):
        raise NotPermitted("not_staff", _("Only administrators of the site may do this."))
    if not reason.strip():
        raise InvalidInput("reason_needed", _("Say why."), field="reason")
    player = Player.objects.filter(pk=player_id).first()
    if player is None:
        raise NotFound("player_not_found", _("There is no such player."))
    _lock_person(player)
    player.refresh_from_db()
    if player.user_id is not None:
        raise Conflict("has_account", _("This person has an account and asks for it there."))
    _refuse(player, None)
    if player.erased_at is None:
        _erase(actor, now, player, None, reason)
    return Player.objects.get(pk=player_id)


def _erase(actor: Actor, now: datetime, player: Player | None, user: User | None, reason: str) -> None:
    """All of it in one transaction. Rows first, so that none of them is the person's when texts are searched."""
    erased = called(player, user)
    events = set() if player is None else set(Entry.every.filter(player=player).values_list("event", flat=True))
    # before the account and the profile are parted: who sent what is asked of both
    erase_from_records(player, user, erased)
    if user is not None:
        erase_account(user)
    if player is not None:
        erase_profile(player, now)
    erase_from_texts(erased)
    for event in Event.objects.filter(pk__in=events).order_by("pk"):
        raise_version(event)
    target = player or user
    if target is not None:
        log_action(actor=actor, now=now, action="player.erased", target=target, reason=erased.in_text(reason))


def _lock_person(player: Player | None) -> None:
    """Events, then the profile: from now on nobody is entered with the name."""
    if player is not None:
        lock_events_of([player.pk])
        list(Player.objects.select_for_update(of=("self",)).filter(pk=player.pk))


def _refuse(player: Player | None, user: User | None) -> None:
    obstacles = list(erasure_obstacles(player, user))
    if obstacles:
        raise Conflict(
            "erasure_refused",
            " ".join(obstacle.text for obstacle in obstacles),
            {"obstacles": [{"code": obstacle.code, "text": obstacle.text} for obstacle in obstacles]},
        )


def _own(actor: Actor) -> User:
    if actor.user is None or actor.via == "link":
        raise NotPermitted("not_signed_in", _("Sign in first."))
    return User.objects.select_for_update().get(pk=actor.user.pk)
