"""Uploads of many records: stored whole, worked off in batches."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.submission import new_public_id


class BulkImport(models.Model):
    """One upload of up to ten thousand records, accepted as a whole. `rows` counts its records in the order sent."""

    public_id = models.CharField(max_length=22, default=new_public_id, editable=False)
    sender = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="bulk_imports"
    )
    player = models.ForeignKey("players.Player", on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    via = models.CharField(max_length=10)
    filename = models.CharField(max_length=255, blank=True)
    rows = models.PositiveIntegerField()
    size = models.PositiveIntegerField()
    created_at = models.DateTimeField()

    class Meta:
        verbose_name = _("upload of many records")
        verbose_name_plural = _("uploads of many records")
        indexes = [models.Index(fields=["sender", "-id"], name="bulk_import_by_sender")]
        constraints = [models.UniqueConstraint(fields=["public_id"], name="bulk_import_address_once")]

    def __str__(self) -> str:
        return f"{self.public_id} ({self.rows})"


class BatchState(models.TextChoices):
    PENDING = "pending", _("waiting")
    DONE = "done", _("done")


class BulkBatch(models.Model):
    """Some rows of an upload, checked by one task in one transaction.

    `payload` and `result` are compressed rows (`games.services.bulk_rows`); the payload is emptied when the batch is
    done. The counts are those of the result.
    """

    bulk_import = models.ForeignKey(BulkImport, on_delete=models.CASCADE, related_name="batches")
    number = models.PositiveIntegerField()
    first_row = models.PositiveIntegerField()
    rows = models.PositiveIntegerField()
    payload = models.BinaryField()
    state = models.CharField(max_length=10, choices=BatchState.choices, default=BatchState.PENDING)
    attempts = models.PositiveIntegerField(default=0)
    queued_at = models.DateTimeField()
    done_at = models.DateTimeField(null=True)
    verified = models.PositiveIntegerField(default=0)
    rejected = models.PositiveIntegerField(default=0)
    malformed = models.PositiveIntegerField(default=0)
    result = models.BinaryField(default=b"")

    class Meta:
        indexes = [models.Index(fields=["queued_at"], name="bulk_batch_pending", condition=models.Q(state="pending"))]
        constraints = [
            models.UniqueConstraint(fields=["bulk_import", "number"], name="bulk_batch_number_once"),
            models.CheckConstraint(condition=models.Q(state__in=BatchState.values), name="bulk_batch_state_known"),
        ]

    def __str__(self) -> str:
        return f"{self.bulk_import_id}/{self.number} {self.state}"
