"""That somebody's age was seen to fit an event: a tick with date and checker (`docs/regulations.md` 7.3)."""

from django.db import models
from django.db.models import Q

from tournaments.models.base import Fact


class AgeEvidence(Fact):
    """An organiser saw that a player is of the right age. No document and no date of birth is stored.

    It was seen for the terms of the event, or for a `prize_list` of juniors; `selectors.ages` says where else it
    counts. `user` is the checker. Taking it back keeps the row.
    """

    event = models.ForeignKey("tournaments.Event", on_delete=models.CASCADE, related_name="age_evidence")
    holder = models.ForeignKey("players.Player", on_delete=models.CASCADE, related_name="age_evidence")
    prize_list = models.ForeignKey(
        "tournaments.PrizeList", on_delete=models.CASCADE, null=True, related_name="age_evidence"
    )
    revoked_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["event", "holder"],
                condition=Q(revoked_at=None, prize_list=None),
                name="age_evidence_one_in_force",
            ),
            models.UniqueConstraint(
                fields=["prize_list", "holder"], condition=Q(revoked_at=None), name="age_evidence_one_in_a_list"
            ),
        ]

    def __str__(self) -> str:
        return f"the age of {self.holder_id} fits {self.event_id}"
