"""Prize lists: make them, and vouch for who is in them."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from players.actors import Actor
from tantrix_site.errors import DomainError
from tournaments import services
from tournaments.forms.prizes import PrizeListForm
from tournaments.models import Event, EventState
from tournaments.selectors.pages.prizes import load_prizes
from tournaments.views.failures import add_failure, tell_failure
from tournaments.views.organise.common import for_organisers, organise_tabs, to


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@for_organisers
def prizes(request: HttpRequest, event: Event, actor: Actor) -> HttpResponse:
    """All lists with their members; a form for another one."""
    act = request.POST.get("act", "")
    form = PrizeListForm(request.POST if act == "create" else None)
    if act == "create" and form.is_valid():
        try:
            services.create_prize_list(
                actor=actor, now=timezone.now(), event_id=event.pk, **form.cleaned_data
            )  # fmt: skip
        except DomainError as error:
            add_failure(form, error)
        else:
            return to(event, "prizes")
    elif request.method == "POST" and act != "create":
        _change(request, actor, act)
        return to(event, "prizes")
    context = {
        "event": event,
        "tabs": organise_tabs(request, event, "prizes"),
        "lists": load_prizes(event),
        "form": form,
        "is_open": event.state != EventState.FINISHED,
    }
    return render(request, "tournaments/organise/prizes.html", context, status=400 if form.errors else 200)


def _change(request: HttpRequest, actor: Actor, act: str) -> None:
    """Put an entry in, take one out, or remove a list; what is not there is told by the services."""
    numbers = [request.POST.get(name, "") for name in ("list", "entry")]
    list_id, entry_id = (int(text) if text.isdecimal() and len(text) < 12 else 0 for text in numbers)
    where: dict[str, Any] = {"actor": actor, "now": timezone.now(), "list_id": list_id}
    with tell_failure(request) as done:
        if act == "put":
            entry = services.put_in_prize_list(**where, entry_id=entry_id)
            done(_("{name} is in the list.").format(name=entry.name))
        elif act == "take":
            services.take_out_of_prize_list(**where, entry_id=entry_id)
        elif act == "remove":
            services.remove_prize_list(**where)
            done(_("The prize list is removed."))
