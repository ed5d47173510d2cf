"""Series: the list, one series, and for those who keep it: its details, new editions, events that join or leave."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from players.actors import request_actor
from players.models import User
from tantrix_site.errors import DomainError
from tournaments import permissions, services
from tournaments.forms.series import EditionForm, JoinForm, NewSeriesForm, SeriesForm, series_initial
from tournaments.models import Edition, Event, Series
from tournaments.selectors.editions import editions_visible_to, sorted_editions
from tournaments.selectors.pages.events import events_of
from tournaments.selectors.pages.series import load_series, series_groups
from tournaments.selectors.pages.template_choices import series_choices
from tournaments.services.editions import next_number
from tournaments.services.series import require_keeper, require_staff
from tournaments.views.common import Link
from tournaments.views.failures import add_failure, tell_failure

METHODS = ["GET", "HEAD", "POST"]
OFFERED_EVENTS = 100


def get_series(slug: str) -> Series:
    """The series at this address. Raises Http404."""
    series = Series.objects.filter(slug=slug).first()
    if series is None:
        raise Http404
    return series


def crumbs(series: Series, *rest: Link) -> list[Link]:
    """Series › the series › …"""
    return [
        Link(_("Series"), reverse("series:list")),
        Link(series.name, reverse("series:detail", args=[series.slug]) if rest else ""),
        *rest,
    ]


@require_safe
def series_list(request: HttpRequest) -> HttpResponse:
    """All series by scope."""
    context = {
        "groups": series_groups(request.user),
        "is_staff": permissions.is_site_staff(request.user),
        "imports": permissions.keeps_any_series(request.user),
    }
    return render(request, "series/list.html", context)


@require_safe
def detail(request: HttpRequest, slug: str) -> HttpResponse:
    """A series: its editions with those who won them, its records, who holds the trophy."""
    series = get_series(slug)
    context: dict[str, Any] = {
        "page": load_series(series, request.user),
        "series": series,
        "crumbs": crumbs(series),
        "keeps": permissions.keeps_series(request.user, series),
        "is_staff": permissions.is_site_staff(request.user),
    }
    if request.user.is_authenticated and not context["keeps"]:
        context["keeper_profiles"] = [
            keeper.player for keeper in series.keepers.select_related("player") if hasattr(keeper, "player")
        ]
    if context["is_staff"]:
        context["keepers"] = series.keepers.order_by("username")
    return render(request, "series/detail.html", context)


@never_cache
@login_required
@require_http_methods(METHODS)
def new(request: HttpRequest) -> HttpResponse:
    """A new series, by the staff of the site."""
    require_staff(request_actor(request))
    form = NewSeriesForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            series = services.create_series(
                actor=request_actor(request), now=timezone.now(), code=form.cleaned_data["code"], details=form.details()
            )
        except DomainError as error:
            add_failure(form, error)
        else:
            return redirect("series:detail", series.slug)
    context = {"form": form, "title": _("New series")}
    return render(request, "series/form.html", context, status=400 if form.errors else 200)


@never_cache
@login_required
@require_http_methods(METHODS)
def edit(request: HttpRequest, slug: str) -> HttpResponse:
    """Change what is said of a series."""
    series = get_series(slug)
    require_keeper(request_actor(request), series)
    form = SeriesForm(request.POST or None, initial=series_initial(services.SeriesDetails.of(series)))
    if request.method == "POST" and form.is_valid():
        try:
            services.update_series(
                actor=request_actor(request), now=timezone.now(), series_id=series.pk, details=form.details()
            )
        except DomainError as error:
            add_failure(form, error)
        else:
            messages.success(request, _("The series is stored."))
            return redirect("series:detail", slug)
    context = {"form": form, "title": series.name, "series": series, "crumbs": crumbs(series, Link(_("Change")))}
    return render(request, "series/form.html", context, status=400 if form.errors else 200)


@never_cache
@login_required
@require_http_methods(METHODS)
def new_edition(request: HttpRequest, slug: str) -> HttpResponse:
    """Start an edition from an earlier one or from the series' defaults; or let an event of mine join."""
    series = get_series(slug)
    actor = request_actor(request)
    require_keeper(actor, series)
    editions = sorted_editions(editions_visible_to(request.user).filter(series=series))
    joins = request.POST.get("act") == "join"
    first = {"year": _next_year(editions), "number": next_number(series)}
    offered = series_choices(series)
    form = EditionForm(
        None if joins else request.POST or None, editions=editions, templates=offered, initial=first
    )  # fmt: skip
    assert isinstance(request.user, User)
    free = events_of(request.user).exclude(editions__series=series)[:OFFERED_EVENTS]
    join = JoinForm(request.POST if joins else None, events=free, initial=first)
    if request.method == "POST":
        try:
            made = _joined(request, series, join) if joins else _started(request, series, form)
        except DomainError as error:
            add_failure(join if joins else form, error)
        else:
            if made is not None:
                return made
    context = {
        "series": series, "form": form, "join": join, "has_events": bool(free), "templates": offered,
        "crumbs": crumbs(series, Link(_("New edition"))),
    }  # fmt: skip
    return render(request, "series/new_edition.html", context, status=400 if form.errors or join.errors else 200)


