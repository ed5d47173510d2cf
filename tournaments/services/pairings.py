"""The rounds of a Swiss stage: proposing a pairing, changing it by hand, publishing it, taking it back.

A proposal is seen by organisers only. A published pairing stands: it changes only by an explicit act with a reason, and
only where nothing was played yet (`docs/regulations.md` 5.3, 5.4).
"""

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from players.actors import Actor
from players.services import log_action
from tantrix_site.errors import Conflict, InvalidInput
from tournaments.formats.errors import PairingError
from tournaments.formats.fold import fold
from tournaments.formats.graph import BYE, EntryId, EntrySource, MatchNode, Source
from tournaments.formats.settings import SwissSettings
from tournaments.formats.swiss import PairingWarning, check_pairing, pair_round
from tournaments.models import (
    Decision,
    Entry,
    Event,
    GameResult,
    Match,
    PairingRun,
    Report,
    RunState,
    Stage,
    StageKind,
    StageState,
)
from tournaments.selectors.boards import boards_in, with_boards
from tournaments.selectors.stages import SWISS_TABLE, Part, load
from tournaments.selectors.swiss import SwissState, is_outdated, load_swiss, round_to_pair
from tournaments.services.access import lock_event, raise_version, require_organiser, require_running
from tournaments.services.draws import get_stage
from tournaments.services.folding import write_cache
from tournaments.services.hall_tables import number_new_round
from tournaments.services.structures import add_matches, drop_match_rows
from tournaments.services.telling_matches import tell_open

Pair = tuple[EntryId, EntryId]


@transaction.atomic
def propose_pairing(
    *,
    actor: Actor,
    now: datetime,
    event_id: int,
    stage_number: int = 1,
    fixed: Sequence[Pair] = (),
    fixed_bye: EntryId | None = None,
) -> PairingRun:
    """Pair the next round for organisers to look at; an earlier proposal is given up.

    `fixed` pairs and `fixed_bye` are kept as they are. The same standings, attendance and fixed pairs give the same
    pairing. Raises NotPermitted; NotFound `stage_not_found`; Conflict `event_not_started`, `not_swiss`,
    `stage_not_open`, `rounds_over`, `round_open` (naming the matches without result); InvalidInput for fixed pairs
    that cannot be.
    """
    event, stage, state = _locked_swiss(actor, event_id, stage_number)
    _require_next_round(state)
    try:
        given = round_to_pair(state, fixed=tuple(fixed), fixed_bye=fixed_bye)
    except PairingError as error:
        raise InvalidInput(error.code, _bad_pairing(error.code), dict(error.extra), field="pairs") from error
    if len(given.entries) < 2:
        raise Conflict("too_few_entries", _("Fewer than two entries are there for this round."))
    found = pair_round(given)
    PairingRun.objects.filter(stage=stage, state=RunState.DRAFT).update(state=RunState.DISCARDED)
    run = PairingRun.objects.create(
        stage=stage,
        round=given.round,
        number=_next_number(stage, given.round),
        state=RunState.DRAFT,
        engine=found.engine,
        lot=given.lot,
        digest=found.digest,
        input=given.as_dict(),
        outcome=found.as_dict(),
        pairs=[list(pair) for pair in found.pairs],
        bye_id=None if found.bye is None else found.bye.entry,
        manual=bool(fixed) or fixed_bye is not None,
        at=now, user=actor.user, player=actor.player, via=actor.via,
    )  # fmt: skip
    log_action(
        actor=actor, now=now, action="round.proposed", target=event, scope=event,
        data={"stage": stage.number, "round": run.round, "run": run.number, "digest": run.digest},
    )  # fmt: skip
    return run


@transaction.atomic
def edit_pairing(
    *,
    actor: Actor,
    now: datetime,
    event_id: int,
    stage_number: int = 1,
    pairs: Sequence[Pair],
    bye: EntryId | None,
    seen: str | None = None,
) -> PairingRun:
    """Change the proposal by hand. Doubts (`pairing_doubts`) are told and never forbid.

    `seen` is the mark of the proposal that was looked at. Raises NotPermitted; NotFound; Conflict `no_proposal`,
    `proposal_changed`; InvalidInput `bad_pairing` for an entry that stands in two
    places, plays itself or is not there for the round.
    """
    event, stage, _state = _locked_swiss(actor, event_id, stage_number)
    run = _draft(stage)
    _require_seen(run, seen)
    present = {item["entry"] for item in run.input["entries"]}
    _check_places(pairs, bye, present)
    run.pairs, run.bye_id, run.manual = [list(pair) for pair in pairs], bye, True
    run.save(update_fields=["pairs", "bye", "manual"])
    log_action(
        actor=actor, now=now, action="round.edited", target=event, scope=event,
        data={"stage": stage.number, "round": run.round, "run": run.number, "pairs": run.pairs, "bye": bye},
    )  # fmt: skip
    return run


