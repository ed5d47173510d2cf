"""`/api/v1/events/<slug>/announcements/`: the notice-board, and writing to those who take part."""

from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.permissions import IsAuthenticated, IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.api.problems import problem
from players.actors import request_actor
from players.api.bodies import Body, read_body
from tournaments import services
from tournaments.api import describe
from tournaments.api.lookup import get_event
from tournaments.models import Announcement, Audience
from tournaments.selectors.announcements import notice_board
from tournaments.services import AnnouncementOrder
from tournaments.services.announcing import MOST_SUBJECT, MOST_TEXT


class AnnouncementTextSerializer(Body):
    language = serializers.CharField(max_length=10, help_text="A language of the site: `en`, `fr`, `ru`.")
    subject = serializers.CharField(max_length=MOST_SUBJECT)
    text = serializers.CharField(max_length=MOST_TEXT)


class AnnouncementOrderSerializer(Body):
    audience = serializers.ChoiceField(choices=Audience.choices)
    round = serializers.CharField(
        required=False, default="", allow_blank=True, max_length=60,
        help_text="For `round`: stage, part and round with open matches, such as `1-main-2`.",
    )  # fmt: skip
    texts = AnnouncementTextSerializer(
        many=True, help_text="One for each language; who reads none of them gets the first."
    )
    on_page = serializers.BooleanField(required=False, default=False, help_text="Also on the event's page.")


class AnnouncementSendSerializer(AnnouncementOrderSerializer):
    digest = serializers.CharField(max_length=64, help_text="Of the preview that was seen.")


class MailSampleSerializer(serializers.Serializer[Any]):
    language = serializers.CharField()
    subject = serializers.CharField()
    body = serializers.CharField()


class AnnouncementPlanSerializer(serializers.Serializer[Any]):
    accounts = serializers.IntegerField(help_text="Accounts it is for.")
    reached = serializers.IntegerField(help_text="Of these get it by mail.")
    daily = serializers.IntegerField(help_text="Of these in the mail of the day.")
    without_address = serializers.IntegerField(help_text="Have no confirmed address.")
    unwanted = serializers.IntegerField(help_text="Do not want announcements.")
    without_account = serializers.IntegerField(help_text="Entries without an account.")
    samples = MailSampleSerializer(many=True, help_text="The mail as it will look.")
    digest = serializers.CharField(help_text="To be sent back when it is sent.")


class AnnouncementSerializer(serializers.ModelSerializer[Announcement]):
    texts = serializers.SerializerMethodField()

    class Meta:
        model = Announcement
        fields = ["id", "at", "audience", "round", "on_page", "recipients", "texts"]
        read_only_fields = fields

    def get_texts(self, row: Announcement) -> list[dict[str, str]]:
        return [{"language": code, "subject": subject, "text": text} for code, subject, text in row.texts]


class PostedSerializer(serializers.Serializer[Any]):
    at = serializers.DateTimeField()
    language = serializers.CharField()
    subject = serializers.CharField()
    text = serializers.CharField()


class EventAnnouncements(APIView):
    permission_classes = [IsAuthenticatedOrReadOnly]
    throttle_scope = "writes"

    @extend_schema(
        operation_id="events_announcements",
        tags=[describe.EVENTS],
        summary="What stands on the event’s page",
        description="Announcements that organisers put there, newest first, in the language asked for if they wrote in "
        "it.",
        responses={200: PostedSerializer(many=True), 404: describe.NO_EVENT},
    )
    def get(self, request: Request, slug: str) -> Response:
        return Response(PostedSerializer(notice_board(get_event(request, slug)), many=True).data)

    @extend_schema(
        operation_id="events_announce",
        tags=[describe.EVENTS],
        summary="Send an announcement",
        description="What the preview showed, with its digest. The same digest again sends nothing and gives what was "
        "sent. For organisers.",
        request=AnnouncementSendSerializer,
        responses={
            201: AnnouncementSerializer,
            403: describe.NOT_YOURS,
            404: describe.NO_EVENT,
            409: problem(
                "It is not what was seen, or cannot be sent.",
                preview_changed="This is no longer what you saw. Look at it again, then send it.",
                too_many_announcements="At most 20 announcements a day can be sent.",
                event_is_draft="Only its organisers see this event. Publish it first.",
                nobody="Nobody of these has an account, so nobody would get it.",
            ),
        },
    )
    def post(self, request: Request, slug: str) -> Response:
        event = get_event(request, slug)
        sent = read_body(request, AnnouncementSendSerializer)
        made = services.send_announcement(
            actor=request_actor(request), now=timezone.now(), event_id=event.pk, order=_order(sent),
            digest=sent["digest"],
        )  # fmt: skip
        return Response(AnnouncementSerializer(made).data, status=status.HTTP_201_CREATED)


class AnnouncementPreview(APIView):
    permission_classes = [IsAuthenticated]
    throttle_scope = "writes"

    @extend_schema(
        operation_id="events_announce_preview",
        tags=[describe.EVENTS],
        summary="Look at an announcement",
        description="The mail as it will look and how many it reaches; nothing is sent. For organisers.",
        request=AnnouncementOrderSerializer,
        responses={
            200: AnnouncementPlanSerializer,
            403: describe.NOT_YOURS,
            404: describe.NO_EVENT,
            409: problem(
                "It cannot be sent.",
                event_is_draft="Only its organisers see this event. Publish it first.",
                nobody="Nobody of these has an account, so nobody would get it.",
            ),
        },
    )
    def post(self, request: Request, slug: str) -> Response:
        event = get_event(request, slug)
        order = _order(read_body(request, AnnouncementOrderSerializer))
        plan = services.plan_announcement(
            actor=request_actor(request), now=timezone.now(), event_id=event.pk, order=order
        )
        return Response(AnnouncementPlanSerializer(plan).data)


def _order(sent: dict[str, Any]) -> AnnouncementOrder:
    texts = [(text["language"], text["subject"], text["text"]) for text in sent["texts"]]
    return AnnouncementOrder(sent["audience"], texts, sent["round"], sent["on_page"])
