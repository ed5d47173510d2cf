"""An administrator makes one profile of two: first what speaks against it, then the act."""

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from players.actors import request_actor
from players.models import Player
from players.selectors import find_player
from players.selectors.profiles import possible_doubles
from tantrix_site.errors import DomainError, NotPermitted
from tournaments import permissions, services
from tournaments.models import Entry
from tournaments.views.failures import add_failure


class MergeForm(forms.Form):
    """Which profile goes, and why."""

    other = forms.SlugField(
        label=gettext_lazy("The profile that goes"), max_length=80,
        help_text=gettext_lazy("The last part of its address."),
    )  # fmt: skip
    reason = forms.CharField(
        label=gettext_lazy("Reason"), max_length=1000, widget=forms.Textarea(attrs={"rows": 2}),
        help_text=gettext_lazy("Everybody can read it in the log."),
    )  # fmt: skip


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def merge(request: HttpRequest, slug: str) -> HttpResponse:
    """`?other=` names the profile that would go."""
    if not permissions.is_site_staff(request.user):
        raise NotPermitted("not_staff", _("Only administrators of the site merge profiles."))
    kept = find_player(slug)
    form = MergeForm(request.POST if request.method == "POST" else None, initial={"other": request.GET.get("other")})
    if request.method == "POST" and form.is_valid():
        try:
            gone = find_player(form.cleaned_data["other"])
            merged = services.merge_players(
                actor=request_actor(request), now=timezone.now(), kept_id=kept.pk, gone_id=gone.pk,
                reason=form.cleaned_data["reason"],
            )  # fmt: skip
        except DomainError as error:
            error.field = error.field or "other"
            add_failure(form, error)
        else:
            messages.success(request, _("The two profiles are one now."))
            return redirect("players:detail", merged.slug)
    other = Player.objects.filter(slug=request.GET.get("other", "")).exclude(pk=kept.pk).first()
    context = {
        "kept": kept, "other": other, "form": form,
        "obstacles": tuple(services.merge_obstacles(kept, other)) if other is not None else (),
        "entries": Entry.every.filter(player=other).select_related("event").order_by("pk") if other else (),
        "doubles": possible_doubles(kept.name, exclude=kept)[:10],
    }  # fmt: skip
    return render(request, "tournaments/merge.html", context, status=400 if form.errors else 200)
