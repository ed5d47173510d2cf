"""`/api/v1/events/<slug>/stages/<number>/pairing/`: the proposal of the next Swiss round, for organisers alone."""

from typing import Any

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
from tournaments.api.lookup import get_event
from tournaments.api.once import IDEMPOTENCY_KEY, once
from tournaments.api.pairing_data import doubts_data, pairing_data
from tournaments.api.pairing_serializers import (
    CheckPairingSerializer,
    DiscardQuery,
    DoubtsSerializer,
    EditPairingSerializer,
    PairingSerializer,
    ProposalSerializer,
    ProposeSerializer,
    PublishSerializer,
    RoundQuery,
)
from tournaments.api.rounds import get_swiss, round_answer
from tournaments.api.rows import read_query
from tournaments.models import Event, PairingRun, RunState, Stage
from tournaments.selectors.swiss import is_outdated, load_swiss
from tournaments.services.access import may_organise, require_organiser

NO_SWISS = problem(
    "There is none, or you may not see it.",
    event_not_found="There is no such event.",
    stage_not_found="The event has no stage 3.",
    not_swiss="This stage is not a Swiss; it has no rounds to pair.",
)
NO_PROPOSAL = problem(
    "There is none, or you may not see it.",
    event_not_found="There is no such event.",
    stage_not_found="The event has no stage 3.",
    not_swiss="This stage is not a Swiss; it has no rounds to pair.",
    no_proposal="No pairing is proposed.",
)
CHANGED = {
    "no_proposal": "No pairing is proposed.",
    "proposal_changed": "The pairing is no longer the one you saw. Look at it first.",
    "event_not_started": "The event has not started.",
    "event_finished": "The event is finished; its results stand.",
    "stage_not_open": "This stage does not run.",
}
NOT_NEXT = {
    "rounds_over": "All 7 rounds are paired.",
    "round_open": "Some matches of this round have no result yet.",
}
ROUND = {"pairs": [{"left": 1, "right": 4}, {"left": 2, "right": 3}], "bye": 5}


def proposal_data(request: Request, stage: Stage, run: PairingRun) -> Any:
    """A proposal with what is doubtful about it."""
    run.stage = stage
    state = load_swiss(stage)
    pairs = [(left, right) for left, right in run.pairs]
    is_draft = run.state == RunState.DRAFT
    return ProposalSerializer(
        {
            **pairing_data(request, run, read_query(request, RoundQuery)),
            "is_outdated": is_draft and state is not None and is_outdated(run, state),
            "doubts": doubts_data(services.pairing_doubts(stage, pairs, run.bye_id) if is_draft and run.manual else ()),
        }
    ).data


def _private(data: Any, *, status: int = 200) -> Response:
    return Response(data, status=status, headers={"Cache-Control": "private, no-store"})


