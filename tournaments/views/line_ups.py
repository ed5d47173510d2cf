"""The captain's page of a match: the order of the players, and who steps in once it is fixed."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from players.actors import Actor
from ratings.maths.parameters import CURRENT
from tantrix_site.errors import DomainError, NotPermitted
from tournaments import services
from tournaments.formats.teams.line_up import LineUp as CoreLineUp
from tournaments.formats.teams.line_up import Squad, default_line_up, possible_substitutes
from tournaments.forms.teams import OrderForm
from tournaments.models import Entry, Event, EventState, LineUp, Match, MatchState
from tournaments.selectors.pages.match import find_match, load_match
from tournaments.selectors.pages.team_match import BoardRow, is_team_match, load_team_match, rule_text
from tournaments.selectors.pages.words import UNPLAYED_KEYS
from tournaments.selectors.team_pages import TeamCard, team_card
from tournaments.selectors.teams import last_line_up, squad_of
from tournaments.services.access import organises_match
from tournaments.services.team_access import may_lead
from tournaments.views.actors import acting_in_draw
from tournaments.views.common import Link, event_tabs
from tournaments.views.failures import tell_failure
from tournaments.views.matches import match_crumbs, version_of
from tournaments.views.organise.common import for_organisers


@dataclass(frozen=True, slots=True)
class Seat:
    """A board of a fixed line-up from the side of one team, with those who may still take it."""

    row: BoardRow
    own: Entry | None
    other: Entry | None
    substitutes: tuple[Entry, ...]
    may_change: bool


@dataclass(frozen=True, slots=True)
class Place:
    """A player beside the number of the board."""

    entry: Entry
    points: float | None
    number: str
    error: str


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@acting_in_draw
def line_up(request: HttpRequest, event: Event, actor: Actor, number: int, team: int) -> HttpResponse:
    """Before the orders are fixed the order of a team, afterwards its substitutions."""
    match = find_match(event, number)
    entry = next((slot.occupant for slot in match.slots.all() if slot.occupant_id == team), None) if match else None
    if match is None or entry is None or not is_team_match(event, match):
        raise Http404
    match.event = entry.event = event
    if not may_lead(actor, event, entry):
        raise NotPermitted(
            "not_team_officer", _("Only the captain, the deputy or an organiser may order the players of a team.")
        )
    opponent = next((slot.occupant for slot in match.slots.all() if slot.occupant_id != team), None)
    sent = LineUp.objects.filter(match=match, team=entry, opponent=opponent, current=True).first()
    if sent is not None and sent.fixed_at is not None:
        return _fixed(request, event, actor, match, entry, sent)
    return _order(request, event, actor, match, entry, opponent, sent)


def _order(
    request: HttpRequest, event: Event, actor: Actor, match: Match, team: Entry, opponent: Entry | None,
    sent: LineUp | None,
) -> HttpResponse:  # fmt: skip
    squad, card = squad_of(event, team), team_card(team)
    pks = [player.entry for player in squad.players]
    stored = tuple(sent.players) if sent is not None else default_line_up(squad, last_line_up(team))
    form = OrderForm.of(pks, stored)
    failure, status, asks_empty = "", 200, False
    if request.method == "POST":
        form = OrderForm(pks, event.team_size, {pk: request.POST.get(f"board-{pk}", "") for pk in pks})
        act, _dash, which = request.POST.get("act", "").partition("-")
        if act in ("up", "down") and which.isdecimal():
            form = form.moved(int(which), -1 if act == "up" else 1)
        elif form.errors:
            failure, status = _("Please correct what is marked"), 400
        elif form.empty and not request.POST.get("empty"):
            failure, status, asks_empty = _empty_text(form.empty), 400, True
        else:
            failure = _send(request, actor, match, team, form.order)
            if not failure:
                messages.success(request, _("The order of {team} is sent.").format(team=team.name))
                return redirect("events:match", event.slug, match.number)
            status, asks_empty = 400, bool(form.empty)
    context = {
        **_frame(request, event, match, team),
        "opponent": opponent,
        "sent": sent,
        "places": _places(form, card),
        "boards": event.team_size,
        "failure": failure,
        "asks_empty": asks_empty,
        "is_late": is_late(match),
        "is_open": event.state == EventState.RUNNING and match.state == MatchState.OPEN,
    }
    return render(request, "tournaments/line_up.html", context, status=status)


def _send(request: HttpRequest, actor: Actor, match: Match, team: Entry, order: Sequence[int | None]) -> str:
    """What went wrong, or nothing."""
    try:
        services.send_line_up(
            actor=actor, now=timezone.now(), match_id=match.pk, team_id=team.pk, players=order,
            expected_version=version_of(request),
        )  # fmt: skip
    except NotPermitted:
        raise
    except DomainError as error:
        return str(error.message)
    return ""


def _empty_text(boards: Sequence[int]) -> str:
    return ngettext(
        "Board {boards} would stay empty: it is lost by default. Say below that this is meant.",
        "Boards {boards} would stay empty: they are lost by default. Say below that this is meant.",
        len(boards),
    ).format(boards=", ".join(map(str, boards)))


def _places(form: OrderForm, card: TeamCard) -> list[Place]:
    rows = {row.entry.pk: row for row in card.players}
    return [
        Place(
            rows[pk].entry, (points.points if (points := rows[pk].points) is not None else None), form.numbers[pk],
            form.errors.get(pk, ""),
        )
        for pk in form.shown
    ]  # fmt: skip


def _fixed(request: HttpRequest, event: Event, actor: Actor, match: Match, team: Entry, order: LineUp) -> HttpResponse:
    if request.method == "POST":
        board, player = request.POST.get("board", ""), request.POST.get("player", "")
        if not board.isdecimal() or not (player.isdecimal() or player == "nobody"):
            messages.error(request, _("Choose who takes the board."))
            return redirect("events:line-up", event.slug, match.number, team.pk)
        with tell_failure(request) as done:
            services.put_at_board(
                actor=actor, now=timezone.now(), match_id=match.pk, team_id=team.pk, board=int(board),
                player_id=None if player == "nobody" else int(player), reason=request.POST.get("reason", "").strip(),
            )  # fmt: skip
            done(_("Board {n} has changed hands.").format(n=board))
        return redirect("events:line-up", event.slug, match.number, team.pk)
    found = load_team_match(event, match, viewer=actor, is_organiser=organises_match(actor, match))
    side = next(side for side, one in enumerate(found.sides) if one.team is not None and one.team.pk == team.pk)
    context = {
        **_frame(request, event, match, team),
        "found": found,
        "seats": _seats(event, match, team, side, found.rows, tuple(order.players)),
    }
    return render(request, "tournaments/substitution.html", context)


def _seats(
    event: Event, match: Match, team: Entry, side: int, rows: Sequence[BoardRow], order: CoreLineUp
) -> list[Seat]:  # fmt: skip
    squad: Squad = squad_of(event, team)
    names = {row.entry.pk: row.entry for row in team_card(team).players}
    seats = []
    for row in rows:
        open_here = event.state == EventState.RUNNING and match.state == MatchState.OPEN
        may_change = open_here and (row.state.key in UNPLAYED_KEYS or any(row.is_empty))
        able = possible_substitutes(order, squad, row.board) if may_change else ()
        seats.append(
            Seat(row, row.players[side], row.players[1 - side], tuple(names[pk] for pk in able), may_change)
        )  # fmt: skip
    return seats


def _frame(request: HttpRequest, event: Event, match: Match, team: Entry) -> dict[str, object]:
    page = load_match(event, match)
    return {
        "event": event,
        "match": match,
        "page": page,
        "team": team,
        "rule_text": rule_text(event, match),
        "tabs": event_tabs(request, event, ""),
        "crumbs": match_crumbs(page, Link(_("Order of {team}").format(team=team.name))),
        "seeding": CURRENT.seeding,
    }


def is_late(match: Match) -> bool:
    """Whether the time to send orders is over."""
    return match.line_ups_by is not None and timezone.now() >= match.line_ups_by


@require_POST
@for_organisers
def open_boards(request: HttpRequest, event: Event, actor: Actor, number: int) -> HttpResponse:
    """An organiser does not wait for the orders any longer."""
    match = Match.objects.filter(event=event, number=number).first()
    if match is None:
        raise Http404
    with tell_failure(request) as done:
        services.open_boards(actor=actor, now=timezone.now(), match_id=match.pk)
        done(_("The orders of M{n} are fixed; its boards are open.").format(n=number))
    return redirect("events:match", event.slug, number)
