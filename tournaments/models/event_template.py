"""Events kept as templates for new ones."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy


class SavedTemplate(models.Model):
    """The settings and stages of an event, kept by an organiser for themselves or by a series for everybody.

    `content` is read by `formats.event_templates.stored` alone.
    """

    name = models.CharField(pgettext_lazy("of an event or a thing", "name"), max_length=80)
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, blank=True, related_name="event_templates"
    )
    series = models.ForeignKey(
        "tournaments.Series", on_delete=models.CASCADE, null=True, blank=True, related_name="templates"
    )
    content = models.JSONField()
    created_at = models.DateTimeField()

    class Meta:
        verbose_name = _("template of an event")
        verbose_name_plural = _("templates of events")
        constraints = [
            models.CheckConstraint(
                condition=Q(owner__isnull=True, series__isnull=False) | Q(owner__isnull=False, series__isnull=True),
                name="saved_template_belongs_once",
            ),
            models.UniqueConstraint(
                fields=["owner", "name"], condition=Q(owner__isnull=False), name="saved_template_of_owner"
            ),
            models.UniqueConstraint(
                fields=["series", "name"], condition=Q(series__isnull=False), name="saved_template_of_series"
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def key(self) -> str:
        """What a template is called in addresses, beside those that come with the site."""
        return f"saved-{self.pk}"
