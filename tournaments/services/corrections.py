"""Correcting what counts: the plan first, then the change with the plan's digest.

Nothing is overwritten. A correction adds versions with a reason; what it takes the ground from becomes VOID, and what
gets its ground back is offered to be reinstated (`docs/regulations.md` 3.2).
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from players.actors import Actor
from players.services import log_action
from tantrix_site.errors import Conflict, InvalidInput
from tournaments.formats.deciding import cleared, played, retired, team_played
from tournaments.formats.errors import ScoringError
from tournaments.formats.facts import Decision as CoreDecision
from tournaments.formats.facts import DecisionKind as CoreKind
from tournaments.formats.fold import fold
from tournaments.formats.graph import MatchId
from tournaments.formats.impact import impact
from tournaments.formats.match import match_outcome
from tournaments.formats.scoring import after_penalties
from tournaments.models import Ended, Event, GameResult, Match, Signature
from tournaments.selectors.match_rule import rule_of, team_rule_of
from tournaments.selectors.stages import Loaded
from tournaments.services.access import (
    lock_match,
    raise_match_version,
    raise_version,
    require_arbiter,
    require_version,
)
from tournaments.services.applying import Planned, apply_decision, facts_with, load_for_correction, require_correctable
from tournaments.services.figures import GameFigures, core_result, figures_of, scoring_fault
from tournaments.services.publishing import publish_game
from tournaments.services.rating import queue_rating, require_ratings_seen
from tournaments.services.recording import (
    GamesBefore,
    close_reports,
    counting_games,
    games_before,
    occupants,
    record_game,
)
from tournaments.services.ruling import Ruling, decision_of
from tournaments.services.team_results import apply_team_plan, plan_team_match, require_live_board, scores_so_far
from tournaments.services.telling_matches import tell_ruling


@dataclass(frozen=True)
class Correction:
    """What is to be true of a match instead: its games, a ruling, or nothing at all (`clear`).

    `games` maps game numbers to figures, or to None for a game that is to be taken out; games not named stay.
    """

    games: Mapping[int, GameFigures | None] = field(default_factory=dict)
    ruling: Ruling | None = None
    clear: bool = False

    def check(self) -> None:
        """Raises InvalidInput `bad_correction` unless exactly one of the three is asked for, and those of figures."""
        if sum((bool(self.games), self.ruling is not None, self.clear)) != 1:
            raise InvalidInput("bad_correction", _("Give new figures, or a ruling, or clear the result."))
        for number, figures in self.games.items():
            if figures is not None:
                figures.check(f"games.{number}")


def plan_correction(*, actor: Actor, match_id: int, correction: Correction) -> Planned:
    """What a correction would change; nothing is stored.

    Raises NotPermitted `not_arbiter`, `own_match`; InvalidInput; Conflict `no_change` and those of the correction
    itself.
    """
    with transaction.atomic():
        event, match = lock_match(match_id)
        require_arbiter(actor, event, match)
        require_correctable(actor, event, match)
        correction.check()
        loaded = load_for_correction(event, match)
        decision = _decision_after(event, match, loaded, correction)
        after = facts_with(loaded, match.pk, decision, list(_games_after(event, match, correction).values()))
        if loaded.of_boards:
            return plan_team_match(event, match, after)
        return Planned(impact(loaded.structure, loaded.facts, after), loaded, after, decision)


@transaction.atomic
def correct_result(
    *,
    actor: Actor,
    now: datetime,
    match_id: int,
    correction: Correction,
    reason: str,
    digest: str | None = None,
    rating_digest: str | None = None,
    reinstate: Collection[MatchId] = (),
    expected_version: int | None = None,
) -> Match:
    """Make a correction. Where nothing depends on it, at once; else only with the digest of the plan that was seen.

    A finished event that has something to play again is running again. One that stays finished and was rated moves
    ratings: that too has to be seen first, and `rating_digest` is that of `plan_rating_change`.

    Raises NotPermitted `not_arbiter`, `own_match`, `old_round`; InvalidInput `reason_needed`, `bad_correction` and
    those of figures and rulings; Conflict `event_not_started`, `nothing_to_clear`, `no_change`, `match_waiting`,
    `match_bye`, `game_counted`, `stage_finished`, `result_depends` (with the plan), `plan_changed`, `not_reinstatable`,
    `ratings_move`, `ratings_changed`; StaleVersion.
    """
    match = make_correction(
        actor=actor, now=now, match_id=match_id, correction=correction, reason=reason, digest=digest,
        reinstate=reinstate, expected_version=expected_version,
    )  # fmt: skip
    require_ratings_seen(match.event, rating_digest)
    queue_rating(match.event)
    return match


def make_correction(
    *,
    actor: Actor,
    now: datetime,
    match_id: int,
    correction: Correction,
    reason: str,
    digest: str | None = None,
    reinstate: Collection[MatchId] = (),
    expected_version: int | None = None,
) -> Match:
    """`correct_result` within a transaction, without regard to ratings."""
    event, match = lock_match(match_id)
    require_arbiter(actor, event, match)
    require_version(match.version, expected_version)
    correction.check()
    if not reason.strip():
        raise InvalidInput("reason_needed", _("Say why; everybody will see it in the log."), field="reason")
    is_privileged = require_correctable(actor, event, match)
    loaded = load_for_correction(event, match)
    before = {game.number: game for game in counting_games(match)}
    decision = _decision_after(event, match, loaded, correction)
    after = facts_with(loaded, match.pk, decision, list(_games_after(event, match, correction).values()))
    whole = plan_team_match(event, match, after) if loaded.of_boards else None
    log_action(
        actor=actor, now=now, action="match.corrected", target=match, scope=event,
        data={
            "match": match.number,
            "before": _said(loaded, match, list(before.values())),
            "games": {str(n): None if f is None else list(f.tiles) for n, f in correction.games.items()},
            "ruling": None if correction.ruling is None else correction.ruling.as_data(),
            "clear": correction.clear,
            **({"privileged": True, "round": match.round} if is_privileged else {}),
        },
        reason=reason,
    )  # fmt: skip
    _write_games(actor, now, event, match, correction, before, reason)
    if correction.games:
        close_reports(actor=actor, now=now, match=match, games=correction.games)
    if correction.ruling is not None:
        close_reports(actor=actor, now=now, match=match, games=None)
    if whole is None:
        apply_decision(actor, now, loaded, after, decision, digest, reinstate, reason)
    else:
        apply_decision(actor, now, loaded, after, decision, None, (), reason)
        apply_team_plan(actor, now, whole, match, digest, reinstate, reason)
    raise_match_version(match)
    match.refresh_from_db()
    tell_ruling(actor, now, event, match, what="corrected", key=f"corrected:{match.pk}:{match.version}", reason=reason)
    return match


def rescore_game(
    *,
    actor: Actor,
    now: datetime,
    event: Event,
    match: Match,
    number: int,
    reason: str = "",
    digest: str | None = None,
    reinstate: Collection[MatchId] = (),
) -> None:
    """Count a game anew after its time penalties changed; one without result is only noted.

    A match that an arbiter has decided stays decided as it was; where one side retired its totals are counted anew.
    """
    games = {game.number: game for game in counting_games(match)}
    old = games.get(number)
    if old is None:
        raise_match_version(match)
        raise_version(event)
        return
    loaded = load_for_correction(event, match)
    figures = figures_of(old)
    if figures is None:
        raise Conflict("report_without_figures", _("It is not known how this game ended."))
    games[number] = record_game(
        actor=actor, now=now, event=event, match=match, number=number, figures=figures,
        signature=Signature(old.signature), report=old.report, reason=reason,
    )  # fmt: skip
    decision = _decision_rescored(event, match, loaded, list(games.values()))
    raise_match_version(match)
    if loaded.of_boards:
        after = facts_with(loaded, match.pk, decision, list(games.values()))
        whole = plan_team_match(event, match, after)
        apply_decision(actor, now, loaded, after, decision, None, (), reason)
        apply_team_plan(actor, now, whole, match, digest, reinstate, reason)
        return
    after = facts_with(loaded, match.pk, decision)
    apply_decision(actor, now, loaded, after, decision, digest, reinstate, reason)


def _decision_after(event: Event, match: Match, loaded: Loaded, correction: Correction) -> CoreDecision | None:
    """The decision that a correction makes, None where the stored one stays as it is."""
    occupants(match)
    current = loaded.facts.decisions.get(match.pk)
    counts = current is not None and current.kind is not CoreKind.VOID
    is_whole = event.is_for_teams and not loaded.of_boards
    if correction.games:
        require_live_board(event, match)
    if correction.clear and is_whole and counts:
        return _without_ruling(event, match, loaded, current)
    if correction.clear:
        if not counts and not counting_games(match):
            raise Conflict("nothing_to_clear", _("This match has no result."))
        return cleared(loaded.facts, match.pk) if counts else None
    if correction.ruling is not None:
        games = [core_result(game) for game in counting_games(match)]
        decision = decision_of(correction.ruling, loaded, match, games)
        if current is not None and current.same_result(decision):
            raise Conflict("no_change", _("That is the result already."))
        return decision
    before = {game.number: figures_of(game) for game in counting_games(match)}
    same = not counts or (current is not None and current.kind is CoreKind.PLAYED)
    if same and all(before.get(number) == figures for number, figures in correction.games.items()):
        raise Conflict("no_change", _("That is the result already."))
    games_after = _games_after(event, match, correction)
    _refuse_gaps(event, match, correction, games_after)
    return _decision_of_games(event, match, loaded, list(games_after.values()))


def _without_ruling(event: Event, match: Match, loaded: Loaded, current: CoreDecision | None) -> CoreDecision:
    """A team match whose ruling is taken back is what its boards make of it; those have to be corrected themselves."""
    if current is None or current.kind is CoreKind.PLAYED:
        raise Conflict("played_on_boards", _("The boards decided this match. Correct the games there."))
    open_again = cleared(loaded.facts, match.pk)
    facts = loaded.facts.with_decision(open_again)
    folded = fold(loaded.structure, facts)[match.pk]
    by_boards = team_played(facts, folded, scores_so_far(event, match), team_rule_of(event, match))
    if by_boards is None:
        return open_again
    return replace(by_boards, version=open_again.version, supersedes=open_again.supersedes)


def _games_after(event: Event, match: Match, correction: Correction) -> dict[int, GameResult]:
    """The games of the match as they would count, by number; a ruling leaves them as they are."""
    if correction.clear:
        return {}
    games = {game.number: game for game in counting_games(match)}
    if not correction.games:
        return games
    known = games_before(match)
    for number, figures in correction.games.items():
        games.pop(number, None)
        if figures is not None:
            games[number] = _unsaved(event, match, number, figures, known)
    return games


def _refuse_gaps(event: Event, match: Match, correction: Correction, games_after: Mapping[int, GameResult]) -> None:
    """A game is numbered from 1, and one beyond the planned games follows all others."""
    planned = rule_of(event, match).games
    for number, figures in correction.games.items():
        follows = number <= planned or all(n in games_after for n in range(1, number))
        if figures is not None and not (number >= 1 and follows):
            raise InvalidInput(
                "bad_game_number",
                _("The match has no game %(number)d.") % {"number": number},
                {"game": number},
                field=f"games.{number}",
            )


def _decision_of_games(event: Event, match: Match, loaded: Loaded, games: Sequence[GameResult]) -> CoreDecision | None:
    """PLAYED if the games decide the match; cleared if they no longer do; None where nothing changes."""
    folded = fold(loaded.structure, loaded.facts)[match.pk]
    current = loaded.facts.decisions.get(match.pk)
    core_games = [core_result(game) for game in games]
    try:
        decided = match_outcome(core_games, rule_of(event, match)).is_decided
        if decided:
            return played(loaded.facts, folded, core_games, rule_of(event, match))
    except ScoringError as error:
        raise scoring_fault(error) from error
    counts = current is not None and current.kind is not CoreKind.VOID
    return cleared(loaded.facts, match.pk) if counts else None


def _decision_rescored(event: Event, match: Match, loaded: Loaded, games: Sequence[GameResult]) -> CoreDecision | None:
    """What penalties make of a match: only where the games decide does it follow from them."""
    current = loaded.facts.decisions.get(match.pk)
    if current is None or current.kind in (CoreKind.PLAYED, CoreKind.VOID):
        return _decision_of_games(event, match, loaded, games)
    if current.kind is not CoreKind.RETIRED or current.winner is None:
        return None
    folded = fold(loaded.structure, loaded.facts)[match.pk]
    core_games = [core_result(game) for game in games]
    decision = retired(loaded.facts, folded, 1 - current.winner, core_games, excused=current.excused)
    return None if current.same_result(decision) else decision


def _unsaved(event: Event, match: Match, number: int, figures: GameFigures, known: GamesBefore) -> GameResult:
    """A game as it would count, for the plan."""
    tp = after_penalties(figures.raw_tp, known.penalties(number))
    return GameResult(
        match=match, number=number, tp_left=tp[0], tp_right=tp[1], tiles_left=figures.tiles[0],
        tiles_right=figures.tiles[1], decider=number > rule_of(event, match).last_game,
    )  # fmt: skip


def _write_games(
    actor: Actor,
    now: datetime,
    event: Event,
    match: Match,
    correction: Correction,
    before: Mapping[int, GameResult],
    reason: str,
) -> None:
    gone = [game.pk for n, game in before.items() if correction.clear or correction.games.get(n, game) is None]
    GameResult.objects.filter(pk__in=gone).update(current=False, ended=Ended.CLEARED)
    known = games_before(match) if correction.games else None
    for number, figures in sorted(correction.games.items()):
        if figures is None:
            continue
        old = before.get(number)
        # the record stays attached where only penalties or colours change; other tiles contradict it
        kept = old is not None and (old_figures := figures_of(old)) is not None and old_figures.agrees_with(figures)
        result = record_game(
            actor=actor, now=now, event=event, match=match, number=number, figures=figures,
            signature=Signature.ORGANISER, report=old.report if old is not None and kept else None, reason=reason,
            before=known,
        )  # fmt: skip
        publish_game(event, result)


def _said(loaded: Loaded, match: Match, games: Sequence[GameResult]) -> dict[str, object]:
    current = loaded.facts.decisions.get(match.pk)
    return {
        "kind": None if current is None else str(current.kind),
        "winner": None if current is None else current.winner_entry,
        "version": None if current is None else current.version,
        "tiles": {str(game.number): [game.tiles_left, game.tiles_right] for game in games},
    }
