"""Re-levellings for programs."""

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
from ratings import services
from ratings.api.describe import NOT_ADMINISTRATOR, PLAN_CHANGED, TAG
from ratings.api.plans import RatingPlanSerializer, rating_plan_data
from ratings.models import LevelShift
from ratings.selectors.levels import levels
from ratings.services.access import require_administrator

NO_DAY = problem(
    "Not such a day.", future_day=("That day has not come yet.", "on"),
    nobody_rated=("Nobody had a rating on that day.", "on"),
)  # fmt: skip


class RelevellingSerializer(serializers.Serializer[Any]):
    on = serializers.DateField(source="relevelling.on", help_text="After the events of this day.")
    at = serializers.DateTimeField(source="relevelling.at", help_text="When it was done.")
    reason = serializers.CharField(source="relevelling.reason")
    players = serializers.IntegerField()
    games = serializers.IntegerField(help_text="Rated games of all players, the weights of the mean.")
    mean = serializers.FloatField(help_text="As it was found.")
    constant = serializers.FloatField(help_text="What was added to all ratings; it follows later corrections.")


class LevelListSerializer(serializers.Serializer[Any]):
    results = RelevellingSerializer(many=True)


class LevelPlanSerializer(Body):
    on = serializers.DateField()


class RelevelSerializer(LevelPlanSerializer):
    reason = serializers.CharField(max_length=1000)
    digest = serializers.CharField(max_length=64, help_text="That of the plan you saw.")


class LevelsView(APIView):
    permission_classes = [IsAuthenticatedOrReadOnly]

    @extend_schema(
        operation_id="ratings_levels",
        tags=[TAG],
        summary="Days on which all ratings were moved to the level",
        auth=[],
        responses=LevelListSerializer,
    )
    def get(self, request: Request) -> Response:
        return Response(LevelListSerializer({"results": levels()}).data)

    @extend_schema(
        operation_id="ratings_relevel",
        tags=[TAG],
        summary="Move all ratings to the level",
        description="After the events of a day, with the digest of the plan that was seen (regulations 8.6). It is an "
        "administrator's act, and logged.",
        request=RelevelSerializer,
        responses={
            201: RelevellingSerializer,
            400: NO_DAY,
            403: NOT_ADMINISTRATOR,
            409: problem(
                "It cannot be done as it was seen.",
                already_levelled="Ratings were moved to the level on that day already.",
                plan_changed=PLAN_CHANGED,
            ),
        },
    )
    def post(self, request: Request) -> Response:
        sent = read_body(request, RelevelSerializer)
        act = services.relevel(
            actor=request_actor(request), now=timezone.now(), on=sent["on"], reason=sent["reason"],
            digest=sent["digest"],
        )  # fmt: skip
        shift = LevelShift.objects.select_related("relevelling").get(relevelling=act, current=True)
        return Response(RelevellingSerializer(shift).data, status=201)


class LevelPlanView(APIView):
    @extend_schema(
        operation_id="ratings_relevel_plan",
        tags=[TAG],
        summary="What moving all ratings to the level would do",
        description="A dry run for an administrator; nothing is stored.",
        request=LevelPlanSerializer,
        responses={200: RatingPlanSerializer, 400: NO_DAY, 403: NOT_ADMINISTRATOR},
    )
    def post(self, request: Request) -> Response:
        require_administrator(request_actor(request))
        sent = read_body(request, LevelPlanSerializer)
        services.check_level_day(sent["on"], now=timezone.now())
        plan = rating_plan_data(services.plan_relevelling(sent["on"]))
        return Response(RatingPlanSerializer(plan, context={"request": request}).data)
