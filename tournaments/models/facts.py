"""What counts: confirmed games and decisions of matches, in versions that are only ever added to."""

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.base import Fact


class Signature(models.TextChoices):
    """What turned a report into a result."""

    OPPONENT = "opponent", _("confirmed by the opponent")
    AGREEMENT = "agreement", _("reported alike by both")
    TIME = "time", _("nobody objected in time")
    ARBITER = "arbiter", _("accepted by an arbiter")
    ORGANISER = "organiser", _("entered by an organiser")
    REINSTATED = "reinstated", _("brought back after a correction")


class Ended(models.TextChoices):
    """Why a result no longer counts."""

    CORRECTED = "corrected", _("corrected by a later version")
    CLEARED = "cleared", _("cleared by an organiser")
    PAIRING = "pairing", _("the two no longer meet in this match")


class GameResult(Fact):
    """One counting game of a match, sides left and right, made for the two entries named.

    Of all versions of a game of a match at most one is current. `game_key` names the game that was played: a game
    counts once in all the site. Raw TP follow from the tiles; `tp_left` and `tp_right` are after time penalties. All
    TP are in tenths.
    """

    match = models.ForeignKey("tournaments.Match", on_delete=models.CASCADE, related_name="results")
    number = models.PositiveSmallIntegerField(_("game"))
    version = models.PositiveSmallIntegerField()
    current = models.BooleanField(default=True)
    ended = models.CharField(max_length=10, choices=Ended.choices, blank=True)
    left = models.ForeignKey("tournaments.Entry", on_delete=models.PROTECT, related_name="+")
    right = models.ForeignKey("tournaments.Entry", on_delete=models.PROTECT, related_name="+")
    tiles_left = models.PositiveSmallIntegerField(null=True)
    tiles_right = models.PositiveSmallIntegerField(null=True)
    raw_left = models.PositiveSmallIntegerField()
    raw_right = models.PositiveSmallIntegerField()
    penalty_left = models.PositiveSmallIntegerField(default=0)
    penalty_right = models.PositiveSmallIntegerField(default=0)
    tp_left = models.PositiveSmallIntegerField()
    tp_right = models.PositiveSmallIntegerField()
    colour_left = models.CharField(max_length=6, blank=True)
    colour_right = models.CharField(max_length=6, blank=True)
    seconds_left = models.PositiveIntegerField(null=True)
    seconds_right = models.PositiveIntegerField(null=True)
    deadlock = models.BooleanField(default=False)
    decider = models.BooleanField(default=False)
    signature = models.CharField(max_length=10, choices=Signature.choices)
    report = models.ForeignKey("tournaments.Report", on_delete=models.PROTECT, null=True, related_name="results")
    submission = models.ForeignKey("games.Submission", on_delete=models.PROTECT, null=True, related_name="results")
    game_key = models.CharField(max_length=64, blank=True)
    complete = models.BooleanField(default=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["match", "number", "version"], name="result_version"),
            models.UniqueConstraint(fields=["match", "number"], condition=Q(current=True), name="result_one_current"),
            models.UniqueConstraint(
                fields=["game_key"], condition=Q(current=True) & ~Q(game_key=""), name="result_game_once"
            ),
            models.CheckConstraint(
                condition=Q(tp_left__lte=200, tp_right__lte=200, raw_left__lte=200, raw_right__lte=200),
                name="result_tp",
            ),
            models.CheckConstraint(condition=~Q(left=F("right")), name="result_two_entries"),
            models.CheckConstraint(
                condition=Q(current=True, ended="") | Q(current=False, ended__in=Ended.values), name="result_ended"
            ),
        ]

    def __str__(self) -> str:
        return f"game {self.number} of match {self.match_id}, version {self.version}"


class DecisionKind(models.TextChoices):
    """How a match was decided (`docs/regulations.md` 3); the values are those of the core."""

    PLAYED = "played", _("played")
    WALKOVER = "walkover", _("walkover")
    DEFAULT = "default", _("default")
    DOUBLE_DEFAULT = "double_default", _("double default")
    RETIRED = "retired", _("retired")
    ADJUDICATED = "adjudicated", _("adjudicated")
    IMPORTED = "imported", _("imported")
    VOID = "void", _("void")


class VoidCause(models.TextChoices):
    """What took the ground of a decision away; the values are those of the core."""

    DECISION = "decision", _("another match was decided anew")
    EXIT = "exit", _("an entry left")
    EXIT_REVOKED = "exit_revoked", _("an entry came back")
    DRAW = "draw", _("the draw was made anew")
    CLEARED = "cleared", _("the decision was cleared")


class Decision(Fact):
    """One version of a match's decision, made for the two entries named.

    Versions have no holes and at most one is current. "Not played" is the absence of a decision; VOID is a stored
    fact that names what voided the version before it. A level match of a table has no winner.
    """

    match = models.ForeignKey("tournaments.Match", on_delete=models.CASCADE, related_name="decisions")
    version = models.PositiveSmallIntegerField()
    current = models.BooleanField(default=True)
    kind = models.CharField(max_length=14, choices=DecisionKind.choices)
    left = models.ForeignKey("tournaments.Entry", on_delete=models.PROTECT, related_name="+")
    right = models.ForeignKey("tournaments.Entry", on_delete=models.PROTECT, related_name="+")
    winner_side = models.PositiveSmallIntegerField(null=True)
    tp_left = models.PositiveSmallIntegerField(null=True)
    tp_right = models.PositiveSmallIntegerField(null=True)
    void_cause = models.CharField(max_length=12, choices=VoidCause.choices, blank=True)
    void_match = models.ForeignKey("tournaments.Match", on_delete=models.SET_NULL, null=True, related_name="+")
    void_version = models.PositiveSmallIntegerField(null=True)
    void_entry = models.ForeignKey("tournaments.Entry", on_delete=models.SET_NULL, null=True, related_name="+")
    reinstates = models.PositiveSmallIntegerField(null=True)
    excused = models.BooleanField(default=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["match", "version"], name="decision_version"),
            models.UniqueConstraint(fields=["match"], condition=Q(current=True), name="decision_one_current"),
            models.CheckConstraint(condition=~Q(left=F("right")), name="decision_two_entries"),
            models.CheckConstraint(
                condition=Q(kind__in=("void", "double_default"), winner_side=None)
                | (~Q(kind__in=("void", "double_default")) & Q(winner_side__isnull=False, winner_side__in=(0, 1)))
                # a match of a table may end level
                | Q(
                    kind__in=("played", "adjudicated", "imported"),
                    winner_side=None,
                    tp_left__isnull=False,
                    tp_right__isnull=False,
                    tp_left=F("tp_right"),
                ),
                name="decision_winner",
            ),
            models.CheckConstraint(
                condition=Q(kind="void", void_cause__in=VoidCause.values) | (~Q(kind="void") & Q(void_cause="")),
                name="decision_void_cause",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} of match {self.match_id}, version {self.version}"
