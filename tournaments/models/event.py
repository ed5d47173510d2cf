"""An event, its settings, and who runs it."""

import zoneinfo
from typing import Final

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.formats.seeding import DEFAULT_SEEDS
from tournaments.models.category import Category

MAX_ENTRIES: Final = 1024
DEFAULT_CAPACITY: Final = 128
MIN_ENTRIES: Final = 2
DEFAULT_SUBSTITUTES: Final = 3


class EventState(models.TextChoices):
    """Where an event stands; `TRANSITIONS` says what may follow."""

    DRAFT = "draft", _("draft")
    PUBLISHED = "published", _("open for entry")
    RUNNING = "running", _("running")
    FINISHED = "finished", _("finished")


# A published event may be taken back until it starts; a finished one may be opened again to correct it.
TRANSITIONS: Final[dict[EventState, frozenset[EventState]]] = {
    EventState.DRAFT: frozenset({EventState.PUBLISHED}),
    EventState.PUBLISHED: frozenset({EventState.DRAFT, EventState.RUNNING}),
    EventState.RUNNING: frozenset({EventState.FINISHED}),
    EventState.FINISHED: frozenset({EventState.RUNNING}),
}


class SeedingMode(models.TextChoices):
    """How seeds find their places in the draw (`docs/regulations.md` 4.1)."""

    BANDS = "bands", _("seeds by lot within their bands, all others by lot")
    STRICT = "strict", _("strictly by seed: first against last")
    LOT = "lot", _("everybody by lot")
    MANUAL = "manual", _("placed by hand")


class Separation(models.TextChoices):
    """Who should not meet in the first round where it can be avoided (`docs/regulations.md` 4.3)."""

    NONE = "none", _("nobody is kept apart")
    COUNTRY = "country", _("entrants of one country are kept apart")


class Play(models.TextChoices):
    """What games an event is played in, and with that who is an entry of it."""

    SINGLES = "singles", _("games of two")
    DOUBLES = "doubles", _("doubles of fixed pairs")
    DRAWN_DOUBLES = "drawn_doubles", _("doubles, partners drawn by lot each round")
    TABLES = "tables", _("games of three and four")


class OrganiserRole(models.TextChoices):
    """The owner may also appoint others; an arbiter rules on results only, check-in says who is there only."""

    OWNER = "owner", _("owner")
    ORGANISER = "organiser", _("organiser")
    ARBITER = "arbiter", _("arbiter")
    CHECK_IN = "check_in", _("check-in")


def one_game_a_round() -> list[int]:
    """The default for `Event.games_by_round`."""
    return [1]


