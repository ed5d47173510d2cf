"""`/organise/<slug>/announce/`: writing, seeing the mail and how many it reaches, sending once."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import get_language, ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from players.actors import Actor
from tantrix_site.errors import Conflict, InvalidInput
from tournaments import services
from tournaments.forms.announcing import AnnouncementForm
from tournaments.models import Announcement, Event
from tournaments.selectors.announcements import sent_announcements
from tournaments.views.failures import add_failure
from tournaments.views.organise.common import for_organisers, organise_tabs, to


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@for_organisers
def announce(request: HttpRequest, event: Event, actor: Actor) -> HttpResponse:
    """POST shows the mail; with the digest of what was shown it sends."""
    data = request.POST if request.method == "POST" else None
    language = str(request.POST.get("language") or get_language())
    form = AnnouncementForm(data, event=event, language=language)
    plan, failure = None, ""
    if data is not None and form.is_valid():
        act: dict[str, Any] = {"actor": actor, "now": timezone.now(), "event_id": event.pk, "order": form.order()}
        try:
            if "digest" in data and "change" not in data:
                sent = services.send_announcement(**act, digest=data["digest"])
                messages.success(request, _sent(sent.recipients))
                return to(event, "announce")
        except Conflict as error:
            failure = str(error.message)
        except InvalidInput as error:
            add_failure(form, error)
        try:
            if "change" not in data and form.is_valid():
                plan = services.plan_announcement(**act)
        except Conflict as error:
            failure = failure or str(error.message)
        except InvalidInput as error:
            add_failure(form, error)
    context = {
        "event": event,
        "tabs": organise_tabs(request, event, "announce"),
        "form": form, "plan": plan, "failure": failure, "language": language,
        "hidden": [] if plan is None else [(name, form[name].value() or "") for name in form.fields],
        "sent": [] if plan is not None else _told(event),
    }  # fmt: skip
    status = 409 if failure else 400 if form.errors else 200
    return render(request, "tournaments/organise/announce.html", context, status=status)


def _told(event: Event) -> list[tuple[Announcement, tuple[str, str]]]:
    """All that were sent, each with its words in the reader's language."""
    return [(row, row.text_in(get_language() or "")) for row in sent_announcements(event)]


def _sent(count: int) -> str:
    return ngettext(
        "The announcement goes to %(count)d account.", "The announcement goes to %(count)d accounts.", count
    ) % {"count": count}
