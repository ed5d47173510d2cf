"""`/api/v1/matches/`: matches of all events, one match, decisions and corrections."""

from typing import Any

from django.db.models import Q, QuerySet
from django.utils import timezone
from django_filters import rest_framework as filters
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework import generics
from rest_framework.pagination import CursorPagination
from rest_framework.permissions import IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.api.problems import problem
from players.actors import request_actor
from players.api.bodies import read_body
from ratings.api.plans import rating_plan_data
from tournaments import services
from tournaments.api import describe
from tournaments.api.conditions import (
    ETAG,
    IF_MATCH,
    IF_NONE_MATCH,
    NOT_MODIFIED,
    expected_version,
    match_tag,
    tagged,
)
from tournaments.api.lookup import (
    audience_of,
    get_match,
    matches_visible_to,
    own_matches,
    sees_match,
    with_details,
)
from tournaments.api.match_serializers import (
    ApplySerializer,
    CorrectionPlanSerializer,
    CorrectionSerializer,
    MatchDetailSerializer,
    MatchSerializer,
    ReasonSerializer,
    RulingWithReasonSerializer,
    match_data,
    match_detail_data,
)
from tournaments.api.plans import plan_data
from tournaments.api.values import correction_of, ruling_of
from tournaments.models import Event, Match, MatchState
from tournaments.models.report import LIVE_STATES
from tournaments.selectors.arranging import arrangement_of
from tournaments.selectors.pages.match import find_match, load_match
from tournaments.selectors.visibility import may_see_results, with_results
from tournaments.selectors.withheld import withhold

#: filters that tell results: while these are held back they find one's own matches alone
TELLING = ("state", "player", "reported")


class MatchPages(CursorPagination):
    """In the order of their making; a page stays right while results come in."""

    ordering = "pk"
    page_size = 50
    page_size_query_param = "page_size"
    max_page_size = 200


class MatchFilter(filters.FilterSet):
    event = filters.CharFilter(field_name="event__slug", label="The slug of an event.")
    state = filters.ChoiceFilter(choices=MatchState.choices)
    stage = filters.NumberFilter(field_name="stage__number", label="The number of a stage.")
    bracket = filters.CharFilter()
    table = filters.CharFilter(label="The key of a table: A, B … of groups, S of a Swiss.")
    round = filters.NumberFilter()
    number = filters.NumberFilter()
    player = filters.CharFilter(field_name="slots__occupant__player__slug", label="The slug of a player.")
    reported = filters.BooleanFilter(method="filter_reported", label="With a report that waits for an answer.")

    class Meta:
        model = Match
        fields = ["event", "state", "stage", "bracket", "table", "round", "number", "player", "reported"]

    def filter_reported(self, queryset: QuerySet[Match], name: str, value: bool) -> QuerySet[Match]:
        waiting = Q(reports__state__in=LIVE_STATES)
        return queryset.filter(waiting).distinct() if value else queryset.exclude(waiting)


class MatchList(generics.ListAPIView):
    serializer_class = MatchSerializer
    permission_classes = [IsAuthenticatedOrReadOnly]
    pagination_class = MatchPages
    filterset_class = MatchFilter

    def get_queryset(self) -> Any:
        if getattr(self, "swagger_fake_view", False):
            return Match.objects.none()
        matches = matches_visible_to(self.request)
        if any(self.request.query_params.get(name) for name in TELLING):
            told = Q(event__in=with_results(Event.objects.all(), self.request.user))
            matches = matches.filter(told | Q(pk__in=own_matches(self.request).values("pk")))
        return with_details(matches)

    @extend_schema(
        operation_id="matches_list",
        tags=[describe.MATCHES],
        summary="Matches",
        description="Of all events you may see, byes included. Follow `next` for the rest.",
    )
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        page = self.paginate_queryset(self.filter_queryset(self.get_queryset())) or []
        held = [match for match in page if not may_see_results(request.user, match.event)]
        own = set(own_matches(request).filter(pk__in=[match.pk for match in held]).values_list("pk", flat=True))
        for match in held:
            if match.pk not in own:
                withhold(match)
        arranged = arrangement_of([match for match in page if not match.event.is_for_teams])
        rows = [match_data(request, match, arranged.get(match.pk)) for match in page]
        return self.get_paginated_response(MatchSerializer(rows, many=True).data)


def match_answer(request: Request, pk: int, *, status: int = 200) -> Any:
    """The match with its games as it is now, with its tag. While results are held back, others see what was drawn."""
    row = with_details(Match.every.filter(pk=pk)).get()
    found = find_match(row.event, row.number)
    assert found is not None
    if sees_match(request, row):
        page = load_match(row.event, found, others=may_see_results(request.user, row.event))
        data = match_detail_data(request, row, page)
    else:
        withhold(row)
        data = {**match_data(request, row), "game_list": [], "tp": {"left": None, "right": None}}
    tag, control = (
        match_tag(row, audience_of(request, row)),
        "no-cache" if row.event.is_released else "private, no-cache",
    )
    return Response(MatchDetailSerializer(data).data, status=status, headers={"ETag": tag, "Cache-Control": control})


class MatchDetail(APIView):
    permission_classes = [IsAuthenticatedOrReadOnly]

    @extend_schema(
        operation_id="matches_retrieve",
        tags=[describe.MATCHES],
        summary="One match with its games",
        description="What is reported, what counts, what contradicts. The ETag goes with `If-Match` of writes.",
        parameters=[IF_NONE_MATCH, ETAG],
        responses={200: MatchDetailSerializer, 304: NOT_MODIFIED, 404: describe.NO_MATCH},
    )
    def get(self, request: Request, pk: int) -> Any:
        match = get_match(request, pk)
        tag, public = match_tag(match, audience_of(request, match)), match.event.is_released
        return tagged(request, tag, lambda: match_answer(request, match.pk).data, public=public)


