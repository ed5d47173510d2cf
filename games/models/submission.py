"""Who sent which record, when, and who may see it."""

import secrets

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.record import Record


def new_public_id() -> str:
    """96 random bits in 16 characters that need no escaping in an address."""
    return secrets.token_urlsafe(12)


class Visibility(models.TextChoices):
    """Who may see a submission besides its sender and the staff. Games only obeys it; other apps decide it."""

    PRIVATE = "private", _("only the sender")
    LINK = "link", _("everyone who has the address")
    PUBLIC = "public", _("everyone; may be listed")


class Submission(models.Model):
    """One act of sending. Two people who send the same bytes have a submission each and share the record."""

    public_id = models.CharField(max_length=22, default=new_public_id, editable=False)
    record = models.ForeignKey(Record, on_delete=models.PROTECT, related_name="submissions")
    # null for a private entry link, and after the account was deleted
    sender = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="submissions"
    )
    player = models.ForeignKey(
        "players.Player", on_delete=models.SET_NULL, null=True, blank=True, related_name="submissions"
    )
    via = models.CharField(max_length=10)
    entry_id = models.BigIntegerField(null=True, blank=True)
    filename = models.CharField(max_length=255, blank=True)
    created_at = models.DateTimeField()
    visibility = models.CharField(max_length=10, choices=Visibility.choices, default=Visibility.PRIVATE)
    # the row of an upload of many, counted from 0
    bulk_import = models.ForeignKey(
        "games.BulkImport", on_delete=models.CASCADE, null=True, blank=True, related_name="submissions"
    )
    bulk_row = models.PositiveIntegerField(null=True, blank=True)

    class Meta:
        verbose_name = _("submission")
        verbose_name_plural = _("submissions")
        indexes = [
            models.Index(fields=["sender", "-id"], name="submission_by_sender"),
            models.Index(fields=["visibility", "-id"], name="submission_by_visibility"),
        ]
        constraints = [
            models.UniqueConstraint(fields=["public_id"], name="submission_address_once"),
            models.UniqueConstraint(
                fields=["bulk_import", "bulk_row"],
                name="submission_once_per_bulk_row",
                condition=models.Q(bulk_import__isnull=False),
            ),
            models.CheckConstraint(
                condition=models.Q(visibility__in=Visibility.values), name="submission_visibility_known"
            ),
        ]

    def __str__(self) -> str:
        return self.public_id
