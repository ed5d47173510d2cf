"""`/api/v1/events/<slug>/seeding-points/` and `/api/v1/entries/<id>/seeding-points/`: what entries are seeded by."""

import datetime as dt
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.api.problems import problem
from players.actors import request_actor
from players.api.bodies import Body, Empty, read_body
from tantrix_site.errors import NotFound
from tournaments import services
from tournaments.api import describe
from tournaments.api.entry_data import slug_of
from tournaments.api.lookup import get_event
from tournaments.models import Entry, Event, PointsOrigin, SeedingPoints
from tournaments.selectors.seeding import in_seed_order, people_in, points_of, reference_date
from tournaments.selectors.visibility import events_numbered_for
from tournaments.services.seeding import MOST_POINTS

_STAND = {"entries_drawn": "The draw has been made; the seeding points it was made from stand."}
ENTRY_STANDS = problem(
    "They stand.", **_STAND, entry_left="Ana Example has left already.",
    team_points="A team is seeded by the points of its players.",
)  # fmt: skip


class SeedingPointsSerializer(serializers.Serializer[Any]):
    """The seeding points of an entry and where they come from; what does not apply is null."""

    entry = serializers.IntegerField()
    name = serializers.CharField()
    player = serializers.SlugField(allow_null=True, help_text="Null for a team.")
    team = serializers.IntegerField(allow_null=True, help_text="The entry of the team it plays in.")
    seed = serializers.IntegerField(allow_null=True)
    points = serializers.FloatField(allow_null=True, help_text="Null before any were taken or entered.")
    origin = serializers.ChoiceField(
        choices=PointsOrigin.choices, allow_null=True, help_text="Worked out from ratings, or entered by hand."
    )
    on = serializers.DateField(allow_null=True, help_text="The reference date.")
    parameters = serializers.CharField(allow_null=True, help_text="The version of the numbers of the regulations.")
    ledger = serializers.IntegerField(allow_null=True, help_text="The version of the ledger of ratings.")
    rating = serializers.FloatField(allow_null=True, help_text="R; null for who had none.")
    games = serializers.IntegerField(allow_null=True, help_text="G; below 36 the points are a mixture.")
    lobby = serializers.FloatField(
        allow_null=True, help_text="L; where it is null 1400 stands for twice of it in a mixture."
    )
    reason = serializers.CharField(help_text="Why they were entered by hand.")
    at = serializers.DateTimeField(allow_null=True, help_text="When they were taken or entered.")


class EventSeedingPointsSerializer(serializers.Serializer[Any]):
    on = serializers.DateField(allow_null=True, help_text="The day whose ratings were taken last.")
    entries = SeedingPointsSerializer(many=True, help_text="In the order in which they are seeded.")


class TakeSerializer(Body):
    on = serializers.DateField(help_text="The reference date: ratings at the end of this day.")

    def validate_on(self, value: dt.date) -> dt.date:
        if value.year < 1900:
            raise serializers.ValidationError("There were no ratings then.", code="no_list")
        return value


class HandSerializer(Body):
    points = serializers.FloatField(min_value=0, max_value=MOST_POINTS)
    reason = serializers.CharField(max_length=1000)


def points_data(entry: Entry, row: SeedingPoints | None) -> dict[str, Any]:
    """Points as `SeedingPointsSerializer` describes them."""
    found: dict[str, Any] = {"entry": entry.pk, "name": entry.name, "player": slug_of(entry), "seed": entry.seed}
    found["team"] = entry.team_id
    if row is None:
        names = ("points", "origin", "on", "parameters", "ledger", "rating", "games", "lobby", "at")
        return found | dict.fromkeys(names) | {"reason": ""}
    worked_out = row.origin == PointsOrigin.RATINGS
    return found | {
        "points": row.points, "origin": row.origin, "on": row.on, "ledger": row.ledger, "rating": row.rating,
        "parameters": row.parameters if worked_out else None, "games": row.games if worked_out else None,
        "lobby": row.lobby, "reason": row.reason, "at": row.at,
    }  # fmt: skip


def _get_entry(request: Request, pk: int) -> Entry:
    """Any entry, of a player of a team too. Raises NotFound `entry_not_found`."""
    visible = Entry.every.filter(pk=pk, event__in=events_numbered_for(request.user)).select_related("player")
    entry = visible.first()
    if entry is None:
        raise NotFound("entry_not_found", _("There is no such entry."))
    return entry


