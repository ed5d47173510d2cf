"""`/api/v1/events/<slug>/stages/<number>/standings/`, `across/`, `cross-table/` and `tables/<key>/ruling/`."""

from collections.abc import Sequence
from itertools import groupby
from typing import Any, Final

from django.utils import timezone
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, extend_schema
from rest_framework.permissions import IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.api.problems import problem
from players.actors import request_actor
from players.api.bodies import read_body
from tantrix_site.errors import NotFound
from tournaments import services
from tournaments.api import describe
from tournaments.api.conditions import ETAG, IF_NONE_MATCH, NOT_MODIFIED, tagged_event
from tournaments.api.entry_data import entry_data, entry_rows
from tournaments.api.lookup import get_event, get_played
from tournaments.api.once import IDEMPOTENCY_KEY, once
from tournaments.api.rows import page_of, read_query
from tournaments.api.table_serializers import (
    AcrossQuery,
    AcrossSerializer,
    CrossQuery,
    CrossTableSerializer,
    StandingsQuery,
    StandingsSerializer,
    TieRulingRequestSerializer,
    TieRulingSerializer,
    percent,
    totals_data,
    value_out,
)
from tournaments.formats.across import across
from tournaments.formats.cross_table import Cell
from tournaments.formats.snapshot import StageRow
from tournaments.formats.standings import StandingsRow
from tournaments.models import Draw, Entry, Event, Stage, StageKind, TieRuling
from tournaments.selectors.tables import GoingOn, ShownTable, StageTables, current_tables
from tournaments.services.draws import get_stage

AROUND: Final = 5
NO_TABLE = problem(
    "There is none, or you may not see it.",
    event_not_found="There is no such event.",
    stage_not_found="The event has no stage 3.",
    not_drawn="The draw has not been made.",
    no_tables="This stage has a bracket and no tables.",
    table_not_found=("There is no such table.", "table"),
    round_not_found=("There is no such round.", "round"),
    entry_not_found=("This entry plays in none of the tables.", "around"),
)


def get_tables(event: Event, number: int, through: int = 0) -> tuple[Stage, StageTables]:
    """The tables of a stage. Raises NotFound `stage_not_found`, `no_tables`, `not_drawn`, `round_not_found`."""
    stage = get_stage(event, number)
    if not stage.is_table:
        raise NotFound("no_tables", _("This stage has a bracket and no tables."))
    found = current_tables(event, stage, through)
    if found is None:
        raise NotFound("not_drawn", _("The draw has not been made."))
    if through > found.last_round:
        raise NotFound("round_not_found", _("There is no such round."), field="round")
    return stage, found


def _named(tables: StageTables, key: str | None) -> Sequence[ShownTable]:
    found = tables.tables if key is None else [table for table in tables.tables if table.key == key]
    if not found:
        raise NotFound("table_not_found", _("There is no such table."), field="table")
    return found


def _goes_on(going: GoingOn | None, entry: int) -> str | None:
    if going is None or entry not in going:
        return None
    return "place" if entry in going.places else "best"


class Standings(APIView):
    permission_classes = [IsAuthenticatedOrReadOnly]

    @extend_schema(
        operation_id="standings",
        tags=[describe.TABLES],
        summary="Standings of groups or a Swiss",
        description="Best first, each tie-break with its value, or the reason why it does not apply, and what "
        "separates each row from the one above. Rows of all tables are paged together: follow `next` for the rest.",
        parameters=[StandingsQuery, IF_NONE_MATCH, ETAG],
        responses={200: StandingsSerializer, 304: NOT_MODIFIED, 404: NO_TABLE},
    )
    def get(self, request: Request, slug: str, stage: int) -> Any:
        event = get_played(request, slug)
        query = read_query(request, StandingsQuery)
        return tagged_event(request, event, lambda: _standings_data(request, event, stage, query))


