"""`/api/v1/matches/<id>/…`: agreeing a time, meeting, writing, more time; what an event sets about it."""

from typing import Any

from django.http import HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework.parsers import BaseParser, MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.api.parsers import CarefulJsonParser
from games.api.problems import problem
from players.actors import Actor, request_actor
from players.api.bodies import read_body
from tantrix_site.errors import NotFound, NotPermitted
from tournaments import services
from tournaments.api import describe
from tournaments.api.arranging_serializers import (
    ArrangementSerializer,
    ArrangingSerializer,
    CalendarAddressSerializer,
    HideSerializer,
    MatchMeetingSerializer,
    MessageRequestSerializer,
    MessageSerializer,
    MoreTimeAnswerSerializer,
    MoreTimeRequestSerializer,
    MoreTimeRulingSerializer,
    OfferAnswerSerializer,
    OfferRequestSerializer,
    ReadyRequestSerializer,
    RoomRequestSerializer,
    offer_data,
)
from tournaments.api.fields import side_name
from tournaments.api.lookup import get_event, get_match
from tournaments.api.once import IDEMPOTENCY_KEY, once
from tournaments.formats.warnings import Times
from tournaments.models import Extension, Match, MatchMessage, TimeOffer
from tournaments.selectors.arranging_rules import Arranging, arranging_of
from tournaments.selectors.match_rule import rule_of
from tournaments.selectors.meeting import meeting_of
from tournaments.selectors.pages.arranging import MessageView, load_arranging, messages_of, notice_lines
from tournaments.selectors.pages.match import MatchPage, find_match, load_match
from tournaments.services.access import may_arbitrate, side_of
from tournaments.services.pictures import MOST_BYTES
from tournaments.services.recording import occupants

NOT_NOW = problem(
    "It is not possible now.",
    match_decided="This match has been decided.",
    match_waiting="This match still waits for a player.",
    event_not_started="The event has not started.",
    draw_not_released="The draw has not been released yet.",
)
NO_OFFER = problem("There is none.", offer_not_found="There is no such offer.")
OFFER_OVER = problem(
    "It is over.",
    offer_closed="This offer is over: another time was agreed.",
    time_past="This time is past.",
    after_deadline="This is after the deadline of the match.",
)
NO_WISH = problem("There is none.", extension_not_found="Nobody has asked for this.")
WISH_OVER = problem("It is over.", extension_closed="This has been answered already: refused.",
                    deadline_moved="The deadline was changed meanwhile; ask anew if that is needed.")  # fmt: skip
NO_MESSAGE = problem("There is none.", message_not_found="There is no such message.")


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


def meeting_answer(request: Request, match: Match) -> Response:
    page, _actor, _side = look(request, match)
    pair = occupants(page.match)
    met = meeting_of(page.match, pair, timezone.now(), rule_of(match.event, page.match).last_game)
    by_lot = met.seating.by_lot or (None, None)
    sides = [
        {"ready_at": met.ready_at[side], "colour": met.seating.colours[side],
         "by_lot": None if met.seating.colours[side] else by_lot[side]}
        for side in (0, 1)
    ]  # fmt: skip
    data = {
        "left": sides[0], "right": sides[1], "both_ready": met.both_ready, "rule": met.seating.rule,
        "lot": met.seating.lot, "room": met.room,
        "starts": [{"game": game, "side": side_name(side)} for game, side in met.seating.starts.items()],
    }  # fmt: skip
    return Response(MatchMeetingSerializer(data).data, headers={"Cache-Control": "no-store"})


