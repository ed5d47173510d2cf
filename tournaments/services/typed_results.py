"""Results typed row by row from score sheets: each stored once, and looked at by a second person where wanted."""

from datetime import datetime
from typing import Final

from django.db import transaction
from django.utils.translation import gettext as _

from players.actors import Actor
from players.services import log_action
from tantrix_site.errors import Conflict, NotFound, NotPermitted
from tournaments.models import Event, GameResult, ResultCheck, Signature, SittingScore
from tournaments.services.access import (
    lock_event,
    lock_match,
    raise_version,
    require_arbiter,
    require_organiser,
    require_running,
    require_version,
)
from tournaments.services.figures import GameFigures
from tournaments.services.once import do_once
from tournaments.services.plain_text import plain_lines
from tournaments.services.rulings import enter_result
from tournaments.services.sitting_scores import TableFigures, enter_score

MOST_REASON: Final = 500


@transaction.atomic
def enter_row(
    *, actor: Actor, now: datetime, match_id: int, number: int, figures: GameFigures, key: str,
    sides: tuple[int, int] | None = None, reason: str = "", expected_version: int | None = None,
) -> GameResult:  # fmt: skip
    """A row of the quick entry. The same `key` sent again, as after an answer that got lost, stores nothing twice.

    Raises as `enter_result` and, for the key, as `do_once`.
    """

    def act() -> int:
        result = enter_result(
            actor=actor, now=now, match_id=match_id, number=number, figures=figures, sides=sides, reason=reason,
            expected_version=expected_version,
        )  # fmt: skip
        return result.pk

    body = f"{number}:{figures}:{sides}:{reason}".encode()
    made = do_once(actor=actor, now=now, key=key, operation=f"enter M{match_id}", body=body, act=act)
    return GameResult.objects.get(pk=made)


@transaction.atomic
def enter_table_row(
    *, actor: Actor, now: datetime, sitting_id: int, number: int, figures: TableFigures, key: str,
    expected_version: int | None = None,
) -> SittingScore:  # fmt: skip
    """The row of a table of three and four, or of doubles, as `enter_row`. A game that counts is not changed by it:
    that is a correction, which needs a reason. Raises as `enter_score` and `do_once`."""

    def act() -> int:
        score = enter_score(
            actor=actor, now=now, sitting_id=sitting_id, number=number, figures=figures,
            expected_version=expected_version,
        )  # fmt: skip
        return score.pk

    body = f"{number}:{figures.tiles}:{figures.deadlock}".encode()
    made = do_once(actor=actor, now=now, key=key, operation=f"enter table {sitting_id}", body=body, act=act)
    return SittingScore.objects.get(pk=made)


@transaction.atomic
def check_result(*, actor: Actor, now: datetime, result_id: int, accepted: bool, reason: str = "") -> ResultCheck:
    """A second person says whether a typed game stands as on the sheet. A game that is not right goes to the arbiters,
    who correct it; the result itself does not change. The same said again changes nothing.

    Raises NotPermitted `not_arbiter`, `own_match`, `own_typing`; NotFound `result_not_found`; Conflict
    `result_replaced`, `checked_already`, `event_not_started`, `event_finished`; InvalidInput as `plain_lines`.
    """
    match_id = GameResult.objects.filter(pk=result_id, signature=Signature.ORGANISER).values_list("match", flat=True)
    found = match_id.first()
    if found is None:
        raise NotFound("result_not_found", _("There is no such typed result."))
    event, match = lock_match(found)
    require_arbiter(actor, event, match)
    require_running(event)
    reason = plain_lines(reason, MOST_REASON, "reason")
    result = GameResult.objects.select_related("check_row").get(pk=result_id)
    if not result.current:
        raise Conflict("result_replaced", _("Another version of this game counts by now."))
    if actor.user is not None and result.user_id == actor.user.pk:
        raise NotPermitted("own_typing", _("Somebody else has to look at what you typed."))
    before: ResultCheck | None = getattr(result, "check_row", None)
    if before is not None:
        if before.accepted == accepted:
            return before
        raise Conflict("checked_already", _("Somebody looked at this result already."), {"accepted": before.accepted})
    made = ResultCheck.objects.create(
        result=result, accepted=accepted, at=now, user=actor.user, player=actor.player, via=actor.via,
        reason=reason,
    )  # fmt: skip
    log_action(
        actor=actor, now=now, action="typed.accepted" if accepted else "typed.rejected", target=match, scope=event,
        data={"match": match.number, "game": result.number, "tiles": [result.tiles_left, result.tiles_right]},
        reason=reason,
    )  # fmt: skip
    return made


@transaction.atomic
def set_checking(*, actor: Actor, now: datetime, event_id: int, on: bool, expected_version: int | None = None) -> Event:
    """Whether a second person looks at typed results. Raises NotPermitted `not_organiser`; StaleVersion."""
    event = lock_event(event_id)
    require_organiser(actor, event)
    require_version(event.version, expected_version)
    if event.results_checked != on:
        event.results_checked = on
        event.save(update_fields=["results_checked"])
        log_action(
            actor=actor, now=now, action="typed.checking" if on else "typed.no_checking", target=event, scope=event,
            data={},
        )  # fmt: skip
        raise_version(event)
    return event
