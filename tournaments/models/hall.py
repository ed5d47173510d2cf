"""The day in the hall: the clock of a round, and what a second person says of results typed from score sheets."""

from datetime import datetime, timedelta

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.base import Fact


class RoundClock(models.Model):
    """The clock of the round that is played now. Nothing ticks here: a clock that runs has an end, one that is stopped
    has seconds left. `round` is 0 where it is for whatever is played. `version` goes up with every change."""

    event = models.OneToOneField("tournaments.Event", on_delete=models.CASCADE, related_name="clock")
    round = models.PositiveSmallIntegerField(_("round"), default=0)
    seconds = models.PositiveIntegerField()
    ends_at = models.DateTimeField(null=True)
    left_seconds = models.PositiveIntegerField(null=True)
    version = models.PositiveIntegerField(default=1)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(ends_at__isnull=False, left_seconds__isnull=True)
                | Q(ends_at__isnull=True, left_seconds__isnull=False),
                name="clock_runs_or_stands",
            ),
        ]

    def __str__(self) -> str:
        return f"clock of event {self.event_id}"

    @property
    def is_running(self) -> bool:
        return self.ends_at is not None

    def left(self, now: datetime) -> timedelta:
        """What is left at that instant, never below zero."""
        if self.ends_at is None:
            return timedelta(seconds=self.left_seconds or 0)
        return max(self.ends_at - now, timedelta(0))


class ResultCheck(Fact):
    """What a second person says of a game typed from a score sheet: right, or not, which an arbiter looks into.

    It changes no result: a correction is the next version of the game, which has no check yet.
    """

    result = models.OneToOneField("tournaments.GameResult", on_delete=models.CASCADE, related_name="check_row")
    accepted = models.BooleanField()

    def __str__(self) -> str:
        return f"check of result {self.result_id}"
