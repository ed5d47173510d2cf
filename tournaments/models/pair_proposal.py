"""A player asks another one to enter with them as a pair."""

from typing import Final

from django.db import models
from django.db.models import F, Q
from django.utils.translation import pgettext_lazy

from tournaments.models.base import Fact


class ProposalState(models.TextChoices):
    """Where a proposal stands; `PROPOSAL_TRANSITIONS` says what may follow."""

    OPEN = "open", pgettext_lazy("a pair proposed", "waits for the partner")
    ACCEPTED = "accepted", pgettext_lazy("a pair proposed", "accepted")
    REFUSED = "refused", pgettext_lazy("a pair proposed", "refused")
    WITHDRAWN = "withdrawn", pgettext_lazy("a pair proposed", "taken back")
    LAPSED = "lapsed", pgettext_lazy("a pair proposed", "lapsed")


_ENDS: Final = frozenset({ProposalState.ACCEPTED, ProposalState.REFUSED, ProposalState.WITHDRAWN, ProposalState.LAPSED})
PROPOSAL_TRANSITIONS: Final[dict[ProposalState, frozenset[ProposalState]]] = {
    ProposalState.OPEN: _ENDS,
    **dict.fromkeys(_ENDS, frozenset()),
}


class PairProposal(Fact):
    """`first` asks `second` to play as a pair. It is no entry, and takes no place, before the other agrees.

    `link_hash` is the hash of a private link with which a partner without an account answers; organisers make it.
    It lapses when entries close, and when one of the two enters with somebody else.
    """

    event = models.ForeignKey("tournaments.Event", on_delete=models.CASCADE, related_name="pair_proposals")
    first = models.ForeignKey("players.Player", on_delete=models.CASCADE, related_name="+")
    second = models.ForeignKey("players.Player", on_delete=models.CASCADE, related_name="+")
    state = models.CharField(max_length=9, choices=ProposalState.choices, default=ProposalState.OPEN)
    closed_at = models.DateTimeField(null=True)
    link_hash = models.CharField(max_length=64, null=True, unique=True, editable=False)
    pair = models.ForeignKey("tournaments.Entry", on_delete=models.SET_NULL, null=True, related_name="+")

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["event", "first"], condition=Q(state="open"), name="pair_proposal_one_open"
            ),
            models.CheckConstraint(condition=~Q(first=F("second")), name="pair_proposal_two"),
            models.CheckConstraint(condition=Q(state__in=ProposalState.values), name="pair_proposal_state"),
            models.CheckConstraint(
                condition=Q(state="open", closed_at=None) | (~Q(state="open") & Q(closed_at__isnull=False)),
                name="pair_proposal_closed",
            ),
        ]

    def __str__(self) -> str:
        return f"pair of {self.first_id} and {self.second_id} proposed in event {self.event_id}"
