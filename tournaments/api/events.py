"""`/api/v1/events/`: events, their settings and their states."""

from dataclasses import replace
from typing import Any, Final

from django.db.models import Count, Q
from django.utils import timezone
from django_filters import rest_framework as filters
from drf_spectacular.utils import OpenApiExample, extend_schema, extend_schema_view
from rest_framework import generics
from rest_framework.pagination import CursorPagination
from rest_framework.permissions import IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.api.problems import problem
from players.actors import request_actor
from players.api.bodies import Body, Empty, read_body
from ratings.api.plans import rating_plan_data
from ratings.services import ChangePlan
from tournaments import services
from tournaments.api import describe
from tournaments.api.conditions import (
    ETAG,
    IF_MATCH,
    IF_NONE_MATCH,
    NOT_MODIFIED,
    event_tag,
    expected_version,
    tagged_event,
)
from tournaments.api.event_serializers import (
    AgreedChangesSerializer,
    EventChangesSerializer,
    EventRatingPlanSerializer,
    EventSerializer,
    FinishSerializer,
    NewEventSerializer,
    StepSerializer,
)
from tournaments.api.lookup import get_event
from tournaments.api.once import IDEMPOTENCY_KEY, once
from tournaments.formats.scoring import DOUBLES_LIMIT
from tournaments.models import EntryState, Event, EventState, Play
from tournaments.selectors.visibility import events_listed_for

RATINGS_MOVE: Final = {
    "ratings_move": "This moves ratings. Look at who moves by how much, then send the digest of that plan back.",
    "ratings_changed": "Ratings have changed meanwhile, and who moves by how much is no longer what you saw.",
}
EVENT_EXAMPLE = {
    "name": "Spring Cup",
    "time_zone": "Europe/Budapest",
    "starts_on": "2026-05-01",
    "ends_on": "2026-06-30",
    "capacity": 64,
    "games_by_round": [3, 5],
    "confirm_hours": 48,
}


class EventPages(CursorPagination):
    """Newest first; a page stays right while events are added."""

    ordering = "-pk"
    page_size = 50
    page_size_query_param = "page_size"
    max_page_size = 200


class EventFilter(filters.FilterSet):
    state = filters.ChoiceFilter(choices=EventState.choices)
    q = filters.CharFilter(field_name="name", lookup_expr="icontains", label="Part of the name.")

    class Meta:
        model = Event
        fields = ["state", "q"]


class EventList(generics.ListAPIView):
    serializer_class = EventSerializer
    permission_classes = [IsAuthenticatedOrReadOnly]
    pagination_class = EventPages
    filterset_class = EventFilter
    throttle_scope = "writes"

    def get_queryset(self) -> Any:
        entrants = Q(entries__team=None)  # a team counts, not its players
        accepted = Count("entries", filter=entrants & Q(entries__state=EntryState.ACCEPTED), distinct=True)
        everybody = Count("entries", filter=entrants, distinct=True)
        return events_listed_for(self.request.user).annotate(entry_count=accepted, entry_count_all=everybody)

    def get_throttles(self) -> list[Any]:
        return super().get_throttles() if self.request is None or self.request.method == "POST" else []

    @extend_schema(
        operation_id="events_list",
        tags=[describe.EVENTS],
        summary="Events",
        description="Public events, newest first, and your own drafts. Follow `next` for the rest.",
    )
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return self.list(request, *args, **kwargs)

    @extend_schema(
        operation_id="events_create",
        tags=[describe.EVENTS],
        summary="Create an event",
        description="A draft, seen by its organisers alone until it is published. You become its owner.",
        request=NewEventSerializer,
        parameters=[IDEMPOTENCY_KEY, ETAG],
        responses={201: EventSerializer, 400: problem("A setting cannot be.", unknown_time_zone=(
            "This time zone is not known. Choose one such as Europe/Budapest.", "time_zone"))},
        examples=[OpenApiExample("a cup", value=EVENT_EXAMPLE, request_only=True)],
    )  # fmt: skip
    def post(self, request: Request) -> Response:
        values = read_body(request, NewEventSerializer)

        def act() -> Event:
            details = replace(services.EventDetails(name=values["name"]), **_settings(_with_time_limit(values)))
            return services.create_event(actor=request_actor(request), now=timezone.now(), details=details)

        event = once(request, "event", act, lambda pk: Event.objects.get(pk=pk))
        data = EventSerializer(event, context={"request": request}).data
        return Response(data, status=201, headers={"Location": data["url"], "ETag": event_tag(event, request)})


