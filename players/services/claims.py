"""Claiming a profile that an organiser made: by a private entry link, or with an organiser's approval."""

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime

from django.db import transaction
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext as _

from players.actors import Actor
from players.models import (
    CLAIM_TRANSITIONS,
    ActionLog,
    ClaimState,
    Player,
    PlayerSlug,
    ProfileClaim,
    User,
)
from players.selectors.profiles import is_used
from players.services.action_log import log_action
from players.services.notices import notify
from players.services.shown_names import lock_copies_of_names, settle_shown_name
from tantrix_site.errors import Conflict, NotFound, NotPermitted

# asked whether the actor organises an event where the player is entered
MayDecide = Callable[[Actor, Player], bool]


@transaction.atomic
def claim_player_by_link(*, actor: Actor, player: Player, now: datetime) -> Player:
    """The account becomes the owner of the profile at once. The caller has checked the private entry link.

    An unused profile of the account (the one made at sign-up) is merged into it, so that `actor.player` may be gone
    afterwards: go on with `account_actor(user)`. Doing it twice changes nothing.
    Raises NotPermitted `not_signed_in`, Conflict `profile_taken` or `profile_in_use`.
    """
    user = _signed_in(actor)
    return _hand_over(actor=actor, user=user, player=player, now=now, action="player.claimed")


@transaction.atomic
def request_claim(*, actor: Actor, player: Player, now: datetime, message: str = "") -> ProfileClaim:
    """Ask the organisers for the profile; asking twice gives the first request back.

    Raises NotPermitted `not_signed_in`; NotFound `player_not_found` for somebody who was erased; Conflict
    `profile_taken`, `profile_in_use`, or `claim_pending` when the account
    already waits for another profile.
    """
    user = _signed_in(actor)
    User.objects.select_for_update().get(pk=user.pk)
    _refuse_impossible(user, Player.objects.get(pk=player.pk))
    pending = ProfileClaim.objects.filter(user=user, state=ClaimState.PENDING).select_related("player").first()
    if pending is not None:
        if pending.player_id == player.pk:
            return pending
        raise Conflict(
            "claim_pending",
            _("You already asked for the profile of %(name)s. Withdraw that first.") % {"name": pending.player.name},
        )
    claim = ProfileClaim.objects.create(player=player, user=user, message=message.strip()[:500], created_at=now)
    log_action(actor=actor, now=now, action="claim.requested", target=player, data={"claim": claim.pk})
    return claim


@transaction.atomic
def withdraw_claim(*, actor: Actor, claim: ProfileClaim, now: datetime) -> ProfileClaim:
    """The claimant takes the request back. Raises NotPermitted `not_your_claim`, Conflict `claim_decided`."""
    claim = _locked(claim)
    if actor.user is None or claim.user_id != actor.user.pk:
        raise NotPermitted("not_your_claim", _("This request is somebody else's."))
    return _decide(claim, ClaimState.WITHDRAWN, actor=actor, now=now)


@transaction.atomic
def approve_claim(*, actor: Actor, claim: ProfileClaim, now: datetime, may_decide: MayDecide) -> Player:
    """The claimant becomes the owner; other requests for the profile are refused.

    Raises NotPermitted `not_organiser` or `own_claim`, Conflict `claim_decided`, `profile_taken`, `profile_in_use`.
    """
    claim = _locked(claim)
    _check_decider(actor, claim, may_decide)
    _decide(claim, ClaimState.APPROVED, actor=actor, now=now)
    return _hand_over(actor=actor, user=claim.user, player=claim.player, now=now, action="player.claim_approved")


@transaction.atomic
def refuse_claim(
    *, actor: Actor, claim: ProfileClaim, now: datetime, may_decide: MayDecide, reason: str = ""
) -> ProfileClaim:
    """The profile stays without an account.

    Raises NotPermitted `not_organiser` or `own_claim`, Conflict `claim_decided`.
    """
    claim = _locked(claim)
    _check_decider(actor, claim, may_decide)
    return _decide(claim, ClaimState.REFUSED, actor=actor, now=now, reason=reason)


def _signed_in(actor: Actor) -> User:
    if actor.user is None:
        raise NotPermitted("not_signed_in", _("Sign in first."))
    return actor.user


