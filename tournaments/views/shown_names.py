"""What of a person's name everybody may read: under age the initial of the surname, unless chosen otherwise."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from players.actors import request_actor
from players.selectors import find_player
from tantrix_site.errors import DomainError, NotPermitted
from tournaments import services
from tournaments.forms.shown_names import ShownNameForm
from tournaments.views.failures import add_failure


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def shown_name(request: HttpRequest, slug: str) -> HttpResponse:
    """For the person; without an account for organisers and the staff."""
    found, actor = find_player(slug), request_actor(request)
    if not services.may_choose_name(actor, found):
        raise NotPermitted("not_your_profile", _("Only its owner can change this profile."))
    initial = {"minor_until": found.minor_until, "shown_in_full": found.shown_in_full_at is not None}
    form = ShownNameForm(request.POST if request.method == "POST" else None, initial=initial)
    # a date of birth tells more than an age class; it is only asked for where there is none
    if found.birth_date is not None:
        del form.fields["minor_until"]
    if request.method == "POST" and form.is_valid():
        try:
            changed = services.choose_shown_name(
                actor=actor, now=timezone.now(), player_id=found.pk, **form.cleaned_data
            )
        except DomainError as error:
            add_failure(form, error)
        else:
            messages.success(request, _("Everybody reads {name} now.").format(name=changed.name))
            return redirect("players:shown-name", changed.slug)
    context = {"player": found, "form": form, "is_me": actor.player is not None and actor.player.pk == found.pk}
    return render(request, "players/shown_name.html", context, status=400 if form.errors else 200)