def _with_time_limit(values: dict[str, Any]) -> dict[str, Any]:
    """A pair has more time than a player, unless something else is said (`docs/regulations.md` 1.3)."""
    pairs = values.get("play") in (Play.DOUBLES, Play.DRAWN_DOUBLES)
    return {"time_limit": DOUBLES_LIMIT, **values} if pairs else values


def _settings(values: dict[str, Any]) -> dict[str, Any]:
    found = dict(values)
    if "games_by_round" in found:
        found["games_by_round"] = tuple(found["games_by_round"])
    return found


class EventDetail(APIView):
    permission_classes = [IsAuthenticatedOrReadOnly]

    @extend_schema(
        operation_id="events_retrieve",
        tags=[describe.EVENTS],
        summary="One event",
        description="The ETag changes with everything public in the event, results included.",
        parameters=[IF_NONE_MATCH, ETAG],
        responses={200: EventSerializer, 304: NOT_MODIFIED, 404: describe.NO_EVENT},
    )
    def get(self, request: Request, slug: str) -> Any:
        event = get_event(request, slug)
        return tagged_event(request, event, lambda: EventSerializer(event, context={"request": request}).data)

    @extend_schema(
        operation_id="events_update",
        tags=[describe.EVENTS],
        summary="Change settings",
        description="What the draw depends on stands once it is made, what results depend on once the event has "
        "started (409 `settings_locked`). Where ratings that were final move, send the digest of their plan.",
        request=AgreedChangesSerializer,
        parameters=[IF_MATCH, ETAG],
        responses={
            200: EventSerializer,
            403: describe.NOT_YOURS,
            404: describe.NO_EVENT,
            409: problem(
                "It stands already.",
                settings_locked=("This stands once the event has started.", "games_by_round"),
                capacity_below_entries=("40 entries are already accepted.", "capacity"),
                **RATINGS_MOVE,
            ),
            412: describe.STALE,
        },
    )
    def patch(self, request: Request, slug: str) -> Any:
        event = get_event(request, slug)
        sent = read_body(request, AgreedChangesSerializer, partial=True)
        rating_digest = sent.pop("rating_digest", None)
        details = replace(services.EventDetails.of(event), **_settings(sent))
        event = services.update_event(
            actor=request_actor(request), now=timezone.now(), event_id=event.pk, details=details,
            rating_digest=rating_digest, expected_version=expected_version(request, event),
        )  # fmt: skip
        return tagged_event(request, event, EventSerializer(event, context={"request": request}).data)


class EventUpdatePlan(APIView):
    @extend_schema(
        operation_id="events_update_plan",
        tags=[describe.EVENTS],
        summary="What a change of settings would do to ratings",
        description="A dry run, for an event of the past that is to be rated, or not to be rated any more. Nothing is "
        "stored.",
        request=EventChangesSerializer,
        responses={
            200: EventRatingPlanSerializer, 403: describe.NOT_YOURS, 404: describe.NO_EVENT,
            409: problem("It stands already.", settings_locked=(
                "This would move ratings. Open the event again first, and say why.", "rated")),
        },
    )  # fmt: skip
    def post(self, request: Request, slug: str) -> Response:
        event = get_event(request, slug)
        sent = read_body(request, EventChangesSerializer, partial=True)
        details = replace(services.EventDetails.of(event), **_settings(sent))
        plan = services.plan_update_ratings(
            actor=request_actor(request), now=timezone.now(), event_id=event.pk, details=details
        )
        return _plan_answer(request, plan)


def _plan_answer(request: Request, plan: ChangePlan | None) -> Response:
    data = {"ratings": None if plan is None else rating_plan_data(plan)}
    return Response(EventRatingPlanSerializer(data, context={"request": request}).data)