class Pairing(APIView):
    permission_classes = [IsAuthenticatedOrReadOnly]

    @extend_schema(
        operation_id="pairing_retrieve",
        tags=[describe.SWISS],
        summary="The proposed pairing",
        description="For organisers; to everybody else there is none until it is published.",
        parameters=[RoundQuery],
        responses={200: ProposalSerializer, 404: NO_PROPOSAL},
    )
    def get(self, request: Request, slug: str, stage: int) -> Response:
        event = get_event(request, slug)
        found, _settings = get_swiss(event, stage)
        run = PairingRun.objects.filter(stage=found, state=RunState.DRAFT).first()
        is_seen = request.user.is_authenticated and may_organise(request_actor(request), event)
        if run is None or not is_seen:
            raise NotFound("no_proposal", _("No pairing is proposed."))
        return _private(proposal_data(request, found, run))

    @extend_schema(
        operation_id="pairing_propose",
        tags=[describe.SWISS],
        summary="Pair the next round",
        description="For organisers to look at; an earlier proposal is given up. The same standings, attendance and "
        "fixed pairs give the same pairing, at any time and on any machine.",
        request=ProposeSerializer,
        parameters=[IDEMPOTENCY_KEY],
        responses={
            201: ProposalSerializer,
            400: problem("Pairs that are kept cannot be so.",
                         unknown_entry=("An entry is not there for this round.", "pairs"),
                         fixed_twice=("An entry stands in two places.", "pairs"),
                         needless_bye=("With an even number of entries nobody has a bye.", "pairs")),
            403: describe.NOT_YOURS,
            404: NO_SWISS,
            409: problem("There is no round to pair now; `extra` names the matches that are open.",
                         too_few_entries="Fewer than two entries are there for this round.", **NOT_NEXT,
                         **{code: CHANGED[code] for code in ("event_not_started", "event_finished", "stage_not_open")}),
        },
        examples=[
            OpenApiExample("all by the site", value={}, request_only=True),
            OpenApiExample("one pair kept", value={"pairs": [{"left": 1, "right": 4}]}, request_only=True),
        ],
    )  # fmt: skip
    def post(self, request: Request, slug: str, stage: int) -> Response:
        event = get_event(request, slug)
        found, _settings = get_swiss(event, stage)
        sent = read_body(request, ProposeSerializer)

        def act() -> PairingRun:
            return services.propose_pairing(
                actor=request_actor(request), now=timezone.now(), event_id=event.pk, stage_number=stage,
                fixed=sent["pairs"], fixed_bye=sent["bye"],
            )  # fmt: skip

        run = once(request, f"pairing:{found.pk}", act, lambda pk: PairingRun.objects.get(pk=pk))
        return _private(proposal_data(request, found, run), status=201)

    @extend_schema(
        operation_id="pairing_edit",
        tags=[describe.SWISS],
        summary="Change the proposal by hand",
        description="Say the whole round. What is doubtful about it is told in `doubts` and never forbids.",
        request=EditPairingSerializer,
        responses={
            200: ProposalSerializer,
            400: problem("It cannot be.", bad_pairing=("An entry stands in two places.", "pairs")),
            403: describe.NOT_YOURS,
            404: NO_SWISS,
            409: problem("It cannot be changed.", **CHANGED),
        },
        examples=[OpenApiExample("a round of five", value=ROUND, request_only=True)],
    )
    def put(self, request: Request, slug: str, stage: int) -> Response:
        event = get_event(request, slug)
        found, _settings = get_swiss(event, stage)
        sent = read_body(request, EditPairingSerializer)
        run = services.edit_pairing(
            actor=request_actor(request), now=timezone.now(), event_id=event.pk, stage_number=stage,
            pairs=sent["pairs"], bye=sent["bye"], seen=sent.get("seen"),
        )  # fmt: skip
        return _private(proposal_data(request, found, run))

    @extend_schema(
        operation_id="pairing_discard",
        tags=[describe.SWISS],
        summary="Give the proposal up",
        parameters=[DiscardQuery],
        responses={204: None, 403: describe.NOT_YOURS, 404: NO_SWISS, 409: problem("It is not there.", **CHANGED)},
    )
    def delete(self, request: Request, slug: str, stage: int) -> Response:
        event = get_event(request, slug)
        get_swiss(event, stage)
        services.discard_pairing(
            actor=request_actor(request), now=timezone.now(), event_id=event.pk, stage_number=stage,
            seen=read_query(request, DiscardQuery).get("seen"),
        )  # fmt: skip
        return Response(status=204)


class PairingCheck(APIView):
    @extend_schema(
        operation_id="pairing_check",
        tags=[describe.SWISS],
        summary="What is doubtful about a pairing",
        description="Of the next round, made by hand. Nothing is stored.",
        request=CheckPairingSerializer,
        responses={200: DoubtsSerializer, 403: describe.NOT_YOURS, 404: NO_SWISS},
        examples=[OpenApiExample("a round of five", value=ROUND, request_only=True)],
    )
    def post(self, request: Request, slug: str, stage: int) -> Response:
        event = get_event(request, slug)
        require_organiser(request_actor(request), event)
        found, _settings = get_swiss(event, stage)
        sent = read_body(request, CheckPairingSerializer)
        doubts = services.pairing_doubts(found, sent["pairs"], sent["bye"])
        return _private(DoubtsSerializer({"doubts": doubts_data(doubts)}).data)


class PairingPublish(APIView):
    @extend_schema(
        operation_id="pairing_publish",
        tags=[describe.SWISS],
        summary="Publish the round",
        description="Makes its matches and shows them to everybody.",
        request=PublishSerializer,
        parameters=[IDEMPOTENCY_KEY],
        responses={
            200: PairingSerializer,
            403: describe.NOT_YOURS,
            404: NO_SWISS,
            409: problem(
                "It cannot be published as it is.",
                pairing_outdated="Results, entries or attendance have changed since this pairing was made. Pair the "
                "round again.",
                entry_left="Somebody in this pairing has left. Pair the round again.",
                no_pairs="Nobody in this round has an opponent left.",
                **CHANGED, **NOT_NEXT,
            ),
        },
    )  # fmt: skip
    def post(self, request: Request, slug: str, stage: int) -> Response:
        event = get_event(request, slug)
        found, _settings = get_swiss(event, stage)
        sent = read_body(request, PublishSerializer)
        run = once(
            request, f"publish:{found.pk}", lambda: _publish(request, event, stage, sent),
            lambda pk: PairingRun.objects.get(pk=pk),
        )  # fmt: skip
        run.stage = found
        return Response(round_answer(request, run, read_query(request, RoundQuery)))


def _publish(request: Request, event: Event, number: int, sent: dict[str, Any]) -> PairingRun:
    return services.publish_pairing(
        actor=request_actor(request), now=timezone.now(), event_id=event.pk, stage_number=number,
        seen=sent.get("seen"), deadline=sent["deadline"], keep_outdated=sent["keep_outdated"],
    )  # fmt: skip
