"""My matches; entering an event; withdrawing from it."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from players.actors import Actor
from players.models import User
from players.selectors import own_player
from ratings.selectors.casual import waiting_for
from tantrix_site.errors import Conflict, DomainError
from tournaments import services
from tournaments.forms.entries import ReasonForm
from tournaments.models import Entry, EntryState, Event, EventState, ExitKind
from tournaments.selectors.pages.captain import orders_for, teams_led_by
from tournaments.selectors.pages.events import events_of
from tournaments.selectors.pages.impact import plan_view
from tournaments.selectors.pages.loading import load_entries
from tournaments.selectors.pages.mine import matches_of_user
from tournaments.selectors.pages.own_tables import tables_of_user
from tournaments.selectors.pairs import pair_of
from tournaments.selectors.visibility import may_see_draw
from tournaments.views.actors import acting
from tournaments.views.common import Link, event_crumbs
from tournaments.views.failures import add_failure


@never_cache
@login_required
@require_safe
def me(request: HttpRequest) -> HttpResponse:
    """The next match first, then the others, then the events entered."""
    mine = matches_of_user(request.user)
    player = own_player(request.user)
    entries = (
        Entry.every.filter(player__user_id=request.user.pk or 0, state=EntryState.ACCEPTED)
        .exclude(event__state=EventState.FINISHED)
        .exclude(event__state=EventState.DRAFT)
        .select_related("event", "team")
        .order_by("event__starts_on")
    )
    context = {
        "next": mine[0] if mine else None,
        "others": mine[1:],
        "tables": tables_of_user(request.user) if isinstance(request.user, User) else (),
        "orders": orders_for(player),
        "led": teams_led_by(player) if player is not None else [],
        "entries": entries,
        "has_profile": player is not None,
        "casual_waiting": 0 if player is None else waiting_for(player.pk, timezone.now()),
        "organises": isinstance(request.user, User) and events_of(request.user).exists(),
    }
    return render(request, "tournaments/me.html", context)


def own_entry(event: Event, actor: Actor) -> Entry:
    """The actor's entry, or the pair the actor plays in. Raises Http404 for none."""
    pair = pair_of(actor, event)
    if pair is not None:
        return pair
    entries = Entry.objects.filter(event=event).select_related("player")
    if actor.via == "link":
        entry = entries.filter(pk=actor.entry_id or 0).first()
    else:
        entry = entries.filter(player=actor.player).first() if actor.player is not None else None
    if entry is None:
        raise Http404
    return entry


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@acting
def withdraw(request: HttpRequest, event: Event, actor: Actor) -> HttpResponse:
    """Withdraw from an event: first what follows, then the act."""
    entry = own_entry(event, actor)
    form = ReasonForm(request.POST or None)
    form.fields["reason"].required = False
    if request.method == "POST" and form.is_valid():
        try:
            services.withdraw_entry(
                actor=actor, now=timezone.now(), entry_id=entry.pk, reason=form.cleaned_data["reason"],
                digest=request.POST.get("digest") or None,
            )  # fmt: skip
        except DomainError as error:
            add_failure(form, error)
        else:
            messages.success(request, _("You have withdrawn. For half an hour you can take it back."))
            return redirect("events:own-entry", event.slug)
    try:
        # what becomes of which match is not told before the draw is
        planned = (
            None
            if not may_see_draw(request.user, event)
            else services.plan_exit(actor=actor, now=timezone.now(), entry_id=entry.pk, kind=ExitKind.WITHDRAWN)
        )
    except Conflict as error:
        messages.error(request, str(error.message))
        return redirect("events:detail", event.slug)
    names = {row.id: row.name for row in load_entries(event).values()}
    context = {
        "event": event,
        "entry": entry,
        "form": form,
        "plan": plan_view(planned.plan, planned.loaded, names) if planned is not None else None,
        "crumbs": event_crumbs(event, Link(_("Withdraw"))),
    }
    return render(request, "tournaments/withdraw.html", context, status=400 if form.errors else 200)
