"""One game record and its verdict. The same bytes are stored once, whoever sent them."""

from collections.abc import Mapping

from django.db import models
from django.utils.translation import gettext_lazy as _


class RecordState(models.TextChoices):
    """Where a record stands. `verified` means that nothing in it breaks the rules, not that the game was played."""

    PENDING = "pending", _("being checked")
    VERIFIED = "verified", _("verified")
    REJECTED = "rejected", _("rejected")


#: Which state may follow which. A verdict changes only when a record is replayed by a newer engine.
TRANSITIONS: Mapping[RecordState, frozenset[RecordState]] = {
    RecordState.PENDING: frozenset({RecordState.VERIFIED, RecordState.REJECTED}),
    RecordState.VERIFIED: frozenset({RecordState.REJECTED}),
    RecordState.REJECTED: frozenset({RecordState.VERIFIED}),
}


def may_become(before: str, after: str) -> bool:
    """Whether `TRANSITIONS` lets a record pass from one state to another."""
    return RecordState(after) in TRANSITIONS[RecordState(before)]


class ContentType(models.TextChoices):
    """The two ways to write a record (`docs/record-format.md`)."""

    JSON = "application/json", "JSON"
    TEXT = "text/plain", _("text notation")


class Record(models.Model):
    """The original bytes of a record, its state, and the verdict of the engine version named.

    The columns after `verdict` repeat what the verdict and the record say, for searching and for lists; they are
    filled together with it. `complete` is false when the record leaves out what a full check needs.
    """

    raw = models.BinaryField()
    size = models.PositiveIntegerField()
    sha256 = models.CharField(max_length=64)
    content_type = models.CharField(max_length=20, choices=ContentType.choices, default=ContentType.JSON)
    state = models.CharField(max_length=10, choices=RecordState.choices, default=RecordState.PENDING)
    created_at = models.DateTimeField()

    # how often and when last the check was queued; the sweep looks at these
    attempts = models.PositiveIntegerField(default=0)
    queued_at = models.DateTimeField()

    verdict = models.JSONField(null=True)
    engine_version = models.CharField(max_length=20, blank=True)
    verified_at = models.DateTimeField(null=True)
    complete = models.BooleanField(null=True)
    # one game has one key, however its record is spelled; empty until verified
    game_key = models.CharField(max_length=64, blank=True)
    players = models.PositiveSmallIntegerField(null=True)
    colours = models.JSONField(default=list)
    scores = models.JSONField(default=dict)
    outcome = models.CharField(max_length=10, blank=True)
    winner = models.CharField(max_length=6, blank=True)

    class Meta:
        verbose_name = _("game record")
        verbose_name_plural = _("game records")
        indexes = [
            models.Index(fields=["queued_at"], name="record_pending", condition=models.Q(state="pending")),
            # here rather than at the field, which would get a second index for searches by prefix
            models.Index(fields=["game_key"], name="record_game_key"),
        ]
        constraints = [
            models.UniqueConstraint(fields=["sha256"], name="record_bytes_once"),
            models.CheckConstraint(condition=models.Q(state__in=RecordState.values), name="record_state_known"),
            models.CheckConstraint(
                condition=models.Q(state="pending", verdict__isnull=True)
                | (~models.Q(state="pending") & models.Q(verdict__isnull=False, verified_at__isnull=False)),
                name="record_verdict_unless_pending",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.sha256[:12]} {self.state}"

    @property
    def is_pending(self) -> bool:
        return self.state == RecordState.PENDING

    @property
    def scores_in_turn_order(self) -> list[tuple[str, int]]:
        """Each colour once with its score; a database does not keep the order of keys."""
        return [(colour, self.scores[colour]) for colour in dict.fromkeys(self.colours) if colour in self.scores]

    @property
    def is_verified(self) -> bool:
        return self.state == RecordState.VERIFIED
