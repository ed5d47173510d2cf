"""The rounds of a Swiss stage, and who is there for them."""

from hashlib import sha256
from typing import Final

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.base import Fact


class RunState(models.TextChoices):
    """Where a pairing of a round stands: shown to organisers only, in force, or given up."""

    DRAFT = "draft", _("draft")
    PUBLISHED = "published", _("published")
    DISCARDED = "discarded", _("discarded")


RUN_TRANSITIONS: Final[dict[RunState, frozenset[RunState]]] = {
    RunState.DRAFT: frozenset({RunState.PUBLISHED, RunState.DISCARDED}),
    RunState.PUBLISHED: frozenset({RunState.DRAFT, RunState.DISCARDED}),
    RunState.DISCARDED: frozenset(),
}


class PairingRun(Fact):
    """One pairing of a round, with all that is needed to check it again.

    `input` is what the site paired from and `outcome` what it found (`formats.swiss`, both as plain JSON), `digest`
    the fingerprint of the input and `lot` the number from which chance follows. `pairs` lists [left, right] in the
    order of the tables and `bye` the entry without opponent: what is in force, also where a person changed it
    (`manual`). Publishing makes the matches; from then on the pairing changes only by an explicit act, which makes
    a further run.
    """

    stage = models.ForeignKey("tournaments.Stage", on_delete=models.CASCADE, related_name="pairing_runs")
    round = models.PositiveSmallIntegerField(_("round"))
    number = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=10, choices=RunState.choices, default=RunState.DRAFT)
    engine = models.CharField(max_length=20)
    lot = models.BigIntegerField()
    digest = models.CharField(max_length=64)
    input = models.JSONField()
    outcome = models.JSONField()
    pairs = models.JSONField()
    bye = models.ForeignKey("tournaments.Entry", on_delete=models.PROTECT, null=True, related_name="+")
    manual = models.BooleanField(default=False)
    published_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["stage", "round", "number"], name="pairing_number"),
            models.UniqueConstraint(fields=["stage"], condition=Q(state="draft"), name="pairing_one_draft"),
            models.UniqueConstraint(
                fields=["stage", "round"], condition=Q(state="published"), name="pairing_one_published"
            ),
            models.CheckConstraint(condition=Q(state__in=RunState.values), name="pairing_state"),
        ]

    def __str__(self) -> str:
        return f"pairing {self.number} of round {self.round}, stage {self.stage_id}"

    @property
    def mark(self) -> str:
        """Names the pairing as it is, changes by hand included: what is sent back by who has seen it."""
        return sha256(f"{self.round}/{self.number}/{self.pairs}/{self.bye_id}".encode()).hexdigest()[:16]


class AttendanceKind(models.TextChoices):
    """What is noted about an entry's presence in a Swiss stage."""

    JOINS = "joins", _("joins in this round")
    ABSENT = "absent", _("absent in this round")


class Attendance(Fact):
    """A late entry joins with this round, or an entry misses it; taking it back keeps the row.

    A late entry takes the next seed number in the order of these rows.
    """

    stage = models.ForeignKey("tournaments.Stage", on_delete=models.CASCADE, related_name="attendance")
    entry = models.ForeignKey("tournaments.Entry", on_delete=models.CASCADE, related_name="attendance")
    kind = models.CharField(max_length=6, choices=AttendanceKind.choices)
    round = models.PositiveSmallIntegerField(_("round"))
    revoked_at = models.DateTimeField(null=True, blank=True)
    revoked_by = models.ForeignKey("players.User", on_delete=models.SET_NULL, null=True, related_name="+")

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["stage", "entry"], condition=Q(kind="joins", revoked_at=None), name="attendance_joins_once"
            ),
            models.UniqueConstraint(
                fields=["stage", "entry", "round"],
                condition=Q(kind="absent", revoked_at=None),
                name="attendance_absent_once",
            ),
            models.CheckConstraint(condition=Q(kind__in=AttendanceKind.values), name="attendance_kind"),
        ]

    def __str__(self) -> str:
        return f"entry {self.entry_id} {self.kind} in round {self.round}"


class TieRuling(Fact):
    """An arbiter's order of entries that are tied in a table, first before last; the latest one counts."""

    stage = models.ForeignKey("tournaments.Stage", on_delete=models.CASCADE, related_name="tie_rulings")
    table = models.CharField(max_length=20)
    entries = models.JSONField()
    revoked_at = models.DateTimeField(null=True, blank=True)
    revoked_by = models.ForeignKey("players.User", on_delete=models.SET_NULL, null=True, related_name="+")

    def __str__(self) -> str:
        return f"ruling on table {self.table} of stage {self.stage_id}"
