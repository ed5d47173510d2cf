"""How two sides agree when they play: offers, meetings, extensions of the deadline, and what they were reminded of."""

from typing import Final

from django.conf import settings
from django.core.validators import MaxValueValidator
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.base import Fact

MOST_EXTENSION_DAYS: Final = 60
MOST_NOTICE_HOURS: Final = 30 * 24


class OfMatch(Fact):
    """A fact about a match, made for the two entries named. `side` 0 is left, 1 right, null an official."""

    match = models.ForeignKey("tournaments.Match", on_delete=models.CASCADE, related_name="+")
    side = models.PositiveSmallIntegerField(null=True)
    left = models.ForeignKey("tournaments.Entry", on_delete=models.CASCADE, related_name="+")
    right = models.ForeignKey("tournaments.Entry", on_delete=models.CASCADE, related_name="+")

    class Meta:
        abstract = True

    @property
    def pair(self) -> tuple[int, int]:
        return self.left_id, self.right_id


class TimeOffer(OfMatch):
    """A time at which one side could play: an instant, and the zone in which it was meant. Never changed.

    How it ended is a fact of its own; `is_open` says that there is none yet.
    """

    match = models.ForeignKey("tournaments.Match", on_delete=models.CASCADE, related_name="time_offers")
    starts_at = models.DateTimeField()
    zone = models.CharField(max_length=64)
    is_open = models.BooleanField(default=True)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(side__isnull=False, side__in=(0, 1)), name="time_offer_side"),
            models.UniqueConstraint(
                fields=["match", "side", "left", "right", "starts_at"], condition=Q(is_open=True),
                name="time_offer_open_once",
            ),
        ]  # fmt: skip
        indexes = [models.Index(fields=["starts_at"], condition=Q(is_open=True), name="time_offer_open")]

    def __str__(self) -> str:
        return f"offer of {self.starts_at:%Y-%m-%d %H:%M} for match {self.match_id}"


class OfferEnd(models.TextChoices):
    """What became of an offered time."""

    ACCEPTED = "accepted", _("accepted")
    DECLINED = "declined", _("declined")
    WITHDRAWN = "withdrawn", _("taken back")
    REPLACED = "replaced", _("another time was agreed")
    LAPSED = "lapsed", _("lapsed")


class OfferEnding(Fact):
    """How an offer ended. The latest accepted one of the two who meet is the time they agreed."""

    offer = models.OneToOneField(TimeOffer, on_delete=models.CASCADE, related_name="ending")
    kind = models.CharField(max_length=10, choices=OfferEnd.choices)

    class Meta:
        constraints = [models.CheckConstraint(condition=Q(kind__in=OfferEnd.values), name="offer_ending_kind")]

    def __str__(self) -> str:
        return f"offer {self.offer_id} {self.kind}"


class ReadyMark(OfMatch):
    """A side said that it is there and ready. `yields` lets the opponent have the colour that both prefer (2.5)."""

    yields = models.BooleanField(default=False)

    class Meta:
        constraints = [models.CheckConstraint(condition=Q(side__isnull=False, side__in=(0, 1)), name="ready_side")]
        indexes = [models.Index(fields=["match", "at"], name="ready_match")]

    def __str__(self) -> str:
        return f"side {self.side} ready for match {self.match_id}"


class MatchLot(OfMatch):
    """The lot from which follow who starts which game and, where nothing else says, the colours (2.5)."""

    seed = models.BigIntegerField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["match", "left", "right"], name="match_lot_once")]

    def __str__(self) -> str:
        return f"lot of match {self.match_id}"


class MatchRoom(OfMatch):
    """Where the two meet: a link, or the name of a room on another server. The latest one counts."""

    text = models.CharField(max_length=200)

    class Meta:
        indexes = [models.Index(fields=["match", "at"], name="room_match")]

    def __str__(self) -> str:
        return f"room of match {self.match_id}"


