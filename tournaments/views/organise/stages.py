"""Of which stages the event consists; closing one, opening it again, ordering who is level in it."""

from collections.abc import Sequence

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from players.actors import Actor
from tantrix_site.errors import Conflict, DomainError, InvalidInput, StaleVersion
from tournaments import services
from tournaments.forms.entries import CloseForm, ReasonForm
from tournaments.forms.formats import FORMATS, Format, format_of
from tournaments.forms.stages import StagePart, plan_sentences, stage_parts
from tournaments.models import EntryState, Event
from tournaments.selectors.pages.closing import load_closing
from tournaments.selectors.pages.loading import load_entries
from tournaments.selectors.pages.stages import StageLine, find_line, stage_lines
from tournaments.services.stages import plan_of
from tournaments.views.failures import add_failure
from tournaments.views.matches import version_of
from tournaments.views.organise.common import for_arbiters, for_organisers, organise_tabs, to

METHODS = ["GET", "HEAD", "POST"]


@never_cache
@require_http_methods(METHODS)
@for_organisers
def stages(request: HttpRequest, event: Event, actor: Actor) -> HttpResponse:
    """Choose a format and set its figures; what that means is said in words before anything is stored."""
    lines = stage_lines(event)
    stored = tuple(plan_of(line.stage) for line in lines)
    offered = [known for known in FORMATS if _fits(known, lines, stored)]
    current = format_of(stored)
    wanted = request.POST.get("format") or request.GET.get("format", "")
    chosen = next((known for known in offered if known.key == wanted), None)
    accepted = event.entries.filter(state=EntryState.ACCEPTED).count()
    plans = stored
    if chosen is not None and chosen is not current:
        made = chosen.plans(accepted if accepted > 2 else event.capacity)
        kept = sum(1 for line in lines if line.lock)
        plans = (*stored[:kept], *made[kept:])
    locks = {line.number: line.lock for line in lines if line.lock and line.number <= len(plans)}
    act = request.POST.get("act", "")
    parts = stage_parts(event, plans, locks, request.POST if request.method == "POST" else None)
    failure, status, review = "", 200, False
    if request.method == "POST":
        review = all(part.is_valid for part in parts) and act != "change"
        status = 200 if review or act == "change" else 400
        if review and act == "store":
            failure, status = _store(request, event, actor, parts)
            if status == 200:
                messages.success(request, _("The stages are stored."))
                return to(event, "stages")
            review = status == 412
    event.refresh_from_db(fields=["version"])
    context = {
        "event": event,
        "tabs": organise_tabs(request, event, "stages"),
        "formats": offered,
        "chosen": chosen or current,
        "format": wanted if chosen else "",
        "is_new": plans is not stored,
        "lines": lines,
        "parts": parts,
        "accepted": accepted,
        "failure": failure,
        "has_errors": any(form.errors for part in parts for form in (part.form, part.feed) if form and not part.lock),
        "review": _review(event, parts) if review else None,
        "kept": _kept(request) if review else [],
        "version": event.version,
    }
    return render(request, "tournaments/organise/stages.html", context, status=status)


def _fits(known: Format, lines: Sequence[StageLine], stored: Sequence[services.StagePlan]) -> bool:
    """A format is offered while it leaves the stages that stand as they are."""
    plans = known.plans(64)
    standing = [plan for line, plan in zip(lines, stored, strict=True) if line.lock]
    if len(plans) < len(standing):
        return False
    return known is format_of(stored) or all(
        plan.kind == made.kind and bool(plan.settings.get("plate")) == bool(made.settings.get("plate"))
        for plan, made in zip(standing, plans, strict=False)
    )


def _review(event: Event, parts: Sequence[StagePart]) -> list[tuple[StagePart, tuple[str, ...], bool]]:
    """Each stage as it would be, in sentences, and whether it differs from what stands."""
    planned = [part.planned() for part in parts]
    return [
        (part, plan_sentences(event, plan, planned[part.number - 2] if part.number > 1 else None), plan != part.plan)
        for part, plan in zip(parts, planned, strict=True)
    ]


def _store(request: HttpRequest, event: Event, actor: Actor, parts: Sequence[StagePart]) -> tuple[str, int]:
    """Store the plan; why it could not be, and the status of the answer."""
    try:
        services.plan_stages(
            actor=actor, now=timezone.now(), event_id=event.pk, plans=[part.planned() for part in parts],
            expected_version=version_of(request),
        )  # fmt: skip
    except StaleVersion:
        return _("Somebody else changed the event meanwhile. Look again, then store it."), 412
    except InvalidInput as error:
        _stages, index, *path = (error.field or "").split(".")
        if index.isdecimal() and int(index) < len(parts) and path[:1] == ["settings"]:
            parts[int(index)].form.place_error(path[-1], str(error.message))
            return "", 400
        return str(error.message), 400
    except DomainError as error:
        return str(error.message), error.status
    return "", 200


def _kept(request: HttpRequest) -> list[tuple[str, str]]:
    """What was typed, to be sent again with the agreement."""
    skipped = {"csrfmiddlewaretoken", "act", "version"}
    return [(name, str(value)) for name in request.POST if name not in skipped for value in request.POST.getlist(name)]


def get_line(event: Event, number: int) -> tuple[StageLine, StageLine | None]:
    """The stage of that number and the one after it. Raises Http404."""
    lines = stage_lines(event)
    line = find_line(lines, str(number))
    if line is None:
        raise Http404
    return line, find_line(lines, str(number + 1))


