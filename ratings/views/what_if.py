"""The calculator: what to expect of games, and what they would make of a rating."""

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from players.models import Player
from players.selectors import find_player
from ratings.maths.calculator import what_if as worked_out
from ratings.maths.elo import Change
from ratings.maths.expectation import Expectation
from ratings.models import RatedEvent
from ratings.selectors import current_standings, event_rows
from ratings.views.calculation import Step, working
from ratings.views.what_if_form import FIRST_ROWS, MOST_GAMES, MOST_ROWS, Row, WhatIfForm
from tantrix_site.errors import NotFound


@dataclass(frozen=True, slots=True)
class Line:
    """An opponent with what is to be expected; no expectation for a newcomer."""

    row: Row
    expected: Expectation | None


@require_safe
def what_if(request: HttpRequest) -> HttpResponse:
    """Without figures an empty form; `?player=`, `?against=&games=` and `?event=` fill it from what is known."""
    sent = request.GET
    player = _player(sent.get("player", ""))
    event = RatedEvent.objects.filter(number=_number(sent.get("event", ""))).first()
    asked = "o1" in sent
    rows = _number(sent.get("more", "")) or _number(sent.get("rows", "")) or FIRST_ROWS
    initial = {} if asked else _known(player, event, _player(sent.get("against", "")), _number(sent.get("games", "")))
    rows = max(rows, initial.pop("rows", 0))
    # what is known is worked out at once, as if it had been typed
    form = WhatIfForm(sent if asked else initial if "o1" in initial else None, rows=rows, initial=initial)
    lines: list[Line] = []
    change: Change | None = None
    told: tuple[Step, ...] = ()
    if form.is_bound and form.is_valid():
        before = form.standing
        lines = [
            Line(row, None if before is None else Expectation(before.rating - row.rating, row.games))
            for row in form.found
        ]
        met = [row.met for row in form.found if row.met is not None]
        if met:
            change = worked_out(before, met, weight=form.weight_used)
            told = working(change, [(one.games, one.rating) for one in met], form.weight_used, is_whole_event=False)
    context = {
        "form": form, "player": player, "event": event, "lines": lines, "change": change, "steps": told,
        "rows": len(form.rows), "more": min(MOST_ROWS, len(form.rows) + 5),
        "total": _total(lines),
    }  # fmt: skip
    return render(request, "ratings/what_if.html", context)


def _known(player: Player | None, event: RatedEvent | None, against: Player | None, games: int) -> dict[str, Any]:
    """What the form starts with: a player's whole event, or a player's rating with an opponent's."""
    if player is None:
        return {}
    if event is not None:
        row = next((found for found in event_rows(event) if found.player == player), None)
        if row is None:
            return {}
        known: dict[str, Any] = {"weight": _text(event.weight), "rows": len(row.opponents)}
        if row.change.before is not None:
            known |= {"rating": _text(row.change.before.rating), "played": row.change.before.games}
        for n, met in enumerate(row.opponents[:MOST_ROWS], start=1):
            known |= {f"o{n}": _text(met.rating), f"g{n}": met.games, f"t{n}": _text(met.tp / 10)}
        return known
    held = current_standings([player.pk, *([against.pk] if against is not None else [])])
    mine = held.get(player.pk)
    known = {} if mine is None else {"rating": _text(mine.rating), "played": mine.games}
    theirs = held.get(against.pk) if against is not None else None
    if theirs is not None:
        known |= {"o1": _text(theirs.rating), "g1": min(MOST_GAMES, games or 1)}
    return known


def _total(lines: list[Line]) -> tuple[float, float] | None:
    """All expected points, exactly and by the table; None for a newcomer or a single line."""
    found = [line.expected for line in lines if line.expected is not None]
    if len(found) < 2:
        return None
    return sum(one.points[0] for one in found), sum(one.points_by_table[0] for one in found)


def _player(slug: str) -> Player | None:
    """The player at this address or a former one; None where there is none."""
    try:
        return find_player(slug) if slug else None
    except NotFound:
        return None


def _number(text: str) -> int:
    return int(text) if text.isdecimal() and text.isascii() and len(text) < 9 else 0


def _text(value: float) -> str:
    """With four decimals at most, as the form reads it back."""
    return f"{value:.4f}".rstrip("0").rstrip(".")
