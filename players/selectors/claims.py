"""Requests for profiles."""

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from players.models import ClaimState, Player, ProfileClaim, User
from tantrix_site.errors import NotFound


def claims_of(user: User) -> QuerySet[ProfileClaim]:
    """The account's own requests, newest first."""
    return ProfileClaim.objects.filter(user=user).select_related("player").order_by("-created_at", "-pk")


def pending_claims(players: QuerySet[Player]) -> QuerySet[ProfileClaim]:
    """Requests that wait for a decision, among these players, oldest first. The caller passes the players of the events
    the actor organises."""
    return (
        ProfileClaim.objects.filter(player__in=players, state=ClaimState.PENDING)
        .select_related("player", "user", "user__player")
        .order_by("created_at", "pk")
    )


def find_claim(*, user: User, claim_id: int) -> ProfileClaim:
    """One of the account's own requests. Raises NotFound `claim_not_found`, for those of others too."""
    claim = ProfileClaim.objects.select_related("player").filter(user=user, pk=claim_id).first()
    if claim is None:
        raise NotFound("claim_not_found", _("There is no such request."))
    return claim
