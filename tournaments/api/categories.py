"""Categories of events and their weights for programs (`docs/regulations.md` 8.4)."""

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
from ratings.api.describe import NOT_ADMINISTRATOR, PLAN_CHANGED, TAG
from ratings.api.plans import RatingPlanSerializer, rating_plan_data
from ratings.services.access import require_administrator
from tournaments import services
from tournaments.api import describe
from tournaments.api.lookup import get_event
from tournaments.models import Category
from tournaments.models.category import LEAST_WEIGHT, MOST_WEIGHT

NO_CATEGORY = problem("There is none.", category_not_found="There is no such category.")
UNCHANGED = problem("It is so already.", no_change=("That is the weight already.", "weight"))
AS_SEEN = problem(
    "It cannot be done as it was seen.",
    no_change=("That is the weight already.", "weight"),
    plan_changed=PLAN_CHANGED,
)


class CategorySerializer(serializers.ModelSerializer[Category]):
    class Meta:
        model = Category
        fields = ("id", "name", "weight")


class CategoryListSerializer(serializers.Serializer[Any]):
    results = CategorySerializer(many=True)


class NewCategorySerializer(Body):
    name = serializers.CharField(max_length=60)


class WeightSerializer(Body):
    weight = serializers.FloatField(min_value=LEAST_WEIGHT, max_value=MOST_WEIGHT)


class AgreedWeightSerializer(WeightSerializer):
    reason = serializers.CharField(max_length=1000)
    digest = serializers.CharField(max_length=64, help_text="That of the plan you saw.")


class EventCategorySerializer(Body):
    category = serializers.IntegerField(min_value=1, max_value=2**62, allow_null=True, help_text="null for none.")


class AgreedCategorySerializer(EventCategorySerializer):
    reason = serializers.CharField(max_length=1000)
    digest = serializers.CharField(max_length=64, help_text="That of the plan you saw.")


class Categories(APIView):
    permission_classes = [IsAuthenticatedOrReadOnly]

    @extend_schema(
        operation_id="categories_list",
        tags=[TAG],
        summary="Categories of events with their weights",
        description="Events without a category weigh 1.",
        auth=[],
        responses=CategoryListSerializer,
    )
    def get(self, request: Request) -> Response:
        return Response(CategoryListSerializer({"results": Category.objects.order_by("name")}).data)

    @extend_schema(
        operation_id="categories_create",
        tags=[TAG],
        summary="Make a category",
        description="It weighs 1 at first. An administrator's act, and logged.",
        request=NewCategorySerializer,
        responses={
            201: CategorySerializer,
            403: NOT_ADMINISTRATOR,
            409: problem("There is one.", category_exists=("There is a category of this name already.", "name")),
        },
    )
    def post(self, request: Request) -> Response:
        actor = request_actor(request)
        require_administrator(actor)
        sent = read_body(request, NewCategorySerializer)
        made = services.create_category(actor=actor, now=timezone.now(), name=sent["name"])
        return Response(CategorySerializer(made).data, status=201)


class CategoryWeightPlan(APIView):
    @extend_schema(
        operation_id="categories_weight_plan",
        tags=[TAG],
        summary="What another weight of a category would do to ratings",
        description="A dry run for an administrator; nothing is stored.",
        request=WeightSerializer,
        responses={200: RatingPlanSerializer, 403: NOT_ADMINISTRATOR, 404: NO_CATEGORY, 409: UNCHANGED},
    )
    def post(self, request: Request, pk: int) -> Response:
        actor = request_actor(request)
        require_administrator(actor)
        sent = read_body(request, WeightSerializer)
        plan = services.plan_category_weight(actor=actor, category_id=pk, weight=sent["weight"])
        return Response(RatingPlanSerializer(rating_plan_data(plan), context={"request": request}).data)


class CategoryWeight(APIView):
    @extend_schema(
        operation_id="categories_weight",
        tags=[TAG],
        summary="Give a category another weight",
        description="With the digest of the plan that was seen; all events of the category are rated anew at once.",
        request=AgreedWeightSerializer,
        responses={200: CategorySerializer, 403: NOT_ADMINISTRATOR, 404: NO_CATEGORY, 409: AS_SEEN},
    )
    def post(self, request: Request, pk: int) -> Response:
        actor = request_actor(request)
        require_administrator(actor)
        sent = read_body(request, AgreedWeightSerializer)
        category = services.set_category_weight(
            actor=actor, now=timezone.now(), category_id=pk, weight=sent["weight"], reason=sent["reason"],
            digest=sent["digest"],
        )  # fmt: skip
        return Response(CategorySerializer(category).data)


class EventCategoryPlan(APIView):
    @extend_schema(
        operation_id="events_category_plan",
        tags=[TAG],
        summary="What another category of an event would do to ratings",
        description="A dry run for an administrator; nothing is stored.",
        request=EventCategorySerializer,
        responses={200: RatingPlanSerializer, 403: NOT_ADMINISTRATOR, 404: describe.NO_EVENT, 409: UNCHANGED},
    )
    def post(self, request: Request, slug: str) -> Response:
        actor, event = request_actor(request), get_event(request, slug)
        require_administrator(actor)
        sent = read_body(request, EventCategorySerializer)
        plan = services.plan_event_category(actor=actor, event_id=event.pk, category_id=sent["category"])
        return Response(RatingPlanSerializer(rating_plan_data(plan), context={"request": request}).data)


class EventCategory(APIView):
    @extend_schema(
        operation_id="events_category",
        tags=[TAG],
        summary="Put an event into a category, or into none",
        description="With the digest of the plan that was seen; what was rated is rated anew at once.",
        request=AgreedCategorySerializer,
        responses={200: EventCategorySerializer, 403: NOT_ADMINISTRATOR, 404: describe.NO_EVENT, 409: AS_SEEN},
    )
    def post(self, request: Request, slug: str) -> Response:
        actor, event = request_actor(request), get_event(request, slug)
        require_administrator(actor)
        sent = read_body(request, AgreedCategorySerializer)
        event = services.set_event_category(
            actor=actor, now=timezone.now(), event_id=event.pk, category_id=sent["category"], reason=sent["reason"],
            digest=sent["digest"],
        )  # fmt: skip
        return Response(EventCategorySerializer({"category": event.category_id}).data)
