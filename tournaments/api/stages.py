"""`/api/v1/events/<slug>/stages/`: the stages of an event, closing one and opening it again, who goes on."""

from typing import Any

from django.urls import reverse
from django.utils import timezone
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework.permissions import IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.views import APIView

from games.api.problems import problem
from players.actors import request_actor
from players.api.bodies import read_body
from tournaments import services
from tournaments.api import describe
from tournaments.api.conditions import (
    ETAG,
    IF_MATCH,
    IF_NONE_MATCH,
    NOT_MODIFIED,
    expected_version,
    tagged_event,
)
from tournaments.api.entry_data import entry_data, entry_rows
from tournaments.api.lookup import get_event, get_played
from tournaments.api.stage_serializers import (
    CloseSerializer,
    FeedsSerializer,
    PlanStagesSerializer,
    ReopenSerializer,
    StageSerializer,
    StagesSerializer,
)
from tournaments.api.stage_settings import settings_in, settings_out
from tournaments.formats.settings import as_json
from tournaments.models import Event, Stage
from tournaments.selectors.feeding import entries_of
from tournaments.selectors.stage_list import ListedStage, listed_stages
from tournaments.selectors.stages import stage_settings
from tournaments.services.draws import get_stage
from tournaments.services.stages import rule_from

GROUPS_THEN_KNOCKOUT = {
    "stages": [
        {"kind": "groups", "settings": {"groups": 4, "games": 2}},
        {"kind": "knockout", "rule": {"first": 2, "order": "group"}, "crossing": True, "settings": {"games": [3, 5]}},
    ]
}
SWISS_AND_TOP_CUT = {
    "stages": [
        {"kind": "swiss", "settings": {"rounds": 7, "points": {"bye": 12.0}}},
        {"kind": "knockout", "rule": {"first": 8}, "settings": {"seeding": "strict"}},
    ]
}
FED = problem(
    "Something was drawn from it, and what was fed was not agreed to, or is another by now. `extra` has the stage, its "
    "seeds, the numbers of matches played there, and the digest.",
    stage_fed="The next stage was drawn from these standings.",
    fed_changed="The next stage is no longer as it was shown.",
    stage_not_finished="Only a finished stage can be opened again.",
    event_finished="The event is finished; its results stand.",
)


def stage_data(request: Request, listed: ListedStage) -> dict[str, Any]:
    """A stage as its serializer describes it."""
    stage = listed.stage
    feed = stage.feed or {}
    return {
        "number": stage.number, "kind": stage.kind, "name": stage.name, "state": stage.state,
        "settings": settings_out(stage.settings), "settings_in_force": settings_out(as_json(stage_settings(stage))),
        "rule": feed.get("rule"), "crossing": bool(feed.get("crossing")), "is_drawn": listed.draw is not None,
        "size": stage.size, "tables": listed.tables, "last_round": listed.last_round, "opened_at": stage.opened_at,
        "closed_at": stage.closed_at,
        "url": request.build_absolute_uri(reverse("api-stage", args=[stage.event.slug, stage.number])),
    }  # fmt: skip


def stages_data(request: Request, event: Event) -> Any:
    """All stages of an event."""
    rows = [stage_data(request, listed) for listed in listed_stages(event)]
    return StagesSerializer({"event": event.slug, "version": event.version, "stages": rows}).data


def stage_answer(request: Request, event: Event, number: int) -> Any:
    """One stage as it is now, with the event's tag."""
    event.refresh_from_db()
    listed = next(found for found in listed_stages(event) if found.stage.number == number)
    return tagged_event(request, event, lambda: StageSerializer(stage_data(request, listed)).data)


