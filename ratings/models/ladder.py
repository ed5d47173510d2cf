"""The ledger of rankings that move game by game. Rows are only added; a later batch may end one.

The same as the ledger of events (`models.ledger`), with a lock of its own, so that neither waits for the other.
"""

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from ratings.models.base import Batch, Clock, ended_check
from ratings.models.casual import CasualGame


class Ladder(models.TextChoices):
    """The rankings of casual games (`docs/regulations.md` 9.1, 9.2)."""

    LOBBY = "lobby", _("Lobby")
    MASTER = "master", _("Master")
    DOUBLES = "doubles", _("Doubles")


class LadderClock(Clock):
    """The lock of these rankings."""

    class Meta:
        constraints = [models.CheckConstraint(condition=Q(id=1), name="ladder_clock_alone")]


class LadderBatch(Batch):
    """One writing of this ledger, from the game that came to count at `first_at` on."""

    first_at = models.DateTimeField()


class LadderChange(models.Model):
    """What a game makes of one player's ranking, with all inputs (`maths.casual.GameChange`).

    `own` and `opponent` are the rankings that were compared: a player's own, or the mean of a pair. `margin` is in
    points and `tp` in tenths, both as this player saw them. `at` repeats when the game came to count.
    """

    current = models.BooleanField(default=True)
    batch = models.ForeignKey(LadderBatch, on_delete=models.PROTECT, related_name="+")
    ended_by = models.ForeignKey(LadderBatch, on_delete=models.PROTECT, null=True, related_name="+")
    ladder = models.CharField(max_length=7, choices=Ladder.choices)
    game = models.ForeignKey(CasualGame, on_delete=models.PROTECT, related_name="changes")
    player = models.ForeignKey("players.Player", on_delete=models.PROTECT, related_name="ladder_changes")
    at = models.DateTimeField()
    before_rating = models.FloatField()
    before_games = models.PositiveIntegerField()
    own = models.FloatField()
    opponent = models.FloatField()
    margin = models.SmallIntegerField()
    tp = models.PositiveSmallIntegerField()
    after_rating = models.FloatField()
    after_games = models.PositiveIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["game", "player", "ladder", "batch"], name="ladder_change_version"),
            models.UniqueConstraint(
                fields=["game", "player", "ladder"], condition=Q(current=True), name="ladder_change_one_current"
            ),
            models.CheckConstraint(condition=Q(ladder__in=Ladder.values), name="ladder_change_ladder"),
            ended_check("ladder_change_ended"),
            models.CheckConstraint(condition=Q(after_games=F("before_games") + 1), name="ladder_change_games"),
        ]
        indexes = [
            models.Index(
                fields=["ladder", "player", "-at", "-game"], name="ladder_change_last", condition=Q(current=True)
            ),
            models.Index(fields=["ladder", "-at"], name="ladder_change_recent", condition=Q(current=True)),
        ]

    def __str__(self) -> str:
        return f"{self.ladder} of player {self.player_id} after game {self.game_id}: {self.after_rating:.1f}"

    @property
    def difference(self) -> float:
        return self.after_rating - self.before_rating