@never_cache
@require_http_methods(METHODS)
@for_organisers
def close(request: HttpRequest, event: Event, actor: Actor, number: int) -> HttpResponse:
    """What blocks closing the stage, what it feeds, then the act with the digest of what was seen."""
    line, later = get_line(event, number)
    if not line.is_running:
        messages.info(request, _("This stage does not run."))
        return to(event, "event")
    shown = load_closing(event, line, later)
    form = CloseForm(request.POST or None, over_reports=shown.has_open_reports)
    form.fields["reason"].required = early = shown.rounds_left > 0 and line.last_round > 0
    failure, status = "", 200
    if request.method == "POST" and form.is_valid():
        if request.POST.get("digest") != shown.digest:
            failure, status = _("Something changed meanwhile. Below is how it stands now; look again."), 409
        else:
            try:
                services.close_stage(
                    actor=actor, now=timezone.now(), event_id=event.pk, stage_number=number, early=early,
                    reason=form.cleaned_data["reason"], despite=form.cleaned_data.get("despite", ""),
                )  # fmt: skip
            except DomainError as error:
                add_failure(form, error)
            else:
                messages.success(request, _("{stage} is closed; its standings are noted.").format(stage=line.title))
                return to(event, "event")
    context = {
        "event": event, "tabs": organise_tabs(request, event, "stages"), "line": line, "later": later, "shown": shown,
        "form": form, "early": early, "failure": failure,
    }  # fmt: skip
    status = 400 if form.errors else status
    return render(request, "tournaments/organise/stage_close.html", context, status=status)


@never_cache
@require_http_methods(METHODS)
@for_organisers
def reopen(request: HttpRequest, event: Event, actor: Actor, number: int) -> HttpResponse:
    """What rests upon a finished stage, then opening it again with a reason."""
    line, _later = get_line(event, number)
    if not line.is_finished:
        messages.info(request, _("Only a finished stage can be opened again."))
        return to(event, "stages")
    form = ReasonForm(request.POST or None)
    failure, status = "", 200
    if request.method == "POST" and form.is_valid():
        try:
            services.reopen_stage(
                actor=actor, now=timezone.now(), event_id=event.pk, stage_number=number,
                reason=form.cleaned_data["reason"], digest=request.POST.get("digest") or None,
            )  # fmt: skip
        except Conflict as error:
            failure, status = str(error.message), 409
        except DomainError as error:
            add_failure(form, error)
        else:
            messages.success(request, _("{stage} is open again.").format(stage=line.title))
            return to(event, "event")
    fed = services.fed_by(line.stage)
    names = load_entries(event)
    context = {
        "event": event, "tabs": organise_tabs(request, event, "stages"), "line": line, "form": form,
        "failure": failure, "fed": fed, "digest": "" if fed is None else fed.digest,
        "seats": [] if fed is None else [(n, names[entry]) for n, entry in sorted(fed.seeds.items()) if entry in names],
    }  # fmt: skip
    status = 400 if form.errors else status
    return render(request, "tournaments/organise/stage_reopen.html", context, status=status)


@never_cache
@require_http_methods(METHODS)
@for_arbiters
def ties(request: HttpRequest, event: Event, actor: Actor, number: int) -> HttpResponse:
    """Entries that are level: an arbiter says in which order they stand, and why."""
    line, later = get_line(event, number)
    shown = load_closing(event, line, later)
    sent = request.POST.get("level", "")
    rows = []
    status = 200
    for index, level in enumerate(shown.levels):
        bound = request.POST if request.method == "POST" and sent == level.key else None
        form = ReasonForm(bound, auto_id=f"id_{index}_%s")
        typed = [
            (place, entry, bound.get(f"place-{entry.id}", "").strip() if bound else str(place))
            for place, entry in level.rows
        ]
        if bound is not None and form.is_valid():
            order = _order([(entry.id, text) for _place, entry, text in typed])
            if order is None:
                form.add_error(None, _("Give each of them one number, the first one the smallest."))
            else:
                try:
                    services.rule_tie(
                        actor=actor, now=timezone.now(), event_id=event.pk, stage_number=number, table=level.table,
                        entries=order, reason=form.cleaned_data["reason"],
                    )  # fmt: skip
                except DomainError as error:
                    add_failure(form, error)
                else:
                    messages.success(request, _("The order is stored."))
                    return redirect(reverse("organise:stage-ties", args=[event.slug, number]))
        status = 400 if form.errors else status
        rows.append((level, level.key, typed, form))
    if request.method == "POST" and status == 200:
        messages.error(request, _("These entries are not level in the table."))
        return redirect(reverse("organise:stage-ties", args=[event.slug, number]))
    context = {
        "event": event, "tabs": organise_tabs(request, event, "stages"), "line": line, "rows": rows,
        "stands": line.is_finished and later is not None and later.stage.opened_at is not None,
    }  # fmt: skip
    return render(request, "tournaments/organise/stage_ties.html", context, status=status)


def _order(typed: Sequence[tuple[int, str]]) -> list[int] | None:
    """The entries by the numbers typed; None where one is missing or given twice."""
    numbers = {entry: int(text) for entry, text in typed if text.isascii() and text.isdecimal() and len(text) < 5}
    if len(numbers) < len(typed) or len(set(numbers.values())) < len(numbers):
        return None
    return sorted(numbers, key=lambda entry: numbers[entry])