class Event(models.Model):
    """A competition with its entrants, draw and results.

    The row is the lock of everything inside it: one writer at a time. `version` goes up with each change that the
    public can see, in the same transaction. `lead_threshold` is in tenths of a TP. `games_by_round` counts back from
    the final: its first figure is repeated for earlier rounds, and left out where there are fewer. With a
    `team_size` the entries are teams that play on so many boards, and games are those on each board.
    With doubles of fixed pairs the entries are pairs. `play` says of the other two that everybody sits down with others
    each round (`tournaments.models.sitting`), so that there are no stages and matches.

    Beside the state stands who is told: an event that is not `listed` is found by its address alone, and draw and
    results can be held back from all but officials (`tournaments.selectors.visibility`).
    """

    slug = models.SlugField(_("address"), max_length=80, unique=True)
    name = models.CharField(pgettext_lazy("of an event or a thing", "name"), max_length=120)
    description = models.TextField(_("description"), blank=True)
    place = models.CharField(pgettext_lazy("where an event is held", "place"), max_length=120, blank=True)
    starts_on = models.DateField(_("first day"), null=True, blank=True)
    ends_on = models.DateField(_("last day"), null=True, blank=True)
    time_zone = models.CharField(_("time zone"), max_length=64, default="UTC")
    state = models.CharField(_("state"), max_length=10, choices=EventState.choices, default=EventState.DRAFT)
    version = models.PositiveIntegerField(default=1)
    listed = models.BooleanField(_("in lists and searches"), default=True)
    draw_released = models.BooleanField(_("draw released"), default=True)
    results_released = models.BooleanField(_("results released"), default=True)

    capacity = models.PositiveSmallIntegerField(
        _("most entries"),
        default=DEFAULT_CAPACITY,
        validators=[MinValueValidator(MIN_ENTRIES), MaxValueValidator(MAX_ENTRIES)],
    )
    self_entry = models.BooleanField(_("players may enter themselves"), default=False)
    confirm_hours = models.PositiveSmallIntegerField(_("hours to object to a report"), default=48)
    games_by_round = models.JSONField(_("games a round"), default=one_game_a_round)
    lead_threshold = models.PositiveSmallIntegerField(_("lead that decides, in tenths of a TP"), default=0)
    extra_games = models.PositiveSmallIntegerField(_("extra games"), default=0)
    third_place = models.BooleanField(_("match for third place"), default=False)
    seeding_mode = models.CharField(_("seeding"), max_length=10, choices=SeedingMode.choices, default=SeedingMode.BANDS)
    seeds = models.PositiveSmallIntegerField(_("seeded entries"), default=DEFAULT_SEEDS)
    separation = models.CharField(
        _("kept apart"), max_length=10, choices=Separation.choices, default=Separation.COUNTRY
    )
    time_limit = models.PositiveSmallIntegerField(_("minutes for each player and game"), default=15)
    rated = models.BooleanField(_("games are rated"), default=True)
    category = models.ForeignKey(
        Category, on_delete=models.PROTECT, null=True, blank=True, editable=False, related_name="events"
    )
    play = models.CharField(_("played in"), max_length=13, choices=Play.choices, default=Play.SINGLES)
    team_size = models.PositiveSmallIntegerField(_("boards of a team"), default=0)
    team_substitutes = models.PositiveSmallIntegerField(_("substitutes of a team"), default=DEFAULT_SUBSTITUTES)

    results_checked = models.BooleanField(_("a second person looks at typed results"), default=False)

    last_match_number = models.PositiveIntegerField(default=0, editable=False)
    # the version whose results were sent to be rated; null before the first time
    rated_version = models.PositiveIntegerField(null=True, editable=False)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="events_created"
    )
    created_at = models.DateTimeField()
    published_at = models.DateTimeField(null=True, blank=True)
    started_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)
    # in the archive nothing of it changes any more; only a finished event can be there
    archived_at = models.DateTimeField(null=True, blank=True, editable=False)
    # since when what only its organisers could read is gone, and so many days after the end it goes by itself
    hidden_at = models.DateTimeField(null=True, blank=True, editable=False)
    keep_days = models.PositiveSmallIntegerField(_("days to keep personal data"), null=True, blank=True)
    organisers = models.ManyToManyField(
        settings.AUTH_USER_MODEL, through="EventOrganiser", related_name="organised_events"
    )

    class Meta:
        verbose_name = _("event")
        verbose_name_plural = _("events")
        constraints = [
            models.CheckConstraint(
                condition=models.Q(capacity__gte=MIN_ENTRIES, capacity__lte=MAX_ENTRIES), name="event_capacity"
            ),
            models.CheckConstraint(
                condition=models.Q(ends_on__isnull=True)
                | models.Q(starts_on__isnull=True)
                | models.Q(ends_on__gte=models.F("starts_on")),
                name="event_dates_in_order",
            ),
            models.CheckConstraint(condition=models.Q(state__in=EventState.values), name="event_state"),
            models.CheckConstraint(
                condition=models.Q(archived_at=None) | models.Q(state=EventState.FINISHED),
                name="event_archived_finished",
            ),
            models.CheckConstraint(condition=models.Q(play__in=Play.values), name="event_play"),
            # teams play games of two on their boards
            models.CheckConstraint(
                condition=models.Q(team_size=0) | models.Q(play=Play.SINGLES), name="event_team_singles"
            ),
        ]
        indexes = [models.Index(fields=["state", "starts_on"], name="event_state_start")]

    def __str__(self) -> str:
        return self.name

    @property
    def zone(self) -> zoneinfo.ZoneInfo:
        return zoneinfo.ZoneInfo(self.time_zone)

    @property
    def is_for_teams(self) -> bool:
        return self.team_size > 0

    @property
    def is_for_pairs(self) -> bool:
        return self.play == Play.DOUBLES

    @property
    def side_size(self) -> int:
        """How many players a side has that is a team or a pair; 0 where entries are players."""
        return 2 if self.is_for_pairs else self.team_size

    @property
    def has_sittings(self) -> bool:
        return self.play in (Play.DRAWN_DOUBLES, Play.TABLES)

    @property
    def is_public(self) -> bool:
        return self.state != EventState.DRAFT

    @property
    def is_released(self) -> bool:
        """Whether everybody who finds the event sees all of it."""
        return self.is_public and self.draw_released and self.results_released


class EventOrganiser(models.Model):
    """An account that runs an event, and how much it may do."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="organiser_rows")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    role = models.CharField(max_length=10, choices=OrganiserRole.choices, default=OrganiserRole.ORGANISER)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["event", "user"], name="organiser_once")]

    def __str__(self) -> str:
        return f"{self.user_id} {self.role} {self.event_id}"
