"""The ledger: what events and re-levellings make of ratings. Rows are only added; a later batch may end one."""

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from ratings.models.base import Act, Batch, Clock, ended_check
from ratings.models.event import GAME_TP, RatedEvent


class RatingClock(Clock):
    """The lock of all ratings."""

    class Meta:
        constraints = [models.CheckConstraint(condition=Q(id=1), name="rating_clock_alone")]


class RatingBatch(Batch):
    """One writing of the ledger, from the first step that closed on `first_on` on."""

    first_on = models.DateField()


class LedgerRow(models.Model):
    """A row of the ledger: written by one batch, and no longer current once another has ended it."""

    current = models.BooleanField(default=True)
    batch = models.ForeignKey(RatingBatch, on_delete=models.PROTECT, related_name="+")
    ended_by = models.ForeignKey(RatingBatch, on_delete=models.PROTECT, null=True, related_name="+")

    class Meta:
        abstract = True


class RatingChange(LedgerRow):
    """What an event makes of one player, with all inputs (`docs/regulations.md` 8.2 to 8.5, `maths.elo.Change`).

    The standing before is null for a newcomer. `tp` are in tenths. Of all versions for a player in an event, one a
    batch, at most one is current.
    """

    event = models.ForeignKey(RatedEvent, on_delete=models.PROTECT, related_name="changes")
    player = models.ForeignKey("players.Player", on_delete=models.PROTECT, related_name="rating_changes")
    before_rating = models.FloatField(null=True)
    before_games = models.PositiveIntegerField(null=True)
    games = models.PositiveSmallIntegerField()
    tp = models.PositiveIntegerField()
    share = models.FloatField()
    opponents = models.FloatField()
    performance = models.FloatField()
    unbalanced = models.FloatField()
    balance = models.FloatField()
    after_rating = models.FloatField()
    after_games = models.PositiveIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["event", "player", "batch"], name="rating_change_version"),
            models.UniqueConstraint(
                fields=["player", "event"], condition=Q(current=True), name="rating_change_one_current"
            ),
            ended_check("rating_change_ended"),
            models.CheckConstraint(
                condition=Q(before_rating=None, before_games=None, balance=0.0, after_games=F("games"))
                | Q(before_rating__isnull=False, before_games__isnull=False)
                & Q(after_games=F("before_games") + F("games")),
                name="rating_change_games",
            ),
            models.CheckConstraint(
                condition=Q(games__gte=1) & Q(tp__lte=F("games") * GAME_TP) & Q(share__gt=0.0, share__lt=1.0),
                name="rating_change_share",
            ),
        ]

    def __str__(self) -> str:
        return f"player {self.player_id} in event {self.event_id}: {self.after_rating:.1f}"


class Relevelling(Act):
    """An administrator's act: after the events of a day all ratings move to the level (8.6)."""

    on = models.DateField(unique=True)

    def __str__(self) -> str:
        return f"level on {self.on}"


class LevelShift(LedgerRow):
    """What a re-levelling comes to: the mean it found, weighted with games, and the constant that was added."""

    relevelling = models.ForeignKey(Relevelling, on_delete=models.PROTECT, related_name="shifts")
    players = models.PositiveIntegerField()
    games = models.PositiveIntegerField()
    mean = models.FloatField()
    constant = models.FloatField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["relevelling", "batch"], name="level_shift_version"),
            models.UniqueConstraint(fields=["relevelling"], condition=Q(current=True), name="level_shift_one_current"),
            ended_check("level_shift_ended"),
        ]

    def __str__(self) -> str:
        return f"{self.constant:+.2f}"


class Rating(models.Model):
    """A cache of the ledger: a player's standing after all that was applied, and the last rated event."""

    player = models.OneToOneField("players.Player", on_delete=models.PROTECT, primary_key=True, related_name="rating")
    rating = models.FloatField()
    games = models.PositiveIntegerField()
    event = models.ForeignKey(RatedEvent, on_delete=models.PROTECT, related_name="+")
    closed_on = models.DateField()

    class Meta:
        verbose_name = _("rating")
        verbose_name_plural = _("ratings")

    def __str__(self) -> str:
        return f"player {self.player_id}: {self.rating:.1f}"
