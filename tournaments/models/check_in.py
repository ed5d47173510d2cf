"""Who said just before an event that they are there."""

from django.db import models
from django.db.models import Q

from tournaments.models.base import Fact


class CheckIn(Fact):
    """An entry is there. Taking it back keeps the row."""

    entry = models.ForeignKey("tournaments.Entry", on_delete=models.CASCADE, related_name="check_ins")
    revoked_at = models.DateTimeField(null=True)
    revoked_by = models.ForeignKey("players.User", on_delete=models.SET_NULL, null=True, related_name="+")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["entry"], condition=Q(revoked_at=None), name="check_in_one_in_force"),
        ]

    def __str__(self) -> str:
        return f"{self.entry_id} is there"
