"""Whose profile it is: who may say so, and deciding about requests.

Everybody can make an event and enter everybody in it, so being an organiser of some event with a player proves nothing.
The event where the profile was entered first knows the person, and so does the organiser who made the profile.
"""

from datetime import datetime

from django.db import transaction
from django.db.models import OuterRef, Q, QuerySet, Subquery
from django.urls import reverse

from players.actors import Actor
from players.models import ClaimState, Player, ProfileClaim, User
from players.services import approve_claim, refuse_claim
from players.services.notices import notify
from tournaments import permissions
from tournaments.models import Entry, Event, EventOrganiser
from tournaments.services.addressees import organisers_of


def home_event(player: Player) -> Event | None:
    """The event where the profile was entered first."""
    entry = Entry.every.filter(player=player).select_related("event").order_by("created_at", "pk").first()
    return entry.event if entry is not None else None


def may_vouch(actor: Actor, player: Player) -> bool:
    """Whether the actor can say whose profile this is: its maker, an organiser of its first event, the site's staff."""
    if actor.is_system or permissions.is_site_staff(actor.user):
        return True
    if actor.user is None or actor.via == "link":
        return False
    return player.created_by_id == actor.user.pk or permissions.organises_event(actor.user, home_event(player))


def link_vouches(event: Event, player: Player) -> bool:
    """Whether a private link of this event is proof enough to hand the profile over: the event is its first, or its
    maker is the maker of the event."""
    if player.created_by_id is not None and player.created_by_id == event.created_by_id:
        return True
    return home_event(player) == event


def claims_to_decide(user: User) -> QuerySet[ProfileClaim]:
    """The requests the account can decide about, oldest first."""
    pending = (
        ProfileClaim.objects.filter(state=ClaimState.PENDING)
        .exclude(user=user)
        .select_related("player", "user", "user__player")
        .order_by("created_at", "pk")
    )
    if permissions.is_site_staff(user):
        return pending
    first = Entry.every.filter(player=OuterRef("player")).order_by("created_at", "pk").values("event")[:1]
    mine = EventOrganiser.objects.filter(user=user, role__in=permissions.ORGANISING).values("event")
    return pending.annotate(home=Subquery(first)).filter(Q(player__created_by=user) | Q(home__in=mine))


def tell_vouchers(claim: ProfileClaim) -> None:
    """Who can say whose profile it is learns that somebody asks for it; the site's staff where nobody else can."""
    home = home_event(claim.player)
    users = set() if home is None else organisers_of(home)
    if claim.player.created_by_id is not None:
        users.add(claim.player.created_by_id)
    users.discard(claim.user_id)
    if not users:
        users = set(User.objects.filter(is_staff=True, is_active=True).values_list("pk", flat=True)) - {claim.user_id}
    data = {"name": claim.player.name, "user": claim.user.username, "path": reverse("organise:claims")}
    notify(now=claim.created_at, kind="claim.asked", key=str(claim.pk), users=users, data=data)


@transaction.atomic
def decide_claim(*, actor: Actor, now: datetime, claim: ProfileClaim, approve: bool, reason: str = "") -> ProfileClaim:
    """Give the profile to the one who asked, or refuse.

    Raises NotPermitted `not_organiser` or `own_claim`; Conflict `claim_decided`, `profile_taken`, `profile_in_use`.
    """
    if approve:
        approve_claim(actor=actor, claim=claim, now=now, may_decide=may_vouch)
    else:
        refuse_claim(actor=actor, claim=claim, now=now, may_decide=may_vouch, reason=reason)
    claim.refresh_from_db()
    return claim
