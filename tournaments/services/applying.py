"""Storing new facts with all that follows from them."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from games.services import lock_records_of_game
from players.actors import Actor
from players.services import log_action
from ratings.selectors.casual import counts_casually
from tantrix_site.errors import Conflict, NotPermitted
from tournaments.formats.errors import ImpactError
from tournaments.formats.facts import Decision, DecisionKind, Exit, Facts
from tournaments.formats.fold import Folded, fold
from tournaments.formats.graph import EntryId, MatchId
from tournaments.formats.impact import Applied, ImpactPlan, applied, impact
from tournaments.formats.snapshot import snapshot
from tournaments.models import Decision as DecisionRow
from tournaments.models import (
    Ended,
    Event,
    EventState,
    GameResult,
    Match,
    Report,
    ReportState,
    Signature,
    Stage,
    StageKind,
    StageState,
)
from tournaments.models.report import LIVE_STATES
from tournaments.selectors.stages import Loaded, exits_in, load, load_match_stage
from tournaments.selectors.swiss import last_round
from tournaments.services.access import may_organise, raise_version, require_open_stage
from tournaments.services.figures import core_result
from tournaments.services.folding import note_places, refold, write_cache


def apply_facts(
    *,
    actor: Actor,
    now: datetime,
    loaded: Loaded,
    after: Facts,
    decisions: Sequence[Decision] = (),
    digest: str | None = None,
    reinstate: Collection[MatchId] = (),
    reason: str = "",
) -> Folded:
    """Store `decisions` (the new ones among `after`) with their consequences and bring the cache up to date.

    Decisions that lose their ground become VOID; results and reports of pairings that are no more stop counting; what
    was chosen is brought back with its games. A change on which nothing was built yet needs no `digest`: only the next
    opponent of somebody becomes another. Raises Conflict `result_depends` with the plan and its digest when something
    depends on the change and no digest was given, `plan_changed` when the plan is another by now, and
    `not_reinstatable`.
    """
    try:
        done = _applied(loaded, after, digest, reinstate)
    except ImpactError as error:
        raise _told(error, loaded, after) from error
    for decision in (*decisions, *done.appended):
        _store_decision(actor, now, decision, reason)
    change = write_cache(loaded, done.folded)
    # one who lost a place and has it again, because an earlier result was brought back, begins there anew
    last = {decision.match: decision.kind for decision in done.appended}
    voided = {match for match, kind in last.items() if kind is DecisionKind.VOID}
    if change.repaired or voided:
        _end_old_pairings(now, done.folded, change.repaired, voided)
    for decision in done.appended:
        _log_consequence(actor, now, loaded, decision, reason)
        if decision.reinstates is not None:
            restore_games(actor=actor, now=now, match_id=decision.match, occupants=decision.occupants, reason=reason)
    event = loaded.event
    if event.state == EventState.FINISHED and not done.folded.is_finished:
        event.state = EventState.RUNNING
        event.finished_at = None
        event.save(update_fields=["state", "finished_at"])
        log_action(actor=actor, now=now, action="event.reopened", target=event, scope=event, reason=reason)
    raise_version(event)
    return done.folded


def _applied(loaded: Loaded, after: Facts, digest: str | None, reinstate: Collection[MatchId]) -> Applied:
    try:
        return applied(loaded.structure, loaded.facts, after, digest=digest, reinstate=reinstate)
    except ImpactError as error:
        if error.code != "plan_not_seen":
            raise
        plan = impact(loaded.structure, loaded.facts, after)
        if depends_on(plan):
            raise
        return applied(loaded.structure, loaded.facts, after, digest=plan.digest, reinstate=reinstate)


def depends_on(plan: ImpactPlan) -> list[MatchId]:
    """The matches in which something was built on what a plan changes.

    A decision that falls or may come back, a walkover made or taken away, a game reported or counted between two who
    would no longer meet.
    """
    found = {lost.decision.match for lost in plan.voided} | {offer.decision.match for offer in plan.reinstatable}
    found |= {change.match for change in plan.walkovers}
    others = [change.match for change in plan.slots if not change.is_fill]
    if others:
        found |= set(GameResult.objects.filter(match__in=others, current=True).values_list("match", flat=True))
        found |= set(Report.objects.filter(match__in=others, state__in=LIVE_STATES).values_list("match", flat=True))
    return sorted(found)


def plan_as_extra(loaded: Loaded, after: Facts) -> dict[str, Any]:
    """The plan for an answer to a program: ids, match numbers, what depends, and the digest to send back."""
    plan = impact(loaded.structure, loaded.facts, after)
    depends = depends_on(plan)
    told = {change.match for change in plan.slots} | {change.match for change in plan.winners}
    return {
        "digest": plan.digest,
        "depends": sorted(loaded.number(match) for match in depends),
        "numbers": {str(match): loaded.number(match) for match in sorted(told.union(depends))},
        "plan": plan.as_dict(),
    }


def _told(error: ImpactError, loaded: Loaded, after: Facts) -> Conflict:
    extra = plan_as_extra(loaded, after)
    if error.code == "plan_not_seen":
        message = _("Something depends on this. Look at what would change, then send the plan's digest back.")
        return Conflict("result_depends", message, extra)
    if error.code == "plan_changed":
        message = _("Meanwhile something else happened, and the consequences are no longer those you saw.")
        return Conflict("plan_changed", message, extra)
    return Conflict("not_reinstatable", _("This result cannot be brought back by itself."), extra)


def _store_decision(actor: Actor, now: datetime, decision: Decision, reason: str) -> DecisionRow:
    if decision.supersedes is not None:
        DecisionRow.objects.filter(match=decision.match, current=True).update(current=False)
    cause = decision.voided_by
    tp = decision.tp or (None, None)
    return DecisionRow.objects.create(
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


def _log_consequence(actor: Actor, now: datetime, loaded: Loaded, decision: Decision, reason: str) -> None:
    action = "match.voided" if decision.kind is DecisionKind.VOID else "match.reinstated"
    log_action(
        actor=actor,
        now=now,
        action=action,
        target=Match(pk=decision.match),
        scope=loaded.event,
        data={"match": loaded.number(decision.match), "version": decision.version},
        reason=reason,
    )


def _end_old_pairings(now: datetime, folded: Folded, repaired: Sequence[MatchId], voided: Collection[MatchId]) -> None:
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
    if counts_casually(keys):
        raise counted
    try:
        with transaction.atomic():
            GameResult.objects.bulk_create(restored)
    except IntegrityError as error:
        raise counted from error
    return restored


@dataclass(frozen=True)
class Planned:
    """What a change would do: the core's plan, and the loaded state to name its matches and entries."""

    plan: ImpactPlan
    loaded: Loaded
    after: Facts
    decision: Decision | None = None


