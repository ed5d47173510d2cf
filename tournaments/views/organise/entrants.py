"""Entering players one by one or from a list, seeding them, their exits and their private links."""

import base64
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from players.actors import Actor
from players.models import Player
from ratings.maths.parameters import CURRENT
from tantrix_site.errors import Conflict, DomainError
from tournaments import services
from tournaments.forms.entries import EntryForm, ListForm, ReasonForm, ReferenceDateForm
from tournaments.forms.several import entry_acts
from tournaments.models import (
    PRESENT_STATES,
    Entry,
    EntryImport,
    EntryRules,
    EntryState,
    Event,
    EventState,
    ExitKind,
    SeedingMode,
)
from tournaments.selectors.entry_rules import conditions_of, rules_of
from tournaments.selectors.pages.attendance import load_attendance
from tournaments.selectors.pages.impact import plan_view
from tournaments.selectors.pages.loading import load_entries
from tournaments.selectors.seeding import in_seed_order, is_drawn, points_of, reference_date, reworks_since_taken
from tournaments.selectors.teams import players_of
from tournaments.views.failures import add_failure, tell_failure
from tournaments.views.organise.common import for_organisers, organise_tabs, to

METHODS = ["GET", "HEAD", "POST"]
NEW_LINKS = "new_entry_links"


@never_cache
@require_http_methods(METHODS)
@for_organisers
def entrants(request: HttpRequest, event: Event, actor: Actor) -> HttpResponse:
    """The entrants, and a form to enter one more; teams have a page of their own."""
    if event.is_for_teams:
        return to(event, "teams")
    form = EntryForm(request.POST or None, has_terms=has_terms(event), asks_age=asks_age(event))
    candidates: list[Player] = []
    if request.method == "POST" and form.is_valid():
        try:
            entered = _enter(request, event, actor, form)
        except Conflict as error:
            if error.code == "doubtful_person":
                ids = [candidate["player"] for candidate in error.extra["candidates"]]
                candidates = list(Player.objects.filter(pk__in=ids))
            add_failure(form, error)
        except DomainError as error:
            add_failure(form, error)
        else:
            late = load_attendance(event)
            if entered.entry.state == EntryState.WAITING:
                text = _("{name} is on the waiting list.")
            elif late.takes_late_entries:
                text = _("{name} is entered and joins in round {n}.")
            else:
                text = _("{name} is entered.")
            messages.success(request, text.format(name=entered.entry.name, n=late.next_round))
            if entered.link:
                keep_new_links(request, event, {entered.entry.pk: entered.link})
            return to(event, "entrants")
    rows = sorted(in_seed_order(event.entries.select_related("player", "answers")), key=lambda row: row.state)
    attendance = load_attendance(event)
    points = points_of(rows)
    members = players_of(row.pk for row in rows) if event.is_for_pairs else {}
    context = {
        "event": event,
        "tabs": organise_tabs(request, event, "entrants"),
        "form": form,
        "candidates": candidates,
        "rows": [(row, attendance.notes.get(row.pk, ()), points.get(row.pk), members.get(row.pk, ())) for row in rows],
        "has_points": bool(points),
        "seeding": CURRENT.seeding,
        "next_round": attendance.next_round,
        "absent": attendance.absent,
        "late": attendance.takes_late_entries,
        "accepted": sum(row.state == EntryState.ACCEPTED for row in rows),
        "gone": sum(row.state not in PRESENT_STATES for row in rows),
        "waiting": sum(row.state == EntryState.WAITING for row in rows),
        "is_open": event.state in (EventState.DRAFT, EventState.PUBLISHED),
        "may_enter": event.state in (EventState.DRAFT, EventState.PUBLISHED)
        or attendance.takes_late_entries
        or (event.has_sittings and event.state == EventState.RUNNING),
        "is_drawn": is_drawn(event),
        "present": PRESENT_STATES,
        "asks": bool(rules_of(event).asked),
        "acts": ()
        if event.state == EventState.FINISHED
        else entry_acts(
            waiting=any(row.state == EntryState.WAITING for row in rows), has_check_in=rules_of(event).has_check_in
        ),
        "links": new_links(request, event),
    }
    return render(request, "tournaments/organise/entrants.html", context, status=400 if form.errors else 200)


