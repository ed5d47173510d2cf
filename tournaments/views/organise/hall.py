"""The day in the hall: the clock of the round, at which table matches are played, and typed results looked at again."""

from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from players.actors import Actor
from tantrix_site.errors import InvalidInput
from tournaments import services
from tournaments.models import Entry, EntryState, Event, EventState, Match
from tournaments.models.structure import hall_of
from tournaments.selectors.hall import clock_of, fixed_tables, matches_in_hall, round_played, usual_minutes
from tournaments.selectors.pages.quick import load_rejected, load_unchecked
from tournaments.selectors.pages.round_names import round_name
from tournaments.services.access import may_organise
from tournaments.views.failures import tell_failure
from tournaments.views.organise.common import for_arbiters, organise_tabs

METHODS = ["GET", "HEAD", "POST"]
CLOCK_ACTS = ("start", "pause", "resume", "adjust", "remove")


@never_cache
@require_http_methods(METHODS)
@for_arbiters
def hall(request: HttpRequest, event: Event, actor: Actor) -> HttpResponse:
    """The clock for arbiters, tables for organisers."""
    typed: dict[int, str] = {}
    wrong: dict[int, str] = {}
    if request.method == "POST":
        act = request.POST.get("act", "")
        if act in CLOCK_ACTS:
            _clock(request, event, actor, act)
        elif act == "tables":
            numbers = {name: _whole(name.removeprefix("table-")) for name in request.POST if name.startswith("table-")}
            typed = {n: request.POST.get(name, "").strip() for name, n in numbers.items() if n is not None}
            wrong = _tables(request, event, actor, typed)
        elif act == "number":
            with tell_failure(request) as done:
                services.number_hall_tables(actor=actor, now=timezone.now(), event_id=event.pk,
                                            first=_whole(request.POST.get("first", "")) or 1)  # fmt: skip
                done(_("The tables are numbered."))
        elif act in ("fix", "unfix"):
            _fixed(request, event, actor, act)
        else:
            raise Http404
        if not wrong:
            return redirect(request.path)
    return render(
        request, "tournaments/organise/hall.html", _context(request, event, actor, typed, wrong),
        status=400 if wrong else 200,
    )  # fmt: skip


def _context(
    request: HttpRequest, event: Event, actor: Actor, typed: dict[int, str], wrong: dict[int, str]
) -> dict[str, Any]:
    organises = may_organise(actor, event)
    is_running = event.state == EventState.RUNNING
    fixed = fixed_tables(event)
    matches = matches_in_hall(event) if organises and not event.has_sittings else []
    matches.sort(key=lambda match: (match.stage.number, match.round, match.hall))
    entries = list(Entry.objects.filter(event=event, state=EntryState.ACCEPTED).order_by("name")) if organises else []
    clock = clock_of(event)
    return {
        "event": event,
        "tabs": organise_tabs(request, event, "hall"),
        "organises": organises,
        "is_running": is_running,
        "clock": clock,
        "clock_version": 0 if clock is None else clock.version,
        "minutes": usual_minutes(event) if is_running else 0,
        "round": round_played(event) if is_running else 0,
        "rows": [_row(match, typed, wrong) for match in matches],
        "entries": entries,
        "fixed": [(entry, fixed[entry.pk]) for entry in entries if entry.pk in fixed],
    }


@dataclass(frozen=True, slots=True)
class HallRow:
    """A match with the field for its table; `usual` is where it is without one, 0 where that is nowhere."""

    match: Match
    round: str
    left: Entry | None
    right: Entry | None
    value: str
    usual: int
    error: str


def _row(match: Match, typed: dict[int, str], wrong: dict[int, str]) -> HallRow:
    left, right = match.slots.all()
    stored = "" if match.hall_table is None else str(match.hall_table)
    name = round_name(match.stage, match.bracket, match.round, label=match.label, table=match.table).title
    return HallRow(
        match, name, left.occupant, right.occupant, typed.get(match.number, stored),
        hall_of(match.stage.kind, match.position, None), wrong.get(match.number, ""),
    )  # fmt: skip


def _whole(text: str) -> int | None:
    text = text.strip()
    return int(text) if text.isascii() and text.removeprefix("-").isdecimal() and len(text) < 6 else None


