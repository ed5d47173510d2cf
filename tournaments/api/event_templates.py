"""`/api/v1/event-templates/`: templates of events, what they set, and events made from them or kept as one."""

from typing import Any

from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, extend_schema
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.api.problems import problem
from players.actors import request_actor
from players.api.bodies import read_body
from tantrix_site.errors import Conflict, InvalidInput
from tournaments import services
from tournaments.api import describe
from tournaments.api.conditions import ETAG, event_tag
from tournaments.api.event_serializers import EventSerializer
from tournaments.api.event_template_serializers import (
    CHOICES,
    NewFromTemplateSerializer,
    NewTemplateSerializer,
    TemplateSerializer,
    TemplateWordsSerializer,
    TemplateWordsView,
)
from tournaments.api.lookup import get_event
from tournaments.api.once import IDEMPOTENCY_KEY, once
from tournaments.api.series import get_series
from tournaments.formats.event_templates.known import TEMPLATES
from tournaments.formats.event_templates.values import EventTemplate
from tournaments.models import Event, SavedTemplate
from tournaments.selectors.event_templates import saved_templates
from tournaments.selectors.pages.template_words import template_title
from tournaments.selectors.pages.words import Text
from tournaments.services import NewEvent

NO_TEMPLATE = problem("There is none, or it is somebody else's.", template_not_found="There is no such template.")
UNREADABLE = problem(
    "It cannot be used any more.",
    template_unreadable="This template cannot be used any more: “colour” means nothing here. Save it anew.",
)
REFUSED = problem(
    "It cannot be.",
    bad_entrants=("This template is for 2 to 512 entries.", "entrants"),
    bad_choice=("This cannot be with so many entries.", "chosen.rounds"),
    unknown_time_zone=("This time zone is not known. Choose one such as Europe/Budapest.", "time_zone"),
)


class Templates(APIView):
    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="event_templates_list",
        tags=[describe.TEMPLATES],
        summary="Templates of events",
        description="Those of the site, your own, and those shared by series; few enough for one answer.",
        responses=TemplateSerializer(many=True),
    )
    def get(self, request: Request) -> Response:
        rows = [_row(template, str(template_title(template))) for template in TEMPLATES]
        rows += [_saved_row(saved) for saved in saved_templates(request.user)]
        return Response(TemplateSerializer(rows, many=True).data)


def _row(template: EventTemplate, name: Text) -> dict[str, Any]:
    return {
        "key": template.key, "name": name, "series": None, "is_own": False, "is_readable": True,
        "entrants": template.entrants, "least": template.least, "most": template.most,
    }  # fmt: skip


def _saved_row(saved: SavedTemplate) -> dict[str, Any]:
    owned = {
        "key": saved.key, "name": saved.name, "series": saved.series.slug if saved.series else None,
        "is_own": saved.series is None,
    }  # fmt: skip
    try:
        return {**_row(services.read_template(saved), saved.name), **owned}
    except Conflict:
        return {**owned, "is_readable": False, "entrants": None, "least": None, "most": None}


class Template(APIView):
    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="event_templates_retrieve",
        tags=[describe.TEMPLATES],
        summary="What a template sets",
        description="For a number of entries, in words and as values; nothing is made. Figures that follow from the "
        "number are told with their reason, and may be set otherwise by a parameter of their name.",
        parameters=[
            OpenApiParameter("entrants", OpenApiTypes.INT, description="How many entries are expected."),
            *(OpenApiParameter(name, OpenApiTypes.INT, description=f"Sets `{name}`.") for name in CHOICES),
        ],
        responses={200: TemplateWordsSerializer, 400: REFUSED, 404: NO_TEMPLATE, 409: UNREADABLE},
    )
    def get(self, request: Request, key: str) -> Response:
        template = services.find_template(request_actor(request), key)
        asked = {name: _number(request, name) for name in ("entrants", *CHOICES) if name in request.query_params}
        entrants = asked.pop("entrants", template.entrants)
        plan = services.planned(template, NewEvent("", entrants, asked))
        return Response(TemplateWordsSerializer(TemplateWordsView(plan)).data)

    @extend_schema(
        operation_id="event_templates_delete",
        tags=[describe.TEMPLATES],
        summary="Delete a kept template",
        description="Your own, or one of a series that you keep. Events made from it stay as they are.",
        responses={
            204: None,
            403: problem("You may not do this.", not_keeper="Only those who keep the series may do this."),
            404: NO_TEMPLATE,
        },
    )
    def delete(self, request: Request, key: str) -> Response:
        services.delete_template(actor=request_actor(request), now=timezone.now(), key=key)
        return Response(status=204)


def _number(request: Request, name: str) -> int:
    text = request.query_params[name]
    if not (text.isascii() and text.isdecimal() and len(text) < 6):
        raise InvalidInput("invalid", "A whole number is needed.", field=name)
    return int(text)


class TemplateEvents(APIView):
    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="event_templates_create_event",
        tags=[describe.TEMPLATES],
        summary="Make an event from a template",
        description="A draft with everything the template sets, or nothing at all. You become its owner.",
        request=NewFromTemplateSerializer,
        parameters=[IDEMPOTENCY_KEY, ETAG],
        responses={201: EventSerializer, 400: REFUSED, 404: NO_TEMPLATE, 409: UNREADABLE},
        examples=[
            OpenApiExample(
                "an open of sixteen rounds",
                value={
                    "name": "World Table Open",
                    "entrants": 34,
                    "chosen": {"rounds": 16},
                    "time_zone": "Europe/Paris",
                },
                request_only=True,
            )
        ],
    )
    def post(self, request: Request, key: str) -> Response:
        actor = request_actor(request)
        template = services.find_template(actor, key)
        sent = read_body(request, NewFromTemplateSerializer)
        new = NewEvent(**{**sent, "chosen": dict(sent.get("chosen", {}))})

        def act() -> Event:
            return services.create_from_template(actor=actor, now=timezone.now(), template=template, new=new)

        event = once(request, f"template:{key}", act, lambda pk: Event.objects.get(pk=pk))
        data = EventSerializer(event, context={"request": request}).data
        return Response(data, status=201, headers={"Location": data["url"], "ETag": event_tag(event, request)})


class EventTemplateOf(APIView):
    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="events_keep_template",
        tags=[describe.TEMPLATES],
        summary="Keep an event as a template",
        description="Its settings, stages, terms of entry and prize lists; no entries, dates or draws. With a `series` "
        "it is shared with everybody. The same once more makes nothing new.",
        request=NewTemplateSerializer,
        responses={
            201: TemplateSerializer,
            400: problem("It cannot be.", name_empty=("A template needs a name.", "name")),
            403: problem(
                "You may not do this.",
                not_organiser="Only an organiser of the event may do this.",
                not_keeper="Only those who keep the series may do this.",
            ),
            404: problem(
                "There is none, or you may not see it.",
                event_not_found="There is no such event.",
                series_not_found="There is no such series.",
            ),
            409: problem(
                "It cannot be done.",
                template_exists=("There is another template of this name already.", "name"),
                too_many_templates="There are 50 templates already; delete one first.",
            ),
        },
    )
    def post(self, request: Request, slug: str) -> Response:
        event = get_event(request, slug)
        sent = read_body(request, NewTemplateSerializer)
        series = get_series(sent["series"]) if sent["series"] else None
        saved = services.save_template(
            actor=request_actor(request), now=timezone.now(), event_id=event.pk, name=sent["name"],
            series_id=None if series is None else series.pk,
        )  # fmt: skip
        return Response(TemplateSerializer(_saved_row(saved)).data, status=201)
