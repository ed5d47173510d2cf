"""Ratings known from published lists, not from our ledger, and the imports that brought them."""

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _
from django_countries.fields import CountryField

from players.models import printed_name
from players.models.person_name import PersonName
from ratings.models.base import Act


class Scale(models.TextChoices):
    """Which numbers a published value belongs to."""

    ELO = "elo", _("tournament rating")
    LOBBY = "lobby", _("lobby ranking")
    MASTER = "master", _("Master ranking")


class HistoricImport(Act):
    """One import: its values came in together and are taken back together. The reason is that of taking it back."""

    values = models.PositiveIntegerField()
    withdrawn_at = models.DateTimeField(null=True)
    withdrawn_by = models.ForeignKey("players.User", on_delete=models.SET_NULL, null=True, related_name="+")

    def __str__(self) -> str:
        return f"import {self.pk}"


class HistoricRating(models.Model):
    """A value as somebody else published it; it never counts for anything that is worked out here.

    The day it was published for lies between `first_day` and `last_day`: a source may say no more than the year. `name`
    and `country` are those printed. `value` is null where no plain number was printed; `printed` is the cell as it was.
    """

    batch = models.ForeignKey(HistoricImport, on_delete=models.CASCADE, related_name="rows")
    scale = models.CharField(max_length=6, choices=Scale.choices, default=Scale.ELO)
    player = models.ForeignKey("players.Player", on_delete=models.PROTECT, related_name="historic_ratings")
    name = PersonName(max_length=80)
    country = CountryField(blank=True)
    first_day = models.DateField()
    last_day = models.DateField()
    value = models.FloatField(null=True)
    printed = models.CharField(max_length=60)
    rank = models.PositiveIntegerField(null=True)
    games = models.PositiveIntegerField(null=True)
    last_played = models.DateField(null=True)
    source = models.CharField(max_length=300)
    event = models.CharField(max_length=120, blank=True)
    moment = models.CharField(max_length=120, blank=True)
    note = models.CharField(max_length=500, blank=True)

    class Meta:
        verbose_name = _("published rating")
        verbose_name_plural = _("published ratings")
        constraints = [
            models.UniqueConstraint(
                fields=["player", "scale", "first_day", "last_day", "source", "event", "moment"],
                name="historic_rating_once",
            ),
            models.CheckConstraint(condition=Q(first_day__lte=F("last_day")), name="historic_rating_days"),
            models.CheckConstraint(condition=Q(scale__in=Scale.values), name="historic_rating_scale"),
            models.CheckConstraint(condition=~Q(source=""), name="historic_rating_source"),
        ]
        indexes = [models.Index(fields=["last_day", "first_day"], name="historic_rating_when")]

    def __str__(self) -> str:
        return f"{self.name}: {self.printed}"

    @property
    def shown_name(self) -> str:
        """The name as printed, unless its bearer's is not public in full."""
        return printed_name(self.name, self.player)