class MatchDecision(APIView):
    @extend_schema(
        operation_id="matches_decide",
        tags=[describe.RESULTS],
        summary="Decide without further games",
        description="Walkover, default, double default, retirement or adjudication of an open match. A decided match "
        "is corrected instead.",
        request=RulingWithReasonSerializer,
        parameters=[IF_MATCH, ETAG],
        responses={
            200: MatchDetailSerializer,
            400: problem("It cannot be.", bad_side=("Say which side: 0 is left, 1 is right.", "side"),
                         reason_needed=("Say why; everybody will see it in the log.", "reason")),
            403: describe.NOT_ARBITER,
            404: describe.NO_MATCH,
            409: problem("It is not open, or its sides were not warned of a default.",
                         match_decided="This match has been decided. Correct its result instead.",
                         default_not_warned="Not all reminders and warnings were sent before this default. Say that it "
                         "is pronounced all the same."),
            412: describe.STALE,
        },
        examples=[
            OpenApiExample(
                "default", value={"kind": "default", "side": "right", "reason": "Three reminders."}, request_only=True
            )
        ],
    )  # fmt: skip
    def post(self, request: Request, pk: int) -> Any:
        match = get_match(request, pk)
        sent = read_body(request, RulingWithReasonSerializer)
        services.decide_match(
            actor=request_actor(request), now=timezone.now(), match_id=match.pk, ruling=ruling_of(sent),
            reason=sent["reason"], without_warnings=sent["without_warnings"],
            expected_version=expected_version(request, match),
        )  # fmt: skip
        return match_answer(request, match.pk)


class CorrectionPlan(APIView):
    @extend_schema(
        operation_id="matches_correction_plan",
        tags=[describe.RESULTS],
        summary="What a correction would change",
        description="A dry run: which results become void, who stands where instead, which earlier results may count "
        "again, and in a finished event whose rating moves by how much. Nothing is stored.",
        request=CorrectionSerializer,
        responses={
            200: CorrectionPlanSerializer, 403: describe.NOT_ARBITER, 404: describe.NO_MATCH,
            409: problem("There is nothing to correct.", no_change="That is the result already.",
                         nothing_to_clear="This match has no result."),
        },
    )  # fmt: skip
    def post(self, request: Request, pk: int) -> Response:
        match = get_match(request, pk)
        sent = read_body(request, CorrectionSerializer)
        actor, correction = request_actor(request), correction_of(sent)
        planned = services.plan_correction(actor=actor, match_id=match.pk, correction=correction)
        rated = services.plan_rating_change(
            actor=actor, now=timezone.now(), match_id=match.pk, correction=correction, digest=planned.plan.digest,
            reinstate=set(sent["reinstate"]),
        )  # fmt: skip
        data = plan_data(planned, match.event) | {"ratings": None if rated is None else rating_plan_data(rated)}
        return Response(CorrectionPlanSerializer(data, context={"request": request}).data)


class CorrectionApply(APIView):
    @extend_schema(
        operation_id="matches_correct",
        tags=[describe.RESULTS],
        summary="Correct a result",
        description="A new version with a reason; nothing is overwritten. Where something depends on the result the "
        "digest of the plan has to be sent, so that what happens is what was seen; where ratings move, that "
        "of their part as well.",
        request=ApplySerializer,
        parameters=[IF_MATCH, ETAG],
        responses={
            200: MatchDetailSerializer,
            403: describe.NOT_ARBITER,
            404: describe.NO_MATCH,
            409: describe.CORRECTION_DEPENDS,
            412: describe.STALE,
        },
        examples=[
            OpenApiExample(
                "a misread sheet",
                value={
                    "games": [{"number": 1, "figures": {"tiles": {"left": 12, "right": 21}}}],
                    "reason": "The sheet was misread.",
                    "digest": "3f0c…",
                },
                request_only=True,
            )
        ],
    )
    def post(self, request: Request, pk: int) -> Any:
        match = get_match(request, pk)
        values = read_body(request, ApplySerializer)
        services.correct_result(
            actor=request_actor(request), now=timezone.now(), match_id=match.pk, correction=correction_of(values),
            reason=values["reason"], digest=values.get("digest"), rating_digest=values.get("rating_digest"),
            reinstate=set(values["reinstate"]), expected_version=expected_version(request, match),
        )  # fmt: skip
        return match_answer(request, match.pk)


class Reinstate(APIView):
    @extend_schema(
        operation_id="matches_reinstate",
        tags=[describe.RESULTS],
        summary="Bring an earlier result back",
        description="What the two who stand in the match again had played before a correction took it away.",
        request=ReasonSerializer,
        responses={
            200: MatchDetailSerializer, 403: describe.NOT_ARBITER, 404: describe.NO_MATCH,
            409: problem(
                "It is not possible now.",
                event_finished="The event is finished; its results stand.",
                nothing_to_reinstate="These two have no earlier result in this match.",
            ),
        },
    )  # fmt: skip
    def post(self, request: Request, pk: int) -> Any:
        match = get_match(request, pk)
        sent = read_body(request, ReasonSerializer)
        services.reinstate_match(
            actor=request_actor(request), now=timezone.now(), match_id=match.pk, reason=sent["reason"]
        )
        return match_answer(request, match.pk)
