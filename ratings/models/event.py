"""The results that ratings rest on. An event is known by its source, a name that only the sender understands."""

from typing import Final

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from ratings.models.base import Act

GAME_TP: Final = 200


class RatedState(models.TextChoices):
    """Whether an event counts. One that is open again to be corrected counts as it was sent last."""

    FINAL = "final", _("final")
    PROVISIONAL = "provisional", _("provisional")
    WITHDRAWN = "withdrawn", _("not rated")


class RatedEvent(models.Model):
    """An event as it counts now: its last applied submission.

    Events are taken in the order of `closes_on`, then `number` (`docs/regulations.md` 8.1). `weight` is that of the
    category (8.4), `parameters` the version of the numbers it was rated with.
    """

    source = models.CharField(max_length=60, unique=True)
    number = models.PositiveIntegerField(unique=True)
    name = models.CharField(max_length=120)
    path = models.CharField(max_length=200, blank=True)
    closes_on = models.DateField()
    weight = models.FloatField(default=1.0)
    state = models.CharField(max_length=12, choices=RatedState.choices, default=RatedState.FINAL)
    parameters = models.CharField(max_length=20, blank=True)

    class Meta:
        verbose_name = _("rated event")
        verbose_name_plural = _("rated events")
        constraints = [
            models.CheckConstraint(condition=Q(weight__gt=0.0), name="rated_event_weight"),
            models.CheckConstraint(condition=Q(state__in=RatedState.values), name="rated_event_state"),
        ]
        indexes = [models.Index(fields=["closes_on", "number"], name="rated_event_order")]

    def __str__(self) -> str:
        return self.name


class RatedPairing(models.Model):
    """All rated games of two players in an event; `tp` in tenths are those of `left`, `right` has the rest."""

    event = models.ForeignKey(RatedEvent, on_delete=models.CASCADE, related_name="pairings")
    left = models.ForeignKey("players.Player", on_delete=models.PROTECT, related_name="+")
    right = models.ForeignKey("players.Player", on_delete=models.PROTECT, related_name="+")
    games = models.PositiveSmallIntegerField()
    tp = models.PositiveIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["event", "left", "right"], name="rated_pairing_once"),
            # one row a pair, whichever side they sat on
            models.CheckConstraint(condition=Q(left__lt=F("right")), name="rated_pairing_in_order"),
            models.CheckConstraint(
                condition=Q(games__gte=1) & Q(tp__lte=F("games") * GAME_TP), name="rated_pairing_tp"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.left_id} – {self.right_id}, {self.games} games"


class EventSubmission(Act):
    """One version of an event's results as they were sent, with who sent them and why.

    It waits until `batch` has applied it; of several that wait for one source the last counts. `payload` is
    `services.results.EventResults` as plain JSON and `digest` its fingerprint.
    """

    source = models.CharField(max_length=60)
    digest = models.CharField(max_length=64)
    payload = models.JSONField()
    batch = models.ForeignKey("ratings.RatingBatch", on_delete=models.PROTECT, null=True, related_name="submissions")

    class Meta:
        indexes = [
            models.Index(fields=["source", "-id"], name="event_submission_source"),
            models.Index(fields=["id"], name="event_submission_waiting", condition=Q(batch=None)),
        ]

    def __str__(self) -> str:
        return f"{self.source} {self.digest[:12]}"
