"""One act on several matches or entries: a look at what it does to each, then all of it or none."""

import secrets
from dataclasses import dataclass
from typing import Final

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from players.actors import Actor
from players.models import ActionLog
from tantrix_site.errors import Conflict, InvalidInput
from tournaments import services
from tournaments.forms.several import OF_ENTRIES, SIDED, SeveralForm
from tournaments.models import Entry, EntryState, Event
from tournaments.selectors.check_in import missing_entries
from tournaments.selectors.pages.open_matches import by_deadline, filtered, open_matches
from tournaments.selectors.pages.several_words import ACT_WORDS
from tournaments.services import SeveralAct
from tournaments.services.once import do_once
from tournaments.views.organise.common import for_arbiters, organise_tabs

UNTOLD: Final = ("deadline_needed", "reason_needed")


@dataclass(frozen=True)
class _Row:
    """A line of the preview with who was chosen as absent or at fault."""

    line: services.SeveralLine
    side: int | None


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@for_arbiters
def several(request: HttpRequest, event: Event, actor: Actor) -> HttpResponse:
    """GET shows what would happen, POST does it; both name the act, the rows and what else it has to be told."""
    data = request.POST if request.method == "POST" else request.GET
    act = _act(data)
    ids = _ids(event, act, data)
    failure, plan = "", None
    with timezone.override(event.zone):
        # what it has to be told is asked for once somebody looked at the form
        told = request.method == "POST" or "look" in data
        form = SeveralForm(act, data if told else None)
        order = form.order(act, ids, data)
        try:
            if request.method == "POST" and form.is_valid():
                return _done(request, event, actor, order, data)
        except (Conflict, InvalidInput) as error:
            failure = str(error.message)
        try:
            if not told or form.is_valid():
                plan = services.plan_several(actor=actor, now=timezone.now(), event_id=event.pk, order=order)
        except InvalidInput as error:
            if error.code not in UNTOLD:
                failure = failure or str(error.message)
    context = {
        "event": event,
        "tabs": organise_tabs(request, event, "entrants" if act in OF_ENTRIES else "event"),
        "act": act, "title": ACT_WORDS[act], "form": form, "ids": ids, "failure": failure, "plan": plan,
        "field": "entry" if act in OF_ENTRIES else "match",
        "rows": [] if plan is None else [_Row(line, order.sides.get(line.id)) for line in plan.lines],
        "sided": act in SIDED,
        "hidden": [(f"side-{number}", side) for number, side in order.sides.items()],
        "sent": form.cleaned_data if form.is_bound and form.is_valid() else {},
        "once": data.get("once", "") if request.method == "POST" else secrets.token_urlsafe(12),
        "back": _back(event, act),
    }  # fmt: skip
    status = 409 if failure and plan is not None else 400 if failure or form.errors else 200
    return render(request, "tournaments/organise/several.html", context, status=status)


def _act(data: QueryDict) -> SeveralAct:
    try:
        return SeveralAct(data.get("act", ""))
    except ValueError as error:
        raise Http404 from error


def _ids(event: Event, act: SeveralAct, data: QueryDict) -> list[int]:
    """The rows that were ticked, or all that the page they come from showed in its choice."""
    name = "entry" if act in OF_ENTRIES else "match"
    if not data.get("all"):
        return [int(text) for text in data.getlist(name) if text.isdecimal() and len(text) < 10]
    if name == "match":
        found = [match for match in open_matches({event.pk: event})[event.pk] if match.row.board is None]
        chosen = filtered(by_deadline(found), state=data.get("state", ""), round_=data.get("round", ""))
        return [match.number for match in chosen]
    if data.get("those") == "missing":
        return [entry.pk for entry in missing_entries(event)]
    waits = act in (SeveralAct.ACCEPT, SeveralAct.REFUSE)
    if waits:
        rows = event.waiting_places.filter(ended_at=None).order_by("number")
        return list(rows.values_list("entry", flat=True))
    return list(
        Entry.objects.filter(event=event, state=EntryState.ACCEPTED).order_by("pk").values_list("pk", flat=True)
    )


def _done(
    request: HttpRequest, event: Event, actor: Actor, order: services.SeveralOrder, data: QueryDict
) -> HttpResponse:
    now, digest = timezone.now(), data.get("digest", "")

    def act() -> int:
        return services.do_several(actor=actor, now=now, event_id=event.pk, order=order, digest=digest).pk

    once = data.get("once", "")
    if once:
        # pressed twice it is done once, and both answers say so
        pk = do_once(
            actor=actor, now=now, key=f"several-{once}", operation=f"several-{event.pk}", body=digest.encode(), act=act
        )
    else:
        pk = act()
    n = ActionLog.objects.get(pk=pk).data["count"]
    messages.success(request, ngettext("Done for {n} row.", "Done for {n} rows.", n).format(n=n))
    return redirect(_back(event, order.act))


def _back(event: Event, act: SeveralAct) -> str:
    if act in (SeveralAct.CHECK_IN, SeveralAct.CHECK_OUT):
        return reverse("organise:check-in", args=[event.slug])
    if act in OF_ENTRIES:
        return reverse("organise:entrants", args=[event.slug])
    return reverse("organise:event", args=[event.slug]) + "#matches"
