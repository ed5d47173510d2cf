"""Asking for a profile that an organiser made."""

from collections.abc import Mapping

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from players.models.player import Player


class ClaimState(models.TextChoices):
    PENDING = "pending", _("waiting for an organiser")
    APPROVED = "approved", _("approved")
    REFUSED = "refused", _("refused")
    WITHDRAWN = "withdrawn", _("withdrawn")


# a decision is final; who was refused may ask again
CLAIM_TRANSITIONS: Mapping[ClaimState, frozenset[ClaimState]] = {
    ClaimState.PENDING: frozenset({ClaimState.APPROVED, ClaimState.REFUSED, ClaimState.WITHDRAWN}),
    ClaimState.APPROVED: frozenset(),
    ClaimState.REFUSED: frozenset(),
    ClaimState.WITHDRAWN: frozenset(),
}


class ProfileClaim(models.Model):
    """An account says: this profile is me. An organiser of an event where the profile is entered decides."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="claims")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="profile_claims")
    state = models.CharField(max_length=10, choices=ClaimState.choices, default=ClaimState.PENDING)
    message = models.CharField(_("message to the organiser"), max_length=500, blank=True)
    created_at = models.DateTimeField()
    decided_at = models.DateTimeField(null=True, blank=True)
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    reason = models.CharField(_("reason"), max_length=500, blank=True)

    class Meta:
        verbose_name = _("claim of a profile")
        verbose_name_plural = _("claims of profiles")
        constraints = [
            models.UniqueConstraint(
                fields=["user"], condition=models.Q(state="pending"), name="one_pending_claim_per_account"
            ),
            models.CheckConstraint(
                condition=models.Q(state="pending", decided_at__isnull=True)
                | (~models.Q(state="pending") & models.Q(decided_at__isnull=False)),
                name="claim_time_when_decided",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} → {self.player_id} ({self.state})"
