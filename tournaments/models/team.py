"""Teams: what an entry has that is played on boards, and the orders in which teams sit down."""

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _
from django_countries.fields import CountryField

from tournaments.models.base import Fact


class Team(models.Model):
    """What an entry that is a team has besides: the letter that tells the teams of a country apart, and who leads it.

    Its players are entries whose `team` is this entry. A team of a `region` has no country of its own. Captain and
    deputy act for the team; they need not play in it.
    """

    entry = models.OneToOneField(
        "tournaments.Entry", on_delete=models.CASCADE, primary_key=True, related_name="as_team"
    )
    letter = models.CharField(_("letter"), max_length=1)
    region = models.CharField(_("region"), max_length=60, blank=True)
    captain = models.ForeignKey("players.Player", on_delete=models.SET_NULL, null=True, related_name="+")
    deputy = models.ForeignKey("players.Player", on_delete=models.SET_NULL, null=True, related_name="+")

    class Meta:
        verbose_name = _("team")
        verbose_name_plural = _("teams")
        constraints = [
            models.CheckConstraint(
                condition=Q(captain=None) | Q(deputy=None) | ~Q(captain=F("deputy")), name="team_two_officers"
            ),
        ]

    def __str__(self) -> str:
        return f"team {self.entry_id}"


class OverallCaptain(models.Model):
    """Who looks after all teams of a country, or of a region, in an event: enters them and names their captains."""

    event = models.ForeignKey("tournaments.Event", on_delete=models.CASCADE, related_name="overall_captains")
    country = CountryField(_("country"), blank=True)
    region = models.CharField(_("region"), max_length=60, blank=True)
    player = models.ForeignKey("players.Player", on_delete=models.CASCADE, related_name="+")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["event", "country", "region"], name="overall_captain_one"),
            models.CheckConstraint(
                condition=(Q(country="") & ~Q(region="")) | (Q(region="") & ~Q(country="")),
                name="overall_captain_of_one",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} of {self.region or self.country}"


class LineUpKind(models.TextChoices):
    """Where the order of a team comes from."""

    SENT = "sent", _("sent by the team")
    DEFAULT = "default", _("the team sent none")
    SUBSTITUTION = "substitution", _("a board changed hands")


class LineUp(Fact):
    """The order of `team` against `opponent` in a team match: an entry, or null, for each board.

    It counts while exactly these two stand in the match. `fixed_at` is null while it may still be changed and the
    opponent does not see it. A substitution adds a further row to a fixed one.
    """

    match = models.ForeignKey("tournaments.Match", on_delete=models.CASCADE, related_name="line_ups")
    team = models.ForeignKey("tournaments.Entry", on_delete=models.CASCADE, related_name="line_ups")
    opponent = models.ForeignKey("tournaments.Entry", on_delete=models.CASCADE, related_name="+")
    kind = models.CharField(max_length=12, choices=LineUpKind.choices)
    players = models.JSONField()
    current = models.BooleanField(default=True)
    fixed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["match", "team", "opponent"], condition=Q(current=True), name="line_up_one_current"
            ),
            models.CheckConstraint(condition=~Q(team=F("opponent")), name="line_up_two_teams"),
            models.CheckConstraint(condition=Q(kind__in=LineUpKind.values), name="line_up_kind"),
        ]

    def __str__(self) -> str:
        return f"line-up of {self.team_id} in match {self.match_id}"