def _standings_data(request: Request, event: Event, number: int, query: dict[str, Any]) -> Any:
    stage, tables = get_tables(event, number, query.get("round", 0))
    shown = _named(tables, query.get("table"))
    lines = [(table, row) for table in shown for row in table.rows]
    if "around" in query:
        own = next((table for table in shown if query["around"] in table.cells), None)
        if own is None:
            raise NotFound("entry_not_found", _("This entry plays in none of the tables."), field="around")
        place = own.place_of(query["around"]) or 0
        shown = [own]
        lines = [(own, row) for row in own.rows if place and abs(row.place - place) <= AROUND]
    page, after = page_of(request, lines, query)
    named = {row.entry for _table, row in page}.union(*(table.out for table in shown))
    rows, rulings = entry_rows(named), _rulings(stage)
    on_page = {key: [row for _table, row in group] for key, group in groupby(page, key=lambda line: line[0].key)}
    wanted = [table for table in shown if table.key in on_page or not table.rows or "around" in query]
    return StandingsSerializer(
        {
            "event": event.slug, "version": event.version, "stage": number, "kind": _kind(stage),
            "round": tables.through, "last_round": tables.last_round, "rounds": tables.rounds,
            "waiting": tables.waiting, "is_final": tables.is_final, "is_frozen": tables.is_frozen,
            "feeds": tables.going,
            "tables": [
                {
                    "key": table.key, "decided": table.decided, "total": table.total, "tie_breaks": table.tie_breaks,
                    "count": len(table.rows),
                    "rows": [_row_data(tables, row, rows) for row in on_page.get(table.key, ())],
                    "out": [entry_data(rows[entry]) for entry in table.out],
                    "rulings": [_ruling_data(ruling) for ruling in rulings if ruling.table == table.key],
                }
                for table in wanted
            ],
            "next": after,
        }
    ).data  # fmt: skip


def _kind(stage: Stage) -> str:
    return "swiss" if stage.kind == StageKind.SWISS else "group"


def _row_data(tables: StageTables, row: StandingsRow, entries: dict[int, Entry]) -> dict[str, Any]:
    gone = tables.exits.get(row.entry)
    return {
        "place": row.place,
        "entry": entry_data(entries[row.entry]),
        "totals": totals_data(row.totals),
        "tie_breaks": [
            {"name": name, "value": value_out(name, value), "why": row.why.get(name)} for name, value in row.values
        ],
        "by": row.by,
        "left": None if gone is None else str(gone.kind),
        "joined": tables.joined.get(row.entry),
        "goes_on": _goes_on(tables.going, row.entry),
    }


def _rulings(stage: Stage) -> list[TieRuling]:
    return list(TieRuling.objects.filter(stage=stage, revoked_at=None).order_by("pk"))


def _ruling_data(ruling: TieRuling) -> dict[str, Any]:
    return {
        "id": ruling.pk, "table": ruling.table, "entries": ruling.entries, "reason": ruling.reason, "at": ruling.at
    }  # fmt: skip


class Across(APIView):
    permission_classes = [IsAuthenticatedOrReadOnly]

    @extend_schema(
        operation_id="standings_across",
        tags=[describe.TABLES],
        summary="All groups in one order",
        description="By percentage, then by the place in the own group, then by seed (regulation 4.4).",
        parameters=[AcrossQuery, IF_NONE_MATCH, ETAG],
        responses={200: AcrossSerializer, 304: NOT_MODIFIED, 404: NO_TABLE},
    )
    def get(self, request: Request, slug: str, stage: int) -> Any:
        event = get_played(request, slug)
        query = read_query(request, AcrossQuery)
        return tagged_event(request, event, lambda: _across_data(request, event, stage, query))


def _across_data(request: Request, event: Event, number: int, query: dict[str, Any]) -> Any:
    stage, tables = get_tables(event, number)
    seeds = {entry: seed for seed, entry in Draw.objects.get(stage=stage, current=True).seed_map().items()}
    ordered = across(
        StageRow(table.key, row.place, row.entry, seeds.get(row.entry, 0), row.totals.tp, row.totals.games)
        for table in tables.tables
        for row in table.rows
        if query.get("place", row.place) == row.place
    )
    page, after = page_of(request, ordered, query)
    rows = entry_rows(line.row.entry for line in page)
    return AcrossSerializer(
        {
            "stage": number,
            "rows": [
                {
                    "position": line.position, "table": line.row.ranking, "place": line.row.place,
                    "entry": entry_data(rows[line.row.entry]), "tp": line.row.tp, "games": line.row.games,
                    "percentage": percent(line.percentage), "by": line.by,
                    "goes_on": _goes_on(tables.going, line.row.entry),
                }
                for line in page
            ],
            "next": after,
        }
    ).data  # fmt: skip


