"""Rounds in which everybody sits down with others: games of three and four, doubles with drawn partners.

Such an event has no stages and no matches. A round is its seats and a lot; what counts are scores of games, in versions
that are only ever added to; standings follow from both.
"""

from typing import Final

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.base import Fact


class SittingRound(Fact):
    """A round as it was drawn. `lot` is the number its tables follow from; `out` the entries that sit out.

    `size` is that of most tables, `drawn` the entries it was drawn for.
    """

    event = models.ForeignKey("tournaments.Event", on_delete=models.CASCADE, related_name="sitting_rounds")
    number = models.PositiveSmallIntegerField(_("round"))
    games = models.PositiveSmallIntegerField(_("games"))
    size = models.PositiveSmallIntegerField(default=4)
    lot = models.BigIntegerField()
    drawn = models.JSONField(default=list)
    out = models.JSONField(default=list)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["event", "number"], name="sitting_round_number"),
            models.CheckConstraint(condition=Q(games__gte=1, number__gte=1), name="sitting_round_games"),
            models.CheckConstraint(condition=Q(size__in=(3, 4)), name="sitting_round_size"),
        ]

    def __str__(self) -> str:
        return f"round {self.number} of event {self.event_id}"


class Sitting(models.Model):
    """One table of a round; `version` goes up with every change of what is said about its games."""

    round = models.ForeignKey(SittingRound, on_delete=models.CASCADE, related_name="sittings")
    number = models.PositiveSmallIntegerField(_("table"))
    version = models.PositiveIntegerField(default=1)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["round", "number"], name="sitting_number")]

    def __str__(self) -> str:
        return f"table {self.number} of round {self.round_id}"


class Seat(models.Model):
    """Who sits where, from 0 in the turn order of the first game. In doubles 0 and 2 are partners, and 1 and 3."""

    sitting = models.ForeignKey(Sitting, on_delete=models.CASCADE, related_name="seats")
    position = models.PositiveSmallIntegerField()
    entry = models.ForeignKey("tournaments.Entry", on_delete=models.PROTECT, related_name="seats")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["sitting", "position"], name="seat_position"),
            models.UniqueConstraint(fields=["sitting", "entry"], name="seat_entry"),
            models.CheckConstraint(condition=Q(position__lte=3), name="seat_of_four"),
        ]

    def __str__(self) -> str:
        return f"seat {self.position} of sitting {self.sitting_id}"


class ScoreState(models.TextChoices):
    """Where a score stands; `SCORE_TRANSITIONS` says what may follow."""

    OPEN = "open", _("waiting for confirmation")
    DISPUTED = "disputed", _("disputed")
    COUNTS = "counts", _("counts")
    REPLACED = "replaced", _("replaced")


ANSWERABLE = (ScoreState.OPEN, ScoreState.DISPUTED)
"""A score in one of these states waits for an answer, and claims its game."""

_S = ScoreState
SCORE_TRANSITIONS: Final[dict[ScoreState, frozenset[ScoreState]]] = {
    _S.OPEN: frozenset({_S.DISPUTED, _S.COUNTS, _S.REPLACED}),
    _S.DISPUTED: frozenset({_S.COUNTS, _S.REPLACED}),
    _S.COUNTS: frozenset({_S.REPLACED}),
    _S.REPLACED: frozenset(),
}


class SittingScore(Fact):
    """What somebody says of a game of a table: `seat` is the position of who reported it, null for an arbiter.

    `tiles` are those of each seat, in doubles of each pair, null where an arbiter set the points; `tp` are those of
    each seat in tenths. Of a game one score counts at most, and one at most waits for an answer.
    """

    sitting = models.ForeignKey(Sitting, on_delete=models.CASCADE, related_name="scores")
    number = models.PositiveSmallIntegerField(_("game"))
    seat = models.PositiveSmallIntegerField(null=True)
    state = models.CharField(max_length=8, choices=ScoreState.choices)
    tiles = models.JSONField(null=True)
    tp = models.JSONField()
    deadlock = models.BooleanField(default=False)
    submission = models.ForeignKey("games.Submission", on_delete=models.PROTECT, null=True, related_name="+")
    game_key = models.CharField(max_length=64, blank=True)
    closed_at = models.DateTimeField(null=True)
    closed_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["sitting", "number"], condition=Q(state="counts"), name="sitting_score_counts_once"
            ),
            models.UniqueConstraint(
                fields=["sitting", "number"],
                condition=Q(state__in=("open", "disputed")),
                name="sitting_score_open_once",
            ),
            models.UniqueConstraint(
                fields=["game_key"], condition=Q(state="counts") & ~Q(game_key=""), name="sitting_game_once"
            ),
            models.CheckConstraint(condition=Q(state__in=ScoreState.values), name="sitting_score_state"),
        ]

    def __str__(self) -> str:
        return f"game {self.number} of sitting {self.sitting_id}"
