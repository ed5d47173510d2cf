"""What new facts would change: the plan that is shown before a correction is applied.

The way of a correction: make the new facts, ask `impact` for the plan, show it unless it
`is_empty`, and call `applied` with the digest the person saw. The plan says which stored
decisions lose their ground and become VOID, and which earlier ones could be brought back because
what voided them was itself reversed (`docs/regulations.md` 3.2). Nothing comes back unasked.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from .causes import changes_between, root_causes
from .deciding import next_decision
from .errors import ImpactError
from .facts import Cause, CauseKind, Decision, DecisionKind, Facts
from .fold import Folded, MatchState, fold, refold
from .graph import MatchId, Occupant, Structure
from .places import places_of, rankings
from .plan import ImpactPlan, PlaceChange, Reinstatable, SlotChange, Voided, WalkoverChange, WinnerChange

__all__ = [
    "Applied",
    "ImpactPlan",
    "PlaceChange",
    "Reinstatable",
    "SlotChange",
    "Voided",
    "WalkoverChange",
    "WinnerChange",
    "applied",
    "fallen_decision",
    "impact",
]


@dataclass(frozen=True)
class Applied:
    """The facts once a plan was applied, the decisions to store, in order, and the new state.

    `appended` holds the VOIDs and reinstatements only; the new facts that were asked for are the
    caller's own.
    """

    facts: Facts
    appended: tuple[Decision, ...]
    folded: Folded


def impact(structure: Structure, before: Facts, after: Facts) -> ImpactPlan:
    """What follows if the facts `before` become `after`.

    `after` is made from `before` by `Facts.with_decision`, `with_exit`, `without_exit` or by
    other seeds. Decisions that count before but no longer find their occupants are listed as
    voided with the new fact at the root of it; so are decisions that were stale already. What
    may be reinstated is looked for in `after.earlier`; without it nothing is offered.
    """
    old = fold(structure, before)
    new = refold(old, after)
    changes = changes_between(structure, before, after)
    causes = root_causes(old, new, changes)
    return ImpactPlan(
        changes=changes,
        slots=tuple(
            SlotChange(node.id, slot, old[node.id].occupants[slot], new[node.id].occupants[slot])
            for node in structure.order
            for slot in (0, 1)
            if old[node.id].occupants[slot] != new[node.id].occupants[slot]
        ),
        winners=tuple(
            WinnerChange(node.id, old[node.id].winner, new[node.id].winner)
            for node in structure.order
            if old[node.id].winner != new[node.id].winner
        ),
        walkovers=_walkovers(structure, old, new),
        voided=tuple(Voided(after.decisions[match], new[match].occupants, causes[match]) for match in new.stale),
        reinstatable=_reinstatable(structure, old, new, causes),
        places=_places(structure, old, new),
    )


def applied(
    structure: Structure,
    before: Facts,
    after: Facts,
    *,
    digest: str | None = None,
    reinstate: Collection[MatchId] = (),
) -> Applied:
    """The facts `after` with all consequences, and those decisions brought back that were chosen.

    `digest` is that of the plan which was seen and agreed to; None is allowed only for an empty
    plan. Raises `ImpactError`: "plan_changed" if the plan is another by now, "plan_not_seen" if
    there is one and no digest was given, "not_reinstatable" if a chosen match is not offered or
    rests upon one that was not chosen.
    """
    plan = impact(structure, before, after)
    if digest is None and not plan.is_empty:
        raise ImpactError("plan_not_seen", "This change has consequences that were not agreed to.", digest=plan.digest)
    if digest is not None and digest != plan.digest:
        raise ImpactError("plan_changed", "The consequences are no longer those that were shown.", digest=plan.digest)
    offered = {offer.decision.match: offer for offer in plan.reinstatable}
    chosen = set(reinstate)
    for match in sorted(chosen):
        if match not in offered or not chosen.issuperset(offered[match].needs):
            raise ImpactError("not_reinstatable", f"Match {match} cannot be reinstated by itself.", match=match)
    facts, appended = _with_voids(after, plan)
    for offer in plan.reinstatable:
        if offer.decision.match in chosen:
            decision = _again(facts, offer.decision)
            facts = facts.with_decision(decision)
            appended.append(decision)
    return Applied(facts, tuple(appended), fold(structure, facts))


def fallen_decision(facts: Facts, match: MatchId, occupants: tuple[Occupant, Occupant]) -> Decision | None:
    """The latest decision once made for these occupants, if it fell by a consequence.

    None if they have had no decision in this match, or if an arbiter took it away by will.
    """
    follower = facts.decisions.get(match)
    while follower is not None and follower.supersedes is not None:
        earlier = facts.earlier.get((match, follower.supersedes))
        if earlier is None:
            return None
        if earlier.kind is not DecisionKind.VOID and earlier.occupants == occupants:
            cause = follower.voided_by
            return earlier if cause is not None and cause.kind is not CauseKind.CLEARED else None
        follower = earlier
    return None


def _with_voids(after: Facts, plan: ImpactPlan) -> tuple[Facts, list[Decision]]:
    appended: list[Decision] = []
    for lost in plan.voided:
        old = lost.decision
        void = next_decision(after, old.match, DecisionKind.VOID, old.occupants, voided_by=lost.by)
        after = after.with_decision(void)
        appended.append(void)
    return after, appended


def _again(facts: Facts, old: Decision) -> Decision:
    return next_decision(
        facts, old.match, old.kind, old.occupants, old.winner, tp=old.tp, reinstates=old.version, excused=old.excused
    )


def _reinstatable(
    structure: Structure, old: Folded, new: Folded, causes: Mapping[MatchId, Cause]
) -> tuple[Reinstatable, ...]:
    """Offers, upstream first; each is made on the assumption that all before it are accepted."""
    offers: list[Reinstatable] = []
    facts, state = new.facts, new
    for node in structure.order:
        match, now = node.id, state[node.id]
        playable = now.state in (MatchState.OPEN, MatchState.WALKOVER)
        if not playable or now.occupants == old[match].occupants:
            continue
        candidate = fallen_decision(facts, match, now.occupants)
        if candidate is None:
            continue
        base = facts
        if match in new.stale:
            former = facts.decisions[match].occupants
            base = facts.with_decision(next_decision(facts, match, DecisionKind.VOID, former, voided_by=causes[match]))
        base = base.with_decision(_again(base, candidate))
        tried = refold(state, base)
        if not set(tried.stale) <= set(state.stale):
            continue  # a walkover stands here by now and others have played on because of it
        upstream = structure.upstream(match)
        needs = tuple(offer.decision.match for offer in offers if offer.decision.match in upstream)
        offers.append(Reinstatable(candidate, needs))
        facts, state = base, tried
    return tuple(offers)


def _walkovers(structure: Structure, old: Folded, new: Folded) -> tuple[WalkoverChange, ...]:
    found: list[WalkoverChange] = []
    for node in structure.order:
        was, will = old[node.id], new[node.id]
        before = was.out if was.state is MatchState.WALKOVER else ()
        after = will.out if will.state is MatchState.WALKOVER else ()
        if before != after:
            if before:
                found.append(WalkoverChange(node.id, before, made=False))
            if after:
                found.append(WalkoverChange(node.id, after, made=True))
    return tuple(found)


def _places(structure: Structure, old: Folded, new: Folded) -> tuple[PlaceChange, ...]:
    found: list[PlaceChange] = []
    for ranking in rankings(structure):
        before, after = places_of(old, ranking), places_of(new, ranking)
        found += [
            PlaceChange(ranking, entry, before.get(entry), after.get(entry))
            for entry in sorted({*before, *after})
            if before.get(entry) != after.get(entry)
        ]
    return tuple(found)
