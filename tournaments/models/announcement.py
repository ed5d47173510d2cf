"""What organisers write to those who take part."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.base import Fact


class Audience(models.TextChoices):
    """Whom an announcement is for."""

    ENTRANTS = "entrants", _("all entrants")
    ROUND = "round", _("those with an open match of a round")
    CAPTAINS = "captains", _("captains and deputies")
    WAITING = "waiting", _("the waiting list")
    MISSING = "missing", _("who has not checked in")
    OFFICIALS = "officials", _("organisers and arbiters")


class Announcement(Fact):
    """One announcement, sent once. `texts` has a language, a subject and a text for each language, the event's first
    language first; who reads another one gets that.

    `round` names the round of a stage ("1-main-2") where it is for one. `digest` is that of the preview: the same is
    never sent twice. Whom it went to is in the notices; here only how many.
    """

    event = models.ForeignKey("tournaments.Event", on_delete=models.CASCADE, related_name="announcements")
    audience = models.CharField(max_length=10, choices=Audience.choices)
    round = models.CharField(max_length=60, blank=True)
    texts = models.JSONField()
    on_page = models.BooleanField(default=False)
    recipients = models.PositiveIntegerField()
    digest = models.CharField(max_length=64)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["event", "digest"], name="announcement_once"),
            models.CheckConstraint(condition=models.Q(audience__in=Audience.values), name="announcement_audience"),
        ]
        indexes = [models.Index(fields=["event", "-at"], name="announcement_latest")]

    def __str__(self) -> str:
        return f"announcement {self.pk} of event {self.event_id}"

    def text_in(self, language: str) -> tuple[str, str]:
        """Subject and text in a language, else in the event's first."""
        texts = {code: (subject, text) for code, subject, text in self.texts}
        found: tuple[str, str] = texts.get(language) or next(iter(texts.values()))
        return found
