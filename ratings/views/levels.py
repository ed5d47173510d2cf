"""Moving all ratings to the level: what was done so far for everybody, and the act for an administrator."""

from datetime import date

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from players.actors import request_actor
from players.views.redirects import SeeOther
from ratings import services
from ratings.maths.parameters import CURRENT
from ratings.selectors.levels import levels as all_levels
from ratings.services.access import is_administrator, require_administrator
from ratings.views.plan import RatingPlanView, rating_plan_view
from tantrix_site.errors import Conflict, DomainError


class DayForm(forms.Form):
    """The day after whose events the level is restored."""

    on = forms.DateField(
        label=gettext_lazy("At the end of"), input_formats=["%Y-%m-%d"],
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )  # fmt: skip

    def clean_on(self) -> date:
        day: date = self.cleaned_data["on"]
        try:
            services.check_level_day(day, now=timezone.now())
        except DomainError as error:
            raise forms.ValidationError(str(error.message)) from error
        return day


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def levels(request: HttpRequest) -> HttpResponse:
    """`?on=` shows an administrator what a re-levelling would do; sending it back with a reason does it."""
    administers = is_administrator(request.user)
    failure, status = "", 200
    sent = request.POST if request.method == "POST" else request.GET
    form = DayForm({"on": sent.get("on")} if "on" in sent and administers else None)
    if request.method == "POST":
        actor = request_actor(request)
        require_administrator(actor)
        if form.is_valid():
            try:
                services.relevel(
                    actor=actor, now=timezone.now(), on=form.cleaned_data["on"], reason=request.POST.get("reason", ""),
                    digest=request.POST.get("rating_digest", ""),
                )  # fmt: skip
            except DomainError as error:
                changed = isinstance(error, Conflict) and error.code == "plan_changed"
                shown = _("The consequences are not those you saw. They are shown anew below; look again.")
                failure, status = shown if changed else str(error.message), error.status
            else:
                messages.success(request, _("All ratings are moved to the level."))
                return SeeOther(reverse("ratings:levels"))
    plan: RatingPlanView | None = None
    outcome = None
    done = all_levels()
    if form.is_bound and form.is_valid() and form.cleaned_data["on"] not in {row.relevelling.on for row in done}:
        found = services.plan_relevelling(form.cleaned_data["on"])
        plan, outcome = rating_plan_view(found), found.level
    elif form.is_bound and form.is_valid():
        form.add_error("on", _("Ratings were moved to the level on that day already."))
    context = {
        "levels": done, "level": CURRENT.elo.start, "administers": administers, "form": form, "plan": plan,
        "outcome": outcome, "failure": failure, "reason": request.POST.get("reason", ""),
    }  # fmt: skip
    return render(request, "ratings/levels.html", context, status=400 if status == 200 and form.errors else status)
