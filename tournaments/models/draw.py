"""The draw: who was drawn where, and the lot from which it can be made again."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.base import Fact


class Draw(Fact):
    """One draw of a stage; only the current one counts, earlier ones stay as history.

    `entrants` lists the entry ids by seed number, null while the stage before has not said who it is, and `countries`
    their countries as they were. With `lot`, `mode`, `seeded` and `separation` they give `lines` again: the seed
    numbers from the top of the draw to the bottom, null for a bye. `lot` is null where nothing was left to chance.
    `detail` holds what a format adds: the seed numbers of each group, where a seed comes from, the plate's lines.
    """

    stage = models.ForeignKey("tournaments.Stage", on_delete=models.CASCADE, related_name="draws")
    number = models.PositiveSmallIntegerField(_("number"))
    current = models.BooleanField(default=True)
    lot = models.BigIntegerField(_("number of the lot"), null=True)
    mode = models.CharField(max_length=10)
    seeded = models.PositiveSmallIntegerField()
    separation = models.CharField(max_length=10)
    entrants = models.JSONField()
    countries = models.JSONField()
    lines = models.JSONField(default=list)
    detail = models.JSONField(default=dict)
    clashes = models.JSONField(default=list)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["stage", "number"], name="draw_number"),
            models.UniqueConstraint(fields=["stage"], condition=models.Q(current=True), name="draw_one_current"),
        ]

    def __str__(self) -> str:
        return f"draw {self.number} of stage {self.stage_id}"

    def seed_map(self) -> dict[int, int]:
        """The entry that has each seed number, as far as known."""
        return {seed: entry for seed, entry in enumerate(self.entrants, start=1) if entry is not None}
