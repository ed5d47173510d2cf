"""Storing new facts with all that follows from them."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models.functions import Coalesce
from django.utils.translation import gettext as _

from players.actors import Actor
from players.services import log_action
from tantrix_site.errors import Conflict, NotPermitted
from tournaments.formats.errors import ImpactError
from tournaments.formats.facts import Decision, DecisionKind, Exit, Facts
from tournaments.formats.fold import Folded, fold
from tournaments.formats.fold import MatchState as CoreState
from tournaments.formats.graph import EntryId, MatchId
from tournaments.formats.impact import Applied, ImpactPlan, applied, impact
from tournaments.formats.snapshot import snapshot
from tournaments.models import (
    Event,
    EventState,
    GameResult,
    Match,
    Report,
    Stage,
    StageKind,
    StageState,
)
from tournaments.models.report import LIVE_STATES
from tournaments.selectors.boards import with_boards
from tournaments.selectors.stages import Loaded, exits_in, load, load_match_stage
from tournaments.selectors.swiss import last_round
from tournaments.services.access import may_organise, raise_version, require_open_stage
from tournaments.services.boards import follow_boards
from tournaments.services.figures import core_result
from tournaments.services.folding import note_places, write_cache
from tournaments.services.refolding import refold
from tournaments.services.storing import end_old_pairings, restore_games, store_decision
from tournaments.services.telling_matches import tell_open


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
        store_decision(actor, now, decision, reason)
    change = write_cache(loaded, done.folded)
    # one who lost a place and has it again, because an earlier result was brought back, begins there anew
    last = {decision.match: decision.kind for decision in done.appended}
    voided = {match for match, kind in last.items() if kind is DecisionKind.VOID}
    if change.repaired or voided:
        end_old_pairings(now, done.folded, change.repaired, voided)
    opened = [match for match in change.touched if done.folded.matches[match].state is CoreState.OPEN]
    tell_open(now, loaded.event, opened)
    if not loaded.of_boards:
        anew = {match for match in voided if match not in change.repaired}
        back = {decision.match for decision in (*decisions, *done.appended) if decision.reinstates is not None}
        follow_boards(
            actor=actor, now=now, event=loaded.event, stage=loaded.stage,
            team_matches={*change.touched, *voided, *back}, anew=anew, back=back, reason=reason,
        )  # fmt: skip
    for decision in done.appended:
        _log_consequence(actor, now, loaded, decision, reason)
        if decision.reinstates is not None:
            restore_games(actor=actor, now=now, match_id=decision.match, occupants=decision.occupants, reason=reason)
    event = loaded.event
    if event.state == EventState.FINISHED and not done.folded.is_finished and not loaded.of_boards:
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
        # at the boards of a team match as well
        whole = Coalesce("match__team_match", "match")
        here = with_boards(others)
        found |= set(GameResult.objects.filter(match__in=here, current=True).values_list(whole, flat=True))
        found |= set(Report.objects.filter(match__in=here, state__in=LIVE_STATES).values_list(whole, flat=True))
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
    """The facts once a match has that decision, if there is one, and in a table or at a board those games.

    How many games an entry has played decides whether it stays in a group that it left (`docs/regulations.md` 3.5).
    """
    after = loaded.facts
    if games is not None and (loaded.stage.is_table or loaded.of_boards):
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
    refold(event, stage, now=now)


def _with_exits(facts: Facts, exits: Mapping[EntryId, Exit]) -> Facts:
    """The facts with these exits instead of those that counted."""
    for entry in sorted(facts.exits):
        if facts.exits[entry] != exits.get(entry):
            facts = facts.without_exit(entry)
    for entry in sorted(exits.keys() - facts.exits.keys()):
        facts = facts.with_exit(exits[entry])
    return facts
