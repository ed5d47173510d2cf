"""Keys by which a program may repeat a request without repeating its effect."""

from django.db import models


class IdempotencyKey(models.Model):
    """The first request of `owner` (an account or an entry) with this key, and what came of it.

    `digest` covers the operation and the body. A row that is committed always names its submission or its bulk upload.
    """

    owner = models.CharField(max_length=30)
    key = models.CharField(max_length=255)
    digest = models.CharField(max_length=64)
    submission = models.ForeignKey("games.Submission", on_delete=models.CASCADE, null=True, related_name="+")
    bulk_import = models.ForeignKey("games.BulkImport", on_delete=models.CASCADE, null=True, related_name="+")
    created_at = models.DateTimeField(db_index=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["owner", "key"], name="idempotency_key_once_per_owner")]

    def __str__(self) -> str:
        return f"{self.owner} {self.key}"
