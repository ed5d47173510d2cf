"""Lists as CSV, and the staff's page that brings in what was published elsewhere."""

from dataclasses import replace

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from players.actors import request_actor
from ratings.selectors import rating_list
from ratings.selectors.historic import historic_imports, historic_list
from ratings.selectors.list_csv import historic_csv, list_csv
from ratings.services.access import require_staff
from ratings.services.historic import import_historic, withdraw_historic
from ratings.services.historic_reading import HistoricAnswers, HistoricLine, HistoricPreview, LineState, read_historic
from ratings.views.historic_form import ImportForm
from ratings.views.list_filter import ListFilter
from tantrix_site.errors import Conflict, DomainError


@require_safe
def our_csv(request: HttpRequest) -> HttpResponse:
    """The rating list as the page of lists narrows it, all rows."""
    wanted = ListFilter.of(request.GET, timezone.now().date())
    found = rating_list(wanted.on)
    text = list_csv(replace(found, rows=tuple(wanted.of_rows(found.rows))))
    return _csv(f"ratings-{wanted.on.isoformat()}", text)


@require_safe
def their_csv(request: HttpRequest) -> HttpResponse:
    """What was published elsewhere, as `?date=`, `?country=` and `?source=` say."""
    wanted = ListFilter.of(request.GET, timezone.now().date())
    rows = historic_list(wanted.on, country=wanted.country, source=request.GET.get("source", ""))
    return _csv(f"published-ratings-{wanted.on.isoformat()}", historic_csv(rows))


def _csv(name: str, text: str) -> HttpResponse:
    headers = {"Content-Disposition": f'attachment; filename="{name}.csv"'}
    return HttpResponse(text, content_type="text/csv; charset=utf-8", headers=headers)


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def bring_in(request: HttpRequest) -> HttpResponse:
    """Paste a list: first what each row means, then all rows or none."""
    actor = request_actor(request)
    require_staff(actor)
    form = ImportForm(request.POST or None, request.FILES or None)
    preview: HistoricPreview | None = None
    if request.method == "POST" and form.is_valid():
        content = form.content()
        given = {"source": form.cleaned_data["source"], "on": form.cleaned_data["on"]}
        try:
            preview = read_historic(content, today=timezone.now().date(), **given)
            if request.POST.get("act") == "store":
                batch = import_historic(
                    actor=actor, now=timezone.now(), text=content, answers=_answers(request, preview.lines), **given
                )
                n = 0 if batch is None else batch.values
                messages.success(request, ngettext("{n} value is stored.", "{n} values are stored.", n).format(n=n))
                return redirect("ratings:import")
        except DomainError as error:
            form.add_error(error.field if error.field in form.fields else None, _said(error))
        if isinstance(content, bytes) and preview is not None:
            # a file is not sent twice: the answers go back with its text
            data = request.POST.copy()
            data["text"] = content.decode("utf-8-sig")
            form = ImportForm(data)
            form.is_valid()
    words = _state_words()
    lines = () if preview is None else preview.lines
    context = {
        "form": form, "preview": preview, "imports": historic_imports(),
        "counts": [] if preview is None else [(words[state], n) for state, n in preview.counts.items()],
        "lines": [(line, words[line.state], _answered(request, line)) for line in lines],
        "has_new": any(line.state is LineState.NEW for line in lines),
        "makes": request.POST.get("make_players") == "on",
    }  # fmt: skip
    return render(request, "ratings/import.html", context, status=400 if form.errors else 200)


@require_POST
@login_required
def withdraw(request: HttpRequest, pk: int) -> HttpResponse:
    """Take an import back with all its values."""
    try:
        withdraw_historic(
            actor=request_actor(request), now=timezone.now(), import_id=pk, reason=request.POST.get("reason", "")
        )
    except DomainError as error:
        if error.status in (403, 404):
            raise
        messages.error(request, str(error.message))
    else:
        messages.success(request, _("The import is taken back."))
    return redirect("ratings:import")


def _said(error: DomainError) -> str:
    """The refusal, with the rows that need attention."""
    if not isinstance(error, Conflict) or "lines" not in error.extra:
        return str(error.message)
    rows = [f"{bad['line']} ({bad['name']}): {bad['message']}" for bad in error.extra["lines"][:5]]
    return " · ".join([str(error.message), *rows])


def _answers(request: HttpRequest, lines: tuple[HistoricLine, ...]) -> HistoricAnswers:
    players: dict[int, int] = {}
    new: set[int] = set()
    skipped: set[int] = set()
    for line in lines:
        answer = _answered(request, line)
        if answer == "new":
            new.add(line.number)
        elif answer == "skip":
            skipped.add(line.number)
        elif chosen := next((one.player for one in line.candidates if answer == str(one.player)), None):
            players[line.number] = chosen
    makes = request.POST.get("make_players") == "on"
    return HistoricAnswers(players, frozenset(new), frozenset(skipped), makes)


def _answered(request: HttpRequest, line: HistoricLine) -> str:
    return request.POST.get(f"row-{line.number}", "")


def _state_words() -> dict[str, str]:
    return {
        "new": _("unknown name"),
        "matched": _("known player"),
        "doubtful": _("doubtful"),
        "known": _("stored already"),
        "wrong": _("wrong"),
    }
