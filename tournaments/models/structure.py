"""The graph of matches: each slot names the one place its occupant comes from."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class Stage(models.Model):
    """A part of an event with one structure."""

    event = models.ForeignKey("tournaments.Event", on_delete=models.CASCADE, related_name="stages")
    number = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=20, default="knockout")
    size = models.PositiveSmallIntegerField(default=0)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["event", "number"], name="stage_number")]

    def __str__(self) -> str:
        return f"{self.kind} {self.number} of event {self.event_id}"


class MatchState(models.TextChoices):
    """A cache of the fold: where a match stands as far as structure and decisions tell."""

    WAITING = "waiting", _("waiting for opponent")
    OPEN = "open", _("to play")
    DECIDED = "decided", _("decided")
    BYE = "bye", _("bye")
    WALKOVER = "walkover", _("walkover")
    NOT_NEEDED = "not_needed", _("not needed")


class Match(models.Model):
    """One match. `number` is what people read ("M67"): unique in the event and never given to another match.

    `round` counts from 1, `position` from 0 at the top. `state`, `winner` and the slots' occupants are a cache of the
    fold and are written by `tournaments.services.folding` alone. `version` goes up with every change of the match,
    its reports included.
    """

    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="matches")
    event = models.ForeignKey("tournaments.Event", on_delete=models.CASCADE, related_name="matches")
    number = models.PositiveIntegerField(_("number"))
    bracket = models.CharField(max_length=20, default="main")
    ranking = models.CharField(max_length=20, default="main")
    label = models.CharField(max_length=20, blank=True)
    round = models.PositiveSmallIntegerField(_("round"))
    position = models.PositiveSmallIntegerField()
    games = models.PositiveSmallIntegerField(_("planned games"))
    winner_place = models.PositiveSmallIntegerField(null=True)
    loser_place = models.PositiveSmallIntegerField(null=True)
    only_if_match = models.ForeignKey("self", on_delete=models.CASCADE, null=True, related_name="+")
    only_if_side = models.PositiveSmallIntegerField(null=True)
    deadline = models.DateTimeField(_("to be played by"), null=True, blank=True)
    version = models.PositiveIntegerField(default=1)

    state = models.CharField(max_length=10, choices=MatchState.choices, default=MatchState.WAITING, editable=False)
    winner = models.ForeignKey("tournaments.Entry", on_delete=models.PROTECT, null=True, related_name="+")

    class Meta:
        verbose_name = _("match")
        verbose_name_plural = _("matches")
        constraints = [
            models.UniqueConstraint(fields=["event", "number"], name="match_number"),
            models.UniqueConstraint(fields=["stage", "bracket", "round", "position"], name="match_position"),
            models.CheckConstraint(condition=Q(games__gte=1), name="match_games"),
            models.CheckConstraint(
                condition=Q(only_if_match__isnull=True, only_if_side__isnull=True)
                | Q(only_if_match__isnull=False, only_if_side__isnull=False, only_if_side__in=(0, 1)),
                name="match_condition_whole",
            ),
        ]
        indexes = [models.Index(fields=["event", "state"], name="match_event_state")]

    def __str__(self) -> str:
        return f"M{self.number}"


class SourceKind(models.TextChoices):
    """Where the occupant of a slot comes from."""

    SEED = "seed", _("seed")
    ENTRY = "entry", _("entry")
    WINNER = "winner", _("winner of")
    LOSER = "loser", _("loser of")
    BYE = "bye", _("bye")


class Slot(models.Model):
    """One side of a match: 0 is left, 1 right. Exactly one source, and a match feeds at most one slot each way."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="slots")
    side = models.PositiveSmallIntegerField()
    source = models.CharField(max_length=6, choices=SourceKind.choices)
    source_seed = models.PositiveSmallIntegerField(null=True)
    source_entry = models.ForeignKey("tournaments.Entry", on_delete=models.PROTECT, null=True, related_name="+")
    source_match = models.ForeignKey(Match, on_delete=models.CASCADE, null=True, related_name="feeds")
    first_match_only = models.BooleanField(default=False)

    # a cache of the fold
    occupant = models.ForeignKey("tournaments.Entry", on_delete=models.PROTECT, null=True, related_name="slots")
    is_bye = models.BooleanField(default=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["match", "side"], name="slot_side"),
            models.CheckConstraint(condition=Q(side__in=(0, 1)), name="slot_two_sides"),
            models.CheckConstraint(
                condition=(
                    Q(source="seed", source_seed__isnull=False, source_entry=None, source_match=None)
                    | Q(source="entry", source_seed=None, source_entry__isnull=False, source_match=None)
                    | Q(source__in=("winner", "loser"), source_seed=None, source_entry=None, source_match__isnull=False)
                    | Q(source="bye", source_seed=None, source_entry=None, source_match=None)
                ),
                name="slot_one_source",
            ),
            models.CheckConstraint(condition=Q(first_match_only=False) | Q(source="loser"), name="slot_first_match"),
            models.CheckConstraint(condition=Q(is_bye=False) | Q(occupant=None), name="slot_bye_or_entry"),
            models.UniqueConstraint(
                fields=["source_match", "source"],
                condition=Q(source__in=("winner", "loser")),
                name="slot_fed_once",
            ),
        ]

    def __str__(self) -> str:
        return f"side {self.side} of match {self.match_id}"