def _key(text: str) -> int:
    """The key of a row; 0, which is none's, for what is none."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 19 else 0


def _clock(request: HttpRequest, event: Event, actor: Actor, act: str) -> None:
    sent: dict[str, Any] = {"actor": actor, "now": timezone.now(), "event_id": event.pk}
    minutes = _whole(request.POST.get("minutes", ""))
    seen = _whole(request.POST.get("version", ""))
    with tell_failure(request) as done:
        if act == "remove":
            services.remove_clock(**sent)
            text = _("The clock is gone.")
        elif act == "pause":
            services.pause_clock(**sent, expected_version=seen)
            text = _("The clock stands.")
        elif act == "resume":
            services.resume_clock(**sent, expected_version=seen)
            text = _("The clock runs.")
        elif minutes is None:
            raise InvalidInput("bad_minutes", _("Give the minutes as a whole number."), field="minutes")
        elif act == "start":
            number = max(0, _whole(request.POST.get("round", "")) or 0)
            services.start_clock(**sent, minutes=minutes, round_number=min(number, 999), expected_version=seen)
            text = _("The clock runs.")
        else:
            services.adjust_clock(**sent, minutes=minutes, expected_version=seen)
            text = _("The clock is changed.")
        done(text)


def _tables(request: HttpRequest, event: Event, actor: Actor, typed: dict[int, str]) -> dict[int, str]:
    """Store the numbers typed; by match what is wrong with one. An empty field leaves it to the order of pairing."""
    numbers = {match: _whole(text) for match, text in typed.items()}
    wrong = {match: _("Give a whole number.") for match, text in typed.items() if text and numbers[match] is None}
    if wrong:
        return wrong
    try:
        services.set_hall_tables(actor=actor, now=timezone.now(), event_id=event.pk, tables=numbers)
    except InvalidInput as error:
        number = (error.field or "").removeprefix("tables.")
        return {int(number): str(error.message)} if number.isdecimal() else {0: str(error.message)}
    with tell_failure(request) as done:
        done(_("The tables are stored."))
    return {}


def _fixed(request: HttpRequest, event: Event, actor: Actor, act: str) -> None:
    entry = Entry.objects.filter(event=event, pk=_key(request.POST.get("entry", ""))).first()
    table = _whole(request.POST.get("table", "")) if act == "fix" else None
    with tell_failure(request) as done:
        if entry is None:
            raise InvalidInput("unknown_entry", _("Choose who always plays at that table."), field="entry")
        if act == "fix" and table is None:
            raise InvalidInput("bad_table", _("Give a whole number."), field="table")
        services.set_fixed_table(actor=actor, now=timezone.now(), entry_id=entry.pk, table=table)
        done(_("The fixed table is stored."))


@never_cache
@require_http_methods(METHODS)
@for_arbiters
def check_results(request: HttpRequest, event: Event, actor: Actor) -> HttpResponse:
    """A second person says of each typed game that it is right or not, and changes nothing."""
    if request.method == "POST":
        act = request.POST.get("act", "")
        sent: dict[str, Any] = {"actor": actor, "now": timezone.now()}
        with tell_failure(request) as done:
            if act in ("on", "off"):
                services.set_checking(**sent, event_id=event.pk, on=act == "on")
                done(_("Typed results are looked at by a second person.") if act == "on"
                     else _("Typed results are no longer looked at by a second person."))  # fmt: skip
            elif act in ("accept", "reject"):
                services.check_result(**sent, result_id=_key(request.POST.get("result", "")),
                                      accepted=act == "accept", reason=request.POST.get("reason", ""))  # fmt: skip
                done(_("Right, as on the sheet.") if act == "accept" else _("The arbiters look into it."))
            else:
                raise Http404
        return redirect(request.path)
    rows = load_unchecked(event) if event.results_checked else ()
    mine = [row for row in rows if row.user is not None and actor.user is not None and row.user == actor.user.pk]
    context = {
        "event": event,
        "tabs": organise_tabs(request, event, "results"),
        "organises": may_organise(actor, event),
        "rows": [row for row in rows if row not in mine],
        "mine": mine,
        "rejected": load_rejected(event) if event.results_checked else (),
    }
    return render(request, "tournaments/organise/check_results.html", context)
