"""Games being written down in the editor."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.submission import Submission, new_public_id


class GameDraft(models.Model):
    """A game on its way into a record (`games.editing.Draft`): its record so far and the moves kept for later.

    A draft without an owner belongs to the browser session that started it. `submission` is what was sent of it last;
    `version` rises with every change, so that two windows cannot undo each other unseen.
    """

    public_id = models.CharField(max_length=22, unique=True, default=new_public_id, editable=False)
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, blank=True, related_name="game_drafts"
    )
    record = models.JSONField()
    kept = models.JSONField(default=list)
    deadlock = models.BooleanField(default=False)
    version = models.PositiveIntegerField(default=0)
    submission = models.ForeignKey(Submission, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    created_at = models.DateTimeField()
    updated_at = models.DateTimeField()

    class Meta:
        verbose_name = _("game draft")
        verbose_name_plural = _("game drafts")
        indexes = [
            models.Index(fields=["owner", "-updated_at"], name="game_draft_by_owner"),
            models.Index(fields=["updated_at"], name="game_draft_unowned", condition=models.Q(owner__isnull=True)),
        ]

    def __str__(self) -> str:
        return self.public_id
