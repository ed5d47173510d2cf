"""Titles: who holds which, since when, and what it was awarded for. Rows are only added; a later act may end one."""

from collections.abc import Mapping
from typing import Final

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from ratings.models.base import Act


class Title(models.TextChoices):
    """What stands after a name (`docs/regulations.md` 9.3). The tournament titles in rising order."""

    LOBBY_MASTER = "LM", _("Lobby Master")
    INTERNATIONAL_MASTER = "ITM", _("International Tantrix Master")
    GRAND_MASTER = "TGM", _("Tantrix Grand Master")


# for what is scored in tournaments; by norms
TOURNAMENT_TITLES = (Title.INTERNATIONAL_MASTER, Title.GRAND_MASTER)


# the longest texts of a norm
NORM_LENGTHS: Final = {"event": 120, "scored": 200, "source": 300}


class EndKind(models.TextChoices):
    """Why a title or a norm is one no more."""

    INACTIVE = "inactive", _("too few Master games")
    LOWEST = "lowest", _("lowest in the Master ranking")
    WITHDRAWN = "withdrawn", _("withdrawn")


class TitleEnd(Act):
    """An administrator ends titles or a norm, at `at`; those of one demotion are one act for each kind."""

    kind = models.CharField(max_length=10, choices=EndKind.choices)

    class Meta:
        constraints = [models.CheckConstraint(condition=Q(kind__in=EndKind.values), name="title_end_kind")]

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d} {self.kind}"


class TitleTerm(Act):
    """Somebody holds a title from `since` until the act that ends it; `user` and `player` are those who awarded it.

    A tournament title may have been won long before it is entered here; a Lobby Master is one from the approval on.
    """

    holder = models.ForeignKey("players.Player", on_delete=models.PROTECT, related_name="title_terms")
    title = models.CharField(max_length=3, choices=Title.choices)
    since = models.DateTimeField()
    end = models.ForeignKey(TitleEnd, on_delete=models.PROTECT, null=True, related_name="terms")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["holder", "title"], condition=Q(end=None), name="title_held_once"),
            models.CheckConstraint(condition=Q(title__in=Title.values), name="title_known"),
        ]
        indexes = [models.Index(fields=["title", "since"], name="title_term_since")]

    def __str__(self) -> str:
        return f"{self.title} of player {self.holder_id} since {self.since:%Y-%m-%d}"


class TitleNorm(Act):
    """A norm: what was scored in an event, and where that can be read."""

    holder = models.ForeignKey("players.Player", on_delete=models.PROTECT, related_name="title_norms")
    title = models.CharField(max_length=3, choices=Title.choices)
    event = models.CharField(max_length=NORM_LENGTHS["event"])
    on = models.DateField()
    scored = models.CharField(max_length=NORM_LENGTHS["scored"])
    source = models.CharField(max_length=NORM_LENGTHS["source"])
    end = models.ForeignKey(TitleEnd, on_delete=models.PROTECT, null=True, related_name="norms")

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["holder", "title", "event", "on"], condition=Q(end=None), name="title_norm_once"
            ),
            models.CheckConstraint(condition=Q(title__in=[str(t) for t in TOURNAMENT_TITLES]), name="title_norm_title"),
        ]

    def __str__(self) -> str:
        return f"{self.title} norm of player {self.holder_id}, {self.event}"


class ApplicationState(models.TextChoices):
    PENDING = "pending", _("waiting for an administrator")
    APPROVED = "approved", _("approved")
    REFUSED = "refused", _("refused")
    WITHDRAWN = "withdrawn", _("withdrawn")


# a decision is final; whoever was refused may apply again
APPLICATION_TRANSITIONS: Mapping[ApplicationState, frozenset[ApplicationState]] = {
    ApplicationState.PENDING: frozenset(
        {ApplicationState.APPROVED, ApplicationState.REFUSED, ApplicationState.WITHDRAWN}
    ),
    ApplicationState.APPROVED: frozenset(),
    ApplicationState.REFUSED: frozenset(),
    ApplicationState.WITHDRAWN: frozenset(),
}


class MasterApplication(models.Model):
    """A player asks to become a Lobby Master. `conditions` are those of 9.3 as they were found when it was made."""

    applicant = models.ForeignKey("players.Player", on_delete=models.PROTECT, related_name="master_applications")
    state = models.CharField(max_length=10, choices=ApplicationState.choices, default=ApplicationState.PENDING)
    statement = models.TextField(blank=True)
    conditions = models.JSONField()
    created_at = models.DateTimeField()
    decided_at = models.DateTimeField(null=True)
    decided_by = models.ForeignKey("players.User", on_delete=models.SET_NULL, null=True, related_name="+")
    reason = models.TextField(blank=True)
    term = models.OneToOneField(TitleTerm, on_delete=models.PROTECT, null=True, related_name="application")

    class Meta:
        verbose_name = _("Master application")
        verbose_name_plural = _("Master applications")
        constraints = [
            models.UniqueConstraint(
                fields=["applicant"], condition=Q(state="pending"), name="master_application_pending_once"
            ),
            models.CheckConstraint(
                condition=Q(state="pending", decided_at=None)
                | ~Q(state="pending") & Q(decided_at__isnull=False, state__in=ApplicationState.values),
                name="master_application_decided",
            ),
            models.CheckConstraint(
                condition=Q(state="approved", term__isnull=False) | ~Q(state="approved") & Q(term=None),
                name="master_application_term",
            ),
        ]

    def __str__(self) -> str:
        return f"player {self.applicant_id} ({self.state})"
