"""Bringing back what a correction took away, once its ground has come back."""

from datetime import datetime
from itertools import pairwise

from django.db import transaction
from django.utils.translation import gettext as _

from players.actors import Actor
from players.services import log_action
from tantrix_site.errors import Conflict, InvalidInput
from tournaments.formats.deciding import next_decision
from tournaments.formats.facts import CauseKind
from tournaments.models import Decision, DecisionKind, Match
from tournaments.selectors.stored_facts import core_decision
from tournaments.services.access import (
    lock_match,
    raise_match_version,
    require_arbiter,
    require_running,
)
from tournaments.services.applying import apply_decision, facts_with, load_for_correction
from tournaments.services.recording import counting_games, occupants, settle_board
from tournaments.services.storing import restore_games


@transaction.atomic
def reinstate_match(*, actor: Actor, now: datetime, match_id: int, reason: str) -> Match:
    """Bring back the voided result, or the games, of the two who stand in a match again.

    A finished event is opened again first, so that no final rating moves unseen (`docs/decisions/0126`). Raises
    NotPermitted `not_arbiter`, `own_match`; InvalidInput `reason_needed`; Conflict `event_not_started`,
    `event_finished`, `nothing_to_reinstate`, `game_counted`.
    """
    event, match = lock_match(match_id)
    require_arbiter(actor, event, match)
    require_running(event)
    if not reason.strip():
        raise InvalidInput("reason_needed", _("Say why; everybody will see it in the log."), field="reason")
    pair = occupants(match)
    loaded = load_for_correction(event, match)
    old = reinstatable_decision(match, pair)
    restored = [] if old else restore_games(actor=actor, now=now, match_id=match.pk, occupants=pair, reason=reason)
    if old is None and not restored:
        raise Conflict("nothing_to_reinstate", _("These two have no earlier result in this match."))
    decision = None
    if old is not None:
        was = core_decision(old)
        decision = next_decision(
            loaded.facts,
            match.pk,
            was.kind,
            was.occupants,
            was.winner,
            tp=was.tp,
            reinstates=was.version,
            excused=was.excused,
        )
        restore_games(actor=actor, now=now, match_id=match.pk, occupants=pair, reason=reason)
    log_action(
        actor=actor, now=now, action="match.reinstated", target=match, scope=event,
        data={"match": match.number, "version": None if old is None else old.version}, reason=reason,
    )  # fmt: skip
    after = facts_with(loaded, match.pk, decision, counting_games(match))
    apply_decision(actor, now, loaded, after, decision, None, (), reason)
    raise_match_version(match)
    settle_board(actor=actor, now=now, event=event, match=match, reason=reason)
    match.refresh_from_db()
    return match


def reinstatable_decision(match: Match, pair: tuple[int, int]) -> Decision | None:
    """The last decision of this very pairing, if a consequence took it away and nothing counts now."""
    versions = list(Decision.objects.filter(match=match).order_by("-version"))
    if not versions or versions[0].kind != DecisionKind.VOID:
        return None
    for void, earlier in pairwise(versions):
        if earlier.kind != DecisionKind.VOID and (earlier.left_id, earlier.right_id) == pair:
            by_consequence = void.kind == DecisionKind.VOID and void.void_cause != CauseKind.CLEARED
            return earlier if by_consequence else None
    return None
