"""`/api/v1/events/<slug>/stages/<number>/rounds/`: the published rounds of a Swiss stage, and changing one."""

from typing import Any

from django.db.models import Count, Max, Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiExample, extend_schema
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
from tournaments.api.entry_data import entry_data
from tournaments.api.lookup import get_drawn, get_event, get_played
from tournaments.api.pairing_data import pairing_data
from tournaments.api.pairing_serializers import (
    ChangePairingSerializer,
    PairingSerializer,
    RoundQuery,
    RoundsSerializer,
    UnpublishSerializer,
)
from tournaments.api.rows import read_query
from tournaments.formats.settings import SwissSettings
from tournaments.models import Event, Match, MatchState, PairingRun, RunState, Stage
from tournaments.selectors.stages import stage_settings
from tournaments.services.draws import get_stage

NO_ROUND = problem(
    "There is none, or you may not see it.",
    event_not_found="There is no such event.",
    stage_not_found="The event has no stage 3.",
    not_swiss="This stage is not a Swiss; it has no rounds to pair.",
    round_not_found="Round 5 is not published.",
)
CANNOT_CHANGE = {
    "no_round": "No round is published.",
    "not_last_round": "Only the last published round can be changed; that is round 4.",
    "round_played": "Something was reported in these matches; they stand.",
    "event_not_started": "The event has not started.",
    "event_finished": "The event is finished; its results stand.",
    "stage_not_open": "This stage does not run.",
}


def get_swiss(event: Event, number: int) -> tuple[Stage, SwissSettings]:
    """A Swiss stage. Raises NotFound `stage_not_found`, `not_swiss`."""
    stage = get_stage(event, number)
    settings = stage_settings(stage, event)
    if not isinstance(settings, SwissSettings):
        raise NotFound("not_swiss", _("This stage is not a Swiss; it has no rounds to pair."))
    return stage, settings


class Rounds(APIView):
    permission_classes = [IsAuthenticatedOrReadOnly]

    @extend_schema(
        operation_id="rounds_list",
        tags=[describe.SWISS],
        summary="The published rounds of a Swiss",
        parameters=[IF_NONE_MATCH, ETAG],
        responses={200: RoundsSerializer, 304: NOT_MODIFIED, 404: NO_ROUND},
    )
    def get(self, request: Request, slug: str, stage: int) -> Any:
        event = get_drawn(request, slug)
        found, settings = get_swiss(event, stage)
        return tagged_event(request, event, lambda: _rounds_data(request, event, found, settings))


def _rounds_data(request: Request, event: Event, stage: Stage, settings: SwissSettings) -> Any:
    played = ~Q(state=MatchState.BYE)
    over = Q(state__in=(MatchState.DECIDED, MatchState.WALKOVER, MatchState.ANNULLED))
    counts = {
        row["round"]: row
        for row in Match.objects.filter(stage=stage)
        .values("round")
        .annotate(total=Count("pk", filter=played), settled=Count("pk", filter=over), deadline=Max("deadline"))
    }
    # inputs and outcomes are large: only the method is read out of them
    runs = PairingRun.objects.filter(stage=stage, state=RunState.PUBLISHED).select_related("bye__player")
    methods = dict(runs.values_list("pk", "outcome__method"))
    return RoundsSerializer(
        {
            "stage": stage.number,
            "planned": settings.rounds,
            "rounds": [
                {
                    "round": run.round, "run": run.number, "published_at": run.published_at, "manual": run.manual,
                    "method": methods[run.pk], "engine": run.engine, "digest": run.digest,
                    "bye": None if run.bye is None else entry_data(run.bye),
                    **{name: counts[run.round][name] for name in ("settled", "total", "deadline")},
                    "url": request.build_absolute_uri(
                        reverse("api-round", args=[event.slug, stage.number, run.round])
                    ),
                }
                for run in runs.defer("input", "outcome", "pairs").order_by("round")
            ],
        }
    ).data  # fmt: skip


def round_answer(request: Request, run: PairingRun, query: dict[str, Any]) -> Any:
    return PairingSerializer(pairing_data(request, run, query)).data