def _lock_people(user_id: int, player_id: int) -> dict[int, Player]:
    """What keeps copies of names, the account, then its own profile and the one in question by key: whoever decides
    about claims waits here first, so that no two wait for each other.

    The account keeps its key: who decides tells other claimants, whose accounts others hold meanwhile.
    """
    lock_copies_of_names([player_id])
    User.objects.select_for_update(no_key=True).get(pk=user_id)
    rows = Player.objects.select_for_update(of=("self",)).filter(Q(pk=player_id) | Q(user=user_id)).order_by("pk")
    return {row.pk: row for row in rows}


def _locked(claim: ProfileClaim) -> ProfileClaim:
    _lock_people(claim.user_id, claim.player_id)
    return ProfileClaim.objects.select_for_update(of=("self",)).select_related("player", "user").get(pk=claim.pk)


def _check_decider(actor: Actor, claim: ProfileClaim, may_decide: MayDecide) -> None:
    if actor.is_system or (actor.user is not None and actor.user.is_superuser):
        return
    if actor.user is not None and actor.user.pk == claim.user_id:
        raise NotPermitted("own_claim", _("Another organiser has to decide about your own request."))
    if not may_decide(actor, claim.player):
        raise NotPermitted("not_organiser", _("Only an organiser of an event with this player can decide."))


def _decide(claim: ProfileClaim, state: ClaimState, *, actor: Actor, now: datetime, reason: str = "") -> ProfileClaim:
    if state not in CLAIM_TRANSITIONS[ClaimState(claim.state)]:
        raise Conflict("claim_decided", _("This request has been decided already."), {"state": claim.state})
    claim.state, claim.decided_at, claim.decided_by = state, now, actor.user
    claim.reason = reason.strip()[:500]
    claim.save()
    log_action(
        actor=actor,
        now=now,
        action=f"claim.{state}",
        target=claim.player,
        data={"claim": claim.pk},
        reason=claim.reason,
    )
    if state in (ClaimState.APPROVED, ClaimState.REFUSED) and (actor.user is None or actor.user.pk != claim.user_id):
        path = reverse("claim_player", args=[claim.player.slug])
        data = {"name": claim.player.name, "reason": claim.reason, "path": path}
        notify(now=now, kind=f"claim.{state}", key=str(claim.pk), users=[claim.user_id], data=data)
    return claim


def _refuse_impossible(user: User, player: Player) -> None:
    if player.erased_at is not None:
        # what is left of somebody is nobody's any more
        raise NotFound("player_not_found", _("There is no such player."))
    if player.user_id is not None and player.user_id != user.pk:
        raise Conflict("profile_taken", _("This profile belongs to another account."))
    own = Player.objects.filter(user=user).exclude(pk=player.pk).first()
    if own is not None and is_used(own):
        raise Conflict(
            "profile_in_use",
            _(
                "Your own profile “%(name)s” has been used in events or games. "
                "Ask the organiser to put the entry on that profile instead."
            )
            % {"name": own.name},
            {"own_profile": own.slug},
        )


def _hand_over(*, actor: Actor, user: User, player: Player, now: datetime, action: str) -> Player:
    """Give the profile to the account, and settle every request for it."""
    locked = _lock_people(user.pk, player.pk)
    player = locked.pop(player.pk)
    if player.user_id == user.pk:
        return player
    _refuse_impossible(user, player)
    merged = [_merge(own, into=player, now=now) for own in locked.values()]
    player.user = user
    settle_shown_name(player, now=now)
    if actor.player is not None and actor.player.pk in locked:
        actor = replace(actor, player=player)
    for other in (
        ProfileClaim.objects.select_for_update().filter(player=player, state=ClaimState.PENDING).order_by("pk")
    ):
        won = other.user_id == user.pk
        _decide(other, ClaimState.APPROVED if won else ClaimState.REFUSED, actor=actor, now=now)
    log_action(
        actor=actor, now=now, action=action, target=player, data={"account": user.username, "merged_profiles": merged}
    )
    return player


def _merge(own: Player, *, into: Player, now: datetime) -> str:
    """Take over what the account said of itself, then drop the unused profile; its address leads to the other.

    What the organiser published (name, country) and noted for eligibility (date of birth) stays as it is where given.
    """
    into.time_zone = own.time_zone or into.time_zone
    if own.first_colour:
        into.first_colour, into.second_colour = own.first_colour, own.second_colour
    into.country = into.country or own.country
    into.birth_date = into.birth_date or own.birth_date
    into.minor_until = into.minor_until or own.minor_until
    PlayerSlug.objects.filter(player=own).update(player=into)
    ActionLog.objects.filter(player=own).update(player=into)
    slug = own.slug
    own.delete()
    PlayerSlug.objects.create(slug=slug, player=into, since=now)
    return slug
