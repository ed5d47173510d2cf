"""On what terms one enters an event: when, what is asked, who may, whether others wait, and when one checks in."""

from datetime import datetime

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _


class Asked(models.TextChoices):
    """What an entry form may ask for besides the name. The name and country are public, the rest organisers see.

    What the profile knows already is filled in and not asked again; a date of birth is kept in the profile alone.
    """

    COUNTRY = "country", _("country played for")
    NICKNAME = "nickname", _("nickname on the playing server")
    FORMER_NAME = "former_name", _("former name or nickname")
    COLOURS = "colours", _("colour preferences")
    TIMES = "times", _("time preferences")
    BIRTH_DATE = "birth_date", _("date of birth")
    NOTES = "notes", _("notes")


class EntryRules(models.Model):
    """The terms of one event. An event without a row has none: open to all until it starts, and nothing is asked.

    All moments are UTC; pages show them in the event's zone and the reader's. `conditions` are those of
    `tournaments.formats.eligibility` as JSON. A period that opens or closes at no moment is open at that end; there is
    a check-in where its end is set.
    """

    event = models.OneToOneField("tournaments.Event", on_delete=models.CASCADE, related_name="entry_rules")
    opens_at = models.DateTimeField(_("entries open"), null=True, blank=True)
    closes_at = models.DateTimeField(_("entries close"), null=True, blank=True)
    waiting_list = models.BooleanField(_("waiting list"), default=False)
    check_in_opens_at = models.DateTimeField(_("check-in opens"), null=True, blank=True)
    check_in_closes_at = models.DateTimeField(_("check-in closes"), null=True, blank=True)
    asked = models.JSONField(_("asked for"), default=list)
    conditions = models.JSONField(_("conditions"), default=dict)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(opens_at=None) | Q(closes_at=None) | Q(opens_at__lt=F("closes_at")),
                name="entry_period_in_order",
            ),
            models.CheckConstraint(
                condition=Q(check_in_opens_at=None) | Q(check_in_opens_at__lt=F("check_in_closes_at")),
                name="check_in_period_in_order",
            ),
        ]

    def __str__(self) -> str:
        return f"terms of entry of {self.event_id}"

    @property
    def has_check_in(self) -> bool:
        return self.check_in_closes_at is not None

    def is_open(self, now: datetime) -> bool:
        """Whether players may enter at that instant: from the opening on, and until just before the closing."""
        return not self.is_early(now) and not self.is_closed(now)

    def is_early(self, now: datetime) -> bool:
        return self.opens_at is not None and now < self.opens_at

    def is_closed(self, now: datetime) -> bool:
        return self.closes_at is not None and now >= self.closes_at

    def takes_check_in(self, now: datetime) -> bool:
        """Whether players may check in at that instant."""
        if self.check_in_closes_at is None:
            return False
        return (self.check_in_opens_at is None or now >= self.check_in_opens_at) and now < self.check_in_closes_at
