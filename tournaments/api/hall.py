"""`/api/v1/events/<slug>/clock/`, `…/hall-tables/`, `…/typed-results/`: the day in the hall."""

from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.api.problems import problem
from players.actors import request_actor
from players.api.bodies import Body, read_body
from tournaments import services
from tournaments.api import describe
from tournaments.api.fields import BothNumbers
from tournaments.api.lookup import get_entry, get_event
from tournaments.models import Entry, Event, EventState
from tournaments.selectors.hall import fixed_tables, matches_in_hall
from tournaments.selectors.pages.clock import load_clock
from tournaments.selectors.pages.quick import TypedRow, load_typed
from tournaments.services.access import require_arbiter, require_organiser
from tournaments.services.clocks import MOST_MINUTES
from tournaments.services.hall_tables import MOST_TABLES

STATES = [(name, name) for name in ("none", "running", "paused", "over")]
ACTS = [(name, name) for name in ("start", "pause", "resume", "adjust")]
CLOCK_STANDS = problem(
    "It cannot be done now.",
    no_clock="No clock is set.",
    clock_stands="The clock stands already.",
    clock_runs="The clock runs already.",
    event_not_started="The event has not started.",
    event_finished="The event is finished; its results stand.",
)
BAD_MINUTES = problem("That is too long, or nothing.", bad_minutes=("A round takes from 1 to 1440 minutes.", "minutes"))
BAD_TABLE = problem(
    "It cannot be.",
    bad_table="Tables are numbered from 1 to 999.",
    unknown_match="M67 is none of the matches played now.",
    table_twice="Table 3 has another match already: M12.",
)


class ClockSerializer(serializers.Serializer[Any]):
    """Count from `ends_at` and `now`, not by the clock of a device, which may be wrong."""

    state = serializers.ChoiceField(choices=STATES)
    round = serializers.IntegerField(help_text="0 where it is for whatever is played.")
    ends_at = serializers.DateTimeField(allow_null=True, help_text="null while it stands.")
    seconds = serializers.IntegerField(help_text="Left at `now`.")
    now = serializers.DateTimeField(help_text="The time of the server.")
    text = serializers.CharField(allow_blank=True, help_text="The same for people, in the zone of the event.")
    version = serializers.IntegerField(help_text="Goes up with every change; 0 where there is none.")


class ClockActSerializer(Body):
    act = serializers.ChoiceField(choices=ACTS)
    minutes = serializers.IntegerField(
        min_value=-MOST_MINUTES, max_value=MOST_MINUTES, required=False, allow_null=True, default=None,
        help_text="To start with, by default what the games of the round may take; to adjust by, fewer with a minus.",
    )  # fmt: skip
    round = serializers.IntegerField(min_value=0, max_value=999, required=False, default=0)
    version = serializers.IntegerField(
        min_value=0, max_value=2**31 - 1, required=False, allow_null=True, default=None,
        help_text="That of the clock seen; if it was changed since, nothing happens: 412.",
    )  # fmt: skip


def clock_data(event: Event) -> Any:
    now = timezone.now()
    found = load_clock(event, now) if event.state == EventState.RUNNING else None
    if found is None:
        none = {"state": "none", "round": 0, "ends_at": None, "seconds": 0, "now": now, "text": "", "version": 0}
        return ClockSerializer(none).data
    return ClockSerializer(found).data


class EventClock(APIView):
    permission_classes = [IsAuthenticatedOrReadOnly]

    @extend_schema(
        operation_id="clock_retrieve",
        tags=[describe.HALL],
        summary="The clock of the round",
        responses={200: ClockSerializer, 404: describe.NO_EVENT},
    )
    def get(self, request: Request, slug: str) -> Response:
        return Response(clock_data(get_event(request, slug)), headers={"Cache-Control": "no-store"})

    @extend_schema(
        operation_id="clock_act",
        tags=[describe.HALL],
        summary="Start, stop or change the clock",
        request=ClockActSerializer,
        responses={200: ClockSerializer, 400: BAD_MINUTES, 403: describe.NOT_ARBITER, 404: describe.NO_EVENT,
                   409: CLOCK_STANDS, 412: describe.STALE},
    )  # fmt: skip
    def post(self, request: Request, slug: str) -> Response:
        event = get_event(request, slug)
        sent = read_body(request, ClockActSerializer)
        act: dict[str, Any] = {"actor": request_actor(request), "now": timezone.now(), "event_id": event.pk,
                               "expected_version": sent["version"]}  # fmt: skip
        if sent["act"] == "start":
            services.start_clock(**act, minutes=sent["minutes"], round_number=sent["round"])
        elif sent["act"] == "pause":
            services.pause_clock(**act)
        elif sent["act"] == "resume":
            services.resume_clock(**act)
        else:
            services.adjust_clock(**act, minutes=sent["minutes"] or 0)
        return Response(clock_data(get_event(request, slug)))

    @extend_schema(
        operation_id="clock_remove",
        tags=[describe.HALL],
        summary="Take the clock away",
        responses={204: None, 403: describe.NOT_ARBITER, 404: describe.NO_EVENT},
    )
    def delete(self, request: Request, slug: str) -> Response:
        event = get_event(request, slug)
        services.remove_clock(actor=request_actor(request), now=timezone.now(), event_id=event.pk)
        return Response(status=204)


