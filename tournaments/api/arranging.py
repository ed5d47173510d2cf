"""`/api/v1/matches/<id>/arrangement/`, `…/offers/`, `/api/v1/offers/<id>/…`: two sides agree a time."""

from django.utils import timezone
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.api.problems import problem
from players.actors import Actor, request_actor
from players.api.bodies import read_body
from tantrix_site.errors import NotFound, NotPermitted
from tournaments import services
from tournaments.api import describe
from tournaments.api.arranging_serializers import (
    ArrangementSerializer,
    OfferAnswerSerializer,
    OfferRequestSerializer,
    offer_data,
)
from tournaments.api.fields import side_name
from tournaments.api.lookup import get_match
from tournaments.api.once import IDEMPOTENCY_KEY, once
from tournaments.models import Match, TimeOffer
from tournaments.selectors.pages.arranging import load_arranging, notice_lines
from tournaments.selectors.pages.match import MatchPage, find_match, load_match
from tournaments.services.access import may_arbitrate, side_of

NO_OFFER = problem("There is none.", offer_not_found="There is no such offer.")
OFFER_OVER = problem(
    "It is over.",
    offer_closed="This offer is over: another time was agreed.",
    time_past="This time is past.",
    after_deadline="This is after the deadline of the match.",
)


def look(request: Request, match: Match) -> tuple[MatchPage, Actor, int | None]:
    """The match for one of its sides, or an official. Raises NotPermitted `not_in_match`."""
    actor = request_actor(request)
    found = find_match(match.event, match.number)
    assert found is not None
    side = side_of(actor, found)
    if not match.event.draw_released and not may_arbitrate(actor, match.event):
        raise NotFound("match_not_found", _("There is no such match."))
    if side is None and not may_arbitrate(actor, match.event):
        raise NotPermitted("not_in_match", _("Only the two players of this match may do this."))
    return load_match(match.event, found), actor, side


def arrangement_answer(request: Request, match: Match, *, status: int = 200) -> Response:
    page, _actor, side = look(request, match)
    found = load_arranging(page, side)
    arranged = found.arranged
    offers = [view.offer for view in (*found.theirs, *found.own, *found.past)]
    wishes = [*found.wishes, *([found.wish] if found.wish is not None else [])]
    data = {
        "agreed_at": arranged.agreed_at if arranged.is_open else None, "turn": side_name(arranged.turn),
        "since": arranged.since, "last_word_at": arranged.last_word, "last_side": side_name(arranged.last_side),
        "deadline": page.match.deadline, "own_limit": found.own_limit,
        "offers": [offer_data(offer) for offer in sorted(offers, key=lambda offer: (offer.at, offer.pk))],
        "extensions": [
            {"id": wish.pk, "side": side_name(wish.side), "before": wish.before, "after": wish.after,
             "state": wish.state, "asked_at": wish.at, "closed_at": wish.closed_at, "reason": wish.reason,
             "answer": wish.close_reason}
            for wish in sorted(wishes, key=lambda wish: wish.pk)
        ],
        "notices": [
            {"kind": line.kind, "sent_at": line.sent, "planned_for": line.planned} for line in notice_lines(page.match)
        ],
    }  # fmt: skip
    return Response(ArrangementSerializer(data).data, status=status, headers={"Cache-Control": "no-store"})


class Act(APIView):
    throttle_scope = "writes"


class MatchArrangement(APIView):
    @extend_schema(
        operation_id="matches_arrangement",
        tags=[describe.ARRANGING],
        summary="How far two have come with a time",
        description="All offers with how they ended, wishes for more time, reminders and warnings; for the two sides "
        "and officials. What was agreed stands for everybody in the match.",
        responses={200: ArrangementSerializer, 403: describe.NOT_IN_MATCH, 404: describe.NO_MATCH},
    )
    def get(self, request: Request, pk: int) -> Response:
        return arrangement_answer(request, get_match(request, pk))


