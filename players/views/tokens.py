"""`/me/tokens/`: making, naming and revoking API tokens."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from players import selectors, services
from players.actors import request_actor
from players.forms import TokenForm
from players.views.redirects import SeeOther
from tantrix_site.errors import DomainError

# the secret waits here from the POST to the page that shows it, once
_FLASH = "new_api_token"


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def tokens_page(request: HttpRequest) -> HttpResponse:
    actor = request_actor(request)
    assert actor.user is not None
    form = TokenForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            token, secret = services.create_token(actor=actor, now=timezone.now(), name=form.cleaned_data["name"])
        except DomainError as error:
            form.add_error(error.field or None, error.message)
        else:
            request.session[_FLASH] = {"name": token.name, "secret": secret}
            return SeeOther(reverse("me_tokens"))
    context = {
        "form": form,
        "tokens": list(selectors.tokens_of(actor.user)),
        "new": request.session.pop(_FLASH, None) if request.method != "HEAD" else None,
        "most": services.MOST_TOKENS,
    }
    return render(request, "me/tokens.html", context, status=400 if form.errors else 200)


@login_required
@require_POST
def revoke_token(request: HttpRequest, public_id: str) -> HttpResponse:
    services.revoke_token(actor=request_actor(request), now=timezone.now(), public_id=public_id)
    messages.success(request, _("The token is revoked. Programs that used it can no longer sign in."))
    return SeeOther(reverse("me_tokens"))