def pairing_doubts(stage: Stage, pairs: Sequence[Pair], bye: EntryId | None) -> tuple[PairingWarning, ...]:
    """What is doubtful about a pairing of the next round made by hand; nothing is stored."""
    state = load_swiss(stage)
    if state is None:
        return ()
    return check_pairing(round_to_pair(state), list(pairs), bye)


@transaction.atomic
def publish_pairing(
    *,
    actor: Actor,
    now: datetime,
    event_id: int,
    stage_number: int = 1,
    run_number: int | None = None,
    seen: str | None = None,
    deadline: datetime | None = None,
    keep_outdated: bool = False,
) -> PairingRun:
    """Make the matches of the proposed round and show them to everybody.

    `run_number` is that of the proposal the organiser saw, `seen` its mark, of which changes by hand are part.
    Raises NotPermitted; NotFound; Conflict `no_proposal`, `proposal_changed` (another was made since),
    `pairing_outdated` when results, entries or attendance are no longer those it was made from, unless
    `keep_outdated`; `rounds_over`, `round_open`, `entry_left`, `no_pairs`.
    """
    event, stage, state = _locked_swiss(actor, event_id, stage_number)
    run = _draft(stage)
    if run_number is not None and run.number != run_number:
        raise _changed()
    _require_seen(run, seen)
    _require_next_round(state)
    if run.round != state.next_round:
        raise Conflict("pairing_outdated", _("That pairing is for another round."), {"round": state.next_round})
    _refuse_empty(run.pairs, run.round)
    _refuse_outdated(run, state, keep_outdated=keep_outdated)
    run.state, run.published_at = RunState.PUBLISHED, now
    run.save(update_fields=["state", "published_at"])
    pairs: list[Pair] = [(left, right) for left, right in run.pairs]
    _store_round(event, stage, state.settings, run.round, pairs, run.bye_id, deadline)
    _tell_round(now, event, stage, run.round)
    log_action(
        actor=actor, now=now, action="round.published", target=event, scope=event,
        data={"stage": stage.number, "round": run.round, "run": run.number, "pairs": run.pairs, "bye": run.bye_id},
    )  # fmt: skip
    raise_version(event)
    return run


@transaction.atomic
def discard_pairing(
    *, actor: Actor, now: datetime, event_id: int, stage_number: int = 1, seen: str | None = None
) -> None:
    """Give the proposal up. Raises NotPermitted; NotFound; Conflict `no_proposal`, `proposal_changed`."""
    event, stage, _state = _locked_swiss(actor, event_id, stage_number)
    run = _draft(stage)
    _require_seen(run, seen)
    run.state = RunState.DISCARDED
    run.save(update_fields=["state"])
    log_action(actor=actor, now=now, action="round.discarded", target=event, scope=event,
               data={"stage": stage.number, "round": run.round, "run": run.number})  # fmt: skip


@transaction.atomic
def unpublish_round(
    *,
    actor: Actor,
    now: datetime,
    event_id: int,
    stage_number: int = 1,
    reason: str,
    round_number: int | None = None,
) -> PairingRun:
    """Take the last published round back while nothing of it was played; its pairing becomes the proposal again.

    `round_number` is the round that is meant. Raises NotPermitted; NotFound; InvalidInput `reason_needed`; Conflict
    `no_round`, `not_last_round`, `round_played`.
    """
    event, stage, state = _locked_swiss(actor, event_id, stage_number)
    _require_reason(reason)
    run = _last_published(stage, state, round_number)
    matches = Match.objects.filter(stage=stage, round=run.round)
    _refuse_played(list(matches.values_list("pk", flat=True)))
    drop_match_rows(event, matches)
    PairingRun.objects.filter(stage=stage, state=RunState.DRAFT).update(state=RunState.DISCARDED)
    run.state, run.published_at = RunState.DRAFT, None
    run.save(update_fields=["state", "published_at"])
    log_action(
        actor=actor, now=now, action="round.unpublished", target=event, scope=event,
        data={"stage": stage.number, "round": run.round, "run": run.number}, reason=reason,
    )  # fmt: skip
    raise_version(event)
    return run


