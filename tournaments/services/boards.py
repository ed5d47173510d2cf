"""Keeping the boards of team matches in step with their teams and line-ups."""

from collections.abc import Collection, Iterable
from datetime import datetime

from players.actors import Actor
from tournaments.formats.deciding import next_decision
from tournaments.formats.facts import Cause, CauseKind, Decision, DecisionKind, Facts
from tournaments.formats.fold import Folded, fold
from tournaments.formats.graph import MatchId
from tournaments.models import Event, GameResult, Match, Slot, SourceKind, Stage
from tournaments.selectors.boards import boards_in
from tournaments.selectors.stages import load_boards
from tournaments.services.folding import write_cache
from tournaments.services.storing import end_old_pairings, restore_games, store_decision
from tournaments.services.telling_matches import tell_open


def add_boards(event: Event, stage: Stage, team_matches: Iterable[Match]) -> None:
    """Store the boards of fresh team matches, numbered on from the event's last; nobody sits there yet."""
    rows = [
        Match(
            stage=stage, event=event, bracket=whole.bracket, ranking=whole.ranking, label=whole.label,
            table=whole.table, round=whole.round, position=board - 1, games=whole.games // event.team_size,
            team_match=whole, board=board,
        )
        for whole in team_matches
        for board in range(1, event.team_size + 1)
    ]  # fmt: skip
    for number, row in enumerate(rows, start=event.last_match_number + 1):
        row.number = number
    stored = Match.every.bulk_create(rows)
    Slot.objects.bulk_create(Slot(match=row, side=side, source=SourceKind.BOARD) for row in stored for side in (0, 1))
    event.last_match_number += len(stored)


def follow_boards(
    *,
    actor: Actor,
    now: datetime,
    event: Event,
    stage: Stage,
    team_matches: Collection[MatchId],
    anew: Collection[MatchId] = (),
    back: Collection[MatchId] = (),
    reason: str,
) -> None:
    """Bring the boards of these team matches up to date after teams or line-ups changed; else nothing happens.

    Who no longer sits at a board leaves its games and decision behind there: they stop counting, and count again when
    the same two sit there again. So do those of team matches that begin `anew`; those that came `back` have them again.
    """
    if not event.is_for_teams or not team_matches:
        return
    boards = boards_in(Match.objects.filter(pk__in=team_matches))
    loaded = load_boards(stage, event, boards, history=True)
    whole = {pk: team_match for pk, team_match in boards.values_list("pk", "team_match") if team_match is not None}
    before = {match: (loaded.slots[match, 0].occupant, loaded.slots[match, 1].occupant) for match in whole}
    folded = fold(loaded.structure, loaded.facts)
    fallen = {*folded.stale, *(match for match in whole if whole[match] in anew)}
    facts, voids = _voided(loaded.facts, fallen, whole)
    again = [
        match
        for match, found in folded.matches.items()
        if whole[match] not in anew and (found.occupants != before[match] or whole[match] in back)
    ]
    facts, reinstated = _reinstated(facts, folded, again)
    for decision in (*voids, *reinstated):
        store_decision(actor, now, decision, reason)
    folded = fold(loaded.structure, facts)
    change = write_cache(loaded, folded)
    tell_open(now, event, change.touched)
    end_old_pairings(now, folded, change.repaired, fallen)
    played = set(GameResult.objects.filter(match__in=again).values_list("match", flat=True)) if again else set()
    for match in again:
        if match not in played:
            continue
        left, right = folded[match].occupants
        if isinstance(left, int) and isinstance(right, int):
            restore_games(actor=actor, now=now, match_id=match, occupants=(left, right), reason=reason)


def _voided(facts: Facts, boards: Collection[MatchId], whole: dict[MatchId, MatchId]) -> tuple[Facts, list[Decision]]:
    """What counts on these boards falls with the pairing of their team match."""
    made = []
    for match in sorted(boards):
        current = facts.decisions.get(match)
        if current is None or current.kind is DecisionKind.VOID:
            continue
        cause = Cause(CauseKind.DECISION, match=whole[match])
        decision = next_decision(facts, match, DecisionKind.VOID, current.occupants, voided_by=cause)
        facts = facts.with_decision(decision)
        made.append(decision)
    return facts, made


def _reinstated(facts: Facts, folded: Folded, boards: Collection[MatchId]) -> tuple[Facts, list[Decision]]:
    """The decisions of those who sit at these boards again, where a consequence had taken them away."""
    made = []
    for match in sorted(boards):
        void = facts.decisions.get(match)
        if void is None or void.voided_by is None or void.voided_by.kind is CauseKind.CLEARED:
            continue
        was = next(
            (
                old
                for version in range(void.version - 1, 0, -1)
                if (old := facts.earlier[match, version]).kind is not DecisionKind.VOID
                and old.occupants == folded[match].occupants
            ),
            None,
        )
        if was is None:
            continue
        decision = next_decision(
            facts, match, was.kind, was.occupants, was.winner, tp=was.tp, reinstates=was.version, excused=was.excused
        )
        facts = facts.with_decision(decision)
        made.append(decision)
    return facts, made
