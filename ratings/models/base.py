"""What every act has: when, by whom, through which door, and why."""

from django.conf import settings
from django.db import models


class Act(models.Model):
    """A row that is only ever added. `at` is UTC."""

    at = models.DateTimeField()
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    player = models.ForeignKey("players.Player", on_delete=models.SET_NULL, null=True, related_name="+")
    via = models.CharField(max_length=10)
    reason = models.TextField(blank=True)

    class Meta:
        abstract = True
