"""Acts on open matches, one at a time, in an event that is locked (`services.several`)."""

from collections.abc import Callable, Mapping
from datetime import datetime
from functools import partial
from typing import Final

from django.db.models import Prefetch, Q
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from players.actors import Actor
from players.models import ActionLog
from players.services import log_action
from players.services.notices import notify
from tantrix_site.errors import DomainError
from tournaments.models import DecisionKind, Event, Match, MatchState, Report, ReportState, Slot
from tournaments.selectors.boards import boards_in
from tournaments.services.access import raise_match_version, raise_version
from tournaments.services.addressees import accounts_of_match
from tournaments.services.extensions import extend_deadline
from tournaments.services.line_ups import is_open, open_boards
from tournaments.services.ruling import Ruling
from tournaments.services.rulings import accept_report, decide_match
from tournaments.services.several_values import Passed, SeveralAct, SeveralLine, SeveralOrder
from tournaments.services.telling_matches import match_data

REMINDER: Final = "match.reminder"
KINDS: Final[Mapping[SeveralAct, DecisionKind]] = {
    SeveralAct.WALKOVER: DecisionKind.WALKOVER,
    SeveralAct.DEFAULT: DecisionKind.DEFAULT,
    SeveralAct.DOUBLE_DEFAULT: DecisionKind.DOUBLE_DEFAULT,
}


def _match(event: Event, number: int) -> tuple[Match, tuple[str, ...]]:
    slots = Prefetch("slots", Slot.objects.select_related("occupant"))
    match = Match.objects.filter(event=event, number=number).select_related("stage").prefetch_related(slots).first()
    if match is None:
        raise Passed(SeveralLine(number, f"M{number}", _("There is no such match."), code="match_not_found"))
    match.event = event
    return match, tuple(slot.occupant.name if slot.occupant is not None else "–" for slot in match.slots.all())


def _line(
    match: Match, names: tuple[str, ...], text: str, code: str = "", *, before: datetime | None = None,
    after: datetime | None = None,
) -> SeveralLine:  # fmt: skip
    return SeveralLine(
        match.number, f"M{match.number}", text, code, state=f"{match.version}-{match.state}", names=names,
        before=before, after=after,
    )  # fmt: skip


def _pass(match: Match, names: tuple[str, ...], code: str, text: str) -> Passed:
    return Passed(_line(match, names, text, code))


def _tried(match: Match, names: tuple[str, ...], act: Callable[[], object]) -> None:
    """Do it; a refusal becomes the reason why the match is passed over."""
    try:
        act()
    except DomainError as error:
        raise _pass(match, names, error.code, str(error.message)) from error


def _require_open(match: Match, names: tuple[str, ...]) -> None:
    if match.state != MatchState.OPEN:
        raise _pass(match, names, "match_not_open", _("It is not open."))


def _deadline(actor: Actor, now: datetime, event: Event, order: SeveralOrder, number: int) -> SeveralLine:
    match, names = _match(event, number)
    if match.state not in (MatchState.OPEN, MatchState.WAITING):
        raise _pass(match, names, "match_not_open", _("It is not open."))
    old, new = match.deadline, order.deadline
    if old == new:
        raise _pass(match, names, "nothing_changes", _("It has this deadline already."))
    if match.line_ups_by is not None and new is not None and new < match.line_ups_by:
        raise _pass(match, names, "before_line_ups", _("Its orders are due later than that."))
    if match.state == MatchState.OPEN and old is not None and new is not None and new > old:
        # more time is told to both sides, and what they asked for is settled by it
        extend = partial(extend_deadline, actor=actor, now=now, match_id=match.pk, until=new, reason=order.reason)
        _tried(match, names, extend)
        return _line(match, names, _("Both get more time."), before=old, after=new)
    boards_in(Match.objects.filter(pk=match.pk)).update(deadline=new, extended_from=None)
    Match.objects.filter(pk=match.pk).update(deadline=new, extended_from=None)
    log_action(
        actor=actor, now=now, action="match.deadline.set", target=match, scope=event, reason=order.reason,
        data={"match": number, "changes": {"deadline": [old and old.isoformat(), new and new.isoformat()]}},
    )  # fmt: skip
    raise_match_version(match)
    raise_version(event)
    return _line(match, names, _("The deadline moves."), before=old, after=new)


