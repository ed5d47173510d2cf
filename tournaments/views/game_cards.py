"""The cards of games that reporting, disputing, entering and correcting share."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _

from tantrix_site.errors import DomainError
from tournaments.formats.scoring import FULL_WIN_MARGIN, tournament_points
from tournaments.forms.games import GameForm, initial_of
from tournaments.selectors.pages.match import MatchPage
from tournaments.views.common import Link, event_tabs
from tournaments.views.matches import match_crumbs
from tournaments.views.reading import Reading, read_into


def all_valid(forms: Sequence[GameForm]) -> bool:
    """Every form is looked at, so that all errors are told at once."""
    return all([form.is_valid() for form in forms])  # noqa: C419


def game_form(
    request: HttpRequest, page: MatchPage, number: int, side: int | None, initial: dict[str, Any] | None = None
) -> GameForm:
    """The form of one game, filled with what its player reported before."""
    game = next(game for game in page.games if game.number == number)
    if initial is None:
        own = next((v for v in game.reports if v.report.side == side and v.figures and v.report.is_live), None)
        initial = initial_of(own.figures) if own is not None else {}
    if request.method == "POST":
        return GameForm(request.POST, request.FILES, number=number, initial=initial)
    return GameForm(number=number, initial=initial)


def fill_from_record(
    request: HttpRequest, page: MatchPage, forms: list[GameForm], at: int, side: int | None
) -> Reading:
    """Put what the record says into the form at that place; what was typed elsewhere stays."""
    form = forms[at]
    reading = read_into(page, form)
    data = request.POST.copy()
    record = form.record_bytes()
    if record is not None:
        data[form.add_prefix("record")] = record.decode(errors="replace")
    for name, value in reading.values.items():
        shown = form.fields[name].prepare_value(value)
        data[form.add_prefix(name)] = "" if shown in (None, False) else shown
    forms[at] = GameForm(data, number=form.number)
    forms[at].is_valid()
    return reading


def place_failure(forms: Sequence[GameForm], error: DomainError) -> str:
    """Put a refusal beside the field it names; returns it for the top of the page where it names none."""
    names = {"seconds_left": "time_left", "seconds_right": "time_right", "minutes": "claim"}
    parts = error.field.split(".")
    field = names.get(parts[-1], parts[-1])
    number = next((part for part in parts if part.isdecimal()), "")
    for form in forms:
        is_it = str(form.number) == number if number else len(forms) == 1
        if is_it and field in form.fields:
            form.add_error(field, str(error.message))
            return ""
        if is_it and (field == "" or error.code == "malformed") and form.record_bytes() is not None:
            form.add_error("record", f"{error.message}" + (f" ({error.field})" if error.field else ""))
            return ""
    return str(error.message)


def cards_page(
    request: HttpRequest,
    page: MatchPage,
    forms: Sequence[GameForm],
    *,
    side: int | None,
    template: str,
    readings: dict[int, Reading] | None = None,
    failure: str = "",
    **more: Any,
) -> HttpResponse:
    bad = bool(failure) or any(form.errors for form in forms)
    titles = {"report": _("Report"), "dispute": _("Something is wrong"), "enter": _("Enter results")}
    cards = [
        (form, next(g for g in page.games if g.number == form.number), (readings or {}).get(form.number))
        for form in forms
    ]
    context = {
        "event": page.event,
        "page": page,
        "match": page.match,
        "side": side,
        "opponent": page.sides[1 - side].name if side is not None else "",
        "until": timezone.now() + timedelta(hours=page.event.confirm_hours),
        "cards": cards,
        "more": len(cards) - 1,
        "has_errors": any(form.errors for form in forms),
        "failure": failure,
        "tabs": event_tabs(request, page.event, ""),
        "crumbs": match_crumbs(page, Link(titles[template])),
        "open_game": request.GET.get("game", ""),
        "tp_table": ",".join(str(tournament_points(margin)[0]) for margin in range(FULL_WIN_MARGIN + 1)),
        "any_board": any(reading.verdict for reading in (readings or {}).values()),
        **more,
    }
    return render(request, f"tournaments/{template}.html", context, status=400 if bad else 200)