def _enter(request: HttpRequest, event: Event, actor: Actor, form: EntryForm) -> services.Entered:
    chosen = request.POST.get("player", "")
    data = form.cleaned_data
    if chosen.isdecimal():
        return services.add_entry(
            actor=actor, now=timezone.now(), event_id=event.pk, player_id=int(chosen), seed=data["seed"],
            despite=data.get("despite", ""), age_seen=data.get("age_seen", False),
        )  # fmt: skip
    person = services.NewPerson(data["name"], data["country"], surely_new=chosen == "new")
    return services.add_entry(
        actor=actor, now=timezone.now(), event_id=event.pk, person=person, seed=data["seed"],
        despite=data.get("despite", ""), age_seen=data.get("age_seen", False),
    )  # fmt: skip


def has_terms(event: Event) -> bool:
    """Whether there is anything that an organiser may have to pass over."""
    return EntryRules.objects.filter(event=event).exists()


def asks_age(event: Event) -> bool:
    """Whether an organiser may have to see evidence of an age."""
    return conditions_of(rules_of(event)).asks_age


def keep_new_links(request: HttpRequest, event: Event, tokens: dict[int, str]) -> None:
    """Private links are shown once, on the page after they were made."""
    request.session[NEW_LINKS] = {"event": event.pk, "tokens": {str(pk): token for pk, token in tokens.items()}}


def new_links(request: HttpRequest, event: Event) -> list[tuple[str, str]]:
    """Names and addresses of links just made; they are forgotten now."""
    if NEW_LINKS not in request.session:
        return []
    kept = request.session.pop(NEW_LINKS)
    if kept.get("event") != event.pk:
        return []
    names = dict(Entry.every.filter(event=event, pk__in=kept["tokens"]).values_list("pk", "name"))
    return [
        (names[int(pk)], request.build_absolute_uri(reverse("entry-link", args=[token])))
        for pk, token in kept["tokens"].items()
        if int(pk) in names
    ]


@never_cache
@require_http_methods(METHODS)
@for_organisers
def import_list(request: HttpRequest, event: Event, actor: Actor) -> HttpResponse:
    """Paste a list: first what each line means, then all lines or none."""
    terms = {"has_terms": has_terms(event), "asks_age": asks_age(event)}
    form = ListForm(request.POST or None, request.FILES or None, **terms)
    lines: list[services.EntryLine] = []
    unread: tuple[str, ...] = ()
    encodings: list[dict[str, Any]] = []
    if request.method == "POST" and form.is_valid():
        content = form.content()
        try:
            text = services.list_text(content, form.cleaned_data["encoding"])
            form = ListForm(_with_text(request, text), **terms)
            form.is_valid()
            lines, unread = services.read_entry_lines(event=event, text=text), services.unread_columns(text)
            if request.POST.get("act") == "enter":
                return _imported(request, event, actor, text, lines)
        except DomainError as error:
            encodings = error.extra.get("encodings", [])
            if encodings and isinstance(content, bytes):
                sent = _with_text(request, "")
                sent["kept"] = base64.b64encode(content).decode()
                form = ListForm(sent, **terms)
                form.is_valid()
            add_failure(form, error)
    counts: dict[str, int] = {}
    for line in lines:
        counts[str(line.state)] = counts.get(str(line.state), 0) + 1
    context = {
        "event": event, "tabs": organise_tabs(request, event, "entrants"), "form": form, "lines": lines,
        "counts": [(_line_words()[state], n) for state, n in counts.items()], "words": _line_words(),
        "encodings": encodings, "imports": _imports(event), "unread": unread,
    }  # fmt: skip
    return render(request, "tournaments/organise/import.html", context, status=400 if form.errors else 200)


def _with_text(request: HttpRequest, text: str) -> QueryDict:
    """What was sent, with the list as text in the place of a file."""
    data = request.POST.copy()
    data["text"], data["kept"], data["encoding"] = text, "", ""
    return data


def _imported(
    request: HttpRequest, event: Event, actor: Actor, text: str, lines: list[services.EntryLine]
) -> HttpResponse:
    entered = services.import_entries(
        actor=actor, now=timezone.now(), event_id=event.pk, text=text, choices=_choices(request, lines)
    )
    keep_new_links(request, event, {e.entry.pk: e.link for e in entered if e.link})
    told = ngettext("{n} player is entered.", "{n} players are entered.", len(entered)).format(n=len(entered))
    messages.success(request, told)
    return to(event, "entrants")


def _imports(event: Event) -> list[EntryImport]:
    """The lists that can be taken back still, the latest first."""
    if event.state not in (EventState.DRAFT, EventState.PUBLISHED) or is_drawn(event):
        return []
    return list(event.entry_imports.filter(undone_at=None).order_by("-pk")[:10])


