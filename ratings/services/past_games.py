"""Many casual games of the past at once, for an import."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from players.actors import Actor
from ratings.models import CasualAct, CasualGame, CasualState
from ratings.selectors.titles import master_terms
from ratings.services.access import require_administrator, require_reason
from ratings.services.casual_offers import require_points
from ratings.services.queueing import queue_casual
from tantrix_site.errors import InvalidInput


@dataclass(frozen=True, slots=True)
class PastGame:
    """A casual game as it is known: the ids of one or two players a side, the points, and when it came to count."""

    left: tuple[int, ...]
    right: tuple[int, ...]
    points: tuple[int, int]
    at: datetime
    rated: bool = True


@transaction.atomic
def enter_past_games(*, actor: Actor, now: datetime, games: Sequence[PastGame], reason: str) -> list[CasualGame]:
    """An administrator enters confirmed games, which count in their places; all or none, in few queries.

    Who vouches for them has applied the limits of a day. Raises NotPermitted `not_administrator`; InvalidInput
    `reason_needed`, `bad_points`, `same_player`, `future_day`.
    """
    require_administrator(actor)
    reason = require_reason(reason)
    for game in games:
        _check(game, now)
    terms = master_terms()

    def was_master(player: int, at: datetime) -> bool:
        return any(term.covers(at) for term in terms.get(player, ()))

    rows = CasualGame.objects.bulk_create(
        [
            CasualGame(
                left_id=game.left[0], right_id=game.right[0], left_partner_id=(*game.left, None)[1],
                right_partner_id=(*game.right, None)[1], state=CasualState.CONFIRMED, rated=game.rated,
                played_on=game.at.date(), points_left=game.points[0], points_right=game.points[1], offered_at=game.at,
                offered_by=actor.user, answer_by=game.at, closed_at=game.at, closed_by=actor.user, counted_at=game.at,
                between_masters=len(game.left) == 1 and game.rated
                and was_master(game.left[0], game.at) and was_master(game.right[0], game.at),
            )
            for game in games
        ],
        batch_size=500,
    )  # fmt: skip
    CasualAct.objects.bulk_create(
        [
            CasualAct(at=now, user=actor.user, player=actor.player, via=actor.via, reason=reason, game=row, counts=True)
            for row in rows
            if row.rated
        ],
        batch_size=500,
    )
    queue_casual()
    return rows


def _check(game: PastGame, now: datetime) -> None:
    players = (*game.left, *game.right)
    if len(set(players)) < len(players) or (len(game.left), len(game.right)) not in ((1, 1), (2, 2)):
        raise InvalidInput("same_player", _("A game has two players, or two pairs."), {"players": players})
    require_points(game.points)
    if game.at > now:
        raise InvalidInput("future_day", _("That day has not come yet."), field="at")