class Round(APIView):
    permission_classes = [IsAuthenticatedOrReadOnly]

    @extend_schema(
        operation_id="rounds_retrieve",
        tags=[describe.SWISS],
        summary="One round of a Swiss, explained",
        description="Who meets whom, and for each pair why nobody nearer in points was to be had; the bye, and what "
        "the round does not keep to. With `input` all from which it was paired: pairing it again gives the same.",
        parameters=[RoundQuery, IF_NONE_MATCH, ETAG],
        responses={200: PairingSerializer, 304: NOT_MODIFIED, 404: NO_ROUND},
    )
    def get(self, request: Request, slug: str, stage: int, round: int) -> Any:  # noqa: A002  (as in the address)
        event = get_played(request, slug)
        found, _settings = get_swiss(event, stage)
        query = read_query(request, RoundQuery)
        run = PairingRun.objects.filter(stage=found, round=round, state=RunState.PUBLISHED).first()
        if run is None:
            raise NotFound("round_not_found", _("Round %(round)d is not published.") % {"round": round})
        run.stage = found
        return tagged_event(request, event, lambda: round_answer(request, run, query))


class RoundChange(APIView):
    @extend_schema(
        operation_id="rounds_change",
        tags=[describe.SWISS],
        summary="Change a published round",
        description="The last one only, with a reason, and only matches on which nothing was reported. Pairs that stay "
        "keep their matches. Say the whole round.",
        request=ChangePairingSerializer,
        responses={
            200: PairingSerializer,
            400: problem("It cannot be.", bad_pairing=("An entry stands in two places.", "pairs"),
                         reason_needed=("Say why; everybody will see it in the log.", "reason")),
            403: describe.NOT_YOURS,
            404: NO_ROUND,
            409: problem("It stands; `extra` names the matches.", no_change="That is the pairing already.",
                         entry_left="Somebody in this pairing has left. Pair the round again.",
                         no_pairs="Nobody in this round has an opponent left.",
                         proposal_changed="The pairing is no longer the one you saw. Look at it first.",
                         **CANNOT_CHANGE),
        },
        examples=[
            OpenApiExample(
                "two pairs exchanged",
                value={"pairs": [{"left": 1, "right": 4}, {"left": 2, "right": 3}], "bye": 5, "reason": "Brothers."},
                request_only=True,
            )
        ],
    )  # fmt: skip
    def post(self, request: Request, slug: str, stage: int, round: int) -> Response:  # noqa: A002
        event = get_event(request, slug)
        found, _settings = get_swiss(event, stage)
        sent = read_body(request, ChangePairingSerializer)
        run = services.change_published_pairing(
            actor=request_actor(request), now=timezone.now(), event_id=event.pk, stage_number=stage,
            round_number=round, pairs=sent["pairs"], bye=sent["bye"], reason=sent["reason"], seen=sent.get("seen"),
        )  # fmt: skip
        run.stage = found
        return Response(round_answer(request, run, read_query(request, RoundQuery)))


class RoundUnpublish(APIView):
    @extend_schema(
        operation_id="rounds_unpublish",
        tags=[describe.SWISS],
        summary="Take a round back",
        description="The last one, while nothing of it was reported. Its pairing is the proposal again.",
        request=UnpublishSerializer,
        responses={
            200: PairingSerializer,
            400: problem("It cannot be.", reason_needed=("Say why; everybody will see it in the log.", "reason")),
            403: describe.NOT_YOURS,
            404: NO_ROUND,
            409: problem("It stands; `extra` names the matches.", **CANNOT_CHANGE),
        },
    )
    def post(self, request: Request, slug: str, stage: int, round: int) -> Response:  # noqa: A002
        event = get_event(request, slug)
        found, _settings = get_swiss(event, stage)
        sent = read_body(request, UnpublishSerializer)
        run = services.unpublish_round(
            actor=request_actor(request), now=timezone.now(), event_id=event.pk, stage_number=stage,
            round_number=round, reason=sent["reason"],
        )  # fmt: skip
        run.stage = found
        return Response(round_answer(request, run, read_query(request, RoundQuery)))