class MatchOffers(Act):
    @extend_schema(
        operation_id="matches_offer_time",
        tags=[describe.ARRANGING],
        summary="Offer a time",
        description="Three of a side may be open. An offer cannot be changed; it is kept with how it ended.",
        request=OfferRequestSerializer,
        parameters=[IDEMPOTENCY_KEY],
        responses={
            201: ArrangementSerializer,
            400: problem("The time cannot be.", time_past=("This time is past.", "starts_at"),
                         after_deadline=("This is after the deadline of the match.", "starts_at"),
                         unknown_time_zone=("This time zone is not known.", "zone")),
            403: describe.NOT_IN_MATCH,
            404: describe.NO_MATCH,
            409: problem("Not now.", too_many_offers="Three offers may be open at once; take one back first.",
                         offered_by_opponent="Your opponent offers this time: accept it.",
                         match_decided="This match has been decided."),
        },
        examples=[OpenApiExample("a time", request_only=True, value={
            "starts_at": "2026-12-03T20:00:00+01:00", "zone": "Europe/Budapest"})],
    )  # fmt: skip
    def post(self, request: Request, pk: int) -> Response:
        match = get_match(request, pk)
        sent = read_body(request, OfferRequestSerializer)
        actor = request_actor(request)
        zone = sent["zone"] or (actor.player.time_zone if actor.player is not None else "")
        once(
            request, f"offer {match.pk}",
            lambda: services.offer_time(
                actor=actor, now=timezone.now(), match_id=match.pk, starts_at=sent["starts_at"], zone=zone
            ),
            lambda made: TimeOffer.objects.get(pk=made),
        )  # fmt: skip
        return arrangement_answer(request, match, status=201)


def _offer(request: Request, pk: int) -> TimeOffer:
    offer = TimeOffer.objects.filter(pk=pk).first()
    if offer is None:
        raise NotFound("offer_not_found", _("There is no such offer."))
    get_match(request, offer.match_id)
    return offer


class OfferAct(Act):
    """An act on an offer; the answer is the arrangement as it is then."""

    @staticmethod
    def answered(request: Request, offer: TimeOffer) -> Response:
        return arrangement_answer(request, get_match(request, offer.match_id))


class OfferAccept(OfferAct):
    @extend_schema(
        operation_id="offers_accept",
        tags=[describe.ARRANGING],
        summary="Accept an offered time",
        description="That is when they play; all other offers end. Doing it twice changes nothing.",
        request=None,
        responses={200: ArrangementSerializer, 403: describe.NOT_IN_MATCH, 404: NO_OFFER, 409: OFFER_OVER},
    )
    def post(self, request: Request, pk: int) -> Response:
        offer = _offer(request, pk)
        services.accept_time(actor=request_actor(request), now=timezone.now(), offer_id=pk)
        return self.answered(request, offer)


class OfferDecline(OfferAct):
    @extend_schema(
        operation_id="offers_decline",
        tags=[describe.ARRANGING],
        summary="Decline an offered time",
        request=OfferAnswerSerializer,
        responses={200: ArrangementSerializer, 403: describe.NOT_IN_MATCH, 404: NO_OFFER, 409: OFFER_OVER},
    )
    def post(self, request: Request, pk: int) -> Response:
        offer = _offer(request, pk)
        sent = read_body(request, OfferAnswerSerializer)
        services.decline_time(actor=request_actor(request), now=timezone.now(), offer_id=pk, reason=sent["reason"])
        return self.answered(request, offer)


class OfferWithdraw(OfferAct):
    @extend_schema(
        operation_id="offers_withdraw",
        tags=[describe.ARRANGING],
        summary="Take an own offer back",
        request=None,
        responses={200: ArrangementSerializer, 403: describe.NOT_IN_MATCH, 404: NO_OFFER, 409: OFFER_OVER},
    )
    def post(self, request: Request, pk: int) -> Response:
        offer = _offer(request, pk)
        services.withdraw_time(actor=request_actor(request), now=timezone.now(), offer_id=pk)
        return self.answered(request, offer)
