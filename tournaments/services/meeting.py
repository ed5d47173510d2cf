"""What the acts of two sides who arrange and meet have in common."""

from datetime import datetime

from django.utils.translation import gettext as _

from players.actors import Actor
from players.services import log_action
from tantrix_site.errors import Conflict
from tournaments.models import Event, Match, MatchState
from tournaments.services.access import raise_match_version, raise_version, require_running, require_side
from tournaments.services.recording import occupants


def require_meeting(actor: Actor, event: Event, match: Match) -> tuple[int, tuple[int, int]]:
    """The actor's side of a match that can be played now, and the two entries that meet.

    Raises NotPermitted `not_in_match`; Conflict `event_not_started`, `event_finished`, `draw_not_released`,
    `match_waiting`, `match_bye`, `match_decided`.
    """
    side = require_side(actor, match)
    require_running(event)
    if not event.draw_released:
        raise Conflict("draw_not_released", _("The draw has not been released yet."))
    return side, require_open(match)


def require_open(match: Match) -> tuple[int, int]:
    """The two entries that meet in a match to be played. Raises Conflict as above."""
    pair = occupants(match)
    if match.state != MatchState.OPEN:
        raise Conflict("match_decided", _("This match has been decided."))
    return pair


def of_match(actor: Actor, now: datetime, match: Match, side: int | None) -> dict[str, object]:
    """The fields of a fact about a match and the two who stand in it."""
    left, right = (slot.occupant_id for slot in match.slots.all())
    return {
        "match": match, "side": side, "left_id": left, "right_id": right, "at": now, "user": actor.user,
        "player": actor.player, "via": actor.via,
    }  # fmt: skip


def log_meeting(
    actor: Actor, now: datetime, event: Event, match: Match, action: str, *, reason: str = "", **data: object
) -> None:
    """Note an act in the log of the match; instants are kept in UTC."""
    plain = {key: value.isoformat() if isinstance(value, datetime) else value for key, value in data.items()}
    log_action(
        actor=actor, now=now, action=action, target=match, scope=event, data={"match": match.number, **plain},
        reason=reason,
    )  # fmt: skip


def note_change(event: Event, match: Match) -> None:
    """What everybody sees of the match changed."""
    raise_match_version(match)
    raise_version(event)
