"""What the two sides of a match write to each other, and what they show as evidence."""

import secrets
from pathlib import PurePosixPath
from typing import Final

from django.conf import settings
from django.db import models

from tournaments.models.arranging import OfMatch

MOST_TEXT: Final = 500


def picture_name(message: models.Model, filename: str) -> str:
    """A name nobody can guess; nothing of the sender's file name is kept but its kind."""
    return f"evidence/{secrets.token_urlsafe(24)}{PurePosixPath(filename).suffix}"


class MatchMessage(OfMatch):
    """A short message about a match, with a link or a picture as evidence if there is one.

    Seen by the two sides and the officials of the event. Its sides cannot take it back; an arbiter may hide it.
    """

    match = models.ForeignKey("tournaments.Match", on_delete=models.CASCADE, related_name="messages")
    text = models.CharField(max_length=MOST_TEXT, blank=True)
    link = models.URLField(max_length=500, blank=True)
    picture = models.FileField(upload_to=picture_name, max_length=100, blank=True)
    hidden_at = models.DateTimeField(null=True)
    hidden_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    hide_reason = models.TextField(blank=True)

    class Meta:
        indexes = [models.Index(fields=["match", "at"], name="message_match")]

    def __str__(self) -> str:
        return f"message in match {self.match_id}"
