"""Requests for profiles without an account: the organisers who know the person decide."""

from django import forms
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from players.actors import request_actor
from players.models import ProfileClaim, User
from tournaments import services
from tournaments.views.failures import tell_failure

MOST = 100


class RefusalForm(forms.Form):
    reason = forms.CharField(
        label=gettext_lazy("Reason, if you refuse"),
        max_length=500,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


@never_cache
@login_required
@require_safe
def claims(request: HttpRequest) -> HttpResponse:
    """What waits for the account's decision, oldest first."""
    assert isinstance(request.user, User)
    waiting = services.claims_to_decide(request.user)[:MOST]
    rows = [(claim, RefusalForm(auto_id=f"id_{claim.pk}_%s")) for claim in waiting]
    return render(request, "tournaments/organise/claims.html", {"rows": rows})


@login_required
@require_POST
def decide_claim(request: HttpRequest, pk: int) -> HttpResponse:
    """Agree or refuse. Whoever may not decide learns nothing of the request."""
    assert isinstance(request.user, User)
    claim = ProfileClaim.objects.select_related("player", "user").filter(pk=pk).first()
    actor = request_actor(request)
    if claim is None or not services.may_vouch(actor, claim.player):
        raise Http404
    form = RefusalForm(request.POST)
    reason = form.cleaned_data["reason"] if form.is_valid() else ""
    approve = request.POST.get("act") == "approve"
    with tell_failure(request) as done:
        services.decide_claim(actor=actor, now=timezone.now(), claim=claim, approve=approve, reason=reason)
        if approve:
            done(_("The profile of %(name)s belongs to the account now.") % {"name": claim.player.name})
        else:
            done(_("The request is refused."))
    return redirect("organise:claims")
