"""Lobby Masters: the list, applying, deciding, demoting (`docs/regulations.md` 9.3)."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from players.actors import request_actor
from players.models import Player
from players.views.redirects import SeeOther
from ratings import services
from ratings.maths.masters import Ground, is_active
from ratings.maths.parameters import CURRENT
from ratings.selectors.masters import (
    applications_of,
    conditions_of,
    conditions_of_each,
    find_application,
    master_cap,
    master_list,
    next_caps,
    waiting_applications,
)
from ratings.selectors.titles import is_master_on, titled_players
from ratings.services.access import is_administrator, require_administrator
from ratings.services.demotion import DemotionPlan
from ratings.views.title_forms import ApplicationForm, ReasonForm
from tantrix_site.errors import DomainError, NotFound, NotPermitted

MOST = 50


@require_safe
def masters(request: HttpRequest) -> HttpResponse:
    """All Masters with their activity, and all who hold a tournament title."""
    now = timezone.now()
    context = {
        "rows": master_list(now),
        "titled": titled_players(),
        "cap": master_cap(now.date()),
        "next_caps": next_caps(now.date()),
        "parameters": CURRENT.master,
        "is_administrator": is_administrator(request.user),
    }
    return render(request, "ratings/masters.html", context)


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def apply(request: HttpRequest) -> HttpResponse:
    """The conditions as one meets them, the form where all are met, and one's own applications."""
    actor = request_actor(request)
    if actor.player is None:
        raise NotPermitted("not_signed_in", _("Sign in first."))
    form = ApplicationForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            services.apply_for_master(actor=actor, now=timezone.now(), statement=form.cleaned_data["statement"])
        except NotPermitted:
            raise
        except DomainError as error:
            form.add_error(error.field if error.field in form.fields else None, str(error.message))
        else:
            messages.success(request, _("Your application is sent. An administrator will decide about it."))
            return SeeOther(reverse("ratings:master-apply"))
    conditions = conditions_of(actor.player.pk)
    applications = tuple(applications_of(actor.player.pk)[:MOST])
    context = {
        "form": form,
        "player": actor.player,
        "conditions": conditions,
        "all_met": all(condition.is_met for condition in conditions),
        "is_master": is_master_on(actor.player.pk, timezone.now()),
        "is_waiting": any(application.state == "pending" for application in applications),
        "applications": applications,
    }
    return render(request, "ratings/master_apply.html", context, status=409 if form.errors else 200)


@login_required
@require_POST
def withdraw(request: HttpRequest, pk: int) -> HttpResponse:
    """Take one's own application back."""
    actor = request_actor(request)
    application = find_application(pk, applicant=actor.player.pk if actor.player else 0)
    try:
        services.withdraw_application(actor=actor, now=timezone.now(), application=application)
    except NotPermitted:
        raise
    except DomainError as error:
        messages.error(request, str(error.message))
    else:
        messages.success(request, _("Your application is withdrawn."))
    return SeeOther(reverse("ratings:master-apply"))


@never_cache
@login_required
@require_safe
def applications(request: HttpRequest) -> HttpResponse:
    """What waits for an administrator; where the cap is reached, who would make room."""
    require_administrator(request_actor(request))
    now = timezone.now()
    waiting = tuple(waiting_applications()[:MOST])
    plan = services.plan_demotion(now, room=1)
    found = conditions_of_each([application.applicant_id for application in waiting])
    context = {
        "rows": [
            (application, found[application.applicant_id], ReasonForm(auto_id=f"id_{application.pk}_%s"))
            for application in waiting
        ],
        "plan": plan,
        "gone": _gone(plan),
        "masters": len(plan.order),
    }
    return render(request, "ratings/master_applications.html", context)


@login_required
@require_POST
def decide(request: HttpRequest, pk: int) -> HttpResponse:
    """Approve or refuse."""
    actor = request_actor(request)
    require_administrator(actor)
    application = find_application(pk)
    now, name = timezone.now(), application.applicant.name
    try:
        if request.POST.get("act") == "approve":
            digest = request.POST.get("digest", "")
            services.approve_application(actor=actor, now=now, application=application, digest=digest)
            messages.success(request, _("%(name)s is a Lobby Master now.") % {"name": name})
        else:
            reason = request.POST.get("reason", "")
            services.refuse_application(actor=actor, now=now, application=application, reason=reason)
            messages.success(request, _("The application is refused."))
    except NotFound:
        raise
    except DomainError as error:
        messages.error(request, str(error.message))
    return SeeOther(reverse("ratings:master-applications"))


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def demotion(request: HttpRequest) -> HttpResponse:
    """The order in which the title is lost, who loses it now, and the button that applies it; `?inactive=1`."""
    actor = request_actor(request)
    require_administrator(actor)
    now = timezone.now()
    all_inactive = request.GET.get("inactive") == "1"
    form = ReasonForm(request.POST if request.method == "POST" else None)
    status = 200
    if request.method == "POST" and form.is_valid():
        try:
            plan = services.demote_masters(
                actor=actor, now=now, reason=form.cleaned_data["reason"], digest=request.POST.get("digest", ""),
                all_inactive=all_inactive,
            )  # fmt: skip
        except DomainError as error:
            form.add_error(None, str(error.message))
            status = error.status
        else:
            messages.success(request, _("Demoted: %(count)s.") % {"count": len(plan.demoted)})
            return SeeOther(reverse("ratings:masters"))
    plan = services.plan_demotion(now, all_inactive=all_inactive)
    players = Player.objects.in_bulk([master.player for master in plan.order])
    gone = {found.player: found.ground for found in plan.demoted}
    context = {
        "plan": plan,
        "rows": [
            (players[master.player], master, is_active(master, now.date()), gone.get(master.player))
            for master in plan.order
        ],
        "all_inactive": all_inactive,
        "form": form,
        "parameters": CURRENT.master,
    }
    return render(request, "ratings/master_demotion.html", context, status=status)


def _gone(plan: DemotionPlan) -> list[tuple[Player, bool]]:
    """Who loses the title by a plan, in order, and whether for being inactive."""
    players = Player.objects.in_bulk([found.player for found in plan.demoted])
    return [(players[found.player], found.ground is Ground.INACTIVE) for found in plan.demoted]
