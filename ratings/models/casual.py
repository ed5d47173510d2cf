"""Casual games: offered by one player, answered by the other (`docs/regulations.md` 9.1)."""

from collections.abc import Mapping
from typing import Final

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from players.models import Player
from ratings.models.base import Act


class CasualState(models.TextChoices):
    """Where a casual game stands; `CASUAL_TRANSITIONS` says what may follow."""

    OPEN = "open", _("waiting for confirmation")
    CONFIRMED = "confirmed", pgettext_lazy("casual game", "confirmed")
    REFUSED = "refused", _("refused")
    WITHDRAWN = "withdrawn", _("withdrawn")
    LAPSED = "lapsed", _("not answered in time")
    VOID = "void", _("void")


_S = CasualState
CASUAL_TRANSITIONS: Final[Mapping[CasualState, frozenset[CasualState]]] = {
    _S.OPEN: frozenset({_S.CONFIRMED, _S.REFUSED, _S.WITHDRAWN, _S.LAPSED}),
    _S.CONFIRMED: frozenset({_S.VOID}),
    _S.REFUSED: frozenset(),
    _S.WITHDRAWN: frozenset(),
    _S.LAPSED: frozenset(),
    _S.VOID: frozenset(),
}
#: These hold the record they were offered with, so that no other casual game can have it.
HOLDING_STATES: Final = (_S.OPEN, _S.CONFIRMED)


class CasualGame(models.Model):
    """One casual game as `left` offered it; with partners it is a game of two pairs.

    `rated` is whether it counts once confirmed. What it counts with is fixed at that moment, `counted_at`: whether both
    were Masters, and which side was a robot with which ranking. Games count in the order of `counted_at`, then id.
    """

    left = models.ForeignKey("players.Player", on_delete=models.PROTECT, related_name="casual_offered")
    right = models.ForeignKey("players.Player", on_delete=models.PROTECT, related_name="casual_received")
    left_partner = models.ForeignKey("players.Player", on_delete=models.PROTECT, null=True, related_name="+")
    right_partner = models.ForeignKey("players.Player", on_delete=models.PROTECT, null=True, related_name="+")
    state = models.CharField(max_length=10, choices=CasualState.choices, default=CasualState.OPEN)
    rated = models.BooleanField(default=True)
    played_on = models.DateField()
    points_left = models.PositiveSmallIntegerField()
    points_right = models.PositiveSmallIntegerField()
    colour_left = models.CharField(max_length=6, blank=True)
    colour_right = models.CharField(max_length=6, blank=True)
    # a deadlocked game is drawn whatever its points
    deadlock = models.BooleanField(default=False)
    submission = models.ForeignKey("games.Submission", on_delete=models.PROTECT, null=True, related_name="casual_games")
    game_key = models.CharField(max_length=64, blank=True)

    offered_at = models.DateTimeField()
    offered_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    answer_by = models.DateTimeField()
    # in a game of pairs the offerer's partner has to say so as well as somebody of the other side
    opponent_confirmed_at = models.DateTimeField(null=True)
    partner_confirmed_at = models.DateTimeField(null=True)
    closed_at = models.DateTimeField(null=True)
    closed_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    close_reason = models.TextField(blank=True)

    counted_at = models.DateTimeField(null=True)
    between_masters = models.BooleanField(default=False)
    robot = models.CharField(max_length=5, blank=True)
    robot_ranking = models.FloatField(null=True)

    class Meta:
        verbose_name = _("casual game")
        verbose_name_plural = _("casual games")
        constraints = [
            models.CheckConstraint(condition=Q(state__in=CasualState.values), name="casual_state"),
            models.CheckConstraint(condition=~Q(left=F("right")), name="casual_two_players"),
            models.CheckConstraint(
                condition=Q(left_partner=None, right_partner=None)
                | Q(left_partner__isnull=False, right_partner__isnull=False),
                name="casual_two_pairs",
            ),
            models.CheckConstraint(
                condition=~Q(state__in=("confirmed", "void")) | Q(counted_at__isnull=False), name="casual_counted_at"
            ),
            models.CheckConstraint(
                condition=Q(robot="", robot_ranking=None)
                | Q(robot__in=("left", "right"), robot_ranking__isnull=False, between_masters=False),
                name="casual_robot",
            ),
            models.UniqueConstraint(
                fields=["game_key"],
                condition=Q(state__in=("open", "confirmed")) & ~Q(game_key=""),
                name="casual_game_once",
            ),
        ]
        indexes = [
            models.Index(fields=["state", "answer_by"], name="casual_due"),
            models.Index(fields=["left", "right", "played_on"], name="casual_pair_day"),
            models.Index(fields=["counted_at", "id"], name="casual_order", condition=Q(state="confirmed", rated=True)),
        ]

    def __str__(self) -> str:
        return f"casual game {self.pk}"

    @property
    def is_doubles(self) -> bool:
        return self.left_partner_id is not None

    @property
    def left_players(self) -> tuple[Player, ...]:
        """Who played on the offering side."""
        return (self.left,) if self.left_partner is None else (self.left, self.left_partner)

    @property
    def right_players(self) -> tuple[Player, ...]:
        return (self.right,) if self.right_partner is None else (self.right, self.right_partner)

    @property
    def awaited(self) -> tuple[tuple[Player, ...], ...]:
        """Whose word an open game waits for: of each group one has still to confirm."""
        if self.state != CasualState.OPEN:
            return ()
        opponents = () if self.opponent_confirmed_at else (self.right_players,)
        partner = () if self.left_partner is None or self.partner_confirmed_at else ((self.left_partner,),)
        return opponents + partner

    @property
    def awaited_players(self) -> tuple[Player, ...]:
        """Everybody whose word would bring an open game further."""
        return tuple(player for group in self.awaited for player in group)

    @property
    def margin(self) -> int:
        """Points by which the offering side won; below 0 if it lost."""
        return 0 if self.deadlock else self.points_left - self.points_right

    @property
    def counts(self) -> bool:
        return self.rated and self.state == CasualState.CONFIRMED

    @property
    def left_side(self) -> tuple[int, ...]:
        """The ids of who played on the offering side."""
        return (self.left_id,) if self.left_partner_id is None else (self.left_id, self.left_partner_id)

    @property
    def right_side(self) -> tuple[int, ...]:
        return (self.right_id,) if self.right_partner_id is None else (self.right_id, self.right_partner_id)


class CasualAct(Act):
    """A rated casual game came to count, or ceased to; it waits until `batch` has taken it into the ledger."""

    game = models.ForeignKey(CasualGame, on_delete=models.PROTECT, related_name="acts")
    counts = models.BooleanField()
    batch = models.ForeignKey("ratings.LadderBatch", on_delete=models.PROTECT, null=True, related_name="acts")

    class Meta:
        indexes = [models.Index(fields=["id"], name="casual_act_waiting", condition=Q(batch=None))]

    def __str__(self) -> str:
        return f"{self.game_id} {'counts' if self.counts else 'counts no more'}"


class Robot(models.Model):
    """A profile that an administrator has marked as a program; its lobby ranking is set and stays (9.1)."""

    player = models.OneToOneField("players.Player", on_delete=models.PROTECT, primary_key=True, related_name="robot")
    ranking = models.FloatField()
    since = models.DateTimeField()

    class Meta:
        verbose_name = _("robot")
        verbose_name_plural = _("robots")
        constraints = [
            models.CheckConstraint(condition=Q(ranking__gte=10.0, ranking__lte=1000.0), name="robot_ranking_bounds")
        ]

    def __str__(self) -> str:
        return f"robot {self.player_id}: {self.ranking:.0f}"
