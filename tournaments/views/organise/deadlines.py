"""Until when each round is to be played; times are those of the event's zone."""

from datetime import datetime
from typing import Any

from django import forms
from django.db import transaction
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


def _moment(label: Any, help_text: Any = "") -> forms.DateTimeField:
    return forms.DateTimeField(
        label=label, required=False, help_text=help_text,
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
        input_formats=["%Y-%m-%dT%H:%M", "%Y-%m-%d %H:%M"],
    )  # fmt: skip


class DeadlineForm(forms.Form):
    """When a round is to be over, in the event's zone; of teams, also until when they may order their players."""

    line_ups_by = _moment(
        gettext_lazy("Orders of the teams by"),
        gettext_lazy("Then the orders are fixed and the boards open; before that as soon as both are sent."),
    )
    deadline = _moment(gettext_lazy("To be played by"))

    def __init__(self, *args: Any, for_teams: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not for_teams:
            del self.fields["line_ups_by"]

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        orders, deadline = data.get("line_ups_by"), data.get("deadline")
        if orders and deadline and orders > deadline:
            self.add_error("line_ups_by", _("Orders are due before the matches are to be played."))
        return data


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
            initial = {"deadline": _local(round_.deadline), "line_ups_by": _local(round_.line_ups_by)}
            form = DeadlineForm(bound, prefix=f"r{round_.key}", initial=initial, for_teams=event.is_for_teams)
            if bound is not None and form.is_valid():
                with tell_failure(request) as done, transaction.atomic():
                    which: dict[str, Any] = {
                        "actor": actor, "now": timezone.now(), "event_id": event.pk, "round_number": round_.number,
                        "stage_number": round_.stage.number, "bracket": round_.bracket or None,
                    }  # fmt: skip
                    services.set_deadline(**which, deadline=form.cleaned_data["deadline"])
                    if "line_ups_by" in form.changed_data:
                        services.set_line_up_deadline(**which, deadline=form.cleaned_data["line_ups_by"])
                    done(_("The deadline is stored."))
                return to(event, "deadlines")
            rows.append((round_, form))
        context = {"event": event, "tabs": organise_tabs(request, event, "deadlines"), "rows": rows,
                   "several": len({round_.stage.pk for round_, _form in rows}) > 1}  # fmt: skip
        status = 400 if any(form.errors for _round, form in rows) else 200
        return render(request, "tournaments/organise/deadlines.html", context, status=status)


def _local(moment: datetime | None) -> datetime | None:
    """A moment as the field shows it, in the zone of the event."""
    return timezone.localtime(moment).replace(tzinfo=None) if moment else None
