"""Who is invited to an event that is not open to all."""

from django.db import models
from django.db.models import Q

from tournaments.models.base import Fact


class Invitation(Fact):
    """A player may enter an event for those invited. Taking it back keeps the row."""

    event = models.ForeignKey("tournaments.Event", on_delete=models.CASCADE, related_name="invitations")
    invited = models.ForeignKey("players.Player", on_delete=models.CASCADE, related_name="invitations")
    revoked_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["event", "invited"], condition=Q(revoked_at=None), name="invitation_one_in_force"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.invited_id} may enter {self.event_id}"
