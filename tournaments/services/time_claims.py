"""Storing what a side claims for its opponent's time (`docs/regulations.md` 1.3, 1.4)."""

from datetime import datetime

from django.utils.translation import gettext as _

from players.actors import Actor
from players.services import log_action
from tantrix_site.errors import Conflict, InvalidInput
from tournaments.formats.scoring import full_minutes, time_penalty
from tournaments.models import Event, GameResult, Match, PenaltyState, Report, TimePenalty
from tournaments.services.figures import GameFigures
from tournaments.services.recording import IN_FORCE, occupants


def note_claim(
    *, actor: Actor, now: datetime, event: Event, match: Match, number: int, side: int, figures: GameFigures
) -> TimePenalty:
    """Store the claim made together with a report or its confirmation; it counts with the game.

    Raises InvalidInput `no_penalty` when the time given for `side` is under the limit or was not given.
    """
    seconds = figures.seconds[side]
    field = ("seconds_left", "seconds_right")[side]
    if seconds is None:
        raise InvalidInput("no_penalty", _("Give the opponent's time to claim a penalty for it."), field=field)
    return store_claim(
        actor=actor, now=now, event=event, match=match, number=number, side=side, minutes=full_minutes(seconds)
    )


def store_claim(
    *, actor: Actor, now: datetime, event: Event, match: Match, number: int, side: int, minutes: int
) -> TimePenalty:
    """Store a claim against `side`; it replaces an earlier one as long as the game has no result.

    Raises InvalidInput `no_penalty`; Conflict `claimed_already`.
    """
    tenths = time_penalty(minutes, event.time_limit)
    if tenths == 0:
        raise InvalidInput(
            "no_penalty",
            _("There is a penalty from %(limit)d minutes on.") % {"limit": event.time_limit},
            {"minutes": minutes, "limit": event.time_limit},
            field="minutes",
        )
    left, right = occupants(match)
    counted = GameResult.objects.filter(match=match, number=number, current=True).exists()
    for old in TimePenalty.objects.filter(match=match, number=number, side=side, state__in=IN_FORCE):
        same_pair = (old.left_id, old.right_id) == (left, right)
        if same_pair and (counted or old.state == PenaltyState.RULED):
            raise Conflict("claimed_already", _("The time of this game has been claimed or ruled already."))
        close_penalty(old, PenaltyState.WITHDRAWN, now)
    penalty = TimePenalty.objects.create(
        match=match, number=number, side=side, left_id=left, right_id=right, minutes=minutes, tenths=tenths,
        state=PenaltyState.CLAIMED, at=now, user=actor.user, player=actor.player, via=actor.via,
    )  # fmt: skip
    log_penalty(actor, now, event, match, penalty, "time.claimed")
    return penalty


def withdraw_claim_of(*, actor: Actor, now: datetime, report: Report) -> None:
    """Take back the claim made with a report that its sender takes back; once the game counts the claim stands."""
    if not report.claims_time or report.side is None:
        return
    game = {"match": report.match, "number": report.number}
    if GameResult.objects.filter(**game, current=True).exists():
        return
    event = report.match.event
    for claim in TimePenalty.objects.filter(**game, side=1 - report.side, state=PenaltyState.CLAIMED):
        close_penalty(claim, PenaltyState.WITHDRAWN, now)
        log_penalty(actor, now, event, report.match, claim, "time.withdrawn")


def close_penalty(penalty: TimePenalty, state: PenaltyState, now: datetime) -> None:
    """A penalty counts no more."""
    penalty.state, penalty.closed_at = state, now
    penalty.save(update_fields=["state", "closed_at"])


def log_penalty(
    actor: Actor, now: datetime, event: Event, match: Match, penalty: TimePenalty, action: str, reason: str = ""
) -> None:
    """Note an act about a penalty in the event's log."""
    log_action(
        actor=actor, now=now, action=action, target=match, scope=event,
        data={"match": match.number, "game": penalty.number, "side": penalty.side, "tenths": penalty.tenths,
              "minutes": penalty.minutes},
        reason=reason,
    )  # fmt: skip
