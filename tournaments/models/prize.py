"""Prize lists: a part of the field with places of its own, and who is in it."""

from typing import Final

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.models.base import Fact

JUNIOR_AGE: Final = 16


class PrizeKind(models.TextChoices):
    """Who may be in a prize list."""

    JUNIOR = "junior", _("juniors")
    NEWCOMER = "newcomer", _("newcomers: no rating yet")
    OTHER = "other", _("chosen by the organisers")


class PrizeList(models.Model):
    """A part of the entries of an event that has its own places (`docs/regulations.md` 7.1).

    Juniors are younger than `under_age` on the first day. With `for_all` nobody else may play: the event does not start
    while an accepted entry is missing.
    """

    event = models.ForeignKey("tournaments.Event", on_delete=models.CASCADE, related_name="prize_lists")
    kind = models.CharField(max_length=8, choices=PrizeKind.choices)
    name = models.CharField(pgettext_lazy("of an event or a thing", "name"), max_length=60)
    under_age = models.PositiveSmallIntegerField(_("younger than"), null=True, blank=True)
    for_all = models.BooleanField(_("nobody else may play"), default=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["event", "name"], name="prize_list_name"),
            models.CheckConstraint(condition=Q(kind__in=PrizeKind.values), name="prize_list_kind"),
            models.CheckConstraint(
                condition=Q(kind="junior", under_age__isnull=False) | (~Q(kind="junior") & Q(under_age=None)),
                name="prize_list_age",
            ),
        ]

    def __str__(self) -> str:
        return self.name


class PrizeMember(Fact):
    """An organiser put an entry in a prize list. Who is in one of juniors follows from the evidence of age instead."""

    prize_list = models.ForeignKey(PrizeList, on_delete=models.CASCADE, related_name="members")
    entry = models.ForeignKey("tournaments.Entry", on_delete=models.CASCADE, related_name="prize_members")
    revoked_at = models.DateTimeField(null=True, blank=True)
    revoked_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["prize_list", "entry"], condition=Q(revoked_at=None), name="prize_member_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.entry_id} in {self.prize_list_id}"
