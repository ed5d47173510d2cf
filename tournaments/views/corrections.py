"""Reopen and correct: old beside new, the reason, everything that follows in sentences, then the change."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from players.actors import Actor
from ratings.views.plan import RatingPlanView, rating_plan_view
from tantrix_site.errors import Conflict, DomainError, StaleVersion
from tournaments import services
from tournaments.forms.games import GameForm, initial_of
from tournaments.forms.rulings import RulingForm
from tournaments.models import Event
from tournaments.selectors.pages.correction_note import correction_note
from tournaments.selectors.pages.impact import PlanView, plan_view
from tournaments.selectors.pages.loading import load_entries
from tournaments.selectors.pages.match import MatchPage
from tournaments.views.common import Link
from tournaments.views.game_cards import all_valid, place_failure
from tournaments.views.matches import back_to, get_page_to_rule, match_crumbs, version_of
from tournaments.views.organise.common import for_arbiters, organise_tabs
from tournaments.views.organise.entrants import chosen_offers

METHODS = ["GET", "HEAD", "POST"]
WAYS = ("games", "ruling", "clear")


@never_cache
@require_http_methods(METHODS)
@for_arbiters
def correct(request: HttpRequest, event: Event, actor: Actor, number: int) -> HttpResponse:
    """First the new figures; then the consequences with the digest; then the change with the digest sent back."""
    page = get_page_to_rule(event, actor, number)
    way = request.POST.get("way") or request.GET.get("way", "games")
    way = way if way in WAYS else "games"
    forms = [_game_form(request, page, game.number) for game in page.games if game.result is not None]
    ruling = RulingForm(request.POST if request.method == "POST" and way == "ruling" else None, page=page)
    reason = request.POST.get("reason", "").strip()
    plan: PlanView | None = None
    rating_plan: RatingPlanView | None = None
    failure, status = "", 200
    if request.method == "POST":
        correction = _correction(request, page, way, forms, ruling)
        if correction is None:
            status = 400
        elif request.POST.get("act") == "apply":
            done, failure, status = _apply(request, page, actor, correction, reason)
            if done:
                messages.success(request, _("The result of M{n} is corrected.").format(n=number))
                return back_to(event, number)
        if correction is not None:
            plan, refused = _plan(event, page, actor, correction, forms)
            if refused:
                failure, status = failure or refused, 400
            elif plan is not None:
                rating_plan = _rating_plan(request, page, actor, correction, plan)
    titles = {"games": _("New figures"), "ruling": _("A ruling instead"), "clear": _("Clear the result")}
    context = {
        "event": event,
        "page": page,
        "match": page.match,
        "standing": correction_note(event, page.match),
        "way": way,
        "ways": [Link(titles[key], f"?way={key}", key == way) for key in WAYS],
        "cards": [(form, next(g for g in page.games if g.number == form.number), None) for form in forms],
        "ruling": ruling,
        "reason": reason,
        "plan": plan,
        "rating_plan": rating_plan,
        "chosen": chosen_offers(request),
        "kept": _kept(request) if plan is not None else [],
        "failure": failure,
        "has_errors": any(form.errors for form in forms),
        "tabs": organise_tabs(request, event, "results"),
        "crumbs": match_crumbs(page, Link(_("Correct"))),
    }
    return render(request, "tournaments/correct.html", context, status=status)


def _game_form(request: HttpRequest, page: MatchPage, number: int) -> GameForm:
    game = next(game for game in page.games if game.number == number)
    initial = initial_of(game.figures) if game.figures is not None else {}
    if request.method == "POST" and (request.POST.get("way") or "games") == "games":
        return GameForm(request.POST, number=number, initial=initial)
    return GameForm(number=number, initial=initial)


def _correction(
    request: HttpRequest, page: MatchPage, way: str, forms: list[GameForm], ruling: RulingForm
) -> services.Correction | None:
    """What is asked for; None where a form has errors, which it then shows."""
    if way == "clear":
        return services.Correction(clear=True)
    if way == "ruling":
        return services.Correction(ruling=ruling.ruling()) if ruling.is_valid() else None
    if not all_valid(forms):
        return None
    games: dict[int, services.GameFigures | None] = {}
    for form in forms:
        if request.POST.get(f"out-{form.number}"):
            games[form.number] = None
            continue
        figures = form.figures()
        if figures is None:
            form.add_error("tiles_left", _("Give the tiles of both players, or take the game out."))
            return None
        if form.has_changed():
            games[form.number] = figures
    return services.Correction(games=games)


def _plan(
    event: Event, page: MatchPage, actor: Actor, correction: services.Correction, forms: list[GameForm]
) -> tuple[PlanView | None, str]:
    """The consequences, or why there can be none."""
    if not (correction.games or correction.ruling or correction.clear):
        return None, _("Nothing was changed.")
    try:
        planned = services.plan_correction(actor=actor, match_id=page.match.pk, correction=correction)
    except DomainError as error:
        return None, place_failure(forms, error) or ""
    names = {row.id: row.name for row in load_entries(event).values()}
    return plan_view(planned.plan, planned.loaded, names), ""


def _rating_plan(
    request: HttpRequest, page: MatchPage, actor: Actor, correction: services.Correction, plan: PlanView
) -> RatingPlanView | None:
    """Who moves by how much; nothing where the correction itself would be refused, which is told of elsewhere."""
    try:
        found = services.plan_rating_change(
            actor=actor, now=timezone.now(), match_id=page.match.pk, correction=correction, digest=plan.digest,
            reinstate=chosen_offers(request),
        )  # fmt: skip
    except DomainError:
        return None
    return rating_plan_view(found)


def _apply(
    request: HttpRequest, page: MatchPage, actor: Actor, correction: services.Correction, reason: str
) -> tuple[bool, str, int]:
    try:
        services.correct_result(
            actor=actor, now=timezone.now(), match_id=page.match.pk, correction=correction, reason=reason,
            digest=request.POST.get("digest") or None, rating_digest=request.POST.get("rating_digest") or None,
            reinstate=chosen_offers(request), expected_version=version_of(request),
        )  # fmt: skip
    except StaleVersion:
        return False, _("Something changed in this match meanwhile. Below is how it stands now; look again."), 412
    except Conflict as error:
        if error.code in ("result_depends", "plan_changed", "ratings_move", "ratings_changed"):
            return False, _("The consequences are not those you saw. They are shown anew below; look again."), 409
        return False, str(error.message), 409
    except DomainError as error:
        return False, str(error.message), error.status
    return True, "", 200


def _kept(request: HttpRequest) -> list[tuple[str, Any]]:
    """What was typed, to be sent again with the agreement."""
    skipped = {"csrfmiddlewaretoken", "act", "digest", "rating_digest", "reinstate", "reason", "version"}
    return [(name, value) for name in request.POST if name not in skipped for value in request.POST.getlist(name)]
