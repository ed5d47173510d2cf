"""Drawing the rounds of tables, and what is still without a score."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from players.actors import Actor
from tantrix_site.errors import DomainError
from tournaments import services
from tournaments.forms.sittings import RoundForm
from tournaments.models import EntryState, Event, EventState
from tournaments.services.access import may_organise
from tournaments.views.common import small_number
from tournaments.views.failures import add_failure, tell_failure
from tournaments.views.organise.common import for_arbiters, organise_tabs
from tournaments.views.sittings import sittings_or_404


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@for_arbiters
def sittings(request: HttpRequest, event: Event, actor: Actor) -> HttpResponse:
    """All rounds, newest first; draw the next one, or take the last one back."""
    page = sittings_or_404(event)
    players = list(event.entries.filter(state=EntryState.ACCEPTED).order_by("name").values_list("pk", "name"))
    sent = request.POST if request.POST.get("act") == "draw" else None
    before = page.rounds[-1].round if page.rounds else None
    form = RoundForm(
        sent, players=players, doubles=page.is_doubles,
        initial={"games": before.games if before else event.games_by_round[0], "size": before.size if before else 4},
    )  # fmt: skip
    act: dict[str, Any] = {"actor": actor, "now": timezone.now(), "event_id": event.pk}
    if request.method == "POST" and sent is None:
        number = small_number(request.POST.get("round", ""))
        with tell_failure(request) as done:
            services.take_back_sittings(**act, number=number)
            done(_("Round {n} is taken back.").format(n=number))
        return redirect(request.path)
    if sent is not None and form.is_valid():
        try:
            made = services.draw_sittings(
                **act, number=small_number(sent.get("round", "")) or None, **form.cleaned_data
            )
        except DomainError as error:
            add_failure(form, error)
        else:
            return redirect(f"{request.path}#round-{made.number}")
    context = {
        "event": event,
        "tabs": organise_tabs(request, event, "sittings"),
        "page": page,
        "rounds": page.rounds[::-1],
        "next_number": len(page.rounds) + 1,
        "form": form,
        "can_draw": event.state == EventState.RUNNING and not page.open_tables and may_organise(actor, event),
        "can_take_back": event.state == EventState.RUNNING and may_organise(actor, event),
    }
    return render(request, "tournaments/organise/sittings.html", context, status=400 if form.errors else 200)
