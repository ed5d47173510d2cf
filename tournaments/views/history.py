"""Historic events, and importing their results: a look at each row first, then all rows or none, and undo."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from players.actors import request_actor
from tantrix_site.errors import DomainError
from tournaments import permissions, services
from tournaments.forms.history import HistoryForm
from tournaments.models import HistoricEvent, HistoricImport
from tournaments.selectors.pages.history import load_historic
from tournaments.selectors.pages.series import edition_notes
from tournaments.services.history import may_undo, require_importer
from tournaments.views.common import Link
from tournaments.views.failures import add_failure, tell_failure

METHODS = ["GET", "HEAD", "POST"]
A_PAGE = 50


@require_safe
def historic(request: HttpRequest, slug: str) -> HttpResponse:
    """An event that was not run on this site: what is known of it, and how much that is."""
    event = get_object_or_404(HistoricEvent, slug=slug)
    notes = edition_notes(event, request.user)
    trail = [Link(_("Series"), reverse("series:list"))]
    if notes:
        first = notes[0].edition.series
        trail.append(Link(first.name, reverse("series:detail", args=[first.slug])))
    context = {"page": load_historic(event), "notes": notes, "crumbs": [*trail, Link(event.name)]}
    return render(request, "series/historic.html", context)


@require_safe
def others(request: HttpRequest) -> HttpResponse:
    """Historic events of no series."""
    page = Paginator(HistoricEvent.objects.filter(editions=None).order_by("-year", "name"), A_PAGE).get_page(
        request.GET.get("page")
    )  # fmt: skip
    context = {"page": page, "crumbs": [Link(_("Series"), reverse("series:list")), Link(_("Other past events"))]}
    return render(request, "series/others.html", context)


@never_cache
@login_required
@require_http_methods(METHODS)
def import_list(request: HttpRequest) -> HttpResponse:
    """Paste a list: first what each row means, then all rows or none."""
    actor = request_actor(request)
    require_importer(actor)
    form = HistoryForm(request.POST or None, request.FILES or None)
    plan: services.HistoryPlan | None = None
    if request.method == "POST" and form.is_valid():
        content, options = form.content(), form.options()
        choices = _choices(request)
        try:
            plan = services.preview_history(actor=actor, text=content, options=options, choices=choices)
            if request.POST.get("act") == "import":
                made = services.import_history(
                    actor=actor, now=timezone.now(), text=content, options=options, choices=choices
                )
                _tell(request, made)
                return redirect("series:imports")
        except DomainError as error:
            add_failure(form, error)
        if isinstance(content, bytes) and plan is not None:
            # a file is not sent twice: the answers go back with its text
            data = request.POST.copy()
            data["text"], data["name"] = services.list_text(content), options.name
            form = HistoryForm(data)
            form.is_valid()
    words = {"new": _("new"), "matched": _("stored already"), "doubtful": _("doubtful"), "wrong": _("wrong")}
    context = {
        "form": form, "plan": plan, "words": words,
        "answered": {key: value for key, value in _answers(request) if value},
        "counts": [(words[state], count) for state, count in plan.counts.items() if count] if plan else [],
        "crumbs": [Link(_("Series"), reverse("series:list")), Link(_("Import past results"))],
    }  # fmt: skip
    return render(request, "series/import.html", context, status=400 if form.errors else 200)


def _answers(request: HttpRequest) -> list[tuple[str, str]]:
    """What was answered about rows and names: the last word on each."""
    sent = ((key, str(request.POST[key])) for key in request.POST)
    return [(key, value) for key, value in sent if key.startswith(("row-", "person-"))]


def _choices(request: HttpRequest) -> services.HistoryChoices:
    """The answers for rows and names."""
    taken: set[int] = set()
    skipped: set[int] = set()
    people: dict[str, int | None] = {}
    for key, value in _answers(request):
        name, _dash, rest = key.partition("-")
        if name == "row" and rest.isdecimal() and len(rest) < 7:
            (taken if value == "take" else skipped if value == "skip" else set()).add(int(rest))
        elif name == "person" and (value == "name" or (value.isdecimal() and len(value) < 18)):
            people[rest] = None if value == "name" else int(value)
    return services.HistoryChoices(frozenset(taken), frozenset(skipped), people)


def _tell(request: HttpRequest, made: HistoricImport | None) -> None:
    if made is None:
        messages.info(request, _("All of it was stored already; nothing has changed."))
        return
    text = ngettext("{n} row is imported.", "{n} rows are imported.", made.rows)
    messages.success(request, text.format(n=made.rows))


@never_cache
@login_required
@require_safe
def imports(request: HttpRequest) -> HttpResponse:
    """Lists that were imported, the latest first, with undo."""
    actor = request_actor(request)
    require_importer(actor)
    rows = HistoricImport.objects.select_related("user__player", "player", "undone_by").defer("text").order_by("-pk")
    page = Paginator(rows, A_PAGE).get_page(request.GET.get("page"))
    context = {
        "page": page,
        "rows": [(row, may_undo(actor, row)) for row in page.object_list],
        "is_staff": permissions.is_site_staff(request.user),
        "crumbs": [Link(_("Series"), reverse("series:list")), Link(_("Imports"))],
    }
    return render(request, "series/imports.html", context)


@login_required
@require_POST
def undo(request: HttpRequest, pk: int) -> HttpResponse:
    """Take an import back."""
    if not HistoricImport.objects.filter(pk=pk).exists():
        raise Http404
    with tell_failure(request) as done:
        services.undo_import(
            actor=request_actor(request), now=timezone.now(), import_id=pk, reason=request.POST.get("reason", "")
        )
        done(_("The import is undone; its list is kept."))
    return redirect("series:imports")


@never_cache
@login_required
@require_safe
def import_text(request: HttpRequest, pk: int) -> HttpResponse:
    """The list as it was imported."""
    require_importer(request_actor(request))
    made = get_object_or_404(HistoricImport, pk=pk)
    answer = HttpResponse(made.text, content_type="text/csv; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="import-{made.pk}.csv"'
    return answer
