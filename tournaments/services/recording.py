"""From a confirmed game to the match's decision and all that follows from it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from games.services import lock_records_of_game
from players.actors import Actor
from players.services import log_action
from tantrix_site.compiled import Compiled, CompiledObjects, insert
from tantrix_site.errors import Conflict, InvalidInput
from tournaments.formats.deciding import played
from tournaments.formats.errors import ScoringError
from tournaments.formats.facts import Decision as CoreDecision
from tournaments.formats.facts import DecisionKind as CoreKind
from tournaments.formats.fold import MatchState as CoreState
from tournaments.formats.fold import fold
from tournaments.formats.match import MatchOutcome, match_outcome
from tournaments.formats.scoring import after_penalties
from tournaments.models import (
    Decision,
    DecisionKind,
    Ended,
    Event,
    GameResult,
    Match,
    MatchState,
    PenaltyState,
    Report,
    ReportState,
    Signature,
    TimePenalty,
)
from tournaments.models.report import LIVE_STATES
from tournaments.selectors.boards import with_boards
from tournaments.selectors.claims import counts_outside_matches
from tournaments.selectors.match_rule import rule_of
from tournaments.selectors.stages import Loaded, load_match_stage
from tournaments.services.access import raise_match_version, raise_version, require_open_stage
from tournaments.services.applying import apply_facts
from tournaments.services.figures import GameFigures, core_result, figures_of, fill_figures, scoring_fault
from tournaments.services.team_results import require_live_board, settle_team_match, whole_match

IN_FORCE = (PenaltyState.CLAIMED, PenaltyState.RULED)


@dataclass(frozen=True, slots=True)
class GamesBefore:
    """What there is of the games of a match before one is recorded: penalties in force, and how many versions."""

    tenths: Mapping[tuple[int, int], int]
    versions: Mapping[int, int]

    def penalties(self, number: int) -> tuple[int, int]:
        """The time penalties of left and right in a game, in tenths."""
        return self.tenths.get((number, 0), 0), self.tenths.get((number, 1), 0)


def occupants(match: Match) -> tuple[int, int]:
    """The two entries that meet in a match. Raises Conflict `match_waiting` or `match_bye`."""
    if match.state == MatchState.BYE:
        raise Conflict("match_bye", _("Nobody plays this match: it is a bye."))
    left, right = (slot.occupant_id for slot in match.slots.all())
    if left is None or right is None:
        raise Conflict("match_waiting", _("This match still waits for a player."))
    return left, right


def require_sides(match: Match, sides: tuple[int, int] | None) -> None:
    """Whether the entries that the sender takes for left and right are those that stand there; None claims nothing.

    Raises InvalidInput `same_player`, `wrong_players`, `sides_swapped`, naming who plays the match.
    """
    if sides is None:
        return
    if sides[0] == sides[1]:
        raise InvalidInput("same_player", _("Nobody plays against oneself."), {"entry": sides[0]}, field="sides")
    pair = occupants(match)
    if sides == pair:
        return
    names = {slot.side: slot.occupant.name for slot in match.slots.all() if slot.occupant is not None}
    who = {"left": names.get(0, ""), "right": names.get(1, "")}
    extra = {"entries": list(pair)}
    if sides == (pair[1], pair[0]):
        raise InvalidInput("sides_swapped", _("%(left)s is left and %(right)s right.") % who, extra, field="sides")
    raise InvalidInput("wrong_players", _("%(left)s and %(right)s play this match.") % who, extra, field="sides")


_counting = CompiledObjects(lambda match: GameResult.objects.filter(match=match, current=True).order_by("number"))


def counting_games(match: Match) -> list[GameResult]:
    """The games that count in a match now, by number."""
    return _counting(match.pk)


def current_decision(match: Match) -> Decision | None:
    """The decision that counts; None while the match is not decided."""
    found = Decision.objects.filter(match=match, current=True).first()
    return None if found is None or found.kind == DecisionKind.VOID else found


def outcome_so_far(event: Event, match: Match, games: Sequence[GameResult]) -> MatchOutcome:
    """What the counting games amount to."""
    return match_outcome([core_result(game) for game in games], rule_of(event, match))


def require_reportable(
    event: Event, match: Match, number: int, games: list[GameResult] | None = None
) -> list[GameResult]:
    """Whether that game may be played and reported now; returns the games that count already.

    `games` are these, where a caller who holds the lock has asked for another game of the match before.

    Raises Conflict `played_on_boards`, `match_waiting`, `match_bye`, `match_decided` (by other means than games),
    `game_decided`, `game_not_due` (an extra or decider game that is not needed, or not yet); InvalidInput
    `bad_game_number`.
    """
    if games is None:
        require_live_board(event, match)
        occupants(match)
        require_open_stage(match.stage)
    rule = rule_of(event, match)
    if number < 1:
        raise InvalidInput(
            "bad_game_number", _("Games are numbered from 1 to %(last)d.") % {"last": rule.last_game}, field="game"
        )
    # an open match has none that counts, as its state follows from that
    decision = None if match.state == MatchState.OPEN else current_decision(match)
    if match.state == MatchState.WALKOVER or (decision is not None and decision.kind != DecisionKind.PLAYED):
        raise Conflict("match_decided", _("This match has been decided without further games."))
    games = counting_games(match) if games is None else games
    if any(game.number == number for game in games):
        raise Conflict(
            "game_decided", _("Game %(number)d has a result already.") % {"number": number}, {"game": number}
        )
    remaining = outcome_so_far(event, match, games).remaining
    if number in remaining:
        return games
    if number <= rule.games:
        raise Conflict("match_decided", _("This match has been decided."), {"remaining": list(remaining)})
    if decision is not None:
        raise InvalidInput(
            "bad_game_number",
            _("The match is decided; no game %(number)d is played.") % {"number": number},
            {"remaining": list(remaining)},
            field="game",
        )
    raise Conflict(
        "game_not_due",
        _("Game %(number)d is played only if the match is still open after the games before it.") % {"number": number},
        {"remaining": list(remaining)},
        field="game",
    )


@CompiledObjects
def _without_record(match: int, number: int) -> QuerySet[GameResult, GameResult]:
    return GameResult.objects.filter(match=match, number=number, current=True, submission=None)


def result_without_record(match: Match, number: int) -> GameResult | None:
    """The counting result of a game whose record may still be added."""
    return _without_record.one(match.pk, number)


def record_game(
    *,
    actor: Actor,
    now: datetime,
    event: Event,
    match: Match,
    number: int,
    figures: GameFigures,
    signature: Signature,
    report: Report | None = None,
    reason: str = "",
    before: GamesBefore | None = None,
    counts_nowhere: bool = False,
) -> GameResult:
    """Store one counting game; what follows for the match is `settle_match`'s.

    An earlier version of the game stops counting. `before` is what the caller has read of the match's games, who then
    records each of them once at most. Raises Conflict `game_counted` when the very same game counts somewhere else on
    the site; with `counts_nowhere` the caller has just asked `refuse_counted_game`.
    """
    left, right = occupants(match)
    raw = figures.raw_tp
    before = before or games_before(match)
    penalties = before.penalties(number)
    tp = after_penalties(raw, penalties)
    result = GameResult(
        match=match, number=number, version=before.versions.get(number, 0) + 1, left_id=left, right_id=right,
        raw_left=raw[0], raw_right=raw[1], penalty_left=penalties[0], penalty_right=penalties[1],
        tp_left=tp[0], tp_right=tp[1], decider=number > rule_of(event, match).last_game, signature=signature,
        report=report, at=now, user=actor.user, player=actor.player, via=actor.via, reason=reason,
    )  # fmt: skip
    fill_figures(result, figures)
    if report is not None:
        result.submission, result.game_key, result.complete = report.submission, report.game_key, report.complete
        if result.game_key and not counts_nowhere:
            refuse_counted_game(result.game_key, match, number)
    tiles_before = None
    if result.version > 1:
        tiles_before = counting_tiles(match, number)
        GameResult.objects.filter(match=match, number=number, current=True).update(current=False, ended=Ended.CORRECTED)
    if result.game_key:
        try:
            with transaction.atomic():
                insert(result)
        except IntegrityError as error:
            raise _game_counted() from error
    else:
        insert(result)
    log_action(
        actor=actor, now=now, action="game.recorded", target=match, scope=event,
        data={
            "match": match.number, "game": number, "version": result.version, "signature": signature.value,
            "tiles": list(figures.tiles), "tp": list(tp), "report": None if report is None else report.pk,
            **({} if tiles_before is None else {"changes": {"tiles": [tiles_before, list(figures.tiles)]}}),
        },
        reason=reason,
    )  # fmt: skip
    return result


def refuse_counted_game(game_key: str, match: Match, number: int) -> None:
    """Raises Conflict `game_counted` when that game counts anywhere but at this place, be it as a casual one.

    Its records stay locked, so that nobody else counts it meanwhile.
    """
    lock_records_of_game(game_key)
    other = (
        GameResult.objects.filter(game_key=game_key, current=True)
        .exclude(match=match, number=number)
        .values("match__event__slug", "match__number", "number")
        .first()
    )
    if other is not None:
        raise _game_counted(other)
    if counts_outside_matches([game_key]):
        raise _game_counted()


def _game_counted(other: Mapping[str, object] | None = None) -> Conflict:
    extra = {}
    if other is not None:
        extra = {"event": other["match__event__slug"], "match": other["match__number"], "game": other["number"]}
    return Conflict("game_counted", _("This very game has been counted already; one game counts once."), extra)


def games_before(match: Match) -> GamesBefore:
    """All that recording any game of the match needs to know; two queries."""
    penalties = _penalties(match.pk, *occupants(match))
    # in ascending order, so that the last version of each game stays
    return GamesBefore({(number, side): tenths for number, side, tenths in penalties}, dict(_versions(match.pk)))


@Compiled
def _penalties(match: int, left: int, right: int) -> QuerySet[TimePenalty, tuple[int, int, int]]:
    rows = TimePenalty.objects.filter(match=match, left=left, right=right, state__in=IN_FORCE)
    return rows.values_list("number", "side", "tenths")


@Compiled
def _versions(match: int) -> QuerySet[GameResult, tuple[int, int]]:
    return GameResult.objects.filter(match=match).order_by("version").values_list("number", "version")


def next_decision_from_games(
    event: Event, match: Match, loaded: Loaded, games: Sequence[GameResult]
) -> CoreDecision | None:
    """The PLAYED decision that these games make now; None where they make none or the match has it already.

    Raises Conflict `match_decided` where the match was decided by other means. A decided match keeps its winner
    whatever is played on; a correction goes another way.
    """
    folded = fold(loaded.structure, loaded.facts)[match.pk]
    if folded.state is CoreState.WALKOVER or (
        folded.decision is not None and folded.decision.kind is not CoreKind.PLAYED
    ):
        raise Conflict("match_decided", _("This match has been decided without further games."))
    try:
        return played(loaded.facts, folded, [core_result(game) for game in games], rule_of(event, match))
    except ScoringError as error:
        raise scoring_fault(error) from error


def counting_tiles(match: Match, number: int) -> list[int] | None:
    """The tiles of the result of a game that counts, for the log."""
    rows = GameResult.objects.filter(match=match, number=number, current=True)
    found = rows.values_list("tiles_left", "tiles_right").first()
    if found is None or found[0] is None or found[1] is None:
        return None
    return [found[0], found[1]]


def settle_match(
    *,
    actor: Actor,
    now: datetime,
    event: Event,
    match: Match,
    games: Sequence[GameResult] | None = None,
    reason: str = "",
) -> None:
    """Decide the match if its games do, and carry the winner on; else only note that something changed.

    `games` are those that count, where the caller has read them already.
    """
    games = counting_games(match) if games is None else games
    decided = outcome_so_far(event, match, games).is_decided
    loaded = load_match_stage(event, match) if decided else None
    decision = None if loaded is None else next_decision_from_games(event, match, loaded, games)
    if loaded is None or decision is None:
        raise_match_version(match)
        raise_version(event)
        settle_board(actor=actor, now=now, event=event, match=match, reason=reason)
        return
    apply_facts(
        actor=actor, now=now, loaded=loaded, after=loaded.facts.with_decision(decision), decisions=[decision],
        reason=reason,
    )  # fmt: skip
    log_action(
        actor=actor, now=now, action="match.decided", target=match, scope=event,
        data={"match": match.number, "kind": str(decision.kind), "winner": decision.winner_entry, "tp": decision.tp,
              "version": decision.version},
        reason=reason,
    )  # fmt: skip
    if decision.version > 1:
        # the fold changed nothing of this match, so that nothing else noted the new totals
        raise_match_version(match)
    settle_board(actor=actor, now=now, event=event, match=match, reason=reason)


def settle_board(*, actor: Actor, now: datetime, event: Event, match: Match, reason: str = "") -> None:
    """Let the team match follow its board; another match has none."""
    if match.team_match_id is not None:
        settle_team_match(actor=actor, now=now, event=event, team_match=whole_match(match), reason=reason)


# those still to be checked are left out
_ANSWERABLE = tuple(state for state in LIVE_STATES if state != ReportState.CHECKING)


@CompiledObjects
def _answerable(match: int) -> QuerySet[Report, Report]:
    return Report.objects.filter(match__in=with_boards([match]), state__in=_ANSWERABLE)


def close_reports(
    *,
    actor: Actor,
    now: datetime,
    match: Match,
    games: Mapping[int, GameFigures | None] | None,
    keep: Report | None = None,
) -> None:
    """Answer the live reports of games that have their results: alike are confirmed, others replaced.

    `games` says by number how each ended; None means all games of the match, whatever was reported. Those of a team
    match are the reports of its boards.

    One whose record is still being checked is left to its verdict: it may add the record to the result.
    """
    for report in _answerable(match.pk):
        if (keep is not None and report.pk == keep.pk) or (games is not None and report.number not in games):
            continue
        figures = None if games is None else games[report.number]
        said = figures_of(report)
        alike = figures is not None and said is not None and said.agrees_with(figures)
        alike = alike and report.state in (ReportState.OPEN, ReportState.DISPUTED)
        report.state = ReportState.CONFIRMED if alike else ReportState.SUPERSEDED
        report.closed_at, report.closed_by = now, actor.user
        report.save(update_fields=["state", "closed_at", "closed_by"])
