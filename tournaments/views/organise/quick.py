"""Entering results in a hall: one keyboard row a match or table, stored one by one, each once."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from players.actors import Actor
from tantrix_site.errors import Conflict, DomainError, StaleVersion
from tournaments import permissions, services
from tournaments.formats.scoring import FULL_WIN_MARGIN, tournament_points
from tournaments.models import Event, Match
from tournaments.selectors.pages.progress import round_progress
from tournaments.selectors.pages.quick import (
    QuickFilter,
    QuickRow,
    count_unchecked,
    find_typed,
    initials,
    load_quick_rows,
    load_rejected,
    load_typed,
    name_of,
    played,
    reported_tiles,
)
from tournaments.selectors.parties import own_entries
from tournaments.services.figures import MOST_TILES
from tournaments.views.common import small_number
from tournaments.views.matches import version_of
from tournaments.views.organise.common import for_arbiters, organise_tabs

METHODS = ["GET", "HEAD", "POST"]
FILTER = ("stage", "round", "part")
SIDES = ("left", "right")


@dataclass(frozen=True, slots=True)
class Typed:
    """What was typed in a row that could not be stored, and the field that is wrong if one is."""

    left: str = ""
    right: str = ""
    error: str = ""
    field: str = ""


@dataclass(frozen=True, slots=True)
class Refused:
    """Why a row was not stored; `is_conflict` where the match is no longer as the sender saw it."""

    text: str
    field: str = ""
    is_conflict: bool = False


@never_cache
@require_http_methods(METHODS)
@for_arbiters
def results(request: HttpRequest, event: Event, actor: Actor) -> HttpResponse:
    """One keyboard row a match: tiles left, tiles right, Enter. Rows are stored one by one."""
    wanted = _filter(request)
    typed: dict[int, Typed] = {}
    status = 200
    if request.method == "POST":
        match = Match.every.filter(event=event, number=small_number(request.POST.get("match", ""))).first()
        before = _open_numbers(event) if request.headers.get("X-Fragment") else frozenset()
        stored = Refused(_("There is no such match.")) if match is None else _store_row(request, actor, match)
        if request.headers.get("X-Fragment"):
            return _row_answer(request, event, match, stored, (before, entries_of(actor, event)))
        if not isinstance(stored, Refused) and match is not None:
            messages.success(request, _("M{n} is stored.").format(n=match.number))
            query = urlencode({**{k: v for k, v in request.GET.items() if k in FILTER}, "after": match.number})
            return redirect(f"{reverse('organise:results', args=[event.slug])}?{query}")
        assert isinstance(stored, Refused)
        if match is not None:
            typed[match.number] = Typed(
                request.POST.get("left", ""), request.POST.get("right", ""), stored.text, stored.field
            )
        status = 400
    rows = load_quick_rows(event, wanted)
    for row in rows:
        # what was typed for one game must not stand in the fields of the next
        if row.number in typed and str(row.game) != request.POST.get("game"):
            typed[row.number] = Typed(error=typed[row.number].error)
    shown = {row.number for row in rows}
    for gone, lost in typed.items():
        if gone not in shown:
            messages.error(request, f"M{gone}: {lost.error}")
    context = _context(request, event, wanted, rows, typed, entries_of(actor, event))
    return render(request, "tournaments/organise/results.html", context, status=status)


def _context(
    request: HttpRequest,
    event: Event,
    wanted: QuickFilter,
    rows: tuple[QuickRow, ...],
    typed: dict[int, Typed],
    own: frozenset[int],
) -> dict[str, object]:
    rounds = [round_ for round_ in round_progress(event) if round_.open]
    return {
        "event": event,
        "tabs": organise_tabs(request, event, "results"),
        "rows": [(row, typed.get(row.number, Typed()), new_key(), not own.isdisjoint(row.sides)) for row in rows],
        "has_tables": any(row.table for row in rows),
        "rounds": [
            (round_, (round_.stage.number, round_.number, round_.bracket) == (wanted.stage, wanted.round, wanted.part))
            for round_ in rounds
        ],
        "several": len({round_.stage.number for round_ in rounds}) > 1,
        "is_filtered": wanted != QuickFilter(),
        "query": urlencode({key: value for key, value in request.GET.items() if key in FILTER}),
        "tp_table": ",".join(str(tournament_points(margin)[0]) for margin in range(FULL_WIN_MARGIN + 1)),
        "lately": load_typed(event),
        "rejected": load_rejected(event) if event.results_checked else (),
        "to_check": count_unchecked(event) if event.results_checked else 0,
    }


def entries_of(actor: Actor, event: Event) -> frozenset[int]:
    """The entries for whose games somebody else has to type; none for those who may always."""
    return frozenset() if permissions.is_site_staff(actor.user) else own_entries(actor, event)


def new_key() -> str:
    """A name for one sending of one row, so that sending it again stores it once."""
    return secrets.token_urlsafe(12)


def key_of(request: HttpRequest) -> str:
    """The name a row was sent with; a new one for a sender that gives none."""
    return request.POST.get("key", "").strip()[:64] or new_key()


def tiles_of(text: str) -> int | None:
    """A final score as typed; None for what is none."""
    text = text.strip()
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 4 else None


def stored_at(when: datetime, who: str) -> str:
    """ "✓ 14:02 by AK", in the zone of the page."""
    local = timezone.localtime(when).strftime("%H:%M")
    return _("✓ {time} by {initials}").format(time=local, initials=who)


def _filter(request: HttpRequest) -> QuickFilter:
    """`?stage=1&round=3&part=plate`; what is no number is passed over."""
    stage, round_ = (request.GET.get(name, "") for name in ("stage", "round"))
    return QuickFilter(
        int(stage) if stage.isdecimal() and len(stage) < 3 else None,
        int(round_) if round_.isdecimal() and len(round_) < 4 else None,
        request.GET.get("part", "")[:20],
    )


def _open_numbers(event: Event) -> frozenset[int]:
    return frozenset(played(event).filter(state="open").values_list("number", flat=True))


def _store_row(request: HttpRequest, actor: Actor, match: Match) -> str | Refused:
    """Store one row: what to say of it, or why it is refused."""
    texts = [request.POST.get(side, "") for side in SIDES]
    tiles = [tiles_of(text) for text in texts]
    game = small_number(request.POST.get("game", ""))
    for side, number in zip(SIDES, tiles, strict=True):
        if number is None:
            return Refused(_("Give the tiles of both players as whole numbers."), side)
        if number > MOST_TILES:
            return Refused(
                _("{number} tiles cannot be: a final score lies between 0 and {most}.").format(
                    number=number, most=MOST_TILES
                ),
                side,
            )
    if not game:
        return Refused(_("There is no such game."))
    mine = (int(tiles[0] or 0), int(tiles[1] or 0))
    now = timezone.now()
    try:
        result = services.enter_row(
            actor=actor, now=now, match_id=match.pk, number=game, key=key_of(request),
            figures=services.GameFigures(mine, deadlock="deadlock" in request.POST),
            expected_version=version_of(request),
        )  # fmt: skip
    except (StaleVersion, Conflict) as error:
        return _meanwhile(match, game, mine) or Refused(str(error.message), is_conflict=True)
    except DomainError as error:
        return Refused(str(error.message), (error.field or "").removeprefix("tiles_"))
    return stored_at(result.at, initials(name_of(actor.player, actor.user)))


def _meanwhile(match: Match, game: int, mine: tuple[int, int]) -> str | Refused | None:
    """What somebody else did with this game since the row was shown: the same is as good as stored."""
    found = find_typed(match, game)
    if found is None:
        said = reported_tiles(match, game)
        if not said:
            return None
        text = _("Meanwhile a player reported {theirs}; you typed {mine}. Look again, and store yours if it is right.")
        return Refused(text.format(theirs=_tiles(said[0]), mine=_tiles(mine)), is_conflict=True)
    if found.tiles == mine:
        return stored_at(found.at, found.initials)
    return conflict(found.who, found.at, found.tiles, mine)


def conflict(who: str, at: datetime, theirs: Sequence[int | None], mine: Sequence[int]) -> Refused:
    """Both values, and whose the other is."""
    time = timezone.localtime(at).strftime("%H:%M")
    text = _("{who} entered {theirs} at {time}; you typed {mine}. Yours is not stored.")
    return Refused(text.format(who=who, theirs=_tiles(theirs), time=time, mine=_tiles(mine)), is_conflict=True)


def _tiles(tiles: Sequence[int | None]) -> str:
    return "–".join("?" if number is None else str(number) for number in tiles)


def _row_answer(
    request: HttpRequest,
    event: Event,
    match: Match | None,
    stored: str | Refused,
    seen: tuple[frozenset[int], frozenset[int]],
) -> HttpResponse:
    """For the script: what became of the row, its next game if the match goes on, and rows that are open only now.

    `seen` are the matches that were open before, and the own entries of who types.
    """
    before, own = seen
    if match is None:
        assert isinstance(stored, Refused)
        return JsonResponse({"error": stored.text}, status=400)
    if isinstance(stored, Refused) and not stored.is_conflict:
        return JsonResponse({"error": stored.text, "field": stored.field}, status=400)
    rows = load_quick_rows(event)
    row: QuickRow | None = next((r for r in rows if r.number == match.number), None)
    data: dict[str, Any] = {"error": stored.text} if isinstance(stored, Refused) else {"done": stored}
    if row is not None:
        data["next"] = {"game": row.game, "version": row.version, "score": row.score}
    data["opened"] = [
        render_to_string(
            "tournaments/organise/results_row.html",
            {"row": new, "event": event, "key": new_key(), "is_own": not own.isdisjoint(new.sides)},
            request,
        )
        for new in rows
        if new.number not in before
    ]
    if isinstance(stored, Refused):
        data["page"] = reverse("events:match", args=[event.slug, match.number])
    return JsonResponse(data, status=409 if isinstance(stored, Refused) else 200)