@require_POST
@for_organisers
def undo_import(request: HttpRequest, event: Event, actor: Actor, pk: int) -> HttpResponse:
    """Take a whole list back."""
    with tell_failure(request) as done:
        gone = services.undo_entry_import(actor=actor, now=timezone.now(), event_id=event.pk, import_id=pk)
        done(ngettext("{n} entry is taken back.", "{n} entries are taken back.", gone).format(n=gone))
    return to(event, "import")


def _line_words() -> dict[str, str]:
    return {
        "new": _("new"),
        "matched": _("known player"),
        "doubtful": _("doubtful"),
        "entered": _("already entered"),
        "repeated": _("repeated"),
        "wrong": _("wrong"),
    }


def _choices(request: HttpRequest, lines: list[services.EntryLine]) -> services.LineChoices:
    players: dict[int, int] = {}
    new: set[int] = set()
    skipped: set[int] = set()
    for line in lines:
        answer = request.POST.get(f"line-{line.number}", "")
        if answer == "new":
            new.add(line.number)
        elif answer == "skip" or (not answer and line.state in ("entered", "repeated")):
            skipped.add(line.number)
        elif answer.isdecimal():
            players[line.number] = int(answer)
    return services.LineChoices(
        players=players, new=frozenset(new), skipped=frozenset(skipped), despite=request.POST.get("despite", ""),
        age_seen="age_seen" in request.POST,
    )  # fmt: skip


@never_cache
@require_http_methods(METHODS)
@for_organisers
def seeds(request: HttpRequest, event: Event, actor: Actor) -> HttpResponse:
    """A number for each entry; those left empty follow by seeding points, then in order of entry."""
    rows = list(in_seed_order(event.entries.filter(state=EntryState.ACCEPTED).select_related("player")))
    errors: dict[int, str] = {}
    typed = {row.pk: request.POST.get(f"seed-{row.pk}", "").strip() for row in rows} if request.method == "POST" else {}
    if request.method == "POST":
        numbers = _numbers(request, rows, typed, errors)
        if not errors:
            with tell_failure(request) as done:
                services.set_seeds(actor=actor, now=timezone.now(), event_id=event.pk, seeds=numbers)
                done(_("The seeds are stored."))
            return to(event, "seeds")
    points, on = points_of(rows), reference_date(event)
    context = {
        "event": event,
        "tabs": organise_tabs(request, event, "seeds"),
        "rows": [(row, typed.get(row.pk, row.seed or ""), errors.get(row.pk, ""), points.get(row.pk)) for row in rows],
        "points_form": ReferenceDateForm(initial={"on": on or timezone.now().date()}),
        "taken_on": on,
        "reworks": reworks_since_taken(event),
        "has_points": bool(points),
        "without_points": len(rows) - len(points),
        "is_drawn": is_drawn(event),
        "seeding": CURRENT.seeding,
        "is_open": event.state in (EventState.DRAFT, EventState.PUBLISHED),
        "by_lot": event.seeding_mode == SeedingMode.LOT,
        "has_errors": bool(errors),
    }
    return render(request, "tournaments/organise/seeds.html", context, status=400 if errors else 200)


def _numbers(request: HttpRequest, rows: list[Entry], typed: dict[int, str], errors: dict[int, str]) -> dict[int, int]:
    """The numbers typed, or those of the order shown or of a move up or down."""
    act = request.POST.get("act", "")
    if act == "order":
        return {row.pk: number for number, row in enumerate(rows, start=1)}
    if act == "clear":
        return {}
    move, _dash, pk = act.partition("-")
    if move in ("up", "down") and pk.isdecimal():
        order = [row.pk for row in rows]
        at = next((i for i, row_pk in enumerate(order) if row_pk == int(pk)), -1)
        other = at + (1 if move == "down" else -1)
        if at >= 0 and 0 <= other < len(order):
            order[at], order[other] = order[other], order[at]
        return {row_pk: number for number, row_pk in enumerate(order, start=1)}
    found: dict[int, int] = {}
    for row in rows:
        text = typed[row.pk]
        if not text:
            continue
        if not (text.isascii() and text.isdecimal()) or not 1 <= int(text) <= len(rows):
            errors[row.pk] = _("Seeds go from 1 to {last}.").format(last=len(rows))
        elif int(text) in found.values():
            errors[row.pk] = _("Seed {n} is given twice.").format(n=text)
        else:
            found[row.pk] = int(text)
    return found


def _entry(event: Event, pk: int) -> Entry:
    return get_object_or_404(Entry.objects.select_related("player"), pk=pk, event=event)