class MatchTableSerializer(serializers.Serializer[Any]):
    match = serializers.IntegerField(help_text="The number of the match, as in M67.")
    table = serializers.IntegerField(allow_null=True)
    by_hand = serializers.BooleanField(help_text="It was said, or follows from a fixed table, not from the pairing.")


class FixedTableSerializer(serializers.Serializer[Any]):
    entry = serializers.IntegerField()
    name = serializers.CharField()
    table = serializers.IntegerField()


class HallTablesSerializer(serializers.Serializer[Any]):
    tables = MatchTableSerializer(many=True, help_text="Of the matches that can be played now.")
    fixed = FixedTableSerializer(many=True, help_text="Who always plays at the same table.")


class SetTableSerializer(Body):
    match = serializers.IntegerField(min_value=1, max_value=2**31 - 1)
    table = serializers.IntegerField(
        min_value=1, max_value=MOST_TABLES, allow_null=True, help_text="null leaves it to the order of pairing."
    )


class SetTablesSerializer(Body):
    tables = SetTableSerializer(many=True)


class NumberTablesSerializer(Body):
    first = serializers.IntegerField(min_value=1, max_value=MOST_TABLES, required=False, default=1)


class SetFixedTableSerializer(Body):
    table = serializers.IntegerField(min_value=1, max_value=MOST_TABLES, allow_null=True)


def hall_data(event: Event) -> Any:
    fixed = fixed_tables(event)
    names = dict(Entry.objects.filter(pk__in=fixed).values_list("pk", "name"))
    return HallTablesSerializer(
        {
            "tables": [
                {"match": match.number, "table": match.hall or None, "by_hand": match.hall_table is not None}
                for match in matches_in_hall(event)
            ],
            "fixed": [{"entry": pk, "name": names[pk], "table": table} for pk, table in sorted(fixed.items())],
        }
    ).data


class HallTables(APIView):
    @extend_schema(
        operation_id="hall_tables_retrieve",
        tags=[describe.HALL],
        summary="Who plays at which table",
        description="For organisers: it says who always needs the same table. Everybody reads `hall_table` of a match.",
        responses={200: HallTablesSerializer, 403: describe.NOT_YOURS, 404: describe.NO_EVENT},
    )
    def get(self, request: Request, slug: str) -> Response:
        event = get_event(request, slug)
        require_organiser(request_actor(request), event)
        return Response(hall_data(event))

    @extend_schema(
        operation_id="hall_tables_set",
        tags=[describe.HALL],
        summary="Say where matches are played",
        description="All or none; matches that are not named stay where they are.",
        request=SetTablesSerializer,
        responses={200: HallTablesSerializer, 400: BAD_TABLE, 403: describe.NOT_YOURS, 404: describe.NO_EVENT},
    )
    def put(self, request: Request, slug: str) -> Response:
        event = get_event(request, slug)
        sent = read_body(request, SetTablesSerializer)
        services.set_hall_tables(
            actor=request_actor(request), now=timezone.now(), event_id=event.pk,
            tables={row["match"]: row["table"] for row in sent["tables"]},
        )  # fmt: skip
        return Response(hall_data(event))

    @extend_schema(
        operation_id="hall_tables_number",
        tags=[describe.HALL],
        summary="Number the tables",
        description="Of all matches that can be played now, in the order of the draw; fixed tables are kept.",
        request=NumberTablesSerializer,
        responses={200: HallTablesSerializer, 400: BAD_TABLE, 403: describe.NOT_YOURS, 404: describe.NO_EVENT,
                   409: problem("There is nothing to number.", no_open_match="No match is open.")},
    )  # fmt: skip
    def post(self, request: Request, slug: str) -> Response:
        event = get_event(request, slug)
        sent = read_body(request, NumberTablesSerializer)
        services.number_hall_tables(
            actor=request_actor(request), now=timezone.now(), event_id=event.pk, first=sent["first"]
        )
        return Response(hall_data(event))


