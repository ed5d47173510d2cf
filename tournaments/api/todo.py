"""`/api/v1/events/<slug>/todo/` and `…/several/`: what needs somebody, and one act on several rows."""

from typing import Any

from django.utils import timezone
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.api.problems import problem
from players.actors import request_actor
from players.api.bodies import Body, read_body
from players.models import ActionLog
from ratings.api.describe import PLAN_CHANGED
from tournaments import services
from tournaments.api import describe
from tournaments.api.lookup import get_event
from tournaments.api.once import IDEMPOTENCY_KEY, once
from tournaments.selectors.pages.todo import load_todo
from tournaments.selectors.pages.todo_words import CODES, GROUPS
from tournaments.services import SeveralAct, SeveralOrder
from tournaments.services.access import may_organise, require_arbiter

ACTS = [(str(act), str(act)) for act in SeveralAct]


class TodoProblemSerializer(serializers.Serializer[Any]):
    code = serializers.ChoiceField(choices=list(CODES), help_text="Stable; more may come.")
    rank = serializers.IntegerField(
        help_text="0 needs a decision, 1 is late, 2 waits for the players, 3 settles itself soon."
    )
    group = serializers.ChoiceField(choices=list(GROUPS))
    text = serializers.CharField(help_text="In the language asked for.")
    moment = serializers.DateTimeField(allow_null=True, help_text="When it presses.")
    match = serializers.IntegerField(allow_null=True, help_text="A number of the event, as in M67.")
    round = serializers.CharField(help_text="Stage, part and round such as `1-main-2`; empty for what is about none.")
    who = serializers.ListField(child=serializers.CharField(), help_text="Whom it waits for.")
    path = serializers.CharField(help_text="The page where it is solved.")


class TodoSerializer(serializers.Serializer[Any]):
    problems = TodoProblemSerializer(many=True, help_text="What needs a decision first, then by moment.")


class EventTodo(APIView):
    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="events_todo",
        tags=[describe.EVENTS],
        summary="What needs somebody",
        description="For organisers and arbiters: disputes, what is late, what can be closed or paired, whom the event "
        "waits for. Arbiters see what they can help with.",
        responses={200: TodoSerializer, 403: describe.NOT_ARBITER, 404: describe.NO_EVENT},
    )
    def get(self, request: Request, slug: str) -> Response:
        event, actor = get_event(request, slug), request_actor(request)
        require_arbiter(actor, event, None)
        problems = load_todo(event, now=timezone.now(), organises=may_organise(actor, event))
        return Response(TodoSerializer({"problems": problems}).data)


class SideSerializer(serializers.Serializer[Any]):
    match = serializers.IntegerField(min_value=1)
    side = serializers.ChoiceField(choices=[0, 1], help_text="0 is left, 1 right.")


class SeveralRequestSerializer(Body):
    act = serializers.ChoiceField(choices=ACTS)
    ids = serializers.ListField(
        child=serializers.IntegerField(min_value=1), max_length=200,
        help_text="Numbers of matches of the event; for what is done to entries, their keys.",
    )  # fmt: skip
    deadline = serializers.DateTimeField(required=False, allow_null=True, default=None, help_text="For `deadline`.")
    sides = serializers.ListField(
        child=SideSerializer(), required=False, default=list, max_length=200,
        help_text="For `walkover` and `default`: who was absent or at fault.",
    )  # fmt: skip
    without_warnings = serializers.BooleanField(
        required=False, default=False, help_text="For defaults: also where not all reminders and warnings were sent."
    )
    reason = serializers.CharField(
        max_length=1000, required=False, allow_blank=True, default="",
        help_text="Needed for a default and for taking entries off the waiting list. Public; for `remind` it stands "
        "in the mail.",
    )  # fmt: skip


class SeveralDoSerializer(SeveralRequestSerializer):
    digest = serializers.CharField(max_length=64, help_text="That of the plan.")


class SeveralLineSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    name = serializers.CharField(help_text="The match as M67, or the entry.")
    names = serializers.ListField(child=serializers.CharField(), help_text="Both sides of a match.")
    code = serializers.CharField(help_text="Empty for what is done; else why the row is passed over.")
    text = serializers.CharField()
    before = serializers.DateTimeField(allow_null=True, help_text="The deadline it has.")
    after = serializers.DateTimeField(allow_null=True, help_text="The deadline it gets.")


class SeveralPlanSerializer(serializers.Serializer[Any]):
    digest = serializers.CharField()
    lines = SeveralLineSerializer(many=True)


class SeveralDoneSerializer(serializers.Serializer[Any]):
    act = serializers.CharField()
    done = serializers.ListField(child=serializers.IntegerField())
    passed_over = serializers.DictField(child=serializers.CharField(), help_text="Row and code.")


BAD = problem(
    "It cannot be done to anything.",
    nothing_chosen=("Choose at least one row.", "ids"),
    too_many=("At most 200 at once; these are 300.", "ids"),
    reason_needed=("Say why; everybody will see it in the log.", "reason"),
    deadline_needed=("Say until when.", "deadline"),
)
REMIND = {"act": "remind", "ids": [3, 4]}


def _order(sent: dict[str, Any]) -> SeveralOrder:
    sides = {row["match"]: row["side"] for row in sent["sides"]}
    return SeveralOrder(
        SeveralAct(sent["act"]), tuple(sent["ids"]), sent["deadline"], sides, sent["reason"], sent["without_warnings"]
    )


class SeveralPlanned(APIView):
    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="events_several_plan",
        tags=[describe.EVENTS],
        summary="Look at one act on several rows",
        description="What would happen to each match or entry, or why it would be passed over. Nothing is stored.",
        request=SeveralRequestSerializer,
        responses={200: SeveralPlanSerializer, 400: BAD, 403: describe.NOT_YOURS, 404: describe.NO_EVENT},
        examples=[OpenApiExample("both sides of two matches", value=REMIND, request_only=True)],
    )
    def post(self, request: Request, slug: str) -> Response:
        event = get_event(request, slug)
        order = _order(read_body(request, SeveralRequestSerializer))
        plan = services.plan_several(
            actor=request_actor(request), now=timezone.now(), event_id=event.pk, order=order
        )  # fmt: skip
        return Response(SeveralPlanSerializer(plan).data)


class Several(APIView):
    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="events_several",
        tags=[describe.EVENTS],
        summary="Do one act on several rows",
        description="All that the plan told, or nothing: the digest of the plan is sent back.",
        parameters=[IDEMPOTENCY_KEY],
        request=SeveralDoSerializer,
        responses={
            200: SeveralDoneSerializer,
            400: BAD,
            403: describe.NOT_YOURS,
            404: describe.NO_EVENT,
            409: problem(
                "Nothing was done.",
                plan_changed=PLAN_CHANGED,
                nothing_to_do="Nothing of this can be done.",
            ),
        },
    )
    def post(self, request: Request, slug: str) -> Response:
        event = get_event(request, slug)
        sent = read_body(request, SeveralDoSerializer)
        order = _order(sent)

        def act() -> ActionLog:
            return services.do_several(
                actor=request_actor(request), now=timezone.now(), event_id=event.pk, order=order, digest=sent["digest"]
            )

        row = once(request, f"several-{event.pk}", act, lambda pk: ActionLog.objects.get(pk=pk))
        return Response(SeveralDoneSerializer(row.data).data)
