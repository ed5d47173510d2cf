"""Private entry links: how a person without an account reports, confirms and withdraws.

The link is shown once, when it is made; only its hash is stored.
"""

import hashlib
import secrets
from dataclasses import replace
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from players.actors import Actor
from players.models import Player
from players.services import claim_player_by_link, log_action
from tantrix_site.errors import Conflict, NotFound
from tournaments.models import Entry, EntryState
from tournaments.services.access import lock_entry, lock_event, require_organiser
from tournaments.services.vouching import link_vouches


def hash_link(token: str) -> str:
    """What is stored of a link's token."""
    return hashlib.sha256(token.encode()).hexdigest()


def new_link(entry: Entry, now: datetime) -> str:
    """A fresh token for the entry, replacing an earlier one; storing the entry is the caller's."""
    token = secrets.token_urlsafe(24)
    entry.link_hash = hash_link(token)
    entry.link_made_at = now
    return token


@transaction.atomic
def regenerate_entry_link(*, actor: Actor, now: datetime, entry_id: int) -> str:
    """A new private link; the old one stops working. Raises NotPermitted `not_organiser`."""
    event, entry = lock_entry(entry_id)
    require_organiser(actor, event)
    token = new_link(entry, now)
    entry.save(update_fields=["link_hash", "link_made_at"])
    log_action(actor=actor, now=now, action="entry.link.made", target=entry, scope=event)
    return token


@transaction.atomic
def make_entry_links(*, actor: Actor, now: datetime, event_id: int) -> dict[int, str]:
    """Tokens for all who take part without an account, by entry; links that they had stop working.

    Raises NotPermitted `not_organiser`, Conflict `nobody_without_account`.
    """
    event = lock_event(event_id)
    require_organiser(actor, event)
    entries = list(
        Entry.every.filter(
            event=event, state=EntryState.ACCEPTED, player__isnull=False, player__user__isnull=True
        ).order_by("pk")
    )  # fmt: skip
    if not entries:
        raise Conflict("nobody_without_account", _("Everybody who takes part has an account."))
    tokens = {entry.pk: new_link(entry, now) for entry in entries}
    Entry.every.bulk_update(entries, ["link_hash", "link_made_at"], batch_size=500)
    for entry in entries:
        log_action(actor=actor, now=now, action="entry.link.made", target=entry, scope=event)
    return tokens


@transaction.atomic
def revoke_entry_link(*, actor: Actor, now: datetime, entry_id: int) -> None:
    """Let the private link stop working. Raises NotPermitted `not_organiser`."""
    event, entry = lock_entry(entry_id)
    require_organiser(actor, event)
    if entry.link_hash is None:
        return
    entry.link_hash = None
    entry.save(update_fields=["link_hash"])
    log_action(actor=actor, now=now, action="entry.link.revoked", target=entry, scope=event)


@transaction.atomic
def claim_profile(*, actor: Actor, now: datetime, token: str) -> Player:
    """The signed-in holder of a private link becomes the owner of the entry's profile; the link then ends.

    Raises NotFound `link_unknown`; NotPermitted `not_signed_in`; Conflict `profile_taken` or `profile_in_use`, or
    `approval_needed` when the profile comes from other events, whose organisers are to be asked.
    """
    entry_id = Entry.every.filter(link_hash=hash_link(token)).values_list("pk", flat=True).first()
    if entry_id is None:
        raise NotFound("link_unknown", _("This link is not valid any more. Ask the organiser for a new one."))
    event, entry = lock_entry(entry_id)
    if entry.link_hash != hash_link(token):
        raise NotFound("link_unknown", _("This link is not valid any more. Ask the organiser for a new one."))
    if not link_vouches(event, entry.person):
        raise Conflict(
            "approval_needed",
            _("This profile comes from an earlier event. Ask for it on its page; an organiser there decides."),
            {"player": entry.person.slug},
        )
    player = claim_player_by_link(actor=actor, player=entry.person, now=now)
    entry.link_hash = None
    entry.save(update_fields=["link_hash"])
    # the account's own profile may have been merged into this one
    actor = replace(actor, player=player)
    log_action(actor=actor, now=now, action="entry.claimed", target=entry, scope=event)
    return player