class FixedTable(APIView):
    @extend_schema(
        operation_id="fixed_table_set",
        tags=[describe.HALL],
        summary="A table where an entry always plays",
        description="As a wheelchair may need. It counts from the next round on; null ends it.",
        request=SetFixedTableSerializer,
        responses={200: HallTablesSerializer, 400: BAD_TABLE, 403: describe.NOT_YOURS, 404: describe.NO_ENTRY,
                   409: problem("Somebody else has it.",
                                table_taken=("Table 3 is the fixed table of Ana Example.", "table"))},
    )  # fmt: skip
    def put(self, request: Request, pk: int) -> Response:
        entry = get_entry(request, pk)
        sent = read_body(request, SetFixedTableSerializer)
        services.set_fixed_table(
            actor=request_actor(request), now=timezone.now(), entry_id=entry.pk, table=sent["table"]
        )  # fmt: skip
        return Response(hall_data(entry.event))


class TypedResultSerializer(serializers.Serializer[Any]):
    """A game typed from a score sheet, as it counts. `accepted` is what a second person says, null before."""

    id = serializers.IntegerField()
    match = serializers.IntegerField(help_text="The number of the match, as in M67.")
    game = serializers.IntegerField()
    tiles = BothNumbers()
    at = serializers.DateTimeField()
    by = serializers.CharField()
    accepted = serializers.BooleanField(allow_null=True)
    reason = serializers.CharField(allow_blank=True)
    checked_by = serializers.CharField(allow_blank=True)


class TypedResultsSerializer(serializers.Serializer[Any]):
    checked = serializers.BooleanField(help_text="Whether a second person looks at typed results.")
    results = TypedResultSerializer(many=True, help_text="The newest first.")


class CheckingSerializer(Body):
    checked = serializers.BooleanField()


class CheckSerializer(Body):
    accepted = serializers.BooleanField()
    reason = serializers.CharField(required=False, allow_blank=True, default="", max_length=500)


def typed_data(event: Event) -> Any:
    rows = load_typed(event, limit=None)
    return TypedResultsSerializer({"checked": event.results_checked, "results": [_typed(row) for row in rows]}).data


def _typed(row: TypedRow) -> dict[str, Any]:
    return {
        "id": row.result, "match": row.match, "game": row.game, "tiles": {"left": row.tiles[0], "right": row.tiles[1]},
        "at": row.at, "by": row.who, "accepted": row.accepted, "reason": row.reason, "checked_by": row.checked_by,
    }  # fmt: skip


class TypedResults(APIView):
    @extend_schema(
        operation_id="typed_results_list",
        tags=[describe.HALL],
        summary="Results typed from score sheets",
        responses={200: TypedResultsSerializer, 403: describe.NOT_ARBITER, 404: describe.NO_EVENT},
    )
    def get(self, request: Request, slug: str) -> Response:
        event = get_event(request, slug)
        require_arbiter(request_actor(request), event, None)
        return Response(typed_data(event))

    @extend_schema(
        operation_id="typed_results_checking",
        tags=[describe.HALL],
        summary="Whether a second person looks at typed results",
        request=CheckingSerializer,
        responses={200: TypedResultsSerializer, 403: describe.NOT_YOURS, 404: describe.NO_EVENT},
    )
    def put(self, request: Request, slug: str) -> Response:
        event = get_event(request, slug)
        sent = read_body(request, CheckingSerializer)
        event = services.set_checking(
            actor=request_actor(request), now=timezone.now(), event_id=event.pk, on=sent["checked"]
        )
        return Response(typed_data(event))


class TypedResultCheck(APIView):
    @extend_schema(
        operation_id="typed_results_check",
        tags=[describe.HALL],
        summary="Say of a typed result that it is right, or not",
        description="It changes no result: what is not right goes to the arbiters, who correct it. Said by somebody "
        "else than who typed it.",
        request=CheckSerializer,
        responses={
            200: TypedResultsSerializer,
            403: problem("You may not do this.", not_arbiter="Only an organiser or arbiter of the event may do this.",
                         own_typing="Somebody else has to look at what you typed.",
                         own_match="You play in this match yourself, or lead a team in it."),
            404: problem("There is none.", event_not_found="There is no such event.",
                         result_not_found="There is no such typed result."),
            409: problem("It cannot be said now.", result_replaced="Another version of this game counts by now.",
                         checked_already="Somebody looked at this result already."),
        },
    )  # fmt: skip
    def post(self, request: Request, slug: str, result: int) -> Response:
        event = get_event(request, slug)
        sent = read_body(request, CheckSerializer)
        known = load_typed(event, limit=None)
        services.check_result(
            actor=request_actor(request), now=timezone.now(), accepted=sent["accepted"], reason=sent["reason"],
            # of this event alone: another's results are unknown here
            result_id=result if any(row.result == result for row in known) else 0,
        )  # fmt: skip
        return Response(typed_data(event))
