"""Who did what, when and why: append-only."""

from django.conf import settings
from django.db import models


class ActionLog(models.Model):
    """One act. `action` is a stable name such as `match.result.confirmed`; `target` names the thing it was done to."""

    at = models.DateTimeField(db_index=True)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    player = models.ForeignKey("players.Player", on_delete=models.SET_NULL, null=True, related_name="+")
    via = models.CharField(max_length=10)
    action = models.CharField(max_length=60)
    target_type = models.CharField(max_length=40)
    target_id = models.BigIntegerField()
    # the event (or other container) whose log shows this act
    scope_type = models.CharField(max_length=40, blank=True)
    scope_id = models.BigIntegerField(null=True)
    data = models.JSONField(default=dict)
    reason = models.TextField(blank=True)

    class Meta:
        indexes = [
            models.Index(fields=["target_type", "target_id", "at"], name="actionlog_target"),
            models.Index(fields=["scope_type", "scope_id", "at"], name="actionlog_scope"),
        ]

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M} {self.action} {self.target_type} {self.target_id}"
