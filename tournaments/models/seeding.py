"""What entries are seeded by: points of the ratings on a day, or an organiser's."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.base import Fact


class PointsOrigin(models.TextChoices):
    """Where seeding points come from."""

    RATINGS = "ratings", _("from ratings")
    HAND = "hand", _("by hand")


class SeedingPoints(Fact):
    """The seeding points of an entry (`docs/regulations.md` 8.8); at most one row of an entry is current.

    Those from ratings have the reference date, the versions of the numbers and of the ledger, and what they were worked
    out from: rating and games (null and 0 for who had none) and the lobby ranking (null for none). Those by hand have
    a reason instead.
    """

    entry = models.ForeignKey("tournaments.Entry", on_delete=models.CASCADE, related_name="seeding_points")
    origin = models.CharField(max_length=8, choices=PointsOrigin.choices)
    points = models.FloatField()
    current = models.BooleanField(default=True)
    on = models.DateField(null=True)
    parameters = models.CharField(max_length=20, blank=True)
    ledger = models.PositiveIntegerField(null=True)
    rating = models.FloatField(null=True)
    games = models.PositiveIntegerField(default=0)
    lobby = models.FloatField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["entry"], condition=Q(current=True), name="seeding_points_one_current"),
            models.CheckConstraint(
                condition=Q(origin=PointsOrigin.RATINGS, on__isnull=False, ledger__isnull=False)
                | Q(origin=PointsOrigin.HAND, on=None, ledger=None, rating=None, games=0, lobby=None) & ~Q(reason=""),
                name="seeding_points_origin",
            ),
        ]

    def __str__(self) -> str:
        return f"entry {self.entry_id}: {self.points:.1f}"
