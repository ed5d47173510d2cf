"""Which profiles are programs, as administrators say (`docs/regulations.md` 9.1)."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from players.actors import Actor
from players.models import Player
from players.services import log_action
from ratings.maths.parameters import CURRENT
from ratings.models import Robot
from ratings.services.access import require_administrator, require_reason
from tantrix_site.errors import InvalidInput


@transaction.atomic
def mark_robot(*, actor: Actor, now: datetime, player: Player, ranking: float, reason: str) -> Robot:
    """An administrator says that a profile is a program, and where it stands in the lobby; again to move it.

    Games confirmed from now on count as a robot's. Raises NotPermitted `not_administrator`; InvalidInput
    `reason_needed`, `bad_ranking`.
    """
    require_administrator(actor)
    reason = require_reason(reason)
    lobby = CURRENT.lobby
    if not lobby.least <= ranking <= lobby.most:
        raise InvalidInput(
            "bad_ranking",
            _("A lobby ranking lies between %(least)d and %(most)d.") % {"least": lobby.least, "most": lobby.most},
            field="ranking",
        )
    Player.objects.select_for_update(of=("self",)).get(pk=player.pk)
    robot, created = Robot.objects.get_or_create(player=player, defaults={"ranking": ranking, "since": now})
    if not created and robot.ranking == ranking:
        return robot
    robot.ranking = ranking
    robot.save(update_fields=["ranking"])
    log_action(
        actor=actor, now=now, action="robot.marked", target=player, data={"ranking": ranking}, reason=reason
    )  # fmt: skip
    return robot


@transaction.atomic
def unmark_robot(*, actor: Actor, now: datetime, player: Player, reason: str) -> None:
    """An administrator says that a profile is a person's after all; confirmed games stay as they counted.

    Nothing happens for one that is no robot. Raises NotPermitted `not_administrator`; InvalidInput `reason_needed`.
    """
    require_administrator(actor)
    reason = require_reason(reason)
    if Robot.objects.filter(player=player).delete()[0]:
        log_action(actor=actor, now=now, action="robot.unmarked", target=player, reason=reason)