class MatchMeeting(Act):
    @extend_schema(
        operation_id="matches_meeting",
        tags=[describe.ARRANGING],
        summary="Who is ready, colours and starts",
        responses={200: MatchMeetingSerializer, 403: describe.NOT_IN_MATCH, 404: describe.NO_MATCH, 409: NOT_NOW},
    )
    def get(self, request: Request, pk: int) -> Response:
        return meeting_answer(request, get_match(request, pk))

    @extend_schema(
        operation_id="matches_ready",
        tags=[describe.ARRANGING],
        summary="Say that you are ready",
        description="For half an hour. The first of the two has the lot drawn.",
        request=ReadyRequestSerializer,
        responses={200: MatchMeetingSerializer, 403: describe.NOT_IN_MATCH, 404: describe.NO_MATCH, 409: NOT_NOW},
    )
    def post(self, request: Request, pk: int) -> Response:
        match = get_match(request, pk)
        sent = read_body(request, ReadyRequestSerializer)
        services.mark_ready(actor=request_actor(request), now=timezone.now(), match_id=match.pk, yields=sent["yields"])
        return meeting_answer(request, match)

    @extend_schema(
        operation_id="matches_room",
        tags=[describe.ARRANGING],
        summary="Say where you meet",
        request=RoomRequestSerializer,
        responses={200: MatchMeetingSerializer, 403: describe.NOT_IN_MATCH, 404: describe.NO_MATCH, 409: NOT_NOW},
    )
    def put(self, request: Request, pk: int) -> Response:
        match = get_match(request, pk)
        sent = read_body(request, RoomRequestSerializer)
        services.set_room(actor=request_actor(request), now=timezone.now(), match_id=match.pk, text=sent["room"])
        return meeting_answer(request, match)


def message_data(request: Request, match: Match, view: MessageView) -> dict[str, Any]:
    row, shown = view.row, view.shows_text
    path = reverse("events:match-picture", args=[match.event.slug, match.number, row.pk])
    return {
        "id": row.pk, "side": side_name(row.side), "by": view.by, "at": row.at, "text": row.text if shown else "",
        "link": row.link if shown else "", "is_hidden": view.is_hidden, "hide_reason": row.hide_reason,
        "picture": request.build_absolute_uri(path) if row.picture and shown else None,
    }  # fmt: skip


def messages_answer(request: Request, match: Match, *, status: int = 200) -> Response:
    page, actor, side = look(request, match)
    rows = messages_of(page, side, is_official=may_arbitrate(actor, match.event))
    data = [message_data(request, match, row) for row in rows]
    return Response(MessageSerializer(data, many=True).data, status=status, headers={"Cache-Control": "no-store"})


class MatchMessages(Act):
    parser_classes: list[type[BaseParser]] = [CarefulJsonParser, MultiPartParser]

    @extend_schema(
        operation_id="matches_messages",
        tags=[describe.ARRANGING],
        summary="Messages and evidence",
        description="For the two sides and officials.",
        responses={200: MessageSerializer(many=True), 403: describe.NOT_IN_MATCH, 404: describe.NO_MATCH},
    )
    def get(self, request: Request, pk: int) -> Response:
        return messages_answer(request, get_match(request, pk))

    @extend_schema(
        operation_id="matches_send_message",
        tags=[describe.ARRANGING],
        summary="Write about a match",
        description="It stays. With a link or a picture as evidence, if you like; a picture is made anew, so that "
        "nothing is kept of where and with what it was taken.",
        request={"application/json": MessageRequestSerializer, "multipart/form-data": MessageRequestSerializer},
        parameters=[IDEMPOTENCY_KEY],
        responses={
            201: MessageSerializer(many=True),
            400: problem("It cannot be.", message_empty=("Write something, or give a link or a picture.", "text"),
                         bad_link=("Give a whole address that begins with https://.", "link"),
                         bad_picture=("This is no picture of PNG, JPEG or WebP.", "picture")),
            403: describe.NOT_IN_MATCH,
            404: describe.NO_MATCH,
            409: problem("Not now.", too_many_messages="That is enough for now; write again later."),
        },
    )  # fmt: skip
    def post(self, request: Request, pk: int) -> Response:
        match = get_match(request, pk)
        sent = read_body(request, MessageRequestSerializer)
        picture = sent.get("picture")
        once(
            request, f"message {match.pk}",
            lambda: services.send_message(
                actor=request_actor(request), now=timezone.now(), match_id=match.pk, text=sent["text"],
                link=sent["link"], picture=picture.read(MOST_BYTES + 1) if picture is not None else None,
            ),
            lambda made: MatchMessage.objects.get(pk=made),
        )  # fmt: skip
        return messages_answer(request, match, status=201)


