"""Invitations, and ticks that an age was seen (`docs/regulations.md` 7.3)."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from players.actors import Actor
from players.models import Player
from players.services import log_action
from tantrix_site.errors import NotFound
from tournaments.models import AgeEvidence, Event, Invitation
from tournaments.selectors.ages import evidence_for_terms
from tournaments.selectors.entry_rules import conditions_of, rules_of
from tournaments.services.access import lock_event, raise_version, require_organiser


@transaction.atomic
def set_invitation(*, actor: Actor, now: datetime, event_id: int, player_id: int, invited: bool = True) -> bool:
    """Invite a player, or take the invitation back; an entry that was made stays. Twice is once.

    Returns whether anything changed. Raises NotPermitted; NotFound `event_not_found`, `player_not_found`.
    """
    event, player = _event_and_player(actor, event_id, player_id)
    known = Invitation.objects.filter(event=event, invited=player, revoked_at=None)
    if known.exists() == invited:
        return False
    if invited:
        Invitation.objects.create(
            event=event, invited=player, at=now, user=actor.user, player=actor.player, via=actor.via
        )
    else:
        known.update(revoked_at=now)
    log_action(
        actor=actor, now=now, action="event.invited" if invited else "event.invitation_revoked", target=player,
        scope=event, data={"name": player.name},
    )  # fmt: skip
    raise_version(event)
    return True


@transaction.atomic
def tick_age(*, actor: Actor, now: datetime, event_id: int, player_id: int, seen: bool = True) -> bool:
    """An organiser saw that a player's age fits the event: who and when is kept, no document. Twice is once.

    What was seen for a prize list of juniors counts where the terms ask for no less, and is taken back with it.
    Returns whether anything changed. Raises NotPermitted; NotFound `event_not_found`, `player_not_found`.
    """
    event, player = _event_and_player(actor, event_id, player_id)
    known = evidence_for_terms(event, conditions_of(rules_of(event))).filter(holder=player)
    if known.exists() == seen:
        return False
    if seen:
        AgeEvidence.objects.create(
            event=event, holder=player, at=now, user=actor.user, player=actor.player, via=actor.via
        )
    else:
        known.update(revoked_at=now)
    log_action(
        actor=actor, now=now, action="entry.age_seen" if seen else "entry.age_seen_revoked", target=player,
        scope=event, data={"name": player.name},
    )  # fmt: skip
    raise_version(event)
    return True


def _event_and_player(actor: Actor, event_id: int, player_id: int) -> tuple[Event, Player]:
    event = lock_event(event_id)
    require_organiser(actor, event)
    player = Player.objects.filter(pk=player_id).first()
    if player is None:
        raise NotFound("player_not_found", _("There is no such player."))
    return event, player
