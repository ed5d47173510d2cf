"""Claims: what a side says about a game, and what it claims for the opponent's time."""

from typing import Final

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.base import Fact


class ReportState(models.TextChoices):
    """Where a report stands; `REPORT_TRANSITIONS` says what may follow."""

    CHECKING = "checking", _("the record is being checked")
    OPEN = "open", _("waiting for confirmation")
    CONFLICT = "conflict", _("the record contradicts the claim")
    DISPUTED = "disputed", _("disputed")
    CONFIRMED = "confirmed", _("confirmed")
    REJECTED = "rejected", _("the record breaks a rule")
    WITHDRAWN = "withdrawn", _("withdrawn")
    REFUSED = "refused", _("refused by an arbiter")
    SUPERSEDED = "superseded", _("replaced")


_S = ReportState
LIVE_STATES: Final = (_S.CHECKING, _S.OPEN, _S.CONFLICT, _S.DISPUTED)
_ENDS: Final = frozenset({_S.WITHDRAWN, _S.REFUSED, _S.SUPERSEDED})
REPORT_TRANSITIONS: Final[dict[ReportState, frozenset[ReportState]]] = {
    _S.CHECKING: _ENDS | {_S.OPEN, _S.CONFLICT, _S.DISPUTED, _S.CONFIRMED, _S.REJECTED},
    _S.OPEN: _ENDS | {_S.CONFIRMED, _S.DISPUTED, _S.CONFLICT},
    _S.CONFLICT: _ENDS | {_S.CONFIRMED},
    _S.DISPUTED: _ENDS | {_S.CONFIRMED, _S.OPEN},
    _S.CONFIRMED: frozenset(),
    _S.REJECTED: frozenset(),
    _S.WITHDRAWN: frozenset(),
    _S.REFUSED: frozenset(),
    _S.SUPERSEDED: frozenset(),
}


class Report(Fact):
    """What one side, or the organiser (`side` is null), says about a game. It decides nothing by itself.

    Figures come from a verified record (`submission`) or were typed; they are null while a record is being checked.
    `claimed_left` and `claimed_right` are the tiles its sender typed beside a record.
    `left` and `right` are the entries that stood in the match. `conflicts` lists the codes of what contradicts.
    """

    match = models.ForeignKey("tournaments.Match", on_delete=models.CASCADE, related_name="reports")
    number = models.PositiveSmallIntegerField(_("game"))
    side = models.PositiveSmallIntegerField(null=True)
    left = models.ForeignKey("tournaments.Entry", on_delete=models.PROTECT, related_name="+")
    right = models.ForeignKey("tournaments.Entry", on_delete=models.PROTECT, related_name="+")
    state = models.CharField(max_length=10, choices=ReportState.choices)
    submission = models.ForeignKey("games.Submission", on_delete=models.PROTECT, null=True, related_name="reports")
    tiles_left = models.PositiveSmallIntegerField(null=True)
    tiles_right = models.PositiveSmallIntegerField(null=True)
    claimed_left = models.PositiveSmallIntegerField(null=True)
    claimed_right = models.PositiveSmallIntegerField(null=True)
    colour_left = models.CharField(max_length=6, blank=True)
    colour_right = models.CharField(max_length=6, blank=True)
    seconds_left = models.PositiveIntegerField(null=True)
    seconds_right = models.PositiveIntegerField(null=True)
    deadlock = models.BooleanField(default=False)
    complete = models.BooleanField(default=False)
    # the claim ticked beside a record, made once the record has shown the time
    claims_time = models.BooleanField(default=False)
    # by what name another server knows the game
    server_code = models.CharField(max_length=60, blank=True)
    game_key = models.CharField(max_length=64, blank=True)
    conflicts = models.JSONField(default=list)
    notes = models.JSONField(default=list)
    confirm_by = models.DateTimeField(null=True)
    closed_at = models.DateTimeField(null=True)
    closed_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    close_reason = models.TextField(blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["match", "number", "side"],
                condition=Q(state__in=LIVE_STATES) & Q(side__isnull=False),
                name="report_one_live",
            ),
            models.CheckConstraint(condition=Q(side__isnull=True) | Q(side__in=(0, 1)), name="report_side"),
            models.CheckConstraint(condition=~Q(left=F("right")), name="report_two_entries"),
            models.CheckConstraint(condition=Q(state__in=ReportState.values), name="report_state"),
        ]
        indexes = [
            models.Index(fields=["state", "confirm_by"], name="report_due"),
            models.Index(fields=["match", "number"], name="report_match"),
        ]

    def __str__(self) -> str:
        return f"report of game {self.number} of match {self.match_id}"

    @property
    def is_live(self) -> bool:
        return self.state in LIVE_STATES


class PenaltyState(models.TextChoices):
    """Where a time penalty stands (`docs/regulations.md` 1.4)."""

    CLAIMED = "claimed", _("claimed by the opponent")
    WITHDRAWN = "withdrawn", _("claim withdrawn")
    RULED = "ruled", _("set by an arbiter")
    STRUCK = "struck", _("struck by an arbiter")


class TimePenalty(Fact):
    """TP that move from `side` to its opponent for time used, because the opponent claimed or an arbiter ruled so.

    The accused side may object to a claim: it counts as before, and an arbiter is asked to rule.
    """

    match = models.ForeignKey("tournaments.Match", on_delete=models.CASCADE, related_name="penalties")
    number = models.PositiveSmallIntegerField(_("game"))
    side = models.PositiveSmallIntegerField()
    left = models.ForeignKey("tournaments.Entry", on_delete=models.PROTECT, related_name="+")
    right = models.ForeignKey("tournaments.Entry", on_delete=models.PROTECT, related_name="+")
    minutes = models.PositiveSmallIntegerField(null=True)
    tenths = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=10, choices=PenaltyState.choices)
    objected_at = models.DateTimeField(null=True)
    objection = models.TextField(blank=True)
    closed_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["match", "number", "side"],
                condition=Q(state__in=("claimed", "ruled")),
                name="penalty_one_in_force",
            ),
            models.CheckConstraint(condition=Q(side__in=(0, 1)), name="penalty_side"),
        ]

    def __str__(self) -> str:
        return f"time penalty, side {self.side}, game {self.number} of match {self.match_id}"