@transaction.atomic
def change_published_pairing(
    *,
    actor: Actor,
    now: datetime,
    event_id: int,
    stage_number: int = 1,
    pairs: Sequence[Pair],
    bye: EntryId | None,
    reason: str,
    seen: str | None = None,
    round_number: int | None = None,
) -> PairingRun:
    """Pair the last published round otherwise where nothing was played yet: the explicit act, with a reason.

    `round_number` is the round that is meant. `pairs` and `bye` say all of it. Pairs that stay keep their matches; a
    match on which something was reported cannot change. The earlier pairing is kept as history. Raises NotPermitted;
    NotFound; InvalidInput `reason_needed`, `bad_pairing`; Conflict `no_round`, `not_last_round`, `proposal_changed`,
    `round_played` (naming the matches), `no_change`, `no_pairs`, `entry_left` for one newly placed.
    """
    event, stage, state = _locked_swiss(actor, event_id, stage_number)
    _require_reason(reason)
    run = _last_published(stage, state, round_number)
    _require_seen(run, seen)
    _check_places(pairs, bye, set(state.loaded.facts.seeds.values()))
    _refuse_empty(pairs, run.round)
    if [list(pair) for pair in pairs] == run.pairs and bye == run.bye_id:
        raise Conflict("no_change", _("That is the pairing already."))
    standing: dict[frozenset[EntryId], int] = {}
    for found in state.folded.matches.values():
        if found.node.round == run.round:
            standing[frozenset(e for e in found.occupants if isinstance(e, int))] = found.node.id
    wanted = [frozenset(pair) for pair in pairs] + ([] if bye is None else [frozenset((bye,))])
    gone = [match for who, match in standing.items() if who not in wanted]
    _refuse_played(gone)
    drop_match_rows(event, Match.objects.filter(pk__in=gone))
    fresh: list[Pair] = [pair for pair in pairs if frozenset(pair) not in standing]
    fresh_bye = bye if bye is not None and frozenset((bye,)) not in standing else None
    _refuse_gone([entry for pair in fresh for entry in pair] + ([] if fresh_bye is None else [fresh_bye]), state)
    deadline = Match.objects.filter(stage=stage, round=run.round).values_list("deadline", flat=True).first()
    run.state = RunState.DISCARDED
    run.save(update_fields=["state"])
    number = _next_number(stage, run.round)
    made = PairingRun.objects.create(
        stage=stage, round=run.round, number=number, state=RunState.PUBLISHED, engine=run.engine, lot=run.lot,
        digest=run.digest, input=run.input, outcome=run.outcome, pairs=[list(pair) for pair in pairs], bye_id=bye,
        manual=True, published_at=now, at=now, user=actor.user, player=actor.player, via=actor.via, reason=reason,
    )  # fmt: skip
    _store_round(event, stage, state.settings, run.round, fresh, fresh_bye, deadline)
    _tell_round(now, event, stage, run.round)
    log_action(
        actor=actor, now=now, action="round.changed", target=event, scope=event,
        data={"stage": stage.number, "round": run.round, "run": number, "before": run.pairs, "pairs": made.pairs,
              "bye": [run.bye_id, bye]},
        reason=reason,
    )  # fmt: skip
    raise_version(event)
    return made


def _locked_swiss(actor: Actor, event_id: int, stage_number: int) -> tuple[Event, Stage, SwissState]:
    event = lock_event(event_id)
    require_organiser(actor, event)
    stage = get_stage(event, stage_number)
    if stage.kind != StageKind.SWISS:
        raise Conflict("not_swiss", _("This stage is not a Swiss; it has no rounds to pair."))
    require_running(event)
    state = load_swiss(stage)
    if state is None or stage.state != StageState.RUNNING:
        raise Conflict("stage_not_open", _("This stage does not run."))
    return event, stage, state


def _require_next_round(state: SwissState) -> None:
    if state.is_over:
        raise Conflict("rounds_over", _("All %(rounds)d rounds are paired.") % {"rounds": state.settings.rounds})
    if state.open_matches:
        raise Conflict(
            "round_open",
            _("Some matches of this round have no result yet."),
            {"matches": sorted(state.open_matches)},
        )


def _refuse_outdated(run: PairingRun, state: SwissState, *, keep_outdated: bool) -> None:
    _refuse_gone([e for pair in run.pairs for e in pair] + ([] if run.bye_id is None else [run.bye_id]), state)
    if not keep_outdated and is_outdated(run, state):
        raise Conflict(
            "pairing_outdated",
            _("Results, entries or attendance have changed since this pairing was made. Pair the round again."),
            {"round": run.round},
        )


def _refuse_gone(entries: Sequence[EntryId], state: SwissState) -> None:
    gone = [entry for entry in entries if entry in state.loaded.facts.exits]
    if gone:
        raise Conflict("entry_left", _("Somebody in this pairing has left. Pair the round again."), {"entries": gone})


