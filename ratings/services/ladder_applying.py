"""Taking casual games into the ledger: from the first one touched to the end of the sequence."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from players.actors import SYSTEM, Actor
from ratings.maths.parameters import CURRENT
from ratings.models import CasualAct, CasualGame, Ladder, LadderBatch, LadderChange, LadderClock
from ratings.selectors.ladder_steps import game_position, game_steps, players_from
from ratings.selectors.ladders import GamePosition, ladder_before
from ratings.services.ladder_replay import GameOutcome, Standings, replay_games

ROWS_AT_ONCE = 2000
#: with more games to go through than this, the standings of everybody are read at once
FEW_GAMES = 200


@transaction.atomic
def apply_casual_games(*, now: datetime) -> LadderBatch | None:
    """Take all casual games that wait into the ledger, in one batch; None where there is nothing to do.

    However many processes call it, one works at a time; the next finds what came in meanwhile.
    """
    if not CasualAct.objects.filter(batch=None).exists() and not _is_outdated():
        return None
    return _apply(_lock_clock(), actor=SYSTEM, now=now)


@transaction.atomic
def recompute_ladders(*, actor: Actor, now: datetime, reason: str) -> LadderBatch | None:
    """Work out every casual game again from the first one and write what differs; None if nothing does."""
    return _apply(_lock_clock(), actor=actor, now=now, reason=reason, thorough=True)


@dataclass(frozen=True, slots=True)
class LadderCheck:
    """The ids of the casual games whose rows differ when everything is worked out afresh."""

    differing: tuple[int, ...]

    @property
    def is_right(self) -> bool:
        return not self.differing


@transaction.atomic
def check_ladders() -> LadderCheck:
    """Work out every casual game from nothing and write nothing."""
    _lock_clock()
    first = _first_game()
    if first is None:
        return LadderCheck(())
    differing = {outcome.position.game for outcome in replay_games(game_steps(first), {}, thorough=True)}
    return LadderCheck(tuple(sorted(differing)))


def _lock_clock() -> LadderClock:
    LadderClock.objects.get_or_create(pk=1)
    return LadderClock.objects.select_for_update().get(pk=1)


def _apply(
    clock: LadderClock, *, actor: Actor, now: datetime, reason: str = "", thorough: bool = False
) -> LadderBatch | None:
    acts = list(CasualAct.objects.filter(batch=None).select_related("game"))
    outdated = _is_outdated()
    thorough = thorough or outdated
    first = _first_game() if thorough else min((game_position(act.game) for act in acts), default=None)
    if first is None:
        return None
    clock.version += 1
    clock.save(update_fields=["version"])
    batch = LadderBatch.objects.create(
        at=now, user=actor.user, player=actor.player, via=actor.via, reason=reason, number=clock.version,
        parameters=CURRENT.version, first_at=first.at,
    )  # fmt: skip
    fresh = {act.game_id for act in acts}
    outcomes = replay_games(
        game_steps(first), _standings_before(first), fresh=fresh, thorough=thorough, parameters=CURRENT
    )
    written = _write(outcomes, batch)
    if not written and not acts and not outdated:
        # a version of the ledger says that something is different
        clock.version -= 1
        clock.save(update_fields=["version"])
        batch.delete()
        return None
    CasualAct.objects.filter(pk__in=[act.pk for act in acts]).update(batch=batch)
    return batch


def _first_game() -> GamePosition | None:
    game = CasualGame.objects.filter(rated=True, counted_at__isnull=False).order_by("counted_at", "pk").first()
    return None if game is None else game_position(game)


def _is_outdated() -> bool:
    """Whether the ledger was written with other numbers of the regulations."""
    last = LadderBatch.objects.order_by("-number").values_list("parameters", flat=True).first()
    return last is not None and last != CURRENT.version


def _standings_before(position: GamePosition) -> Standings:
    players = players_from(position, FEW_GAMES)
    return {
        ladder: {player: held.standing for player, held in ladder_before(position, ladder, players).items()}
        for ladder in Ladder
    }


def _write(outcomes: Iterable[GameOutcome], batch: LadderBatch) -> int:
    """Add what differs to the ledger and end what it replaces; how many rows were added or ended.

    Rows are kept back until there are many, so that memory stays bounded and the database is asked seldom. What has
    been read already is not written before: a chunk of games is read with all its rows.
    """
    ended: list[int] = []
    rows: list[LadderChange] = []
    count = 0
    for outcome in outcomes:
        ended += outcome.ended
        rows += (
            LadderChange(
                batch=batch, ladder=outcome.ladder, game_id=outcome.position.game, player_id=change.player,
                at=outcome.position.at, before_rating=change.before.rating, before_games=change.before.games,
                own=change.own, opponent=change.opponent, margin=change.margin, tp=change.tp,
                after_rating=change.after.rating, after_games=change.after.games,
            )
            for change in outcome.written
        )  # fmt: skip
        if len(rows) + len(ended) >= ROWS_AT_ONCE:
            count += _flush(rows, ended, batch)
            rows, ended = [], []
    return count + _flush(rows, ended, batch)


def _flush(rows: list[LadderChange], ended: list[int], batch: LadderBatch) -> int:
    # ended first: of all versions of a change one is current
    LadderChange.objects.filter(pk__in=ended).update(current=False, ended_by=batch)
    LadderChange.objects.bulk_create(rows)
    return len(rows) + len(ended)
