"""What counts at a table: a player reports, one of another side confirms; an arbiter enters, corrects and rules.

As scores of a table lead nowhere but to the standings, a correction is the next version and nothing else.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import F, Prefetch
from django.utils.translation import gettext as _

from games.models import Submission
from games.services import lock_records_of_game
from games.services.reading import read_bytes
from players.actors import Actor
from players.names import name_key
from players.services import log_action
from tantrix_site.errors import Conflict, InvalidInput, NotFound, NotPermitted
from tournaments.formats.scoring import GAME_TP
from tournaments.formats.sittings.standings import most_points, seat_points, shared_points
from tournaments.models import (
    SCORE_TRANSITIONS,
    Entry,
    Event,
    ScoreState,
    Seat,
    Sitting,
    SittingScore,
)
from tournaments.models.sitting import ANSWERABLE
from tournaments.selectors.claims import counts_outside_tables
from tournaments.selectors.sittings import LoadedSitting, loaded_sitting, plays_doubles
from tournaments.services.access import (
    is_entrant,
    lock_event,
    raise_version,
    require_arbiter,
    require_neutral,
    require_running,
    require_version,
)
from tournaments.services.figures import MOST_TILES
from tournaments.services.telling_sittings import tell_score, tell_score_disputed


@dataclass(frozen=True, slots=True)
class TableFigures:
    """The end of a game at a table, in the order of the seats, in doubles of the pairs (seats 1 and 3, 2 and 4).

    Either `tiles`, or `record`, the address of a verified record, with the `colours` of the seats or pairs.
    """

    tiles: tuple[int, ...] = ()
    deadlock: bool = False
    record: str = ""
    colours: tuple[str, ...] = ()


@transaction.atomic
def report_score(
    *,
    actor: Actor,
    now: datetime,
    sitting_id: int,
    number: int,
    figures: TableFigures,
    expected_version: int | None = None,
) -> SittingScore:
    """A player says how a game of the own table ended. It counts once a player of another side confirms it.

    The same said by another side confirms it at once, something else is a dispute. Saying it twice changes nothing.

    Raises NotPermitted `not_at_table`; NotFound `sitting_not_found`, `submission_not_found`; InvalidInput
    `bad_game_number`, `bad_tiles`, `bad_colours`; Conflict `game_decided`, `event_not_started`, `event_finished` and
    those of a record (`record_pending`, `record_rejected`, `wrong_record`, `no_result`, `players`, `game_counted`);
    StaleVersion.
    """
    event, found = lock_sitting(sitting_id)
    seat = _require_seat(actor, found)
    require_version(found.sitting.version, expected_version)
    require_running(event)
    _check_number(found, number)
    if number in found.counting:
        raise Conflict("game_decided", _("Game %(number)d has a result already.") % {"number": number})
    made = _score(actor, now, event, found, number, figures, seat)
    before = found.waiting.get(number)
    if before is not None and before.seat is not None and _same(before, made):
        if _side(event, before.seat) == _side(event, seat):
            return before
        return _count(actor, now, event, found, before, "sitting.confirmed")
    if before is not None:
        _close(actor, now, before, ScoreState.REPLACED)
        if before.seat is not None and _side(event, before.seat) != _side(event, seat):
            made.state = ScoreState.DISPUTED
    made.save()
    _changed(actor, now, event, found, made, "sitting.reported")
    tell_score(actor, now, event, found, made)
    return made


@transaction.atomic
def confirm_score(*, actor: Actor, now: datetime, score_id: int, expected_version: int | None = None) -> SittingScore:
    """A player of another side says that a report is right; doing it twice changes nothing.

    Raises NotPermitted `not_at_table`, `own_report`; NotFound `score_not_found`; Conflict `report_closed`,
    `game_counted`, `event_finished`; StaleVersion.
    """
    event, found, score = _lock_score(score_id)
    seat = _require_seat(actor, found)
    if score.seat is not None and _side(event, score.seat) == _side(event, seat):
        raise NotPermitted("own_report", _("Somebody you played against has to confirm what you reported."))
    if score.state == ScoreState.COUNTS:
        return score
    require_version(found.sitting.version, expected_version)
    require_running(event)
    _require_answerable(score)
    return _count(actor, now, event, found, score, "sitting.confirmed")


@transaction.atomic
def dispute_score(
    *, actor: Actor, now: datetime, score_id: int, reason: str, expected_version: int | None = None
) -> SittingScore:
    """A player of another side says that a report is wrong; an arbiter decides. Raises as `confirm_score`, and
    InvalidInput `reason_needed`."""
    event, found, score = _lock_score(score_id)
    seat = _require_seat(actor, found)
    if score.seat is not None and _side(event, score.seat) == _side(event, seat):
        raise NotPermitted("own_report", _("Report the game anew to change what you reported."))
    require_version(found.sitting.version, expected_version)
    require_running(event)
    if not reason.strip():
        raise InvalidInput("reason_needed", _("Say what is wrong, or how the game ended."), field="reason")
    _require_answerable(score)
    if score.state == ScoreState.OPEN:
        _move(score, ScoreState.DISPUTED)
        score.save(update_fields=["state"])
        _changed(actor, now, event, found, score, "sitting.disputed", reason)
        tell_score_disputed(actor, now, event, found, score)
    return score


@transaction.atomic
def enter_score(
    *,
    actor: Actor,
    now: datetime,
    sitting_id: int,
    number: int,
    figures: TableFigures | None = None,
    tp: Sequence[int] | None = None,
    reason: str = "",
    expected_version: int | None = None,
) -> SittingScore:
    """An arbiter who does not sit there enters a game, corrects one (with a reason), or sets its points (with one).

    `tp` are those of each seat in tenths, together no more than the game has: an absentee may be left without any.
    Raises NotPermitted `not_arbiter`, `own_match`; InvalidInput `reason_needed`, `bad_tp`, `no_figures` and as
    `report_score`; Conflict as `report_score`; StaleVersion.
    """
    event, found = lock_sitting(sitting_id)
    require_arbiter(actor, event, None)
    require_neutral(actor, event, [entry.pk for entry in found.entries])
    require_version(found.sitting.version, expected_version)
    require_running(event)
    _check_number(found, number)
    if (figures is None) == (tp is None):
        raise InvalidInput("no_figures", _("Give the tiles of a game, or its points."), field="tiles")
    if figures is not None:
        made = _score(actor, now, event, found, number, figures, None)
    else:
        made = _ruled(actor, now, event, found, number, tuple(tp or ()))
    made.reason = reason.strip()
    before = found.counting.get(number)
    if before is not None and _same(before, made):
        return before
    if (before is not None or figures is None) and not made.reason:
        raise InvalidInput("reason_needed", _("Say why; everybody will see it in the log."), field="reason")
    for old in (before, found.waiting.get(number)):
        if old is not None:
            _close(actor, now, old, ScoreState.REPLACED)
    return _count(actor, now, event, found, made, "sitting.entered")


def lock_sitting(sitting_id: int) -> tuple[Event, LoadedSitting]:
    """The event locked and the table as it is now. Raises NotFound `sitting_not_found`."""
    event_id = Sitting.objects.filter(pk=sitting_id).values_list("round__event", flat=True).first()
    if event_id is None:
        raise NotFound("sitting_not_found", _("There is no such table."))
    event = lock_event(event_id)
    seats = Seat.objects.select_related("entry__player").order_by("position")
    shown = SittingScore.objects.filter(state__in=(ScoreState.COUNTS, *ANSWERABLE))
    sitting = (
        Sitting.objects.filter(pk=sitting_id)
        .select_related("round")
        .prefetch_related(Prefetch("seats", seats), Prefetch("scores", shown))
        .first()
    )
    if sitting is None:
        raise NotFound("sitting_not_found", _("There is no such table."))
    return event, loaded_sitting(sitting)


def _lock_score(score_id: int) -> tuple[Event, LoadedSitting, SittingScore]:
    sitting = SittingScore.objects.filter(pk=score_id).values_list("sitting", flat=True).first()
    if sitting is None:
        raise NotFound("score_not_found", _("There is no such report."))
    event, found = lock_sitting(sitting)
    return event, found, SittingScore.objects.select_related("submission").get(pk=score_id)


def seat_of(actor: Actor, found: LoadedSitting) -> int | None:
    """Where the actor sits at this table, if anywhere."""
    return next((n for n, entry in enumerate(found.entries) if is_entrant(actor, entry)), None)


def _require_seat(actor: Actor, found: LoadedSitting) -> int:
    seat = seat_of(actor, found)
    if seat is None:
        raise NotPermitted("not_at_table", _("Only the players of this table may do this."))
    return seat


def _side(event: Event, seat: int) -> int:
    """Partners are one side."""
    return seat % 2 if plays_doubles(event) else seat


def _sides(event: Event, found: LoadedSitting) -> int:
    return 2 if plays_doubles(event) else len(found.entries)


def _check_number(found: LoadedSitting, number: int) -> None:
    last = found.sitting.round.games
    if not 1 <= number <= last:
        raise InvalidInput(
            "bad_game_number", _("Games are numbered from 1 to %(last)d.") % {"last": last}, field="game"
        )


def _score(
    actor: Actor, now: datetime, event: Event, found: LoadedSitting, number: int, figures: TableFigures,
    seat: int | None,
) -> SittingScore:  # fmt: skip
    """The row of what was said, not stored yet."""
    submission, key = None, ""
    if figures.record:
        submission, figures = _from_record(actor, event, found, figures)
        key = submission.record.game_key
        _refuse_counted(key, found.sitting, number)
    sides = _sides(event, found)
    if len(figures.tiles) != sides or not all(0 <= tiles <= MOST_TILES for tiles in figures.tiles):
        raise InvalidInput(
            "bad_tiles",
            _("Give %(sides)d final scores, each between 0 and %(most)d.") % {"sides": sides, "most": MOST_TILES},
            {"sides": sides},
            field="tiles",
        )
    tp = seat_points(figures.tiles, pairs=plays_doubles(event), deadlock=figures.deadlock)
    return SittingScore(
        sitting=found.sitting, number=number, seat=seat, state=ScoreState.OPEN, tiles=list(figures.tiles), tp=list(tp),
        deadlock=figures.deadlock, submission=submission, game_key=key, at=now, user=actor.user, player=actor.player,
        via=actor.via,
    )  # fmt: skip


def _ruled(
    actor: Actor, now: datetime, event: Event, found: LoadedSitting, number: int, tp: tuple[int, ...]
) -> SittingScore:
    pairs, seats = plays_doubles(event), len(found.entries)
    most, total = most_points(seats, pairs=pairs), shared_points(seats, pairs=pairs)
    fits = len(tp) == seats and all(0 <= points <= most for points in tp) and sum(tp) <= total
    if not fits or (pairs and (tp[0], tp[1]) != (tp[2], tp[3])):
        raise InvalidInput(
            "bad_tp",
            _("Give the points of each player: %(most).1f at most, %(total).1f together; partners have the same.")
            % {"most": most / 10, "total": total / 10},
            {"most": most, "total": total, "game": GAME_TP},
            field="points",
        )
    return SittingScore(
        sitting=found.sitting, number=number, state=ScoreState.OPEN, tp=list(tp), at=now, user=actor.user,
        player=actor.player, via=actor.via,
    )  # fmt: skip


def _from_record(
    actor: Actor, event: Event, found: LoadedSitting, figures: TableFigures
) -> tuple[Submission, TableFigures]:
    """The figures of a verified record of these players; its names may only contradict."""
    submission = Submission.objects.select_related("record").filter(public_id=figures.record).first()
    own = submission is not None and actor.user is not None and submission.sender_id == actor.user.pk
    if submission is None or not (own or actor.is_system):
        raise NotFound("submission_not_found", _("You have sent no such record."), field="record")
    record = submission.record
    if record.is_pending:
        raise Conflict("record_pending", _("This record is still being checked. Try again in a moment."))
    if not record.is_verified:
        raise Conflict("record_rejected", _("This record breaks a rule, so it proves no game."), field="record")
    raw = read_bytes(bytes(record.raw), record.content_type)
    pairs = plays_doubles(event)
    if len(record.colours) != len(found.entries) or bool(raw.get("doubles")) != pairs:
        raise Conflict("wrong_record", _("This is not the record of such a game."), field="record")
    if not record.outcome:
        raise Conflict("no_result", _("This record stops before the game has ended."), field="record")
    sides = _sides(event, found)
    if len(figures.colours) != sides or set(figures.colours) != set(record.colours):
        raise InvalidInput(
            "bad_colours", _("Say who had which colour of the record."), {"colours": list(record.colours)},
            field="colours",
        )  # fmt: skip
    _refuse_other_names(event, found, raw, figures.colours)
    tiles = tuple(int(record.scores[colour]) for colour in figures.colours)
    if figures.tiles and figures.tiles != tiles:
        raise InvalidInput(
            "figures", _("The record has other points than you gave."), {"tiles": list(tiles)}, field="tiles"
        )
    return submission, replace(figures, tiles=tiles, deadlock=record.outcome == "deadlock")


def _refuse_other_names(event: Event, found: LoadedSitting, raw: Mapping[str, Any], colours: tuple[str, ...]) -> None:
    own: dict[str, set[str]] = {}
    for n, entry in enumerate(found.entries):
        own.setdefault(colours[_side(event, n)], set()).update(entry.name_keys)
    seats = [(seat.get("colour"), name_key(str(seat.get("name") or ""))[:160]) for seat in raw.get("players", [])]
    strangers = [name for colour, name in seats if name and name not in own.get(colour, set())]
    if strangers and Entry.every.filter(event=event, name_key__in=strangers).exists():
        raise Conflict("players", _("In this record somebody else sits in that place."), field="record")


def _refuse_counted(key: str, sitting: Sitting, number: int) -> None:
    lock_records_of_game(key)
    elsewhere = SittingScore.objects.filter(game_key=key, state=ScoreState.COUNTS).exclude(
        sitting=sitting, number=number
    )
    if elsewhere.exists() or counts_outside_tables([key]):
        raise Conflict("game_counted", _("This very game has been counted already; one game counts once."))


def _same(one: SittingScore, other: SittingScore) -> bool:
    return (one.tiles, one.tp, one.deadlock) == (other.tiles, other.tp, other.deadlock)


def _count(
    actor: Actor, now: datetime, event: Event, found: LoadedSitting, score: SittingScore, action: str
) -> SittingScore:
    if score.game_key:
        _refuse_counted(score.game_key, found.sitting, score.number)
    _move(score, ScoreState.COUNTS)
    score.closed_at, score.closed_by = now, actor.user
    try:
        with transaction.atomic():
            score.save()
    except IntegrityError as error:
        raise Conflict("game_counted", _("This very game has been counted already; one game counts once.")) from error
    _changed(actor, now, event, found, score, action, score.reason)
    return score


def _move(score: SittingScore, state: ScoreState) -> None:
    if state not in SCORE_TRANSITIONS[ScoreState(score.state)]:
        raise ValueError(f"A score that is {score.state} cannot become {state}.")
    score.state = state


def _close(actor: Actor, now: datetime, score: SittingScore, state: ScoreState) -> None:
    _move(score, state)
    score.closed_at, score.closed_by = now, actor.user
    score.save(update_fields=["state", "closed_at", "closed_by"])


def _require_answerable(score: SittingScore) -> None:
    if score.state not in ANSWERABLE:
        raise Conflict(
            "report_closed",
            _("This report has been answered already: %(state)s.") % {"state": score.get_state_display()},
            {"state": score.state},
        )


def _changed(
    actor: Actor, now: datetime, event: Event, found: LoadedSitting, score: SittingScore, action: str, reason: str = ""
) -> None:
    sitting = found.sitting
    Sitting.objects.filter(pk=sitting.pk).update(version=F("version") + 1)
    shown = "–".join(str(tiles) for tiles in score.tiles) if score.tiles else "–"
    log_action(
        actor=actor, now=now, action=action, target=event, scope=event,
        data={
            "round": sitting.round.number, "table": sitting.number, "game": score.number, "result": shown,
            "tp": score.tp, "score": score.pk,
        },
        reason=reason,
    )  # fmt: skip
    raise_version(event)
