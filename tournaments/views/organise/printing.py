"""The print centre: every document of the event, with its round, paper and language."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone, translation
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from players.actors import Actor
from tantrix_site.errors import InvalidInput
from tournaments import services
from tournaments.documents.typesetting import pdf
from tournaments.models import Event
from tournaments.permissions import is_site_staff, organises_event
from tournaments.selectors.documents.link_cards import link_cards_document
from tournaments.selectors.documents.wanted import read_wanted, site_address
from tournaments.selectors.pages.print_centre import load_prints, sitting_rounds
from tournaments.views.organise.common import for_arbiters, for_organisers, organise_tabs


@never_cache
@require_safe
@for_arbiters
def printing(request: HttpRequest, event: Event, actor: Actor) -> HttpResponse:
    """A form for each stage; its buttons lead to the documents."""
    context = {
        "event": event,
        "tabs": organise_tabs(request, event, "print"),
        "stages": load_prints(event),
        "sitting_rounds": sitting_rounds(event),
        "papers": (("a4", "A4"), ("us-letter", "Letter")),
        "posters": (("a3", "A3"), ("a2", "A2"), ("a1", "A1"), ("a0", "A0")),
        "languages": settings.LANGUAGES,
        "language": get_language(),
        "may_make_links": is_site_staff(request.user) or organises_event(request.user, event),
    }
    return render(request, "tournaments/organise/print.html", context)


@never_cache
@require_POST
@for_organisers
def link_cards(request: HttpRequest, event: Event, actor: Actor) -> HttpResponse:
    """New private links for all without an account, on cards. They are in this answer alone: only hashes are stored.

    Raises InvalidInput `answer_needed` without the tick that says what happens to earlier links.
    """
    wanted = read_wanted(request.POST.dict())
    if request.POST.get("replace") != "1":
        raise InvalidInput("answer_needed", _("Say that earlier links may stop working."), field="replace")
    now = timezone.now()
    tokens = services.make_entry_links(actor=actor, now=now, event_id=event.pk)
    site = site_address(request.build_absolute_uri("/"))
    with timezone.override(event.zone), translation.override(wanted.language or get_language()):
        made = pdf(link_cards_document(event, wanted, now, site, tokens))
    answer = HttpResponse(made, content_type="application/pdf")
    answer["Content-Disposition"] = f'inline; filename="{event.slug}-links.pdf"'
    answer["Referrer-Policy"] = "no-referrer"
    return answer
