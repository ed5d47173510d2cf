"""Who waits for a place in a full event."""

from django.db import models
from django.db.models import F, Q

from tournaments.models.base import Fact


class WaitingEnd(models.TextChoices):
    """How the waiting of an entry ended."""

    PROMOTED = "promoted"
    LEFT = "left"


class WaitingPlace(Fact):
    """One stay on the waiting list; its number fixes the order and is given once. Who comes back takes a new one.

    A row with the end `promoted` says when the place became theirs; the page of the entry shows that it takes part.
    """

    event = models.ForeignKey("tournaments.Event", on_delete=models.CASCADE, related_name="waiting_places")
    entry = models.ForeignKey("tournaments.Entry", on_delete=models.CASCADE, related_name="waiting_places")
    number = models.PositiveIntegerField()
    ended_at = models.DateTimeField(null=True)
    end = models.CharField(max_length=10, choices=WaitingEnd.choices, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["event", "number"], name="waiting_number_once"),
            models.UniqueConstraint(fields=["entry"], condition=Q(ended_at=None), name="waiting_once_at_a_time"),
            models.CheckConstraint(
                condition=Q(ended_at=None, end="") | (Q(ended_at__gte=F("at")) & ~Q(end="")),
                name="waiting_ends_somehow",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.entry_id} waits as number {self.number}"
