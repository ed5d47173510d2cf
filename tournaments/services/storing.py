"""Writing the rows of facts: decisions, and which games count after two no longer meet or meet again."""

from collections.abc import Collection, Sequence
from datetime import datetime

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from games.services import lock_records_of_game
from players.actors import Actor
from tantrix_site.compiled import insert
from tantrix_site.errors import Conflict
from tournaments.formats.facts import Decision
from tournaments.formats.fold import Folded
from tournaments.formats.graph import EntryId, MatchId
from tournaments.models import Decision as DecisionRow
from tournaments.models import Ended, GameResult, Report, ReportState, Signature
from tournaments.models.report import LIVE_STATES
from tournaments.selectors.claims import counts_outside_matches


def store_decision(actor: Actor, now: datetime, decision: Decision, reason: str) -> DecisionRow:
    """Append a version of a match's decision; the one before stops counting."""
    if decision.supersedes is not None:
        DecisionRow.objects.filter(match=decision.match, current=True).update(current=False)
    cause = decision.voided_by
    tp = decision.tp or (None, None)
    row = DecisionRow(
        match_id=decision.match,
        version=decision.version,
        kind=decision.kind.value,
        left_id=decision.occupants[0],
        right_id=decision.occupants[1],
        winner_side=decision.winner,
        tp_left=tp[0],
        tp_right=tp[1],
        void_cause="" if cause is None else cause.kind.value,
        void_match_id=None if cause is None else cause.match,
        void_version=None if cause is None else cause.version,
        void_entry_id=None if cause is None else cause.entry,
        reinstates=decision.reinstates,
        excused=decision.excused,
        at=now,
        user=actor.user,
        player=actor.player,
        via=actor.via,
        reason=reason,
    )
    insert(row)
    return row


def end_old_pairings(now: datetime, folded: Folded, repaired: Sequence[MatchId], voided: Collection[MatchId]) -> None:
    """Games and live reports of two who no longer meet in a match, or whose decision fell, stop counting there.

    The rows stay, and the games count again with the decision when it is brought back.
    """
    touched = {*repaired, *voided}
    results = GameResult.objects.filter(match__in=touched, current=True).values_list("pk", "match", "left", "right")
    gone = [pk for pk, match, *pair in results if match in voided or folded[match].occupants != tuple(pair)]
    if gone:
        GameResult.objects.filter(pk__in=gone).update(current=False, ended=Ended.PAIRING)
    reports = Report.objects.filter(match__in=touched, state__in=LIVE_STATES).values_list(
        "pk", "match", "left", "right"
    )
    closed = [pk for pk, match, *pair in reports if match in voided or folded[match].occupants != tuple(pair)]
    if closed:
        Report.objects.filter(pk__in=closed).update(state=ReportState.SUPERSEDED, closed_at=now)


def restore_games(
    *, actor: Actor, now: datetime, match_id: int, occupants: tuple[EntryId, EntryId], reason: str
) -> list[GameResult]:
    """Let the games of a pairing that ended with it count again, as new versions.

    Raises Conflict `game_counted` if one of them has been counted somewhere else in the meantime.
    """
    rows = GameResult.objects.filter(match=match_id).order_by("number", "version")
    last: dict[int, GameResult] = {}
    highest: dict[int, int] = {}
    counting: set[int] = set()
    for row in rows:
        highest[row.number] = row.version
        if row.current:
            counting.add(row.number)
        if (row.left_id, row.right_id) == occupants:
            last[row.number] = row
    last = {n: row for n, row in last.items() if row.ended == Ended.PAIRING and n not in counting}
    if not last:
        return []
    restored: list[GameResult] = []
    for number, row in sorted(last.items()):
        row.pk = None
        row._state.adding = True
        row.version = highest[number] + 1
        row.current, row.ended = True, ""
        row.signature = Signature.REINSTATED
        row.at, row.user, row.player, row.via, row.reason = now, actor.user, actor.player, actor.via, reason
        restored.append(row)
    counted = Conflict(
        "game_counted", _("One of these games has been counted elsewhere since."), {"games": sorted(last)}
    )
    keys = sorted(row.game_key for row in restored if row.game_key)
    for key in keys:
        lock_records_of_game(key)
    if keys and counts_outside_matches(keys):
        raise counted
    try:
        with transaction.atomic():
            GameResult.objects.bulk_create(restored)
    except IntegrityError as error:
        raise counted from error
    return restored
