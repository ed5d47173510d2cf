"""The outbox: what accounts are to be told by mail, and what they chose to be told."""

from collections.abc import Mapping

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from players.notices import Choice, Group


class NoticeState(models.TextChoices):
    """Where a notice stands; `NOTICE_TRANSITIONS` says what may follow."""

    PENDING = "pending", pgettext_lazy("of a notice", "waiting to be sent")
    SENDING = "sending", pgettext_lazy("of a notice", "being handed over")
    SENT = "sent", pgettext_lazy("of a notice", "sent")
    FAILED = "failed", pgettext_lazy("of a notice", "refused by the mail server")
    DOUBTFUL = "doubtful", pgettext_lazy("of a notice", "perhaps sent")
    DROPPED = "dropped", pgettext_lazy("of a notice", "not sent")


# whether a doubtful one is sent again is for a person to say: nothing goes out twice by itself
NOTICE_TRANSITIONS: Mapping[NoticeState, frozenset[NoticeState]] = {
    NoticeState.PENDING: frozenset({NoticeState.SENDING, NoticeState.DROPPED}),
    NoticeState.SENDING: frozenset(
        {NoticeState.SENT, NoticeState.PENDING, NoticeState.FAILED, NoticeState.DOUBTFUL, NoticeState.DROPPED}
    ),
    NoticeState.SENT: frozenset(),
    NoticeState.FAILED: frozenset({NoticeState.PENDING}),
    NoticeState.DOUBTFUL: frozenset({NoticeState.PENDING}),
    NoticeState.DROPPED: frozenset(),
}


class DropReason(models.TextChoices):
    """Why a notice was not sent."""

    NO_ADDRESS = "no_address", _("no confirmed address")
    UNSUBSCRIBED = "unsubscribed", _("not wanted")
    INACTIVE = "inactive", _("account closed")
    NO_WORDS = "no_words", _("kind unknown")


class Notice(models.Model):
    """One thing one account is told once: `kind` and `key` name it. No address is stored; it is read when it is sent.

    `data` is what its words need. With `in_digest` it goes out with all others of the account that are due then.
    `claimed_at` is stored before anything is handed to the mail server.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="notices")
    kind = models.CharField(max_length=40)
    key = models.CharField(max_length=120)
    data = models.JSONField(default=dict)
    created_at = models.DateTimeField()
    due_at = models.DateTimeField()
    in_digest = models.BooleanField(default=False)
    state = models.CharField(max_length=10, choices=NoticeState.choices, default=NoticeState.PENDING)
    attempts = models.PositiveSmallIntegerField(default=0)
    claimed_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)
    dropped_for = models.CharField(max_length=12, choices=DropReason.choices, blank=True)
    error = models.CharField(max_length=500, blank=True)

    class Meta:
        verbose_name = _("notice")
        verbose_name_plural = _("notices")
        constraints = [
            models.UniqueConstraint(fields=["user", "kind", "key"], name="notice_once"),
            models.CheckConstraint(condition=models.Q(state__in=NoticeState.values), name="notice_state"),
        ]
        indexes = [
            models.Index(
                fields=["due_at", "id"], condition=models.Q(state__in=["pending", "sending"]), name="notice_due"
            ),
            models.Index(fields=["state", "-created_at"], name="notice_by_state"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.key} for {self.user_id} ({self.state})"


class NoticeChoice(models.Model):
    """What an account chose for a group of notices; without a row the group's default holds."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="notice_choices")
    group = models.CharField(max_length=14, choices=Group.choices)
    choice = models.CharField(max_length=6, choices=Choice.choices)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["user", "group"], name="notice_choice_once"),
            models.CheckConstraint(condition=models.Q(choice__in=Choice.values), name="notice_choice_known"),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} {self.group}: {self.choice}"
