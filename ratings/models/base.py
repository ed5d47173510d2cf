"""What rows of ratings have in common: acts, and the parts of a ledger."""

from django.conf import settings
from django.db import models
from django.db.models import Q


class Act(models.Model):
    """A row that is only ever added. `at` is UTC."""

    at = models.DateTimeField()
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    player = models.ForeignKey("players.Player", on_delete=models.SET_NULL, null=True, related_name="+")
    via = models.CharField(max_length=10)
    reason = models.TextField(blank=True)

    class Meta:
        abstract = True


class Clock(models.Model):
    """One row: the lock of a ledger. `version` goes up with each batch that changes anything."""

    id = models.PositiveSmallIntegerField(primary_key=True, default=1)
    version = models.PositiveIntegerField(default=0)

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return str(self.version)


class Batch(Act):
    """One writing of a ledger; what it applied says who asked for what.

    `number` is the version of the ledger that it made, `parameters` the version of the numbers.
    """

    number = models.PositiveIntegerField(unique=True)
    parameters = models.CharField(max_length=20)

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return f"batch {self.number}"


def ended_check(name: str) -> models.CheckConstraint:
    """A row of a ledger is current, or the batch is known that ended it."""
    return models.CheckConstraint(
        condition=Q(current=True, ended_by=None) | Q(current=False, ended_by__isnull=False), name=name
    )