def _next_year(editions: list[Edition]) -> int:
    """The year after the latest edition, at least this one."""
    this = timezone.now().year
    latest = max((e.year for e in editions if e.year is not None), default=None)
    return max(this, latest + 1) if latest is not None else this


def _started(request: HttpRequest, series: Series, form: EditionForm) -> HttpResponse | None:
    if not form.is_valid():
        return None
    data = form.cleaned_data
    zone = "" if form.copied() is not None else timezone.get_current_timezone_name()
    plan = services.EditionPlan(data["year"], data["number"], data["name"], form.copied(), zone, form.template(),
                                data["entrants"])  # fmt: skip
    edition = services.start_edition(
        actor=request_actor(request), now=timezone.now(), series_id=series.pk, plan=plan
    )  # fmt: skip
    assert edition.event is not None
    messages.success(request, _("The event is a draft. Say when it is played, and enter the players."))
    return redirect("organise:settings", edition.event.slug)


def _joined(request: HttpRequest, series: Series, form: JoinForm) -> HttpResponse | None:
    if not form.is_valid():
        return None
    data = form.cleaned_data
    services.add_edition(
        actor=request_actor(request), now=timezone.now(), series_id=series.pk, event_id=int(data["event"]),
        year=data["year"], number=data["number"],
    )  # fmt: skip
    messages.success(request, _("The event is an edition of this series."))
    return redirect("series:detail", series.slug)


@login_required
@require_POST
def leave(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Take an event out of the series."""
    series = get_series(slug)
    if not Edition.objects.filter(pk=pk, series=series).exists():
        raise Http404
    with tell_failure(request) as done:
        services.remove_edition(
            actor=request_actor(request), now=timezone.now(), edition_id=pk, reason=request.POST.get("reason", "")
        )
        done(_("The event is no edition of this series any more."))
    return redirect("series:detail", slug)


@login_required
@require_POST
def keep_defaults(request: HttpRequest, slug: str) -> HttpResponse:
    """Let an edition's settings be the defaults of the series."""
    series = get_series(slug)
    event = Event.objects.filter(slug=request.POST.get("event", ""), editions__series=series).first()
    if event is None:
        raise Http404
    with tell_failure(request) as done:
        services.keep_defaults(actor=request_actor(request), now=timezone.now(), series_id=series.pk, event=event)
        done(_("New editions start from the settings of {name}.").format(name=event.name))
    return redirect("series:detail", slug)


@login_required
@require_POST
def keepers(request: HttpRequest, slug: str) -> HttpResponse:
    """Give the series into somebody's hands, or take it out of them."""
    series = get_series(slug)
    require_staff(request_actor(request))
    user = User.objects.filter(username__iexact=request.POST.get("user", "").strip()).first()
    if user is None:
        messages.error(request, _("There is no account with this user name."))
        return redirect("series:detail", slug)
    keeps = request.POST.get("act") != "remove"
    with tell_failure(request) as done:
        services.set_keeper(
            actor=request_actor(request), now=timezone.now(), series_id=series.pk, user=user, keeps=keeps
        )
        text = _("{name} keeps this series now.") if keeps else _("{name} keeps this series no longer.")
        done(text.format(name=user.get_username()))
    return redirect("series:detail", slug)
