"""The draw of a stage: what it would be with some lot or set by hand, making it, discarding it; alternates."""

from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from players.actors import Actor
from tantrix_site.errors import DomainError, StaleVersion
from tournaments import services
from tournaments.formats.seeding import bracket_size
from tournaments.forms.draws import AlternateForm, LinesSheet, LotForm
from tournaments.forms.pairings import Roster
from tournaments.models import Entry, EntryState, Event, EventState
from tournaments.selectors.feeding import StageEntries, entries_of
from tournaments.selectors.pages.draw import DrawView, drawn_entries, preview_view, stored_view
from tournaments.selectors.pages.stage_words import settings_sentences
from tournaments.selectors.pages.stages import StageLine, is_outdated, next_step, stage_lines
from tournaments.selectors.stages import stage_settings
from tournaments.services.building import uses_lot
from tournaments.services.draws import preview_draw
from tournaments.views.failures import add_failure
from tournaments.views.matches import version_of
from tournaments.views.organise.common import for_organisers, organise_tabs

METHODS = ["GET", "HEAD", "POST"]


@dataclass
class _Page:
    """What one visit works with."""

    request: HttpRequest
    event: Event
    line: StageLine
    found: StageEntries | None
    form: LotForm
    sheet: LinesSheet | None = None
    preview: DrawView | None = None
    failure: str = ""
    status: int = 200

    @property
    def act(self) -> str:
        return self.request.POST.get("act", "")

    def fail(self, error: DomainError) -> None:
        self.failure, self.status = _problem(error), error.status


@never_cache
@require_http_methods(METHODS)
@for_organisers
def draw(request: HttpRequest, event: Event, actor: Actor) -> HttpResponse:
    """The draw that stands, and what another would give; a preview stores nothing."""
    lines = stage_lines(event)
    line = _wanted(request, event, lines)
    found = entries_of(event, line.stage)
    page = _Page(request, event, line, found, LotForm(request.POST or request.GET or None))
    settings = stage_settings(line.stage, event)
    by_hand = not line.stage.is_table and (request.GET.get("by") == "hand" or _seeding(settings) == "manual")
    if by_hand and found is not None and len(found.entries) >= 2:
        page.sheet = _sheet(page)
    alternate = _alternate_form(page)
    if request.method == "POST":
        done = _act(page, actor, alternate)
        if done:
            messages.success(request, done)
            return redirect(f"{reverse('organise:draw', args=[event.slug])}?stage={line.number}")
    elif "lot" in request.GET and page.form.is_valid() and page.sheet is None:
        _preview(page, None)
    event.refresh_from_db(fields=["version"])
    can_draw = event.state != EventState.FINISHED and not line.is_played and not line.is_finished
    outdated = can_draw and is_outdated(event, line)
    context = {
        "event": event,
        "tabs": organise_tabs(request, event, "draw"),
        "lines": lines,
        "line": line,
        "count": 0 if found is None else len(found.entries),
        "is_known": found is not None and found.is_complete,
        "sentences": settings_sentences(settings, of_teams=event.is_for_teams),
        "form": page.form,
        "sheet": page.sheet,
        "by_hand": by_hand,
        "has_lines": not line.stage.is_table,
        "alternate": alternate,
        "preview": page.preview,
        "current": stored_view(line.draw) if line.draw is not None else None,
        "failure": page.failure,
        "outdated": outdated,
        "can_draw": can_draw and found is not None,
        "has_lot": uses_lot(settings, by_hand=by_hand),
        "step": next_step(event, lines, event.entries.filter(state=EntryState.ACCEPTED).count()),
        "is_ready": line.is_drawn and page.preview is None and can_draw and not outdated and not page.failure,
    }
    status = 400 if page.form.errors else page.status
    return render(request, "tournaments/organise/draw.html", context, status=status)


def _wanted(request: HttpRequest, event: Event, lines: tuple[StageLine, ...]) -> StageLine:
    """`?stage=n`, else the stage that is drawn next, else the last that is drawn."""
    wanted = request.GET.get("stage", "")
    if wanted:
        line = next((line for line in lines if str(line.number) == wanted), None)
        if line is None:
            raise Http404
        return line
    step = next_step(event, lines, 2)
    if step.key == "draw" and step.line is not None:
        return step.line
    return [line for line in lines if line.is_drawn or line.number == 1][-1]


