"""Lists of entries that were imported, so that each can be taken back as a whole."""

from django.db import models

from tournaments.models.base import Fact


class EntryImport(Fact):
    """One list: the entries it made and the profiles made with them. Undone, the row stays and names nobody."""

    event = models.ForeignKey("tournaments.Event", on_delete=models.CASCADE, related_name="entry_imports")
    entries = models.JSONField(default=list)
    profiles = models.JSONField(default=list)
    undone_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"{len(self.entries)} entries of {self.event_id}"
