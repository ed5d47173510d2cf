"""Tables drawn each round: the rounds with the standings, and one table where its games are reported and confirmed."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from players.actors import Actor
from tantrix_site.errors import DomainError
from tournaments import services
from tournaments.forms.sittings import ScoreForm
from tournaments.models import Event, EventState
from tournaments.selectors.pages.sittings import SittingsPage, TableView, find_table, load_sittings
from tournaments.selectors.visibility import may_see_results
from tournaments.services.access import may_rule_among
from tournaments.services.sitting_scores import seat_of
from tournaments.views.actors import find_actor, to_sign_in
from tournaments.views.common import Link, event_crumbs, event_tabs, get_drawn, small_number
from tournaments.views.failures import add_failure, tell_failure


def sittings_or_404(event: Event, *, results: bool = True) -> SittingsPage:
    """The tables of an event. Raises Http404 for one of matches."""
    if not event.has_sittings:
        raise Http404
    return load_sittings(event, results=results)


@require_safe
def sittings(request: HttpRequest, slug: str) -> HttpResponse:
    """The standings, and the tables of a round: the last one, or `?round=`."""
    event = get_drawn(request, slug)
    page = sittings_or_404(event, results=may_see_results(request.user, event))
    wanted = small_number(request.GET.get("round", "")) or len(page.rounds)
    context = {
        "event": event,
        "tabs": event_tabs(request, event, "sittings"),
        "page": page,
        "view": next((view for view in page.rounds if view.round.number == wanted), None),
        "wanted": wanted,
    }
    return render(request, "tournaments/sittings.html", context)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def sitting(request: HttpRequest, slug: str, round_number: int, number: int) -> HttpResponse:
    """One table. Its players report and confirm, an arbiter who does not sit there enters and corrects."""
    event = get_drawn(request, slug)
    actor = find_actor(request, event)
    found = find_table(sittings_or_404(event), round_number, number)
    if found is not None and not may_see_results(request.user, event):
        own = actor is not None and seat_of(actor, found[1].found) is not None
        found = found if own else find_table(sittings_or_404(event, results=False), round_number, number)
    if found is None:
        raise Http404
    view, table = found
    if request.method == "POST" and actor is None:
        return to_sign_in(request)
    seat = None if actor is None else seat_of(actor, table.found)
    rules = actor is not None and may_rule_among(actor, event, [entry.pk for entry in table.found.entries])
    form = _form(request, event, table, seat, rules=rules)
    if request.method == "POST" and actor is not None:
        act = request.POST.get("act", "")
        if act in ("report", "enter") and form is not None:
            if form.is_valid() and _store(request, actor, table, form, rules=rules):
                return redirect(request.path)
        else:
            _answer(request, actor, table, act)
            return redirect(request.path)
    context = {
        "event": event, "view": view, "table": table, "form": form, "seat": seat, "rules": rules,
        "own_side": None if seat is None else _side(table, seat),
        "is_running": event.state == EventState.RUNNING,
        "crumbs": event_crumbs(
            event,
            Link(_("Tables"), f"{reverse('events:sittings', args=[event.slug])}?round={view.round.number}"),
            Link(_("Round {round}, table {table}").format(round=view.round.number, table=table.number)),
        ),
    }  # fmt: skip
    status = 400 if form is not None and form.is_bound and form.errors else 200
    return render(request, "tournaments/sitting.html", context, status=status)


def _side(table: TableView, seat: int) -> int:
    return seat % 2 if table.seats[0].pair else seat


def _form(request: HttpRequest, event: Event, table: TableView, seat: int | None, *, rules: bool) -> ScoreForm | None:
    """The form for those who may say how a game ended; players have those without a result to choose from."""
    if event.state != EventState.RUNNING or (seat is None and not rules):
        return None
    games = [game.number for game in table.games if rules or game.counting is None]
    if not games:
        return None
    open_games = [game.number for game in table.games if game.counting is None]
    sent = request.POST if request.method == "POST" and request.POST.get("act") in ("report", "enter") else None
    return ScoreForm(
        sent, games=games, sides=table.sides, seats=[view.entry.name for view in table.seats], rules=rules,
        initial={"game": open_games[0] if open_games else games[0]},
    )  # fmt: skip


def _store(request: HttpRequest, actor: Actor, table: TableView, form: ScoreForm, *, rules: bool) -> bool:
    """Report or enter what the form says; False with the reason in the form."""
    version = request.POST.get("version", "")
    where: dict[str, Any] = {
        "actor": actor, "now": timezone.now(), "sitting_id": table.found.sitting.pk,
        "number": form.cleaned_data["game"], "expected_version": int(version) if version.isdecimal() else None,
    }  # fmt: skip
    try:
        if not rules:
            score = services.report_score(**where, figures=form.figures)
        elif form.tp is not None:
            score = services.enter_score(**where, tp=form.tp, reason=form.cleaned_data["reason"])
        else:
            score = services.enter_score(**where, figures=form.figures, reason=form.cleaned_data["reason"])
    except DomainError as error:
        add_failure(form, error, {"tiles": "tiles-0", "colours": "colour-0", "points": "points-0"})
        return False
    if score.state == "counts":
        messages.success(request, _("Game {n} counts.").format(n=score.number))
    elif score.state == "disputed":
        messages.warning(request, _("Another player says otherwise. An arbiter decides."))
    else:
        messages.success(request, _("Reported. Somebody you played against has to confirm it."))
    return True


def _answer(request: HttpRequest, actor: Actor, table: TableView, act: str) -> None:
    """Confirm or dispute a report of this table."""
    sent = request.POST.get("score", "")
    score = next(
        (g.waiting or g.counting for g in table.games if sent in {str(s.pk) for s in (g.waiting, g.counting) if s}),
        None,
    )
    if score is None or act not in ("confirm", "dispute"):
        raise Http404
    with tell_failure(request) as done:
        if act == "confirm":
            services.confirm_score(actor=actor, now=timezone.now(), score_id=score.pk)
            done(_("Game {n} counts.").format(n=score.number))
        else:
            services.dispute_score(
                actor=actor, now=timezone.now(), score_id=score.pk, reason=request.POST.get("reason", "")
            )
            done(_("The arbiters see that you disagree. Report how the game ended, if you know."))
