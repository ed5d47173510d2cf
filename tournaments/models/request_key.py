"""Keys by which a program may repeat the making of something without making it twice."""

from django.db import models


class RequestKey(models.Model):
    """The first request of `owner` with this key. `digest` covers operation and body; `made` is what it made."""

    owner = models.CharField(max_length=30)
    key = models.CharField(max_length=255)
    digest = models.CharField(max_length=64)
    made = models.BigIntegerField(null=True)
    created_at = models.DateTimeField(db_index=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["owner", "key"], name="request_key_once_per_owner")]

    def __str__(self) -> str:
        return f"{self.owner} {self.key}"
