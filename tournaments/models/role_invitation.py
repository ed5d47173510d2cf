"""Links with which an owner invites others to help run an event."""

from datetime import datetime

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.base import Fact
from tournaments.models.event import OrganiserRole

INVITED_ROLES = (OrganiserRole.ORGANISER, OrganiserRole.ARBITER, OrganiserRole.CHECK_IN)


class RoleInvitation(Fact):
    """Who opens the link may take the role, `uses` times in all and until `expires_at`. Only the token's hash is
    kept."""

    event = models.ForeignKey("tournaments.Event", on_delete=models.CASCADE, related_name="role_invitations")
    role = models.CharField(_("role"), max_length=10, choices=[(r.value, r.label) for r in INVITED_ROLES])
    token_hash = models.CharField(max_length=64, unique=True, editable=False)
    uses = models.PositiveSmallIntegerField(default=1)
    used = models.PositiveSmallIntegerField(default=0)
    expires_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(uses__gte=1, used__lte=F("uses")), name="role_invitation_uses"),
            models.CheckConstraint(condition=Q(role__in=INVITED_ROLES), name="role_invitation_role"),
        ]

    def __str__(self) -> str:
        return f"{self.role} of {self.event_id}"

    def is_open(self, now: datetime) -> bool:
        """Whether the link still gives the role to somebody."""
        return self.revoked_at is None and self.used < self.uses and now < self.expires_at