def _step_schema(name: str, summary: str, description: str, **codes: Any) -> Any:
    return extend_schema(
        operation_id=f"events_{name}",
        tags=[describe.EVENTS],
        summary=summary,
        description=description,
        request={"reopen": StepSerializer, "finish": FinishSerializer}.get(name),
        responses={
            200: EventSerializer,
            403: describe.NOT_YOURS,
            404: describe.NO_EVENT,
            409: problem("Not in this state.", **codes),
        },
    )


class _Step(APIView):
    """Takes an event to another state."""

    body: type[Body] = Empty

    def act(self, request: Request, event: Event, sent: dict[str, Any]) -> Event:
        raise NotImplementedError

    def post(self, request: Request, slug: str) -> Any:
        event = get_event(request, slug)
        event = self.act(request, event, read_body(request, self.body))
        return tagged_event(request, event, EventSerializer(event, context={"request": request}).data)


BAD_STATE = "The event is “running”, so this cannot be done."


@extend_schema_view(post=_step_schema("publish", "Publish", "Show a draft to everybody.", bad_event_state=BAD_STATE))
class EventPublish(_Step):
    def act(self, request: Request, event: Event, sent: dict[str, Any]) -> Event:
        return services.publish_event(actor=request_actor(request), now=timezone.now(), event_id=event.pk)


@extend_schema_view(
    post=_step_schema("unpublish", "Take back to a draft", "Before the start only.", bad_event_state=BAD_STATE)
)
class EventUnpublish(_Step):
    def act(self, request: Request, event: Event, sent: dict[str, Any]) -> Event:
        return services.unpublish_event(actor=request_actor(request), now=timezone.now(), event_id=event.pk)


@extend_schema_view(
    post=_step_schema(
        "start", "Start", "The first matches open; from now on the draw stands.",
        not_published="Publish the event before you start it.",
        not_drawn="Make the draw before you start the event.",
        draw_outdated="Entries have come or gone since the draw. Draw again, then start.",
    )
)  # fmt: skip
class EventStart(_Step):
    def act(self, request: Request, event: Event, sent: dict[str, Any]) -> Event:
        return services.start_event(actor=request_actor(request), now=timezone.now(), event_id=event.pk)


@extend_schema_view(
    post=_step_schema(
        "finish", "Finish",
        "Results stand and no report is taken any more. Where ratings that were final move, because the event was "
        "opened again or its players have later ones, send the digest of their plan.",
        matches_open="Some matches are not decided yet.", reports_open="Some reports still wait for an answer.",
        **RATINGS_MOVE,
    )
)  # fmt: skip
class EventFinish(_Step):
    body = FinishSerializer

    def act(self, request: Request, event: Event, sent: dict[str, Any]) -> Event:
        return services.finish_event(
            actor=request_actor(request), now=timezone.now(), event_id=event.pk,
            rating_digest=sent.get("rating_digest"), despite=sent.get("despite", ""),
        )  # fmt: skip


class EventFinishPlan(APIView):
    @extend_schema(
        operation_id="events_finish_plan",
        tags=[describe.EVENTS],
        summary="What finishing would do to ratings",
        description="A dry run: who moves by how much, where ratings move that were final already.",
        request=None,
        responses={
            200: EventRatingPlanSerializer, 403: describe.NOT_YOURS, 404: describe.NO_EVENT,
            409: problem("Not in this state.", matches_open="Some matches are not decided yet.",
                         bad_event_state=BAD_STATE),
        },
    )  # fmt: skip
    def post(self, request: Request, slug: str) -> Response:
        event = get_event(request, slug)
        read_body(request, Empty)
        plan = services.plan_finish_ratings(actor=request_actor(request), now=timezone.now(), event_id=event.pk)
        return _plan_answer(request, plan)


@extend_schema_view(
    post=_step_schema(
        "reopen", "Open again", "Open a finished event to correct it.",
        bad_event_state="Only a finished event can be opened again.",
    )
)  # fmt: skip
class EventReopen(_Step):
    body = StepSerializer

    def act(self, request: Request, event: Event, sent: dict[str, Any]) -> Event:
        return services.reopen_event(
            actor=request_actor(request), now=timezone.now(), event_id=event.pk, reason=sent["reason"]
        )