class Stages(APIView):
    permission_classes = [IsAuthenticatedOrReadOnly]

    @extend_schema(
        operation_id="stages_list",
        tags=[describe.STAGES],
        summary="The stages of an event",
        description="In order. Every event has one at least: a knockout until it is planned otherwise.",
        parameters=[IF_NONE_MATCH, ETAG],
        responses={200: StagesSerializer, 304: NOT_MODIFIED, 404: describe.NO_EVENT},
    )
    def get(self, request: Request, slug: str) -> Any:
        event = get_event(request, slug)
        return tagged_event(request, event, lambda: stages_data(request, event))

    @extend_schema(
        operation_id="stages_plan",
        tags=[describe.STAGES],
        summary="Plan the stages",
        description="All of them, in order. A stage that is drawn stays as it is; those after it may change. Settings "
        "that are left out are the event's, or those of the regulations.",
        request=PlanStagesSerializer,
        parameters=[IF_MATCH, ETAG],
        responses={
            200: StagesSerializer,
            400: problem(
                "A stage cannot be so; `attr` names the place.",
                unknown_setting=("This setting cannot be: This format has no setting turns.",
                                 "stages.0.settings.turns"),
                bad_type=("This setting cannot be: The setting games has a value of another kind.",
                          "stages.0.settings.games"),
                out_of_range=("This setting cannot be: rounds lies between 1 and 50.", "stages.0.settings.rounds"),
                bad_feed=("The first stage takes the entries; every other says who goes on to it.", "stages.1.rule"),
                bad_progression=("Nobody can go on by this rule.", "stages.1.rule"),
                stage_count=("An event has 1 to 8 stages.", "stages"),
            ),
            403: describe.NOT_YOURS,
            404: describe.NO_EVENT,
            409: problem(
                "It stands already.",
                stage_drawn="Stage 1 is drawn. Discard its draw first, then change it.",
                event_finished="The event is finished; its results stand.",
            ),
            412: describe.STALE,
        },
        examples=[
            OpenApiExample("groups, then a knockout", value=GROUPS_THEN_KNOCKOUT, request_only=True),
            OpenApiExample("a Swiss with a top cut", value=SWISS_AND_TOP_CUT, request_only=True),
        ],
    )  # fmt: skip
    def put(self, request: Request, slug: str) -> Any:
        event = get_event(request, slug)
        plans = [_plan(index, row) for index, row in enumerate(read_body(request, PlanStagesSerializer)["stages"])]
        services.plan_stages(
            actor=request_actor(request), now=timezone.now(), event_id=event.pk, plans=plans,
            expected_version=expected_version(request, event),
        )  # fmt: skip
        event.refresh_from_db()
        return tagged_event(request, event, lambda: stages_data(request, event))


def _plan(index: int, row: dict[str, Any]) -> services.StagePlan:
    rule = None if row["rule"] is None else rule_from(row["rule"], f"stages.{index}.rule")
    return services.StagePlan(
        kind=row["kind"], name=row["name"], settings=settings_in(row["settings"]), rule=rule, crossing=row["crossing"]
    )


class StageDetail(APIView):
    permission_classes = [IsAuthenticatedOrReadOnly]

    @extend_schema(
        operation_id="stages_retrieve",
        tags=[describe.STAGES],
        summary="One stage",
        parameters=[IF_NONE_MATCH, ETAG],
        responses={200: StageSerializer, 304: NOT_MODIFIED, 404: describe.NO_STAGE},
    )
    def get(self, request: Request, slug: str, stage: int) -> Any:
        event = get_event(request, slug)
        get_stage(event, stage)
        return stage_answer(request, event, stage)


