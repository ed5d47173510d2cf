"""`/api/v1/events/<slug>/pair-proposals/`: asking a partner to enter as a pair, and answering."""

from typing import Any

from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.api.problems import problem
from players.actors import request_actor
from players.api.bodies import Body, read_body
from tantrix_site.errors import NotFound
from tournaments import services
from tournaments.api import describe
from tournaments.api.entries import ENTRY_REFUSED
from tournaments.api.lookup import get_event
from tournaments.api.pairs import DoublesPairSerializer, pair_data
from tournaments.api.teams import player_by_slug
from tournaments.models import PairProposal, ProposalState
from tournaments.selectors.teams import players_of
from tournaments.selectors.visibility import events_visible_to
from tournaments.services.access import may_organise

NONE = problem("There is none.", proposal_not_found="Nobody has asked for this.")
NOT_ASKED = problem("You may not do this.", not_asked="Only who was asked can answer.")
CLOSED = problem("It is answered.", proposal_closed="This has been answered already: accepted.")


class PairProposalSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    first = serializers.SlugField(source="first.slug", help_text="Who asks.")
    second = serializers.SlugField(source="second.slug", help_text="Who is asked.")
    state = serializers.ChoiceField(choices=ProposalState.choices)
    at = serializers.DateTimeField()
    pair = serializers.IntegerField(source="pair_id", allow_null=True, help_text="The entry that came of it.")


class NewPairProposalSerializer(Body):
    partner = serializers.SlugField(help_text="The slug of a profile.")


class PairAnswerSerializer(Body):
    accepts = serializers.BooleanField()


def _visible(request: Request, pk: int) -> PairProposal:
    row = PairProposal.objects.filter(pk=pk, event__in=events_visible_to(request.user)).first()
    if row is None:
        raise NotFound("proposal_not_found", _("Nobody has asked for this."))
    return row


class PairProposals(APIView):
    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="pair_proposals_list",
        tags=[describe.ENTRIES],
        summary="Pairs that are proposed",
        description="One's own, asked by oneself or by others; organisers see all.",
        responses={200: PairProposalSerializer(many=True), 404: describe.NO_EVENT},
    )
    def get(self, request: Request, slug: str) -> Response:
        event, actor = get_event(request, slug), request_actor(request)
        rows = PairProposal.objects.filter(event=event).select_related("first", "second").order_by("pk")
        if not may_organise(actor, event):
            rows = rows.filter(Q(first=actor.player) | Q(second=actor.player)) if actor.player else rows.none()
        return Response(PairProposalSerializer(rows, many=True).data)

    @extend_schema(
        operation_id="pair_proposals_create",
        tags=[describe.ENTRIES],
        summary="Ask a partner to enter as a pair",
        description="No place is taken before the partner agrees; it lapses when entries close.",
        request=NewPairProposalSerializer,
        responses={
            201: PairProposalSerializer,
            403: problem("You may not do this.", entry_closed="The organiser enters the pairs of this event."),
            404: describe.NO_EVENT,
            409: ENTRY_REFUSED,
        },
    )
    def post(self, request: Request, slug: str) -> Response:
        event = get_event(request, slug)
        partner = player_by_slug(read_body(request, NewPairProposalSerializer)["partner"]) or 0
        row = services.propose_pair(
            actor=request_actor(request), now=timezone.now(), event_id=event.pk, partner_id=partner
        )
        return Response(PairProposalSerializer(row).data, status=201)


class PairProposalDetail(APIView):
    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="pair_proposals_answer",
        tags=[describe.ENTRIES],
        summary="Agree to play as a pair, or refuse",
        description="Who agrees gets the pair; who refuses an empty answer.",
        request=PairAnswerSerializer,
        responses={201: DoublesPairSerializer, 204: None, 403: NOT_ASKED, 404: NONE, 409: ENTRY_REFUSED},
    )
    def post(self, request: Request, pk: int) -> Response:
        row = _visible(request, pk)
        act: dict[str, Any] = {"actor": request_actor(request), "now": timezone.now(), "proposal_id": row.pk}
        if not read_body(request, PairAnswerSerializer)["accepts"]:
            services.refuse_pair(**act)
            return Response(status=204)
        made = services.accept_pair(**act).entry
        return Response(DoublesPairSerializer(pair_data(made, players_of([made.pk])[made.pk])).data, status=201)

    @extend_schema(
        operation_id="pair_proposals_withdraw",
        tags=[describe.ENTRIES],
        summary="Take a proposal back",
        responses={204: None, 403: NOT_ASKED, 404: NONE, 409: CLOSED},
    )
    def delete(self, request: Request, pk: int) -> Response:
        row = _visible(request, pk)
        services.withdraw_pair_proposal(actor=request_actor(request), now=timezone.now(), proposal_id=row.pk)
        return Response(status=204)
