"""The rounds of a Swiss: propose, change by hand, publish, take back; who is there for the next one."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from players.actors import Actor
from tantrix_site.errors import Conflict, DomainError
from tournaments import services
from tournaments.forms.entries import ReasonForm
from tournaments.forms.pairings import AbsenceForm, PairingSheet, PublishForm, Roster
from tournaments.models import Entry, Event, PairingRun, RunState
from tournaments.selectors.pages.loading import load_entries
from tournaments.selectors.pages.rounds import RoundsPage, doubt_texts, load_rounds, players_in
from tournaments.selectors.pages.stages import StageLine, stage_lines
from tournaments.selectors.swiss import load_swiss
from tournaments.views.failures import add_failure, tell_failure
from tournaments.views.organise.common import for_organisers, organise_tabs

METHODS = ["GET", "HEAD", "POST"]


def get_swiss(request: HttpRequest, event: Event) -> tuple[StageLine | None, list[StageLine]]:
    """The Swiss stage an address means: `?stage=n`, else the one being played, else the first. With all there are."""
    found = [line for line in stage_lines(event) if line.is_swiss]
    wanted = request.GET.get("stage", "")
    if wanted:
        line = next((line for line in found if str(line.number) == wanted), None)
        if line is None:
            raise Http404
        return line, found
    running = next((line for line in found if line.is_running), None)
    return running or (found[0] if found else None), found


def to_rounds(event: Event, line: StageLine) -> HttpResponse:
    return redirect(f"{reverse('organise:rounds', args=[event.slug])}?stage={line.number}")


@never_cache
@require_http_methods(METHODS)
@for_organisers
def rounds(request: HttpRequest, event: Event, actor: Actor) -> HttpResponse:
    """Where the round stands, the proposal for the next with its reasons, and the rounds so far."""
    line, lines = get_swiss(request, event)
    page = load_rounds(event, line.stage) if line is not None and line.is_drawn else None
    if line is None or page is None:
        context = {"event": event, "tabs": organise_tabs(request, event, "rounds"), "line": line, "page": None}
        return render(request, "tournaments/organise/rounds.html", context)
    publish = PublishForm()
    back = ReasonForm(auto_id="back_%s")
    status = 200
    if request.method == "POST":
        done, publish, back, status = _act(request, event, actor, line, page)
        if done:
            return to_rounds(event, line)
        page = load_rounds(event, line.stage) or page
    with timezone.override(event.zone):
        context = {
            "event": event,
            "tabs": organise_tabs(request, event, "rounds"),
            "line": line,
            "lines": lines,
            "page": page,
            "publish": publish,
            "back": back,
            "absence": AbsenceForm(choices=[(row.id, row.name) for row in page.here]),
            "can_act": event.state == "running" and line.is_running,
        }
        return render(request, "tournaments/organise/rounds.html", context, status=status)


def _act(
    request: HttpRequest, event: Event, actor: Actor, line: StageLine, page: RoundsPage
) -> tuple[bool, PublishForm, ReasonForm, int]:
    """One act of the page; whether it is done, and else the forms with what is wrong."""
    where: dict[str, Any] = {
        "actor": actor, "now": timezone.now(), "event_id": event.pk, "stage_number": line.number,
    }  # fmt: skip
    act = request.POST.get("act", "")
    publish, back = PublishForm(), ReasonForm(auto_id="back_%s")
    if act == "publish":
        with timezone.override(event.zone):
            publish = PublishForm(request.POST)
            if not publish.is_valid():
                return False, publish, back, 400
        try:
            run = services.publish_pairing(
                **where, seen=request.POST.get("seen") or None, deadline=publish.cleaned_data["deadline"],
                keep_outdated=publish.cleaned_data["keep_outdated"],
            )  # fmt: skip
        except Conflict as error:
            if error.code == "no_proposal" and _is_published(line, _number(request.POST.get("round", ""))):
                messages.info(request, _("This round is published already."))
                return True, publish, back, 200
            add_failure(publish, error)
            return False, publish, back, 409
        messages.success(request, _("Round {n} is published; its matches are open.").format(n=run.round))
        return True, publish, back, 200
    if act == "unpublish":
        back = ReasonForm(request.POST, auto_id="back_%s")
        if back.is_valid():
            with tell_failure(request) as done:
                services.unpublish_round(**where, reason=back.cleaned_data["reason"])
                done(_("The round is taken back; its pairing is the proposal again."))
            return True, publish, back, 200
        return False, publish, back, 400
    with tell_failure(request) as done:
        if act == "propose":
            fixed, bye = _fixed(request, page)
            services.propose_pairing(**where, fixed=fixed, fixed_bye=bye)
        elif act == "discard":
            services.discard_pairing(**where, seen=request.POST.get("seen") or None)
            done(_("The proposal is given up."))
        else:
            raise Http404
    return True, publish, back, 200


def _number(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 6 else None


def _is_published(line: StageLine, round_: int | None) -> bool:
    return PairingRun.objects.filter(stage=line.stage, round=round_ or 0, state=RunState.PUBLISHED).exists()


def _fixed(request: HttpRequest, page: RoundsPage) -> tuple[list[tuple[int, int]], int | None]:
    """The pairs of the proposal that were marked to stay."""
    if page.proposal is None:
        return [], None
    marked = set(request.POST.getlist("keep"))
    run = page.proposal.run
    pairs = [(left, right) for left, right in run.pairs if f"{left}-{right}" in marked]
    return pairs, run.bye_id if f"bye-{run.bye_id}" in marked else None


@never_cache
@require_http_methods(METHODS)
@for_organisers
def edit(request: HttpRequest, event: Event, actor: Actor) -> HttpResponse:
    """Pair by hand: the proposal, or with `?round=published` the round that everybody sees, which needs a reason."""
    line, _lines = get_swiss(request, event)
    state = load_swiss(line.stage) if line is not None else None
    if line is None or state is None:
        raise Http404
    published = request.GET.get("round") == "published"
    wanted = RunState.PUBLISHED if published else RunState.DRAFT
    run = PairingRun.objects.filter(stage=line.stage, state=wanted).order_by("-round").first()
    if run is None:
        messages.info(request, _("There is no such pairing any more."))
        return to_rounds(event, line)
    players = players_in(state, load_entries(event))
    if not published:
        present = {item["entry"] for item in run.input["entries"]}
        players = {pk: player for pk, player in players.items() if pk in present}
    roster = Roster(players.values())
    least = (len(players) + 1) // 2
    act = request.POST.get("act", "")
    reason = ReasonForm(request.POST if act == "store" and published else None)
    failure, status = "", 200
    doubts: tuple[str, ...] | None = None
    if request.method == "POST":
        sheet = PairingSheet.sent(roster, request.POST, least + 2)
        if act == "swap":
            failure = sheet.swap(request.POST.get("first", ""), request.POST.get("second", ""))
        elif act == "store" and sheet.is_valid and (not published or reason.is_valid()):
            seen = request.POST.get("seen") or None
            failure = _store(event, actor, line, sheet, reason if published else None, seen)
            if not failure:
                messages.success(request, _("The pairing is stored."))
                return to_rounds(event, line)
        status = 400 if failure or not sheet.is_valid or reason.errors else 200
        if not published:
            doubts = doubt_texts(services.pairing_doubts(line.stage, sheet.pairs, sheet.bye), load_entries(event))
    else:
        pairs = [(players[a], players[b]) for a, b in run.pairs if a in players and b in players]
        sheet = PairingSheet.of(roster, pairs, players.get(run.bye_id or 0), least)
    context = {
        "event": event, "tabs": organise_tabs(request, event, "rounds"), "line": line, "run": run, "sheet": sheet,
        "players": players.values(), "doubts": doubts, "published": published, "reason": reason, "failure": failure,
        "first": request.POST.get("first", "") if failure else "",
        "second": request.POST.get("second", "") if failure else "",
    }  # fmt: skip
    if request.headers.get("X-Fragment"):
        return render(request, "tournaments/organise/doubts.html", context)
    return render(request, "tournaments/organise/round_edit.html", context, status=status)


def _store(
    event: Event, actor: Actor, line: StageLine, sheet: PairingSheet, reason: ReasonForm | None, seen: str | None
) -> str:
    where: dict[str, Any] = {
        "actor": actor, "now": timezone.now(), "event_id": event.pk, "stage_number": line.number,
        "pairs": sheet.pairs, "bye": sheet.bye, "seen": seen,
    }  # fmt: skip
    try:
        if reason is None:
            services.edit_pairing(**where)
        else:
            services.change_published_pairing(**where, reason=reason.cleaned_data["reason"])
    except DomainError as error:
        return str(error.message)
    return ""


@require_POST
@for_organisers
def absence(request: HttpRequest, event: Event, actor: Actor) -> HttpResponse:
    """Somebody misses the next round, or is there after all."""
    line, _lines = get_swiss(request, event)
    number = _number(request.POST.get("round", ""))
    entry_id = _number(request.POST.get("entry", ""))
    if line is None or number is None:
        raise Http404
    if entry_id is None:
        messages.error(request, _("Say who misses the round."))
        return to_rounds(event, line)
    entry = get_object_or_404(Entry, pk=entry_id, event=event)
    absent = request.POST.get("act") != "present"
    with tell_failure(request) as done:
        services.set_absence(
            actor=actor, now=timezone.now(), entry_id=entry.pk, round_number=number, absent=absent,
            reason=request.POST.get("reason", "")[:200],
        )  # fmt: skip
        text = _("{name} misses round {n}.") if absent else _("{name} is there in round {n}.")
        done(text.format(name=entry.name, n=number))
    if request.POST.get("next") == "entrants":
        return redirect("organise:entrants", event.slug)
    return to_rounds(event, line)
