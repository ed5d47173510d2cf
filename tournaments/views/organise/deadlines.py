"""Until when each round is to be played; times are those of the event's zone."""

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from players.actors import Actor
from tournaments import services
from tournaments.models import Event
from tournaments.selectors.pages.progress import round_progress
from tournaments.views.failures import tell_failure
from tournaments.views.organise.common import for_organisers, organise_tabs, to


class DeadlineForm(forms.Form):
    """When a round is to be over, in the event's zone."""

    deadline = forms.DateTimeField(
        label=gettext_lazy("To be played by"), required=False,
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
        input_formats=["%Y-%m-%dT%H:%M", "%Y-%m-%d %H:%M"],
    )  # fmt: skip


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@for_organisers
def deadlines(request: HttpRequest, event: Event, actor: Actor) -> HttpResponse:
    """A form a round, stage by stage."""
    wanted = request.POST.get("round", "")
    with timezone.override(event.zone):
        rows = []
        for round_ in round_progress(event):
            bound = request.POST if request.method == "POST" and wanted == round_.key else None
            moment = round_.deadline
            local = timezone.localtime(moment).replace(tzinfo=None) if moment else None
            form = DeadlineForm(bound, prefix=f"r{round_.key}", initial={"deadline": local})
            if bound is not None and form.is_valid():
                with tell_failure(request) as done:
                    services.set_deadline(
                        actor=actor, now=timezone.now(), event_id=event.pk, round_number=round_.number,
                        deadline=form.cleaned_data["deadline"], stage_number=round_.stage.number,
                        bracket=round_.bracket or None,
                    )  # fmt: skip
                    done(_("The deadline is stored."))
                return to(event, "deadlines")
            rows.append((round_, form))
        context = {"event": event, "tabs": organise_tabs(request, event, "deadlines"), "rows": rows,
                   "several": len({round_.stage.pk for round_, _form in rows}) > 1}  # fmt: skip
        status = 400 if any(form.errors for _round, form in rows) else 200
        return render(request, "tournaments/organise/deadlines.html", context, status=status)