class MessageHide(Act):
    @extend_schema(
        operation_id="messages_hide",
        tags=[describe.ARRANGING],
        summary="Hide a message from the players",
        request=HideSerializer,
        responses={200: MessageSerializer(many=True), 403: describe.NOT_ARBITER, 404: NO_MESSAGE},
    )
    def post(self, request: Request, pk: int) -> Response:
        row = MatchMessage.objects.filter(pk=pk).first()
        if row is None:
            raise NotFound("message_not_found", _("There is no such message."))
        match = get_match(request, row.match_id)
        sent = read_body(request, HideSerializer)
        services.hide_message(actor=request_actor(request), now=timezone.now(), message_id=pk, reason=sent["reason"])
        return messages_answer(request, match)


class MatchMoreTime(Act):
    @extend_schema(
        operation_id="matches_ask_more_time",
        tags=[describe.ARRANGING],
        summary="Ask for a later deadline",
        description="The opponent has to agree and, beyond what the event sets, an organiser.",
        request=MoreTimeRequestSerializer,
        responses={
            201: ArrangementSerializer,
            400: problem("It cannot be.", not_later=("This is not later than the deadline.", "until")),
            403: describe.NOT_IN_MATCH,
            404: describe.NO_MATCH,
            409: problem("Not now.", no_deadline="This match has no deadline.",
                         extension_waits="Somebody has asked for more time already; that is answered first."),
        },
    )  # fmt: skip
    def post(self, request: Request, pk: int) -> Response:
        match = get_match(request, pk)
        sent = read_body(request, MoreTimeRequestSerializer)
        services.ask_extension(
            actor=request_actor(request), now=timezone.now(), match_id=match.pk, until=sent["until"],
            reason=sent["reason"],
        )  # fmt: skip
        return arrangement_answer(request, match, status=201)

    @extend_schema(
        operation_id="matches_give_more_time",
        tags=[describe.ARRANGING],
        summary="Move the deadline of one match",
        request=MoreTimeRequestSerializer,
        responses={
            200: ArrangementSerializer,
            400: problem("It cannot be.", not_later=("This is not later than the deadline.", "until")),
            403: describe.NOT_YOURS,
            404: describe.NO_MATCH,
            409: problem("Not now.", no_deadline="This match has no deadline."),
        },
    )
    def put(self, request: Request, pk: int) -> Response:
        match = get_match(request, pk)
        sent = read_body(request, MoreTimeRequestSerializer)
        services.extend_deadline(
            actor=request_actor(request), now=timezone.now(), match_id=match.pk, until=sent["until"],
            reason=sent["reason"],
        )  # fmt: skip
        return arrangement_answer(request, match)


def _wish(request: Request, pk: int) -> Extension:
    row = Extension.objects.filter(pk=pk).first()
    if row is None:
        raise NotFound("extension_not_found", _("Nobody has asked for this."))
    get_match(request, row.match_id)
    return row


class MoreTimeAnswer(Act):
    @extend_schema(
        operation_id="more_time_answer",
        tags=[describe.ARRANGING],
        summary="Agree to a later deadline, or refuse it",
        request=MoreTimeAnswerSerializer,
        responses={200: ArrangementSerializer, 403: describe.NOT_IN_MATCH, 404: NO_WISH, 409: WISH_OVER},
    )
    def post(self, request: Request, pk: int) -> Response:
        row = _wish(request, pk)
        sent = read_body(request, MoreTimeAnswerSerializer)
        services.answer_extension(
            actor=request_actor(request), now=timezone.now(), extension_id=pk, agrees=sent["agrees"]
        )
        return arrangement_answer(request, get_match(request, row.match_id))


