"""Who takes part, and who left."""

from typing import TYPE_CHECKING, Final

from django.db import models
from django.utils.translation import gettext_lazy as _
from django_countries.fields import CountryField

from players.models.person_name import PersonName
from players.names import name_key
from tournaments.models.base import Fact

if TYPE_CHECKING:
    from players.models import Player


class EntryState(models.TextChoices):
    """Whether an entry takes part. The exits are the facts; this is kept beside them for filters and counts."""

    ACCEPTED = "accepted", _("accepted")
    WAITING = "waiting", _("on the waiting list")
    WITHDRAWN = "withdrawn", _("withdrawn")
    DISQUALIFIED = "disqualified", _("disqualified")


PAIR_JOINT: Final = " / "
"""What stands between the names of a pair."""

# who is entered and has not left
PRESENT_STATES: Final = (EntryState.ACCEPTED, EntryState.WAITING)


class EntrantManager(models.Manager["Entry"]):
    """The entries that are drawn and placed: players or teams, without the players of teams."""

    def get_queryset(self) -> models.QuerySet["Entry"]:
        return super().get_queryset().filter(team=None)


class Entry(models.Model):
    """One player, or one team, in one event. Name, country and seed are snapshots: later renames do not move them.

    A team has no `player`; those who play in it are entries with that `team`, in the order of `team_place`, and
    `is_substitute` where they are none of its regular players. `Entry.objects` and `event.entries` are the entrants of
    the event, `Entry.every` has the players of teams as well.

    `fixed_table` is the table in the hall where this one always plays, as somebody in a wheelchair may need.
    `name` is what everybody may read, as that of the player; `full_name` is the whole where that is more.

    `link_hash` is the hash of the private link with which a person without an account reports and confirms.
    `place` is a cache of the fold: the place settled so far.
    """

    event = models.ForeignKey("tournaments.Event", on_delete=models.CASCADE, related_name="entries")
    player = models.ForeignKey("players.Player", on_delete=models.PROTECT, null=True, related_name="entries")
    team = models.ForeignKey("self", on_delete=models.CASCADE, null=True, blank=True, related_name="+")
    team_place = models.PositiveSmallIntegerField(_("place in the team"), null=True, blank=True)
    is_substitute = models.BooleanField(_("substitute"), default=False)
    name = PersonName(_("name"), max_length=80)
    full_name = models.CharField(_("full name"), max_length=80, blank=True, editable=False)
    name_key = models.CharField(max_length=160, editable=False)
    country = CountryField(_("country"), blank=True)
    seed = models.PositiveSmallIntegerField(_("seed"), null=True, blank=True)
    state = models.CharField(_("state"), max_length=14, choices=EntryState.choices, default=EntryState.ACCEPTED)
    place = models.PositiveSmallIntegerField(_("place"), null=True, blank=True, editable=False)
    fixed_table = models.PositiveSmallIntegerField(_("fixed table"), null=True, blank=True)
    link_hash = models.CharField(max_length=64, null=True, unique=True, editable=False)
    link_made_at = models.DateTimeField(null=True, editable=False)
    created_at = models.DateTimeField()

    objects = EntrantManager()
    every = models.Manager["Entry"]()

    class Meta:
        verbose_name = _("entry")
        verbose_name_plural = _("entries")
        constraints = [
            models.UniqueConstraint(fields=["event", "player"], name="entry_player_once"),
            models.UniqueConstraint(
                fields=["event", "seed"], condition=models.Q(seed__isnull=False), name="entry_seed_once"
            ),
            models.UniqueConstraint(
                fields=["event", "fixed_table"],
                condition=models.Q(fixed_table__isnull=False),
                name="entry_fixed_table_once",
            ),
            models.CheckConstraint(condition=models.Q(state__in=EntryState.values), name="entry_state"),
            # a team plays in no team, and who plays in one is a person with a place in it
            models.CheckConstraint(
                condition=models.Q(team=None, team_place=None, is_substitute=False)
                | models.Q(team__isnull=False, team_place__isnull=False, player__isnull=False, seed=None),
                name="entry_of_team",
            ),
        ]
        indexes = [models.Index(fields=["event", "name_key"], name="entry_name")]

    def __str__(self) -> str:
        return self.name

    @property
    def in_full(self) -> str:
        """The whole name, for those who run the event."""
        return self.full_name or self.name

    @property
    def name_keys(self) -> set[str]:
        """The keys of the names by which a record or a list may call it."""
        return {self.name_key, name_key(self.in_full)[:160]}

    @property
    def person(self) -> "Player":
        """The player of an entry that is none of a team."""
        assert self.player is not None
        return self.player


class ExitKind(models.TextChoices):
    """Why an entry left (`docs/regulations.md` 3.4); the values are those of the core."""

    WITHDRAWN = "withdrawn", _("withdrawn")
    DISQUALIFIED = "disqualified", _("disqualified")


class Exit(Fact):
    """An entry left. Taking it back keeps the row and says who did so, when and why."""

    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="exits")
    kind = models.CharField(max_length=14, choices=ExitKind.choices)
    revoked_at = models.DateTimeField(null=True, blank=True)
    revoked_by = models.ForeignKey("players.User", on_delete=models.SET_NULL, null=True, related_name="+")
    revoke_reason = models.TextField(blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["entry"], condition=models.Q(revoked_at__isnull=True), name="exit_one_in_force"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.entry_id} {self.kind}"