def _seeding(settings: Any) -> str:
    return str(getattr(settings, "seeding", ""))


def _act(page: _Page, actor: Actor, alternate: AlternateForm | None) -> str:
    """One act; what to say when it is done, nothing when it is not."""
    where: dict[str, Any] = {
        "actor": actor, "now": timezone.now(), "event_id": page.event.pk, "stage_number": page.line.number,
    }  # fmt: skip
    try:
        if page.act == "discard":
            services.discard_draw(**where, expected_version=version_of(page.request))
            return _("The draw is discarded.")
        if page.act == "replace" and alternate is not None:
            if not alternate.is_valid():
                page.status = 400
                return ""
            data = alternate.cleaned_data
            services.replace_entrant(
                **where, leaving_id=data["leaving"], alternate_id=data["alternate"], mode=data["mode"],
                reason=data["reason"],
            )  # fmt: skip
            return _("The alternate is in the draw.")
        lines = None
        if page.sheet is not None:
            if not page.sheet.is_valid:
                page.status = 400
                return ""
            lines = page.sheet.lines
        if not page.form.is_valid():
            return ""
        if page.act == "look":
            _preview(page, lines)
            return ""
        made = services.make_draw(
            **where, lot=page.form.cleaned_data["lot"], lines=lines, expected_version=version_of(page.request)
        )
    except StaleVersion:
        page.failure, page.status = _("Something changed meanwhile. Below is how it stands now; look again."), 412
        return ""
    except DomainError as error:
        if error.field in page.form.fields:
            add_failure(page.form, error)
        else:
            page.fail(error)
        return ""
    if made.lot is None:
        return _("The draw is made.")
    return _("The draw is made, with lot {lot}.").format(lot=made.lot)


def _preview(page: _Page, lines: list[int | None] | None) -> None:
    lot = page.form.cleaned_data["lot"]
    try:
        built = preview_draw(page.event, page.line.stage, 0 if lot is None and lines is not None else lot, lines)
    except DomainError as error:
        if error.field in page.form.fields:
            add_failure(page.form, error)
        else:
            page.fail(error)
        return
    if page.found is not None:
        page.preview = preview_view(page.found, built, built.groups, lot if lines is None else None)


def _sheet(page: _Page) -> LinesSheet:
    assert page.found is not None
    roster = Roster(drawn_entries(page.found))
    stored = page.line.draw
    size = bracket_size(len(page.found.entries))
    if page.request.method == "POST" and page.act in ("make", "look"):
        return LinesSheet.sent(roster, page.request.POST, size)
    kept = list(stored.lines) if stored is not None and len(stored.lines) == size else []
    return LinesSheet.of(roster, kept, size)


def _alternate_form(page: _Page) -> AlternateForm | None:
    """The form for an alternate, where somebody left a draw with lines and somebody else is free."""
    draw = page.line.draw
    if draw is None or page.line.stage.is_table or page.line.is_played or page.line.is_finished:
        return None
    entries = list(Entry.objects.filter(event=page.event).values_list("pk", "name", "state"))
    left = [(pk, name) for pk, name, state in entries if pk in draw.entrants and state != EntryState.ACCEPTED]
    free = [(pk, name) for pk, name, state in entries if pk not in draw.entrants and state == EntryState.ACCEPTED]
    if not left or not free or page.line.number > 1:
        return None
    data = page.request.POST if page.act == "replace" else None
    return AlternateForm(data, leaving=left, alternates=free)


def _problem(error: DomainError) -> str:
    """Why there can be no such draw, in the reader's language."""
    extra = error.extra
    texts = {
        "seed_missing": _("These numbers stand on no line: {seeds}."),
        "empty_match": _("From line {line} on a bye would meet a bye."),
        "bad_size": _("There are not enough lines for everybody."),
        "lines_needed": _("Place the entries on the lines of the draw."),
        "too_few": _("There are too few entries for these settings."),
    }
    if error.code not in texts:
        return str(error.message)
    seeds = ", ".join(map(str, extra.get("seeds", ())))
    return texts[error.code].format(seeds=seeds, line=extra.get("line", ""))