def _answer(event: Event) -> Response:
    entries = list(in_seed_order(people_in(event).select_related("player")))
    rows = points_of(entries)
    data = {
        "on": reference_date(event), "entries": [points_data(entry, rows.get(entry.pk)) for entry in entries],
    }  # fmt: skip
    return Response(EventSeedingPointsSerializer(data).data)


class EventSeedingPoints(APIView):
    permission_classes = [IsAuthenticatedOrReadOnly]

    @extend_schema(
        operation_id="seeding_points_list",
        tags=[describe.ENTRIES],
        summary="Seeding points of an event",
        description="Each number with what it was worked out from, so that it can be followed by hand.",
        responses={200: EventSeedingPointsSerializer, 404: describe.NO_EVENT},
    )
    def get(self, request: Request, slug: str) -> Response:
        return _answer(get_event(request, slug))

    @extend_schema(
        operation_id="seeding_points_take",
        tags=[describe.ENTRIES],
        summary="Take the seeding points of a day",
        description="Noted for all accepted entries, but for those whose points were entered by hand. May be done "
        "again until there is a draw; results that are corrected later do not move them.",
        request=TakeSerializer,
        responses={
            200: EventSeedingPointsSerializer,
            400: problem("The day cannot be.", future_day=("That day has not come yet.", "on")),
            403: describe.NOT_YOURS,
            404: describe.NO_EVENT,
            409: problem("They stand.", **_STAND),
        },
    )
    def post(self, request: Request, slug: str) -> Response:
        event = get_event(request, slug)
        values = read_body(request, TakeSerializer)
        services.take_seeding_points(
            actor=request_actor(request), now=timezone.now(), event_id=event.pk, on=values["on"]
        )
        return _answer(event)


class SeedsByPoints(APIView):
    @extend_schema(
        operation_id="seeds_by_points",
        tags=[describe.ENTRIES],
        summary="Number the entries by their seeding points",
        description="Highest first, level ones in order of entry; entries without points have no number.",
        request=Empty,
        responses={
            200: EventSeedingPointsSerializer,
            403: describe.NOT_YOURS,
            404: describe.NO_EVENT,
            409: problem(
                "Too early, or too late.",
                no_seeding_points="No entry has seeding points yet.",
                event_started="The event has started; nobody can be entered any more.",
            ),
        },
    )
    def post(self, request: Request, slug: str) -> Response:
        event = get_event(request, slug)
        read_body(request, Empty)
        services.seed_by_points(actor=request_actor(request), now=timezone.now(), event_id=event.pk)
        return _answer(event)


class EntrySeedingPoints(APIView):
    permission_classes = [IsAuthenticatedOrReadOnly]

    @extend_schema(
        operation_id="entries_seeding_points",
        tags=[describe.ENTRIES],
        summary="Seeding points of an entry",
        responses={200: SeedingPointsSerializer, 404: describe.NO_ENTRY},
    )
    def get(self, request: Request, pk: int) -> Response:
        entry = _get_entry(request, pk)
        return Response(SeedingPointsSerializer(points_data(entry, points_of([entry]).get(pk))).data)

    @extend_schema(
        operation_id="entries_seeding_points_set",
        tags=[describe.ENTRIES],
        summary="Enter seeding points by hand",
        description="They stay when points are taken again, and are shown as entered by hand.",
        request=HandSerializer,
        responses={
            200: SeedingPointsSerializer,
            400: problem(
                "They cannot be.", reason_needed=("Say why; everybody will see it in the log.", "reason"),
                bad_seeding_points=("Seeding points go from 0 to 5000.", "points"),
            ),
            403: describe.NOT_YOURS,
            404: describe.NO_ENTRY,
            409: ENTRY_STANDS,
        },
    )  # fmt: skip
    def put(self, request: Request, pk: int) -> Response:
        entry = _get_entry(request, pk)
        values = read_body(request, HandSerializer)
        services.set_seeding_points(
            actor=request_actor(request), now=timezone.now(), entry_id=entry.pk, points=values["points"],
            reason=values["reason"],
        )  # fmt: skip
        return self.get(request, pk)

    @extend_schema(
        operation_id="entries_seeding_points_clear",
        tags=[describe.ENTRIES],
        summary="Take points entered by hand back",
        description="Those of the ratings count again, if any were taken in the event.",
        responses={
            200: SeedingPointsSerializer, 403: describe.NOT_YOURS, 404: describe.NO_ENTRY, 409: ENTRY_STANDS,
        },
    )  # fmt: skip
    def delete(self, request: Request, pk: int) -> Response:
        entry = _get_entry(request, pk)
        services.clear_seeding_points(actor=request_actor(request), now=timezone.now(), entry_id=entry.pk)
        return self.get(request, pk)
