"""Telling the players of matches, and officials, what happened there. Each is called inside the transaction of the act.

Nobody is told of what they did themselves. What is not released yet is told to nobody.
"""

from collections.abc import Collection, Iterable, Sequence
from datetime import datetime
from typing import Any

from django.db.models import Q, QuerySet
from django.urls import reverse

from players.actors import Actor
from players.services.notices import Told, notify, notify_many
from tantrix_site.compiled import CompiledObjects
from tournaments.models import Event, EventState, GameResult, Match, MatchState, Report, Slot, StageKind
from tournaments.selectors.slots import read_sides
from tournaments.services.addressees import (
    account_of,
    accounts_by_entry,
    accounts_of_entries,
    accounts_of_match,
    captains_by_entry,
    officials_of,
)


def match_data(event: Event, match: Match, **more: Any) -> dict[str, Any]:
    """What every notice of a match needs for its words: its event, its number, the names of its sides."""
    names = {slot.side: str(slot.occupant.name) for slot in match.slots.all() if slot.occupant is not None}
    path = reverse("events:match", args=[event.slug, match.number])
    sides = [names.get(0, ""), names.get(1, "")]
    return {"event": event.name, "zone": event.time_zone, "match": match.number, "names": sides, "path": path, **more}


def tell_report(now: datetime, event: Event, match: Match, report: Report) -> None:
    """The other side has a result to answer."""
    if report.side is None:
        return
    other = (report.right_id, report.left_id)[report.side]
    accounts = accounts_of_entries([other], captains=False)
    until = None if report.confirm_by is None else report.confirm_by.isoformat()
    data = match_data(event, match, game=report.number, side=report.side, tiles=_tiles(report), until=until)
    _tell_players(now, event, "report.open", str(report.pk), accounts, data)


def tell_rejected(now: datetime, event: Event, match: Match, report: Report) -> None:
    """Who attached a record learns that it is refused; the opponent was asked for nothing."""
    if report.user_id is not None:
        data = match_data(event, match, game=report.number)
        _tell_players(now, event, "report.rejected", str(report.pk), {report.user_id}, data)


def tell_dispute(now: datetime, event: Event, match: Match, reports: Iterable[Report], teller: Actor) -> None:
    """Who reported learns that the opponent says otherwise; officials learn that there is something to decide."""
    rows = [report for report in reports if report.side is not None]
    for report in rows:
        sender = (report.left_id, report.right_id)[report.side or 0]
        data = match_data(event, match, game=report.number, side=report.side, tiles=_tiles(report))
        accounts = accounts_of_entries([sender], captains=False) - account_of(teller)
        _tell_players(now, event, "report.disputed", str(report.pk), accounts, data)
    if rows:
        tell_doubt(now, event, match, rows[0].number, key=":".join(str(report.pk) for report in rows))


def tell_doubt(now: datetime, event: Event, match: Match, number: int, *, key: str) -> None:
    """Officials who play in the match are told as players only: they may not rule there."""
    accounts = officials_of(event) - accounts_of_match(event, match)
    notify(now=now, kind="dispute.open", key=key, users=accounts, data=match_data(event, match, game=number))


def tell_ruling(
    actor: Actor, now: datetime, event: Event, match: Match, *, what: str, key: str, reason: str = "", **more: Any
) -> None:
    """Both sides learn what was ruled: `what` is a word that `tournaments.notices.matches` knows."""
    accounts = accounts_of_match(event, match) - account_of(actor)
    _tell_players(now, event, "match.ruled", key, accounts, match_data(event, match, what=what, reason=reason, **more))


def tell_results(actor: Actor, now: datetime, event: Event, match: Match, results: Sequence[GameResult]) -> None:
    """Games count from now on."""
    accounts = accounts_of_match(event, match, captains=False) - account_of(actor)
    games = [[result.number, result.tiles_left, result.tiles_right] for result in results]
    data = match_data(event, match, games=games)
    _tell_players(now, event, "result.counted", str(results[0].pk), accounts, data)


def _tell_players(
    now: datetime, event: Event, kind: str, key: str, accounts: Collection[int], data: dict[str, Any]
) -> None:
    """Nothing while the draw is held back: whatever is told of a match says who meets whom."""
    if accounts and event.draw_released:
        notify(now=now, kind=kind, key=key, users=accounts, data=data)


def _open_matches(event: int) -> QuerySet[Match, Match]:
    found = Match.every.filter(event=event).select_related("stage")
    return found.filter(Q(state=MatchState.OPEN) | Q(state=MatchState.BYE, stage__kind=StageKind.SWISS))


_open_in = CompiledObjects(_open_matches)
_open_among = CompiledObjects(lambda event, matches: _open_matches(event).filter(pk__in=matches))


def tell_open(now: datetime, event: Event, matches: Collection[int] | None = None) -> None:
    """Who may play now learns against whom: of these matches, or of all that are open. Once for each pairing.

    Players are told of their games, captains of teams of the line-up that is due. Nothing before the start or while the
    draw is held back; a fixed number of queries.
    """
    if event.state != EventState.RUNNING or not event.draw_released:
        return
    if matches is not None and not matches:
        return
    rows = _open_in(event.pk) if matches is None else _open_among(event.pk, tuple(matches))
    read_sides(rows)
    sides = {slot.occupant_id for match in rows for slot in match.slots.all() if slot.occupant_id is not None}
    if not sides:
        return
    players = accounts_by_entry(sides)
    captains = captains_by_entry(sides) if event.is_for_teams else {}
    told: dict[str, list[Told]] = {"match.open": [], "line_up.due": [], "round.bye": []}
    for match in rows:
        whole = event.is_for_teams and match.board is None
        kind = "round.bye" if match.state == MatchState.BYE else "line_up.due" if whole else "match.open"
        accounts = captains if whole else players
        for slot in match.slots.all():
            for pk in sorted(accounts.get(slot.occupant_id or 0, ())):
                told[kind].append(Told(pk, _pairing_key(match), _pairing_data(event, match, slot)))
    for kind, notices in told.items():
        if notices:
            notify_many(now=now, kind=kind, told=notices)


def _pairing_key(match: Match) -> str:
    """The same two in the same match are told once, however often they are drawn or brought back."""
    sides = {slot.side: slot.occupant_id or 0 for slot in match.slots.all()}
    return f"{match.pk}:{sides.get(0, 0)}:{sides.get(1, 0)}"


def _pairing_data(event: Event, match: Match, own: Slot) -> dict[str, Any]:
    deadline = None if match.deadline is None else match.deadline.isoformat()
    return match_data(
        event, match, round=match.round, side=own.side, deadline=deadline, table=match.hall, board=match.board or 0
    )


def _tiles(report: Report) -> list[int] | None:
    left, right = report.tiles_left, report.tiles_right
    return None if left is None or right is None else [left, right]
