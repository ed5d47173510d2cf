"""My events, the dashboard of one, its settings, and taking it through its states."""

from collections.abc import Callable, Sequence

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from players.actors import Actor
from players.models import User
from players.selectors.notices import troubled_notices
from ratings.services import ChangePlan
from ratings.views.plan import rating_plan_view
from tantrix_site.errors import Conflict, DomainError, StaleVersion
from tournaments import services
from tournaments.forms.events import EventForm, event_initial
from tournaments.forms.several import match_acts
from tournaments.models import Event, EventOrganiser, EventState, OrganiserRole
from tournaments.permissions import is_site_staff
from tournaments.selectors.pages import open_matches
from tournaments.selectors.pages.dashboard import load_dashboard
from tournaments.selectors.pages.events import event_rows, events_of
from tournaments.selectors.pages.log import event_log, log_lines
from tournaments.selectors.pages.series import edition_notes
from tournaments.selectors.pages.todo import count_todo
from tournaments.selectors.pages.words import Text
from tournaments.services.access import may_organise
from tournaments.views.common import Link
from tournaments.views.failures import add_failure, tell_failure
from tournaments.views.organise.common import for_organisers, home_of_officials, organise_tabs, to
from tournaments.views.organise.finishing import RATINGS_UNSEEN

METHODS = ["GET", "HEAD", "POST"]
MATCH_PAGE = 50
# so many are read faster than narrowed
FEW_PROBLEMS = 5


@never_cache
@login_required
@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """The events I organise, with how much needs somebody in each that runs."""
    assert isinstance(request.user, User)
    events = list(events_of(request.user)[:100])
    # who does the check-in alone has nothing to decide
    at_desk = set(
        EventOrganiser.objects.filter(user=request.user, role=OrganiserRole.CHECK_IN).values_list("event", flat=True)
    )
    live = [
        event
        for event in events
        if event.state in (EventState.RUNNING, EventState.PUBLISHED) and event.pk not in at_desk
    ]
    todo = count_todo(live, now=timezone.now())
    context = {
        "rows": [(row, todo.get(row.event.pk, 0)) for row in event_rows(events)],
        "claims": services.claims_to_decide(request.user).count(),
        "mails": troubled_notices() if is_site_staff(request.user) else 0,
    }
    return render(request, "tournaments/organise/index.html", context)


@never_cache
@require_safe
@home_of_officials
def dashboard(request: HttpRequest, event: Event, actor: Actor) -> HttpResponse:
    """What needs a decision, how far the event is, which matches are open: `?kind=&in=` narrows what needs somebody,
    `?state=&round=` the matches."""
    now = timezone.now()
    organises = may_organise(actor, event)
    board = load_dashboard(event, now=now, organises=organises)
    kind, about = request.GET.get("kind", ""), request.GET.get("in", "")
    state, round_ = request.GET.get("state", ""), request.GET.get("round", "")
    shown = [p for p in board.problems if (not kind or p.group == kind) and (not about or p.round == about)]
    matches = open_matches.filtered(board.matches, state=state, round_=round_)
    page = Paginator(matches, MATCH_PAGE).get_page(request.GET.get("page"))
    acts = open_matches.last_acts([match.row.pk for match in page.object_list])
    context = {
        "event": event,
        "tabs": organise_tabs(request, event, "event"),
        "board": board,
        "problems": shown,
        "kinds": _chips(request, "kind", kind, [(key, title, n) for key, title, n in board.groups]),
        "states": _chips(request, "state", state, [(word.key, word.text, n) for word, n in board.counts]),
        "has_filters": kind or about or (len(board.problems) > FEW_PROBLEMS
        and max(len(board.groups), len(board.rounds_with_problems)) > 1),
        "kind": kind, "about": about, "state": state, "round": round_,
        "page": page,
        "rows": [(match, acts.get(match.row.pk)) for match in page.object_list],
        "acts": match_acts(event, organises=organises) if event.state == EventState.RUNNING else (),
        "organises": organises,
        "lines": log_lines(event_log(event)[:8]),
    }  # fmt: skip
    return render(request, "tournaments/organise/dashboard.html", context)


