"""Agreeing a time for a match, meeting to play it, writing to each other about it."""

from typing import Any

from django.contrib import messages
from django.db import transaction
from django.http import FileResponse, Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from players.actors import Actor
from tantrix_site.errors import DomainError, NotPermitted
from tournaments import services
from tournaments.forms.arranging import MessageForm, MoreTimeForm, OfferForm
from tournaments.models import Event, Extension, MatchMessage, TimeOffer
from tournaments.selectors.match_rule import rule_of
from tournaments.selectors.meeting import meeting_of
from tournaments.selectors.pages.arranging import load_arranging, messages_of, notice_lines
from tournaments.selectors.pages.match import MatchPage
from tournaments.services.access import may_arbitrate, may_rule, side_of
from tournaments.services.pictures import MOST_BYTES
from tournaments.services.time_offers import MOST_OPEN
from tournaments.views.actors import acting_in_draw, find_actor
from tournaments.views.common import Link, event_tabs, get_drawn
from tournaments.views.failures import add_failure, tell_failure
from tournaments.views.live import event_tag, poll_seconds
from tournaments.views.matches import back_to, get_page, match_crumbs

METHODS = ["GET", "HEAD", "POST"]


def side_or_official(page: MatchPage, actor: Actor) -> int | None:
    """The actor's side, None for an official. Raises NotPermitted `not_in_match` for everybody else."""
    side = side_of(actor, page.match)
    if side is None and not may_arbitrate(actor, page.event):
        raise NotPermitted("not_in_match", _("Only the two players of this match may do this."))
    return side


@never_cache
@require_http_methods(METHODS)
@acting_in_draw
def times(request: HttpRequest, event: Event, actor: Actor, number: int) -> HttpResponse:
    """Offers of both sides, what was agreed, and more time. Officials read along."""
    page = get_page(event, number)
    side = side_or_official(page, actor)
    found = load_arranging(page, side)
    asks = request.method == "POST" and "until" in request.POST
    offers = request.method == "POST" and not asks
    form = OfferForm(request.POST if offers else None, room=max(MOST_OPEN - len(found.own), 0))
    more = MoreTimeForm(request.POST if asks else None, auto_id="more_%s")
    if offers and form.is_valid() and _offer(request, page, actor, form):
        return redirect("events:match-time", event.slug, number)
    if asks and more.is_valid():
        try:
            services.ask_extension(
                actor=actor, now=timezone.now(), match_id=page.match.pk, until=more.cleaned_data["until"],
                reason=more.cleaned_data["reason"],
            )  # fmt: skip
        except DomainError as error:
            add_failure(more, error)
        else:
            messages.success(request, _("Sent. Your opponent has to agree."))
            return redirect("events:match-time", event.slug, number)
    failed = bool(form.errors or more.errors)
    context = {
        "event": event, "page": page, "match": page.match, "side": side, "found": found, "form": form, "more": more,
        "can_offer": side is not None and page.is_playable and event.state == "running" and len(found.own) < MOST_OPEN,
        "is_live": side is not None and page.is_playable and event.state == "running",
        "stages": notice_lines(page.match), "tabs": event_tabs(request, event, ""),
        "crumbs": match_crumbs(page, Link(_("Times"))),
    }  # fmt: skip
    return render(request, "tournaments/match_time.html", context, status=400 if failed else 200)


def _offer(request: HttpRequest, page: MatchPage, actor: Actor, form: OfferForm) -> bool:
    """Offer all the times, or none: what stands against one is said beside it."""
    moments = form.moments()
    name = ""
    try:
        with transaction.atomic():
            for name, at in moments:  # noqa: B007  (the one that is refused is named)
                services.offer_time(
                    actor=actor, now=timezone.now(), match_id=page.match.pk, starts_at=at,
                    zone=form.cleaned_data["zone"],
                )  # fmt: skip
    except DomainError as error:
        if isinstance(error, NotPermitted):
            raise
        add_failure(form, error, {"starts_at": name})
        return False
    messages.success(request, _("Offered. Your opponent is told."))
    return True


@require_POST
@acting_in_draw
def answer_offer(request: HttpRequest, event: Event, actor: Actor, number: int, pk: int) -> HttpResponse:
    """Accept or decline an offer, or take an own one back."""
    offer = TimeOffer.objects.filter(pk=pk, match__event=event, match__number=number).first()
    act = request.POST.get("act", "")
    if offer is None or act not in ("accept", "decline", "withdraw"):
        raise Http404
    now = timezone.now()
    with tell_failure(request) as done:
        if act == "accept":
            services.accept_time(actor=actor, now=now, offer_id=pk)
            done(_("Agreed. Your opponent is told."))
        elif act == "decline":
            services.decline_time(actor=actor, now=now, offer_id=pk)
            done(_("Declined. Offer a time yourself, so that you find one."))
        else:
            services.withdraw_time(actor=actor, now=now, offer_id=pk)
            done(_("Your offer is taken back."))
    return redirect("events:match-time", event.slug, number)


@require_POST
@acting_in_draw
def answer_more_time(request: HttpRequest, event: Event, actor: Actor, number: int, pk: int) -> HttpResponse:
    """Agree to a later deadline, refuse it, or take the own wish back."""
    wish = Extension.objects.filter(pk=pk, match__event=event, match__number=number).first()
    act = request.POST.get("act", "")
    if wish is None or act not in ("agree", "refuse", "withdraw"):
        raise Http404
    now = timezone.now()
    with tell_failure(request) as done:
        if act == "withdraw":
            services.withdraw_extension(actor=actor, now=now, extension_id=pk)
            done(_("You no longer ask for more time."))
        else:
            row = services.answer_extension(actor=actor, now=now, extension_id=pk, agrees=act == "agree")
            done({"applied": _("The deadline is moved."), "agreed": _("Now an organiser has to agree.")}.get(
                row.state, _("The deadline stays as it was.")))  # fmt: skip
    return redirect("events:match-time", event.slug, number)


