"""Results of the past, as they were published elsewhere: facts of their own.

They are never mixed with games of this site and never rated. Each row came with an import, which can be undone; a row
that another import contradicts is replaced by the new one, and stands again when that import is undone. Names are
names: `player` is set only where the importer asked for it. Points are kept as published ("59" is not "59.0").
"""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy
from django_countries.fields import CountryField

from players.models import printed_name
from players.models.person_name import PersonName
from tournaments.historic.values import Kind
from tournaments.models.base import Fact


class MatchKnown(models.TextChoices):
    """How much is known of a historic match; the values are those of the core."""

    EXACT = "exact", pgettext_lazy("how much is known of a match", "result as published")
    REBUILT = "rebuilt", pgettext_lazy("how much is known of a match", "a total was worked out")
    PARTIAL = "partial", pgettext_lazy("how much is known of a match", "not seen to its end")
    WINNER = "winner", pgettext_lazy("how much is known of a match", "winner only")
    PAIRING = "pairing", pgettext_lazy("how much is known of a match", "pairing only")


class HistoricEvent(models.Model):
    """An event that was not run on this site. `dates` are the words of a source that gives no plain year."""

    slug = models.SlugField(_("address"), max_length=80, unique=True)
    name = models.CharField(pgettext_lazy("of an event or a thing", "name"), max_length=200)
    year = models.PositiveSmallIntegerField(null=True, blank=True)
    dates = models.CharField(max_length=120, blank=True)
    created_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["name", "year"], name="historic_event_once")]

    def __str__(self) -> str:
        return self.name


class HistoricImport(Fact):
    """One list of results that was taken in, with its text. Undone, its rows are gone and this row says so.

    `complete` is the importer's word that the list tells all: all places, all matches.
    """

    kind = models.CharField(max_length=10, choices=[(kind.value, kind.value) for kind in Kind])
    name = models.CharField(max_length=120)
    source = models.CharField(max_length=1000, blank=True)
    complete = models.BooleanField(default=False)
    text = models.TextField()
    rows = models.PositiveIntegerField(default=0)
    undone_at = models.DateTimeField(null=True, blank=True)
    undone_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    undo_reason = models.TextField(blank=True)

    def __str__(self) -> str:
        return f"{self.name} ({self.kind})"


class HistoricRow(models.Model):
    """What the rows of all lists share. `current` are those that nothing replaced."""

    source_import = models.ForeignKey(HistoricImport, on_delete=models.CASCADE, related_name="%(class)ss")
    replaced_by = models.ForeignKey("self", on_delete=models.SET_NULL, null=True, related_name="replaces")
    current = models.BooleanField(default=True)
    row = models.PositiveSmallIntegerField()
    note = models.CharField(max_length=1000, blank=True)
    source = models.CharField(max_length=1000, blank=True)

    class Meta:
        abstract = True


class HistoricAccount(HistoricRow):
    """What a list tells of an event as a whole."""

    event = models.ForeignKey(HistoricEvent, on_delete=models.CASCADE, related_name="accounts")
    place = models.CharField(max_length=120, blank=True)
    dates = models.CharField(max_length=120, blank=True)
    entrants = models.PositiveSmallIntegerField(null=True)
    countries = models.PositiveSmallIntegerField(null=True)
    format = models.CharField(max_length=1000, blank=True)

    def __str__(self) -> str:
        return f"account of {self.event_id}"


class HistoricMedal(HistoricRow):
    """Who came first, second or third in an edition."""

    edition = models.ForeignKey("tournaments.Edition", on_delete=models.CASCADE, related_name="medals")
    place = models.PositiveSmallIntegerField()
    name = PersonName(max_length=80)
    country = CountryField(blank=True)
    player = models.ForeignKey("players.Player", on_delete=models.SET_NULL, null=True, related_name="historic_medals")

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(place__gte=1, place__lte=3), name="historic_medal_place"),
            models.UniqueConstraint(fields=["edition", "place"], condition=Q(current=True), name="historic_medal_once"),
        ]

    def __str__(self) -> str:
        return f"{self.place}. {self.name}"

    @property
    def shown_name(self) -> str:
        """The name as published, unless its bearer's is not public in full."""
        return printed_name(self.name, self.player)


class HistoricPlace(HistoricRow):
    """A line of standings: the final ones, or those after a round."""

    event = models.ForeignKey(HistoricEvent, on_delete=models.CASCADE, related_name="places")
    after_round = models.PositiveSmallIntegerField(null=True)
    place = models.PositiveSmallIntegerField(null=True)
    name = PersonName(max_length=80)
    country = CountryField(blank=True)
    player = models.ForeignKey("players.Player", on_delete=models.SET_NULL, null=True, related_name="historic_places")
    tp = models.CharField(max_length=8, blank=True)
    won = models.CharField(max_length=5, blank=True)
    lost = models.CharField(max_length=5, blank=True)
    extra = models.JSONField(default=list)

    def __str__(self) -> str:
        return f"{self.place or '?'}. {self.name}"

    @property
    def shown_name(self) -> str:
        """The name as published, unless its bearer's is not public in full."""
        return printed_name(self.name, self.player)


class HistoricMatch(HistoricRow):
    """A match between A and B, as far as known. `winner` is 0 or 1, null where it is not known."""

    event = models.ForeignKey(HistoricEvent, on_delete=models.CASCADE, related_name="matches")
    key = models.CharField(max_length=40, blank=True)
    round = models.CharField(max_length=40, blank=True)
    section = models.CharField(max_length=40, blank=True)
    date = models.CharField(max_length=40, blank=True)
    name_a = PersonName(max_length=80)
    country_a = CountryField(blank=True)
    player_a = models.ForeignKey("players.Player", on_delete=models.SET_NULL, null=True, related_name="+")
    seed_a = models.CharField(max_length=40, blank=True)
    name_b = PersonName(max_length=80)
    country_b = CountryField(blank=True)
    player_b = models.ForeignKey("players.Player", on_delete=models.SET_NULL, null=True, related_name="+")
    seed_b = models.CharField(max_length=40, blank=True)
    tp_a = models.CharField(max_length=8, blank=True)
    tp_b = models.CharField(max_length=8, blank=True)
    won_a = models.CharField(max_length=5, blank=True)
    won_b = models.CharField(max_length=5, blank=True)
    planned = models.PositiveSmallIntegerField(null=True)
    played = models.PositiveSmallIntegerField(null=True)
    winner = models.PositiveSmallIntegerField(null=True)
    known = models.CharField(max_length=8, choices=MatchKnown.choices)
    games = models.JSONField(default=list)
    extra = models.JSONField(default=list)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(known__in=MatchKnown.values), name="historic_match_known"),
            models.CheckConstraint(
                condition=Q(winner__isnull=True) | Q(winner__in=(0, 1)), name="historic_match_winner"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.name_a} – {self.name_b}"

    @property
    def shown_a(self) -> str:
        """The name as published, unless its bearer's is not public in full."""
        return printed_name(self.name_a, self.player_a)

    @property
    def shown_b(self) -> str:
        return printed_name(self.name_b, self.player_b)


class HistoricFigures(HistoricRow):
    """A table of its own kind that a source prints, kept as it is."""

    event = models.ForeignKey(HistoricEvent, on_delete=models.CASCADE, related_name="figures")
    title = models.CharField(max_length=120)
    columns = models.JSONField()
    lines = models.JSONField()

    def __str__(self) -> str:
        return self.title