def _chips(
    request: HttpRequest, name: str, current: str, choices: Sequence[tuple[str, Text, int]]
) -> list[tuple[Link, int]]:
    """A link for each choice, and one for all; what else narrows the page stays."""
    found = []
    for key, text, n in (("", _("All"), sum(n for _key, _text, n in choices)), *choices):
        query = request.GET.copy()
        query.pop("page", None)
        query.pop(name, None)
        if key:
            query[name] = key
        where = "problems" if name == "kind" else "matches"
        found.append((Link(str(text), f"?{query.urlencode()}#{where}", key == current), n))
    return found


@never_cache
@require_http_methods(METHODS)
@for_organisers
def settings(request: HttpRequest, event: Event, actor: Actor) -> HttpResponse:
    """Change the settings, as far as the draw and the results leave them open."""
    form = EventForm(request.POST or None, initial=event_initial(event))
    conflict = False
    rating_plan: ChangePlan | None = None
    if request.method == "POST" and form.is_valid():
        version = request.POST.get("version", "")
        details = form.details(services.EventDetails.of(event))
        try:
            services.update_event(
                actor=actor, now=timezone.now(), event_id=event.pk, details=details,
                rating_digest=request.POST.get("rating_digest") or None,
                expected_version=int(version) if version.isdecimal() else None,
            )  # fmt: skip
        except StaleVersion:
            conflict = True
        except DomainError as error:
            if error.code in RATINGS_UNSEEN:
                rating_plan = services.plan_update_ratings(
                    actor=actor, now=timezone.now(), event_id=event.pk, details=details
                )
                form.add_error(None, _("This moves ratings: look below at who moves by how much, then store it again."))
            else:
                add_failure(form, error)
        else:
            messages.success(request, _("The settings are stored."))
            return to(event, "settings")
    event.refresh_from_db()
    stored = EventForm(initial=event_initial(event))
    context = {
        "event": event,
        "tabs": organise_tabs(request, event, "settings"),
        "form": form,
        "conflict": conflict,
        "rating_plan": rating_plan_view(rating_plan),
        "editions": edition_notes(event, request.user),
        "differences": [
            (field.label, str(stored.initial.get(name, "")), str(form[name].value()))
            for name, field in form.fields.items()
            if conflict and str(stored[name].value()) != str(form[name].value() or "")
        ],
    }
    status = 412 if conflict else 409 if rating_plan else 400 if form.errors else 200
    return render(request, "tournaments/organise/settings.html", context, status=status)


def _steps() -> dict[str, tuple[Callable[..., Event], str]]:
    """The acts without further questions, with what to say afterwards."""
    return {
        "publish": (services.publish_event, _("The event is public.")),
        "unpublish": (services.unpublish_event, _("The event is a draft again.")),
        "start": (services.start_event, _("The event has started; the first matches are open.")),
        "finish": (services.finish_event, _("The event is finished.")),
    }


@require_POST
@for_organisers
def step(request: HttpRequest, event: Event, actor: Actor) -> HttpResponse:
    """Publish, take back, start, finish or open the event again."""
    name = request.POST.get("step", "")
    with tell_failure(request) as done:
        if name == "reopen":
            services.reopen_event(
                actor=actor, now=timezone.now(), event_id=event.pk, reason=request.POST.get("reason", "")
            )
            done(_("The event is running again."))
        elif name in _steps():
            act, text = _steps()[name]
            try:
                act(actor=actor, now=timezone.now(), event_id=event.pk)
            except Conflict as error:
                if error.code in RATINGS_UNSEEN:
                    return to(event, "finish")
                raise
            done(text)
        else:
            raise Http404
    return to(event, "event")