@never_cache
@require_http_methods(METHODS)
@acting_in_draw
def ready(request: HttpRequest, event: Event, actor: Actor, number: int) -> HttpResponse:
    """Both say that they are there; colours, who starts, and where they play."""
    page = get_page(event, number)
    side = side_or_official(page, actor)
    if request.method == "POST":
        with tell_failure(request) as done:
            here: dict[str, Any] = {"actor": actor, "now": timezone.now(), "match_id": page.match.pk}
            if "room" in request.POST:
                services.set_room(**here, text=request.POST["room"])
                done(_("Your opponent sees where you are."))
            else:
                services.mark_ready(**here, yields="yields" in request.POST)
                done(_("You are ready."))
        return redirect("events:match-ready", event.slug, number)
    slots = sorted(page.match.slots.all(), key=lambda slot: slot.side)
    left, right = slots[0].occupant_id, slots[1].occupant_id
    if left is None or right is None or not page.is_playable:
        messages.info(request, _("This match is not open."))
        return back_to(event, number)
    met = meeting_of(page.match, (left, right), timezone.now(), rule_of(event, page.match).last_game)
    context = {
        "event": event, "page": page, "match": page.match, "side": side, "met": met,
        "seats": [
            {"side": s, "colour": met.seating.colours[s.number], "ready_at": met.ready_at[s.number],
             "by_lot": met.seating.by_lot[s.number] if met.seating.by_lot else ""}
            for s in page.sides
        ],
        "starts": [(game, page.sides[who].name) for game, who in met.seating.starts.items()],
        "room_is_link": met.room.startswith("https://") and " " not in met.room,
        "agreed": page.arranged.agreed_at if page.arranged is not None else None,
        "is_live": side is not None and event.state == "running",
        "tabs": event_tabs(request, event, ""), "crumbs": match_crumbs(page, Link(_("Ready"))),
        "etag": event_tag(event), "every": poll_seconds(event),
        "live_url": reverse("events:match-live", args=[event.slug, number]),
    }  # fmt: skip
    return render(request, "tournaments/match_ready.html", context)


@never_cache
@require_http_methods(METHODS)
@acting_in_draw
def talk(request: HttpRequest, event: Event, actor: Actor, number: int) -> HttpResponse:
    """What the two sides and the officials wrote about a match, with evidence."""
    page = get_page(event, number)
    side = side_or_official(page, actor)
    form = MessageForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        picture = form.cleaned_data["picture"]
        try:
            services.send_message(
                actor=actor, now=timezone.now(), match_id=page.match.pk, text=form.cleaned_data["text"],
                link=form.cleaned_data["link"], picture=picture.read(MOST_BYTES + 1) if picture else None,
            )  # fmt: skip
        except DomainError as error:
            if isinstance(error, NotPermitted):
                raise
            add_failure(form, error)
        else:
            messages.success(request, _("Sent."))
            return redirect("events:match-messages", event.slug, number)
    official = may_rule(actor, page.match)
    context: dict[str, Any] = {
        "event": event, "page": page, "match": page.match, "side": side, "form": form, "is_official": official,
        "rows": messages_of(page, side, is_official=official), "tabs": event_tabs(request, event, ""),
        "may_write": event.state != "finished" and all(s.entry is not None for s in page.sides),
        "crumbs": match_crumbs(page, Link(_("Messages"))),
    }  # fmt: skip
    return render(request, "tournaments/match_messages.html", context, status=400 if form.errors else 200)


@require_POST
@acting_in_draw
def hide_message(request: HttpRequest, event: Event, actor: Actor, number: int, pk: int) -> HttpResponse:
    """An arbiter hides a message."""
    if not MatchMessage.objects.filter(pk=pk, match__event=event, match__number=number).exists():
        raise Http404
    with tell_failure(request) as done:
        services.hide_message(actor=actor, now=timezone.now(), message_id=pk, reason=request.POST.get("reason", ""))
        done(_("The message is hidden."))
    return redirect("events:match-messages", event.slug, number)


@never_cache
@require_safe
def picture(request: HttpRequest, slug: str, number: int, pk: int) -> HttpResponseBase:
    """A picture of evidence, for the two sides and officials alone; the address is no key to it."""
    event = get_drawn(request, slug)
    actor = find_actor(request, event)
    page = get_page(event, number)
    if actor is None:
        raise Http404
    side = side_of(actor, page.match)
    if side is None and not may_arbitrate(actor, event):
        raise Http404
    rows = messages_of(page, side, is_official=may_rule(actor, page.match))
    found = [m for m in rows if m.row.pk == pk and m.shows_text]
    if not found or not found[0].row.picture:
        raise Http404
    stored = found[0].row.picture
    kind = str(stored.name).rpartition(".")[2]
    try:
        opened = stored.open("rb")
    except OSError as error:
        raise Http404 from error
    response = FileResponse(opened, content_type={"jpg": "image/jpeg"}.get(kind, f"image/{kind}"))
    response["Content-Disposition"] = f'inline; filename="evidence-{number}-{pk}.{kind}"'
    response["X-Content-Type-Options"] = "nosniff"
    response["Cross-Origin-Resource-Policy"] = "same-origin"
    return response