class ExtensionState(models.TextChoices):
    """Where a wish for more time stands."""

    ASKED = "asked", _("waits for the opponent")
    AGREED = "agreed", _("waits for an organiser")
    APPLIED = "applied", _("the deadline was moved")
    REFUSED = "refused", _("refused")
    WITHDRAWN = "withdrawn", _("taken back")
    LAPSED = "lapsed", _("lapsed")


EXTENSION_TRANSITIONS: Final[dict[ExtensionState, frozenset[ExtensionState]]] = {
    ExtensionState.ASKED: frozenset(
        {
            ExtensionState.AGREED, ExtensionState.APPLIED, ExtensionState.REFUSED, ExtensionState.WITHDRAWN,
            ExtensionState.LAPSED,
        }
    ),
    ExtensionState.AGREED: frozenset(
        {ExtensionState.APPLIED, ExtensionState.REFUSED, ExtensionState.WITHDRAWN, ExtensionState.LAPSED}
    ),
    ExtensionState.APPLIED: frozenset(),
    ExtensionState.REFUSED: frozenset(),
    ExtensionState.WITHDRAWN: frozenset(),
    ExtensionState.LAPSED: frozenset(),
}  # fmt: skip


class Extension(OfMatch):
    """A later deadline of one match: asked for by a side, or set by an organiser. Old and new stay as they were."""

    before = models.DateTimeField()
    after = models.DateTimeField()
    state = models.CharField(max_length=10, choices=ExtensionState.choices, default=ExtensionState.ASKED)
    answered_at = models.DateTimeField(null=True)
    closed_at = models.DateTimeField(null=True)
    closed_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    close_reason = models.TextField(blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(after__gt=F("before")), name="extension_later"),
            models.CheckConstraint(condition=Q(state__in=ExtensionState.values), name="extension_state"),
            models.UniqueConstraint(
                fields=["match"], condition=Q(state__in=("asked", "agreed")), name="extension_one_waiting"
            ),
        ]

    def __str__(self) -> str:
        return f"extension of match {self.match_id} to {self.after:%Y-%m-%d %H:%M}"

    @property
    def is_waiting(self) -> bool:
        return self.state in (ExtensionState.ASKED, ExtensionState.AGREED)


class NoticeKind(models.TextChoices):
    """The stages before a default (3.3), in their order."""

    REMINDER = "reminder", _("reminder")
    FINAL_REMINDER = "final_reminder", _("final reminder")
    WARNING = "warning", _("default warning")
    FINAL_WARNING = "final_warning", _("final default warning")


class DeadlineNotice(OfMatch):
    """That both sides were reminded of a deadline, or warned of a default after it (`docs/regulations.md` 3.3)."""

    kind = models.CharField(max_length=14, choices=NoticeKind.choices)
    deadline = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["match", "left", "right", "deadline", "kind"], name="deadline_notice_once"),
            models.CheckConstraint(condition=Q(kind__in=NoticeKind.values), name="deadline_notice_kind"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} of match {self.match_id}"


class ArrangingRules(models.Model):
    """What an event sets about arranging. Without a row, or with empty hours, nobody is reminded or warned.

    `reminder` and `final_reminder` are hours before a match's deadline, `warning` and `final_warning` hours after it.
    Up to `extension_days` beyond the deadline of the round two sides may go by themselves; beyond that an organiser
    has to agree.
    """

    event = models.OneToOneField("tournaments.Event", on_delete=models.CASCADE, related_name="arranging")
    extension_days = models.PositiveSmallIntegerField(default=0, validators=[MaxValueValidator(MOST_EXTENSION_DAYS)])
    reminder = models.PositiveSmallIntegerField(null=True)
    final_reminder = models.PositiveSmallIntegerField(null=True)
    warning = models.PositiveSmallIntegerField(null=True)
    final_warning = models.PositiveSmallIntegerField(null=True)

    def __str__(self) -> str:
        return f"arranging in event {self.event_id}"


class CalendarLink(models.Model):
    """The private address of an account's calendar; its hash alone is kept, and a new one ends the one before."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    token_hash = models.CharField(max_length=64, unique=True)
    made_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"calendar of {self.user_id}"