@require_POST
@for_organisers
def remove(request: HttpRequest, event: Event, actor: Actor, pk: int) -> HttpResponse:
    """Take back an entry made by mistake."""
    entry = _entry(event, pk)
    with tell_failure(request) as done:
        services.remove_entry(actor=actor, now=timezone.now(), event_id=event.pk, entry_id=entry.pk)
        done(_("The entry of {name} is removed.").format(name=entry.name))
    return to(event, "entrants")


@require_POST
@for_organisers
def link(request: HttpRequest, event: Event, actor: Actor, pk: int) -> HttpResponse:
    """Make a private link anew, or end it; the players of a pair have one each."""
    entry = get_object_or_404(Entry.every.select_related("player").exclude(player=None), pk=pk, event=event)
    with tell_failure(request) as done:
        if request.POST.get("act") == "revoke":
            services.revoke_entry_link(actor=actor, now=timezone.now(), entry_id=entry.pk)
            done(_("The private link of {name} works no longer.").format(name=entry.name))
        else:
            token = services.regenerate_entry_link(actor=actor, now=timezone.now(), entry_id=entry.pk)
            keep_new_links(request, event, {entry.pk: token})
    if event.is_for_teams and entry.team_id is not None:
        return redirect("events:team-desk", event.slug, entry.team_id)
    return to(event, "entrants")


@never_cache
@require_http_methods(METHODS)
@for_organisers
def leave(request: HttpRequest, event: Event, actor: Actor, pk: int) -> HttpResponse:
    """An entry withdraws or is disqualified: first what follows, then the act."""
    entry = _entry(event, pk)
    kind = request.POST.get("kind") or request.GET.get("kind", ExitKind.WITHDRAWN)
    if kind not in ExitKind.values:
        raise Http404
    form = ReasonForm(request.POST or None)
    if kind == ExitKind.WITHDRAWN:
        form.fields["reason"].required = False
    if request.method == "POST" and form.is_valid():
        act = services.disqualify_entry if kind == ExitKind.DISQUALIFIED else services.withdraw_entry
        try:
            act(
                actor=actor, now=timezone.now(), entry_id=entry.pk, reason=form.cleaned_data["reason"],
                digest=request.POST.get("digest") or None,
            )  # fmt: skip
        except DomainError as error:
            add_failure(form, error)
        else:
            messages.success(request, _("{name} has left the event.").format(name=entry.name))
            return to(event, "entrants")
    try:
        planned = services.plan_exit(actor=actor, now=timezone.now(), entry_id=entry.pk, kind=ExitKind(kind))
    except Conflict as error:
        messages.error(request, str(error.message))
        return to(event, "entrants")
    return _exit_page(request, event, entry, form, planned, "leave", kind)


@never_cache
@require_http_methods(METHODS)
@for_organisers
def come_back(request: HttpRequest, event: Event, actor: Actor, pk: int) -> HttpResponse:
    """Take an exit back: first what follows, then the act."""
    entry = _entry(event, pk)
    form = ReasonForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            services.revoke_exit(
                actor=actor, now=timezone.now(), entry_id=entry.pk, reason=form.cleaned_data["reason"],
                digest=request.POST.get("digest") or None, reinstate=chosen_offers(request),
            )  # fmt: skip
        except DomainError as error:
            add_failure(form, error)
        else:
            messages.success(request, _("{name} is back in the event.").format(name=entry.name))
            return to(event, "entrants")
    try:
        planned = services.plan_return(actor=actor, now=timezone.now(), entry_id=entry.pk)
    except Conflict as error:
        messages.error(request, str(error.message))
        return to(event, "entrants")
    return _exit_page(request, event, entry, form, planned, "return", "")


def chosen_offers(request: HttpRequest) -> set[int]:
    """The matches whose earlier results are to come back."""
    return {int(text) for text in request.POST.getlist("reinstate") if text.isdecimal()}


def _exit_page(
    request: HttpRequest, event: Event, entry: Entry, form: ReasonForm, planned: Any, what: str, kind: str
) -> HttpResponse:
    names = {row.id: row.name for row in load_entries(event).values()}
    context = {
        "event": event,
        "tabs": organise_tabs(request, event, "entrants"),
        "entry": entry,
        "form": form,
        "plan": plan_view(planned.plan, planned.loaded, names) if planned is not None else None,
        "what": what,
        "kind": kind,
    }
    return render(request, "tournaments/organise/exit.html", context, status=400 if form.errors else 200)