class StageClose(APIView):
    @extend_schema(
        operation_id="stages_close",
        tags=[describe.STAGES],
        summary="Close a stage",
        description="Notes its final standings. A next stage that is drawn already gets its entries and starts; "
        "otherwise it can be drawn now. Reports that wait for an answer are set aside only with a reason in `despite`.",
        request=CloseSerializer,
        parameters=[ETAG],
        responses={
            200: StageSerializer,
            400: problem("A reason is needed.", reason_needed=("Say why; everybody will see it in the log.", "reason")),
            403: describe.ENDS_OVER_OWN,
            404: describe.NO_STAGE,
            409: problem(
                "It is not over; `extra` says what is open.",
                event_not_started="The event has not started.",
                event_finished="The event is finished; its results stand.",
                stage_not_open="This stage does not run.",
                matches_open="Some matches are not decided yet.",
                reports_open="Some reports still wait for an answer.",
                rounds_open="3 of 7 rounds are played.",
            ),
        },
        examples=[
            OpenApiExample(
                "before the last round", value={"early": True, "reason": "The hall closes at six."}, request_only=True
            )
        ],
    )
    def post(self, request: Request, slug: str, stage: int) -> Any:
        event = get_event(request, slug)
        sent = read_body(request, CloseSerializer)
        services.close_stage(
            actor=request_actor(request), now=timezone.now(), event_id=event.pk, stage_number=stage,
            early=sent["early"], reason=sent["reason"], despite=sent["despite"],
        )  # fmt: skip
        return stage_answer(request, event, stage)


class StageReopen(APIView):
    @extend_schema(
        operation_id="stages_reopen",
        tags=[describe.STAGES],
        summary="Open a stage again",
        description="To correct it. Where it fed the next stage, 409 `stage_fed` says what was fed; the act needs the "
        "digest of that. A next stage in which nothing was played waits for its entries again, otherwise it stands as "
        "it was drawn.",
        request=ReopenSerializer,
        parameters=[ETAG],
        responses={200: StageSerializer, 403: describe.NOT_YOURS, 404: describe.NO_STAGE, 409: FED},
        examples=[
            OpenApiExample("having seen what was fed", value={"reason": "A sheet was misread.", "digest": "3f0c…"},
                           request_only=True)
        ],
    )  # fmt: skip
    def post(self, request: Request, slug: str, stage: int) -> Any:
        event = get_event(request, slug)
        sent = read_body(request, ReopenSerializer)
        services.reopen_stage(
            actor=request_actor(request), now=timezone.now(), event_id=event.pk, stage_number=stage,
            reason=sent["reason"], digest=sent.get("digest"),
        )  # fmt: skip
        return stage_answer(request, event, stage)


class StageFeeds(APIView):
    permission_classes = [IsAuthenticatedOrReadOnly]

    @extend_schema(
        operation_id="stages_feeds",
        tags=[describe.STAGES],
        summary="Who goes on to the next stage",
        description="The seed numbers of the next stage and where each comes from: known before anybody has played. "
        "`played` and `digest` are there once that stage was filled.",
        parameters=[IF_NONE_MATCH, ETAG],
        responses={200: FeedsSerializer, 304: NOT_MODIFIED, 404: describe.NO_STAGE},
    )
    def get(self, request: Request, slug: str, stage: int) -> Any:
        event = get_played(request, slug)
        found = get_stage(event, stage)
        return tagged_event(request, event, lambda: _feeds_data(event, found))


def _feeds_data(event: Event, stage: Stage) -> Any:
    later = Stage.objects.filter(event=event, number=stage.number + 1).first()
    fed = services.fed_by(stage)
    found = None if later is None else entries_of(event, later)
    feed = {} if later is None else later.feed or {}
    seats = () if found is None else tuple(zip(found.entries, found.origins, strict=True))
    rows = entry_rows(entry.pk for entry, _origin in seats if entry is not None)
    return FeedsSerializer(
        {
            "stage": None if later is None else later.number,
            "rule": feed.get("rule"),
            "crossing": bool(feed.get("crossing")),
            "seeds": [
                {
                    "seed": seed,
                    "origin": origin.as_json(),
                    "entry": None if entry is None else entry_data(rows[entry.pk]),
                }
                for seed, (entry, origin) in enumerate(seats, start=1)
            ],
            "is_fed": fed is not None,
            "played": () if fed is None else fed.played,
            "digest": None if fed is None else fed.digest,
        }
    ).data
