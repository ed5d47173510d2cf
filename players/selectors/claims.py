"""Requests for profiles."""

from django.db.models import QuerySet

from players.models import ClaimState, Player, ProfileClaim, User


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
