"""Entering results of tables of three and four: one keyboard row a table, the tiles of all its sides."""

from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from players.actors import Actor
from tantrix_site.errors import Conflict, DomainError, StaleVersion
from tournaments import services
from tournaments.models import Event, SittingScore
from tournaments.selectors.pages.quick import TableRow, initials, load_table_rows, name_of
from tournaments.selectors.pages.sittings import TableView, load_sittings
from tournaments.services.figures import MOST_TILES
from tournaments.views.matches import version_of
from tournaments.views.organise.common import for_arbiters, organise_tabs
from tournaments.views.organise.quick import Refused, conflict, entries_of, key_of, new_key, stored_at, tiles_of
from tournaments.views.sittings import sittings_or_404

METHODS = ["GET", "HEAD", "POST"]


@dataclass(frozen=True, slots=True)
class Side:
    """A field of a row: whose tiles, what was typed, whether that is wrong."""

    name: str
    field: str
    value: str = ""
    is_wrong: bool = False


@never_cache
@require_http_methods(METHODS)
@for_arbiters
def table_results(request: HttpRequest, event: Event, actor: Actor) -> HttpResponse:
    """The tables of the last round with a game to enter, stored one by one."""
    page = sittings_or_404(event)
    refused: dict[int, Refused] = {}
    if request.method == "POST":
        wanted = request.POST.get("match", "")
        tables = {table.found.sitting.pk: table for view in page.rounds for table in view.tables}
        table = tables.get(int(wanted)) if wanted.isdecimal() and len(wanted) < 19 else None
        if table is None:
            raise Http404
        stored = _store(request, actor, table)
        if request.headers.get("X-Fragment"):
            return _answer(event, table, stored)
        if not isinstance(stored, Refused):
            messages.success(request, _("Table {n}: {stored}").format(n=table.number, stored=stored))
            return redirect(request.path)
        refused[table.found.sitting.pk] = stored
    rows = load_table_rows(page)
    shown = {row.sitting for row in rows}
    for pk, said in refused.items():
        if pk not in shown:
            messages.error(request, said.text)
    own = entries_of(actor, event)
    context = {
        "event": event,
        "tabs": organise_tabs(request, event, "sittings"),
        "rows": [(row, _sides(request, row, refused.get(row.sitting)), refused.get(row.sitting), new_key(),
                  not own.isdisjoint(row.entries)) for row in rows],
        "has_tables": True,
        "round": page.rounds[-1].round.number if page.rounds else 0,
    }  # fmt: skip
    return render(request, "tournaments/organise/table_results.html", context, status=400 if refused else 200)


def _sides(request: HttpRequest, row: TableRow, refused: Refused | None) -> tuple[Side, ...]:
    again = refused is not None and request.POST.get("game") == str(row.game)
    return tuple(
        Side(name, f"t{n}", request.POST.get(f"t{n}", "") if again else "",
             refused is not None and refused.field in ("", f"t{n}"))
        for n, name in enumerate(row.sides)
    )  # fmt: skip


def _store(request: HttpRequest, actor: Actor, table: TableView) -> str | Refused:
    tiles: list[int] = []
    for n, name in enumerate(table.sides):
        number = tiles_of(request.POST.get(f"t{n}", ""))
        if number is None:
            return Refused(_("Give the tiles of {name} as a whole number.").format(name=name), f"t{n}")
        if number > MOST_TILES:
            text = _("{number} tiles cannot be: a final score lies between 0 and {most}.")
            return Refused(text.format(number=number, most=MOST_TILES), f"t{n}")
        tiles.append(number)
    game = request.POST.get("game", "")
    if not game.isdecimal() or len(game) > 4:
        return Refused(_("There is no such game."))
    now = timezone.now()
    try:
        score = services.enter_table_row(
            actor=actor, now=now, sitting_id=table.found.sitting.pk, number=int(game), key=key_of(request),
            figures=services.TableFigures(tuple(tiles), deadlock="deadlock" in request.POST),
            expected_version=version_of(request),
        )  # fmt: skip
    except (StaleVersion, Conflict) as error:
        return _meanwhile(table, int(game), tiles) or Refused(str(error.message), is_conflict=True)
    except DomainError as error:
        return Refused(str(error.message))
    return stored_at(score.at, initials(name_of(actor.player, actor.user)))


def _meanwhile(table: TableView, game: int, mine: list[int]) -> str | Refused | None:
    """What somebody else entered for this game since the row was shown; the same is as good as stored."""
    rows = SittingScore.objects.filter(sitting=table.found.sitting, number=game, state="counts")
    found = rows.select_related("user", "player").first()
    if found is None:
        return None
    who = name_of(found.player, found.user)
    if found.tiles == mine:
        return stored_at(found.at, initials(who))
    return conflict(who, found.closed_at or found.at, found.tiles or [None], mine)


def _answer(event: Event, table: TableView, stored: str | Refused) -> HttpResponse:
    if isinstance(stored, Refused) and not stored.is_conflict:
        return JsonResponse({"error": stored.text, "field": stored.field}, status=400)
    data: dict[str, Any] = {"error": stored.text} if isinstance(stored, Refused) else {"done": stored}
    sitting = table.found.sitting.pk
    row = next((row for row in load_table_rows(load_sittings(event)) if row.sitting == sitting), None)
    if row is not None:
        data["next"] = {"game": row.game, "version": row.version, "score": ""}
    if isinstance(stored, Refused):
        data["page"] = reverse("events:sitting", args=[event.slug, table.found.sitting.round.number, table.number])
    return JsonResponse(data, status=409 if isinstance(stored, Refused) else 200)
