"""The graph of matches: each slot names the one place its occupant comes from."""

from typing import Final

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class StageKind(models.TextChoices):
    """The formats a stage can have."""

    KNOCKOUT = "knockout", _("knockout")
    DOUBLE_ELIMINATION = "double_elimination", _("double elimination")
    GROUPS = "groups", _("groups, all play all")
    SWISS = "swiss", _("Swiss")


TABLE_KINDS: Final = (StageKind.GROUPS, StageKind.SWISS)


class StageState(models.TextChoices):
    """Where a stage stands; `STAGE_TRANSITIONS` says what may follow."""

    PLANNED = "planned", _("planned")
    RUNNING = "running", _("running")
    FINISHED = "finished", _("finished")


# A draw may be taken back while nothing was played; a finished stage is frozen until it is opened again.
STAGE_TRANSITIONS: Final[dict[StageState, frozenset[StageState]]] = {
    StageState.PLANNED: frozenset({StageState.RUNNING}),
    StageState.RUNNING: frozenset({StageState.PLANNED, StageState.FINISHED}),
    StageState.FINISHED: frozenset({StageState.RUNNING}),
}


class Stage(models.Model):
    """A part of an event with one structure, played after the stage before it.

    `settings` holds what this stage sets of its format; what is left out is the event's setting or the default of the
    regulations (`tournaments.formats.settings`). `feed` says how the stage before fills it (`formats.progression`);
    the first stage takes all accepted entries. A stage runs from `opened_at`, when its draw has all its entries.
    `snapshot` holds the final standings of a finished stage as they were when the next one used them; it is what the
    next stage was drawn from. `size` is the number of lines of a knockout; `rounds` lists the keys of the rounds of
    each of its brackets (`formats.bracket.round_keys`), from which they have their names without the structure.
    """

    event = models.ForeignKey("tournaments.Event", on_delete=models.CASCADE, related_name="stages")
    number = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=20, choices=StageKind.choices, default=StageKind.KNOCKOUT)
    name = models.CharField(_("name of the stage"), max_length=60, blank=True)
    state = models.CharField(max_length=10, choices=StageState.choices, default=StageState.PLANNED)
    size = models.PositiveSmallIntegerField(default=0)
    rounds = models.JSONField(default=dict)
    settings = models.JSONField(default=dict)
    feed = models.JSONField(null=True)
    snapshot = models.JSONField(null=True)
    opened_at = models.DateTimeField(null=True, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["event", "number"], name="stage_number"),
            models.CheckConstraint(condition=Q(kind__in=StageKind.values), name="stage_kind"),
            models.CheckConstraint(condition=Q(state__in=StageState.values), name="stage_state"),
            models.CheckConstraint(
                condition=Q(state="finished", closed_at__isnull=False)
                | (~Q(state="finished") & Q(closed_at__isnull=True)),
                name="stage_closed",
            ),
            models.CheckConstraint(
                condition=Q(state="planned", opened_at__isnull=True)
                | (~Q(state="planned") & Q(opened_at__isnull=False)),
                name="stage_opened",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.number} of event {self.event_id}"

    @property
    def is_table(self) -> bool:
        """Its matches count in tables instead of leading on to one another."""
        return self.kind in TABLE_KINDS


def hall_of(kind: str, position: int, hall_table: int | None) -> int:
    """The table in the hall of a whole match: the one it was given, else a Swiss has them in the order of pairing."""
    return hall_table or (position + 1 if kind == StageKind.SWISS else 0)


class MatchState(models.TextChoices):
    """A cache of the fold: where a match stands as far as structure and decisions tell."""

    WAITING = "waiting", _("waiting for opponent")
    OPEN = "open", _("to play")
    DECIDED = "decided", _("decided")
    BYE = "bye", _("bye")
    WALKOVER = "walkover", _("walkover")
    NOT_NEEDED = "not_needed", _("not needed")
    ANNULLED = "annulled", _("annulled")


class WholeMatchManager(models.Manager["Match"]):
    """The matches of stages, without the boards that team matches are played on."""

    def get_queryset(self) -> models.QuerySet["Match"]:
        return super().get_queryset().filter(team_match=None)


