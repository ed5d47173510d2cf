"""Private entry links: a person without an account reports, confirms and withdraws.

The token stands in the address once. The page that gets it keeps it in the session and redirects at once to an address
without it, so that it reaches neither the history's later pages nor a referrer.
"""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from players.actors import request_actor
from tournaments import services
from tournaments.models import Entry, Event, Slot
from tournaments.selectors.pages.addresses import entrant_url
from tournaments.selectors.pages.captain import orders_for, teams_led_by
from tournaments.selectors.pages.matches import matches_of, still_to_play
from tournaments.selectors.pages.own_tables import tables_of_entry
from tournaments.selectors.visibility import may_see_results
from tournaments.services.links import hash_link
from tournaments.views.actors import BARE_REFERRER, SESSION_KEY, forget_link, linked_entry, remember_link, to_sign_in
from tournaments.views.failures import tell_failure


@never_cache
@require_safe
def open_link(request: HttpRequest, token: str) -> HttpResponse:
    """The address that was sent out. It changes nothing but this session."""
    entry = Entry.every.filter(link_hash=hash_link(token)).select_related("event", "player").first()
    if entry is None:
        response = render(request, "tournaments/link_unknown.html", status=404)
        response["Referrer-Policy"] = BARE_REFERRER
        return response
    remember_link(request, entry, token)
    response = redirect("entry-home", entry.event.slug)
    response["Referrer-Policy"] = "no-referrer"
    return response


@never_cache
@require_safe
def entry_home(request: HttpRequest, slug: str) -> HttpResponse:
    """What the holder of a link can do: the open matches, the results to confirm, withdrawing, taking the profile."""
    event = Event.objects.filter(slug=slug).first()
    entry = linked_entry(request, event) if event is not None else None
    if event is None or entry is None:
        return render(request, "tournaments/link_unknown.html", status=404)
    stands_as = entry.team_id if event.is_for_pairs else entry.pk
    mine = matches_of(still_to_play(Slot.objects.filter(occupant=stands_as)))
    context = {
        "event": event,
        "entry": entry,
        "mine": mine,
        "tables": tables_of_entry(entry),
        "led": teams_led_by(entry.person, event=event),
        "orders": [order for order in orders_for(entry.person) if order.event == event],
        "place_url": entrant_url(
            event, f"entry-{entry.team_id}" if entry.team_id else entry.person.slug,
            results=may_see_results(request.user, event),
        ),
        "can_claim": entry.person.user_id is None,
        "link_vouches": services.link_vouches(event, entry.person),
    }  # fmt: skip
    response = render(request, "tournaments/entry_home.html", context)
    response["Referrer-Policy"] = BARE_REFERRER
    return response


@never_cache
@require_http_methods(["POST"])
def claim(request: HttpRequest, slug: str) -> HttpResponse:
    """The signed-in holder of the link takes over the profile."""
    if not request.user.is_authenticated:
        return to_sign_in(request, reverse("entry-home", args=[slug]))
    event = Event.objects.filter(slug=slug).first()
    token = request.session.get(SESSION_KEY, {}).get(str(event.pk)) if event is not None else None
    if event is None or token is None:
        return render(request, "tournaments/link_unknown.html", status=404)
    taken = False
    with tell_failure(request) as done:
        services.claim_profile(actor=request_actor(request), now=timezone.now(), token=token)
        forget_link(request, event)
        done(_("The profile is yours now."))
        taken = True
    return redirect("me") if taken else redirect("entry-home", slug)


@require_POST
def leave_link(request: HttpRequest, slug: str) -> HttpResponse:
    """Forget the link in this browser, as on a shared computer."""
    event = Event.objects.filter(slug=slug).first()
    if event is not None:
        forget_link(request, event)
        messages.success(request, _("This browser no longer acts for the entry. The link itself still works."))
        return redirect("events:detail", slug)
    return redirect("home")
