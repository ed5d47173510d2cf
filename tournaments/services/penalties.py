"""Penalties for time: claimed by the opponent, withdrawn, objected to, set or struck by an arbiter.

`docs/regulations.md` 1.3 and 1.4.
"""

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.utils.translation import gettext as _

from players.actors import Actor
from tantrix_site.errors import Conflict, InvalidInput
from tournaments.formats.graph import MatchId
from tournaments.formats.scoring import GAME_TP, full_minutes
from tournaments.models import GameResult, Match, MatchState, PenaltyState, Report, TimePenalty
from tournaments.selectors.match_rule import rule_of
from tournaments.services.access import (
    lock_match,
    raise_match_version,
    raise_version,
    require_arbiter,
    require_running,
    require_side,
)
from tournaments.services.corrections import rescore_game
from tournaments.services.recording import IN_FORCE, occupants
from tournaments.services.telling_matches import tell_doubt, tell_ruling
from tournaments.services.time_claims import close_penalty, log_penalty, store_claim

CLAIM_AFTER_SESSION: Final = timedelta(hours=1)
WITHDRAW_WITHIN: Final = timedelta(hours=24)


@transaction.atomic
def claim_time(*, actor: Actor, now: datetime, match_id: int, number: int, minutes: int) -> TimePenalty:
    """A player claims the penalty for the full minutes its opponent used in a game that was reported or counts.

    Possible until the next game of the match is reported, or within an hour after this one was. Where the result tells
    the time, no more can be claimed; where it does not, the claim is one side's word and cannot turn a decided match.
    Raises NotPermitted `not_in_match`; Conflict `event_finished`, `game_unknown`, `claim_too_late`, `claimed_already`,
    `result_depends`, `claim_turns_match` (an arbiter has to rule); InvalidInput `no_penalty`, `bad_time`,
    `more_than_reported`.
    """
    event, match = lock_match(match_id)
    side = require_side(actor, match)
    require_running(event)
    if not 0 <= minutes <= 24 * 60:
        raise InvalidInput("bad_time", _("The time used lies between 0 and 24 hours."), field="minutes")
    _require_in_time(match, number, now)
    known = _time_in_result(match, number, 1 - side)
    if known is not None and minutes > full_minutes(known):
        raise InvalidInput(
            "more_than_reported",
            _("The result gives %(minutes)d full minutes; ask an arbiter if that is wrong.")
            % {"minutes": full_minutes(known)},
            {"minutes": full_minutes(known)},
            field="minutes",
        )
    winner = match.winner_id
    penalty = store_claim(actor=actor, now=now, event=event, match=match, number=number, side=1 - side, minutes=minutes)
    rescore_game(actor=actor, now=now, event=event, match=match, number=number)
    if known is None and winner is not None:
        match.refresh_from_db()
        if match.winner_id != winner:
            raise Conflict("claim_turns_match", _("This claim would change who won the match; ask an arbiter to rule."))
    return penalty


@transaction.atomic
def withdraw_time_claim(*, actor: Actor, now: datetime, match_id: int, number: int) -> TimePenalty:
    """The claimant takes the claim back, within 24 hours.

    Raises NotPermitted `not_in_match`; Conflict `event_finished`, `no_claim`, `claim_too_late`, `result_depends`.
    """
    event, match = lock_match(match_id)
    side = require_side(actor, match)
    require_running(event)
    penalty = TimePenalty.objects.filter(match=match, number=number, side=1 - side, state=PenaltyState.CLAIMED).first()
    if penalty is None:
        raise Conflict("no_claim", _("You have claimed no time in this game."))
    if now > penalty.at + WITHDRAW_WITHIN:
        raise Conflict("claim_too_late", _("A claim can be withdrawn for 24 hours; ask an arbiter."))
    close_penalty(penalty, PenaltyState.WITHDRAWN, now)
    log_penalty(actor, now, event, match, penalty, "time.withdrawn")
    rescore_game(actor=actor, now=now, event=event, match=match, number=number)
    return penalty