def load_for_correction(event: Event, match: Match) -> Loaded:
    """What a correction of the match may touch, with its history.

    Raises Conflict `event_not_started`, `not_drawn`, and `stage_finished` where a later stage was drawn from the
    standings: the stage is opened again first.
    """
    if event.state not in (EventState.RUNNING, EventState.FINISHED):
        raise Conflict("event_not_started", _("The event has not started."))
    require_open_stage(match.stage)
    loaded = load_match_stage(event, match, history=True)
    if loaded is None:
        raise Conflict("not_drawn", _("There is no draw."))
    return loaded


def require_correctable(actor: Actor, event: Event, match: Match) -> bool:
    """Whether the actor may correct a match of that age; True where it is a privileged act.

    In a Swiss stage the round being played and the one before it are free to an arbiter; what is older was the ground
    of published pairings, which stay, and takes an organiser. Raises NotPermitted `old_round`.
    """
    if match.stage.kind != StageKind.SWISS or match.round >= last_round(match.stage) - 1:
        return False
    if not may_organise(actor, event):
        raise NotPermitted(
            "old_round",
            _("Two rounds have been paired since this one; only an organiser may still correct it."),
            {"round": match.round},
        )
    return True


def facts_with(
    loaded: Loaded, match: MatchId, decision: Decision | None, games: Sequence[GameResult] | None = None
) -> Facts:
    """The facts once a match has that decision, if there is one, and in a table those games.

    How many games an entry has played decides whether it stays in a group that it left (`docs/regulations.md` 3.5).
    """
    after = loaded.facts
    if games is not None and loaded.stage.is_table:
        after = after.with_games(match, [core_result(game) for game in games])
    return after if decision is None else after.with_decision(decision)


def apply_decision(
    actor: Actor,
    now: datetime,
    loaded: Loaded,
    after: Facts,
    decision: Decision | None,
    digest: str | None,
    reinstate: Collection[MatchId],
    reason: str,
) -> None:
    """Store a corrected decision with its consequences; where the facts stay as they are only note that it was done."""
    if after == loaded.facts:
        raise_version(loaded.event)
    else:
        apply_facts(
            actor=actor, now=now, loaded=loaded, after=after, decisions=[] if decision is None else [decision],
            digest=digest, reinstate=reinstate, reason=reason,
        )  # fmt: skip
    note_correction(actor, now, loaded, reason)


def note_correction(actor: Actor, now: datetime, loaded: Loaded, reason: str) -> None:
    """A finished stage that fed nobody has its final standings noted anew; one with an open match runs again."""
    stage = loaded.stage
    if stage.state != StageState.FINISHED:
        return
    whole = load(stage, loaded.event)
    if whole is None:
        return
    folded = fold(whole.structure, whole.facts)
    if not folded.is_finished:
        run_again(actor, now, loaded.event, stage, reason)
        return
    stage.snapshot = snapshot(folded).as_json()
    stage.save(update_fields=["snapshot"])
    note_places(loaded.event, stage)


def run_again(actor: Actor, now: datetime, event: Event, stage: Stage, reason: str) -> None:
    """A finished stage is being played again.

    Who left or came back since it was closed now has done so in this stage too: what loses its ground by that becomes
    VOID, and can be brought back as after a correction.
    """
    stage.event = event
    closed = load(stage, event, history=True)
    stage.state, stage.closed_at = StageState.RUNNING, None
    stage.save(update_fields=["state", "closed_at"])
    if closed is not None:
        after = _with_exits(closed.facts, {gone.entry: gone for gone in exits_in(stage)})
        if after.exits != closed.facts.exits:
            digest = impact(closed.structure, closed.facts, after).digest
            apply_facts(actor=actor, now=now, loaded=closed, after=after, digest=digest, reason=reason)
    refold(event, stage)


def _with_exits(facts: Facts, exits: Mapping[EntryId, Exit]) -> Facts:
    """The facts with these exits instead of those that counted."""
    for entry in sorted(facts.exits):
        if facts.exits[entry] != exits.get(entry):
            facts = facts.without_exit(entry)
    for entry in sorted(exits.keys() - facts.exits.keys()):
        facts = facts.with_exit(exits[entry])
    return facts