def _refuse_empty(pairs: Sequence[object], round_: int) -> None:
    if not pairs:
        raise Conflict(
            "no_pairs",
            _("Nobody in this round has an opponent left. Close the stage, or pair the round by hand."),
            {"round": round_},
        )


def _store_round(
    event: Event,
    stage: Stage,
    settings: SwissSettings,
    number: int,
    pairs: Sequence[Pair],
    bye: EntryId | None,
    deadline: datetime | None,
) -> None:
    taken = set(Match.objects.filter(stage=stage, round=number).values_list("position", flat=True))
    free = (position for position in range(len(taken) + len(pairs) + 1) if position not in taken)
    sides: list[tuple[Source, Source]] = [(EntrySource(a), EntrySource(b)) for a, b in pairs]
    if bye is not None:
        sides.append((EntrySource(bye), BYE))
    nodes = tuple(
        MatchNode(
            id=index, number=index, round=number, position=position, sources=sources, games=settings.games,
            bracket=SWISS_TABLE, ranking=SWISS_TABLE, table=SWISS_TABLE,
        )
        for index, (position, sources) in enumerate(zip(free, sides, strict=False), start=1)
    )  # fmt: skip
    rows = add_matches(event, stage, nodes)
    stored = Match.objects.filter(pk__in=[row.pk for row in rows.values()])
    if deadline is not None:
        stored.update(deadline=deadline)
        boards_in(stored).update(deadline=deadline)
    loaded = load(stage, event, only=Part.of([row.pk for row in rows.values()]))
    if loaded is not None:
        write_cache(loaded, fold(loaded.structure, loaded.facts))
    number_new_round(event, stage, number, [row.pk for row in rows.values()])


def _tell_round(now: datetime, event: Event, stage: Stage, number: int) -> None:
    tell_open(now, event, list(Match.objects.filter(stage=stage, round=number).values_list("pk", flat=True)))


def _check_places(pairs: Sequence[Pair], bye: EntryId | None, present: set[EntryId]) -> None:
    places = [entry for pair in pairs for entry in pair] + ([] if bye is None else [bye])
    twice = sorted({entry for entry in places if places.count(entry) > 1})
    strangers = sorted({entry for entry in places if entry not in present})
    if twice:
        raise InvalidInput(
            "bad_pairing", _("An entry stands in two places."), {"twice": _named(twice)}, field="pairs"
        )  # fmt: skip
    if strangers:
        raise InvalidInput(
            "bad_pairing", _("An entry is not there for this round."), {"strangers": strangers}, field="pairs"
        )


def _named(entries: Sequence[EntryId]) -> list[dict[str, object]]:
    rows = Entry.objects.in_bulk(entries)
    return [{"entry": pk, "name": rows[pk].name if pk in rows else ""} for pk in entries]


def _refuse_played(matches: Sequence[int]) -> None:
    pks = list(matches)
    played: set[int] = set()
    for model in (Report, GameResult, Decision):
        played |= set(model.objects.filter(match__in=with_boards(pks)).values_list("match__number", flat=True))
    if played:
        raise Conflict(
            "round_played", _("Something was reported in these matches; they stand."), {"matches": sorted(played)}
        )


def _draft(stage: Stage) -> PairingRun:
    run = PairingRun.objects.filter(stage=stage, state=RunState.DRAFT).first()
    if run is None:
        raise Conflict("no_proposal", _("No pairing is proposed."))
    return run


def _last_published(stage: Stage, state: SwissState, meant: int | None) -> PairingRun:
    run = PairingRun.objects.filter(stage=stage, round=state.last_round, state=RunState.PUBLISHED).first()
    if run is None:
        raise Conflict("no_round", _("No round is published."))
    if meant is not None and meant != run.round:
        raise Conflict(
            "not_last_round",
            _("Only the last published round can be changed; that is round %(round)d.") % {"round": run.round},
            {"round": run.round},
        )
    return run


def _require_seen(run: PairingRun, seen: str | None) -> None:
    if seen is not None and seen != run.mark:
        raise _changed()


def _changed() -> Conflict:
    return Conflict("proposal_changed", _("The pairing is no longer the one you saw. Look at it first."))


def _next_number(stage: Stage, round_: int) -> int:
    return PairingRun.objects.filter(stage=stage, round=round_).count() + 1


def _require_reason(reason: str) -> None:
    if not reason.strip():
        raise InvalidInput("reason_needed", _("Say why; everybody will see it in the log."), field="reason")


def _bad_pairing(code: str) -> str:
    sentences = {
        "unknown_entry": _("An entry is not there for this round."),
        "fixed_twice": _("An entry stands in two places."),
        "needless_bye": _("With an even number of entries nobody has a bye."),
    }
    return sentences.get(code, _("This pairing cannot be."))
