"""Categories of events and their weights in ratings: seen by all, changed by an administrator."""

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import Count, Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from players.actors import request_actor
from players.views.redirects import SeeOther
from ratings.services.access import is_administrator, require_administrator
from ratings.views.plan import RatingPlanView, rating_plan_view
from tantrix_site.errors import DomainError
from tournaments import services
from tournaments.models import Category, Event, EventState
from tournaments.models.category import LEAST_WEIGHT, MOST_WEIGHT
from tournaments.views.common import get_event
from tournaments.views.failures import add_failure
from tournaments.views.organise.common import organise_tabs

METHODS = ["GET", "HEAD", "POST"]
CHANGED = gettext_lazy("The consequences are not those you saw. They are shown anew below; look again.")


class NameForm(forms.Form):
    name = forms.CharField(label=pgettext_lazy("of an event or a thing", "Name"), max_length=60)


class WeightForm(forms.Form):
    """Which category shall weigh what."""

    category = forms.ModelChoiceField(
        label=pgettext_lazy("of events", "Category"), queryset=Category.objects.order_by("name"), empty_label=None
    )
    weight = forms.FloatField(
        label=gettext_lazy("Weight"), min_value=LEAST_WEIGHT, max_value=MOST_WEIGHT,
        widget=forms.NumberInput(attrs={"class": "short", "step": "0.01"}),
    )  # fmt: skip


class CategoryForm(forms.Form):
    """The category of an event, or none."""

    category = forms.ModelChoiceField(
        label=pgettext_lazy("of events", "Category"), queryset=Category.objects.order_by("name"), required=False,
        empty_label=gettext_lazy("none: weight 1"),
    )  # fmt: skip


@never_cache
@require_http_methods(METHODS)
def categories(request: HttpRequest) -> HttpResponse:
    """All categories; `?category=&weight=` shows an administrator what another weight would do."""
    administers = is_administrator(request.user)
    sent = request.POST if request.method == "POST" else request.GET
    creating = sent.get("act") == "create"
    naming = NameForm(sent if creating else None)
    weighing = WeightForm(sent if "weight" in sent and administers else None)
    failure, status = "", 200
    if request.method == "POST":
        actor, now = request_actor(request), timezone.now()
        require_administrator(actor)
        form: forms.Form = naming if creating else weighing
        if form.is_valid():
            values = form.cleaned_data
            try:
                if creating:
                    services.create_category(actor=actor, now=now, name=values["name"])
                    messages.success(request, _("The category is there; it weighs 1."))
                else:
                    services.set_category_weight(
                        actor=actor, now=now, category_id=values["category"].pk, weight=values["weight"],
                        reason=sent.get("reason", ""), digest=sent.get("rating_digest", ""),
                    )  # fmt: skip
                    messages.success(request, _("The category has its new weight, and its events are rated anew."))
                return SeeOther(reverse("categories"))
            except DomainError as error:
                failure, status = _failure(form, error)
    plan: RatingPlanView | None = None
    if weighing.is_bound and weighing.is_valid():
        values = weighing.cleaned_data
        try:
            plan = rating_plan_view(
                services.plan_category_weight(
                    actor=request_actor(request), category_id=values["category"].pk, weight=values["weight"]
                )
            )
        except DomainError as error:
            add_failure(weighing, error)
    public = Count("events", filter=~Q(events__state=EventState.DRAFT))
    context = {
        "categories": Category.objects.annotate(count=public).order_by("name"), "administers": administers,
        "naming": naming, "weighing": weighing, "plan": plan, "failure": failure, "reason": sent.get("reason", ""),
    }  # fmt: skip
    bad = naming.errors or weighing.errors
    return render(request, "tournaments/categories.html", context, status=400 if status == 200 and bad else status)


@never_cache
@login_required
@require_http_methods(METHODS)
def event_category(request: HttpRequest, slug: str) -> HttpResponse:
    """An administrator puts an event into a category, having seen what that does to ratings."""
    event = get_event(request, slug)
    actor = request_actor(request)
    require_administrator(actor)
    sent = request.POST if request.method == "POST" else request.GET
    form = CategoryForm(sent if "category" in sent else None, initial={"category": event.category_id})
    failure, status = "", 200
    if request.method == "POST" and form.is_valid():
        try:
            services.set_event_category(
                actor=actor, now=timezone.now(), event_id=event.pk, category_id=_chosen(form),
                reason=sent.get("reason", ""), digest=sent.get("rating_digest", ""),
            )  # fmt: skip
        except DomainError as error:
            failure, status = _failure(form, error)
        else:
            messages.success(request, _("The event has its category."))
            return SeeOther(reverse("organise:category", args=[event.slug]))
    plan: RatingPlanView | None = None
    if form.is_bound and form.is_valid():
        try:
            plan = rating_plan_view(
                services.plan_event_category(actor=actor, event_id=event.pk, category_id=_chosen(form))
            )
        except DomainError as error:
            add_failure(form, error)
    context = {
        "event": Event.objects.select_related("category").get(pk=event.pk), "form": form, "plan": plan,
        "failure": failure, "reason": sent.get("reason", ""),
        "tabs": organise_tabs(request, event, "category"),
    }  # fmt: skip
    status = 400 if status == 200 and form.errors else status
    return render(request, "tournaments/organise/category.html", context, status=status)


def _chosen(form: CategoryForm) -> int | None:
    category: Category | None = form.cleaned_data["category"]
    return None if category is None else category.pk


def _failure(form: forms.Form, error: DomainError) -> tuple[str, int]:
    """What is said over the form, and the status; what concerns a field stands there."""
    if error.code == "plan_changed":
        return str(CHANGED), error.status
    if error.field in form.fields:
        add_failure(form, error)
        return "", error.status
    return str(error.message), error.status