class CrossTable(APIView):
    permission_classes = [IsAuthenticatedOrReadOnly]

    @extend_schema(
        operation_id="cross_table",
        tags=[describe.TABLES],
        summary="Who played whom",
        description="Of a group everybody against everybody, of a Swiss round by round. Entries are named once and "
        "elsewhere by id. Follow `next` for more rows.",
        parameters=[CrossQuery, IF_NONE_MATCH, ETAG],
        responses={200: CrossTableSerializer, 304: NOT_MODIFIED, 404: NO_TABLE},
    )
    def get(self, request: Request, slug: str, stage: int) -> Any:
        event = get_played(request, slug)
        query = read_query(request, CrossQuery)
        return tagged_event(request, event, lambda: _cross_data(request, event, stage, query))


def _cross_data(request: Request, event: Event, number: int, query: dict[str, Any]) -> Any:
    stage, tables = get_tables(event, number)
    found = _named(tables, query.get("table"))
    if len(found) > 1:
        raise NotFound("table_not_found", _("Say which table: there are several."), field="table")
    table, is_swiss = found[0], _kind(stage) == "swiss"
    lines = [(row.place, row.entry, row.totals.tp) for row in table.rows] + [(None, entry, 0) for entry in table.out]
    columns = list(range(1, tables.last_round + 1)) if is_swiss else [entry for _place, entry, _tp in lines]
    page, after = page_of(request, lines, query)
    rows = []
    for place, entry, tp in page:
        by_column: dict[int | None, list[dict[str, Any]]] = {}
        for cell in table.cells.get(entry, ()):
            by_column.setdefault(cell.round if is_swiss else cell.opponent, []).append(_cell_data(cell))
        cells = [by_column.get(column, []) for column in columns]
        rows.append({"place": place, "entry": entry, "tp": tp, "cells": cells})
    met = {
        cell.opponent for _place, entry, _tp in page for cell in table.cells.get(entry, ()) if cell.opponent is not None
    }
    named = entry_rows({entry for _place, entry, _tp in page} | met | (set() if is_swiss else set(columns)))
    return CrossTableSerializer(
        {
            "stage": number, "table": table.key, "kind": _kind(stage), "columns": columns, "count": len(lines),
            "rows": rows, "entries": [entry_data(named[pk]) for pk in sorted(named)], "next": after,
        }
    ).data  # fmt: skip


def _cell_data(cell: Cell) -> dict[str, Any]:
    return {
        "mark": cell.mark, "match": cell.match, "number": cell.number, "round": cell.round, "opponent": cell.opponent,
        "place": cell.place, "tp": cell.tp, "games": cell.games,
    }  # fmt: skip


class TableRuling(APIView):
    @extend_schema(
        operation_id="tables_rule",
        tags=[describe.TABLES],
        summary="Order entries that are level",
        description="An arbiter says who is ahead where nothing but the seed separates them. A later ruling on the "
        "same entries replaces it.",
        request=TieRulingRequestSerializer,
        parameters=[IDEMPOTENCY_KEY, OpenApiParameter("table", str, OpenApiParameter.PATH, description="Its key.")],
        responses={
            201: TieRulingSerializer,
            400: problem(
                "It cannot be.",
                reason_needed=("Say why; everybody will see it in the log.", "reason"),
                bad_ruling=("Name the entries that are level, each once.", "entries"),
            ),
            403: describe.NOT_ARBITER,
            404: NO_TABLE,
            409: problem(
                "It is settled otherwise.",
                not_level="These entries are not level in the table.",
                stage_finished="This stage is finished; its results stand unless it is opened again.",
            ),
        },
        examples=[OpenApiExample("by lot", value={"entries": [12, 7], "reason": "Drawn by lot."}, request_only=True)],
    )
    def post(self, request: Request, slug: str, stage: int, table: str) -> Response:
        event = get_event(request, slug)
        sent = read_body(request, TieRulingRequestSerializer)

        def act() -> TieRuling:
            return services.rule_tie(
                actor=request_actor(request), now=timezone.now(), event_id=event.pk, stage_number=stage, table=table,
                entries=sent["entries"], reason=sent["reason"],
            )  # fmt: skip

        made = once(request, f"ruling:{event.pk}:{stage}:{table}", act, lambda pk: TieRuling.objects.get(pk=pk))
        return Response(TieRulingSerializer(_ruling_data(made)).data, status=201)