def _remind(actor: Actor, now: datetime, event: Event, order: SeveralOrder, number: int) -> SeveralLine:
    match, names = _match(event, number)
    _require_open(match, names)
    if not event.draw_released:
        raise _pass(match, names, "draw_not_released", _("The draw has not been released yet."))
    day = timezone.localtime(now, event.zone).date()
    start = datetime(day.year, day.month, day.day, tzinfo=event.zone)
    known = ActionLog.objects.filter(
        action="match.reminded", target_type=match._meta.label_lower, target_id=match.pk, at__gte=start
    )
    if known.exists():
        raise _pass(match, names, "reminded_today", _("Both were reminded today."))
    users = accounts_of_match(event, match)
    if not users:
        raise _pass(match, names, "no_accounts", _("Neither side has an account."))
    data = match_data(event, match, note=order.reason, deadline=match.deadline and match.deadline.isoformat())
    notify(now=now, kind=REMINDER, key=f"{match.pk}-{day.isoformat()}", users=users, data=data)
    log_action(
        actor=actor, now=now, action="match.reminded", target=match, scope=event, reason=order.reason,
        data={"match": number, "accounts": len(users)},
    )  # fmt: skip
    text = ngettext("{n} account gets a reminder.", "{n} accounts get a reminder.", len(users))
    return _line(match, names, text.format(n=len(users)))


def _confirm(actor: Actor, now: datetime, event: Event, order: SeveralOrder, number: int) -> SeveralLine:
    """Every open report of the match counts; one that is disputed, or contradicted by its record, is ruled on alone."""
    match, names = _match(event, number)
    _require_open(match, names)
    games: list[int] = []
    while report := _next_report(match):
        accept = partial(accept_report, actor=actor, now=now, report_id=report.pk, reason=order.reason)
        _tried(match, names, accept)
        games.append(report.number)
    if not games:
        raise _pass(match, names, "nothing_reported", _("No report waits for confirmation."))
    numbers = ", ".join(map(str, games))
    text = ngettext("The report of game {games} counts.", "The reports of games {games} count.", len(games))
    return _line(match, names, text.format(games=numbers))


def _next_report(match: Match) -> Report | None:
    """The next report of the match or its boards that waits; one that was accepted waits no longer."""
    own = Q(match=match) | Q(match__team_match=match)
    return Report.objects.filter(own, state=ReportState.OPEN).order_by("match__board", "number", "pk").first()


def _rule(act: SeveralAct, actor: Actor, now: datetime, event: Event, order: SeveralOrder, number: int) -> SeveralLine:
    match, names = _match(event, number)
    side = order.sides.get(number)
    if act is not SeveralAct.DOUBLE_DEFAULT and side not in (0, 1):
        _require_open(match, names)
        text = _("Say who did not play.") if act is SeveralAct.WALKOVER else _("Say whose fault it is.")
        raise _pass(match, names, "side_needed", text)
    ruling = Ruling(KINDS[act], None if act is SeveralAct.DOUBLE_DEFAULT else side)
    decide = partial(
        decide_match, actor=actor, now=now, match_id=match.pk, ruling=ruling, reason=order.reason,
        without_warnings=order.without_warnings,
    )  # fmt: skip
    _tried(match, names, decide)
    if act is SeveralAct.DOUBLE_DEFAULT or side is None:
        return _line(match, names, _("Double default: neither goes on."))
    winner, loser = names[1 - side], names[side]
    if act is SeveralAct.WALKOVER:
        return _line(match, names, _("{winner} wins by walkover against {loser}.").format(winner=winner, loser=loser))
    return _line(match, names, _("{winner} wins by default of {loser}.").format(winner=winner, loser=loser))


def _open(actor: Actor, now: datetime, event: Event, order: SeveralOrder, number: int) -> SeveralLine:
    match, names = _match(event, number)
    _require_open(match, names)
    if is_open(match):
        raise _pass(match, names, "nothing_changes", _("Its boards are open already."))
    _tried(match, names, lambda: open_boards(actor=actor, now=now, match_id=match.pk))
    return _line(match, names, _("The orders are fixed and the boards open."))


MATCH_ACTS: Final[Mapping[SeveralAct, Callable[[Actor, datetime, Event, SeveralOrder, int], SeveralLine]]] = {
    SeveralAct.DEADLINE: _deadline,
    SeveralAct.REMIND: _remind,
    SeveralAct.CONFIRM: _confirm,
    SeveralAct.WALKOVER: partial(_rule, SeveralAct.WALKOVER),
    SeveralAct.DEFAULT: partial(_rule, SeveralAct.DEFAULT),
    SeveralAct.DOUBLE_DEFAULT: partial(_rule, SeveralAct.DOUBLE_DEFAULT),
    SeveralAct.OPEN_BOARDS: _open,
}
