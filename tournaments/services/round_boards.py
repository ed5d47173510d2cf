"""Opening the boards of all matches of a round at once (`docs/regulations.md` 6.1)."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from players.actors import Actor
from tantrix_site.errors import InvalidInput, NotPermitted
from tournaments.models import Match
from tournaments.selectors.round_line_ups import open_team_matches, round_line_ups
from tournaments.services.access import lock_event, require_organiser
from tournaments.services.line_ups import open_boards
from tournaments.services.team_access import require_team_event


@transaction.atomic
def open_round_boards(
    *,
    actor: Actor,
    now: datetime,
    event_id: int,
    round_number: int,
    stage_number: int = 1,
    bracket: str | None = None,
) -> tuple[Match, ...]:
    """An organiser fixes the line-ups of a round without waiting; the matches whose boards opened, all of them or none.

    A team that sent none plays in its last order. Matches whose teams are not known yet, that are decided or open
    already are left alone, so that doing it twice changes nothing; so are those of a team for which the actor plays or
    acts, which are somebody else's to open. Raises NotPermitted `not_organiser`; InvalidInput `unknown_round`; Conflict
    `not_for_teams`, `event_not_started`, `event_finished`, `stage_finished`.
    """
    event = lock_event(event_id)
    require_organiser(actor, event)
    require_team_event(event)
    known = Match.objects.filter(event=event, stage__number=stage_number, round=round_number)
    if not (known if bracket is None else known.filter(bracket=bracket)).exists():
        raise InvalidInput("unknown_round", _("There is no such round."), field="round")
    matches = open_team_matches(event, stage=stage_number, round_number=round_number, bracket=bracket)
    closed = [row.match for row in round_line_ups(event, matches) if not row.is_open]
    opened = []
    for match in closed:
        try:
            opened.append(open_boards(actor=actor, now=now, match_id=match.pk))
        except NotPermitted as error:
            if error.code != "own_match":
                raise
    return tuple(opened)