@transaction.atomic
def object_to_claim(*, actor: Actor, now: datetime, match_id: int, number: int, reason: str) -> TimePenalty:
    """The accused side says why it does not accept a claim; it counts until an arbiter rules on it.

    Raises NotPermitted `not_in_match`; InvalidInput `reason_needed`; Conflict `event_finished`, `nothing_claimed`,
    `objected_already`.
    """
    event, match = lock_match(match_id)
    side = require_side(actor, match)
    require_running(event)
    if not reason.strip():
        raise InvalidInput("reason_needed", _("Say why; everybody will see it in the log."), field="reason")
    penalty = TimePenalty.objects.filter(match=match, number=number, side=side, state=PenaltyState.CLAIMED).first()
    if penalty is None:
        raise Conflict("nothing_claimed", _("No time is claimed from you in this game."))
    if penalty.objected_at is not None:
        raise Conflict("objected_already", _("You have objected to this claim already."))
    penalty.objected_at, penalty.objection = now, reason.strip()
    penalty.save(update_fields=["objected_at", "objection"])
    log_penalty(actor, now, event, match, penalty, "time.objected", reason.strip())
    tell_doubt(now, event, match, number, key=f"objection:{penalty.pk}")
    raise_match_version(match)
    raise_version(event)
    return penalty


@transaction.atomic
def rule_time(
    *,
    actor: Actor,
    now: datetime,
    match_id: int,
    number: int,
    side: int,
    tenths: int,
    reason: str,
    digest: str | None = None,
    reinstate: Collection[MatchId] = (),
) -> TimePenalty | None:
    """An arbiter sets the penalty of a side in tenths of a TP, or strikes it with 0.

    Raises NotPermitted `not_arbiter`, `own_match`; InvalidInput `reason_needed`, `bad_side`, `bad_penalty`,
    `bad_game_number`; Conflict `event_not_started`, `result_depends`, `plan_changed`.
    """
    event, match = lock_match(match_id)
    require_arbiter(actor, event, match)
    require_running(event)
    if not reason.strip():
        raise InvalidInput("reason_needed", _("Say why; everybody will see it in the log."), field="reason")
    if side not in (0, 1):
        raise InvalidInput("bad_side", _("The sides of a match are 0, left, and 1, right."), field="side")
    if not 0 <= tenths <= GAME_TP:
        raise InvalidInput("bad_penalty", _("A penalty lies between 0 and 20 TP."), field="tenths")
    left, right = occupants(match)
    _require_game(match, number)
    ruled: TimePenalty | None = None
    for ruled in TimePenalty.objects.filter(match=match, number=number, side=side, state__in=IN_FORCE):
        close_penalty(ruled, PenaltyState.STRUCK, now)
    if tenths:
        ruled = TimePenalty.objects.create(
            match=match, number=number, side=side, left_id=left, right_id=right, tenths=tenths,
            state=PenaltyState.RULED, at=now, user=actor.user, player=actor.player, via=actor.via, reason=reason,
        )  # fmt: skip
    if ruled is not None:
        log_penalty(actor, now, event, match, ruled, "time.ruled", reason)
        tell_ruling(actor, now, event, match, what="time", key=f"time:{ruled.pk}:{tenths}", reason=reason, game=number)
    rescore_game(
        actor=actor, now=now, event=event, match=match, number=number, reason=reason, digest=digest, reinstate=reinstate
    )
    return ruled


def _require_game(match: Match, number: int) -> None:
    """One of the planned or extra games, played or not, or a decider that was reported."""
    if not 1 <= number <= rule_of(match.event, match).last_game and not (
        Report.objects.filter(match=match, number=number).exists()
        or GameResult.objects.filter(match=match, number=number).exists()
    ):
        raise InvalidInput(
            "bad_game_number", _("The match has no game %(number)d.") % {"number": number}, {"game": number},
            field="game",
        )  # fmt: skip


def _time_in_result(match: Match, number: int, side: int) -> int | None:
    """The seconds that the counting result gives for a side; None when it does not say or nothing counts yet."""
    field = ("seconds_left", "seconds_right")[side]
    counted = GameResult.objects.filter(match=match, number=number, current=True)
    return counted.values_list(field, flat=True).first()


def _require_in_time(match: Match, number: int, now: datetime) -> None:
    pair = occupants(match)
    told = Report.objects.filter(match=match, left=pair[0], right=pair[1])
    first = told.filter(number=number).order_by("at").values_list("at", flat=True).first()
    if first is None:
        counted = GameResult.objects.filter(match=match, number=number, current=True)
        first = counted.values_list("at", flat=True).first()
    if first is None:
        raise Conflict("game_unknown", _("Game %(number)d has not been reported.") % {"number": number})
    over = match.state != MatchState.OPEN or told.filter(number__gt=number).exists()
    over = over or GameResult.objects.filter(match=match, number__gt=number, current=True).exists()
    if over and now > first + CLAIM_AFTER_SESSION:
        raise Conflict("claim_too_late", _("Time is claimed before the next game starts; ask an arbiter."))
