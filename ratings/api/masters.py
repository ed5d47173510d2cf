"""`/api/v1/ratings/masters/`: the list, applications, demotion (`docs/regulations.md` 9.3)."""

from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.permissions import AllowAny, IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.api.problems import problem
from players.actors import request_actor
from players.api.bodies import read_body
from players.models import Player
from ratings import services
from ratings.api.describe import NOT_ADMINISTRATOR, PLAN_CHANGED, REASON_NEEDED, TAG
from ratings.api.title_serializers import (
    ApplicationBodySerializer,
    ApplicationSerializer,
    DecisionSerializer,
    DemotionBodySerializer,
    DemotionPlanSerializer,
    DemotionQuerySerializer,
    MastersSerializer,
)
from ratings.models import ApplicationState
from ratings.selectors.masters import (
    applications_of,
    find_application,
    master_cap,
    master_list,
    next_caps,
    waiting_applications,
)
from ratings.services.access import is_administrator, require_administrator
from ratings.services.demotion import DemotionPlan

MOST = 100


class MastersView(APIView):
    permission_classes = [AllowAny]

    @extend_schema(
        operation_id="masters_list",
        tags=[TAG],
        summary="Lobby Masters",
        description="Best Master ranking first, with who is active.",
        auth=[],
        responses=MastersSerializer,
    )
    def get(self, request: Request) -> Response:
        now = timezone.now()
        data = {
            "cap": master_cap(now.date()),
            "next_caps": [{"first_on": first, "cap": cap} for first, cap in next_caps(now.date())],
            "results": master_list(now),
        }
        return Response(MastersSerializer(data, context={"request": request}).data)


class ApplicationsView(APIView):
    permission_classes = [IsAuthenticated]
    throttle_scope = "writes"

    @extend_schema(
        operation_id="master_applications_list",
        tags=[TAG],
        summary="Applications for the title of Lobby Master",
        description="One's own, newest first; for an administrator those that wait, oldest first. At most 100.",
        responses=ApplicationSerializer(many=True),
    )
    def get(self, request: Request) -> Response:
        if is_administrator(request.user):
            rows = waiting_applications()
        else:
            player = request_actor(request).player
            rows = applications_of(player.pk if player else 0).select_related("applicant")
        return Response(ApplicationSerializer(rows[:MOST], many=True, context={"request": request}).data)

    @extend_schema(
        operation_id="master_applications_create",
        tags=[TAG],
        summary="Apply for the title of Lobby Master",
        description="The conditions of regulation 9.3 have to be met. Who has applied already gets that application.",
        request=ApplicationBodySerializer,
        responses={
            200: ApplicationSerializer,
            403: problem("You may not do this.", not_signed_in="Sign in first."),
            409: problem(
                "It is not possible now.",
                already_master="Ana Example is a Lobby Master already.",
                conditions_unmet="Not all conditions are met.",
            ),
        },
    )
    def post(self, request: Request) -> Response:
        sent = read_body(request, ApplicationBodySerializer)
        found = services.apply_for_master(actor=request_actor(request), now=timezone.now(), **sent)
        return Response(ApplicationSerializer(found, context={"request": request}).data)


class ApplicationDecisionView(APIView):
    permission_classes = [IsAuthenticated]
    throttle_scope = "writes"

    @extend_schema(
        operation_id="master_applications_decide",
        tags=[TAG],
        summary="Approve, refuse or withdraw an application",
        description="The applicant withdraws it, an administrator approves or refuses. Where the cap is reached, an "
        "approval takes the title from others at once, as the demotion plan with `room=1` says.",
        request=DecisionSerializer,
        responses={
            200: ApplicationSerializer,
            400: REASON_NEEDED,
            403: problem(
                "You may not do this.",
                not_administrator="Only an administrator may do this.",
                not_your_application="This application is somebody else’s.",
                own_application="Another administrator has to decide about your own application.",
            ),
            404: problem(
                "There is none, or you may not see it.", application_not_found="There is no such application."
            ),
            409: problem(
                "It is not possible now.",
                application_decided="This application has been decided already.",
                already_master="Ana Example is a Lobby Master already.",
                conditions_unmet="Not all conditions are met.",
                plan_changed=PLAN_CHANGED,
            ),
        },
    )
    def post(self, request: Request, pk: int) -> Response:
        sent = read_body(request, DecisionSerializer)
        actor, now = request_actor(request), timezone.now()
        own = None if is_administrator(request.user) else (actor.player.pk if actor.player else 0)
        application = find_application(pk, applicant=own)
        if sent["decision"] == ApplicationState.WITHDRAWN:
            found = services.withdraw_application(actor=actor, now=now, application=application)
        elif sent["decision"] == ApplicationState.APPROVED:
            found = services.approve_application(
                actor=actor, now=now, application=application, digest=sent["digest"]
            )  # fmt: skip
        else:
            found = services.refuse_application(actor=actor, now=now, application=application, reason=sent["reason"])
        return Response(ApplicationSerializer(found, context={"request": request}).data)


class DemotionView(APIView):
    permission_classes = [IsAuthenticated]
    throttle_scope = "writes"

    @extend_schema(
        operation_id="masters_demotion_plan",
        tags=[TAG],
        summary="Who would lose the title of Lobby Master",
        description="For an administrator. Inactive ones first, then the lowest in the Master ranking.",
        parameters=[DemotionQuerySerializer],
        responses={200: DemotionPlanSerializer, 403: NOT_ADMINISTRATOR},
    )
    def get(self, request: Request) -> Response:
        require_administrator(request_actor(request))
        asked = DemotionQuerySerializer(data=request.query_params)
        asked.is_valid(raise_exception=True)
        return Response(_plan_data(request, services.plan_demotion(timezone.now(), **asked.validated_data)))

    @extend_schema(
        operation_id="masters_demotion_apply",
        tags=[TAG],
        summary="Demote as the plan says",
        request=DemotionBodySerializer,
        responses={
            200: DemotionPlanSerializer,
            400: REASON_NEEDED,
            403: NOT_ADMINISTRATOR,
            409: problem("It is no longer what you saw.", plan_changed=PLAN_CHANGED),
        },
    )
    def post(self, request: Request) -> Response:
        sent = read_body(request, DemotionBodySerializer)
        plan = services.demote_masters(actor=request_actor(request), now=timezone.now(), **sent)
        return Response(_plan_data(request, plan))


def _plan_data(request: Request, plan: DemotionPlan) -> dict[str, Any]:
    players = Player.objects.in_bulk([found.player for found in plan.demoted])
    data = {
        "cap": plan.cap,
        "masters": len(plan.order),
        "remaining": plan.remaining,
        "demoted": [{"player": players[found.player], "ground": found.ground} for found in plan.demoted],
        "digest": plan.digest,
    }
    return dict(DemotionPlanSerializer(data, context={"request": request}).data)
