"""Series of events held again and again, and their editions."""

from typing import Final

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy
from django_countries.fields import CountryField

FIRST_YEAR: Final = 1900
LAST_YEAR: Final = 2199


class SeriesKind(models.TextChoices):
    """What an edition decides."""

    CHAMPIONSHIP = "championship", _("championship")
    MASTERS = "masters", _("masters")
    OPEN = "open", pgettext_lazy("a tournament open to everybody", "open")


class SeriesScope(models.TextChoices):
    """How far the title reaches; an open of a country is open to everybody all the same."""

    WORLD = "world", pgettext_lazy("scope of a series", "world")
    CONTINENTAL = "continental", pgettext_lazy("scope of a series", "continental")
    NATIONAL = "national", pgettext_lazy("scope of a series", "national")


class Discipline(models.TextChoices):
    """Who plays as one side."""

    INDIVIDUAL = "individual", _("individual")
    PAIRS = "pairs", _("pairs")
    TEAM = "team", pgettext_lazy("discipline of a series", "teams")


class Medium(models.TextChoices):
    """Where the games are played."""

    ONLINE = "online", _("online")
    TABLE = "table", _("at the table")


class Continent(models.TextChoices):
    """The continents of continental championships (`docs/regulations.md` 7.2)."""

    EUROPE = "EU", _("Europe")
    AMERICA = "AM", _("the Americas")
    AFRICA = "AF", _("Africa")
    ASIA = "AS", _("Asia")
    OCEANIA = "OC", _("Oceania")


class Series(models.Model):
    """Events that belong together year by year, such as the World Championship.

    The address is the small form of the code. Who may enter is said by `under_age` (younger than that on the first
    day), `continents` and, for a championship, `country`. `defaults` are the regulations from which a new edition
    starts: `event` holds settings of an event, `stages` its planned stages (`services.editions`). Keepers, like the
    site's staff, start editions and import results.
    """

    slug = models.SlugField(_("address"), max_length=20, unique=True)
    name = models.CharField(pgettext_lazy("of an event or a thing", "name"), max_length=100, unique=True)
    kind = models.CharField(max_length=12, choices=SeriesKind.choices, default=SeriesKind.CHAMPIONSHIP)
    scope = models.CharField(max_length=12, choices=SeriesScope.choices, default=SeriesScope.NATIONAL)
    discipline = models.CharField(max_length=10, choices=Discipline.choices, default=Discipline.INDIVIDUAL)
    team_size = models.PositiveSmallIntegerField(null=True, blank=True)
    medium = models.CharField(max_length=6, choices=Medium.choices, default=Medium.ONLINE)
    country = CountryField(_("country"), blank=True)
    continents = models.JSONField(default=list)
    under_age = models.PositiveSmallIntegerField(null=True, blank=True)
    first_year = models.PositiveSmallIntegerField(
        null=True, blank=True, validators=[MinValueValidator(FIRST_YEAR), MaxValueValidator(LAST_YEAR)]
    )
    trophy = models.CharField(max_length=120, blank=True)
    note = models.TextField(blank=True)
    defaults = models.JSONField(default=dict)
    keepers = models.ManyToManyField(settings.AUTH_USER_MODEL, related_name="series_kept", blank=True)
    created_at = models.DateTimeField()

    class Meta:
        verbose_name = _("series")
        verbose_name_plural = pgettext_lazy("several series", "series")
        constraints = [
            models.CheckConstraint(condition=Q(kind__in=SeriesKind.values), name="series_kind"),
            models.CheckConstraint(condition=Q(scope__in=SeriesScope.values), name="series_scope"),
            models.CheckConstraint(condition=Q(discipline__in=Discipline.values), name="series_discipline"),
            models.CheckConstraint(condition=Q(medium__in=Medium.values), name="series_medium"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def code(self) -> str:
        return self.slug.upper()


class Edition(models.Model):
    """One time a series was held: an event of this site, or a historic one. Number and year may not be known.

    One event may be an edition of several series.
    """

    series = models.ForeignKey(Series, on_delete=models.CASCADE, related_name="editions")
    number = models.PositiveSmallIntegerField(null=True, blank=True)
    year = models.PositiveSmallIntegerField(null=True, blank=True)
    event = models.ForeignKey(
        "tournaments.Event", on_delete=models.CASCADE, null=True, blank=True, related_name="editions"
    )
    historic = models.ForeignKey(
        "tournaments.HistoricEvent", on_delete=models.CASCADE, null=True, blank=True, related_name="editions"
    )
    created_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(event__isnull=True, historic__isnull=False) | Q(event__isnull=False, historic__isnull=True),
                name="edition_is_one_thing",
            ),
            models.UniqueConstraint(
                fields=["series", "number"], condition=Q(number__isnull=False), name="edition_number_once"
            ),
            models.UniqueConstraint(
                fields=["series", "event"], condition=Q(event__isnull=False), name="edition_event_once"
            ),
            models.UniqueConstraint(
                fields=["series", "historic"], condition=Q(historic__isnull=False), name="edition_historic_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.series.slug} {self.number or self.year or '?'}"