class Match(models.Model):
    """One match. `number` is what people read ("M67"): unique in the event and never given to another match.

    `round` counts from 1, `position` from 0 at the top. `state`, `winner` and the slots' occupants are a cache of the
    fold and are written by `tournaments.services.folding` alone. `version` goes up with every change of the match,
    its reports included. `table` is the key of the table in which the match counts, empty in a tree; `hall_table` is
    where it is played in the hall, null where nobody said: then a Swiss match is at table `position` + 1 (`hall`).

    A match of two teams is played on boards: matches with that `team_match` and the number of their `board`. They stand
    in the round of their team match and lead nowhere. `line_ups_by` is until when its teams may order their players.
    `Match.objects`, `event.matches` and `stage.matches` are whole matches, `Match.every` has the boards as well.
    """

    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="matches")
    event = models.ForeignKey("tournaments.Event", on_delete=models.CASCADE, related_name="matches")
    number = models.PositiveIntegerField(_("number"))
    bracket = models.CharField(max_length=20, default="main")
    ranking = models.CharField(max_length=20, default="main")
    label = models.CharField(max_length=20, blank=True)
    table = models.CharField(max_length=20, blank=True)
    round = models.PositiveSmallIntegerField(_("round"))
    position = models.PositiveSmallIntegerField()
    games = models.PositiveSmallIntegerField(_("planned games"))
    winner_place = models.PositiveSmallIntegerField(null=True)
    loser_place = models.PositiveSmallIntegerField(null=True)
    only_if_match = models.ForeignKey("self", on_delete=models.CASCADE, null=True, related_name="+")
    only_if_side = models.PositiveSmallIntegerField(null=True)
    team_match = models.ForeignKey("self", on_delete=models.CASCADE, null=True, related_name="+")
    board = models.PositiveSmallIntegerField(_("board"), null=True)
    deadline = models.DateTimeField(_("to be played by"), null=True, blank=True)
    # the deadline of the round, where this match alone was given more time
    extended_from = models.DateTimeField(null=True, editable=False)
    line_ups_by = models.DateTimeField(_("line-ups by"), null=True, blank=True)
    hall_table = models.PositiveSmallIntegerField(_("table in the hall"), null=True, blank=True)
    version = models.PositiveIntegerField(default=1)

    state = models.CharField(max_length=10, choices=MatchState.choices, default=MatchState.WAITING, editable=False)
    winner = models.ForeignKey("tournaments.Entry", on_delete=models.PROTECT, null=True, related_name="+")

    objects = WholeMatchManager()
    every = models.Manager["Match"]()

    class Meta:
        verbose_name = _("match")
        verbose_name_plural = _("matches")
        constraints = [
            models.UniqueConstraint(fields=["event", "number"], name="match_number"),
            models.UniqueConstraint(
                fields=["stage", "bracket", "round", "position"], condition=Q(team_match=None), name="match_position"
            ),
            models.UniqueConstraint(fields=["team_match", "board"], name="match_board"),
            models.CheckConstraint(
                condition=Q(team_match=None, board=None)
                | Q(team_match__isnull=False, board__isnull=False, board__gte=1),
                name="match_board_whole",
            ),
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

    @property
    def hall(self) -> int:
        """The table in the hall at which it is played, 0 without one; a board is at that of its team match."""
        return hall_of(self.stage.kind, self.position, self.hall_table) if self.board is None else 0


class SourceKind(models.TextChoices):
    """Where the occupant of a slot comes from."""

    SEED = "seed", _("seed")
    ENTRY = "entry", _("entry")
    WINNER = "winner", _("winner of")
    LOSER = "loser", _("loser of")
    BYE = "bye", _("bye")
    BOARD = "board", _("player at the board")


class Slot(models.Model):
    """One side of a match: 0 is left, 1 right. Exactly one source, and a match feeds at most one slot each way.

    Who sits at a board follows from the line-ups of the teams in its team match.
    """

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
        # left before right wherever the slots of a match are read: the order of rows changes whenever one is written
        ordering = ("side",)
        constraints = [
            models.UniqueConstraint(fields=["match", "side"], name="slot_side"),
            models.CheckConstraint(condition=Q(side__in=(0, 1)), name="slot_two_sides"),
            models.CheckConstraint(
                condition=(
                    Q(source="seed", source_seed__isnull=False, source_entry=None, source_match=None)
                    | Q(source="entry", source_seed=None, source_entry__isnull=False, source_match=None)
                    | Q(source__in=("winner", "loser"), source_seed=None, source_entry=None, source_match__isnull=False)
                    | Q(source__in=("bye", "board"), source_seed=None, source_entry=None, source_match=None)
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