class MoreTimeWithdraw(Act):
    @extend_schema(
        operation_id="more_time_withdraw",
        tags=[describe.ARRANGING],
        summary="Take an own wish for more time back",
        request=None,
        responses={200: ArrangementSerializer, 403: describe.NOT_IN_MATCH, 404: NO_WISH, 409: WISH_OVER},
    )
    def post(self, request: Request, pk: int) -> Response:
        row = _wish(request, pk)
        services.withdraw_extension(actor=request_actor(request), now=timezone.now(), extension_id=pk)
        return arrangement_answer(request, get_match(request, row.match_id))


class MoreTimeRuling(Act):
    @extend_schema(
        operation_id="more_time_rule",
        tags=[describe.ARRANGING],
        summary="Grant or refuse a later deadline",
        request=MoreTimeRulingSerializer,
        responses={200: ArrangementSerializer, 403: describe.NOT_YOURS, 404: NO_WISH, 409: WISH_OVER},
    )
    def post(self, request: Request, pk: int) -> Response:
        row = _wish(request, pk)
        sent = read_body(request, MoreTimeRulingSerializer)
        services.rule_extension(
            actor=request_actor(request), now=timezone.now(), extension_id=pk, grants=sent["grants"],
            reason=sent["reason"],
        )  # fmt: skip
        return arrangement_answer(request, get_match(request, row.match_id))


class EventArranging(Act):
    @extend_schema(
        operation_id="events_arranging",
        tags=[describe.ARRANGING],
        summary="Reminders, warnings and own extensions",
        responses={200: ArrangingSerializer, 404: describe.NO_EVENT},
    )
    def get(self, request: Request, slug: str) -> Response:
        return Response(ArrangingSerializer(arranging_of(get_event(request, slug))).data)

    @extend_schema(
        operation_id="events_set_arranging",
        tags=[describe.ARRANGING],
        summary="Set reminders, warnings and own extensions",
        request=ArrangingSerializer,
        responses={
            200: ArrangingSerializer,
            400: problem("They are in disorder.", times_in_disorder=(
                "The reminder comes before the final reminder: more hours before the deadline.", "reminder")),
            403: describe.NOT_YOURS,
            404: describe.NO_EVENT,
        },
    )  # fmt: skip
    def put(self, request: Request, slug: str) -> Response:
        event = get_event(request, slug)
        sent = read_body(request, ArrangingSerializer)
        times = None if sent["times"] is None else Times(**sent["times"])
        services.set_arranging(
            actor=request_actor(request), now=timezone.now(), event_id=event.pk,
            rules=Arranging(sent["extension_days"], times),
        )  # fmt: skip
        return Response(ArrangingSerializer(arranging_of(event)).data)


class OwnCalendar(Act):
    @extend_schema(
        operation_id="me_calendar_make",
        tags=[describe.ARRANGING],
        summary="A private address of your calendar",
        description="An iCalendar file with the times you agreed and the deadlines of your matches. An earlier address "
        "ends.",
        request=None,
        responses={201: CalendarAddressSerializer},
    )
    def post(self, request: Request) -> Response:
        token = services.make_calendar_link(actor=request_actor(request), now=timezone.now())
        address = request.build_absolute_uri(reverse("private-calendar", args=[token]))
        return Response(
            CalendarAddressSerializer({"address": address}).data, status=201, headers={"Cache-Control": "no-store"}
        )

    @extend_schema(
        operation_id="me_calendar_end",
        tags=[describe.ARRANGING],
        summary="End the private address of your calendar",
        responses={204: None},
    )
    def delete(self, request: Request) -> HttpResponse:
        services.revoke_calendar_link(actor=request_actor(request), now=timezone.now())
        return Response(status=204)
