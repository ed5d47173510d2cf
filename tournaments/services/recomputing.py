"""Working out an event anew from its structure and facts, and comparing that with what is stored.

Four things are stored that follow from others: the cache of the fold; the standings and places noted when a stage was
closed; the pairing of each Swiss round that no person changed; and the lines or groups of each draw.
"""

import json
from collections.abc import Mapping

from tournaments.formats.snapshot import snapshot
from tournaments.formats.swiss import ENGINE_VERSION, SwissRound, pair_round
from tournaments.models import Draw, Event, Match, PairingRun, RunState, Stage, StageState
from tournaments.selectors.feeding import stored_snapshot
from tournaments.selectors.stages import FoldedStage, faults_of, folded_stages
from tournaments.services.draws import is_repeated
from tournaments.services.folding import places_of_others


def recompute(event: Event, folded: Mapping[int, FoldedStage] | None = None) -> list[str]:
    """Where what is stored of an event is not what follows, one line each; reads only.

    `folded` are its stages that have a draw, where they are read already.
    """
    folded = folded_stages(event) if folded is None else folded
    faults = faults_of(event, folded)
    for stage in Stage.objects.filter(event=event).order_by("number"):
        stage.event = event
        where = f"{event.slug} stage {stage.number}"
        faults += [
            f"{where}: {fault}"
            for fault in (*_noted(event, stage, folded.get(stage.number)), *_pairings(stage), *_draws(stage))
        ]
    return faults


def _noted(event: Event, stage: Stage, found: FoldedStage | None) -> list[str]:
    """The standings of a closed stage, from which the next one was drawn, and the places of those who stayed behind."""
    shown = stored_snapshot(stage)
    if stage.state != StageState.FINISHED:
        return []
    if shown is None or found is None:
        return ["closed without its standings"]
    faults = []
    if snapshot(found.folded) != shown:
        faults.append("other standings were noted when it was closed")
    if (stage.snapshot or {}).get("places") != places_of_others(event, stage, shown):
        faults.append("other places were noted for those who do not go on")
    return faults


def _pairings(stage: Stage) -> list[str]:
    """Each published round is paired again from its stored input; one that a person changed only has its matches."""
    faults = []
    for run in PairingRun.objects.filter(stage=stage, state=RunState.PUBLISHED).order_by("round"):
        if _pairs_of_matches(stage, run.round) != _pairs_of(run):
            faults.append(f"round {run.round} has other matches than its pairing")
        given = SwissRound.from_dict(run.input)
        if given.digest != run.digest:
            faults.append(f"round {run.round}: the digest is not that of its input")
        if run.manual or run.engine != ENGINE_VERSION:
            continue
        found = pair_round(given)
        bye = None if found.bye is None else found.bye.entry
        if ([list(pair) for pair in found.pairs], bye) != (run.pairs, run.bye_id):
            faults.append(f"round {run.round} is paired otherwise from the same input")
        elif json.loads(json.dumps(found.as_dict())) != run.outcome:
            faults.append(f"round {run.round} is explained otherwise")
    return faults


def _pairs_of(run: PairingRun) -> set[frozenset[int]]:
    byes = set() if run.bye_id is None else {frozenset((run.bye_id,))}
    return {frozenset(pair) for pair in run.pairs} | byes


def _pairs_of_matches(stage: Stage, number: int) -> set[frozenset[int]]:
    matches = Match.objects.filter(stage=stage, round=number).prefetch_related("slots")
    return {
        frozenset(slot.source_entry_id for slot in match.slots.all() if slot.source_entry_id is not None)
        for match in matches
    }


def _draws(stage: Stage) -> list[str]:
    """The draw in force is made again from its lot."""
    draw = Draw.objects.filter(stage=stage, current=True).select_related("stage__event").first()
    return ["the draw comes out otherwise from its lot"] if draw is not None and is_repeated(draw) is False else []
